"""The Model Context Protocol: a client of its SDK over standard input and output and over HTTP, and its conformance suite."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from conftest import PATIENCE, missing
from mcp import MCPError
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from sportlore.agents.tools import TOOLS
from sportlore.server.connection import LimitedConnection

pytestmark = pytest.mark.slow

ASKED = {"question": "how high is a tennis net"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
ACCEPT = {"accept": "application/json, text/event-stream"}


async def asked_by(client: Client) -> None:
    """What each way of asking must answer."""
    listed = (await client.list_tools()).tools
    assert [tool.name for tool in listed] == list(TOOLS)
    assert all(
        tool.annotations and tool.annotations.read_only_hint and tool.annotations.idempotent_hint for tool in listed
    )
    answer = await client.call_tool("answer", ASKED)  # the client compares the data with the schema of the output
    content: Any = answer.content
    assert not answer.is_error
    assert content[0].text.startswith("Tennis, height of the net: 0.914 m")
    assert answer.structured_content is not None
    assert answer.structured_content["value"] == 0.914
    drawing = content[1]
    assert (drawing.type, drawing.mime_type) == ("resource_link", "image/svg+xml")
    read: Any = (await client.read_resource(drawing.uri)).contents[0]
    assert read.text.startswith("<svg")
    refused = await client.call_tool("get", {"id": "racquetball"})
    assert refused.is_error
    assert "not known: racquetball" in str(refused.content)
    with pytest.raises(MCPError, match="did you mean `get`"):
        await client.call_tool("gett", {})
    with pytest.raises(MCPError, match="no page at"):
        await client.read_resource("http://localhost:8000/drawings/none.svg")
    with pytest.raises(MCPError, match="no drawing at"):
        await client.read_resource("http://localhost:8000/v1/entities")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_asks_over_http(world_server: str, mode: Any) -> None:
    async def ask() -> None:
        async with Client(f"{world_server}/mcp", mode=mode) as client:
            await asked_by(client)

    anyio.run(ask)


def test_a_client_asks_over_standard_input_and_output(world_snapshot: Path) -> None:
    arguments = ["-m", "sportlore", "mcp", "--snapshot", str(world_snapshot)]
    environment = {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}

    async def ask() -> None:
        process = StdioServerParameters(command=sys.executable, args=arguments, env=environment)
        async with Client(stdio_client(process)) as client:
            await asked_by(client)

    anyio.run(ask)


def test_a_request_stands_alone_and_is_answered_as_json(world_server: str) -> None:
    call = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "answer", "arguments": ASKED}}
    answers = [httpx.post(f"{world_server}/mcp", json=call, headers=ACCEPT, timeout=PATIENCE) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["result"]["structuredContent"]["answered"] is True
    assert answers[0].headers["content-type"] == "application/json"
    assert answers[0].headers["x-content-type-options"] == "nosniff"
    assert answers[0].headers["cache-control"] == "no-store"


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT"])
def test_only_post_is_taken(world_server: str, method: str) -> None:
    answer = httpx.request(method, f"{world_server}/mcp", timeout=PATIENCE)
    assert answer.status_code == 405
    assert method == "HEAD" or "POST" in answer.text or "GET, HEAD" in answer.text


def test_elsewhere_post_is_refused_and_its_body_is_not_taken(world_server: str) -> None:
    assert httpx.post(f"{world_server}/v1/entities", json=INITIALIZE, timeout=PATIENCE).status_code == 405


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("null", 403),
        ("http://localhost:8000", 200),
        ("http://127.0.0.1:9", 200),
        ("https://[::1]", 200),
    ],
)
def test_pages_of_other_sites_are_refused(world_server: str, origin: str, status: int) -> None:
    headers = {**ACCEPT, "origin": origin}
    assert httpx.post(f"{world_server}/mcp", json=INITIALIZE, headers=headers, timeout=PATIENCE).status_code == status


def test_a_body_is_bounded_however_it_comes(world_server: str) -> None:
    large = b" " * 70_000
    for body in (large, iter([large])):
        answer = httpx.post(f"{world_server}/mcp", content=body, headers=ACCEPT, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["error"]) == (413, "the body is too large; send a shorter one")


@pytest.mark.parametrize("pieces", [1, 7])
def test_a_body_may_come_in_pieces_and_a_client_may_wait_to_be_told(world_server: str, pieces: int) -> None:
    body = json.dumps(INITIALIZE).encode()
    host, port = world_server.removeprefix("http://").split(":")
    head = (
        f"POST /mcp HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\nAccept: {ACCEPT['accept']}\r\n"
        f"Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(head.encode())
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        step = -(-len(body) // pieces)
        for start in range(0, len(body), step):
            connection.sendall(body[start : start + step])
        answer = connection.recv(65_536)
        assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
        # The connection goes on: what follows is the next request, and not a part of the body.
        connection.sendall(f"GET /healthz HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        received = b""
        while b'"status"' not in received:
            received += connection.recv(65_536)
    assert re.search(rb"HTTP/1.1 200 OK\r\n", received)


def test_what_is_not_mounted_takes_no_body() -> None:
    assert LimitedConnection.__init__.__defaults__ == ((),)


SUITE = ("--package", "node@22.23.3", "--package", "@modelcontextprotocol/conformance@0.1.16")
SCENARIOS = ("server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection")
"""The scenarios of a server of any kind; the others call tools, prompts and resources that only a server of examples has."""


def test_the_conformance_suite_passes(world_server: str, tmp_path: Path) -> None:
    npx = shutil.which("npx")
    if npx is None:
        missing("the conformance suite is run by npx")
    url = world_server.replace("127.0.0.1", "localhost")
    runs = " && ".join(f"conformance server --url {url}/mcp --scenario {name} -o {tmp_path}" for name in SCENARIOS)
    done = subprocess.run([npx, "--yes", *SUITE, "-c", runs], capture_output=True, text=True, check=False, cwd=tmp_path)
    if "npm error" in done.stderr:
        missing(f"the conformance suite cannot be fetched: {done.stderr[:300]}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.findall(r"Passed: (\d)/(\d), 0 failed, 0 warnings", done.stdout) == [("1", "1")] * 4 + [("2", "2")]
