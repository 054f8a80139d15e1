"""What fits a page in Schema.org's terms, beside the declared object that every page of an entity has.

A description of how to do something is a HowTo, a schedule an ExercisePlan, the catalogue as a whole a Dataset.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from sportlore.contract.operations import TYPE_LIST
from sportlore.model import Entity, FactValue, spans
from sportlore.publication import Publication
from sportlore.site.html import island, licence

_USES = "uses"
"""The relation to equipment."""
_MINUTES, _A_WEEK, _WEEKS = "minutes", "sessions-per-week", "weeks"
"""The facts of a plan that Schema.org has a property for."""


def structured(publication: Publication, entity: Entity, images: Iterable[str]) -> Markup | None:
    """The entity as a HowTo or an ExercisePlan, if it has steps or a schedule; `images` are paths of its pictures."""
    steps = next((section.steps for section in entity.sections if len(section.steps) > 1), ())
    if entity.schedule:
        particular = _plan(publication, entity)
    elif steps:
        particular = _how_to(publication, entity, steps)
    else:
        return None
    site_url = publication.addresses.site_url
    pictures = [f"{site_url}{path}" for path in images]
    common = {
        "@context": "https://schema.org",
        "name": entity.name,
        "description": entity.description,
        "url": publication.page(entity),
        "license": licence(publication.about.licence)[1],
    }
    return island(common | particular | ({"image": pictures} if pictures else {}))


def _how_to(publication: Publication, entity: Entity, steps: Iterable[str]) -> dict[str, object]:
    tools = [{"@type": "HowToTool", "name": item.name} for item in publication.graph.objects(entity.id, _USES)]
    listed = [{"@type": "HowToStep", "position": i, "text": step} for i, step in enumerate(steps, 1)]
    return {"@type": "HowTo", **({"tool": tools} if tools else {}), "step": listed}


def _plan(publication: Publication, entity: Entity) -> dict[str, object]:
    parts = (part for block in entity.schedule for session in block.sessions for part in session.parts)
    done = dict.fromkeys(part.activity for part in parts if part.activity)
    texts = {fact.key: fact.text for fact in publication.knowledge.facts[entity.id]}
    measured = {
        "activityDuration": _quantity(entity.facts.get(_MINUTES), "minutes"),
        "activityFrequency": _quantity(entity.facts.get(_A_WEEK), "sessions a week"),
        "additionalVariable": texts.get(_WEEKS),
        "exerciseType": [publication.graph.entities[id].name for id in done],
    }
    return {"@type": "ExercisePlan", **{name: value for name, value in measured.items() if value}}


def _quantity(value: FactValue | None, unit: str) -> dict[str, object] | None:
    """A number or range of a fact: {"@type": "QuantitativeValue", "minValue": 25, "maxValue": 75, "unitText": "minutes"}."""
    span = next(iter(spans(value)), None) if value is not None else None
    if span is None:
        return None
    ends = {"value": span.low} if span.low == span.high else {"minValue": span.low, "maxValue": span.high}
    return {"@type": "QuantitativeValue", **ends, "unitText": unit}


def dataset(publication: Publication) -> Markup:
    """The catalogue as a Dataset, with the answer from which all others are found."""
    about, site_url = publication.about, publication.addresses.site_url
    return island(
        {
            "@context": "https://schema.org",
            "@type": "Dataset",
            "name": about.title,
            "description": f"{about.description} {len(publication.graph.entities):,} entries with facts, links and sources.",
            "url": f"{site_url}/about",
            "version": about.version,
            "license": licence(about.licence)[1],
            "creator": {"@type": "Organization", "name": about.title},
            "isAccessibleForFree": True,
            "keywords": [described.plural for described in publication.vocabulary.types.values()],
            "distribution": [
                {
                    "@type": "DataDownload",
                    "contentUrl": f"{site_url}{TYPE_LIST.path}",
                    "encodingFormat": "application/json",
                }
            ],
        }
    )
