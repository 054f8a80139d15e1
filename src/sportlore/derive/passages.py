"""Sentences of entities and marks of their plans that are asked for by questions of their own."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from sportlore import drawing
from sportlore.answers import AskedPassage, Passage
from sportlore.derive.knowledge import Knowledge
from sportlore.drawing import Drawing
from sportlore.model import Entity
from sportlore.model import Passage as Authored
from sportlore.text import sentences

SPORTS = ("sport", "discipline", "adaptive-sports")
DESCRIPTION = "description"
"""What an answer from the description is called, as sections are by their titles."""


def stated(entity: Entity, words: str) -> list[tuple[str, str]]:
    """The sentences of an entity that have some words, each with the title of its section."""
    texts = [(DESCRIPTION, entity.description)]
    for section in entity.sections:
        texts += [(section.title, text) for text in (section.text or "", *section.steps, *section.items)]
    return [(title, sentence) for title, text in texts for sentence in sentences(text) if words in sentence]


def passages(
    knowledge: Knowledge, numbers: Mapping[str, int], within: Mapping[str, Sequence[int]]
) -> Iterator[AskedPassage]:
    """The passages of the vocabulary. What is asked about is an entity, or what it is within: a court or its sport.

    A form of a sport is not asked for by the name of that sport: three against three are not basketball's players.
    """
    drawn: dict[str, tuple[Drawing, ...]] = {}
    for authored in knowledge.graph.vocabulary.passages:
        entity = knowledge.graph.entities[authored.entity]
        about = (numbers[entity.id], *(() if entity.type in SPORTS else within[entity.id]))
        if authored.mark and entity.id not in drawn:
            drawn[entity.id] = drawing.drawings(entity)
        passage = _mark(drawn[entity.id], authored, about) if authored.mark else _sentence(entity, authored, about)
        yield AskedPassage(passage, authored.questions, authored.alone, authored.defines)


def _sentence(entity: Entity, authored: Authored, about: tuple[int, ...]) -> Passage:
    ((title, sentence),) = stated(entity, authored.states)
    return Passage(about[0], title, sentence, about)


def _mark(drawings: Sequence[Drawing], authored: Authored, about: tuple[int, ...]) -> Passage:
    """The measures of a mark on the first drawing that has it, which is that of the rules of the plan itself."""
    composed = next(item for item in drawings if any(feature.name == authored.mark for feature in item.features))
    (feature,) = [feature for feature in composed.features if feature.name == authored.mark]
    if not authored.measure:
        (text,) = [row.text for row in drawing.measures(composed) if row.name == authored.mark]
        return Passage(about[0], authored.mark, text, about, None, feature.citation.source)
    measure = next(measure for measure in feature.dimensions if measure.text == authored.measure)
    text = f"{drawing.distance(measure)} {measure.text}"
    metres = None if measure.stated else round(math.dist(measure.start, measure.end), 4)
    return Passage(about[0], authored.mark, text, about, metres, feature.citation.source)
