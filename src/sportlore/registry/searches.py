"""What people type for an entity: files of phrases in searches/, beside the entities and read by search alone."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from sportlore.diagnostics import Finding, Location, nearest
from sportlore.model import EntityType, Redirect
from sportlore.registry.files import Files
from sportlore.registry.folders import toml_files, type_folders
from sportlore.registry.record import record, table

FOLDER = "searches"


class Searches(Struct, frozen=True, forbid_unknown_fields=True):
    """The file searches/<type>/<slug>.toml."""

    searches: tuple[str, ...]


def searches_file(id: str) -> str:
    """The file of an entity's searches: "sport/tennis" -> "searches/sport/tennis.toml"."""
    return f"{FOLDER}/{id}.toml"


def read_searches(
    files: Files, types: Mapping[str, EntityType], findings: list[Finding]
) -> dict[str, tuple[str, ...] | None]:
    """The searches by the id of their entity, None where their file cannot be read; the folder need not exist."""
    searches: dict[str, tuple[str, ...] | None] = {}
    if not os.path.lexists(files.root / FOLDER):
        return searches
    for type in type_folders(files.root, FOLDER, types, findings):
        for file in toml_files(files.root, f"{FOLDER}/{type}", findings):
            id = file.removeprefix(f"{FOLDER}/").removesuffix(".toml")
            read = record(table(files, file, findings), Searches, file, (), findings)
            searches[id] = read.searches if read else None
    return searches


def orphans(searches: Iterable[str], ids: Collection[str], redirects: Iterable[Redirect]) -> list[Finding]:
    """A finding for each file of searches whose entity does not exist."""
    retired = {redirect.retired: redirect.to for redirect in redirects}
    findings: list[Finding] = []
    for id in searches:
        if id not in ids:
            file = searches_file(id)
            cure = _cure(id, ids, retired.get(id, ()))
            findings.append(Finding("stray-file", f"`{file}` belongs to no entity", Location(file), cure))
    return findings


def _cure(id: str, ids: Collection[str], successors: tuple[str, ...]) -> str:
    """What to do with the searches of an entity that does not exist; `successors` are the ids that a retired one leads to."""
    if successors:
        files = " or ".join(searches_file(successor) for successor in successors)
        return f"`{id}` is retired: move its searches to {files}"
    type, _, slug = id.partition("/")
    others = sorted(other for other in ids if other.startswith(f"{type}/"))
    elsewhere = sorted(other for other in ids if other.endswith(f"/{slug}"))
    near = nearest(id, others) or nearest(id, elsewhere, len(id))
    return f"did you mean `{searches_file(near)}`?" if near else f"write entities/{id}.toml, or take the file out"
