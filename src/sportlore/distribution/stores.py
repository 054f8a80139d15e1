"""Stores: where generations are published and fetched, a folder, an HTTP server, a bucket or a database."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable
from datetime import timedelta
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from sportlore.database.hosts import is_database
from sportlore.distribution.store import Missing, Store, StoreError

_TIMEOUT = 20.0
"""Seconds for which a store may say nothing; what was fetched before is kept."""
_RETRIES, _LONGEST_RETRY = 3, timedelta(seconds=30)
_LONGEST_MESSAGE = 200
_BUCKET = re.compile(r"s3://[A-Za-z0-9][A-Za-z0-9._-]*(/.*)?")
_SITE = re.compile(r"https?://[^/]+.*")

LASTING = "public, max-age=31536000, immutable"
"""`Cache-Control` of the files of a generation."""
CHANGING = "no-cache"
"""`Cache-Control` of the pointer: a cache in front of the store asks again each time."""


def is_remote(target: str) -> bool:
    """Whether this names a store that is reached over a network."""
    return bool(_BUCKET.fullmatch(target) or _SITE.fullmatch(target))


def store_at(target: str) -> Store:
    """The store at s3://bucket/prefix, https://host/path, postgresql://host/database or in a folder; raises StoreError."""
    if _BUCKET.fullmatch(target):
        return Bucket(target)
    if _SITE.fullmatch(target):
        return Site(target)
    if is_database(target):
        from sportlore.distribution.database import Database  # noqa: PLC0415  # other stores do without it

        return Database(target)
    if "://" in target:
        raise StoreError(
            f"{target} is no store; name s3://BUCKET/PREFIX, https://HOST/PATH, postgresql://HOST/DATABASE or a folder"
        )
    return Folder(Path(target))


class Folder:
    """A folder, as a web server or a network file system serves it."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, name: str) -> bytes:
        """As Store has it."""
        try:
            return (self._root / name).read_bytes()
        except OSError as error:
            raise self._error(name, error) from None

    def read_part(self, name: str, start: int, length: int) -> bytes:
        """As Store has it."""
        try:
            with (self._root / name).open("rb") as file:
                file.seek(start)
                return file.read(length)
        except OSError as error:
            raise self._error(name, error) from None

    def size(self, name: str) -> int | None:
        """As Store has it."""
        try:
            return (self._root / name).stat().st_size
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._error(name, error) from None

    def write(self, name: str, pieces: Iterable[bytes], cache: str) -> None:
        """As Store has it: a file of another name, on the disk, is renamed. A folder keeps no `cache`."""
        path = self._root / name
        temporary = path.with_name(f".writing-{secrets.token_hex(8)}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("wb") as file:
                file.writelines(pieces)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError as error:
            raise self._error(name, error) from None
        finally:
            temporary.unlink(missing_ok=True)

    def remove(self, name: str) -> None:
        """As Store has it, with the folder above if that is empty then."""
        path = self._root / name
        try:
            path.unlink(missing_ok=True)
            if path.parent != self._root and path.parent.is_dir() and not any(path.parent.iterdir()):
                path.parent.rmdir()
        except OSError as error:
            raise self._error(name, error) from None

    def _error(self, name: str, error: OSError) -> StoreError:
        kind = Missing if isinstance(error, FileNotFoundError | NotADirectoryError) else StoreError
        return kind(f"{self._root / name}: {error.strerror or error}")


class Site:
    """An HTTP server, read only."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")

    def read(self, name: str) -> bytes:
        """As Store has it."""
        return self._get(name, {"Cache-Control": "no-cache"})  # the pointer changes, and caches may stand between

    def read_part(self, name: str, start: int, length: int) -> bytes:
        """As Store has it."""
        return self._get(name, {"Range": f"bytes={start}-{start + length - 1}"})

    def _get(self, name: str, headers: dict[str, str]) -> bytes:
        address = f"{self._address}/{name}"
        try:
            response: HTTPResponse
            with urlopen(Request(address, headers=headers), timeout=_TIMEOUT) as response:
                if "Range" in headers and response.status != 206:
                    raise StoreError(f"{address}: the server does not answer ranges of bytes")
                return response.read()
        except HTTPError as error:
            error.close()
            kind = Missing if error.code in (404, 410) else StoreError
            raise kind(f"{address}: {error.code} {error.reason}") from None
        except (OSError, HTTPException) as error:
            raise StoreError(f"{address}: {_line(getattr(error, 'reason', error))}") from None

    def size(self, name: str) -> int | None:
        """Nothing is published to a site."""
        raise StoreError(_READ_ONLY)

    def write(self, name: str, pieces: Iterable[bytes], cache: str) -> None:
        """Nothing is published to a site."""
        raise StoreError(_READ_ONLY)

    def remove(self, name: str) -> None:
        """Nothing is published to a site."""
        raise StoreError(_READ_ONLY)


_READ_ONLY = "nothing can be published to an HTTP server; name the bucket or the folder that it serves"


class Bucket:
    """A bucket of S3, or of what speaks its protocol, perhaps with a prefix. Settings are the usual AWS_… variables."""

    def __init__(self, address: str) -> None:
        try:
            import obstore  # noqa: PLC0415  # optional, and no server without a bucket loads it
            from obstore.exceptions import BaseError  # noqa: PLC0415
            from obstore.store import S3Store  # noqa: PLC0415
        except ImportError:
            raise StoreError(f"{address} needs a client for S3: pip install 'sportlore[s3]'") from None
        bucket, _, prefix = address.removeprefix("s3://").partition("/")
        # Without encryption only where the operator's own setting of the endpoint says so.
        plain = os.environ.get("AWS_ENDPOINT_URL", os.environ.get("AWS_ENDPOINT", "")).startswith("http://")
        self._address = address.rstrip("/")
        self._client: Any = obstore
        self._errors = (BaseError, OSError, ValueError)
        try:
            self._store = S3Store(
                bucket,
                prefix=prefix.strip("/") or None,
                client_options={"timeout": timedelta(seconds=_TIMEOUT), "allow_http": plain},
                retry_config={"max_retries": _RETRIES, "retry_timeout": _LONGEST_RETRY},
            )
        except self._errors as error:
            raise self._error("", error) from None

    def read(self, name: str) -> bytes:
        """As Store has it."""
        try:
            return bytes(self._client.get(self._store, name).bytes())
        except self._errors as error:
            raise self._error(name, error) from None

    def read_part(self, name: str, start: int, length: int) -> bytes:
        """As Store has it."""
        try:
            return bytes(self._client.get_range(self._store, name, start=start, length=length))
        except self._errors as error:
            raise self._error(name, error) from None

    def size(self, name: str) -> int | None:
        """As Store has it."""
        try:
            return int(self._client.head(self._store, name)["size"])
        except FileNotFoundError:
            return None
        except self._errors as error:
            raise self._error(name, error) from None

    def write(self, name: str, pieces: Iterable[bytes], cache: str) -> None:
        """As Store has it: in parts, which the bucket puts together when all are there."""
        media_type = "application/json" if name.endswith(".json") else "application/octet-stream"
        attributes = {"Cache-Control": cache, "Content-Type": media_type}
        try:
            self._client.put(self._store, name, iter(pieces), attributes=attributes)
        except self._errors as error:
            raise self._error(name, error) from None

    def remove(self, name: str) -> None:
        """As Store has it."""
        try:
            self._client.delete(self._store, name)
        except FileNotFoundError:
            return
        except self._errors as error:
            raise self._error(name, error) from None

    def _error(self, name: str, error: Exception) -> StoreError:
        kind = Missing if isinstance(error, FileNotFoundError) else StoreError
        return kind(f"{self._address}/{name}: {_line(error)}")


def _line(error: object) -> str:
    """The first line of an error, cut where it is long: a client's own errors run over pages."""
    lines = str(error).splitlines() or [repr(error)]
    return lines[0][:_LONGEST_MESSAGE].rstrip(" :")
