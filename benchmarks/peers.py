"""What people would otherwise use, each with the same entities: FastAPI, Starlette, Datasette, Django REST framework."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from benchmarks.machine import PEERS

APPS = Path(__file__).with_name("apps")
BIN = PEERS / "bin"

COLUMNS = "id, type, slug, name, description, url, api_url, keywords, details, version, generated_from"
_SCHEMA = f"""
create table entity ({COLUMNS.replace("id,", "id text primary key,", 1)});
create unique index entity_address on entity (type, slug);
create table relationship (id integer primary key, source_id text, target_id text, relation text);
create index relationship_source on relationship (source_id);
create table document (
  id text primary key, type, slug, name, description, url, apiUrl, keywords, details, relationships, jsonLd, meta
);
"""
DETAILS = (
    "facts",
    "drawings",
    "boards",
    "stands",
    "signals",
    "tokens",
    "sameAs",
    "identifiers",
    "sections",
    "evidence",
    "serves",
    "schedule",
    "sources",
    "checked",
    "names",
)
"""What few entities have all of: one JSON column of the databases."""


class Peer(Struct, frozen=True):
    """A peer: how it is started on a port, the path of an entity, whether a body holds what the snapshot's holds."""

    name: str
    command: Callable[[int], list[str]]
    path: Callable[[str], str]
    agrees: Callable[[bytes, bytes], bool]


def environment(folder: Path) -> dict[str, str]:
    """Where the applications find the entities."""
    return {"BENCH_ENTITIES": str(folder / "entities.jsonl"), "BENCH_SQLITE": str(folder / "entities.sqlite")}


def prepare(bodies: Sequence[bytes], folder: Path) -> None:
    """Write the entities as lines of JSON, as rows with links (Django), and as one row each (Datasette)."""
    (folder / "entities.jsonl").write_bytes(b"\n".join(bodies))
    file = folder / "entities.sqlite"
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as database:
        database.executescript(_SCHEMA)
        for found in map(json.loads, bodies):
            row = [found[key] for key in ("id", "type", "slug", "name", "description", "url", "apiUrl")]
            details = {key: found[key] for key in DETAILS if key in found}
            row += [json.dumps(found["keywords"]), json.dumps(details)]
            meta = found["meta"]
            database.execute(
                "insert into entity values (?,?,?,?,?,?,?,?,?,?,?)", [*row, meta["version"], meta["generatedFrom"]]
            )
            rest = [json.dumps(found[key]) for key in ("relationships", "jsonLd", "meta")]
            database.execute("insert into document values (?,?,?,?,?,?,?,?,?,?,?,?)", [*row, *rest])
            links = [(found["id"], other["id"], other["relation"]) for other in found["relationships"]]
            database.executemany("insert into relationship (source_id, target_id, relation) values (?,?,?)", links)
        database.commit()
        database.execute("vacuum")


def _uvicorn(app: str) -> Callable[[int], list[str]]:
    settings = ["--no-access-log", "--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
    return lambda port: [str(BIN / "uvicorn"), app, "--app-dir", str(APPS), "--port", str(port), *settings]


def _gunicorn(port: int) -> list[str]:
    settings = ["--worker-class", "gthread", "--workers", "1", "--threads", "4", "--keep-alive", "75"]
    place = ["--chdir", str(APPS), "--bind", f"127.0.0.1:{port}", "--log-level", "warning"]
    return [str(BIN / "gunicorn"), "django_app:application", *settings, *place]


def _datasette(folder: Path) -> Callable[[int], list[str]]:
    file = str(folder / "entities.sqlite")
    return lambda port: [str(BIN / "datasette"), "serve", "--immutable", file, "--port", str(port)]


def _same_json(body: bytes, expected: bytes) -> bool:
    return bool(json.loads(body) == json.loads(expected))


def _same_row(body: bytes, expected: bytes) -> bool:
    """Datasette answers a row as an array, JSON columns as text."""
    found = json.loads(body)
    row = dict(zip(found["columns"], found["rows"][0], strict=True))
    details = json.loads(row.pop("details"))
    columns = ("keywords", "relationships", "jsonLd", "meta")
    return bool(row | details | {name: json.loads(row[name]) for name in columns} == json.loads(expected))


def peers(folder: Path) -> tuple[Peer, ...]:
    """The peers, the fastest first."""

    def same(path: str) -> str:
        return path

    def row(path: str) -> str:
        return f"/entities/document/{path.removeprefix('/v1/entities/').replace('/', '~2F')}.json"

    return (
        Peer("Starlette", _uvicorn("starlette_app:app"), same, _same_json),
        Peer("FastAPI + pydantic", _uvicorn("fastapi_app:app"), same, _same_json),
        Peer("Datasette", _datasette(folder), row, _same_row),
        Peer("Django REST framework", _gunicorn, same, _same_json),
    )
