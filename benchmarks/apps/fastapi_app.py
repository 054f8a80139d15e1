"""FastAPI + pydantic: entities as models in memory, the response model declared, as its tutorial does."""
# mypy: disable-error-code="import-not-found,misc,untyped-decorator,unused-ignore"

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, ConfigDict, Field


class Relationship(BaseModel):
    type: str
    id: str
    name: str
    url: str
    relation: str


class Fact(BaseModel):
    key: str
    label: str
    value: Any
    unit: str | None = None
    text: str
    sources: list[str] | None = None
    clause: str | None = None
    checked: str | None = None
    basis: str | None = None
    doubt: str | None = None
    variants: list[dict[str, Any]] | None = None


class About(BaseModel):
    type: str = Field(alias="@type")
    name: str


class JsonLd(BaseModel):
    context: str = Field(alias="@context")
    type: str = Field(alias="@type")
    id: str = Field(alias="@id")
    name: str
    description: str
    url: str
    about: About


class Meta(BaseModel):
    version: str
    generated_from: str = Field(alias="generatedFrom")


class Resource(BaseModel):
    model_config = ConfigDict(frozen=True)

    id: str
    type: str
    slug: str
    name: str
    description: str
    url: str
    api_url: str = Field(alias="apiUrl")
    keywords: list[str]
    facts: list[Fact]
    sections: list[dict[str, Any]] | None = None
    evidence: list[dict[str, Any]] | None = None
    serves: list[dict[str, Any]] | None = None
    schedule: list[dict[str, Any]] | None = None
    sources: list[dict[str, Any]] | None = None
    checked: str | None = None
    names: dict[str, list[str]] | None = None
    drawings: list[dict[str, Any]] | None = None
    boards: list[dict[str, Any]] | None = None
    stands: list[dict[str, Any]] | None = None
    signals: list[dict[str, Any]] | None = None
    tokens: list[dict[str, Any]] | None = None
    same_as: list[str] | None = Field(default=None, alias="sameAs")
    identifiers: list[dict[str, Any]] | None = None
    relationships: list[Relationship]
    json_ld: JsonLd = Field(alias="jsonLd")
    meta: Meta


_LINES = Path(os.environ["BENCH_ENTITIES"]).read_bytes().splitlines()
RESOURCES = {found.id: found for found in map(Resource.model_validate_json, _LINES)}

app = FastAPI()


@app.get("/v1/entities/{type}/{slug}", response_model_exclude_unset=True)
async def entity(type: str, slug: str) -> Resource:
    found = RESOURCES.get(f"{type}/{slug}")
    if found is None:
        raise HTTPException(404)
    return found
