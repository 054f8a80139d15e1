"""Findings for programs: JSON for editors, workflow commands for pull requests on GitHub."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from sportlore import registry
from sportlore.diagnostics import Extent, Finding, Location, narrowed


def extent_of(root: Path, location: Location) -> tuple[Extent, str]:
    """Line and column of a location, and its line as the file has it; an empty line for what is no file, or is not opened."""
    try:
        text = registry.read_bytes(root, location.file).decode("utf-8", "replace")
    except OSError:
        text = ""
    extent = registry.locate(text, location)
    lines = text.split("\n")
    line = lines[extent.line - 1].removesuffix("\r") if extent.line <= len(lines) else ""
    return narrowed(extent, line, location.words), line


def json_array(root: Path, findings: Iterable[Finding]) -> str:
    """One array of objects with code, message, help, file, line, column, width and related locations."""
    objects = [
        {
            "code": finding.code,
            "message": finding.message,
            "help": finding.help,
            **_position(root, finding.location),
            "related": [{"message": label, **_position(root, location)} for location, label in finding.related],
        }
        for finding in findings
    ]
    return msgspec.json.format(msgspec.json.encode(objects)).decode()


def _position(root: Path, location: Location) -> dict[str, str | int]:
    extent, _ = extent_of(root, location)
    return {"file": str(root / location.file), "line": extent.line, "column": extent.column, "width": extent.width}


def github_command(root: Path, finding: Finding) -> str:
    """A finding as a comment on the changed line of a pull request: `::error file=…,line=…::message`."""
    extent, _ = extent_of(root, finding.location)
    properties = {
        "file": str(root / finding.location.file),
        "line": extent.line,
        "col": extent.column,
        "endColumn": extent.column + extent.width,
        "title": finding.code,
    }
    listed = ",".join(f"{name}={_escaped(str(value), properties=True)}" for name, value in properties.items())
    return f"::error {listed}::{_escaped(f'{finding.message}; {finding.help}')}"


def _escaped(text: str, properties: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if properties else text
