"""A typed client of Sportlore, an open catalogue of sports knowledge. It needs nothing beside the standard library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from sportlore_client.generated import Operations, Value

__all__ = ["Client", "SportloreError"]


class SportloreError(Exception):
    """What the service refused, in its words: they say what to ask instead."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Client(Operations):
    """Asks a server: Client("https://…").list_entities("sport", filters={"contact": "collision"})."""

    def __init__(self, address: str, timeout: float = 10.0) -> None:
        """`address` is the origin of a service, `timeout` is in seconds."""
        self.address = address.rstrip("/")
        self.timeout = timeout

    def get(self, path: str, query: Mapping[str, Value | None]) -> Any:
        """The answer at a path; raises SportloreError, and URLError where no server is."""
        given = urlencode({name: value for name, value in query.items() if value is not None})
        url = f"{self.address}{quote(path)}{f'?{given}' if given else ''}"
        try:
            with urlopen(Request(url, headers={"Accept": "application/json"}), timeout=self.timeout) as response:
                return json.load(response)
        except HTTPError as error:
            with error:
                raise SportloreError(error.code, json.load(error)["error"]) from None
