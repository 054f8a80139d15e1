"""What a search says of a hit."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sportlore.contract.schemas.body import Body


class Matched(Body, frozen=True, kw_only=True):
    """The text of a hit that has most of the words of a search."""

    field: Annotated[str, Meta(description="The field that has it.")]
    text: str
    ranges: Annotated[list[list[int]], Meta(description="Words that match: [first character, character behind].")]
