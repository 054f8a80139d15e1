"""How a worker asks the database: the settings of `serve` that bound times, memory and queries."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Settings(Struct, frozen=True, kw_only=True):
    """How a worker asks the database. Each field is an option of `serve`, its description the option's help."""

    records_timeout: Annotated[
        float, Meta(gt=0, description="seconds in which the database must have answered; beyond: 503")
    ] = 4.0
    records_cache: Annotated[float, Meta(ge=0, description="megabytes of records that a worker keeps in memory")] = 64
    records_queries: Annotated[int, Meta(ge=1, description="queries of a worker at a time")] = 4
