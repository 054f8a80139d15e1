"""How much one client may take: the settings of `serve` that bound sizes, numbers and times."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(gt=0)]


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of one worker process. Each field is an option of `serve`, its description the option's help."""

    max_target: Annotated[Count, Meta(description="longest request target in bytes; beyond: 414")] = 8_000
    max_headers: Annotated[Count, Meta(description="most header fields of a request; beyond: 431")] = 100
    max_header_bytes: Annotated[Count, Meta(description="largest header fields of a request in bytes; beyond: 431")] = (
        32_000
    )
    max_connections: Annotated[Count, Meta(description="most connections of a worker at a time; beyond: 503")] = 2_000
    request_timeout: Annotated[
        Seconds, Meta(description="seconds in which a request must have arrived whole; beyond: 408")
    ] = 10.0
    idle_timeout: Annotated[Seconds, Meta(description="seconds for which a connection is kept without a request")] = (
        15.0
    )
    send_timeout: Annotated[Seconds, Meta(description="seconds for which a client may leave an answer unread")] = 30.0
    stop_timeout: Annotated[Seconds, Meta(description="seconds in which requests under way may end after SIGTERM")] = (
        10.0
    )
