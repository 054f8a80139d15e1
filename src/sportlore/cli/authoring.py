"""The commands of authors: check, fmt, explain, new."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import tomli

from sportlore import registry, rules
from sportlore.cli.paths import catalogue_at
from sportlore.diagnostics import Excerpt, Finding, Place, counted, did_you_mean, narrowed, render
from sportlore.rules.context import NAMED_BY_DERIVATION


def run_check(options: argparse.Namespace) -> int:
    """`sportlore check`: every problem with its place and cure, then a count."""
    authored = registry.read(catalogue_at(options.catalogue))
    findings = rules.check(authored)
    report(authored, findings)
    return 1 if findings else 0


def report(authored: registry.Registry, findings: Sequence[Finding]) -> None:
    """Print findings and a count: problems on standard error, the count of a sound catalogue on standard output."""
    for finding in findings:
        print(rendered(authored.root, finding, f"{authored.root}/"), end="\n\n", file=sys.stderr)
    if findings:
        codes = ", ".join(f"`sportlore explain {code}`" for code in sorted({f.code for f in findings})[:3])
        print(f"{counted(len(findings), 'error')}; see {codes}", file=sys.stderr)
    else:
        print(f"no errors: {rules.catalogue.counts_line(rules.context_of(authored))}")


def rendered(root: Path, finding: Finding, prefix: str = "") -> str:
    """A finding with its lines and carets, read from the files that it names; `prefix` leads to those files from here."""
    places = (finding.place, *(place for place, _ in finding.related))
    return render(finding, prefix, [_excerpt(root, place) for place in places])


def _excerpt(root: Path, place: Place) -> Excerpt:
    path = root / place.file
    text = path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
    extent = registry.locate(text, place)
    lines = text.replace("\r\n", "\n").split("\n")
    excerpt = Excerpt(extent, lines[extent.line - 1] if extent.line <= len(lines) else "")
    return narrowed(excerpt, place.words)


def run_fmt(options: argparse.Namespace) -> int:
    """`sportlore fmt [FILE …]`: the canonical form; a file whose comments cannot be kept is refused."""
    authored = registry.read(catalogue_at(options.catalogue))
    files = options.files or sorted({authored.root / d.file for d in authored.documents if d.file.endswith(".toml")})
    changed = refused = 0
    for path in files:
        if path.resolve().parent.name not in authored.vocabulary.types:
            print(
                f"refused {path}: not an entity; the canonical form is that of entities/<type>/<slug>.toml",
                file=sys.stderr,
            )
            refused += 1
            continue
        try:
            text = path.read_text(encoding="utf-8")
            written = registry.canonical(text, authored.vocabulary)
        except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError, registry.UnkeptComment) as error:
            print(f"refused {path}: {error}", file=sys.stderr)
            refused += 1
            continue
        if written != text:
            changed += 1
            print(("would format " if options.check else "formatted ") + str(path))
            if not options.check:
                path.write_text(written, encoding="utf-8")
    print(f"{counted(len(files), 'file')}, {changed} changed, {refused} refused")
    return 1 if refused or (options.check and changed) else 0


def run_explain(options: argparse.Namespace) -> int:
    """`sportlore explain CODE`: the rule's sentence, a file that breaks it, and what `check` says of that file."""
    known = rules.explanations()
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


def run_new(options: argparse.Namespace) -> int:
    """`sportlore new TYPE/SLUG`: a file with the required fields to fill in; an existing file is left alone."""
    authored = registry.read(catalogue_at(options.catalogue))
    type, _, slug = options.id.partition("/")
    types = authored.vocabulary.types
    if type not in types:
        print(f"no type `{type}`; {did_you_mean(type, types, 'the types are ' + ', '.join(types))}", file=sys.stderr)
        return 1
    path = authored.root / "entities" / type / f"{slug}.toml"
    if cure := rules.fields.slug_cure(slug):
        print(f"`{slug}` is not a slug; write `{type}/{cure}`", file=sys.stderr)
        return 1
    if path.exists():
        print(f"{path} exists already", file=sys.stderr)
        return 1
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(registry.skeleton(type, slug, authored.vocabulary, type in NAMED_BY_DERIVATION), encoding="utf-8")
    print(f"wrote {path}: fill it in, then run `sportlore check`")
    return 0
