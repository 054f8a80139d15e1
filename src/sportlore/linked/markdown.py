"""An entity as Markdown, for people and programs that read text: every value with its source, and every link with its address."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.contract.schemas import Fact, Resource, Section, Source
from sportlore.model import Vocabulary


def markdown(resource: Resource, vocabulary: Vocabulary) -> str:
    """The whole entity: what it is, facts, texts, evidence, links, and the works that are cited by number."""
    numbers = {source.id: number for number, source in enumerate(resource.sources or (), 1)}
    return "\n".join(
        (
            f"# {resource.name}",
            "",
            resource.description or "",
            "",
            f"`{resource.id}` · <{resource.url}>" + _others(resource),
            *_facts(resource, numbers),
            *(line for section in resource.sections or () for line in _section(section, numbers)),
            *_evidence(resource, numbers),
            *_links(resource, vocabulary),
            *_sources(resource, numbers),
            "",
        )
    )


def _others(resource: Resource) -> str:
    return f" · also: {', '.join(resource.keywords)}" if resource.keywords else ""


def _facts(resource: Resource, numbers: dict[str, int]) -> Iterator[str]:
    if not resource.facts:
        return
    yield from ("", "## Facts", "", "| fact | value | rests on |", "|---|---|---|")
    for fact in resource.facts:
        yield f"| {_cell(fact.label)} | {_cell(fact.text)} | {_cell(_basis(fact, numbers))} |"
        for variant in fact.variants or ():
            where = [*(variant.scope or ()), *_years(variant.since or None, variant.until or None)]
            yield f"| {_cell(fact.label)} ({_cell(', '.join(where))}) | {_cell(variant.text)} | [{numbers[variant.source]}] |"


def _basis(fact: Fact, numbers: dict[str, int]) -> str:
    """What a value rests on: works by their numbers, where in the first of them, and doubts."""
    works = " ".join(f"[{numbers[id]}]" for id in fact.sources or ())
    clause = f" {fact.clause}" if fact.clause else ""
    practice = "the authors' own choice" if fact.basis else ""
    return "; ".join(part for part in (works + clause, practice, fact.doubt or "") if part)


def _years(since: int | None, until: int | None) -> Iterator[str]:
    if since is not None or until is not None:
        yield f"{since or ''}–{until or ''}"


def _section(section: Section, numbers: dict[str, int]) -> Iterator[str]:
    works = "".join(f" [{numbers[id]}]" for id in section.sources or ())
    yield from ("", f"## {section.title}{works}", "")
    if section.text:
        yield section.text
    yield from (f"{number}. {step}" for number, step in enumerate(section.steps or (), 1))
    yield from (f"- {item}" for item in section.items or ())


def _evidence(resource: Resource, numbers: dict[str, int]) -> Iterator[str]:
    if resource.evidence:
        yield from ("", "## Evidence", "")
    for item in resource.evidence or ():
        population = f" ({item.population})" if item.population else ""
        yield f"- {item.outcome}: {item.effect}{population}. Evidence: {item.grade}. [{numbers[item.source]}]"


def _links(resource: Resource, vocabulary: Vocabulary) -> Iterator[str]:
    labels = {key: relation.label for key, relation in vocabulary.relations.items()}
    labels |= {
        relation.inverse: relation.inverse_label
        for key, relation in vocabulary.relations.items()
        if relation.inverse != key
    }
    by_relation: dict[str, list[str]] = {}
    for related in resource.relationships:
        by_relation.setdefault(str(related.relation), []).append(f"[{related.name}]({related.url})")
    if by_relation:
        yield from ("", "## Links", "")
    for relation, names in by_relation.items():
        yield f"- {labels.get(relation, relation)}: {', '.join(names)}"


def _sources(resource: Resource, numbers: dict[str, int]) -> Iterator[str]:
    if resource.sources:
        yield from ("", "## Sources", "")
    for source in resource.sources or ():
        yield f"[{numbers[source.id]}] {_cited(source)}"
        yield ""


def _cited(source: Source) -> str:
    by = f"{source.author}: " if source.author else ""
    printed = ", ".join(str(part) for part in (source.publisher, source.year) if part)
    read = f" Read: {source.read}." if source.read else ""
    address = f" <{source.url}>" if source.url else ""
    return f"{by}{source.title}. {printed}.{address}{read}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
