"""The fault documents: for each code, files that break its rule, and what `check` says of them."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

from msgspec import Struct


class FaultDocument(Struct, frozen=True):
    """One fault document: its title, what is wrong in the catalogue, and the report on it."""

    title: str
    fault: str
    report: str


def examples(code: str) -> list[FaultDocument]:
    """The fault documents of a code; the one named `example` first, then by name.

    A document begins with its title as a comment. `# file: PATH` is followed by a whole file (nothing takes away
    what is there), `# edit: PATH` by changes to it: `# from` lines at their first occurrence, `# to` what stands there instead.
    """
    folder = resources.files("sportlore.rules") / "faults" / code
    names = sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml"))
    return [_example(folder, name) for name in sorted(names, key=lambda name: (name != "example", name))]


def _example(folder: Traversable, name: str) -> FaultDocument:
    fault = (folder / f"{name}.toml").read_text(encoding="utf-8")
    title = fault.split("\n", 1)[0].removeprefix("#").strip()
    return FaultDocument(title, fault, (folder / f"{name}.txt").read_text(encoding="utf-8"))
