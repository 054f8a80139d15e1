"""Signed pointers: what a replica with a public key follows, and what a publisher with a private key signs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from conftest import numbered

from sportlore.cli import main
from sportlore.replication.fetch import FetchError, fetch, read_local, read_pointer
from sportlore.replication.pointer import POINTER, Pointer, PointerError, decoded
from sportlore.replication.signing import KeyFileError, check_signature, private_key, public_key, signed
from sportlore.replication.stores import origin_at, target_at
from sportlore.snapshot import read_manifest

A, B = "a" * 16, "b" * 16
NOW = 1_800_000_000.0


class Keys:
    """A pair of keys in files, as an operator makes them."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.private, self.public = folder / "private.pem", folder / "public.pem"
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", self.private], check=True)
        subprocess.run(["openssl", "pkey", "-in", self.private, "-pubout", "-out", self.public], check=True)


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return Keys(tmp_path_factory.mktemp("keys") / "ours")


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return Keys(tmp_path_factory.mktemp("keys") / "theirs")


@pytest.fixture(scope="module")
def snapshots(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    return numbered(tmp_path_factory, 2)


def test_a_signature_covers_every_field(keys: Keys, others: Keys) -> None:
    pointer = Pointer(A, next=B, pause=0.25, earlier=(B,), serial=7, digests={A: "1" * 64, B: "2" * 64})
    sealed = decoded(signed(pointer, private_key(keys.private)).encoded())
    check_signature(sealed, public_key(keys.public))
    changes: list[dict[str, object]] = [
        {"active": B},
        {"next": None},
        {"pause": 0.5},
        {"earlier": ()},
        {"serial": 8},
        {"digests": {A: "1" * 64, B: "3" * 64}},
        {"signature": ("B" if sealed.signature[0] == "A" else "A") + sealed.signature[1:]},
        {"signature": "?"},
    ]
    for change in changes:
        with pytest.raises(PointerError, match="signed with another key, or was changed"):
            check_signature(msgspec.structs.replace(sealed, **change), public_key(keys.public))
    with pytest.raises(PointerError, match="signed with another key"):
        check_signature(sealed, public_key(others.public))
    with pytest.raises(PointerError, match="is not signed"):
        check_signature(pointer, public_key(keys.public))


def test_a_replica_with_a_key_follows_what_was_signed_with_it_alone(
    snapshots: tuple[Path, ...], tmp_path: Path, keys: Keys, others: Keys, capsys: pytest.CaptureFixture[str]
) -> None:
    store, cache = str(tmp_path / "store"), tmp_path / "cache"
    ours, theirs = ["--private-key", str(keys.private)], ["--private-key", str(others.private)]
    names = [read_manifest(snapshot).generation for snapshot in snapshots]
    asked = ["fetch", store, "--cache", str(cache), "--public-key", str(keys.public)]

    def active() -> str:
        pointer = read_local(cache, public_key(keys.public))
        assert pointer is not None
        return pointer.current(2 * NOW)

    assert main(["publish", str(snapshots[0]), store, *ours]) == 0
    assert main(asked) == 0
    assert active() == names[0]
    for arguments, problem in (([], "is not signed: publish with --private-key"), (theirs, "signed with another key")):
        assert main(["publish", str(snapshots[1]), store, "--activate-in", "0", *arguments]) == 0
        capsys.readouterr()
        assert main(asked) == 1
        assert problem in capsys.readouterr().err
        assert active() == names[0]
    assert main(["publish", str(snapshots[1]), store, *ours]) == 0
    assert "the pointer was not signed with this key, so it is written anew" in capsys.readouterr().err
    assert main(asked) == 0
    assert active() == names[1]


def test_who_has_no_key_follows_signed_pointers_too_and_publishing_unsigned_is_noticed(
    snapshots: tuple[Path, ...], tmp_path: Path, keys: Keys, capsys: pytest.CaptureFixture[str]
) -> None:
    store, cache = str(tmp_path / "store"), str(tmp_path / "cache")
    assert main(["publish", str(snapshots[0]), store, "--private-key", str(keys.private)]) == 0
    assert main(["fetch", store, "--cache", cache]) == 0
    assert main(["publish", str(snapshots[1]), store]) == 0
    assert "the pointer was signed, and is not now" in capsys.readouterr().err


def test_nothing_that_others_wrote_is_signed(snapshots: tuple[Path, ...], tmp_path: Path, keys: Keys) -> None:
    """A pointer of somebody else may name generations of theirs, and an instant that never comes."""
    store = tmp_path / "store"
    store.mkdir()
    forged = b'{"active":"%b","next":"%b","at":"2999-01-01T00:00:00Z","digests":{"%b":"%b"}}'
    (store / POINTER).write_bytes(forged % (A.encode(), B.encode(), A.encode(), b"1" * 64))
    assert main(["publish", str(snapshots[0]), str(store), "--private-key", str(keys.private)]) == 0
    pointer = read_pointer(target_at(str(store)), public_key(keys.public))
    name = read_manifest(snapshots[0]).generation
    assert (pointer.active, pointer.next, pointer.earlier, set(pointer.digests)) == (name, None, (), {name})


def test_a_signed_pointer_must_name_the_digest_of_what_is_fetched(
    snapshots: tuple[Path, ...], tmp_path: Path, keys: Keys
) -> None:
    store = target_at(str(tmp_path / "store"))
    manifest = read_manifest(snapshots[0])
    store.add(snapshots[0], manifest)
    store.write_pointer(signed(Pointer(manifest.generation), private_key(keys.private)).encoded())
    with pytest.raises(FetchError, match="the pointer has no digest of"):
        list(fetch(origin_at(str(tmp_path / "store")), tmp_path / "cache", NOW, key=public_key(keys.public)))


def test_a_copy_of_before_the_key_is_not_served(tmp_path: Path, keys: Keys) -> None:
    (tmp_path / POINTER).write_bytes(Pointer(A).encoded())
    assert read_local(tmp_path) == Pointer(A)
    assert read_local(tmp_path, public_key(keys.public)) is None


@pytest.mark.parametrize("option", ["fetch", "publish", "serve"])
def test_a_key_that_cannot_be_read_is_one_line(
    option: str, snapshots: tuple[Path, ...], tmp_path: Path, keys: Keys, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = {
        "fetch": ["fetch", str(tmp_path), "--cache", str(tmp_path), "--public-key"],
        "publish": ["publish", str(snapshots[0]), str(tmp_path), "--private-key"],
        "serve": ["serve", "--snapshot", "http://127.0.0.1:1", "--port", "0", "--public-key"],
    }
    (tmp_path / "junk").write_bytes(b"junk")
    rsa = tmp_path / "rsa.pem"
    subprocess.run(["openssl", "genrsa", "-out", rsa, "2048"], check=True, capture_output=True)
    subprocess.run(["openssl", "rsa", "-in", rsa, "-pubout", "-out", f"{rsa}.pub"], check=True, capture_output=True)
    other = rsa if option == "publish" else tmp_path / "rsa.pem.pub"
    for path, words in (
        (tmp_path / "none", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (tmp_path / "junk", "is no PEM file of a key"),
        (keys.public if option == "publish" else keys.private, "is no PEM file of a key"),
        (other, "has another kind of key"),
    ):
        assert main([*commands[option], str(path)]) == 1
        line = capsys.readouterr().err
        assert (line.count("\n"), words in line) == (1, True), line


def test_without_the_library_a_key_says_what_to_install(keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cryptography")]:
        monkeypatch.setitem(sys.modules, name, None)
    for read, path in ((private_key, keys.private), (public_key, keys.public)):
        with pytest.raises(KeyFileError, match=r"pip install 'sportlore\[signing\]'"):
            read(path)
