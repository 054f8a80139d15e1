"""Signed pointers: Ed25519 (RFC 8032), with keys in PEM files as `openssl genpkey -algorithm ed25519` writes them.

The signature covers the whole pointer, and so the digests of the manifests that it names, and through these every file.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sportlore.replication.pointer import Pointer, PointerError

if TYPE_CHECKING:  # optional: only who signs or checks signatures loads it
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_PREFIX = b"sportlore pointer\0"
"""Precedes what is signed, so that a signature of anything else is never one of a pointer."""


class KeyFileError(Exception):
    """A key that cannot be read: which file, and what it must be."""


def private_key(path: Path) -> Ed25519PrivateKey:
    """The private key in a PEM file without a password; raises KeyFileError."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415
        from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

        key = load_pem_private_key(path.read_bytes(), password=None)
    except (ImportError, OSError, ValueError, TypeError) as error:
        raise _unreadable(path, error) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{path} has another kind of key; make one with `openssl genpkey -algorithm ed25519`")
    return key


def public_key(path: Path) -> Ed25519PublicKey:
    """The public key in a PEM file; raises KeyFileError."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415
        from cryptography.hazmat.primitives.serialization import load_pem_public_key  # noqa: PLC0415

        key = load_pem_public_key(path.read_bytes())
    except (ImportError, OSError, ValueError, TypeError) as error:
        raise _unreadable(path, error) from None
    if not isinstance(key, Ed25519PublicKey):
        raise KeyFileError(f"{path} has another kind of key; write it with `openssl pkey -pubout`")
    return key


def _unreadable(path: Path, error: Exception) -> KeyFileError:
    if isinstance(error, ImportError):
        return KeyFileError("signatures need a library: pip install 'sportlore[signing]'")
    if isinstance(error, OSError):
        return KeyFileError(f"{path}: {error.strerror or error}")
    return KeyFileError(f"{path} is no PEM file of a key that can be read (a private key must have no password)")


def signed(pointer: Pointer, key: Ed25519PrivateKey) -> Pointer:
    """The pointer with a signature."""
    return msgspec.structs.replace(pointer, signature=base64.b64encode(key.sign(_message(pointer))).decode())


def check_signature(pointer: Pointer, key: Ed25519PublicKey) -> None:
    """Raise PointerError unless the pointer was signed with the private key that belongs to this one."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415

    if not pointer.signature:
        raise PointerError("the pointer is not signed: publish with --private-key")
    try:
        key.verify(base64.b64decode(pointer.signature, validate=True), _message(pointer))
    except (InvalidSignature, ValueError):
        raise PointerError(
            "the pointer is signed with another key, or was changed: publish with --private-key"
        ) from None


def _message(pointer: Pointer) -> bytes:
    return _PREFIX + msgspec.json.encode(msgspec.structs.replace(pointer, signature=""))
