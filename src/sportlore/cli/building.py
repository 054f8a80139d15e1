"""The commands that make and hold a snapshot: build, verify."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sportlore import build, snapshot
from sportlore.cli.authoring import report
from sportlore.cli.paths import catalogue_at
from sportlore.contract.addresses import Addresses, addresses
from sportlore.diagnostics import counted


def run_build(options: argparse.Namespace) -> int:
    """`sportlore build`: check the catalogue, then write the snapshot; with errors, nothing is written."""
    return 0 if built(catalogue_at(options.catalogue), options.out, options) else 1


def built(catalogue: Path, out: Path, options: argparse.Namespace) -> bool:
    """Whether the snapshot could be built; the reasons why not are printed."""
    try:
        built = build.build(catalogue, out, _addresses(options), options.status)
    except build.CatalogueErrors as errors:
        report(errors.authored, errors.findings)
        return False
    except OSError as error:
        print(f"cannot write {out}: {error.strerror}; the snapshot there is as it was", file=sys.stderr)
        return False
    records = counted(built.manifest.records, "record")
    print(
        f"built {out}: {counted(built.entities, 'entity', 'entities')}, {records}, generation {built.manifest.generation}"
    )
    return True


def _addresses(options: argparse.Namespace) -> Addresses:
    try:
        return addresses(options.site_url, options.base_url)
    except ValueError as error:
        raise SystemExit(f"sportlore: {error}") from None


def run_verify(options: argparse.Namespace) -> int:
    """`sportlore verify [SNAPSHOT]`: every file against its digest, every record counted."""
    try:
        problems = list(snapshot.verify(options.snapshot))
        generation = snapshot.read_manifest(options.snapshot).generation
    except snapshot.SnapshotError as error:
        problems = [str(error)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(f"{options.snapshot} is sound: generation {generation}")
    return 1 if problems else 0
