"""Which store an address names, and named bytes in folders, on HTTP servers and in buckets."""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Iterable, Iterator
from datetime import timedelta
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from sportlore.replication.files import FileOrigin, FileTarget
from sportlore.replication.store import Destination, Missing, Origin, StoreError, TooLarge
from sportlore.replication.targets import BUCKET, SITE, is_database

_TIMEOUT = 20.0
"""Seconds for which a store may say nothing; what was fetched before is kept."""
_RETRIES, _LONGEST_RETRY = 3, timedelta(seconds=30)
_LONGEST_ANSWER = 300.0
"""Seconds in which an answer must be complete, however steadily a server sends."""
_PIECE = 65_536
_LONGEST_MESSAGE = 200


def origin_at(address: str) -> Origin:
    """What generations are fetched from at s3://bucket/prefix, https://host/path, postgresql://host/database or in a folder.

    Raises StoreError.
    """
    return FileOrigin(Site(address)) if SITE.fullmatch(address) else target_at(address)


def target_at(address: str) -> Destination:
    """What generations are published to: the same but for HTTP servers, which are read only; raises StoreError."""
    if BUCKET.fullmatch(address):
        return FileTarget(Bucket(address))
    if SITE.fullmatch(address):
        raise StoreError("nothing can be published to an HTTP server; name the bucket or the folder that it serves")
    if is_database(address):
        from sportlore.replication.postgres.database import Database  # noqa: PLC0415  # other stores do without it

        return Database(address)
    if "://" in address or not address:
        named = address or "an empty address"
        known = "s3://BUCKET/PREFIX, https://HOST/PATH, postgresql://HOST/DATABASE or a folder"
        raise StoreError(f"{named} is no store; name {known}")
    return FileTarget(Folder(Path(address)))


class Folder:
    """A folder, as a web server or a network file system serves it."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, name: str, largest: int) -> bytes:
        """All bytes of a file."""
        content = self.read_range(name, 0, largest + 1)
        if len(content) > largest:
            raise TooLarge(str(self._root / name), largest)
        return content

    def read_range(self, name: str, start: int, length: int) -> bytes:
        """Some bytes of a regular file: another kind may keep its reader waiting for ever."""
        path = self._root / name
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                raise StoreError(f"{path} is not a file")
            with path.open("rb") as file:
                file.seek(start)
                return file.read(length)
        except OSError as error:
            raise self._error(name, error) from None

    def size(self, name: str) -> int | None:
        """The size of a file."""
        try:
            return (self._root / name).stat().st_size
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._error(name, error) from None

    def write(self, name: str, pieces: Iterable[bytes], cache: str) -> None:
        """Write a file of another name, through to the disk, and rename it. A folder keeps no `cache`."""
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
        """Remove a file, and the folder above it if that is empty then."""
        path = self._root / name
        try:
            path.unlink(missing_ok=True)
            if path.parent != self._root and path.parent.is_dir() and not any(path.parent.iterdir()):
                path.parent.rmdir()
        except OSError as error:
            raise self._error(name, error) from None

    def listed(self) -> Iterator[tuple[str, float]]:
        """The files of the folder and of those in it."""
        try:
            for path in (*self._root.glob("*"), *self._root.glob("*/*")):
                if path.is_file() and not path.is_symlink():
                    yield path.relative_to(self._root).as_posix(), path.stat().st_mtime
        except OSError as error:
            raise self._error("", error) from None

    def _error(self, name: str, error: OSError) -> StoreError:
        failure = Missing if isinstance(error, FileNotFoundError | NotADirectoryError) else StoreError
        return failure(f"{self._root / name}: {error.strerror or error}")


class Site:
    """An HTTP server, read only."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")

    def read(self, name: str, largest: int) -> bytes:
        """The body of an answer to GET."""
        # The pointer changes, and caches may stand between.
        return self._get(name, {"Cache-Control": "no-cache"}, largest)

    def read_range(self, name: str, start: int, length: int) -> bytes:
        """The body of an answer to GET with a Range."""
        return self._get(name, {"Range": f"bytes={start}-{start + length - 1}"}, length)

    def _get(self, name: str, headers: dict[str, str], largest: int) -> bytes:
        address = f"{self._address}/{name}"
        try:
            response: HTTPResponse
            with urlopen(Request(address, headers=headers), timeout=_TIMEOUT) as response:
                if "Range" in headers and response.status != 206:
                    raise StoreError(f"{address}: the server does not answer ranges of bytes")
                return _body(response, address, largest)
        except HTTPError as error:
            error.close()
            failure = Missing if error.code in (404, 410) else StoreError
            raise failure(f"{address}: {error.code} {error.reason}") from None
        except (OSError, HTTPException, ValueError) as error:
            raise StoreError(f"{address}: {_line(getattr(error, 'reason', error))}") from None


def _body(response: HTTPResponse, address: str, largest: int) -> bytes:
    """What a server answers, as long as it is no more than it may be and does not take for ever."""
    pieces, size, deadline = [], 0, time.monotonic() + _LONGEST_ANSWER
    while piece := response.read1(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > largest:
            raise TooLarge(address, largest)
        if time.monotonic() > deadline:
            raise StoreError(f"{address}: no complete answer within {_LONGEST_ANSWER:g} seconds")
    if response.length:
        raise StoreError(f"{address}: the answer ended {response.length:,} bytes early")
    return b"".join(pieces)


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

    def read(self, name: str, largest: int) -> bytes:
        """All bytes of an object."""
        return self._get(name, None, largest)

    def read_range(self, name: str, start: int, length: int) -> bytes:
        """Some bytes of an object."""
        return self._get(name, {"range": (start, start + length)}, length)

    def _get(self, name: str, options: dict[str, tuple[int, int]] | None, largest: int) -> bytes:
        pieces, size = [], 0
        try:
            for piece in self._client.get(self._store, name, options=options).stream(min_chunk_size=_PIECE):
                pieces.append(bytes(piece))
                size += len(pieces[-1])
                if size > largest:
                    raise TooLarge(f"{self._address}/{name}", largest)
        except self._errors as error:
            raise self._error(name, error) from None
        return b"".join(pieces)

    def size(self, name: str) -> int | None:
        """The size of an object."""
        try:
            return int(self._client.head(self._store, name)["size"])
        except FileNotFoundError:
            return None
        except self._errors as error:
            raise self._error(name, error) from None

    def write(self, name: str, pieces: Iterable[bytes], cache: str) -> None:
        """Write an object in parts, which the bucket puts together when all are there."""
        media_type = "application/json" if name.endswith(".json") else "application/octet-stream"
        attributes = {"Cache-Control": cache, "Content-Type": media_type}
        try:
            self._client.put(self._store, name, iter(pieces), attributes=attributes)
        except self._errors as error:
            raise self._error(name, error) from None

    def remove(self, name: str) -> None:
        """Remove an object."""
        try:
            self._client.delete(self._store, name)
        except FileNotFoundError:
            return
        except self._errors as error:
            raise self._error(name, error) from None

    def listed(self) -> Iterator[tuple[str, float]]:
        """The objects below the prefix."""
        try:
            for objects in self._client.list(self._store):
                for entry in objects:
                    yield entry["path"], entry["last_modified"].timestamp()
        except self._errors as error:
            raise self._error("", error) from None

    def _error(self, name: str, error: Exception) -> StoreError:
        failure = Missing if isinstance(error, FileNotFoundError) else StoreError
        return failure(f"{self._address}/{name}: {_line(error)}")


def _line(error: object) -> str:
    """The first line of an error, cut where it is long: a client's own errors run over pages."""
    lines = str(error).splitlines() or [repr(error)]
    return lines[0][:_LONGEST_MESSAGE].rstrip(" :")
