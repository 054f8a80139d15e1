"""What all drawings share: how they are named, and numbers in few digits."""

from __future__ import annotations

import re

import pytest

from sportlore.drawing.frame import Labels, framed, short


def written(*, alone: bool = False, labels: Labels = "joined") -> str:
    return str(framed("a", "A < B", "C", (10.0, 5.25), [], alone=alone, classes=["plan"], style="a{}", labels=labels))


@pytest.mark.parametrize(("value", "expected"), [(3.0, "3"), (3.14, "3.1"), (-0.04, "0"), (-2.96, "-3")])
def test_short(value: float, expected: str) -> None:
    assert str(short(value)) == expected


def test_a_file_carries_its_style_and_a_part_of_a_page_its_class() -> None:
    file, part = written(alone=True), written()
    assert "<style>a{}</style>" in file
    assert "xmlns=" in file
    assert 'class="plan"' not in file
    assert 'class="plan"' in part
    assert "<style>" not in part
    assert "xmlns=" not in part
    assert all('viewBox="0 0 10 5.2"' in text and "A &lt; B</title>" in text for text in (file, part))


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("joined", {"aria-labelledby": "a-title a-desc"}),
        ("apart", {"aria-labelledby": "a-title", "aria-describedby": "a-desc"}),
        ("hidden", {"aria-hidden": "true"}),
    ],
)
def test_labels_name_what_is_there(labels: Labels, expected: dict[str, str]) -> None:
    text = written(labels=labels)
    assert dict(re.findall(r'(aria-\w+)="([^"]*)"', text)) == expected
    ids = " ".join(value for name, value in expected.items() if name != "aria-hidden").split()
    assert re.findall(r' id="([^"]*)"', text) == ids
