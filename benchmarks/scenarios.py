"""What is compared: each scenario sends the same questions to Sportlore and to nginx, and checks each answer first."""

from __future__ import annotations

import http.client
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from urllib.parse import quote

from msgspec import Struct

from benchmarks.catalogue import Catalogue, file_path
from benchmarks.load import BenchmarkError
from benchmarks.peers import Peer
from benchmarks.queries import KINDS, queries

Agrees = Callable[[bytes, bytes], bool]

BROWSER = {
    "Connection": "keep-alive",
    "sec-ch-ua": '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
    "sec-ch-ua-mobile": "?0",
    "sec-ch-ua-platform": '"Linux"',
    "Upgrade-Insecure-Requests": "1",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
    "Sec-Fetch-Site": "none",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-User": "?1",
    "Sec-Fetch-Dest": "document",
    "Accept-Encoding": "gzip, deflate",
    "Accept-Language": "en-GB,en-US;q=0.9,en;q=0.8",
}
GZIP = {"Accept-Encoding": "gzip"}
KINDS_OF_BROWSERS = 40
_MIXED = 10_000


class Ask(Struct, frozen=True):
    """A request, and the answer that it must get."""

    path: str
    headers: Mapping[str, str] = {}
    status: int = 200
    body: bytes | None = None


class Contestant(Struct, frozen=True):
    """A server in a scenario. `in_order`: its requests are sent once each, not at random."""

    name: str
    port: int
    asks: Sequence[Ask]
    agrees: Agrees = bytes.__eq__
    in_order: bool = False
    pin: bool = True


class Scenario(Struct, frozen=True):
    """Contestants, the first of which is Sportlore and the second what it is held against; `target` is their least ratio."""

    title: str
    contestants: Sequence[Contestant]
    target: float | None = None


class Ports(Struct, frozen=True):
    """Where the two main contestants listen, with one process and with two."""

    sportlore: int
    nginx: int
    sportlore_pair: int
    nginx_pair: int


def scenarios(catalogue: Catalogue, ports: Ports, peers: Mapping[int, Peer], supply: int) -> Iterator[Scenario]:
    """Every scenario, in the order of the report; `supply` is how many searches may be needed in a run."""
    entities = catalogue.entities

    def pair(
        title: str, paths: Sequence[str], headers: Mapping[str, str] | None = None, least: float = 1.0
    ) -> Scenario:
        return Scenario(title, _both(catalogue, ports, paths, headers or {}), least)

    first = pair("entity", entities)
    yield Scenario(first.title, (*first.contestants, *_peer_contestants(catalogue, peers)), first.target)
    yield pair("entity, headers of a browser, gzip", entities, BROWSER)
    yield _many_browsers(catalogue, ports)
    yield _not_modified(catalogue, ports)
    yield pair("first page of a list", catalogue.list_pages)
    yield pair("first page of a list, gzip", catalogue.list_pages, GZIP)
    yield pair("list with page=2&pageSize=37", catalogue.odd_pages, least=0.9)
    yield pair("list with pageSize=100", catalogue.largest_pages, least=0.9)
    yield pair("list with pageSize=100, gzip", catalogue.largest_pages, GZIP, least=0.9)
    yield pair("filtered list", catalogue.filtered, least=0.9)
    yield pair("filtered list, gzip", catalogue.filtered, GZIP, least=0.9)
    yield _alias(catalogue, ports)
    yield _missing(catalogue, ports)
    yield pair("a calculator or a course", catalogue.tools)
    yield pair("list of calculators", ["/v1/calculators"])
    yield pair("atlas", ["/v1/atlas"])
    yield from _searches(catalogue, ports, supply)
    yield _workers(catalogue, ports)


def _both(
    catalogue: Catalogue, ports: Ports, paths: Sequence[str], headers: Mapping[str, str]
) -> tuple[Contestant, Contestant]:
    if not paths:
        raise BenchmarkError("a scenario without paths")
    asks = [Ask(path, headers, body=_expected(catalogue, path, headers)) for path in paths]
    files = [Ask(file_path(ask.path), ask.headers, body=ask.body) for ask in asks]
    return Contestant("Sportlore", ports.sportlore, asks), Contestant("nginx", ports.nginx, files)


def _expected(catalogue: Catalogue, path: str, headers: Mapping[str, str]) -> bytes:
    compressed = catalogue.compressed(path) if "gzip" in headers.get("Accept-Encoding", "") else None
    return compressed if compressed is not None else catalogue.body(path)


def _peer_contestants(catalogue: Catalogue, peers: Mapping[int, Peer]) -> Iterator[Contestant]:
    for port, peer in peers.items():
        asks = [Ask(peer.path(path), body=catalogue.body(path)) for path in catalogue.entities]
        yield Contestant(peer.name, port, asks, peer.agrees)


def _many_browsers(catalogue: Catalogue, ports: Ports) -> Scenario:
    """Many kinds of headers times many paths: no request is likely to be met twice."""
    chance = random.Random(1)
    kinds = [
        BROWSER | {"User-Agent": BROWSER["User-Agent"].replace("142", str(n))}
        for n in range(100, 100 + KINDS_OF_BROWSERS)
    ]
    chosen = [(chance.choice(catalogue.entities), chance.choice(kinds)) for _ in range(_MIXED)]
    asks = [Ask(path, headers, body=_expected(catalogue, path, headers)) for path, headers in chosen]
    files = [Ask(file_path(ask.path), ask.headers, body=ask.body) for ask in asks]
    title = f"entity, headers of {KINDS_OF_BROWSERS} browsers, gzip"
    return Scenario(
        title, (Contestant("Sportlore", ports.sportlore, asks), Contestant("nginx", ports.nginx, files)), 1.0
    )


def _not_modified(catalogue: Catalogue, ports: Ports) -> Scenario:
    """Each server is asked with the entity tags that it gave itself."""

    def contestant(name: str, port: int) -> Contestant:
        tags = entity_tags(port, catalogue.entities)
        return Contestant(name, port, [Ask(path, {"If-None-Match": tag}, 304, b"") for path, tag in tags.items()])

    return Scenario(
        "304 on If-None-Match", (contestant("Sportlore", ports.sportlore), contestant("nginx", ports.nginx)), 1.0
    )


def _alias(catalogue: Catalogue, ports: Ports) -> Scenario:
    """Entities below the base path, where generated clients ask for them; nginx has each at its only path."""
    ours, theirs = _both(catalogue, ports, catalogue.entities, {})
    asks = [Ask(f"/v1{ask.path}", body=ask.body) for ask in ours.asks]
    return Scenario("entity at /v1/v1/", (Contestant(ours.name, ours.port, asks), theirs), 0.9)


def _missing(catalogue: Catalogue, ports: Ports) -> Scenario:
    """404s, each with its suggestion, at misspelt slugs; far more than the server remembers. nginx has one body for all."""
    chance = random.Random(1)
    asks = []
    for _ in range(_MIXED):
        path = chance.choice(catalogue.entities)
        at = chance.randrange(path.rindex("/") + 1, len(path) + 1)
        asks.append(Ask(f"{path[:at]}{chance.choice('qxz')}{path[at:]}", status=404))
    servers = (("Sportlore", ports.sportlore), ("nginx", ports.nginx))
    return Scenario("404 with a suggestion", [Contestant(name, port, asks) for name, port in servers], 0.3)


def _searches(catalogue: Catalogue, ports: Ports, supply: int) -> Iterator[Scenario]:
    """Searches of each kind, then of all kinds in turns."""
    _, file = _both(catalogue, ports, catalogue.entities, {})
    for title, kinds in (*((f"search: {kind}", (kind,)) for kind in KINDS), ("search, distinct queries", ())):
        asks = [Ask(f"/v1/search?q={quote(q)}") for q in queries(catalogue.names, supply, kinds)]
        yield Scenario(title, (Contestant("Sportlore", ports.sportlore, asks, in_order=True), file))


def _workers(catalogue: Catalogue, ports: Ports) -> Scenario:
    """Not pinned: two processes and wrk share the cores."""
    asks = [Ask(path, body=catalogue.body(path)) for path in catalogue.entities]
    places = {
        "Sportlore, 2 workers": ports.sportlore_pair,
        "nginx, 2 workers": ports.nginx_pair,
        "Sportlore, 1 worker": ports.sportlore,
        "nginx, 1 worker": ports.nginx,
    }
    return Scenario(
        "entity, 1 and 2 workers, nothing pinned",
        [Contestant(name, port, asks, pin=False) for name, port in places.items()],
    )


def check(contestant: Contestant, most: int = 2_000) -> None:
    """Ask everything once (of very many, the first); BenchmarkError at the first answer that is not as it must be."""
    with closing(http.client.HTTPConnection("127.0.0.1", contestant.port, timeout=20)) as connection:
        for ask in contestant.asks[:most]:
            status, _, body = _answer(connection, ask)
            if status != ask.status or (ask.body is not None and not contestant.agrees(body, ask.body)):
                raise BenchmarkError(f"{contestant.name} gives a wrong answer ({status}) to {ask.path}")


def entity_tags(port: int, paths: Sequence[str]) -> dict[str, str]:
    """The entity tag that a server gives at each path."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        return {path: _answer(connection, Ask(path))[1]["etag"] for path in paths}


def _answer(connection: http.client.HTTPConnection, ask: Ask) -> tuple[int, Mapping[str, str], bytes]:
    connection.putrequest("GET", ask.path, skip_accept_encoding=True)
    for name, value in ask.headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    body = response.read()
    return response.status, {name.lower(): value for name, value in response.getheaders()}, body
