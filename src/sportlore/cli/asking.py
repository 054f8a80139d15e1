"""The commands that answer as the tools of agents do: answer, show, compare; and the one that is such a tool: mcp."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from sportlore.agents.results import ToolRefusal
from sportlore.agents.tools import TOOLS, call
from sportlore.cli.paths import snapshot_at
from sportlore.server.answer import Responder
from sportlore.snapshot import Snapshot, SnapshotError


def run_asking(options: argparse.Namespace) -> int:
    """`sportlore answer QUESTION`, `show ID`, `compare A B`: the text that an agent gets; exit code 1 if it is not known."""
    match options.command:
        case "mcp":
            return _serve_agent(options)
        case "answer":
            name, arguments = "answer", {"question": " ".join(options.question)}
        case "show":
            name, arguments = "get", {"id": options.id, "parts": options.parts}
        case _:
            name, arguments = "compare", {"things": options.things, "whole": options.whole}
    with _opened(options) as responder:
        try:
            result = call(responder, TOOLS[name], arguments)
        except ToolRefusal as refusal:
            print(refusal, file=sys.stderr)
            return 1
        print(result.text)
    return 0 if getattr(result.data, "answered", True) else 1


def _serve_agent(options: argparse.Namespace) -> int:
    """`sportlore mcp`: serve an agent until it closes standard input."""
    if find_spec("mcp") is None:
        raise SystemExit("sportlore: the protocol is an extra; install it with: pip install 'sportlore[mcp]'")
    from sportlore.agents.protocol import serve_stdio

    with _opened(options) as responder:
        serve_stdio(responder)
    return 0


@contextmanager
def _opened(options: argparse.Namespace) -> Iterator[Responder]:
    """The snapshot to ask, open."""
    try:
        responder = Responder(Snapshot(snapshot_at(options.snapshot), whole=False))
    except SnapshotError as error:
        raise SystemExit(f"sportlore: {error}") from None
    try:
        yield responder
    finally:
        responder.close()
