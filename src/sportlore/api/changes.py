"""What changed between releases: a file for each pair, their index, and a feed (Atom, RFC 4287)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element, SubElement, tostring

from msgspec import UNSET, UnsetType

from sportlore import drawing
from sportlore.contract import schemas
from sportlore.contract.addresses import CHANGES, FEED, api_path, changes_path, drawing_path
from sportlore.contract.headers import alternate
from sportlore.contract.operations import COURSE
from sportlore.contract.record import Resource, digest, resource
from sportlore.contract.schemas import encode
from sportlore.derive import Changes, EntityChange, changes, released_entity, successive
from sportlore.diagnostics import counted
from sportlore.model import COMPARES, Entity, Release, ReleasedEntity
from sportlore.publication import Publication

_ATOM = "application/atom+xml"
_SHOWN = 50
"""Names that an entry of the feed lists of each list of changes."""


def resources(publication: Publication) -> Iterator[Resource]:
    """The index and the feed, and the changes of each pair of releases."""
    this = current(publication)
    changed = list(_changes(publication, this))
    site = f"{publication.addresses.site_url}/"
    index = _index(publication, changed, this)
    yield resource(CHANGES, "application/json", encode(index), (alternate(site),))
    yield resource(FEED, _ATOM, _feed(publication, changed), (alternate(site),))
    for item in changed:
        path = changes_path(item.before.version, item.after.version)
        body = encode(_body(publication, item))
        yield resource(path, "application/json", body, (alternate(site),))


def current(publication: Publication) -> Release:
    """The release that the catalogue is, or is to become."""

    def held(id: str) -> ReleasedEntity:
        return released_entity(publication.graph.entities[id])

    about, ids = publication.about, sorted(publication.graph.entities)
    entities = {id: publication.memo.result(("released", id), partial(held, id)) for id in ids}
    return Release(
        released=about.released.isoformat() if about.released else "", entities=entities, version=about.version
    )


def _changes(publication: Publication, this: Release) -> Iterator[Changes]:
    """What changed from each release that is known to the next, and to this one; the latest first."""
    knowledge = publication.knowledge
    for earlier, later in reversed([*successive(knowledge.releases, this)]):
        notes = [note for note in knowledge.notes if note.release == later.version]
        yield changes(earlier, later, knowledge.redirects, notes)


def _release(release: Release) -> schemas.ReleaseName:
    held = digest({id: entity.digest for id, entity in release.entities.items()}).hex()
    return schemas.ReleaseName(
        version=release.version, released=release.released, entities=len(release.entities), digest=held
    )


def _index(publication: Publication, changed: list[Changes], this: Release) -> schemas.ChangesIndex:
    known = {release.version: release for release in (this, *(item.before for item in changed))}
    base = publication.addresses.site_url
    return schemas.ChangesIndex(
        releases=[
            _release(known[version]) for version in sorted(known, key=lambda v: (known[v].released, v), reverse=True)
        ],
        changes=[f"{base}{changes_path(item.before.version, item.after.version)}" for item in changed],
    )


def _body(publication: Publication, changed: Changes) -> schemas.ReleaseChanges:
    asked = _asked(publication)
    return schemas.ReleaseChanges(
        before=_release(changed.before),
        after=_release(changed.after),
        added=[schemas.NamedEntity(**_named(publication, id, changed.after)) for id in changed.added],
        changed=[_changed(publication, change, changed.after, asked) for change in changed.changed],
        moved=[
            schemas.MovedEntity(id=moved.retired, name=changed.before.entities[moved.retired].name, to=list(moved.to))
            for moved in changed.moved
        ],
        removed=[schemas.NamedEntity(id=id, name=changed.before.entities[id].name) for id in changed.removed],
    )


def _named(publication: Publication, id: str, release: Release) -> dict[str, str]:
    """What an entity of a release is called, and where it is if it still is."""
    entity = publication.graph.entities.get(id)
    addresses = {"url": publication.page(entity), "api_url": api_path(entity)} if entity else {}
    return {"id": id, "name": release.entities[id].name, **addresses}


def _changed(
    publication: Publication, change: EntityChange, release: Release, asked: dict[str, list[str]]
) -> schemas.ChangedEntity:
    known = publication.vocabulary.facts
    facts = [
        schemas.ChangedFact(
            key=fact.key,
            label=known[fact.key].label if fact.key in known else fact.key,
            unit=(known[fact.key].unit if fact.key in known else None) or UNSET,
            before=UNSET if fact.before is None else fact.before,
            after=UNSET if fact.after is None else fact.after,
            why=fact.why or UNSET,
        )
        for fact in change.facts
    ]
    entity = publication.graph.entities.get(change.id)
    return schemas.ChangedEntity(
        **_named(publication, change.id, release),
        parts=list(change.parts),
        facts=facts or UNSET,
        why=change.why or UNSET,
        touches=_touched(publication, entity, change, asked) if entity else UNSET,
    )


def _touched(
    publication: Publication, entity: Entity, change: EntityChange, asked: dict[str, list[str]]
) -> schemas.Touched | UnsetType:
    remade = {*change.parts} & {"facts", "variants", "drawings", "schedule"}
    redrawn = [f"{publication.addresses.site_url}{drawing_path(id)}" for id in _drawings(publication, entity) if remade]
    compared = [link.subject for link in publication.graph.into[entity.id] if link.relation == COMPARES]
    courses = asked.get(entity.id, [])
    if not (redrawn or compared or courses):
        return UNSET
    return schemas.Touched(courses=courses or UNSET, drawings=redrawn or UNSET, comparisons=compared or UNSET)


def _drawings(publication: Publication, entity: Entity) -> Iterator[str]:
    """The ids of the drawings of an entity."""
    pictures = (*publication.drawings(entity), publication.strip(entity), publication.figure(entity))
    yield from (item.id for item in (*pictures, *publication.charts(entity)) if item is not None)
    yield from (scene.id for _, scene in publication.teams(entity))
    yield from (drawing.whole(board).id for board in publication.boards(entity))


def _asked(publication: Publication) -> dict[str, list[str]]:
    """The courses of which a question rests on an entity, by its id."""
    asked: dict[str, dict[str, None]] = {}
    for course in publication.knowledge.courses.values():
        for module in course.modules:
            for question in module.quiz:
                asked.setdefault(question.cites, {})[COURSE.at(sport=course.sport)] = None
    return {id: list(paths) for id, paths in asked.items()}


def _feed(publication: Publication, changed: list[Changes]) -> bytes:
    """An entry for each pair of releases. Its dates are those of releases: the same catalogue gives the same feed."""
    base, about = publication.addresses.site_url, publication.about
    root = Element("feed", {"xmlns": "http://www.w3.org/2005/Atom"})
    SubElement(root, "id").text = f"{base}{FEED}"
    SubElement(root, "title").text = f"{about.title}: changes"
    SubElement(root, "updated").text = _moment(about.released.isoformat() if about.released else None)
    SubElement(SubElement(root, "author"), "name").text = about.title
    SubElement(root, "link", {"rel": "self", "type": _ATOM, "href": f"{base}{FEED}"})
    SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": f"{base}/"})
    for item in changed:
        address = f"{base}{changes_path(item.before.version, item.after.version)}"
        entry = SubElement(root, "entry")
        SubElement(entry, "id").text = address
        SubElement(entry, "title").text = f"{item.after.version}, since {item.before.version}"
        SubElement(entry, "updated").text = _moment(item.after.released)
        SubElement(entry, "link", {"rel": "alternate", "type": "application/json", "href": address})
        SubElement(entry, "summary").text = _summary(item)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _moment(day: str | None) -> str:
    """The begin of a day, as Atom has it; of a catalogue without a day, that of the first of 1970."""
    return f"{day or '1970-01-01'}T00:00:00Z"


def _summary(changed: Changes) -> str:
    """What changed, in words: the counts, then names."""
    names = changed.after.entities
    facts = [names[change.id].name for change in changed.changed if change.facts]
    moved = [redirect.retired for redirect in changed.moved]
    listed = (
        ("added", [names[id].name for id in changed.added]),
        ("changed in their facts", facts),
        ("moved", moved),
        ("removed", list(changed.removed)),
    )
    lines = [f"{counted(len(changed.changed), 'entity', 'entities')} changed."]
    for what, items in listed:
        if items:
            more = f" and {len(items) - _SHOWN} more" if len(items) > _SHOWN else ""
            lines.append(f"{len(items):,} {what}: {', '.join(items[:_SHOWN])}{more}.")
    return "\n".join(lines)
