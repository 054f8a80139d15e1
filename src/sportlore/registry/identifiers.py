"""The identifiers of others: files identifiers/<type>.toml, with a list for each slug."""

from __future__ import annotations

import os
from collections.abc import Mapping

from sportlore.diagnostics import Finding, Location
from sportlore.model import EntityType, Identifier
from sportlore.registry.files import Files
from sportlore.registry.folders import toml_files, type_help
from sportlore.registry.record import record, table

FOLDER = "identifiers"


def identifiers_file(type: str) -> str:
    """The file of a type: "sport" -> "identifiers/sport.toml"."""
    return f"{FOLDER}/{type}.toml"


def read_identifiers(
    files: Files, types: Mapping[str, EntityType], findings: list[Finding]
) -> dict[str, tuple[Identifier, ...]]:
    """The identifiers by the id of their entity, in the order of the files; the folder need not exist."""
    identifiers: dict[str, tuple[Identifier, ...]] = {}
    for file in toml_files(files.root, FOLDER, findings) if os.path.lexists(files.root / FOLDER) else ():
        type = file.removeprefix(f"{FOLDER}/").removesuffix(".toml")
        if type not in types:
            help = type_help(type, types, "name the file after a type of vocabulary/types.toml")
            findings.append(Finding("unknown-type", f"no type `{type}`", Location(file), help))
            continue
        for slug, listed in (table(files, file, findings) or {}).items():
            read = record(listed, tuple[Identifier, ...], file, (slug,), findings)
            if read is not None:
                identifiers[f"{type}/{slug}"] = read
    return identifiers
