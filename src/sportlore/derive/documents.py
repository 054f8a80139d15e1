"""What the search index knows of each entity and of each calculator."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from sportlore.derive.knowledge import Knowledge
from sportlore.effects import effect_text
from sportlore.graph import Graph
from sportlore.memo import Forgetful, Memo
from sportlore.model import COMPARES, INCLUDES, OF_SPORT, SCOPES, Calculator, Entity, EntityType, Vocabulary
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


Texts = dict[str, tuple[str, ...]]
Questions = tuple[Texts, Texts, Texts, dict[str, tuple[str, str]], list[tuple[str, ...]]]
"""What asks for each fact and relation, what scopes are called, their slugs and phrases, and the titles of sections by entity."""


def questions(graph: Graph, ids: Iterable[str]) -> Questions:
    """What direct answers are looked up by: the questions of facts, the words for scopes, the titles of the sections of `ids`."""
    vocabulary = graph.vocabulary
    facts = {key: fact.questions for key, fact in vocabulary.facts.items() if fact.questions}
    relations = {key: relation.questions for key, relation in vocabulary.relations.items() if relation.questions}
    for relation in vocabulary.relations.values():
        if relation.inverse_questions:
            relations[relation.inverse] = (*relations.get(relation.inverse, ()), *relation.inverse_questions)
    scopes = {term.label: (term.label, *term.asked) for term in vocabulary.terms.get(SCOPES, {}).values()}
    phrases = {term.label: (slug, term.phrase or "") for slug, term in vocabulary.terms.get(SCOPES, {}).items()}
    titles = [tuple(section.title for section in graph.entities[id].sections) for id in ids]
    return facts, relations, scopes, phrases, titles
