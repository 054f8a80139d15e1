"""What the search index knows of each entity and of each calculator."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product

from sportlore.answers import Named, Teller, Wordings
from sportlore.derive.knowledge import Knowledge
from sportlore.derive.passages import SPORTS, passages
from sportlore.effects import effect_text
from sportlore.graph import Graph
from sportlore.kinds import KINDS
from sportlore.memo import Forgetful, Memo
from sportlore.model import (
    COMPARES,
    INCLUDES,
    OF_SPORT,
    PLAYED_AT,
    SCOPES,
    Absent,
    Calculator,
    Entity,
    EntityType,
    Vocabulary,
)
from sportlore.search import Document, Terms, terms_of

_CALCULATOR = "calculator"
"""The type of the documents that are calculators: no type of entities."""
_ITS_WORDS = "calculator calculators calculate formula"


class Documents:
    """Every entity, then every calculator, as the search index knows them; a memo remembers those of entities.

    The entity that a calculator informs first takes over its keywords, so that a search among entities alone leads there; the
    other entities that it informs have its words in their text. A question of a quiz belongs to the text of its answer.
    """

    def __init__(self, knowledge: Knowledge, memo: Memo | None = None) -> None:
        self._knowledge = knowledge
        self._memo = memo or Forgetful()
        called: dict[str, list[str]] = defaultdict(list)
        further: dict[str, list[str]] = defaultdict(list)
        for calculator in knowledge.calculators:
            if calculator.informs:
                called[calculator.informs[0]] += calculator.keywords
            for id in calculator.informs:
                further[id] += (calculator.title, *calculator.keywords, _ITS_WORDS)
        for course in knowledge.courses.values():
            for module in course.modules:
                for question in module.quiz:
                    further[question.cites].append(question.question)
        self._called = called
        self._further = self._memo.mapping("further", further)

    def __iter__(self) -> Iterator[Document]:
        yield from (self._document(id) for id in self._knowledge.graph.entities)
        yield from map(_calculator, self._knowledge.calculators)

    def terms(self, document: Document) -> Terms:
        """The terms of one of the documents."""
        if document.page:
            return terms_of(document)
        return self._memo.result(("terms", document.id), lambda: terms_of(self._document(document.id)))

    def _document(self, id: str) -> Document:
        return self._memo.result(("document", id), lambda: _entity(self._knowledge, id, self._called, self._further))


def _entity(
    knowledge: Knowledge, id: str, called: Mapping[str, list[str]], further: Mapping[str, list[str]]
) -> Document:
    entity = knowledge.graph.entities[id]
    entity_type = knowledge.graph.vocabulary.types[entity.type]
    facts = (
        f"{fact.label} {fact.text} {' '.join(variant.text for variant in fact.variants)}"
        for fact in knowledge.facts[entity.id]
    )
    sections = (" ".join((s.title, s.text or "", *s.steps, *s.items)) for s in entity.sections)
    evidence = (" ".join((item.outcome, effect_text(item.effect), item.population or "")) for item in entity.evidence)
    services = (service.text for service in entity.serves)
    blocks = (block.focus for block in entity.schedule)
    linked_to = _linked(knowledge, entity)
    related = (keyword for linked in linked_to for keyword in linked.keywords)
    # The keywords of a comparison are about both sides, and what is asked of one side alone should find that one.
    of_two = entity_type.role == "comparison"
    about = entity.keywords if of_two else ()
    return Document(
        id=entity.id,
        type=entity.type,
        name=entity.name,
        keywords=() if of_two else tuple(dict.fromkeys((*entity.keywords, *called.get(entity.id, ())))),
        names=tuple(dict.fromkeys(name for names in entity.names.values() for name in names)),
        searches=entity.searches,
        wordings=(*about, *_both(knowledge, entity)) if of_two else (),
        description=entity.description,
        types=" ".join((*_type_names(entity_type), *entity_type.keywords)),
        links=" ".join(linked.name for linked in linked_to),
        facts=" ".join(facts),
        text=" ".join((*about, *sections, *evidence, *services, *blocks, *related, *further.get(entity.id, ()))),
        linked=tuple(neighbour.id for neighbour in knowledge.graph.neighbours(entity.id)),
        sports=_sports(knowledge, entity),
    )


def _type_names(entity_type: EntityType) -> Iterator[str]:
    """The names of a type that are one word: parts of the others, such as the "training" of training guides, say nothing."""
    return (name for name in (entity_type.singular, entity_type.plural) if " " not in name)


def _linked(knowledge: Knowledge, entity: Entity) -> list[Entity]:
    """What an entity links to; what a derived one lists is left out."""
    graph = knowledge.graph
    derived = graph.vocabulary.types[entity.type].role in ("course", "dimension", "recommendation")
    links = (link for link in graph.out[entity.id] if not (derived and link.relation == INCLUDES))
    return [graph.entities[link.object] for link in links]


def _sports(knowledge: Knowledge, entity: Entity) -> tuple[str, ...]:
    """The sports that an entity belongs to: itself, if it is one."""
    types = knowledge.graph.vocabulary.types
    sports = (entity, *knowledge.graph.objects(entity.id, OF_SPORT))
    return tuple(sport.id for sport in sports if types[sport.type].role == "sport")


def _both(knowledge: Knowledge, entity: Entity) -> Iterator[str]:
    """What the two sides of a comparison are called, the one beside the other."""
    compared = (link.object for link in knowledge.graph.out[entity.id] if link.relation == COMPARES)
    sides = (knowledge.graph.entities[id] for id in compared)
    return map(" ".join, product(*((side.name, *side.keywords) for side in sides)))


def _calculator(calculator: Calculator) -> Document:
    return Document(
        id=f"{_CALCULATOR}/{calculator.slug}",
        type=_CALCULATOR,
        name=calculator.title,
        keywords=calculator.keywords,
        description=calculator.description,
        types=_ITS_WORDS,
        text=" ".join((calculator.validity, calculator.formula.name, *(input.label for input in calculator.inputs))),
        page=f"/calculators/{calculator.slug}",
    )


def typed_words(vocabulary: Vocabulary) -> dict[str, list[str]]:
    """The words of the catalogue that are meant, by what people type instead: {"tall": ["height"]}."""
    meanings: dict[str, list[str]] = defaultdict(list)
    for synonym in vocabulary.synonyms:
        for typed in synonym.typed:
            meanings[typed].append(synonym.means)
    return meanings


def foreign_words(vocabulary: Vocabulary) -> list[str]:
    """The words that show that a search is not in English: those typed in other languages for a word of the catalogue."""
    return sorted({typed for synonym in vocabulary.synonyms if synonym.language for typed in synonym.typed})


def wordings(knowledge: Knowledge, ids: Sequence[str]) -> Wordings:
    """What direct answers are looked up by; `ids` are those of the entities by their numbers."""
    vocabulary = knowledge.graph.vocabulary
    relations = {key: relation.questions for key, relation in vocabulary.relations.items()}
    for relation in vocabulary.relations.values():
        relations[relation.inverse] = (*relations.get(relation.inverse, ()), *relation.inverse_questions)
    scopes = vocabulary.terms.get(SCOPES, {})
    numbers = {id: number for number, id in enumerate(ids)}
    return Wordings(
        facts={key: fact.questions for key, fact in vocabulary.facts.items()},
        relations=relations,
        sections={title: item.questions for item in vocabulary.sections for title in item.titles},
        scopes={term.label: (term.label, *term.asked) for term in scopes.values()},
        phrases={term.label: (slug, term.phrase or "") for slug, term in scopes.items()},
        sports=_sports_by_scope(knowledge.graph, ids),
        types={type: (item.singular, item.plural, *item.keywords) for type, item in vocabulary.types.items()},
        terms={
            (key, slug): (term.label, *term.asked)
            for key, fact in vocabulary.facts.items()
            for slug, term in vocabulary.terms.get(fact.terms or "", {}).items()
        },
        calculators={item.slug: (item.title, *item.keywords, *item.asked) for item in knowledge.calculators},
        texts=[key for key, fact in vocabulary.facts.items() if KINDS[fact.kind].filtered_by == "text"],
        bodies=_bodies(knowledge.graph, numbers),
        passages=list(passages(knowledge, numbers, _within(knowledge.graph, numbers))),
    )


def _bodies(graph: Graph, numbers: Mapping[str, int]) -> dict[str, int | None]:
    """The numbers of the sports that bodies govern, by the abbreviations of these, by whose rules values hold: FIBA."""
    governed: dict[str, list[str]] = defaultdict(list)
    for entity in graph.entities.values():
        stated = entity.facts.get(_GOVERNING_BODY)
        for name in _ABBREVIATED.findall(stated) if isinstance(stated, str) else ():
            governed[name] += [entity.id] if entity.type == "sport" else []
    return {name: numbers[ids[0]] if len(ids) == 1 else None for name, ids in sorted(governed.items())}


def _sports_by_scope(graph: Graph, ids: Sequence[str]) -> dict[str, int]:
    """The number of the only sport that states anything of a scope or is called by it, by its label: the NBA plays basketball."""
    labels = graph.vocabulary.terms.get(SCOPES, {})
    stating: dict[str, set[int]] = defaultdict(set)
    for number, id in enumerate(ids):
        entity = graph.entities[id]
        if graph.vocabulary.types[entity.type].role == "sport":
            for scope in {scope for variant in entity.variants for scope in variant.scope}:
                stating[labels[scope].label].add(number)
            called = {word for keyword in entity.keywords for word in keyword.split()}
            for label in called & {term.label for term in labels.values() if term.label.isupper()}:
                stating[label].add(number)
    return {label: min(numbers) for label, numbers in sorted(stating.items()) if len(numbers) == 1}


def _tellers(graph: Graph, id: str, numbers: Mapping[str, int]) -> Iterator[tuple[Teller, int]]:
    """What else states facts of an entity: the only part of its type, the only sport of a venue, the sport of a discipline.

    A part of several sports is that of the first: softball is scored like baseball, but over seven innings.
    """
    yield from (("part", numbers[part]) for part in _parts_telling(graph, id))
    yield from (("sport of venue", numbers[sport]) for sport in _playing_at(graph, id))
    yield from (("sport", numbers[sport]) for sport in _wholes(graph, id))


def _parts_telling(graph: Graph, id: str) -> Iterator[str]:
    """The only part of a sport of each type that states facts in its place."""
    parts = [part for part in graph.subjects(id, OF_SPORT) if graph.objects(part.id, OF_SPORT)[0].id == id]
    for type in _TOLD_BY:
        of_type = [part.id for part in parts if part.type == type]
        if len(of_type) == 1:
            yield of_type[0]


def _playing_at(graph: Graph, id: str) -> list[str]:
    """The only sport of a venue."""
    sports = [entity.id for entity in graph.subjects(id, PLAYED_AT) if entity.type == "sport"]
    return sports if len(sports) == 1 else []


def _wholes(graph: Graph, id: str) -> list[str]:
    """The only sport of a discipline."""
    wholes = [entity.id for entity in graph.objects(id, OF_SPORT) if entity.type == "sport"]
    return wholes if len(wholes) == 1 else []


_GOVERNING_BODY = "governing-body"
_ABBREVIATED = re.compile(r"\b([A-Z]{3,6})(?:\)|$)")
_ABBREVIATION = "abbreviation"
_TOLD_BY = ("scoring", "beginners")
"""A sport states some facts by what is part of it: how it is scored, and how to begin."""
_DIVIDING = frozenset(["duration-format", "won-by", "scoring-unit", "unit", "periods"])
"""Facts that say how a contest is divided."""
_GROUND = "facility"
_HAVING = frozenset(["equipment", "facility", "glossary", "rule", "scoring", "surface"])
"""Types whose names say what parts those have that are linked with them."""
_WITHIN_OBJECT, _WITHIN_SUBJECT = ("of-sport", "broader"), ("uses", "played-at")
"""Relations to what something belongs to, and from it."""


def _abbreviations(entity: Entity) -> tuple[str, ...]:
    """What a term is abbreviated to, as people ask for it: RPE."""
    stated = entity.facts.get(_ABBREVIATION)
    return (stated,) if isinstance(stated, str) else ()


def _within(graph: Graph, numbers: Mapping[str, int]) -> dict[str, list[int]]:
    """The numbers of what each entity belongs to."""
    within: dict[str, set[int]] = {id: set() for id in numbers}
    for id, number in numbers.items():
        for link in graph.out[id]:
            if link.relation in _WITHIN_OBJECT:
                within[id].add(numbers[link.object])
            elif link.relation in _WITHIN_SUBJECT:
                within[link.object].add(number)
    return {id: sorted(owners) for id, owners in within.items()}


def _told(knowledge: Knowledge, id: str, keys: Collection[str] = ()) -> list[str]:
    """The texts of the facts of an entity, or of some of them."""
    facts = (fact for fact in knowledge.facts[id] if not keys or fact.key in keys)
    return [text for fact in facts for text in (fact.text, *(v.text for v in fact.variants))]


def _described(knowledge: Knowledge, id: str) -> Iterator[str]:
    """What says which parts an entity has: what it is called and described as, what it is linked with is called, and what states
    facts in its place."""
    graph = knowledge.graph
    entity = graph.entities[id]
    yield from (entity.name, *entity.keywords, entity.description)
    for neighbour in graph.neighbours(id):
        if neighbour.type in _HAVING:
            yield neighbour.name
        if neighbour.type == _GROUND:
            yield from neighbour.keywords
    yield from (graph.entities[teller].description for teller in _telling(graph, id))


def _telling(graph: Graph, id: str) -> list[str]:
    """What states facts of an entity in its place."""
    return list(dict.fromkeys((*_parts_telling(graph, id), *_wholes(graph, id), *_playing_at(graph, id))))


def named(knowledge: Knowledge, ids: Sequence[str]) -> Iterator[Named]:
    """What direct answers know of each entity, in the order of their numbers."""
    graph = knowledge.graph
    numbers = {id: number for number, id in enumerate(ids)}
    within = _within(graph, numbers)
    for id in ids:
        entity = graph.entities[id]
        bare = entity.name.partition(" (")[0]
        others = [name for names in entity.names.values() for name in names]
        is_comparison = graph.vocabulary.types[entity.type].role == "comparison"
        sides = [numbers[side] for side in entity.links.get(COMPARES, ())] if is_comparison else []
        yield Named(
            name=entity.name,
            keywords=(*entity.keywords, *others, *([bare] if bare != entity.name else ()), *_abbreviations(entity)),
            titles=[section.title for section in entity.sections],
            compares=(sides[0], sides[1]) if len(sides) == 2 else None,
            within=within[id],
            facts=[
                key
                for key in graph.vocabulary.types[entity.type].facts
                if key in entity.facts and not isinstance(entity.facts[key], Absent)
            ],
            tellers=list(_tellers(graph, id, numbers)),
            is_sport=entity.type in SPORTS,
            told=_told(knowledge, id),
            divided=[text for each in (id, *_telling(graph, id)) for text in _told(knowledge, each, _DIVIDING)],
            described=list(_described(knowledge, id)),
        )
