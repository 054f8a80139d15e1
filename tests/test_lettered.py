"""Drawings whose marks have letters: each is told apart from the others by where it stands, and by words alone."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import msgspec
import pytest

from sportlore import drawing
from sportlore.drawing import Drawing
from sportlore.drawing.lettered import centres, in_words
from sportlore.publication import Publication


def fields(publication: Publication) -> list[Drawing]:
    drawn = (item for items in publication.knowledge.drawings.values() for item in items)
    return [item for item in drawn if item.kind in ("plan", "section", "elevation")]


def test_letters_of_every_field_are_told_apart(catalogue: Publication) -> None:
    every = fields(catalogue)
    assert len(every) > 60
    assert sum(len(drawing.letters(item)) > 2 for item in every) > 40
    for item in every:
        marks, at = drawing.letters(item), centres(item)
        assert [mark.letter for mark in marks] == [*"ABCDEFGH"[: len(marks)]]
        assert len({mark.name for mark in marks}) == len({mark.words for mark in marks}) == len(marks) == len(at)
        assert all(math.dist(a, b) >= 24 for i, a in enumerate(at) for b in at[:i]), item.id


def test_a_lettered_drawing_names_no_mark_and_each_letter_leads_on(catalogue: Publication) -> None:
    (item, *_) = catalogue.knowledge.drawings["facility/badminton-court"]
    marks = drawing.letters(item)
    svg = ET.fromstring(drawing.lettered(item, "x", marks, {mark.letter: f"#to-{mark.letter}" for mark in marks}))
    assert "".join(svg.itertext()) == "ABCDEF"
    links = [link for link in svg.iter() if link.tag.endswith("a")]
    assert [link.get("href") for link in links] == [f"#to-{letter}" for letter in "ABCDEF"]
    assert {link.get("tabindex") for link in links} == {"-1"}
    assert svg.get("aria-hidden") == "true"


@pytest.mark.parametrize(
    ("venue", "name", "words"),
    [
        ("badminton-court", "Short service lines", "two lines across, 6.10 m long, each 1.98 m from the middle"),
        ("badminton-court", "Boundary lines", "the outline of the whole"),
        ("basketball-court", "Centre circle", "a circle, radius 1.80 m, in the middle"),
        ("basketball-court", "Points below the rings", "two spots, each 12.43 m from the middle"),
        ("football-pitch", "Centre circle", "a circle and a spot, in the middle"),
        ("olympic-swimming-pool", "Ropes between the ten lanes", "nine lines along, 50 m long, at several distances"),
        ("climbing-wall", "Middle of each lane", "two lines upright, 15 m long, each up to 15 m high"),
    ],
)
def test_where_a_mark_lies_in_words(catalogue: Publication, venue: str, name: str, words: str) -> None:
    (item, *_) = catalogue.knowledge.drawings[f"facility/{venue}"]
    (feature,) = [feature for feature in item.features if feature.name == name]
    assert in_words(item, feature) == words


def test_what_lies_on_another_mark_has_no_letter(catalogue: Publication) -> None:
    """The letter of a goal would stand on the goal line, and be taken for it."""
    (item, *_) = catalogue.knowledge.drawings["facility/ice-hockey-rink"]
    names = [mark.name for mark in drawing.letters(item)]
    assert "goal lines" in names
    assert "goals" not in names
    doubled = msgspec.structs.replace(item.features[2], name="The same again")
    again = msgspec.structs.replace(item, features=(*item.features[:4], doubled))
    assert "the same again" not in [mark.name for mark in drawing.letters(again)]
