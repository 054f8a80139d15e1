"""The public pages: sound HTML, links that lead somewhere, nothing unescaped, and the same as the interface says."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from html.parser import HTMLParser
from typing import Any

import brotli
import html5lib
import msgspec
import pytest
from conftest import REFERENCE, SITE, WORLD
from markupsafe import escape

from sportlore import calculation, site
from sportlore.api import resources
from sportlore.build import all_resources
from sportlore.contract.addresses import addresses, page_path
from sportlore.contract.headers import HTML
from sportlore.contract.record import Resource, resource
from sportlore.derive import derive
from sportlore.derive.facts import fact_statements
from sportlore.linked.forms import FORMS, MARKDOWN
from sportlore.model import Example, Requirement, Section, Source
from sportlore.publication import Publication
from sportlore.registry import Registry, read
from sportlore.site.by_type import page_part
from sportlore.site.calculators import script_name, scripts
from sportlore.site.entity import EntityView, entity_page, groups
from sportlore.site.html import TEMPLATES, environment, island, licence, linkable, stopped
from sportlore.site.linked import structured
from sportlore.site.lists import LONG, ListItem, ListView, by_letter, type_lists
from sportlore.site.overviews import TopicsView, topics
from sportlore.site.page import Ref, first_sentence

HOSTILE = "</script><script>alert(1)</script>\"'&<b onclick=x>{{ 7 * 7 }}{status}"
POLICY = "default-src 'none'; script-src 'self'"


class Outline(HTMLParser):
    """What the tests ask of a page: ids, links, headings, scripts, and attributes that would run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.texts: dict[str, list[str]] = {"title": [], "h1": []}
        self.scripts: list[dict[str, str | None]] = []
        self.metas: dict[str, str] = {}
        self.data: list[str] = []
        self.forbidden: list[str] = []
        self._open = ""
        self._is_drawn = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), f"an attribute stands twice: {attrs}"
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given[name] or "" for name in ("href", "src") if name in given]
        self.forbidden += [name for name in given if name == "style" or name.startswith("on")]
        self.forbidden += [tag] if tag in ("style", "iframe", "object", "base") else []
        if tag == "script":
            self.scripts.append(given)
        if tag == "meta":
            self.metas[given.get("name") or given.get("property") or given.get("http-equiv") or ""] = (
                given.get("content") or ""
            )
        self._is_drawn = self._is_drawn or tag == "svg"
        self._open = "" if self._is_drawn else tag  # a drawing has titles of its own
        if self._open in self.texts:
            self.texts[tag].append("")

    def handle_data(self, data: str) -> None:
        if self._open in self.texts:
            self.texts[self._open][-1] += data
        elif self._open == "script":
            self.data.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._open = ""
        self._is_drawn = self._is_drawn and tag != "svg"


def made(world: Publication) -> Iterator[Resource]:
    answers = {answer.path for answer in resources.resources(world)}
    return (resource for resource in all_resources(world) if resource.path not in answers)


def html_pages(world: Publication) -> dict[str, str]:
    return {page.path: page.render().decode() for page in made(world) if page.media_type == HTML}


class Built(msgspec.Struct):
    """A world with all that is served of it."""

    world: Publication
    answers: dict[str, Resource]
    pages: dict[str, Resource]
    outlines: dict[str, Outline]


@pytest.fixture(scope="module", params=["world", pytest.param("catalogue", marks=pytest.mark.slow)])
def built(request: pytest.FixtureRequest) -> Built:
    """The miniature world and the real catalogue."""
    world: Publication = request.getfixturevalue(request.param)
    pages = {page.path: page for page in made(world)}
    outlines = {path: Outline(page.render().decode()) for path, page in pages.items() if page.media_type == HTML}
    return Built(world, {answer.path: answer for answer in resources.resources(world)}, pages, outlines)


def test_every_kind_of_page_is_sound_html(world: Publication) -> None:
    pages = html_pages(world) | {"error": site.error_page(world)}
    assert len(pages) > 30
    for text in pages.values():
        html5lib.HTMLParser(strict=True).parse(text)


def test_the_check_of_html_sees_a_mistake() -> None:
    with pytest.raises(html5lib.html5parser.ParseError):
        html5lib.HTMLParser(strict=True).parse("<!doctype html><title>x</title><p><div></p>")


def test_a_browser_learns_how_to_search(world: Publication) -> None:
    pages = {page.path: page for page in made(world)}
    described = ET.fromstring(pages["/opensearch.xml"].render())
    assert pages["/opensearch.xml"].media_type == "application/opensearchdescription+xml"
    name = "{http://a9.com/-/spec/opensearch/1.1/}"
    short = described.findtext(f"{name}ShortName")
    assert short is not None
    assert 0 < len(short) <= 16
    templates = {url.attrib["type"]: url.attrib["template"] for url in described.iter(f"{name}Url")}
    assert templates == {
        "text/html": "http://localhost:8000/search?q={searchTerms}",
        "application/x-suggestions+json": "http://localhost:8000/suggest?q={searchTerms}",
    }
    link = '<link rel="search" type="application/opensearchdescription+xml"'
    for text in (
        *html_pages(world).values(),
        site.error_page(world),
        site.search_page(world),
        site.compare_page(world),
    ):
        assert text.count(link) == 1


def test_there_is_a_page_for_everything(built: Built) -> None:
    world = built.world
    entities = {page_path(entity, world.vocabulary) for entity in world.graph.entities.values()}
    lists = {kind.route_base for kind in world.vocabulary.types.values()}
    tools = {f"/calculators/{tool.slug}" for tool in world.knowledge.calculators}
    courses = world.knowledge.courses.items()
    paths = {id: page_path(world.graph.entities[id], world.vocabulary) for id, _ in courses}
    lessons = {f"{paths[id]}/{item.slug}" for id, course in courses for part in course.modules for item in part.lessons}
    further = {"/", "/topics", "/calculators", "/drawings", "/search", "/recommended", "/about", "/terms"}
    assert set(built.outlines) == entities | lists | tools | lessons | further


def test_links_within_the_site_lead_somewhere(built: Built) -> None:
    lists = {f"/v1/entities/{type}" for type in built.world.vocabulary.types}
    entities = {page_path(entity, built.world.vocabulary) for entity in built.world.graph.entities.values()}
    forms = {f"{path}.{ending}" for path in entities for ending in (*FORMS, MARKDOWN)}  # composed at request
    known = set(built.pages) | set(built.answers) | lists | forms | {"/v1/search"}
    for path, outline in built.outlines.items():
        for link in outline.links:
            if not link.startswith(("http://", "https://")):
                target, _, fragment = link.partition("#")
                assert not target or target.partition("?")[0] in known, f"{path} links {link}"
                assert not fragment or fragment in built.outlines[target or path].ids, f"{path} links {link}"


def test_ids_and_titles_are_unique(built: Built) -> None:
    for path, outline in built.outlines.items():
        assert not [id for id, n in Counter(outline.ids).items() if n > 1], path
    titles = Counter(outline.texts["title"][0] for outline in built.outlines.values())
    assert not [title for title, n in titles.items() if n > 1]


def test_every_page_says_what_it_is(built: Built) -> None:
    for path, outline in built.outlines.items():
        assert len(outline.texts["title"]) == len(outline.texts["h1"]) == 1, path
        assert outline.metas["description"], path
        assert outline.metas["og:title"], path
        assert outline.metas["og:description"] == outline.metas["description"], path
        assert outline.metas["viewport"] == "width=device-width, initial-scale=1"
        text = built.pages[path].render().decode()
        assert '<html lang="en">' in text
        assert f'<link rel="canonical" href="{built.world.addresses.site_url}{path}">' in text
        assert {"main"} <= set(outline.ids), path


def test_pages_link_the_answers_that_say_the_same(built: Built) -> None:
    lists = {f"/v1/entities/{type}" for type in built.world.vocabulary.types}
    for path in built.outlines:
        found = [
            re.fullmatch(r'<(.+)>; rel="alternate"; type="application/json"', link) for link in built.pages[path].links
        ]
        answers = {match[1] for match in found if match}
        assert answers <= set(built.answers) | lists
        assert bool(answers) is (path not in ("/search", "/recommended", "/drawings", "/terms")), path


def test_answers_link_pages_that_exist(built: Built) -> None:
    for answer in built.answers.values():
        for link in answer.links:
            if 'type="text/html"' in link:
                page = link[1 : link.index(">")].removeprefix(built.world.addresses.site_url)
                assert page in built.outlines, link


def test_the_sitemap_names_every_page(built: Built) -> None:
    root = ET.fromstring(built.pages["/sitemap.xml"].render())
    found = [element.text for element in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    origin = built.world.addresses.site_url
    assert sorted(map(str, found)) == sorted(f"{origin}{path}" for path in built.outlines if path != "/search")
    assert f"Sitemap: {origin}/sitemap.xml" in built.pages["/robots.txt"].render().decode()


def test_nothing_runs_that_stands_in_a_page(built: Built) -> None:
    """Scripts are files of the site; what stands inside a page is data, so that the policy needs no exception."""
    for path, outline in built.outlines.items():
        assert outline.metas["Content-Security-Policy"].startswith(POLICY)
        assert outline.forbidden == [], path
        for script in outline.scripts:
            assert script.get("type") == "application/ld+json" or (script.get("src") or "").startswith("/static/"), path


def test_json_ld_is_that_of_the_interface(built: Built) -> None:
    for entity in built.world.graph.entities.values():
        outline = built.outlines[page_path(entity, built.world.vocabulary)]
        answer = json.loads(built.answers[f"/v1/entities/{entity.id}"].render())
        trail, declared, *further = [json.loads(data) for data in outline.data if data.strip()]
        assert declared == answer["jsonLd"]
        assert [item["name"] for item in trail["itemListElement"]][::2] == ["Home", entity.name]
        images = [thing["contentUrl"] for thing in further if thing["@type"] == "ImageObject"]
        assert images == [item["url"] for item in answer.get("drawings", ())][:1]
        assert {thing["@type"] for thing in further} <= {"ImageObject", "HowTo", "ExercisePlan"}


def test_pages_are_small(built: Built) -> None:
    sizes = sorted(len(brotli.compress(built.pages[path].render(), quality=5)) for path in built.outlines)
    assert sizes[-1] < 25_000
    assert sizes[int(len(sizes) * 0.95)] < 10_000


def test_static_files_are_kept_for_good_under_names_of_their_content(world: Publication) -> None:
    static = [page for page in made(world) if page.path.startswith("/static/")]
    assert len(static) >= 5
    for file in static:
        assert re.search(r"-[0-9a-f]{10}\.(css|js|svg|woff2)$", file.path)
        assert file.cache == "public, max-age=31536000, immutable"


def test_the_pages_are_the_same_each_time(world: Publication) -> None:
    first, second = ([(page.path, page.inputs, page.render()) for page in made(world)] for _ in range(2))
    assert first == second


def test_addresses_follow_the_setting() -> None:
    moved = Publication(derive(read(WORLD)), addresses("https://sport.example"))
    assert all(SITE not in text for text in html_pages(moved).values())
    assert "https://sport.example/sports/tennis" in html_pages(moved)["/sports/tennis"]


def hostile(authored: Registry) -> Registry:
    """The miniature world with a hostile text wherever an author writes one."""
    replace = msgspec.structs.replace
    tennis = replace(
        authored.entities["sport/tennis"],
        name=HOSTILE,
        description=f"{HOSTILE}. {HOSTILE}.",
        keywords=(HOSTILE,),
        sources=("bad",),
        sections=(
            Section(HOSTILE, steps=(HOSTILE,)),
            Section(HOSTILE, items=(HOSTILE,)),
            Section(HOSTILE, text=HOSTILE),
        ),
    )
    tool = next(iter(authored.calculators.values()))
    tool = replace(
        tool,
        title=HOSTILE,
        description=HOSTILE,
        validity=HOSTILE,
        inputs=tuple(replace(item, label=HOSTILE, unit=HOSTILE, description=HOSTILE) for item in tool.inputs),
        output=replace(tool.output, label=HOSTILE, unit=HOSTILE),
        requires=(Requirement("load > 0", HOSTILE), Requirement("output > 0", HOSTILE)),
        formula=replace(tool.formula, name=HOSTILE, source=HOSTILE),
        examples=(Example({"load": 1, "repetitions": 1}, 1, HOSTILE),),
    )
    source = Source(title=HOSTILE, publisher=HOSTILE, year=1, author=HOSTILE, url="javascript:alert(1)")
    sources = {**authored.vocabulary.sources, "bad": source}
    return replace(
        authored,
        entities={**authored.entities, tennis.id: tennis},
        calculators={tool.slug: tool},
        vocabulary=replace(authored.vocabulary, sources=sources),
    )


def test_hostile_text_is_only_text() -> None:
    world = Publication(derive(hostile(read(WORLD))), addresses(SITE))
    pages = html_pages(world)
    for path, text in pages.items():
        html5lib.HTMLParser(strict=True).parse(text)
        outline = Outline(text)
        assert outline.forbidden == [], path
        assert all(script.get("src") or script.get("type") == "application/ld+json" for script in outline.scripts), path
        assert not any(link.startswith("javascript:") for link in outline.links)
    tennis = Outline(pages["/sports/tennis"])
    assert tennis.texts["h1"] == [HOSTILE]
    assert tennis.metas["og:title"].startswith(HOSTILE)
    trail, declared = (json.loads(data) for data in tennis.data[:2])
    assert trail["itemListElement"][-1]["name"] == declared["name"] == HOSTILE
    for tool in scripts(world, resource("/static/calculator.js", "", b"")).values():
        assert b"</script" not in tool.render()


def test_an_error_page_has_blanks_for_status_and_message(world: Publication) -> None:
    page = site.error_page(world)
    assert "{status}" in page
    assert "{message}" in page
    assert '<meta name="robots" content="noindex">' in page


def test_the_home_page_arranges_every_type_once(catalogue: Publication) -> None:
    arranged = [type for theme in catalogue.vocabulary.themes.values() for type in theme.types]
    assert sorted(arranged) == sorted(catalogue.vocabulary.types)


def test_every_template_is_used(world: Publication) -> None:
    used = {page_part(world, entity).template for entity in world.graph.entities.values()}
    used |= {
        "base.html",
        "macros.html",
        "people.html",
        "home.html",
        "list.html",
        "compared.html",
        "topics.html",
        "calculator.html",
        "compare.html",
        "drawings.html",
        "search.html",
        "recommended.html",
        "about.html",
        "error.html",
        "chart.html",
        "figure.html",
        "motion.html",
        "sections.html",
        "drills.html",
        "lesson.html",
        "terms.html",
    }
    assert used == {path.name for path in TEMPLATES.iterdir()} == set(environment().list_templates())


def test_links_read_in_both_directions(world: Publication) -> None:
    squat = list(groups(world, world.graph.entities["exercise/back-squat"]))
    assert ("Targets", ("Quadriceps",)) in [
        (g.label, tuple(r.name for _, refs in g.parts for r in refs)) for g in squat
    ]
    muscle = list(groups(world, world.graph.entities["muscle-group/quadriceps"]))
    assert "Back squat" in [
        ref.name for group in muscle if group.label == "Targeted by" for _, refs in group.parts for ref in refs
    ]


def test_former_values_are_folded_the_latest_first(world: Publication) -> None:
    tennis = world.graph.entities["sport/tennis"]
    (known,) = (variant for variant in tennis.variants if variant.fact == "codified")
    years = ((1850, 1859), (None, 1849), (1860, 1860), (1870, None))
    changed = [msgspec.structs.replace(known, since=since, until=until) for since, until in years]
    of_women = msgspec.structs.replace(known, scope=("women",), since=None, until=None)
    entity = msgspec.structs.replace(tennis, variants=(*changed, of_women))
    facts = {**world.knowledge.facts, tennis.id: fact_statements(entity, world.vocabulary)}
    altered = msgspec.structs.replace(world, knowledge=msgspec.structs.replace(world.knowledge, facts=facts))
    view = entity_page(altered, entity, ()).view
    assert isinstance(view, EntityView)
    row = next(row for row in view.facts if row.key == "codified")
    assert [where for _, where, _ in row.variants] == ["since 1870", "women"]
    assert [where for _, where, _ in row.former] == ["1860", "1850–1859", "until 1849"]
    page = html_pages(world)["/sports/tennis"]
    assert (
        '<details class="former"><summary>Former values</summary><span class="variant">1873 <small>(until 1874)' in page
    )
    assert '<span class="variant">18.29 m <small>(under 10, since 2012)' in page


def test_pages_say_what_texts_rest_on(world: Publication) -> None:
    pages = html_pages(world)

    def page(id: str) -> str:
        return pages[page_path(world.graph.entities[id], world.vocabulary)]

    squat = page("exercise/back-squat")
    assert squat.count("As commonly taught") == 1
    assert "<td>a moderate effect: 0.59 standard deviations better (0.3 to 0.88), after twelve weeks</td>" in squat
    plan = page("training-plan/strength-base")
    assert "As commonly taught" not in plan
    assert plan.count('aria-label="Source 1">[1]</a></p>') == 2  # of the section, and of the schedule
    lesson = pages["/courses/tennis/the-game-basics"]
    assert (
        lesson.count("In the lesson: “What it says on the game stands there.”") == 9
    )  # three answers to each of three
    assert lesson.count("It stands there.") == 9
    assert 'id="source-1"' in lesson
    card = lesson.partition('id="drill-cross-court"')[2].partition("</article>")[0]
    for said in ("12 × 8 m", "2 to 4", "1 × <a", "6 × tennis ball", "tennis-cross-court.svg", ">[1]</a>"):
        assert said in card
    (line,) = re.findall(r"<li>(.*?) <a class=\"cite\" href=\"#source-(\d)\"", page("comparison/tennis-vs-badminton"))[
        :1
    ]
    assert f'id="source-{line[1]}"' in page("comparison/tennis-vs-badminton")


def test_an_entity_names_what_informs_and_compares_it(world: Publication) -> None:
    pages = html_pages(world)
    assert 'href="/calculators/one-rep-max"' in pages["/goals/get-stronger"]
    assert 'href="/recommendations/get-stronger"' in pages["/goals/get-stronger"]
    assert 'href="/compare/tennis-vs-badminton"' in pages["/sports/tennis"]
    assert 'href="/goals/get-stronger"' in pages["/calculators/one-rep-max"]


@pytest.fixture(scope="module")
def calculator_pages(catalogue: Publication) -> dict[str, str]:
    """The pages of the real calculators."""
    pages = site.pages(catalogue, site.Sample("/v1/entities/sport/tennis", b"{}"))
    return {page.path: page.render().decode() for page in pages if page.path.startswith("/calculators/")}


@pytest.mark.slow
def test_a_calculator_shows_what_its_defaults_give(catalogue: Publication, calculator_pages: Mapping[str, str]) -> None:
    for tool in catalogue.knowledge.calculators:
        page = calculator_pages[f"/calculators/{tool.slug}"]
        defaults = {item.name: item.default for item in tool.inputs if item.default is not None}
        if len(defaults) == len(tool.inputs):
            result = calculation.rounded(tool.output, calculation.result(tool, defaults))
            assert f'<output id="result" form="calculator">{result}</output>' in page
        assert script_name(tool).removesuffix(".js") in page


@pytest.mark.slow
def test_a_calculator_shows_its_requirements_and_alternatives(
    catalogue: Publication, calculator_pages: Mapping[str, str]
) -> None:
    for tool in catalogue.knowledge.calculators:
        page = calculator_pages[f"/calculators/{tool.slug}"]
        assert all(f"<li>{escape(requirement.message)}</li>" in page for requirement in tool.requires)
        assert all(f'href="/calculators/{slug}"' in page for slug in tool.alternatives)
        assert ("<h2>Other estimates of the same quantity</h2>" in page) == bool(tool.alternatives)
        assert ("<h3>When there is no result</h3>" in page) == bool(tool.requires)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("A sport. It is old.", "A sport."),
        ("A race of 42.195 km. The distance is old.", "A race of 42.195 km."),
        ("Up to 3.5 m, e.g. in halls, with “walls”. “Out” is lost.", "Up to 3.5 m, e.g. in halls, with “walls”."),
        ("A formula of V. Lombardi. It is old.", "A formula of V. Lombardi."),
        ("A course at St. Andrews. It is old.", "A course at St. Andrews."),
        ("No stop", "No stop"),
    ],
)
def test_first_sentence(text: str, first: str) -> None:
    assert first_sentence(text) == first


def items(names: list[str]) -> list[ListItem]:
    return [ListItem(Ref(name, "/")) for name in names]


def test_long_lists_are_divided_by_letters() -> None:
    assert by_letter([]) == ()
    assert [letter for letter, _ in by_letter(items(["A", "B"]))] == [""]
    names = ["100 metres", "20 m test", "Élan", "Epée", *["Z"] * LONG]
    assert [(letter, len(group)) for letter, group in by_letter(items(names))] == [("0–9", 2), ("E", 2), ("Z", LONG)]


def test_small_words() -> None:
    assert licence("CC-BY-4.0") == ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/")
    assert licence("ODbL-1.0") == ("ODbL-1.0", "https://spdx.org/licenses/ODbL-1.0.html")
    assert [stopped(text) for text in ("FIFA", "et al.", "Why?")] == ["FIFA.", "et al.", "Why?"]
    assert [linkable(url) for url in ("https://a", "http://a", "javascript:a", None)] == [True, True, False, False]
    assert island({"a": "</script>\u2028"}) == '{"a":"\\u003c/script\\u003e\\u2028"}'


def test_comparisons_stand_under_their_sports_and_then_by_what_they_compare(catalogue: Publication) -> None:
    (planned,) = (planned for planned in type_lists(catalogue) if planned.path == "/compare")
    view = planned.make().view
    assert isinstance(view, ListView)
    groups = {heading: [item.ref.name for item in items] for heading, items in view.groups}
    assert "Tennis vs badminton" in groups["Tennis"]
    assert "Tennis vs badminton" in groups["Badminton"]
    assert "Back squat vs leg press" in groups["Exercises"]
    everything = {name for names in groups.values() for name in names}
    assert everything == {entity.name for entity in catalogue.graph.of_type("comparison")}


def test_every_topic_is_two_steps_away(catalogue: Publication) -> None:
    (planned,) = topics(catalogue)
    view = planned.make().view
    assert isinstance(view, TopicsView)
    listed = {item.type.path for _, types in view.themes for item in types}
    assert listed == {type.route_base for type in catalogue.vocabulary.types.values()}
    assert '<a href="/topics">All topics</a>' in (TEMPLATES / "base.html").read_text(encoding="utf-8")


def test_readers_do_not_meet_words_of_the_data_model(catalogue: Publication) -> None:
    for name, type in catalogue.vocabulary.types.items():
        assert not re.search(r"\b(entit(y|ies)|type|dimension)\b", type.definition), name


def test_chips_count_what_has_a_value(catalogue: Publication) -> None:
    (planned,) = (planned for planned in type_lists(catalogue) if planned.path == "/exercises")
    view = planned.make().view
    assert isinstance(view, ListView)
    groups = {group.name: {chip.value: chip.count for chip in group.chips} for group in view.chips}
    exercises = catalogue.graph.of_type("exercise")
    assert groups["level"]["beginner"] == sum(entity.facts["level"] == "beginner" for entity in exercises)
    without = [entity for entity in exercises if not catalogue.graph.objects(entity.id, "uses")]
    assert groups["uses"]["none"] == len(without)
    assert groups["sort"] == {"name": None, "-name": None}


@cache
def schema_org() -> tuple[dict[str, Any], dict[str, Any]]:
    """The classes and the properties of Schema.org."""
    known = json.loads((REFERENCE / "schema.org" / "vocabulary.json").read_text(encoding="utf-8"))
    return known["classes"], known["properties"]


def above(name: str) -> set[str]:
    """A class of Schema.org and all classes above it."""
    return {name}.union(*(above(parent) for parent in schema_org()[0][name]["subClassOf"]))


LITERALS = {
    str: {
        "Text",
        "URL",
        "Thing",
        "Duration",
    },  # any thing may stand for itself by its address; a duration is a text of ISO 8601
    int: {"Number", "Integer"},
    float: {"Number"},
    bool: {"Boolean"},
}


def misfits(thing: dict[str, Any]) -> Iterator[str]:
    """What Schema.org does not have so: a class, a property of it, a value of another kind."""
    type = thing["@type"]
    for name in set(thing) - {"@context", "@type", "@id"}:
        known = schema_org()[1].get(name, {"domains": [], "ranges": []})
        if not above(type).intersection(known["domains"]):
            yield f"{type} takes no {name}"
        for value in thing[name] if isinstance(thing[name], list) else [thing[name]]:
            kinds = above(value["@type"]) if isinstance(value, dict) else LITERALS[value.__class__]
            if not kinds.intersection(known["ranges"]):
                yield f"{name} of {type} takes no {value}"
            if isinstance(value, dict):
                yield from misfits(value)


def test_what_pages_say_in_terms_of_schema_org_is_in_its_vocabulary(built: Built) -> None:
    types = set()
    for path, outline in built.outlines.items():
        for text in outline.data:
            thing = json.loads(text)
            if "@type" in thing:
                assert list(misfits(thing)) == [], path
                types.add(thing["@type"])
    assert types >= {"WebPage", "BreadcrumbList", "ImageObject", "Dataset", "HowTo", "ExercisePlan"}


def test_an_exercise_is_a_how_to_and_a_plan_an_exercise_plan(catalogue: Publication) -> None:
    entities = catalogue.graph.entities
    how_to = json.loads(structured(catalogue, entities["exercise/back-squat"], ["/a.svg"]) or "")
    steps = entities["exercise/back-squat"].sections[0].steps
    assert [(step["position"], step["text"]) for step in how_to["step"]] == list(enumerate(steps, 1))
    assert [tool["name"] for tool in how_to["tool"]] == ["Barbell", "Squat rack"]
    assert how_to["image"] == ["http://localhost:8000/a.svg"]
    plan = json.loads(structured(catalogue, entities["training-plan/ten-kilometres-ten-weeks"], []) or "")
    assert plan["activityDuration"] == {
        "@type": "QuantitativeValue",
        "minValue": 25,
        "maxValue": 75,
        "unitText": "minutes",
    }
    assert plan["activityFrequency"]["value"] == 3
    assert plan["additionalVariable"] == "10 weeks"
    assert "Easy running" in plan["exerciseType"]
    assert structured(catalogue, entities["sport/tennis"], []) is None


def test_the_sitemap_dates_what_states_when_it_was_checked(built: Built) -> None:
    text = built.pages["/sitemap.xml"].render().decode()
    dated = dict(re.findall(r"<loc>([^<]*)</loc><lastmod>([^<]*)</lastmod>", text))
    entities = built.world.graph.entities.values()
    assert dated == {built.world.page(entity): f"{entity.checked}-01" for entity in entities if entity.checked}
    assert all(date.fromisoformat(day) for day in dated.values())
