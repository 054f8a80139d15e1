"""The tools by the Model Context Protocol, on its official SDK: over standard input and output, and over HTTP without sessions.

The SDK is an extra, and takes most of a second to import: nothing but the command `mcp` and the first request to `/mcp` does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
import mcp_types as types
import msgspec
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError

from sportlore.agents.results import Result, ToolRefusal
from sportlore.agents.tools import INSTRUCTIONS, TOOLS, Tool, call, schema
from sportlore.contract.queries import BadRequest
from sportlore.diagnostics import did_you_mean
from sportlore.server.answer import Responder
from sportlore.text import listed

Composed = TypeVar("Composed")
Complete = Callable[[Callable[[Responder], Composed]], Awaitable[Composed]]
"""Composes something from the generation that is served, with what must be brought for it."""

_SVG = "image/svg+xml"
_FOR_AN_HOUR = 3_600_000
"""Milliseconds for which a client may keep the list of tools: as long as an answer of the interface."""


def server(responder: Callable[[], Responder], complete: Complete[Any]) -> Server:
    """The server of the protocol; `responder` is what answers at the moment."""

    async def list_tools(context: Any, parameters: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=_TOOLS, ttl_ms=_FOR_AN_HOUR, cache_scope="public")

    async def call_tool(context: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        result: types.CallToolResult = await complete(
            lambda responder: _called(responder, asked.name, asked.arguments or {})
        )
        return result

    async def list_resources(context: Any, parameters: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[])

    async def list_templates(context: Any, parameters: Any) -> types.ListResourceTemplatesResult:
        site_url = responder().info.site_url
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=f"{site_url}/drawings/{{+name}}.svg", name="drawing", mime_type=_SVG, title="A drawing"
                )
            ]
        )

    async def read_resource(context: Any, asked: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        result: types.ReadResourceResult = await complete(lambda responder: _read(responder, str(asked.uri)))
        return result

    return Server(
        "sportlore",
        version=responder().info.version,
        title="Sportlore",
        instructions=INSTRUCTIONS,
        website_url=responder().info.site_url,
        get_tool_input_schema=lambda name: schema(TOOLS[name].input) if name in TOOLS else None,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


def _described(described: Tool) -> types.Tool:
    return types.Tool(
        name=described.name,
        title=described.title,
        description=described.description,
        input_schema=schema(described.input),
        output_schema=schema(described.output),
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


_TOOLS = [_described(described) for described in TOOLS.values()]


def _called(responder: Responder, name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    """The result of a tool; what it refuses is an error of the tool, in words that say what to ask instead."""
    if name not in TOOLS:
        raise MCPError(
            types.INVALID_PARAMS, f"no tool `{name}`; {did_you_mean(name, TOOLS, f'there are {listed([*TOOLS])}')}"
        )
    try:
        result = call(responder, TOOLS[name], arguments)
    except ToolRefusal as refusal:
        return types.CallToolResult(content=[types.TextContent(text=str(refusal))], is_error=True)
    return types.CallToolResult(
        content=[types.TextContent(text=result.text), *_links(result)],
        structured_content=msgspec.to_builtins(result.data),
    )


def _links(result: Result) -> list[types.ContentBlock]:
    return [
        types.ResourceLink(uri=drawing.url, name=drawing.url.rpartition("/")[2], title=drawing.title, mime_type=_SVG)
        for drawing in result.drawings
    ]


def _read(responder: Responder, uri: str) -> types.ReadResourceResult:
    """A drawing by its address: the only resource that results link."""
    path, _, query = uri.removeprefix(responder.info.site_url).partition("?")
    if not (path.startswith("/drawings/") and path.endswith(".svg")):
        raise MCPError(types.INVALID_PARAMS, f"no drawing at {uri}; take the address of a resource link")
    try:
        text = responder.body(path, query.encode()).decode()
    except BadRequest as error:
        raise MCPError(types.INVALID_PARAMS, str(error)) from None
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=_SVG, text=text)])


def serve_stdio(responder: Responder) -> None:
    """Serve one client over standard input and output, until it closes them."""

    async def complete(compose: Callable[[Responder], Composed]) -> Composed:
        return compose(responder)

    async def run() -> None:
        served = server(lambda: responder, complete)
        async with stdio_server() as (read_stream, write_stream):
            await served.run(read_stream, write_stream, served.create_initialization_options())

    anyio.run(run)


def http_sessions(responder: Callable[[], Responder], complete: Complete[Any]) -> StreamableHTTPSessionManager:
    """What answers HTTP requests of the protocol, each by itself, as JSON."""
    return StreamableHTTPSessionManager(server(responder, complete), json_response=True, stateless=True)
