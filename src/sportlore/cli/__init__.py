"""The command `sportlore`: its options here, what it does in the other modules of this package."""

from __future__ import annotations

import argparse
import datetime
import math
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import msgspec

from sportlore import __version__
from sportlore.cli.paths import EXPORT, FETCHED, SITE_URL, SNAPSHOT, STATUS
from sportlore.replication.pointer import LONGEST_PAUSE
from sportlore.replication.postgres.settings import Settings
from sportlore.server.limits import Limits

_BUILDING = ("brotli", "jinja2", "resvg_py", "tomli", "tree_sitter", "tree_sitter_toml", "watchfiles", "zstandard")
"""The modules of the extra `build`."""
_PUBLIC_KEY = "follow only pointers of the store that were signed with the private key of this one (Ed25519, PEM)"


_COMMANDS = {
    **dict.fromkeys(("check", "fmt", "explain", "due", "new"), "authoring"),
    **dict.fromkeys(("build", "verify"), "building"),
    "export": "exporting",
    "release": "releasing",
    **dict.fromkeys(("publish", "fetch"), "publishing"),
    **dict.fromkeys(("serve", "search"), "serving"),
    **dict.fromkeys(("answer", "show", "compare", "mcp"), "asking.run_asking"),
    "calculate": "calculating",
}
"""The module of each command, in which a function of its name runs it (`run_check`), or the one that is named."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0 when all is well, 1 when the catalogue or an input has errors, 2 on bad usage."""
    parser, given = _parser(), sys.argv[1:] if arguments is None else arguments
    for argument in given:
        if "".join(argument.splitlines()) != argument:
            parser.error(f"{argument!r} has a line end: write it as one line")
    options = parser.parse_args(given)
    try:
        return _run(options)
    except ModuleNotFoundError as error:
        if error.name not in _BUILDING:
            raise
        parser.exit(
            2, f"sportlore: `{options.command}` builds; install what that needs: pip install 'sportlore[build]'\n"
        )
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0


def _run(options: argparse.Namespace) -> int:
    """Run the command. Each is imported when it is asked for: a snapshot is served without parsers and templates."""
    module, _, function = _COMMANDS[options.command].partition(".")
    run: Callable[[argparse.Namespace], int] = getattr(
        import_module(f"sportlore.cli.{module}"), function or f"run_{options.command}"
    )
    return run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sportlore", description="An open catalogue of sports knowledge.")
    parser.add_argument("--version", action="version", version=f"sportlore {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", required=True, metavar="COMMAND")
    catalogue = argparse.ArgumentParser(add_help=False)
    catalogue.add_argument(
        "--catalogue", type=Path, default=Path("catalogue"), help="folder of the catalogue (default: catalogue)"
    )

    check = commands.add_parser("check", parents=[catalogue], help="report every problem of the catalogue")
    check.add_argument("files", nargs="*", type=Path, metavar="FILE", help="show only what concerns these files")
    check.add_argument(
        "--format", choices=("text", "json", "github"), default="text", help="form of the report (default: text)"
    )

    fmt = commands.add_parser(
        "fmt", parents=[catalogue], help="write entities, searches and sources in their canonical form"
    )
    fmt.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files to format (default: all of them)")
    fmt.add_argument(
        "--check", action="store_true", help="change nothing; exit 1 if a file is not in its canonical form"
    )

    explain = commands.add_parser("explain", help="say what a code of `check` means, with an example")
    explain.add_argument("code", nargs="?", metavar="CODE", help="the code (default: list all of them)")

    due = commands.add_parser(
        "due", parents=[catalogue], help="list what is to be compared with its sources again, the most linked first"
    )
    due.add_argument(
        "--on", type=_month, metavar="YYYY-MM", help="the month for which to tell what is due (default: this one)"
    )

    new = commands.add_parser("new", parents=[catalogue], help="start an entity: a file with the required fields")
    new.add_argument("id", metavar="TYPE/SLUG")
    site = _site_options()
    _add_building(commands, catalogue, site)
    _add_serving(commands, catalogue, site)
    _add_asking(commands, catalogue)
    _add_publishing(commands)
    return parser


def _site_options() -> argparse.ArgumentParser:
    """The options of what is built for a site."""
    site = argparse.ArgumentParser(add_help=False)
    site.add_argument("--base-url", help="declared server base path, ending in /v1 (default: SITE_URL/v1)")
    site.add_argument(
        "--status", choices=(STATUS, "live"), default=STATUS, help=f"x-status of the description (default: {STATUS})"
    )
    return site


def _add_building(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    catalogue: argparse.ArgumentParser,
    site: argparse.ArgumentParser,
) -> None:
    build = commands.add_parser(
        "build", parents=[catalogue, site], help="build the snapshot that the server answers from"
    )
    build.add_argument("--site-url", default=SITE_URL, help=f"origin of the pages (default: {SITE_URL})")
    build.add_argument("--out", type=Path, default=SNAPSHOT, help=f"folder of the snapshot (default: {SNAPSHOT})")
    build.add_argument(
        "--release",
        action="store_true",
        help="refuse a catalogue whose sizes are not those that catalogue.toml declares",
    )

    export = commands.add_parser(
        "export", parents=[catalogue, site], help="write the catalogue as files for other tools"
    )
    export.add_argument("--site-url", default=SITE_URL, help=f"origin of the addresses in them (default: {SITE_URL})")
    export.add_argument("--out", type=Path, default=EXPORT, help=f"folder of the files (default: {EXPORT})")
    export.add_argument(
        "--start",
        type=_monday,
        metavar="YYYY-MM-DD",
        help="Monday on which training plans begin in calendars (default: the first after the release)",
    )
    export.add_argument("formats", nargs="*", metavar="FORMAT", help="formats (default: all)")

    commands.add_parser(
        "release", parents=[catalogue], help="write down what this release holds, from which the next says what changed"
    )

    verify = commands.add_parser("verify", help="compare a snapshot with its manifest")
    verify.add_argument(
        "snapshot", nargs="?", type=Path, default=SNAPSHOT, help=f"folder of the snapshot (default: {SNAPSHOT})"
    )


def _add_serving(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    catalogue: argparse.ArgumentParser,
    site: argparse.ArgumentParser,
) -> None:
    serve = commands.add_parser("serve", parents=[catalogue, site], help="build the catalogue and serve it")
    serve.add_argument(
        "--snapshot",
        type=_snapshot,
        help="serve this snapshot as it is: a folder, s3://BUCKET/PREFIX, https://HOST/PATH or postgresql://HOST/DATABASE",
    )
    serve.add_argument(
        "--records",
        metavar="URL",
        help="take the bytes of records from this database, postgresql://HOST,HOST/DATABASE (default: that of --snapshot)",
    )
    serve.add_argument(
        "--cache", type=Path, default=FETCHED, help=f"folder for what is fetched from a store (default: {FETCHED})"
    )
    serve.add_argument(
        "--poll", type=_seconds, default=5.0, metavar="N", help="seconds between two looks at a store (default: 5)"
    )
    serve.add_argument("--public-key", type=Path, metavar="FILE", help=_PUBLIC_KEY)
    serve.add_argument(
        "--longest-pause",
        type=_pause,
        default=2.0,
        metavar="N",
        help="seconds for which a store may have this replica answer nothing (default: 2)",
    )
    serve.add_argument("--site-url", help="origin of the pages (default: http://HOST:PORT)")
    serve.add_argument("--host", type=_host, default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    serve.add_argument("--port", type=_port, default=8000, help="port to listen on; 0 takes a free one (default: 8000)")
    serve.add_argument("--workers", type=_workers, default=1, help="number of processes (default: 1)")
    serve.add_argument("--reload", action="store_true", help="build, and build again whenever an authored file changes")
    serve.add_argument(
        "--verify",
        choices=("all", "index"),
        default="all",
        help="files to compare with their checksums before they are served; `index` is for snapshots of gigabytes (default: all)",
    )
    _add_settings(serve)


def _add_settings(serve: argparse.ArgumentParser) -> None:
    """The options that bound what a client may take, and how a database is asked."""
    for settings in (Limits, Settings):
        for name, limit in msgspec.json.schema(settings)["$defs"][settings.__name__]["properties"].items():
            serve.add_argument(
                f"--{name.replace('_', '-')}",
                type=int if limit["type"] == "integer" else _finite,
                default=limit["default"],
                metavar="N",
                help=f"{limit['description']} (default: {limit['default']:,g})",
            )


def _add_asking(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], catalogue: argparse.ArgumentParser
) -> None:
    find = commands.add_parser("search", help="search a snapshot")
    find.add_argument("words", nargs="+")
    find.add_argument("--type", help="limit the results to one type")
    find.add_argument("--explain", action="store_true", help="show the score of each result by word and place")
    find.add_argument("--snapshot", type=Path, help=f"folder of the snapshot (default: {SNAPSHOT})")

    opened = argparse.ArgumentParser(add_help=False)
    opened.add_argument("--snapshot", type=Path, help=f"folder of the snapshot (default: {SNAPSHOT})")
    answer = commands.add_parser("answer", parents=[opened], help="answer a question, with the source")
    answer.add_argument("question", nargs="+")
    show = commands.add_parser("show", parents=[opened], help="show an entity: what it is, its facts, its parts")
    show.add_argument("id", metavar="ID", help="TYPE/SLUG or a name")
    show.add_argument("parts", nargs="*", metavar="PART", help="parts to show in full, such as facts or sections")
    compare = commands.add_parser("compare", parents=[opened], help="compare entities of one type")
    compare.add_argument("things", nargs="+", metavar="ID", help="TYPE/SLUG or a name")
    compare.add_argument("--whole", action="store_true", help="show all that differs and is alike")
    commands.add_parser(
        "mcp", parents=[opened], help="answer an agent by the Model Context Protocol, over standard input and output"
    )

    calculate = commands.add_parser("calculate", parents=[catalogue], help="evaluate a calculator: SLUG name=value …")
    calculate.add_argument("slug", metavar="SLUG")
    calculate.add_argument("values", nargs="*", metavar="name=value")
    calculate.add_argument("--defaults", action="store_true", help="take the defaults for inputs that are not given")


def _add_publishing(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    publish = commands.add_parser("publish", help="put a snapshot where replicas fetch it, and have them change to it")
    publish.add_argument("snapshot", type=Path, metavar="SNAPSHOT", help="folder of the snapshot")
    publish.add_argument(
        "target",
        type=_target,
        metavar="TARGET",
        help="s3://BUCKET/PREFIX, postgresql://HOST/DATABASE or a folder that is served",
    )
    publish.add_argument(
        "--activate-in",
        type=_seconds,
        default=30.0,
        metavar="N",
        help="seconds until all replicas change (default: 30)",
    )
    publish.add_argument(
        "--pause",
        type=_pause,
        default=0.1,
        metavar="N",
        help="seconds for which no replica answers then; at least the difference of their clocks (default: 0.1)",
    )
    publish.add_argument(
        "--replicas",
        nargs="+",
        default=[],
        metavar="URL",
        help="replicas that must have staged the snapshot first, as http://HOST:PORT",
    )
    publish.add_argument(
        "--wait", type=_seconds, default=600.0, metavar="N", help="seconds to wait for the replicas (default: 600)"
    )

    publish.add_argument(
        "--private-key", type=Path, metavar="FILE", help="sign the pointer with this key of Ed25519 (PEM)"
    )

    fetch = commands.add_parser("fetch", help="fetch what a store has, as `serve` does when it starts")
    fetch.add_argument(
        "source",
        type=_target,
        metavar="SOURCE",
        help="s3://BUCKET/PREFIX, https://HOST/PATH, postgresql://HOST/DATABASE or a folder",
    )
    fetch.add_argument(
        "--without-records", action="store_true", help="fetch only what `serve --records` needs: no records, no items"
    )
    fetch.add_argument("--cache", type=Path, default=FETCHED, help=f"folder for what is fetched (default: {FETCHED})")
    fetch.add_argument("--public-key", type=Path, metavar="FILE", help=_PUBLIC_KEY)
    fetch.add_argument("--go-back", action="store_true", help="follow a pointer that is older than the last one, too")


def _snapshot(text: str) -> Path | str:
    return text if "://" in text else Path(text)


def _target(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("an empty name would be the current folder; write . if that is meant")
    return text


def _host(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("an empty name would be every address; write 0.0.0.0 or :: if that is meant")
    return text


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"`{text}` is no bound; give a number")
    return number


def _month(text: str) -> str:
    if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", text):
        raise argparse.ArgumentTypeError(f"`{text}` is no month; write year and month, as in 2026-11")
    return text


def _monday(text: str) -> datetime.date:
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{text}` is no date; write it as in 2026-11-30") from None
    if date.weekday():
        raise argparse.ArgumentTypeError(f"{text} is a {date:%A}; the weeks of plans begin on a Monday")
    return date


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"`{text}` is no number of seconds; give 0 or more")
    return seconds


def _pause(text: str) -> float:
    seconds = _seconds(text)
    if seconds > LONGEST_PAUSE:
        raise argparse.ArgumentTypeError(f"`{text}` is too long; give {LONGEST_PAUSE} seconds at most")
    return seconds


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= 65_535):
        raise argparse.ArgumentTypeError(f"`{text}` is no port; give a number from 0 to 65535")
    return int(text)


def _workers(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"`{text}` is no number of processes; give 1 or more")
    return int(text)
