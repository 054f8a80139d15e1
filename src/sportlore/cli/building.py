"""The commands that make and hold a snapshot: build, verify."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable
from pathlib import Path

from sportlore import build, snapshot
from sportlore.cli.authoring import report
from sportlore.cli.paths import catalogue_at
from sportlore.contract.addresses import Addresses, addresses
from sportlore.diagnostics import counted


def run_build(options: argparse.Namespace) -> int:
    """`sportlore build`: check the catalogue, then write the snapshot; with errors, nothing is written."""
    return 0 if build_once(catalogue_at(options.catalogue), options.out, options, options.release) else 1


def build_once(catalogue: Path, out: Path, options: argparse.Namespace, release: bool = False) -> bool:
    """Build a catalogue, and print what was built; whether it could be."""
    gc.disable()  # a build makes few cycles, and to look for them would take a twentieth of its time
    try:
        addresses = addresses_of(options)
        said = built(lambda: build.build(catalogue, out, addresses, options.status, release=release), out)
    finally:
        gc.enable()
    if said is not None:
        print(said)
    return said is not None


def built(make: Callable[[], build.Built], out: Path) -> str | None:
    """What was built, in words; or None, and the reasons why not are reported."""
    try:
        result = make()
    except build.CatalogueErrors as errors:
        report(errors.authored, errors.findings)
        return None
    except OSError as error:
        print(f"cannot write {out}: {error.strerror}; the snapshot there is as it was", file=sys.stderr, flush=True)
        return None
    records = counted(result.manifest.records, "record")
    entities = counted(result.entities, "entity", "entities")
    return f"built {out}: {entities}, {records}, generation {result.manifest.generation}{result.unlike_release}"


def addresses_of(options: argparse.Namespace) -> Addresses:
    """The addresses that the options name."""
    try:
        return addresses(options.site_url, options.base_url)
    except ValueError as error:
        raise SystemExit(f"sportlore: {error}") from None


def run_verify(options: argparse.Namespace) -> int:
    """`sportlore verify [SNAPSHOT]`: every file against its digest, and the store read by a process of its own."""
    from sportlore.server.inspection import verify

    try:
        verify(options.snapshot)
        generation = snapshot.read_manifest(options.snapshot).generation
    except snapshot.SnapshotError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{options.snapshot} is sound: generation {generation}")
    return 0
