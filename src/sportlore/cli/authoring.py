"""The commands of authors: check, fmt, explain, due, new."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from sportlore import registry, rules
from sportlore.cli.formats import extent_of, github_command, json_array
from sportlore.cli.paths import catalogue_at
from sportlore.derive import due
from sportlore.diagnostics import Excerpt, Finding, counted, did_you_mean, render
from sportlore.model import COMPARES
from sportlore.rules.context import DERIVED, NAMED_BY_DERIVATION


def run_check(options: argparse.Namespace) -> int:
    """`sportlore check [FILE …]`: every problem with its location and cure, then a count."""
    authored = registry.read(catalogue_at(options.catalogue))
    files = [_file_in(authored.root, path) for path in options.files]
    findings = [
        finding for finding in rules.check(authored).findings if _concerns(finding, files) or not authored.usable
    ]
    if options.format == "json":
        print(json_array(authored.root, findings))
    elif options.format == "github":
        for finding in findings:
            print(github_command(authored.root, finding))
    elif files and not findings:
        print(f"no errors in {counted(len(files), 'file')}")
    else:
        report(authored, findings)
    return 1 if findings else 0


def _file_in(root: Path, path: Path) -> str:
    """A file of the catalogue as findings name it: catalogue/entities/sport/tennis.toml -> entities/sport/tennis.toml."""
    if not path.is_file():
        raise SystemExit(f"sportlore: no file {path}")
    inner = _inner(root, path)
    if inner is None:
        raise SystemExit(f"sportlore: {path} is not in the catalogue {root}/")
    return inner.as_posix()


def _inner(root: Path, path: Path) -> Path | None:
    """The path below the catalogue, or None; the last part may be a link, which whoever opens it refuses."""
    absolute, within = Path(os.path.realpath(path.parent), path.name), Path(os.path.realpath(root))
    return absolute.relative_to(within) if absolute.is_relative_to(within) else None


def _concerns(finding: Finding, files: Sequence[str]) -> bool:
    """Whether a finding is about one of the files or its folder; every one is where no file is named."""
    locations = [finding.location.file, *(location.file for location, _ in finding.related)]
    return not files or any(
        file == location or file.startswith(f"{location.rstrip('/')}/") for file in files for location in locations
    )


def report(authored: registry.Registry, findings: Sequence[Finding]) -> None:
    """Print findings and a count: problems on standard error, the count of a sound catalogue on standard output."""
    for finding in findings:
        print(rendered(authored.root, finding, f"{authored.root}/"), end="\n\n", file=sys.stderr)
    if findings:
        codes = ", ".join(f"`sportlore explain {code}`" for code in sorted({f.code for f in findings})[:3])
        print(f"{counted(len(findings), 'error')}; see {codes}", file=sys.stderr)
    else:
        print(f"no errors: {rules.counts_line(authored)}")


def rendered(root: Path, finding: Finding, prefix: str = "") -> str:
    """A finding with its line and caret, read from the file that it names; `prefix` leads to that file from here."""
    locations = (finding.location, *(location for location, _ in finding.related))
    return render(finding, prefix, [Excerpt(*extent_of(root, location)) for location in locations])


def run_fmt(options: argparse.Namespace) -> int:
    """`sportlore fmt [FILE …]`: the canonical form; a file that would lose anything by it is refused."""
    authored = registry.read(catalogue_at(options.catalogue))
    _require_vocabulary(authored)
    files = options.files or list(_formattable(authored))
    changed = refused = 0
    for path in files:
        try:
            is_changed = _format(authored, path, write=not options.check)
        except (OSError, ValueError, registry.Unreadable, registry.Unformattable, registry.UnkeptComment) as error:
            print(f"refused {path}: {_reason(error)}", file=sys.stderr)
            refused += 1
            continue
        if is_changed:
            changed += 1
            print(("would format " if options.check else "formatted ") + str(path))
    print(f"{counted(len(files), 'file')}, {changed} changed, {refused} refused")
    return 1 if refused or (options.check and changed) else 0


def _formattable(authored: registry.Registry) -> Iterator[Path]:
    """The files of a catalogue that have a canonical form."""
    of_types = (f"{parent}/{type}" for parent in ("entities", "searches") for type in authored.vocabulary.types)
    for folder in (*of_types, "sources"):
        yield from sorted(authored.root.glob(f"{folder}/*.toml"))


def _format(authored: registry.Registry, path: Path, *, write: bool) -> bool:
    """Whether a file was not in its canonical form, into which it is brought if it may be written."""
    inner, order = _order_of(authored, path)
    content = registry.read_bytes(authored.root, inner)
    text, _ = registry.parse(path.name, content)
    written = registry.canonical(text, order).encode()
    if written != content and write:
        path.write_bytes(written)
    return written != content


def _reason(error: Exception) -> str:
    match error:
        case OSError():
            return error.strerror or str(error)
        case registry.Unreadable() if error.finding.location.line:
            return f"line {error.finding.location.line}: {error}"
        case _:
            return str(error)


def _order_of(authored: registry.Registry, path: Path) -> tuple[str, registry.Order]:
    """A file by its path in the catalogue, and the order of its keys; ValueError for files without a canonical form."""
    inner = _inner(authored.root, path)
    if inner is None:
        raise ValueError(f"it is not in the catalogue {authored.root}/")
    match inner.parts:
        case ("entities", type, _) if type in authored.vocabulary.types and path.suffix == ".toml":
            return inner.as_posix(), registry.entity_order(authored.vocabulary)
        case ("searches", type, _) if type in authored.vocabulary.types and path.suffix == ".toml":
            return inner.as_posix(), registry.SEARCHES_ORDER
        case ("sources", _) if path.suffix == ".toml":
            return inner.as_posix(), registry.SOURCE_ORDER
        case (("calculators" | "courses" | "vocabulary") as folder, *_):
            raise ValueError(
                f"the order in {folder}/ is the author's: only entities/, searches/ and sources/ have a canonical form"
            )
        case _:
            raise ValueError(
                "it is none of entities/<type>/<slug>.toml, searches/<type>/<slug>.toml, sources/<id>.toml"
            )


def _require_vocabulary(authored: registry.Registry) -> None:
    """End a command that writes or lists by the vocabulary if that has errors itself."""
    if not authored.usable:
        raise SystemExit(
            "sportlore: the vocabulary has errors, and nothing can be written or listed by it; run `sportlore check`"
        )


def run_explain(options: argparse.Namespace) -> int:
    """`sportlore explain [CODE]`: every code; or a rule's sentence, a file that breaks it, and what `check` says of it."""
    known = rules.explanations()
    if options.code is None:
        width = max(map(len, known))
        print("\n".join(f"{code:{width}}  {known[code]}" for code in sorted(known)))
        return 0
    if options.code not in known:
        print(
            f"no code `{options.code}`; {did_you_mean(options.code, known, 'the codes are ' + ', '.join(known))}",
            file=sys.stderr,
        )
        return 1
    example, *others = rules.examples(options.code)
    print(f"{options.code}: {known[options.code]}\n\nFor example:\n\n{_indented(example.fault)}\n")
    print(f"is reported as\n\n{_indented(example.report)}")
    if others:
        print("\nIt also reports:\n\n" + "\n".join(f"    {other.title}" for other in others))
    return 0


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.strip("\n").split("\n"))


def run_due(options: argparse.Namespace) -> int:
    """`sportlore due [--on YYYY-MM]`: what is to be compared with its sources again, by how many links lead to it."""
    authored = registry.read(catalogue_at(options.catalogue))
    _require_vocabulary(authored)
    month = options.on or f"{date.today():%Y-%m}"
    try:
        items = due(authored.entities, authored.vocabulary, month)
    except ValueError:
        raise SystemExit("sportlore: a `checked` is not a month; run `sportlore check`") from None
    for item in items:
        checked = f"checked {item.checked}" if item.checked else "never checked"
        print(f"{checked:15}  {counted(item.links, 'link'):>9}  {item.id}")
    never = sum(item.checked is None for item in items)
    stating = sum(bool(entity.facts) for entity in authored.entities.values())
    print(
        f"{len(items):,} of {counted(stating, 'entity', 'entities')} with facts are due in {month}; {never:,} were never checked"
    )
    return 0


def run_new(options: argparse.Namespace) -> int:
    """`sportlore new TYPE/SLUG`: a file with the required fields to fill in; an existing file is left alone."""
    authored = registry.read(catalogue_at(options.catalogue))
    _require_vocabulary(authored)
    type, _, slug = options.id.partition("/")
    path = authored.root / "entities" / type / f"{slug}.toml"
    try:
        _refuse_new(authored, type, slug, path)
        text = _template(authored, type, slug)
        registry.require_folder(authored.root, "entities")
        path.parent.mkdir(exist_ok=True)
        registry.require_folder(authored.root, f"entities/{type}")
        path.write_bytes(text.encode())
    except (ValueError, registry.NoPair) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"cannot write {path}: {error.strerror}", file=sys.stderr)
        return 1
    searches = authored.root / registry.searches_file(options.id)
    print(f"wrote {path}: fill it in, then run `sportlore check {path}`; what people type for it goes into {searches}")
    return 0


def _template(authored: registry.Registry, type: str, slug: str) -> str:
    """The text of the new file; raises NoPair for the slug of a comparison that names none."""
    pair = registry.pair_of(authored, slug) if COMPARES in authored.vocabulary.types[type].links else None
    named = authored.vocabulary.role_of(type) not in NAMED_BY_DERIVATION
    return registry.template(authored, type, slug, named, pair)


def _refuse_new(authored: registry.Registry, type: str, slug: str, path: Path) -> None:
    """ValueError, with the cure, where no such entity can be started."""
    types = authored.vocabulary.types
    if type not in types:
        raise ValueError(f"no type `{type}`; {registry.type_help(type, types, 'the types are ' + ', '.join(types))}")
    if authored.vocabulary.role_of(type) in DERIVED:
        help = "write courses/<sport>.toml for a course, or a table of vocabulary/atlas.toml for an atlas dimension"
        raise ValueError(f"entities of type `{type}` are derived; {help}")
    if cure := rules.fields.slug_cure(slug):
        raise ValueError(f"`{slug}` is not a slug; write `{type}/{cure}`")
    if os.path.lexists(path):
        raise ValueError(f"{path} exists already")
