"""The storage of a server whose records are in a database (sportlore/server/ports.py)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sportlore.replication.postgres.generation import DatabaseGeneration
from sportlore.replication.postgres.lookups import Lookups
from sportlore.server.log import LOG
from sportlore.server.ports import Composed, NotReady, Purpose, StorageCondition
from sportlore.snapshot import Generation


class DatabaseStorage:
    """A generation whose bytes lookups bring from a database."""

    def __init__(self, lookups: Lookups, verify_all: bool = True) -> None:
        """If not `verify_all`, no checksums are compared but that of the store."""
        self._lookups = lookups
        self._verify_all = verify_all

    def open(self, folder: Path, purpose: Purpose, verified: str | None = None) -> Generation:
        """Open the store of a generation whose records some host has, or, to be staged, all hosts that answer.

        Where nothing else can be served, hosts that are away may come back later: until then, what needs them is 503.
        """
        generation = DatabaseGeneration(folder, self._lookups, self._verify_all)
        holders = self._lookups.holders(generation.generation)
        if purpose is Purpose.START and not holders.having and not holders.lacking:
            LOG.error("the database is away (%s); what needs it is 503 until it is back", "; ".join(holders.away))
        elif not holders.having or (purpose is Purpose.STAGE and holders.lacking):
            generation.close()
            problems = "; ".join((*holders.lacking, *holders.away))
            raise NotReady(f"the database is not ready for generation {generation.generation} ({problems})")
        return generation

    async def complete(self, compose: Callable[[], Composed]) -> Composed:
        """Compose an answer, with the parts that must be brought for it; raises Unavailable."""
        return await self._lookups.complete(compose)

    def condition(self) -> StorageCondition:
        """How many hosts have the generation, where some have not; without any, records cannot be answered."""
        well, count = self._lookups.well(), len(self._lookups.hosts)
        if well == count:
            return StorageCondition()
        return StorageCondition("ok" if well else "without records", f"{well} of {count} hosts")

    async def watch(self, generation: Callable[[], str]) -> None:
        """Ask the hosts every second whether they have the generation that is served."""
        await self._lookups.follow(generation)

    def close(self) -> None:
        """Close all connections."""
        self._lookups.close()
