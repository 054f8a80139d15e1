"""The command that notes what a release holds: release."""

from __future__ import annotations

import argparse
import sys

from sportlore import build, registry
from sportlore.api.changes import current
from sportlore.cli.authoring import report
from sportlore.cli.building import addresses_of
from sportlore.cli.paths import SITE_URL, STATUS, catalogue_at
from sportlore.diagnostics import counted


def run_release(options: argparse.Namespace) -> int:
    """`sportlore release`: check the catalogue as for a release, then write down what it holds."""
    catalogue = catalogue_at(options.catalogue)
    site = argparse.Namespace(site_url=SITE_URL, base_url=None)
    try:
        publication = build.publication(catalogue, addresses_of(site), STATUS, release=True)
    except build.CatalogueErrors as errors:
        report(errors.authored, errors.findings)
        return 1
    held = current(publication)
    if not held.released:
        print('catalogue.toml has no day: write `released = "YYYY-MM-DD"`, the day of the release', file=sys.stderr)
        return 1
    path = catalogue / registry.releases_file(held.version)
    path.parent.mkdir(exist_ok=True)
    path.write_text(registry.release_text(held), encoding="utf-8")
    print(f"wrote {path}: {counted(len(held.entities), 'entity', 'entities')} of {held.version}, {held.released}")
    return 0
