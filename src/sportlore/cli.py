"""The command `sportlore`: one small function a command. What a command does lives below; here are words and exit codes."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import msgspec

from sportlore import __version__, build, formula, registry, rules, snapshot
from sportlore.diagnostics import Finding, counted, did_you_mean, render
from sportlore.model import Calculator, CalculatorInput
from sportlore.render.addresses import Addresses, addresses
from sportlore.rules.subject import NAMED_BY_DERIVATION
from sportlore.rules.tools import refuse
from sportlore.search import Searcher
from sportlore.server import run
from sportlore.server.limits import Limits

SITE_URL = "http://localhost:8000"
SNAPSHOT = Path("build/snapshot")


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
    catalogue.add_argument(
        "--catalogue", type=Path, default=Path("catalogue"), help="folder of the catalogue (default: catalogue)"
    )

    check = commands.add_parser("check", parents=[catalogue], help="report every problem of the catalogue")
    check.set_defaults(run=run_check)

    fmt = commands.add_parser("fmt", parents=[catalogue], help="write entities in their canonical form")
    fmt.add_argument("files", nargs="*", type=Path, help="files to format (default: every entity)")
    fmt.add_argument(
        "--check", action="store_true", help="change nothing; exit 1 if a file is not in its canonical form"
    )
    fmt.set_defaults(run=run_fmt)

    explain = commands.add_parser("explain", help="say what a code of `check` means, with an example")
    explain.add_argument("code", metavar="CODE")
    explain.set_defaults(run=run_explain)

    new = commands.add_parser("new", parents=[catalogue], help="start an entity: a file with the required fields")
    new.add_argument("id", metavar="TYPE/SLUG")
    new.set_defaults(run=run_new)
    _add_serving(commands, catalogue)
    return parser


def _add_serving(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], catalogue: argparse.ArgumentParser
) -> None:
    site = argparse.ArgumentParser(add_help=False)
    site.add_argument("--site-url", default=SITE_URL, help=f"origin of the pages (default: {SITE_URL})")
    site.add_argument("--base-url", help="declared server base path, ending in /v1 (default: SITE_URL/v1)")
    site.add_argument(
        "--status", default="specification-only", help="x-status of the description (default: specification-only)"
    )

    made = commands.add_parser(
        "build", parents=[catalogue, site], help="build the snapshot that the server answers from"
    )
    made.add_argument("--out", type=Path, default=SNAPSHOT, help=f"folder of the snapshot (default: {SNAPSHOT})")
    made.set_defaults(run=run_build)

    verify = commands.add_parser("verify", help="hold a snapshot against its manifest")
    verify.add_argument(
        "snapshot", nargs="?", type=Path, default=SNAPSHOT, help=f"folder of the snapshot (default: {SNAPSHOT})"
    )
    verify.set_defaults(run=run_verify)

    serve = commands.add_parser("serve", parents=[catalogue, site], help="build the catalogue and serve it")
    serve.add_argument("--snapshot", type=Path, help="serve this snapshot as it is, and build nothing")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    serve.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    serve.add_argument("--workers", type=int, default=1, help="number of processes (default: 1)")
    serve.add_argument("--reload", action="store_true", help="build again whenever an authored file changes")
    for name, limit in msgspec.json.schema(Limits)["$defs"]["Limits"]["properties"].items():
        kind, help = (
            int if limit["type"] == "integer" else float,
            f"{limit['description']} (default: {limit['default']:,g})",
        )
        serve.add_argument(f"--{name.replace('_', '-')}", type=kind, default=limit["default"], metavar="N", help=help)
    serve.set_defaults(run=run_serve)

    find = commands.add_parser("search", help="search a snapshot")
    find.add_argument("words", nargs="+")
    find.add_argument("--type", help="limit the results to one type")
    find.add_argument("--snapshot", type=Path, default=SNAPSHOT, help=f"folder of the snapshot (default: {SNAPSHOT})")
    find.set_defaults(run=run_search)

    calculate = commands.add_parser("calculate", parents=[catalogue], help="evaluate a calculator: SLUG name=value …")
    calculate.add_argument("slug", metavar="SLUG")
    calculate.add_argument("values", nargs="*", metavar="name=value")
    calculate.set_defaults(run=run_calculate)


def _read(folder: Path) -> registry.Registry:
    return registry.read(_catalogue(folder))


def _catalogue(folder: Path) -> Path:
    """The catalogue named, or the bundled one of an installed package when none is at hand."""
    if folder.is_dir():
        return folder
    bundled = bundle() / "catalogue"
    if folder == Path("catalogue") and bundled.is_dir():
        return bundled
    raise SystemExit(f"sportlore: no catalogue at {folder}/; run in the project's folder, or name it with --catalogue")


def bundle() -> Path:
    """The catalogue and snapshot that the wheel carries."""
    return Path(__file__).parent / "bundled"


def run_check(options: argparse.Namespace) -> int:
    """`sportlore check`: every problem with its place and cure, then a count."""
    authored = _read(options.catalogue)
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
        print(f"no errors: {rules.whole.counts_line(rules.subject_of(authored))}")


def rendered(root: Path, finding: Finding, prefix: str = "") -> str:
    """A finding with its line and caret, read from the file that it names; `prefix` leads to that file from here."""
    path = root / finding.place.file
    text = path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
    extent = registry.locate(text, finding.place)
    lines = text.split("\n")
    return render(finding, prefix, extent, lines[extent.line - 1] if extent.line <= len(lines) else "")


def run_fmt(options: argparse.Namespace) -> int:
    """`sportlore fmt [FILE …]`: the canonical form; a file whose comments cannot be kept is refused."""
    authored = _read(options.catalogue)
    files = options.files or sorted({authored.root / d.file for d in authored.documents if d.file.endswith(".toml")})
    changed = refused = 0
    for path in files:
        if path.resolve().parent.name not in authored.vocabulary.types:
            print(f"refused {path}: not an entity; the canonical form is that of <type>/<slug>.toml", file=sys.stderr)
            refused += 1
            continue
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
        print(
            f"no code `{options.code}`; {did_you_mean(options.code, known, 'the codes are ' + ', '.join(known))}",
            file=sys.stderr,
        )
        return 1
    faults = resources.files("sportlore.rules") / "faults"
    fault = (faults / f"{options.code}.toml").read_text(encoding="utf-8")
    said = (faults / f"{options.code}.txt").read_text(encoding="utf-8")
    print(
        f"{options.code}: {known[options.code]}\n\nFor example:\n\n{_indented(fault)}\n\nis reported as\n\n{_indented(said)}"
    )
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
    if cure := rules.form.slug_cure(slug):
        print(f"`{slug}` is not a slug; write `{type}/{cure}`", file=sys.stderr)
        return 1
    if path.exists():
        print(f"{path} exists already", file=sys.stderr)
        return 1
    path.parent.mkdir(exist_ok=True)
    path.write_text(registry.skeleton(type, slug, authored.vocabulary, type in NAMED_BY_DERIVATION), encoding="utf-8")
    print(f"wrote {path}: fill it in, then run `sportlore check`")
    return 0


def _addresses(options: argparse.Namespace) -> Addresses:
    try:
        return addresses(options.site_url, options.base_url)
    except ValueError as error:
        raise SystemExit(f"sportlore: {error}") from None


def run_build(options: argparse.Namespace) -> int:
    """`sportlore build`: check the catalogue, then write the snapshot; with errors, nothing is written."""
    return 0 if _build(_catalogue(options.catalogue), options.out, options) else 1


def _build(catalogue: Path, out: Path, options: argparse.Namespace) -> bool:
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


def run_serve(options: argparse.Namespace) -> int:
    """`sportlore serve`: build the catalogue (or take the snapshot named or bundled), then answer until stopped."""
    seen = run.stamps(options.catalogue) if options.reload else {}
    folder = options.snapshot or _served(options)
    if folder is None:
        return 1
    print(
        f"serving {folder} on http://{options.host}:{options.port}; pages and links name {options.site_url}", flush=True
    )
    rebuild = None
    if options.reload:
        rebuild = run.Rebuild(options.catalogue, lambda: _build(options.catalogue, folder, options), seen)
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
    return SNAPSHOT if _build(_catalogue(options.catalogue), SNAPSHOT, options) else None


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


def run_calculate(options: argparse.Namespace) -> int:
    """`sportlore calculate SLUG name=value …`: the result with its unit; bad input gets the list of inputs."""
    calculators = registry.read_calculators(_catalogue(options.catalogue))
    tool = calculators.get(options.slug)
    if tool is None:
        help = did_you_mean(options.slug, calculators, f"the calculators are {', '.join(calculators)}")
        print(f"no calculator `{options.slug}`; {help}", file=sys.stderr)
        return 1
    try:
        values = _values(tool, options.values)
        result = formula.evaluate(formula.parse(tool.formula.expression), values)
    except (ValueError, formula.FormulaError) as error:
        print(f"{error}\n\n{tool.title} takes:\n{_inputs(tool)}", file=sys.stderr)
        return 1
    unit = f" {tool.output.unit}" if tool.output.unit else ""
    print(f"{tool.output.label}: {formula.rounded(result, tool.output.precision)}{unit}")
    return 0


def _values(tool: Calculator, given: Sequence[str]) -> dict[str, float | str]:
    """The values of all inputs, defaults filled in; ValueError says what is wrong with one."""
    inputs = {item.name: item for item in tool.inputs}
    values: dict[str, float | str] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        if not equals or name not in inputs:
            raise ValueError(f"no input `{name}`; {did_you_mean(name, inputs, 'write name=value')}")
        if name in values:
            raise ValueError(f"`{name}` is given twice")
        values[name] = _value(inputs[name], text)
    for item in tool.inputs:
        if item.name not in values and item.default is None:
            raise ValueError(f"`{item.name}` is missing")
        values.setdefault(item.name, item.default if item.default is not None else "")
        if refusal := refuse(item, values[item.name]):
            raise ValueError(refusal)
    return values


def _value(item: CalculatorInput, text: str) -> float | str:
    if item.type == "choice":
        return text
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"`{item.name}` is `{text}`; it takes a number") from None


def _inputs(tool: Calculator) -> str:
    """The inputs with units and ranges, a line each."""
    lines = []
    for item in tool.inputs:
        if item.type == "choice":
            takes = " | ".join(choice.value for choice in item.choices)
        else:
            takes = f"{item.minimum:g} to {item.maximum:g}" + (f" {item.unit}" if item.unit else "")
        shown = (
            item.default if isinstance(item.default, str) else f"{item.default:g}" if item.default is not None else ""
        )
        default = f" (default {shown})" if shown else ""
        lines.append(f"  {item.name}: {item.label}, {takes}{default}")
    return "\n".join(lines)
