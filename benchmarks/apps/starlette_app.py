"""Starlette: entities as dictionaries in memory, answered by its JSONResponse."""
# mypy: disable-error-code="import-not-found,misc,untyped-decorator,unused-ignore"

from __future__ import annotations

import json
import os
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

_LINES = Path(os.environ["BENCH_ENTITIES"]).read_bytes().splitlines()
RESOURCES = {found["id"]: found for found in map(json.loads, _LINES)}


async def entity(request: Request) -> JSONResponse:
    found = RESOURCES.get("{type}/{slug}".format(**request.path_params))
    if found is None:
        raise HTTPException(404)
    return JSONResponse(found)


app = Starlette(routes=[Route("/v1/entities/{type}/{slug}", entity)])
