"""The file that a new entity starts from, and the pair that a comparison's slug names."""

from __future__ import annotations

import re
import tomllib

import msgspec
import pytest
from conftest import WORLD, real_catalogue, real_types

from sportlore import registry
from sportlore.model import SERVES, EntityType
from sportlore.rules.context import DERIVED, NAMED_BY_DERIVATION

TYPES = real_types()
WRITTEN = [type for type, stated in TYPES.items() if stated.get("role") not in DERIVED]


def template(type: str, slug: str = "a-slug") -> str:
    return registry.template(real_catalogue(), type, slug, is_named(type))


def is_named(type: str) -> bool:
    return TYPES[type].get("role") not in NAMED_BY_DERIVATION


def described(type: str) -> EntityType:
    return real_catalogue().vocabulary.types[type]


@pytest.mark.parametrize("type", TYPES)
def test_a_template_is_canonical_and_states_what_its_type_requires(type: str) -> None:
    about = described(type)
    text = template(type)
    assert registry.canonical(text, registry.entity_order(real_catalogue().vocabulary)) == text
    data = tomllib.loads(text)
    assert ("name" in data) == is_named(type)
    assert ("sources" in data) == about.sources_required
    assert set(data.get("facts", {})) == set(about.required_facts)
    assert set(data.get("links", {})) == set(about.required_links) - {SERVES}
    assert ("serves" in data) == (SERVES in about.required_links)
    assert ("motion" in data) == about.moves
    assert ("# [[serves]]" in text) == (SERVES in about.links and SERVES not in about.required_links)
    assert [section["title"] for section in data.get("sections", [])] == list(about.required_sections)


@pytest.mark.parametrize("type", WRITTEN)
def test_every_comment_stands_in_the_table_that_it_is_about(type: str) -> None:
    """With the comments on optional facts and links taken away, the file holds all that the type may state."""
    about = described(type)
    text = template(type)
    lines = re.split(r"# Other sections|# \[\[serves", text)[0].splitlines()
    data = tomllib.loads("\n".join([lines[0], *(line.removeprefix("# ") for line in lines[1:])]))
    assert set(data.get("facts", {})) == set(about.facts)
    assert set(data.get("links", {})) == set(about.links) - {SERVES}


def test_sections_have_the_form_that_their_neighbours_give_them() -> None:
    exercise = tomllib.loads(template("exercise"))
    assert exercise["sections"][0] == {"title": "How to do it", "steps": [], "sources": []}
    assert exercise["sections"][1] == {"title": "Common mistakes", "items": [], "sources": []}
    assert '# title = "Safety"\n# text = ""' in template("exercise")
    sport = template("sport")
    assert '# [[sections]]\n# title = "How it is played"\n# items = []' in sport
    assert sport.index("How it is played") < sport.index("At the Games")
    first = msgspec.structs.replace(real_catalogue(), entities={})
    assert tomllib.loads(registry.template(first, "exercise", "x", named=True))["sections"][0]["text"] == ""


def test_units_that_are_notes_are_not_shown() -> None:
    sport = template("sport")
    assert "players-per-side = 0 # Players per side, integer\n" in sport
    assert "field-length = 0.0 # Length of the playing area, number in m\n" in sport
    assert "{" not in sport


def test_a_comparison_starts_with_its_pair_and_a_verdict() -> None:
    pair = registry.pair_of(real_catalogue(), "golf-vs-archery")
    data = tomllib.loads(registry.template(real_catalogue(), "comparison", "golf-vs-archery", False, pair))
    assert data["links"] == {"compares": ["sport/golf", "sport/archery"]}
    assert data["verdict"] == ""


@pytest.mark.parametrize(
    ("slug", "message"),
    [
        ("tennis", "names no pair: write <a>-vs-<b>"),
        ("tennis-vs-tenis", "no entity `tenis`; did you mean `tennis`?"),
        ("tennis-vs-zzzzzzz", "no entity `zzzzzzz`; write it first"),
        ("tennis-vs-tennis", "`tennis` stands on both sides"),
        ("tennis-vs-racket", "`tennis` is of type sport and `racket` of type equipment: compare like with like"),
        ("tennis-vs-badminton", "`comparison/tennis-vs-badminton` compares this pair already"),
        ("badminton-vs-tennis", "`comparison/tennis-vs-badminton` compares this pair already"),
        ("front-squat-vs-back-squat", "`movement-comparison/back-squat-vs-front-squat` compares this pair already"),
    ],
)
def test_what_is_no_pair_is_refused(slug: str, message: str) -> None:
    with pytest.raises(registry.NoPair) as caught:
        registry.pair_of(registry.read(WORLD), slug)
    assert message in str(caught.value)


def test_a_pair_of_two_types_is_refused() -> None:
    world = registry.read(WORLD)
    tennis, badminton = world.entities["sport/tennis"], world.entities["sport/badminton"]
    others = {f"equipment/{one.slug}": msgspec.structs.replace(one, type="equipment") for one in (tennis, badminton)}
    doubled = msgspec.structs.replace(world, entities={**world.entities, **others})
    with pytest.raises(registry.NoPair, match="of each of the types sport and equipment"):
        registry.pair_of(doubled, "badminton-vs-tennis")
