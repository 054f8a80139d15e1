"""The file that a new entity starts from."""

from __future__ import annotations

from sportlore.model import EntityType, FactKey, Vocabulary


def skeleton(type: str, slug: str, vocabulary: Vocabulary, named_by_derivation: bool) -> str:
    """The file that `sportlore new` writes: what the type requires, with a comment on each optional fact and link."""
    kind = vocabulary.types[type]
    lines = [f"# {kind.singular}: {kind.definition}"]
    if not named_by_derivation:
        lines.append(f'name = "{slug.replace("-", " ").capitalize()}"')
    lines += ['description = ""', "keywords = []"]
    if kind.sources_required:
        lines.append("sources = []")
    lines += ["", "[facts]"] * bool(kind.facts) + [
        _fact_line(key, vocabulary.facts[key], kind, vocabulary) for key in kind.facts
    ]
    if kind.links:
        lines += ["", "[links]"]
        for relation in kind.links:
            mark = "" if relation in kind.required_links else "# "
            lines.append(
                f"{mark}{relation} = []  # {vocabulary.relations[relation].verb}: {', '.join(vocabulary.relations[relation].to)}"
            )
    for title in kind.required_sections:
        lines += ["", "[[sections]]", f'title = "{title}"', 'text = ""']
    return "\n".join(lines) + "\n"


def _fact_line(key: str, fact: FactKey, kind: EntityType, vocabulary: Vocabulary) -> str:
    empty = {"terms": "[]", "integer": "0", "number": "0.0", "year": "0"}.get(fact.kind, '""')
    hint = f"{fact.label}, {fact.kind}" + (f" in {fact.unit}" if fact.unit and fact.unit != "1" else "")
    if fact.terms:
        hint += f": {', '.join(vocabulary.terms[fact.terms])}"
    return f"{'' if key in kind.required_facts else '# '}{key} = {empty}  # {hint}"
