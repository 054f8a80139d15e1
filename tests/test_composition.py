"""Answers composed of compressed parts: real decoders read from them what the identity body says, byte for byte."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from chromium import chromium
from conftest import PATIENCE, missing
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sportlore.contract.composition import COMMA, Items, composed, deflated
from sportlore.contract.record import CACHE, GZIP, IDENTITY
from sportlore.snapshot import Snapshot

LINKS = ('</v1/entities/sport?page=1>; rel="first"',)


class Answer(NamedTuple):
    """A record taken apart."""

    headers: dict[str, str]
    body: bytes


def items_of(texts: Sequence[bytes]) -> Items:
    """Items as a snapshot gives them: each with the comma after it, the last without."""
    plain = [text + b"," for text in texts[:-1]] + [*texts[-1:]]
    compressed = [deflated(text) + COMMA for text in texts[:-1]] + [deflated(text) for text in texts[-1:]]
    return Items(plain, compressed, b"".join(hashlib.sha256(text).digest()[:8] for text in texts))


def answer(before: bytes, items: Items, after: bytes, variant: bytes) -> Answer:
    record = composed(before, items, after, LINKS, (variant,))
    assert record is not None
    head, _, body = b"".join(record).partition(b"\r\n\r\n")
    return Answer(dict(line.split(": ", 1) for line in head.decode().split("\r\n")), body)


def both(before: bytes, items: Items, after: bytes) -> tuple[Answer, Answer]:
    return answer(before, items, after, IDENTITY), answer(before, items, after, GZIP)


JSON_TEXTS = st.dictionaries(st.text(max_size=9), st.text(max_size=60) | st.integers(), max_size=4).map(
    lambda value: json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
)
CHOICES = st.one_of(
    st.lists(JSON_TEXTS, max_size=6),
    st.lists(st.sampled_from([b'{"name":"p\xc3\xa9tanque"}', b"{}", b"[" + b"7," * 40_000 + b"7]"]), max_size=100),
)
FRAMES = st.binary(max_size=300)


class Node:
    """One Node.js process that decompresses lines of base64, so that many bodies cost one start."""

    PROGRAM = """
    const zlib = require("zlib");
    require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const whole = zlib.gunzipSync(Buffer.from(line, "base64"));
      const inflated = zlib.inflateRawSync(Buffer.from(line, "base64").subarray(10));
      console.log(whole.equals(inflated) ? whole.toString("base64") : "the two differ");
    });
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def decode(self, body: bytes) -> bytes:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(base64.b64encode(body).decode() + "\n")
        self.process.stdin.flush()
        return base64.b64decode(self.process.stdout.readline(), validate=False)


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    program = shutil.which("node")
    if program is None:
        missing("node is not on PATH: install Node.js 20 or later; composed answers are decoded with it")
    with subprocess.Popen(
        [program, "-e", Node.PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Node(process)
        process.terminate()


def decoded_in_pieces(body: bytes, size: int) -> bytes:
    """The text of a gzip body that comes in pieces, as from a network."""
    decoder = zlib.decompressobj(31)
    pieces = [decoder.decompress(body[start : start + size]) for start in range(0, len(body), size)]
    assert decoder.eof
    assert not decoder.unused_data
    return b"".join(pieces) + decoder.flush()


@settings(deadline=None)
@given(before=FRAMES, texts=CHOICES, after=FRAMES, size=st.integers(1, 5_000))
@example(b"", [], b"", 1)
@example(b'{"data":[', [], b"]}", 1)
@example(b"x" * 65_535, [b"{}"] * 100, b"x" * 65_535, 1_000)
@example(b"[", ['{"\U0001f3d3":"é"}'.encode()] * 100, b"]", 3)
def test_python_reads_the_body(before: bytes, texts: list[bytes], after: bytes, size: int) -> None:
    identity, compressed = both(before, items_of(texts), after)
    assert identity.body == before + b",".join(texts) + after
    assert gzip.decompress(compressed.body) == identity.body
    assert decoded_in_pieces(compressed.body, size) == identity.body


@settings(deadline=None)
@given(before=FRAMES, texts=CHOICES, after=FRAMES)
@example(b"", [], b"")
@example(b"[", ['{"\U0001f3d3":"é"}'.encode()] * 100, b"]")
def test_node_reads_the_body(node: Node, before: bytes, texts: list[bytes], after: bytes) -> None:
    identity, compressed = both(before, items_of(texts), after)
    assert node.decode(compressed.body) == identity.body


@given(before=FRAMES, texts=CHOICES, after=FRAMES)
def test_the_headers_describe_the_body(before: bytes, texts: list[bytes], after: bytes) -> None:
    identity, compressed = both(before, items_of(texts), after)
    for found in (identity, compressed):
        assert int(found.headers["content-length"]) == len(found.body)
        assert found.headers["vary"] == "Accept, Accept-Encoding"
        assert found.headers["content-type"] == "application/json"
        assert found.headers["link"] == LINKS[0]
        assert found.headers["cache-control"] == CACHE
    assert "content-encoding" not in identity.headers
    assert compressed.headers["content-encoding"] == "gzip"
    assert identity.headers["etag"] != compressed.headers["etag"]


@given(texts=st.lists(JSON_TEXTS, min_size=1, max_size=5), other=JSON_TEXTS, data=st.data())
def test_the_entity_tag_changes_with_every_part(texts: list[bytes], other: bytes, data: st.DataObject) -> None:
    def tags(before: bytes, texts: list[bytes], after: bytes) -> tuple[str, ...]:
        return tuple(found.headers["etag"] for found in both(before, items_of(texts), after))

    position = data.draw(st.integers(0, len(texts) - 1))
    changed = [
        (b"[", texts, b"]}"),
        (b"{[", texts, b"]"),
        (b"[", texts[:position] + texts[position + 1 :], b"]"),
        (b"[", [*texts, other], b"]"),
        *((b"[", [*texts[:position], other, *texts[position + 1 :]], b"]") for _ in [0] if other != texts[position]),
        *((b"[", texts[::-1], b"]") for _ in [0] if texts != texts[::-1]),
    ]
    assert tags(b"[", texts, b"]") == tags(b"[", list(texts), b"]")
    for parts in changed:
        assert not set(tags(*parts)) & set(tags(b"[", texts, b"]"))


def test_the_first_variant_that_can_be_composed_is_taken() -> None:
    items = items_of([b"{}"])
    assert composed(b"", items, b"", (), (b"b", b"z")) is None
    for variants, coded in (((b"b", GZIP, IDENTITY), True), ((b"z", IDENTITY, GZIP), False)):
        record = composed(b"", items, b"", (), variants)
        assert record is not None
        assert (b"content-encoding: gzip" in bytes(record[0])) == coded


def test_whole_answers() -> None:
    items = items_of([b'{"a":1}', b"{}"])
    identity, compressed = both(b'{"data":[', items, b"]}")
    digest = hashlib.sha256(b'{"data":[' + items.digest + b"]}").hexdigest()[:20]
    assert identity.headers["etag"] == f'"{digest}"'
    assert compressed.headers["etag"] == f'"{digest}-gzip"'
    assert compressed.body.startswith(b"\x1f\x8b\x08\0\0\0\0\0\x02\xff\0\x09\0\xf6\xff" + b'{"data":[')
    assert compressed.body[-15:-8] == b"\x01\x02\0\xfd\xff]}", "the last block is stored, and says that it is the last"


@pytest.fixture(scope="module")
def snapshot(catalogue_snapshot: Path) -> Iterator[Snapshot]:
    opened = Snapshot(catalogue_snapshot)
    yield opened
    opened.close()


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_choice_of_real_items_is_read(snapshot: Snapshot, node: Node, data: st.DataObject) -> None:
    """The parts as a build wrote them: none, one, up to a hundred, in any order."""
    numbers = st.integers(0, snapshot.entities - 1)
    count = data.draw(st.sampled_from((0, 1, 2, 20, 100)), "count")
    chosen = data.draw(st.lists(numbers, min_size=count, max_size=count), "chosen")
    identity, compressed = both(b'{"data":[', snapshot.items(chosen), b"]}")
    assert len(json.loads(identity.body)["data"]) == count
    assert decoded_in_pieces(compressed.body, 4_096) == identity.body
    assert node.decode(compressed.body) == identity.body
    other = data.draw(st.permutations(chosen) | st.lists(numbers, max_size=2), "other")
    found, _ = both(b'{"data":[', snapshot.items(other), b"]}")
    assert (found.headers["etag"] == identity.headers["etag"]) == (found.body == identity.body)


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_any_stretch_of_a_real_list_is_read(snapshot: Snapshot, node: Node, data: st.DataObject) -> None:
    """Consecutive items come in one piece."""
    type = data.draw(st.sampled_from(sorted(snapshot.info.lists)), "type")
    total = snapshot.info.lists[type].total
    slugs = [entity["slug"] for entity in json.loads(b"".join((b"[", *snapshot.stretch(type, 0, total).plain, b"]")))]
    assert sorted(slugs) == sorted(snapshot.names(f"/v1/entities/{type}"))
    first, count = data.draw(st.integers(0, len(slugs) + 1), "first"), data.draw(st.integers(1, 100), "count")
    identity, compressed = both(b'{"data":[', snapshot.stretch(type, first, count), b"]}")
    assert [item["slug"] for item in json.loads(identity.body)["data"]] == [*slugs[first : first + count]]
    assert decoded_in_pieces(compressed.body, 4_096) == identity.body
    assert node.decode(compressed.body) == identity.body


TARGETS = (
    "/v1/search?q=tennis",
    "/v1/search?q=zzzzzzzz",
    "/v1/search?q=p%C3%A9tanque%20%F0%9F%8F%93&pageSize=100",
    "/v1/search?q=squat&type=exercise&pageSize=1",
    "/v1/search?q=strength&page=3&pageSize=33",
    "/v1/entities/sport?contact=collision",
    "/v1/entities/sport?environment=indoors,outdoors&pageSize=100",
    "/v1/entities/sport?players-per-side=900..",
    "/v1/entities/exercise?targets=calves&uses=none",
    "/v1/entities/muscle-group?pageSize=100",
    "/v1/entities/glossary?pageSize=7&page=2",
    "/v1/entities/sport?page=99",
    "/v1/entities/sport?pageSize=1",
)
"""Searches, filtered lists and list pages of any size: none, one and up to a hundred items, with text of several bytes."""


def identity_of(server: str, target: str) -> httpx.Response:
    found = httpx.get(server + target, headers={"accept-encoding": "identity"}, timeout=PATIENCE)
    assert found.status_code == 200
    assert "content-encoding" not in found.headers
    return found


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def expected(server: str) -> dict[str, str]:
    """The digest of the identity body at each target."""
    return {target: digest(identity_of(server, target).content) for target in TARGETS}


def test_curl_reads_what_the_server_sends(catalogue_server: str, tmp_path: Path) -> None:
    curl = shutil.which("curl")
    if curl is None:
        missing("curl is not on PATH: install it; composed answers are decoded with it")
    lines = chain.from_iterable(
        (f'url = "{catalogue_server}{target}"', f'output = "{tmp_path / str(number)}"')
        for number, target in enumerate(TARGETS)
    )
    command = [curl, "--silent", "--show-error", "--fail", "--header", "Accept-Encoding: gzip", "--compressed"]
    command += ["--write-out", "%{http_code} %header{content-encoding}\\n", "--config", "-"]
    run = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["200 gzip"] * len(TARGETS)
    found = {target: digest((tmp_path / str(number)).read_bytes()) for number, target in enumerate(TARGETS)}
    assert found == expected(catalogue_server)


FETCH = """
async (targets) => {
  const answers = {};
  for (const target of targets) {
    const response = await fetch(target, { cache: "no-store" });
    const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    answers[target] = [response.headers.get("content-encoding"), hex];
  }
  return answers;
}
"""


def test_a_browser_reads_what_the_server_sends(catalogue_server: str) -> None:
    address = catalogue_server.replace("127.0.0.1", "localhost")  # digests are only there in a secure context
    with chromium() as browser:
        page = browser.new_page()
        page.goto(f"{address}/about")
        found = page.evaluate(FETCH, list(TARGETS))
    assert found == {target: ["gzip", hex] for target, hex in expected(catalogue_server).items()}


def test_node_reads_what_the_server_sends(catalogue_server: str) -> None:
    """The decoder of Node's own fetch."""
    program = shutil.which("node")
    if program is None:
        missing("node is not on PATH: install Node.js 20 or later; composed answers are decoded with it")
    targets = json.dumps([catalogue_server + target for target in TARGETS])
    script = f"({FETCH})({targets}).then((answers) => console.log(JSON.stringify(answers)))"
    run = subprocess.run([program, "-e", script], capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert found == {catalogue_server + target: ["gzip", hex] for target, hex in expected(catalogue_server).items()}


@pytest.mark.parametrize("target", TARGETS)
def test_head_and_304_agree_with_get(catalogue_server: str, target: str) -> None:
    """HEAD has the headers of GET; each variant answers 304 to its own entity tag and 200 to that of the other."""
    tags = {}
    with httpx.Client(base_url=catalogue_server, timeout=PATIENCE) as client:
        for coding in ("identity", "gzip"):
            accepted = {"accept-encoding": coding}
            whole = client.get(target, headers=accepted)
            head = client.head(target, headers=accepted)
            assert (head.status_code, head.content) == (200, b"")
            for name in set(whole.headers) | set(head.headers):
                if name != "date":
                    assert head.headers.get(name) == whole.headers.get(name), name
            assert int(whole.headers["content-length"]) == whole.num_bytes_downloaded
            assert whole.headers["vary"] == "Accept, Accept-Encoding"
            tags[coding] = whole.headers["etag"]
            for method in ("GET", "HEAD"):
                kept = client.request(method, target, headers=accepted | {"if-none-match": tags[coding]})
                assert (kept.status_code, kept.content) == (304, b"")
                for name in ("etag", "vary", "cache-control", "link"):
                    assert kept.headers[name] == whole.headers[name]
                assert "content-encoding" not in kept.headers
                assert "content-length" not in kept.headers
        assert tags["gzip"] != tags["identity"]
        for coding, other in (*pairwise(tags), *pairwise(reversed(list(tags)))):
            found = client.get(target, headers={"accept-encoding": coding, "if-none-match": tags[other]})
            assert (found.status_code, found.headers["etag"]) == (200, tags[coding])


def test_different_answers_have_different_entity_tags(catalogue_server: str) -> None:
    found = [identity_of(catalogue_server, target) for target in TARGETS]
    assert len({answer.headers["etag"] for answer in found}) == len({answer.content for answer in found})


def test_the_decoders_refuse_what_is_damaged() -> None:
    """The tests above can fail: one wrong byte, and no decoder gives the body."""
    _, compressed = both(b"[", items_of([b'{"a":1}', b'{"b":2}']), b"]")
    damaged = compressed.body[:-8] + bytes([compressed.body[-8] ^ 1]) + compressed.body[-7:]
    with pytest.raises(gzip.BadGzipFile, match="CRC"):
        gzip.decompress(damaged)
    with pytest.raises(zlib.error):
        decoded_in_pieces(damaged, 10)
