"""The body with its muscles: the figure of the catalogue, how choices are drawn, and at which address."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import chain, pairwise

import msgspec
import pytest
from conftest import REFERENCE, ROOT, ask, real_catalogue

from sportlore import graph
from sportlore.drawing import BodyMap, Layer, Muscle, body_map, figure, muscle_map
from sportlore.drawing.geometry import covers
from sportlore.drawing.sheet import body_sheet
from sportlore.graph import Graph
from sportlore.model import TARGETS, Body, Curve, View
from sportlore.server.answer import Responder

LARGEST = 9_000
"""Bytes of an inline figure before compression, and of the map, in which each muscle is a link with a name."""
PHONE = 350
"""Pixels of the narrowest page that a drawing fills."""

QUADRICEPS, GLUTEALS = (
    Muscle("muscle-group/quadriceps", "Quadriceps"),
    Muscle("muscle-group/gluteals", "Gluteals"),
)


@cache
def authored() -> Graph:
    registry = real_catalogue()
    return graph.build(registry.vocabulary, registry.entities.values())


@cache
def body() -> Body:
    stated = authored().vocabulary.body
    assert stated is not None
    return stated


@cache
def figures() -> dict[str, BodyMap]:
    items = ((id, muscle_map(authored(), id)) for id in authored().entities)
    return {id: item for id, item in items if item is not None}


def chosen(*layers: Layer, views: tuple[View, ...] = figure.VIEWS) -> BodyMap:
    return body_map(body(), "exercise/squat", "Squat", layers, views)


def along(curve: Curve, *, closed: bool) -> list[tuple[float, float]]:
    """Points on a quadratic B-spline, by its definition: between the middles of legs, with the point between as control."""
    legs = list(zip(curve, (*curve[1:], curve[0]), strict=True)) if closed else list(pairwise(curve))
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in legs]
    pieces = zip(middles, curve[1:], middles[1:], strict=False)
    points: list[tuple[float, float]] = [] if closed else [curve[0]]
    for (ax, ay), (cx, cy), (bx, by) in [*pieces, *([(middles[-1], curve[0], middles[0])] if closed else [])]:
        for t in (0.0, 0.25, 0.5, 0.75):
            u = 1 - t
            points.append((u * u * ax + 2 * u * t * cx + t * t * bx, u * u * ay + 2 * u * t * cy + t * t * by))
    return points if closed else [*points, middles[-1], curve[-1]]


def trunk(view: View) -> list[tuple[float, float]]:
    """The outline of half of the body without the head, closed along the middle line."""
    contour = max(body().silhouette(view).contours, key=len)
    points = along(contour, closed=False)
    return [*points, points[0]]


def widths(view: View, share: float) -> list[float]:
    """Where the outline crosses the height of a share of the stature, outwards from the middle line."""
    y = body().stature * (1 - share)
    chain_of_points = trunk(view)
    return sorted(
        ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in pairwise(chain_of_points)
        if (ay > y) != (by > y)
    )


# The figure of the catalogue


def test_every_muscle_group_is_drawn() -> None:
    drawn = {region.muscle for region in body().regions.values()}
    assert drawn == {entity.id for entity in authored().of_type("muscle-group")}
    assert len(drawn) == 22


def test_ids_of_regions_stay() -> None:
    """Others may have stored them: a region may be drawn better and added, and never renamed."""
    kept = (REFERENCE / "regions.txt").read_text().split()
    assert set(kept) <= set(body().regions)
    assert len(set(kept)) == len(kept) >= 44


def test_the_figure_has_the_proportions_that_it_states() -> None:
    heights, breadths, stature = body().heights, body().breadths, body().stature
    for view in figure.VIEWS:
        outline = trunk(view)
        assert max(y for _, y in outline) == pytest.approx(stature, rel=0.01)
        assert 2 * max(x for x, y in outline if y > stature * 0.8) < stature * 0.25
    _, hips, *_ = widths("front", 0.50)
    assert 2 * hips / stature == pytest.approx(breadths["hips"], rel=0.1)
    inner, outer = widths("front", 0.004)
    assert (outer - inner) / stature == pytest.approx(breadths["foot"], rel=0.15)
    # The leg is narrow at knee and ankle, and wider above and below.
    for joint, beside in (("knee", 0.06), ("ankle", 0.03)):
        narrow, *others = (
            outer - inner
            for inner, outer in (
                widths("front", height)[:2]
                for height in (heights[joint], heights[joint] + beside, heights[joint] - beside)
            )
        )
        assert narrow < min(others), joint
    chin = max(y for contour in body().silhouette("front").contours if contour[0] == (0, 0) for _, y in contour)
    assert 1 - chin / stature == pytest.approx(heights["chin"], abs=0.01)


def test_lengths_of_segments_are_differences_of_heights() -> None:
    heights, lengths = body().heights, body().lengths
    assert lengths["thigh"] == pytest.approx(heights["hip"] - heights["knee"])
    assert lengths["shank"] == pytest.approx(heights["knee"] - heights["ankle"])
    assert lengths["upper-arm"] == pytest.approx(heights["shoulder"] - heights["elbow"], abs=0.003)
    assert lengths["forearm"] == pytest.approx(heights["elbow"] - heights["wrist"], abs=0.003)


def test_muscles_lie_within_the_body() -> None:
    outlines = {view: trunk(view) for view in figure.VIEWS}
    for id, region in body().regions.items():
        for curve in region.shapes:
            for x, y in along(curve, closed=True):
                near = [(x, y), (x - 4, y), (x + 4, y), (x, y + 4), (x, y - 4)]
                assert any(covers(outlines[region.view], point) for point in near), (id, x, y)


# How choices are drawn


def test_a_curve_is_written_as_smooth_pieces_of_whole_numbers() -> None:
    square = chosen()
    tiny = msgspec.structs.replace(
        body(), regions={"square": msgspec.structs.replace(body().regions["soleus"], shapes=(((0, 0), (2, 0), (2, 2), (0, 2)),))}
    )  # fmt: skip
    assert 'd="M0 2Q0 0 2 0t2 2-2 2-2-2z"' in figure.inline(tiny, square, "x")


def test_roles_are_told_apart_without_colour_and_named() -> None:
    layers = (
        Layer("solid", "Target", (QUADRICEPS,)),
        Layer("hatched", "Assisting", (GLUTEALS,)),
        Layer("outlined", "Stabilising", (Muscle("muscle-group/calves", "Calves"),)),
    )
    svg = figure.inline(body(), chosen(*layers), "x")
    assert re.search(r'<path class="hatched" [^>]*fill="url\(#x-hatch\)"', svg)
    assert '<path class="solid"' in svg
    assert '<path class="outlined"' in svg
    assert re.findall(r"<text[^>]*>(\w+)</text>", svg) == ["Front", "Back", "Target", "Assisting", "Stabilising"]
    assert "Target: quadriceps. Assisting: gluteals. Stabilising: calves." in svg


def test_what_lies_deep_is_said_and_drawn_over_what_covers_it() -> None:
    flexors = Muscle("muscle-group/hip-flexors", "Hip flexors")
    item = chosen(Layer("solid", "Target", (flexors,)))
    assert item.description.endswith("Deep, with a dashed edge: Iliopsoas.")
    svg = figure.inline(body(), item, "x")
    assert svg.index('class="resting"') < svg.index('class="solid"') < svg.index('class="solid deep"')
    (row,) = figure.rows(body(), item.layers[0])
    assert row.parts == {"front": "Iliopsoas (deep); Sartorius", "back": ""}
    abdominals = Layer("solid", "Target", (Muscle("muscle-group/abdominals", "Abdominals"),))
    (row,) = figure.rows(body(), abdominals)
    assert row.parts["front"] == "Rectus abdominis, over transversus abdominis"
    # Where it is at rest, what lies deep is not drawn.
    assert "iliopsoas" not in figure.file(body(), chosen()).decode()


def test_one_side_is_that_of_the_person() -> None:
    left = chosen(Layer("solid", "Target", (Muscle(QUADRICEPS.id, QUADRICEPS.name, "left"),)))
    root = ET.fromstring(figure.file(body(), left))
    parents = {child: parent for parent in root.iter() for child in parent}
    elements = {element.get("id"): element for element in root.iter() if element.get("id")}
    assert elements["rectus-femoris-left"].get("class") == "solid"
    assert elements["rectus-femoris-right"].get("class") == "resting"
    # From the front the person's left is right of the middle line, where the data stand; the right is mirrored.
    assert parents[elements["rectus-femoris-right"]].get("transform") == "scale(-1 1)"
    assert parents[elements["rectus-femoris-left"]].get("transform") == "translate(414 24)"
    assert parents[elements["biceps-femoris-left"]].get("transform") == "scale(-1 1)"
    assert "Target: left quadriceps." in left.description


def test_a_file_is_well_formed_and_has_the_ids_of_regions() -> None:
    for item in (chosen(Layer("solid", "A & B", (GLUTEALS,))), chosen(views=("back",))):
        root = ET.fromstring(figure.file(body(), item))
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(set(ids)) == len(ids)
        shown = {id for id, region in body().regions.items() if region.view in item.views and not region.deep}
        assert shown <= set(ids)
    assert "gluteus-maximus" in ids
    assert "rectus-femoris" not in ids


def test_inline_figures_are_small_and_need_no_style_of_their_own() -> None:
    for id, item in figures().items():
        svg = figure.inline(body(), item, "figure")
        assert len(svg.encode()) <= LARGEST, id
        assert " style=" not in svg
        assert "<style" not in svg
        names = re.findall(r' id="([^"]+)"', svg)
        assert all(name.startswith("figure-") for name in names)
        assert len(set(names)) == len(names)


def test_the_map_is_small_and_hidden_from_those_who_have_the_list() -> None:
    entities = authored().entities
    muscles = {region.muscle: entities[region.muscle] for region in body().regions.values()}
    links = {id: (f"#value-{muscle.slug}", muscle.name) for id, muscle in muscles.items()}
    svg = figure.inline(body(), chosen(), "m", links)
    assert len(svg.encode()) <= LARGEST
    root = ET.fromstring(svg)
    assert root.get("aria-hidden") == "true"
    anchors = list(root.iter("a"))
    assert {a.get("href") for a in anchors} == {address for address, _ in links.values()}
    assert all(a.get("tabindex") == "-1" and a.find("title") is not None for a in anchors)


def test_words_are_legible_on_a_phone() -> None:
    size = int(re.search(r"text\{font:(\d+)px", figure.STYLE)[1])  # type: ignore[index]
    for item in (*figures().values(), chosen()):
        width, _ = figure.size(item)
        assert size * PHONE / width >= 11, item.id


def test_words_lie_within_the_drawing() -> None:
    for item in figures().values():
        width, height = figure.size(item)
        root = ET.fromstring(figure.inline(body(), item, "x"))
        for text in root.iter("text"):
            assert float(text.get("y") or 0) <= height
            if text.get("class") != "name":
                assert float(text.get("x") or 0) + 28 * len(text.text or "") <= width, item.id


def schemes(css: str) -> Iterator[dict[str, str]]:
    """The variables of a style sheet in the light and in the dark scheme."""
    screen = re.sub(r"@media print \{[^\n]*\}|@media print \{.*?\n\}", "", css, flags=re.DOTALL)
    block = re.compile(r"@media ?\(prefers-color-scheme: ?dark\) ?\{\s*(.*?\})\s*\}", flags=re.DOTALL)
    texts = (block.sub("", screen), "".join(block.findall(screen)))
    values = [dict(re.findall(r"--([a-z-]+): ?(#\w+)", text)) for text in texts]
    yield values[0]
    yield {**values[0], **values[1]}


def contrast(a: str, b: str) -> float:
    """By WCAG 2."""

    def luminance(colour: str) -> float:
        digits = colour.lstrip("#")
        full = "".join(2 * d for d in digits) if len(digits) == 3 else digits
        parts = [int(full[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


SITE_CSS = (ROOT / "src" / "sportlore" / "site" / "static" / "site.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("css", [figure.STYLE, SITE_CSS], ids=["file", "page"])
def test_lines_and_chosen_muscles_stand_out_in_both_schemes(css: str) -> None:
    for scheme in schemes(css):
        ground = scheme.get("ground", scheme.get("panel", ""))
        for mark, behind in (
            ("edge", ground),
            ("edge", scheme["skin"]),
            ("edge", scheme["muscle"]),
            ("accent", scheme["muscle"]),
            ("accent", scheme["skin"]),
        ):
            assert contrast(scheme[mark], behind) >= 3, (mark, behind)


def test_files_and_pages_have_the_same_style() -> None:
    def rules(css: str) -> set[tuple[str, str]]:
        found = re.findall(
            r"\.(skin|seam|resting|solid|hatched|stripe|bare|outlined|deep)[ ,{][^{}]*?\{?([^{}]*)\}", css
        )
        return {(name, re.sub(r"[\s]|;$", "", text.rpartition("{")[2].strip())) for name, text in found}

    def values(css: str) -> list[dict[str, str]]:
        return [{name: scheme[name] for name in ("skin", "muscle", "edge", "accent")} for scheme in schemes(css)]

    assert rules(figure.STYLE) == rules(SITE_CSS[SITE_CSS.index("/* The body") :])
    assert values(figure.STYLE) == values(SITE_CSS)


# Whose figures there are


def test_all_that_works_muscles_has_a_figure() -> None:
    entities = authored().entities.values()
    working = {entity.id for entity in entities if any(link.relation == TARGETS for link in authored().out[entity.id])}
    assert working <= figures().keys()
    assert {entity.id for entity in authored().of_type("exercise")} <= working
    assert len(working) >= 200


def test_a_muscle_is_shown_with_what_acts_against_it() -> None:
    layers = figures()["muscle-group/biceps"].layers
    assert [(layer.fill, layer.label, [m.name for m in layer.muscles]) for layer in layers] == [
        ("solid", "Biceps", ["Biceps"]),
        ("outlined", "Antagonist", ["Triceps"]),
    ]


def test_a_comparison_shows_what_both_move_with_and_what_one_does() -> None:
    item = figures()["movement-comparison/back-squat-vs-front-squat"]
    sides = [set(authored().entities[f"exercise/{side}-squat"].links[TARGETS]) for side in ("back", "front")]
    both = next(layer for layer in item.layers if layer.fill == "hatched")
    assert {muscle.id for muscle in both.muscles} >= sides[0] & sides[1]
    drawn = [muscle.id for layer in item.layers for muscle in layer.muscles]
    assert len(set(drawn)) == len(drawn)


def test_the_sheet_shows_every_figure() -> None:
    page = body_sheet(authored())
    assert page.count("<svg") == len(figures())


def test_a_changed_link_changes_the_figure_of_its_entity_and_no_other() -> None:
    entities = dict(authored().entities)
    squat = entities["exercise/back-squat"]
    entities[squat.id] = msgspec.structs.replace(squat, links={**squat.links, TARGETS: ("muscle-group/calves",)})
    changed = graph.build(authored().vocabulary, entities.values())
    different = {id for id, item in figures().items() if muscle_map(changed, id) != item}
    assert squat.id in different
    compared = {link.subject for link in authored().into[squat.id] if link.relation == "compares"}
    plans = {entity.id for entity in authored().of_type("training-plan") if squat.id in str(entity.schedule)}
    assert different <= {squat.id, *compared, *plans}


# At addresses


def test_an_address_draws_any_choice(responder: Responder) -> None:
    both = ask(responder, "/drawings/body.svg?targets=quadriceps")
    assert both.status == 200
    assert b"content-type: image/svg+xml" in both.head
    assert re.search(rb'etag: "[0-9a-f]{20}"', both.head)
    assert b"style-src 'unsafe-inline'" in both.head
    front = ask(responder, "/drawings/body.svg?view=front&assists=quadriceps-left")
    root = ET.fromstring(front.body)
    assert root.get("viewBox", "").startswith("0 0 828 ")
    assert b"Assisting: left quadriceps." in front.body
    assert ask(responder, "/drawings/body.svg?targets=quadriceps&utm_source=x").body == both.body
    tag = re.search(rb"etag: (\S+)", both.head)[1].decode()  # type: ignore[index]
    assert ask(responder, "/drawings/body.svg?targets=quadriceps", **{"if-none-match": tag}).status == 304
    assert ask(responder, "/drawings/body.svg").body != both.body


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("targets=quadricep", "no muscle group `quadricep`; did you mean `quadriceps`?"),
        ("targets=spleen", "no muscle group `spleen`; the muscle groups are quadriceps"),
        ("target=quadriceps", "no parameter `target`; did you mean `targets`?"),
        ("view=side", "no view `side`; it takes front or back, and both are drawn without it"),
        ("targets=quadriceps&assists=quadriceps-left", "`quadriceps` is chosen twice; give it one role on each side"),
        ("targets=quadriceps&targets=quadriceps", "`targets` is given twice"),
    ],
)
def test_what_cannot_be_drawn_is_said(responder: Responder, query: str, message: str) -> None:
    refused = ask(responder, f"/drawings/body.svg?{query}")
    assert refused.status == 400
    assert message in re.sub("</?code>", "`", unescape(refused.body.decode()))


def test_each_side_may_have_its_own_role(responder: Responder) -> None:
    drawn = ask(responder, "/drawings/body.svg?targets=quadriceps-left&assists=quadriceps-right")
    assert b"Target: left quadriceps. Assisting: right quadriceps." in drawn.body


def test_the_figure_is_data(responder: Responder) -> None:
    data = json.loads(ask(responder, "/drawings/body.json").body)
    assert data["regions"]["rectus-femoris"]["muscle"] == QUADRICEPS.id
    assert data["stature"] == 800
    assert data["licence"] == "CC-BY-4.0"


def test_entities_say_where_their_figures_are(responder: Responder) -> None:
    item = json.loads(ask(responder, "/v1/entities/exercise/back-squat").body)["drawings"][1]
    assert item["kind"] == "body"
    drawn = ask(responder, item["url"].removeprefix("http://localhost:8000"))
    assert drawn.status == 200
    assert list(chain(item["formats"])) == ["svg"]
