"""The commands that answer from a snapshot: serve, search."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from pkgutil import resolve_name

import msgspec

from sportlore import snapshot
from sportlore.cli.paths import SITE_URL, SNAPSHOT, bundle, catalogue_at
from sportlore.diagnostics import counted
from sportlore.search import Searcher
from sportlore.server import run
from sportlore.server.limits import Limits


def run_serve(options: argparse.Namespace) -> int:
    """`sportlore serve`: build the catalogue (or take the snapshot named or bundled), then answer until stopped."""
    seen = run.modification_times(options.catalogue) if options.reload else {}
    folder = options.snapshot or _served(options)
    if folder is None:
        return 1
    print(
        f"serving {folder} on http://{options.host}:{options.port}; pages and links name {options.site_url}", flush=True
    )
    rebuild = None
    if options.reload:
        rebuild = run.Rebuild(options.catalogue, lambda: _built(options.catalogue, folder, options), seen)
    try:
        run.serve(folder, options.host, options.port, options.workers, rebuild, _limits(options))
    except snapshot.SnapshotError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"cannot listen on {options.host}:{options.port}: {error.strerror or error}", file=sys.stderr)
        return 1
    return 0


def _limits(options: argparse.Namespace) -> Limits:
    try:
        return msgspec.convert({name: getattr(options, name) for name in Limits.__struct_fields__}, Limits)
    except msgspec.ValidationError as error:
        raise SystemExit(f"sportlore: a limit is out of range: {error}") from None


def _served(options: argparse.Namespace) -> Path | None:
    """The snapshot to serve when none is named: the bundled one as it is, or one built now."""
    plain = options.site_url == SITE_URL and options.base_url is None and options.status == "specification-only"
    if not options.catalogue.is_dir() and plain and (bundle() / "snapshot").is_dir():
        return bundle() / "snapshot"
    return SNAPSHOT if _built(catalogue_at(options.catalogue), SNAPSHOT, options) else None


def _built(catalogue: Path, out: Path, options: argparse.Namespace) -> bool:
    """Build, if asked to: what serves a snapshot as it is loads none of what makes one."""
    return bool(resolve_name("sportlore.cli.building:built")(catalogue, out, options))


def run_search(options: argparse.Namespace) -> int:
    """`sportlore search WORDS`: the first twenty ids, as /v1/search finds them."""
    try:
        opened = snapshot.Snapshot(options.snapshot)
    except snapshot.SnapshotError as error:
        print(error, file=sys.stderr)
        return 1
    hits = Searcher(opened, opened.entities).search(" ".join(options.words), options.type, 0, 20)
    items, _ = opened.items(hits.numbers)
    for entity in msgspec.json.decode(b"".join((b"[", *items, b"]"))):
        print(entity["id"])
    print(f"{counted(hits.total, 'match', 'matches')}", file=sys.stderr)
    return 0 if hits.total else 1
