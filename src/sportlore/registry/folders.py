"""What is in the folders of a catalogue, and what of it nothing reads."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from sportlore.diagnostics import Finding, Location, nearest
from sportlore.model import EntityType
from sportlore.registry.opening import require_folder
from sportlore.registry.toml import unopened

FILES = ("catalogue.toml", "redirects.toml", "exceptions.toml", "changes.toml")
VOCABULARY = (
    "types",
    "facts",
    "relations",
    "terms",
    "atlas",
    "themes",
    "paths",
    "synonyms",
    "sections",
    "passages",
    "body",
    "skeleton",
)
FOLDERS = ("entities", "searches", "sources", "vocabulary", "calculators", "courses", "releases")


def toml_files(root: Path, folder: str, findings: list[Finding]) -> list[str]:
    """The .toml files of a folder in order, relative to the catalogue; anything else in it is a finding."""
    files: list[str] = []
    for entry in _entries(root, folder, findings):
        file = f"{folder}/{entry.name}"
        if entry.name.endswith(".toml") and not entry.is_dir(follow_symlinks=False):
            files.append(file)
        elif entry.name.endswith(".toml"):
            findings.append(_stray(file, "is a folder", "a record is a file: move the folder out of the catalogue"))
        else:
            findings.append(_stray(file, "is not read", "only .toml files are: move others out of the catalogue"))
    return files


def type_folders(root: Path, parent: str, types: Mapping[str, EntityType], findings: list[Finding]) -> list[str]:
    """The folders of entities/ or searches/ that are named after a type; others are findings."""
    names: list[str] = []
    what = {"entities": "an entity is", "searches": "the searches of an entity are"}[parent]
    for entry in _entries(root, parent, findings):
        try:
            require_folder(root, f"{parent}/{entry.name}")
        except OSError as error:
            findings.append(unopened(f"{parent}/{entry.name}/", error))
            continue
        if not entry.is_dir(follow_symlinks=False):
            cure = f"{what} {parent}/<type>/<slug>.toml: move it to {_home(parent, entry.name, types)}"
            findings.append(_stray(f"{parent}/{entry.name}", "is not read", cure))
        elif entry.name in types:
            names.append(entry.name)
        else:
            help = type_help(entry.name, types, "name the folder after a type of vocabulary/types.toml")
            findings.append(
                Finding("unknown-type", f"no type `{entry.name}`", Location(f"{parent}/{entry.name}/"), help)
            )
    return names


def strays(root: Path, types: Mapping[str, EntityType]) -> list[Finding]:
    """What is at the top of the catalogue or in vocabulary/ and is not read."""
    findings: list[Finding] = []
    for entry in _entries(root, "", findings):
        if entry.name in FOLDERS or entry.name in FILES:
            continue
        is_folder = entry.is_dir(follow_symlinks=False)
        name = f"{entry.name}/" if is_folder else entry.name
        if is_folder and (type := type_named(entry.name, types)):
            help = f"entities are in entities/: move it to entities/{type}/"
        elif near := nearest(entry.name, (*FILES, *FOLDERS)):
            help = f"did you mean `{near}`?"
        else:
            help = "move it out of the catalogue"
        findings.append(_stray(name, "is not read", help))
    names = [f"{name}.toml" for name in VOCABULARY]
    for entry in _entries(root, "vocabulary", findings) if os.path.lexists(root / "vocabulary") else ():
        if entry.name not in names:
            near = nearest(entry.name, names)
            help = f"did you mean `{near}`?" if near else f"the vocabulary is {', '.join(names)}"
            findings.append(_stray(f"vocabulary/{entry.name}", "is not read", help))
    return findings


def type_named(name: str, types: Mapping[str, EntityType]) -> str | None:
    """The type that is meant by a name: itself, its plural, or the nearest one. "sports" -> "sport"."""
    for type, about in types.items():
        if name in (
            type,
            about.singular.replace(" ", "-"),
            about.plural.replace(" ", "-"),
            about.route_base.strip("/"),
        ):
            return type
    return nearest(name, types)


def type_help(name: str, types: Mapping[str, EntityType], otherwise: str) -> str:
    """A help sentence for a name that is no type: did you mean another, or what else to do."""
    type = type_named(name, types)
    return f"did you mean `{type}`?" if type else otherwise


def _home(parent: str, name: str, types: Mapping[str, EntityType]) -> str:
    type = type_named(name.partition(".")[0], types)
    return f"{parent}/{type}/" if type else "the folder of its type, or out of the catalogue"


def _entries(root: Path, folder: str, findings: list[Finding]) -> Iterable[os.DirEntry[str]]:
    """The entries of a folder by name, without those of editors and systems, whose names begin with a dot."""
    try:
        require_folder(root, folder)
        with os.scandir(root / folder) as entries:
            visible = sorted(
                (entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name
            )
    except OSError as error:
        findings.append(unopened(f"{folder}/" if folder else ".", error))
        return []
    for entry in visible:
        if not entry.name.isprintable():
            name = ascii(entry.name)[1:-1]
            findings.append(_stray(f"{folder}/{name}".lstrip("/"), "has a name that cannot be printed", "rename it"))
    return [entry for entry in visible if entry.name.isprintable()]


def _stray(file: str, what: str, help: str) -> Finding:
    return Finding("stray-file", f"`{file}` {what}", Location(file), help)
