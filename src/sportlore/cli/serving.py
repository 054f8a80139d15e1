"""The commands that answer from a snapshot: serve, search."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from sportlore import snapshot
from sportlore.agents.mount import mounts
from sportlore.answers import Answerer, Opened, answers, explain, title_of
from sportlore.cli.paths import SITE_URL, SNAPSHOT, STATUS, bundle, catalogue_at, snapshot_at
from sportlore.cli.reloading import BuildOrder, builder
from sportlore.diagnostics import counted
from sportlore.replication.targets import is_database, without_password
from sportlore.search import Searcher
from sportlore.server import run, workers
from sportlore.server.limits import Limits
from sportlore.server.local import MappedFiles, RebuiltFolder, SnapshotFolder
from sportlore.server.log import log_to_standard_error
from sportlore.server.ports import GenerationSource, Storage

if TYPE_CHECKING:  # what serves a snapshot of this machine loads no client of stores
    from sportlore.replication.replica import Replica

_Settings = TypeVar("_Settings", bound=msgspec.Struct)
_THIS_MACHINE = ("127.0.0.1", "0.0.0.0", "::")


def run_serve(options: argparse.Namespace) -> int:
    """`sportlore serve`: build the catalogue (or take the snapshot named or bundled), then answer until stopped."""
    limits = _settings(options, Limits)
    if options.workers > 1 and not workers.SUPPORTED:
        raise SystemExit("sportlore: this system cannot share an address among processes; leave --workers out")
    try:
        with run.listening(options.host, options.port) as probe:  # before the build, which takes seconds
            options.port = probe.getsockname()[1]
    except OSError as error:
        return _refused(options, error)
    if options.site_url is None:
        options.site_url = origin(options.host, options.port)
    if options.reload and not options.catalogue.is_dir():
        raise SystemExit(f"sportlore: no catalogue at {options.catalogue}/ to reload; name it with --catalogue")
    log_to_standard_error()
    storage = _storage(options)
    replica = None
    if isinstance(options.snapshot, str):
        replica = _started_replica(options)
        if replica is None:
            return 1
    with ExitStack() as until_stopped:
        source = replica or _local_source(options, until_stopped)
        if source is None:
            return 1
        shown = without_password(options.snapshot) if replica else source.current()
        line = f"serving {shown} on {origin(options.host, options.port)}"
        count = 1 if options.reload else options.workers
        try:
            run.serve(
                source,
                options.host,
                options.port,
                count,
                limits,
                storage,
                started=lambda: print(line, flush=True),
                mounts=mounts(),
            )
        except snapshot.SnapshotError as error:
            print(error, file=sys.stderr)
            return 1
        except OSError as error:
            return _refused(options, error)
    return 0


def _local_source(options: argparse.Namespace, until_stopped: ExitStack) -> GenerationSource | None:
    """A snapshot of this machine, built now or again and again if asked to; None if it could not be built."""
    if options.reload:
        builds = until_stopped.enter_context(builder(_order(options)))
        return RebuiltFolder(options.snapshot or SNAPSHOT, builds) if options.snapshot or next(builds, False) else None
    folder = options.snapshot or _served(options, until_stopped)
    return SnapshotFolder(folder) if folder else None


def _storage(options: argparse.Namespace) -> Storage:
    """Where the bytes of records are: the database that `--records` or `--snapshot` names, or files of this machine."""
    verify_all = options.verify == "all" and not options.reload
    if options.records is None and is_database(str(options.snapshot)):
        options.records = options.snapshot
    if options.records is None:
        return MappedFiles(verify_all)
    if options.snapshot is None or options.reload:
        raise SystemExit("sportlore: --records is for a snapshot that was published; name that with --snapshot")
    from sportlore.replication.postgres.hosts import DatabaseError
    from sportlore.replication.postgres.lookups import Lookups
    from sportlore.replication.postgres.settings import Settings
    from sportlore.replication.postgres.storage import DatabaseStorage

    try:
        return DatabaseStorage(Lookups(options.records, _settings(options, Settings)), verify_all)
    except DatabaseError as error:
        raise SystemExit(f"sportlore: {error}") from None


def _order(options: argparse.Namespace) -> BuildOrder:
    """What is built while it is served. A snapshot that is named is served until the first build is done."""
    return BuildOrder(
        catalogue=str(options.catalogue),
        out=str(options.snapshot or SNAPSHOT),
        site_url=options.site_url,
        base_url=options.base_url,
        status=options.status,
    )


def origin(host: str, port: int) -> str:
    """The address at which a browser on this machine finds a server.

    origin("0.0.0.0", 8000) -> "http://localhost:8000"; origin("::1", 80) -> "http://[::1]:80"
    """
    name = "localhost" if host in _THIS_MACHINE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def _refused(options: argparse.Namespace, error: OSError) -> int:
    """Say why the address cannot be listened on, and what to change."""
    number = error.errno or 0
    # A host name that does not resolve has numbers and words of its own.
    reason = os.strerror(number) if number in errno.errorcode else error.strerror
    option = "port" if number in (errno.EADDRINUSE, errno.EACCES) else "host"
    print(
        f"cannot listen on {options.host}:{options.port}: {reason}; choose another {option} with --{option}",
        file=sys.stderr,
    )
    return 1


def _started_replica(options: argparse.Namespace) -> Replica | None:
    """What follows the store that `--snapshot` names, with something to serve; None, with the reason printed, without."""
    from sportlore.replication.fetch import INDEX_ALONE
    from sportlore.replication.replica import NothingToServe, Replica
    from sportlore.replication.signing import KeyFileError
    from sportlore.snapshot.format import FILES

    if options.reload:
        raise SystemExit("sportlore: --reload builds from a catalogue; leave it out to serve what a store has")
    files = FILES if options.records is None else INDEX_ALONE
    try:
        replica = Replica(
            options.snapshot,
            options.cache,
            options.poll,
            options.verify == "all",
            files,
            options.public_key,
            options.longest_pause,
        )
        replica.start()
    except (NothingToServe, KeyFileError) as error:
        print(error, file=sys.stderr)
        return None
    return replica


def _settings(options: argparse.Namespace, settings: type[_Settings]) -> _Settings:
    """The options that are the fields of a type."""
    try:
        return msgspec.convert({name: getattr(options, name) for name in settings.__struct_fields__}, settings)
    except msgspec.ValidationError as error:
        raise SystemExit(f"sportlore: a limit is out of range: {error}") from None


def _served(options: argparse.Namespace, until_stopped: ExitStack) -> Path | None:
    """The snapshot to serve when none is named: one built now, or that of an installed package.

    Where that has another address, it is written again with the one asked for, into a temporary folder: where an installed
    package is started, it leaves nothing behind.
    """
    if options.catalogue.is_dir():
        return SNAPSHOT if _built(options.catalogue, SNAPSHOT, options) else None
    bundled = bundle() / "snapshot"
    if not bundled.is_dir() or options.base_url is not None or options.status != STATUS:
        catalogue_at(options.catalogue)
    if options.site_url == SITE_URL:
        return bundled
    from sportlore.snapshot.relocation import relocated

    folder = Path(until_stopped.enter_context(tempfile.TemporaryDirectory(prefix="sportlore-"))) / "snapshot"
    print(f"preparing the bundled snapshot for {options.site_url}", file=sys.stderr, flush=True)
    with closing(snapshot.Snapshot(bundled)) as opened:
        relocated(opened, folder, options.site_url)
    return folder


def _built(catalogue: Path, out: Path, options: argparse.Namespace) -> bool:
    """Build, if asked to: what serves a snapshot as it is loads none of what builds one."""
    from sportlore.cli.building import build_once

    print(f"building {catalogue}/ for {options.site_url}", file=sys.stderr, flush=True)
    return build_once(catalogue, out, options)


def run_search(options: argparse.Namespace) -> int:
    """`sportlore search WORDS`: the first twenty ids, as /v1/search and the page find them; `--explain` shows why."""
    try:
        opened = snapshot.Snapshot(snapshot_at(options.snapshot), whole=False)
    except snapshot.SnapshotError as error:
        print(error, file=sys.stderr)
        return 1
    with closing(opened):
        return _print_found(opened, options)


def _print_found(opened: snapshot.Snapshot, options: argparse.Namespace) -> int:
    searcher = Searcher(opened, opened.entities)
    text = " ".join(options.words)
    hits = searcher.search(text, options.type, 0, 20, pages=True)
    for typed, read_as in hits.corrections:
        print(f"nothing is called `{typed}`; read as `{read_as}`", file=sys.stderr)
    for word in hits.not_found:
        print(f"nothing here has `{word}`", file=sys.stderr)
    answerer = Answerer(Opened(opened))
    for answer in answers(answerer, text, hits.corrections):
        title, source = title_of(answer), f" ({answer.source})" if answer.source else ""
        print(f"{title}: {answer.text}{source}" if title else f"{answer.text}{source}")
    if options.explain:
        print("\n".join(f"  {line}" for line in explain(answerer, text, hits.corrections)))
    for number in hits.numbers:
        print(_found(opened, searcher, number))
        if options.explain:
            shares = searcher.explain(text, options.type, number, pages=True)
            print(f"  {sum(share.points for share in shares):5} points")
            for share in shares:
                print(f"  {share.points:5} {share.word or '-'} ({share.reason})")
    total = counted(hits.total, "match", "matches")
    print(f"{total}{_by_type(opened, searcher, text) if hits.total else ''}", file=sys.stderr)
    return 0 if hits.total else 1


def _by_type(opened: snapshot.Snapshot, searcher: Searcher, text: str) -> str:
    """How many matches are of each type, as if none had been asked for: ": 2 sports, 1 exercise"."""
    facets = {facet.key: facet.counts for facet in searcher.facets(text, None, pages=True)}
    info = opened.info
    counts = [counted(item.count, info.singular[item.value], info.plural[item.value]) for item in facets["type"]]
    return f": {', '.join(counts)}" if counts else ""


def _found(opened: snapshot.Snapshot, searcher: Searcher, number: int) -> str:
    """The id of an entity, or the path of the page of something else: "sport/tennis", "/calculators/body-mass-index"."""
    if number >= opened.entities:
        return searcher.others[number - opened.entities].page
    (item,) = opened.items([number]).plain
    return str(msgspec.json.decode(item)["id"])
