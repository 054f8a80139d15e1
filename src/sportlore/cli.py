"""The command `sportlore`: one small function a command. What a command does lives below; here are words and exit codes."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from sportlore import __version__, registry, rules
from sportlore.diagnostics import Finding, counted, did_you_mean, render
from sportlore.model import EntityType, FactKey, Vocabulary
from sportlore.rules.subject import NAMED_BY_DERIVATION


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 when all is well, 1 when the catalogue or an input has errors, 2 on bad usage."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sportlore", description="An open catalogue of sports knowledge.")
    parser.add_argument("--version", action="version", version=f"sportlore {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    catalogue = argparse.ArgumentParser(add_help=False)
    catalogue.add_argument("--catalogue", type=Path, default=Path("catalogue"), help="folder of the catalogue (default: catalogue)")

    check = commands.add_parser("check", parents=[catalogue], help="report every problem of the catalogue")
    check.set_defaults(run=run_check)

    fmt = commands.add_parser("fmt", parents=[catalogue], help="write entities in their canonical form")
    fmt.add_argument("files", nargs="*", type=Path, help="files to format (default: every entity)")
    fmt.add_argument("--check", action="store_true", help="change nothing; exit 1 if a file is not in its canonical form")
    fmt.set_defaults(run=run_fmt)

    explain = commands.add_parser("explain", help="say what a code of `check` means, with an example")
    explain.add_argument("code", metavar="CODE")
    explain.set_defaults(run=run_explain)

    new = commands.add_parser("new", parents=[catalogue], help="start an entity: a file with the required fields")
    new.add_argument("id", metavar="TYPE/SLUG")
    new.set_defaults(run=run_new)
    return parser


def _read(folder: Path) -> registry.Registry:
    if not folder.is_dir():
        raise SystemExit(f"sportlore: no catalogue at {folder}/; run in the project's folder, or name it with --catalogue")
    return registry.read(folder)


def run_check(options: argparse.Namespace) -> int:
    """`sportlore check`: every problem with its place and cure, then a count."""
    authored = _read(options.catalogue)
    findings = rules.check(authored)
    report(authored, findings)
    return 1 if findings else 0


def report(authored: registry.Registry, findings: Sequence[Finding]) -> None:
    """Print findings and a count: problems on standard error, the count of a sound catalogue on standard output."""
    for finding in findings:
        print(rendered(authored.root, finding), end="\n\n", file=sys.stderr)
    if findings:
        codes = ", ".join(f"`sportlore explain {code}`" for code in sorted({f.code for f in findings})[:3])
        print(f"{counted(len(findings), 'error')}; see {codes}", file=sys.stderr)
    else:
        print(f"no errors: {rules.whole.counts_line(rules.subject_of(authored))}")


def rendered(root: Path, finding: Finding) -> str:
    """A finding with its line and caret, read from the file that it names."""
    path = root / finding.place.file
    text = path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
    extent = registry.locate(text, finding.place)
    lines = text.split("\n")
    return render(finding, extent, lines[extent.line - 1] if extent.line <= len(lines) else "")


def run_fmt(options: argparse.Namespace) -> int:
    """`sportlore fmt [FILE …]`: the canonical form; a file whose comments cannot be kept is refused."""
    authored = _read(options.catalogue)
    files = options.files or sorted({authored.root / d.file for d in authored.documents if d.file.endswith(".toml")})
    changed = refused = 0
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
            written = registry.canonical(text, authored.vocabulary)
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, registry.UnkeptComment) as error:
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
        print(f"no code `{options.code}`; {did_you_mean(options.code, known, 'the codes are ' + ', '.join(known))}", file=sys.stderr)
        return 1
    faults = resources.files("sportlore.rules") / "faults"
    fault = (faults / f"{options.code}.toml").read_text(encoding="utf-8")
    said = (faults / f"{options.code}.txt").read_text(encoding="utf-8")
    print(f"{options.code}: {known[options.code]}\n\nFor example:\n\n{_indented(fault)}\n\nis reported as\n\n{_indented(said)}")
    return 0


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.strip("\n").split("\n"))


def run_new(options: argparse.Namespace) -> int:
    """`sportlore new TYPE/SLUG`: a file with the required fields to fill in; an existing file is left alone."""
    authored = _read(options.catalogue)
    type, _, slug = options.id.partition("/")
    types = authored.vocabulary.types
    if type not in types:
        print(f"no type `{type}`; {did_you_mean(type, types, 'the types are ' + ', '.join(types))}", file=sys.stderr)
        return 1
    path = authored.root / type / f"{slug}.toml"
    if not slug or path.exists():
        print(f"{path} exists already" if slug else "write the id as TYPE/SLUG", file=sys.stderr)
        return 1
    path.parent.mkdir(exist_ok=True)
    path.write_text(skeleton(type, slug, authored.vocabulary), encoding="utf-8")
    print(f"wrote {path}: fill it in, then run `sportlore check`")
    return 0


def skeleton(type: str, slug: str, vocabulary: Vocabulary) -> str:
    """The file that `sportlore new` writes: what the type requires, with a comment on each optional fact and link."""
    kind = vocabulary.types[type]
    lines = [f"# {kind.singular}: {kind.definition}"]
    if type not in NAMED_BY_DERIVATION:
        lines.append(f'name = "{slug.replace("-", " ").capitalize()}"')
    lines += ['description = ""', "keywords = []"]
    if kind.sources_required:
        lines.append("sources = []")
    lines += ["", "[facts]"] * bool(kind.facts) + [_fact_line(key, vocabulary.facts[key], kind, vocabulary) for key in kind.facts]
    if kind.links:
        lines += ["", "[links]"]
        for relation in kind.links:
            mark = "" if relation in kind.required_links else "# "
            lines.append(f"{mark}{relation} = []  # {vocabulary.relations[relation].verb}: {', '.join(vocabulary.relations[relation].to)}")
    for title in kind.required_sections:
        lines += ["", "[[sections]]", f'title = "{title}"', 'text = ""']
    return "\n".join(lines) + "\n"


def _fact_line(key: str, fact: FactKey, kind: EntityType, vocabulary: Vocabulary) -> str:
    empty = {"terms": "[]", "integer": "0", "number": "0.0", "year": "0"}.get(fact.kind, '""')
    hint = f"{fact.label}, {fact.kind}" + (f" in {fact.unit}" if fact.unit and fact.unit != "1" else "")
    if fact.terms:
        hint += f": {', '.join(vocabulary.terms[fact.terms])}"
    return f"{'' if key in kind.required_facts else '# '}{key} = {empty}  # {hint}"
