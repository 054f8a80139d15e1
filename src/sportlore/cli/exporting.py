"""The command that writes the catalogue as files: export."""

from __future__ import annotations

import argparse
import sys

from sportlore import build, export
from sportlore.cli.authoring import report
from sportlore.cli.building import addresses_of
from sportlore.cli.paths import catalogue_at
from sportlore.diagnostics import counted, did_you_mean


def run_export(options: argparse.Namespace) -> int:
    """`sportlore export [FORMAT …]`: check the catalogue, then write the files; with errors, nothing is written."""
    for name in options.formats:
        if name not in export.FORMATS:
            advice = did_you_mean(name, export.FORMATS, f"there are {', '.join(export.FORMATS)}")
            print(f"no format `{name}`; {advice}", file=sys.stderr)
            return 2
    formats = options.formats or list(export.FORMATS)
    try:
        publication = build.publication(catalogue_at(options.catalogue), addresses_of(options), options.status)
        files = export.write(publication, options.out, formats, options.start)
    except build.CatalogueErrors as errors:
        report(errors.authored, errors.findings)
        return 1
    except export.MissingExtra as error:
        print(f"{error}, or name other formats: {', '.join(export.FORMATS)}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"cannot write {options.out}: {error.strerror}; what stood there is as it was", file=sys.stderr)
        return 1
    size = sum(len(file.content) for file in files)
    print(
        f"exported {options.out}: {counted(len(files), 'file')}, {size / 1e6:.1f} MB, version {publication.about.version}"
    )
    return 0
