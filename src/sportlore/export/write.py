"""Writing an export: the formats asked for, then what describes them."""

from __future__ import annotations

import datetime
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from sportlore.export.bulk import EPOCH, Bulk, File
from sportlore.export.calendars import calendars
from sportlore.export.databases import parquet, sqlite
from sportlore.export.descriptions import descriptions
from sportlore.export.learning import moodle, qti
from sportlore.export.pictures import pictures
from sportlore.export.text_files import csv_files, ndjson, quads
from sportlore.publication import Publication

FORMATS: Mapping[str, Callable[[Bulk], Iterator[File]]] = MappingProxyType(
    {
        "ndjson": ndjson,
        "csv": csv_files,
        "parquet": parquet,
        "sqlite": sqlite,
        "nquads": quads,
        "drawings": pictures,
        "qti": qti,
        "moodle": moodle,
        "icalendar": calendars,
    }
)
"""The formats by name, in the order in which they are written."""


class MissingExtra(Exception):
    """A format needs a package that is not installed."""


def files(publication: Publication, formats: Collection[str], start: datetime.date | None = None) -> Iterator[File]:
    """All files of an export. Plans begin on the Monday `start`, by default the first after the release."""
    bulk = Bulk(publication, start or monday_after(publication.about.released or EPOCH))
    try:
        written = list(chain.from_iterable(make(bulk) for name, make in FORMATS.items() if name in formats))
    except ImportError as error:
        raise MissingExtra(f"{error.name} is not installed; install sportlore[export]") from None
    yield from written
    yield from descriptions(bulk, written)


def write(
    publication: Publication, folder: Path, formats: Collection[str], start: datetime.date | None = None
) -> tuple[File, ...]:
    """Write an export in the place of what stood at `folder`; raises MissingExtra and OSError, and then leaves that as it was."""
    written = tuple(files(publication, formats, start))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".export-") as scratch:
        fresh, old = Path(scratch) / "fresh", Path(scratch) / "old"
        for file in written:
            path = fresh / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
        if folder.exists():
            folder.replace(old)
        fresh.replace(folder)
    return written


def monday_after(date: datetime.date) -> datetime.date:
    """The first Monday after a day: monday_after(date(2026, 11, 24)) -> date(2026, 11, 30)."""
    return date + datetime.timedelta(days=7 - date.weekday())
