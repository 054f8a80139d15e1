"""The parts of the benchmark that decide what is believed and how it is told; nothing is timed here."""

from __future__ import annotations

import re
import socket
import socketserver
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from conftest import PATIENCE

from benchmarks import authored, peers, report, searching, steady, synthetic
from benchmarks.catalogue import file_path
from benchmarks.costs import edit
from benchmarks.load import BenchmarkError, Load, parse, raw_request
from benchmarks.queries import KINDS, queries, split
from benchmarks.rounds import Outcome
from sportlore import registry, rules
from sportlore.contract.paging import PAGE_SIZE
from sportlore.contract.schemas import Resource

LINE = (
    '{"requests":1000,"microseconds":500000,"bytes":2000000,"p50":300.0,"p99":900.0,'
    '"connect":0,"read":0,"write":0,"status":%d,"timeout":0}'
)


def test_what_wrk_says_is_read() -> None:
    load = parse(f"Running 2s test\n  1 threads\n{LINE % 0}\n")
    assert (load.per_second, load.p50, load.p99) == (2000.0, 300.0, 900.0)


@pytest.mark.parametrize("output", ["", "unable to connect", LINE % 3, (LINE % 0).replace("1000", "0")])
def test_a_run_with_errors_or_without_answers_is_not_believed(output: str) -> None:
    with pytest.raises(BenchmarkError):
        parse(output)


def test_a_request_is_whole() -> None:
    assert raw_request("/v1/atlas", {"A": "b"}) == b"GET /v1/atlas HTTP/1.1\r\nHost: localhost\r\nA: b\r\n\r\n"


def test_ratios_are_those_of_the_same_round() -> None:
    def runs(*rates: int) -> list[Load]:
        return [Load(rate, 1_000_000, 1, 1.0, 2.0) for rate in rates]

    outcome = Outcome("entity", 1.0, {"Sportlore": runs(30, 10, 20), "nginx": runs(10, 10, 10)})
    assert outcome.ratios("Sportlore", "nginx") == [3.0, 1.0, 2.0]
    assert report.spread(outcome.ratios("Sportlore", "nginx")) == "2.00 (1.00–3.00)"
    assert outcome.rate("Sportlore") == 20


def test_a_table_sets_figures_to_the_right() -> None:
    assert report.table(["a", "b"], [["x", "1"], ["y", "2.5"]]) == "| a | b |\n|---|--:|\n| x | 1 |\n| y | 2.5 |\n"


def test_a_cost_is_that_of_the_quickest_of_some_times(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0, 5_000_000, 10_000_000, 12_000_000, 20_000_000, 20_500_000, 30_000_000, 39_000_000])
    monkeypatch.setattr(searching, "process_time_ns", lambda: next(clock))
    assert searching.cost(len, ["a", "abc"], 2) == searching.Cost(2, 2.0, 2.0, 3)
    assert searching.of([float(n) for n in range(100, 0, -1)]) == searching.Cost(100, 51.0, 100.0)


def test_what_is_composed_is_compared_with_its_targets() -> None:
    good, slow = searching.Cost(10, 0.01, 0.02), searching.Cost(10, 3.0, 30.0, 2_000)
    for spent, words in ((good, "met"), (slow, "**missed**")):
        engines = {"Sportlore": searching.Engine(spent, 0.97), "FTS5": searching.Engine(good, 0.8)}
        measured = searching.Searching(engines, spent, spent, spent, spent, spent, spent, spent)
        rows = list(report._composed_targets(measured))
        assert len(rows) == 9
        assert {verdict for *_, verdict in rows} == {words}
        assert "| search: FTS5 | 10 | 0.010 | 0.020 | 80 % |" in report._composed(measured)


def test_results_stand_between_the_markers() -> None:
    document = f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n"
    assert report.insert("new\n", document) == f"before\n{report.BEGIN}\n\nnew\n\n{report.END}\nafter\n"
    with pytest.raises(ValueError, match="markers"):
        report.insert("new", "no markers")
    report.insert("new", report.README.read_text(encoding="utf-8"))


NAMES = ["Back squat (low bar)", "Tennis", "Forehand grip", "Shoulder press"]


@pytest.mark.parametrize("kinds", [(), *((kind,) for kind in KINDS)])
def test_no_query_comes_twice(kinds: tuple[str, ...]) -> None:
    found = queries(NAMES, 20, kinds)
    assert len(set(found)) == 20
    assert all(map(split, found))


def test_names_that_give_too_few_queries_are_told() -> None:
    with pytest.raises(BenchmarkError, match="4 names"):
        queries(NAMES, 1_000, ["two words"])


def test_every_body_has_a_file_of_its_own() -> None:
    assert file_path("/v1/entities/sport/tennis") == "/v1/entities/sport/tennis"
    assert file_path("/v1/entities/sport?page=2&pageSize=37") == "/pages/v1-entities-sport-page-2-pageSize-37"


def test_a_synthetic_catalogue_is_the_same_each_time_and_whole() -> None:
    entities = synthetic.world(2_000)
    assert entities == synthetic.world(2_000)
    slugs = synthetic.slugs_of(entities)
    made = [found.path for found in synthetic.resources(entities, synthetic.Bodies(entities), slugs)]
    pages = sum(-(-len(listed) // PAGE_SIZE) for listed in slugs.values())
    assert len(set(made)) == len(made) == 2_000 + pages


class Listening(socketserver.ThreadingTCPServer):
    """A server with room for all connections of the client at once: else they are tried again after seconds."""

    daemon_threads = True
    request_queue_size = 64


@contextmanager
def answering(handle: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server whose connections are each given to a function; its port."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            handle(self.request)

    with Listening(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.slow
def test_at_a_constant_rate_the_time_runs_from_when_a_request_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that answers nothing for a while, then all at once: each request waits from when it was due."""
    monkeypatch.setattr(steady, "_LONGEST_WAIT", PATIENCE)
    pause, answer = 0.3, b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    def late(connection: socket.socket) -> None:
        while data := connection.recv(65_536):
            time.sleep(pause)
            connection.sendall(answer * data.count(b"\r\n\r\n"))

    with answering(late) as port:
        found = steady.measure(port, [raw_request("/", {})], 320, 1)
    assert found.rate == 320
    assert pause * 1e6 <= found.p50 <= found.p99 <= found.p999 <= found.longest


@pytest.mark.slow
def test_an_answer_of_another_status_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steady, "_LONGEST_WAIT", PATIENCE)

    def refuse(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 503 no\r\nContent-Length: 0\r\n\r\n")

    with answering(refuse) as port, pytest.raises(BenchmarkError, match="503"):
        steady.measure(port, [raw_request("/", {})], 100, 1)


def test_the_peers_have_every_field_of_an_entity() -> None:
    """Else the benchmark stops at the first entity that states one."""
    fields = {field.encode_name for field in msgspec.structs.fields(Resource)} - {"matched"}  # of a hit
    model = (peers.APPS / "fastapi_app.py").read_text(encoding="utf-8").partition("class Resource")[2]
    declared = set(re.findall(r"^    (\w+): .*?(?:alias=\"(\w+)\")?\)?$", model, re.MULTILINE))
    assert fields <= {alias or name for name, alias in declared}
    assert fields <= {*re.findall(r"\w+", peers.COLUMNS), *peers.DETAILS, "apiUrl", "relationships", "jsonLd", "meta"}


@pytest.mark.parametrize(
    "keywords", ['keywords = ["one", "two", "three"]\n', 'keywords = [\n  "one",\n  "two",\n  "three",\n]\n']
)
def test_an_edit_exchanges_two_keywords(tmp_path: Path, keywords: str) -> None:
    file = tmp_path / "judo.toml"
    file.write_text(keywords, encoding="utf-8")
    edit(file)
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"keywords": ["two", "one", "three"]}


@pytest.mark.slow
def test_a_copy_of_the_catalogue_passes_every_check(tmp_path: Path) -> None:
    authored.write(2, tmp_path / "catalogue")
    read = registry.read(tmp_path / "catalogue")
    assert [finding.message for finding in rules.check(read).findings] == []
    assert len(read.entities) > 2_900
