"""The tables as databases: SQLite with views and full text, and Parquet."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sportlore.export.bulk import Bulk, File
from sportlore.export.tables import tables, tables_by_type
from sportlore.linked.table import Table, csv_text

SQLITE, PARQUET = "application/vnd.sqlite3", "application/vnd.apache.parquet"
_SQLITE_TYPES = {"string": "TEXT", "integer": "INTEGER", "number": "REAL"}
_DUCKDB_TYPES = {"string": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE"}

_VIEWS = """
CREATE VIEW facts AS
SELECT e.type, e.name, f.label, f.text, f.low, f.high, f.unit, f.words, f.scope, f.since, f.until,
       f.sources, f.clause, f.basis, f.doubt, f.entity, f.key, e.url
FROM fact f JOIN entities e ON e.id = f.entity;
CREATE VIEW links AS
SELECT s.type AS subject_type, s.name AS subject_name, l.relation, o.type AS object_type, o.name AS object_name,
       l.position, l.subject, l.object
FROM link l JOIN entities s ON s.id = l.subject JOIN entities o ON o.id = l.object;
CREATE VIEW sources AS
SELECT w.*, (SELECT count(*) FROM citations c WHERE c.source = w.id) AS cited_by FROM source w;
CREATE VIRTUAL TABLE search USING fts5(
    id UNINDEXED, type UNINDEXED, name, keywords, description, text, tokenize='porter unicode61');
INSERT INTO search
SELECT e.id, e.type, e.name, e.keywords, e.description,
       (SELECT group_concat(title || char(10) || text, char(10)) FROM
           (SELECT title, text FROM sections s WHERE s.entity = e.id ORDER BY position))
FROM entities e ORDER BY e.rowid;
INSERT INTO search(search) VALUES ('optimize');
CREATE INDEX fact_entity ON fact(entity);
CREATE INDEX fact_key ON fact(key);
CREATE INDEX link_object ON link(object);
"""
"""Readable views of the plain tables, the index of full text, and the indexes of what is looked up most."""

_PLAIN = {"facts": "fact", "links": "link", "sources": "source"}
"""Tables that have another name in SQLite, where a view has theirs."""


def sqlite(bulk: Bulk) -> Iterator[File]:
    """One database. Its bytes depend on the rows and on the version of SQLite alone: nothing in it is of a moment or a place."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "catalogue.db"
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.executescript("PRAGMA page_size=4096; PRAGMA journal_mode=OFF; BEGIN;")
            for table in tables(bulk):
                _fill(connection, table, _PLAIN.get(table.name, table.name))
            for table in tables_by_type(bulk):
                _fill(connection, table, f"type_{table.name}")
            connection.executescript(f"BEGIN; {_VIEWS} COMMIT; VACUUM")
        finally:
            connection.close()
        yield File("catalogue.db", SQLITE, path.read_bytes())


def _fill(connection: sqlite3.Connection, table: Table, name: str) -> None:
    columns = ", ".join(f'"{column.name}" {_SQLITE_TYPES[column.type]}' for column in table.columns)
    names = ", ".join(f'"{column}"' for column in table.key)
    key = f", PRIMARY KEY ({names})" if table.key else ""
    connection.execute(f'CREATE TABLE "{name}" ({columns}{key})')
    connection.executemany(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(table.columns))})', table.rows)


def parquet(bulk: Bulk) -> Iterator[File]:
    """Each table as Parquet (zstd), written by a single thread in the order of the rows. Raises ImportError without DuckDB."""
    import duckdb

    with tempfile.TemporaryDirectory() as folder, duckdb.connect(config={"threads": 1}) as connection:
        connection.execute("SET preserve_insertion_order=true")
        for path, table in (
            *((table.name, table) for table in tables(bulk)),
            *((f"types/{table.name}", table) for table in tables_by_type(bulk)),
        ):
            rows, written = Path(folder) / "rows.csv", Path(folder) / "rows.parquet"
            rows.write_text(csv_text(table), encoding="utf-8", newline="")
            columns = ", ".join(f"'{column.name}': '{_DUCKDB_TYPES[column.type]}'" for column in table.columns)
            connection.execute(
                f"COPY (SELECT * FROM read_csv('{rows}', columns={{{columns}}}, header=true, delim=',', quote='\"', "
                "escape='\"', strict_mode=true, parallel=false)) "
                f"TO '{written}' (FORMAT parquet, COMPRESSION zstd)"
            )
            yield File(f"parquet/{path}.parquet", PARQUET, written.read_bytes())
