"""The requests in the documentation, asked of the real catalogue: each answers what stands below it, `…` for what is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, ask

from sportlore.server.answer import Responder
from sportlore.snapshot import Snapshot

_EXAMPLE = re.compile(r'^curl "http://localhost:8000(/[^"]*)"\n((?:# .*\n)*)', re.MULTILINE)


def examples() -> Iterator[tuple[str, str]]:
    """Each target, and the answer that stands below it, if any."""
    for name in ("api.md", "agents.md"):
        for block in re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / name).read_text(encoding="utf-8"), re.DOTALL):
            for target, lines in _EXAMPLE.findall(block):
                yield target, "".join(line.removeprefix("# ") for line in lines.splitlines())


@pytest.fixture(scope="module")
def catalogue_responder(catalogue_snapshot: Path) -> Iterator[Responder]:
    opened = Responder(Snapshot(catalogue_snapshot))
    yield opened
    opened.close()


@pytest.mark.slow
@pytest.mark.parametrize(("target", "shown"), list(examples()))
def test_a_request_answers_what_the_documents_show(catalogue_responder: Responder, target: str, shown: str) -> None:
    answer = ask(catalogue_responder, target)
    assert answer.status == 200
    if shown:
        pattern = ".*".join(re.escape(part) for part in shown.split("…"))
        assert re.fullmatch(pattern, answer.body.decode(), re.DOTALL), answer.body.decode()[:2_000]


def test_every_addition_is_shown_with_its_answer() -> None:
    shown = {target for target, answer in examples() if answer}
    for addition in (
        "fields=",
        "facets=",
        "sort=",
        "slug=",
        "scope=",
        "asOf=",
        "=!",
        "matched",
        "-vs-",
        "load=",
        "/suggest",
    ):
        assert any(addition in target for target in shown), addition
    assert len(shown) > 10
