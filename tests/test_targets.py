"""Addresses of stores: which are beyond this machine, and what of them is shown."""

from __future__ import annotations

import logging
import subprocess
from pathlib import Path

import pytest

from sportlore.replication.replica import NothingToServe, Replica
from sportlore.replication.targets import is_database, is_remote, without_password


@pytest.mark.parametrize(
    ("target", "remote"),
    [
        ("s3://bucket/a", True),
        ("https://store.example", True),
        ("http://10.0.0.1:9000/a", True),
        ("http://127.0.0.1.example/a", True),
        ("http://127.0.0.1:9000/a", False),
        ("http://[::1]/a", False),
        ("https://localhost", False),
        ("postgresql://me@db1,db2/data", True),
        ("postgresql://me@localhost,db2/data", True),
        ("postgresql://me:secret@127.0.0.1:5432,[::1]:5433/data", False),
        ("postgresql:///data?host=/run/postgresql", False),
        ("postgresql:///data?host=127.0.0.1", False),
        ("postgresql:///data?sslmode=require&host=db.example", True),
        ("build/store", False),
    ],
)
def test_a_store_is_remote_if_any_of_its_hosts_is(target: str, remote: bool) -> None:
    assert is_remote(target) == remote


def test_a_password_is_never_shown() -> None:
    assert without_password("postgresql://me:secret@a,b/data?password=x") == "postgresql://me@a,b/data"
    assert without_password("s3://bucket/a?b") == "s3://bucket/a?b"
    assert [is_database(text) for text in ("postgresql://a", "postgres:///b", "s3://a", "build/snapshot")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(("source", "count"), [("postgresql://me:secret@a/data", 1), ("http://127.0.0.1:1", 0)])
def test_an_unsigned_store_beyond_this_machine_is_said_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, source: str, count: int
) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess[bytes]([], 1))
    with caplog.at_level(logging.WARNING), pytest.raises(NothingToServe):
        Replica(source, tmp_path, 1.0).start()
    words = "what postgresql://me@a/data has is served unsigned: who can write there says what is answered here (--public-key)"
    assert caplog.messages == count * [words]
