"""The report: tables of what a run measured, put between the markers of README.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct

from benchmarks.costs import Builds, Memory, Starts
from benchmarks.growth import KINDS, Growth
from benchmarks.load import Load
from benchmarks.rounds import Outcome
from benchmarks.searching import Cost, Searching
from benchmarks.steady import Steady

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- results -->", "<!-- end of results -->"

PEER_TARGETS = {"FastAPI + pydantic": 10, "Datasette": 60, "Django REST framework": 100}
_SEARCH = "search, distinct queries"


class Results(Struct, frozen=True):
    """Everything that a run measured."""

    date: str
    machine: dict[str, str]
    load_average: float
    entities: int
    rounds: int
    seconds: int
    took: float
    outcomes: list[Outcome]
    lone_search: list[Load]
    constant: dict[str, list[Steady]]
    starts: Starts
    memory: Memory
    builds: Builds
    growth: Growth
    searching: Searching


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; columns of figures are set to the right.

    table(["a", "b"], [["x", "1"]]) -> "| a | b |\\n|---|--:|\\n| x | 1 |\\n"
    """
    listed = [list(row) for row in rows]
    right = [all(row[at][:1].isdigit() for row in listed) for at in range(len(head))]
    line = "|" + "|".join("--:" if is_right else "---" for is_right in right) + "|"
    return "".join(f"{text}\n" for text in (_row(head), line, *map(_row, listed)))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def spread(values: Sequence[float], digits: int = 2) -> str:
    """The median and the extremes: [1, 2, 4] -> "2.00 (1.00–4.00)"."""
    return f"{median(values):.{digits}f} ({min(values):.{digits}f}–{max(values):.{digits}f})"


def verdict(met: bool) -> str:
    return "met" if met else "**missed**"


def render(results: Results) -> str:
    """The whole text between the markers."""
    parts = [
        _circumstances(results),
        "## Targets\n\n" + table(["what", "target", "measured", ""], _targets(results)),
        "## Fixed answers and lists, against nginx\n\n" + _against_nginx(results),
        "## One entity, against what people would otherwise use\n\n" + _against_peers(results),
        "## Search\n\n" + _search(results),
        "## Composed at request, in process\n\n" + _composed(results.searching),
        "## Latency at a constant rate\n\n" + _constant(results),
        "## Workers\n\n" + _workers(results),
        "## Start, memory, build\n\n" + _costs(results),
        "## As the catalogue grows\n\n" + _growth(results),
    ]
    return "\n".join(parts)


def insert(text: str, document: str) -> str:
    """The document with the text between its markers."""
    before, _, rest = document.partition(BEGIN)
    _, marker, after = rest.partition(END)
    if not marker:
        raise ValueError(f"the report has no markers {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n{text}\n{END}{after}"


def _circumstances(results: Results) -> str:
    machine = results.machine
    versions = ", ".join(f"{name} {machine[name]}" for name in machine if name not in _MACHINE)
    where = f"{machine['cores']} cores of {machine['processor']}, {machine['memory']}, Linux {machine['kernel']}"
    return (
        f"Run of {results.date}: {where}; load average at the start {results.load_average:.2f}. "
        f"{results.entities:,} entities; {results.rounds} rounds of {results.seconds} s for each contestant; "
        f"{results.took / 60:.0f} minutes in all.\n\n{versions}.\n"
    )


_MACHINE = ("cores", "processor", "memory", "kernel")


def _targets(results: Results) -> Iterator[tuple[str, str, str, str]]:
    for outcome in results.outcomes:
        if outcome.target is not None:
            ratios = outcome.ratios("Sportlore", "nginx")
            least = f"≥ {outcome.target} × nginx"
            yield outcome.title, least, f"{spread(ratios)} ×", verdict(median(ratios) >= outcome.target)
    yield from _composed_targets(results.searching)
    for name, fold in PEER_TARGETS.items():
        times = results.outcomes[0].ratios("Sportlore", name)
        yield f"entity, against {name}", f"≥ {fold} ×", f"{spread(times, 0)} ×", verdict(median(times) >= fold)
    start = results.starts.ratios
    yield "start to first answer", "< 2 × `import uvicorn`", f"{spread(start)} ×", verdict(median(start) < 2)
    first, further = results.memory.totals[0], max(results.memory.further)
    yield "memory, first worker", "< 60 MB", f"{first:.1f} MB", verdict(first < 60)
    yield "memory, each further worker", "< 25 MB", f"{further:.1f} MB", verdict(further < 25)
    full, edit = results.builds.full, results.builds.after_edit
    yield "full build, nothing cached", "< 10 s", f"{spread(full, 1)} s", verdict(median(full) < 10)
    yield "`sportlore build` after one edit", "", f"{spread(edit, 1)} s", ""
    for copied in results.growth.authored:
        served, most = copied.edits.served, 1 if copied.entities < 2_000 else 5
        what = f"edit to served, {copied.entities:,} entities"
        yield what, f"< {most} s", f"{spread(served, 1)} s", verdict(median(served) < most)
        longest = copied.edits.longest
        yield f"requests meanwhile, {copied.entities:,} entities", "< 20 ms", f"{longest:.1f} ms", verdict(longest < 20)
    for grown in results.growth.grown:
        if grown.cost.entities == 150_000:
            peak = grown.build.peak_mb
            yield "peak of a build of 150,000 entities", "< 1,000 MB", f"{peak:,.0f} MB", verdict(peak < 1_000)


def _composed_targets(measured: Searching) -> Iterator[tuple[str, str, str, str]]:
    """What is composed at request, in milliseconds of processor time."""
    searcher, suggestions = measured.engines["Sportlore"].cost, measured.suggestions
    largest = suggestions.largest
    for title, most, spent in (
        ("judged searches in the searcher, p50", 0.45, searcher.p50),
        ("judged searches in the searcher, p99", 1.2, searcher.p99),
        ("around it, with `fields`, p50", 0.06, measured.around.p50),
        ("direct answers, p50", 0.2, measured.answers.p50),
        ("counts by type and sport, p50", 0.3, measured.facets.p50),
        ("a pair that nobody wrote, p99", 2, measured.pairs.p99),
        ("a calculation, p99", 0.2, measured.calculations.p99),
        ("suggestions, p99", 10, suggestions.p99),
    ):
        yield title, f"≤ {most} ms", f"{spent:.3f} ms", verdict(spent <= most)
    yield "suggestions, largest answer", "< 2,000 bytes", f"{largest:,} bytes", verdict(largest < 2_000)


def _composed(measured: Searching) -> str:
    def row(title: str, cost: Cost, three: str = "") -> tuple[str, ...]:
        return title, f"{cost.count:,}", f"{cost.p50:.3f}", f"{cost.p99:.3f}", three

    engines = [
        row(f"search: {name}", engine.cost, f"{100 * engine.three:.0f} %") for name, engine in measured.engines.items()
    ]
    others = [
        row("around a search with `fields`", measured.around),
        row("direct answers", measured.answers),
        row("counts by type and sport", measured.facets),
        row("what each of twenty hits matched", measured.matched),
        row("suggestions", measured.suggestions),
        row("a pair that nobody wrote", measured.pairs),
        row("a calculation", measured.calculations),
    ]
    return table(["what", "how many", "p50, ms", "p99, ms", "right among three"], [*engines, *others]) + (
        "\nProcessor time of one process; each judged search is met for the first time, and the engines have the same texts.\n"
    )


def _against_nginx(results: Results) -> str:
    rows = [
        (
            outcome.title,
            f"{outcome.rate('Sportlore'):,.0f}",
            f"{outcome.rate('nginx'):,.0f}",
            spread(outcome.ratios("Sportlore", "nginx")),
            f"{outcome.cpu_each('Sportlore'):.1f}",
            f"{outcome.cpu_each('nginx'):.1f}",
        )
        for outcome in results.outcomes
        if "nginx" in outcome.runs and outcome.title != _SEARCH
    ]
    heads = ["scenario", "Sportlore, requests/s", "nginx, requests/s", "ratio: median (least–most)"]
    return table([*heads, "CPU µs a request", "nginx's"], rows)


def _against_peers(results: Results) -> str:
    entity = results.outcomes[0]
    rows = []
    for name in entity.runs:
        to_nginx = spread(entity.ratios(name, "nginx"), 3)
        times = "1" if name == "Sportlore" else spread(entity.ratios("Sportlore", name), 1)
        rows.append((name, f"{entity.rate(name):,.0f}", to_nginx, times, f"{entity.cpu_each(name):.0f}"))
    return table(
        ["server, one process", "requests/s", "relative to nginx", "Sportlore is × as fast", "CPU µs a request"], rows
    )


def _search(results: Results) -> str:
    (outcome,) = (found for found in results.outcomes if found.title == _SEARCH)
    rows = []
    for title, runs in (("32 connections", outcome.runs["Sportlore"]), ("1 connection", results.lone_search)):
        rate = median(run.per_second for run in runs)
        p50, p99 = median(run.p50 for run in runs), median(run.p99 for run in runs)
        tail = spread([run.p99 / run.p50 for run in runs], 1)
        rows.append((title, f"{rate:,.0f}", f"{p50 / 1e3:.2f}", f"{p99 / 1e3:.2f}", tail))
    nginx = f"{outcome.rate('nginx'):,.0f}"
    ratio = spread(outcome.ratios("Sportlore", "nginx"), 3)
    return (
        table(["Sportlore", "requests/s", "p50, ms", "p99, ms", "p99 / p50"], rows)
        + f"\nnginx with the file of an entity in the same rounds: {nginx} requests/s; ratio {ratio}.\n"
    )


def _constant(results: Results) -> str:
    rows = [
        (
            title,
            f"{runs[0].rate:,}",
            spread([run.p50 for run in runs], 0),
            spread([run.p99 for run in runs], 0),
            spread([run.p999 for run in runs], 0),
            spread([run.longest for run in runs], 0),
        )
        for title, runs in results.constant.items()
    ]
    return table(["what", "requests/s", "p50, µs", "p99, µs", "p99.9, µs", "longest, µs"], rows)


def _workers(results: Results) -> str:
    outcome = results.outcomes[-1]
    ones = {name: f"{name.split(',')[0]}, 1 worker" for name in outcome.runs}
    rows = [(name, f"{outcome.rate(name):,.0f}", spread(outcome.ratios(name, one))) for name, one in ones.items()]
    return table(["server", "requests/s", "relative to its one worker"], sorted(rows)) + (
        "\nNothing is pinned here, and wrk takes its share of the same cores.\n"
    )


def _costs(results: Results) -> str:
    starts, memory, builds = results.starts, results.memory, results.builds
    rows = [
        ("`sportlore serve` to its first answer, s", spread(starts.serve)),
        ('`python -c "import uvicorn"`, s', spread(starts.uvicorn)),
        *((f"memory (PSS) with {_workers_text(n)}, MB", _memory(sizes)) for n, sizes in enumerate(memory.sizes, 1)),
        ("full build, s", spread(builds.full, 1)),
        ("build after one edit, s", spread(builds.after_edit, 1)),
        ("snapshot on disk, MB", f"{builds.store_mb:.0f}"),
    ]
    return table(["what", "median (least–most)"], rows)


def _workers_text(count: int) -> str:
    return "1 worker" if count == 1 else f"{count} workers"


def _memory(sizes: Sequence[float]) -> str:
    if len(sizes) == 1:
        return f"{sizes[0]:.1f}"
    return f"{sum(sizes):.1f}: parent {sizes[0]:.1f}, workers {', '.join(f'{size:.1f}' for size in sizes[1:])}"


def _growth(results: Results) -> str:
    costs = [
        (
            f"{grown.cost.entities:,}",
            f"{grown.cost.seconds:.1f}",
            f"{grown.cost.index_seconds:.1f}",
            f"{grown.build.cpu_seconds:.0f}",
            f"{grown.build.peak_mb:,.0f}",
            f"{grown.store_mb:.0f}",
            spread(grown.start),
            f"{grown.memory_mb:.1f}",
            f"{grown.private_mb:.1f}",
        )
        for grown in results.growth.grown
    ]
    copies = [
        (
            f"{copied.entities:,}",
            f"{copied.build.seconds:.1f}",
            f"{copied.build.cpu_seconds:.1f}",
            f"{copied.build.peak_mb:,.0f}",
            f"{copied.disk_mb:,.0f}",
            spread(copied.edits.served),
            f"{copied.edits.p99:.1f} / {copied.edits.longest:.1f}",
        )
        for copied in results.growth.authored
    ]
    rates = [
        (kind, f"{grown.cost.entities:,}", f"{grown.rate(kind):,.0f}", *(f"{time:.0f}" for time in grown.latency(kind)))
        for kind in KINDS
        for grown in results.growth.grown
    ]
    built = ["entities", "build, s"]
    heads = [
        *built,
        "of it the index, s",
        "CPU, s",
        "peak, MB",
        "on disk, MB",
        "start, s",
        "memory (PSS), MB",
        "private, MB",
    ]
    authored = [
        *built,
        "CPU, s",
        "peak, MB",
        "on disk, MB",
        "edit to served, s",
        "requests meanwhile, p99 / longest, ms",
    ]
    head = ["what", "entities", "requests/s", "alone: p50, µs", "p99, µs"]
    return (
        "Copies of the real catalogue with other names and words, through the whole pipeline:\n\n"
        + table(authored, copies)
        + "".join(f"\n{n} copies **were not measured**: {why}\n" for n, why in results.growth.failed_copies.items())
        + "\nSynthetic entities without pages, written directly:\n\n"
        + table(heads, costs)
        + "".join(f"\n{size:,} entities **cannot be built**: {why}\n" for size, why in results.growth.failed.items())
        + "\nRequests a second over 32 connections; latency of one client alone:\n\n"
        + table(head, rates)
    )
