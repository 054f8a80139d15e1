"""Charts in pages: the weeks of a plan, the numbers of a comparison, a sport among its peers, signals, tokens, evidence."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from sportlore.contract.addresses import drawing_path
from sportlore.drawing import Chart, bars, charts, weeks
from sportlore.drawing.signals import in_words
from sportlore.model import COMPARES, Entity, Signal, Token
from sportlore.publication import Publication
from sportlore.site.drawings import image
from sportlore.site.html import island


class ChartTable(Struct, frozen=True):
    """A chart in words: the heads of its columns, and its rows, the first cell of which is a head too."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ChartView(Struct, frozen=True):
    """The chart of a page; `legend` says what its letters mean, `notes` what it leaves open."""

    kind: str
    title: str
    inline: Markup
    legend: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    tables: tuple[tuple[str, ChartTable], ...]
    path: str
    json_ld: Markup


def chart_views(publication: Publication, entity: Entity) -> tuple[ChartView, ...]:
    """What the page of an entity shows of its charts."""
    return tuple(_chart_view(publication, entity, chart) for chart in publication.charts(entity))


def _chart_view(publication: Publication, entity: Entity, chart: Chart) -> ChartView:
    match chart.kind:
        case "weeks":
            return _weeks(publication, entity, chart)
        case "bars":
            table = ChartTable(("Number", *_names(publication, entity), "Sources"), tuple(_pairs(publication, entity)))
            return _view(publication, chart, "In numbers", tables=(("The numbers and their sources", table),))
        case "signals":
            legend = tuple((str(number), in_words(signal)) for number, signal in enumerate(entity.signals, 1))
            signals = ((item.name, item.pose, *_work(publication, item)) for item in entity.signals)
            table = ChartTable(("Signal", "Pose", "Source", "Clause"), tuple(signals))
            return _view(publication, chart, "Signals", legend, _SIGNALS, (("The signals and their sources", table),))
        case "tokens":
            tokens = ((item.name, item.meaning, *_work(publication, item)) for item in entity.tokens)
            table = ChartTable(("What", "Meaning", "Source", "Clause"), tuple(tokens))
            title = chart.title.removeprefix(f"{entity.name}: ").capitalize()
            return _view(publication, chart, title, notes=_TOKENS, tables=(("Meanings and their sources", table),))
        case "evidence":
            return _view(publication, chart, "Evidence by outcome", notes=_EVIDENCE)
        case _:
            notes = ("Each line is a sport, on a scale of equal ratios; where a sport has a range, its middle counts.",)
            return _view(publication, chart, chart.title, notes=notes, tables=(_ranks(publication, entity),))


def _work(publication: Publication, item: Signal | Token) -> tuple[str, str]:
    """The title of the work that states a signal or a token, and the clause."""
    return publication.vocabulary.sources[item.source].title, item.clause


_SIGNALS = ("Seen from the front: the right arm of the official is on the left. Dashed: where an arm moves.",)
_TOKENS = ("Lines and dots stand for the colours, for print and for readers who see them alike.",)
_EVIDENCE = (
    "Filled steps: the grade, from none (no effect) by conflicting, limited and moderate to strong.",
    "Square: the effect; line: its interval, as a rule of 95 %; dashed: no effect.",
)


def _view(
    publication: Publication,
    chart: Chart,
    title: str,
    legend: tuple[tuple[str, str], ...] = (),
    notes: tuple[str, ...] = (),
    tables: tuple[tuple[str, ChartTable], ...] = (),
) -> ChartView:
    path = drawing_path(chart.id)
    json_ld = island(image(publication, chart.title, chart.description, path))
    return ChartView(
        chart.kind, title, Markup(charts.inline(chart, f"chart-{chart.kind}")), legend, notes, tables, path, json_ld
    )


def _weeks(publication: Publication, plan: Entity, chart: Chart) -> ChartView:
    measure = weeks.quantity(plan)
    notes = []
    if measure:
        count, among = weeks.stated(plan, measure)
        if count < among:
            notes.append(f"{count} of {among} parts state {weeks.unit(measure)}; the bars count these alone.")
    legend = tuple((letter, name) for name, letter in weeks.letters(plan).items())
    tables = (_muscles(publication, plan),) if weeks.is_of_sets(publication.graph, plan) else ()
    return _view(publication, chart, "The weeks", legend, tuple(notes), tables)


def _muscles(publication: Publication, plan: Entity) -> tuple[str, ChartTable]:
    """The sets of each muscle by block, and how many of the parts that target muscles state them."""
    blocks = tuple(weeks.muscle_sets(publication.graph, plan))
    trained = dict.fromkeys(id for block in blocks for id in block.sets)
    heads = ("Muscle", *("–".join(map(str, dict.fromkeys(block.weeks))) for block in blocks))
    rows = (
        (publication.graph.entities[id].name, *(block.sets[id].text if id in block.sets else "" for block in blocks))
        for id in trained
    )
    count = ("Parts that state sets", *(f"{block.stated} of {block.parts}" for block in blocks))
    return "Sets a week by muscle, as target", ChartTable(heads, (*rows, count))


def _names(publication: Publication, comparison: Entity) -> tuple[str, ...]:
    return tuple(side.name for side in publication.graph.objects(comparison.id, COMPARES))


def _pairs(publication: Publication, comparison: Entity) -> Iterator[tuple[str, ...]]:
    a, b = publication.graph.objects(comparison.id, COMPARES)
    for row in bars.pairs(publication.vocabulary, a, b):
        works = (citation.source for side in (a, b) for citation in side.citations.get(row.key, ()))
        titles = dict.fromkeys(publication.vocabulary.sources[id].title for id in works)
        yield row.label, *row.texts, "; ".join(titles) or "authors’ choice"


def _ranks(publication: Publication, entity: Entity) -> tuple[str, ChartTable]:
    rows = (
        (item.label, item.text, f"{item.rank} of {len(item.peers)}", item.least, item.greatest)
        for item in bars.locations(publication.graph, entity)
    )
    return "The chart in words", ChartTable(("Number", "Value", "From the greatest", "Least", "Greatest"), tuple(rows))
