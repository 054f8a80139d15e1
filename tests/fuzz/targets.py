"""What is fuzzed. A target takes any bytes, and raises for a defect alone."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from uvicorn.server import ServerState

from sportlore import registry
from sportlore.contract.queries import BadRequest
from sportlore.contract.record import GZIP, IDENTITY
from sportlore.model import Calculator, Course, Source
from sportlore.registry.entity import entity_of
from sportlore.registry.record import record
from sportlore.server.app import App
from sportlore.server.connection import LimitedConnection
from sportlore.server.deadlines import DeadlineWatcher
from sportlore.server.fast_path import FastPath, FastPathConnection
from sportlore.server.limits import Limits
from sportlore.server.run import config

SEEDS = Path(__file__).parent / "seeds"
PACKET = b"\xff\xfe"
"""What separates the packets of a conversation, which HTTP never holds."""
Target = Callable[[bytes], None]


class Transport(asyncio.Transport):
    """Keeps what is written to it, until it is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.said = b""
        self._closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._closing:
            self.said += data

    def write_eof(self) -> None:
        self._closing = True

    def close(self) -> None:
        self._closing = True

    def abort(self) -> None:
        self._closing = True

    def is_closing(self) -> bool:
        return self._closing

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0


class Requests:
    """The fast path and the ASGI app say the same to any bytes, and what they say is HTTP."""

    def __init__(self, folder: Path) -> None:
        self.app = App(folder, Limits(max_target=500, max_headers=20, max_header_bytes=2_000))
        self._settings = config(self.app)
        self._settings.load()
        self._fast_path = FastPath(self.app)
        self._fast_path.set_date_headers([])
        self._watcher = DeadlineWatcher(self.app.limits)
        self._loop = asyncio.new_event_loop()

    def __call__(self, data: bytes) -> None:
        packets = data.split(PACKET)
        fast = self._said(partial(FastPathConnection, self._fast_path, self._watcher), packets)
        without = self._said(partial(LimitedConnection, self._watcher), packets)
        assert fast == without, (fast[:200], without[:200])
        assert not fast or fast.startswith(b"HTTP/1.1 "), fast[:100]
        assert b"HTTP/1.1 500" not in fast, fast[:1_000]

    def _said(self, protocol: Callable[..., LimitedConnection], packets: list[bytes]) -> bytes:
        return self._loop.run_until_complete(self._talk(protocol, packets))

    async def _talk(self, protocol: Callable[..., LimitedConnection], packets: list[bytes]) -> bytes:
        connection = protocol(config=self._settings, server_state=ServerState(), app_state={}, _loop=self._loop)
        transport = Transport()
        connection.connection_made(transport)
        for packet in packets:
            if packet and not transport.is_closing():
                connection.data_received(packet)
            while connection.tasks:
                await asyncio.sleep(0)
        connection.connection_lost(None)
        connection._unset_keepalive_if_required()
        return transport.said

    def close(self) -> None:
        """Close the loop and the snapshot."""
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()
        self.app.responder.close()


class Queries:
    """Any query string of a list or a search is answered, the same in every coding, or refused with a reason."""

    def __init__(self, folder: Path) -> None:
        self.app = App(folder)
        self._paths = ["/v1/search", *(f"/v1/entities/{type}" for type in self.app.responder.info.lists)]

    def close(self) -> None:
        """Close the snapshot."""
        self.app.responder.close()

    def __call__(self, data: bytes) -> None:
        path, query = self._paths[data[0] % len(self._paths)] if data else "/v1/search", data[1:]
        found, reasons = [], []
        for variant in (IDENTITY, GZIP):
            try:
                found.append(self.app.responder.find(path, query, (variant,)))
            except BadRequest as error:
                found.append(None)
                reasons.append(str(error))
        assert all(reason and reason.isprintable() for reason in reasons), reasons
        if found[0] is None:
            assert found[1] is None
            return
        body = b"".join(found[0]).partition(b"\r\n\r\n")[2]
        assert json.loads(body)["pagination"]["total"] >= len(json.loads(body)["data"])
        if found[1] is not None:
            assert gzip.decompress(b"".join(found[1]).partition(b"\r\n\r\n")[2]) == body


class Catalogue:
    """Any file of the catalogue is read, or what is wrong with it is found and placed; its canonical form is stable."""

    def __init__(self, catalogue: Path) -> None:
        self.vocabulary = registry.read(catalogue).vocabulary
        self._order = registry.entity_order(self.vocabulary)

    def __call__(self, data: bytes) -> None:
        file = "entities/sport/a.toml"
        try:
            text, table = registry.parse(file, data)
        except registry.Unreadable as unreadable:
            extent = registry.locate(data.decode("utf-8", "replace"), unreadable.finding.location)
            assert extent.line >= 1
            assert extent.column >= 1
            return
        entity_of(registry.Document(file, "sport", "a", table), self.vocabulary)
        for form in (Calculator, Course, Source):
            findings: list[object] = []
            record(table, form, file, (), findings)  # type: ignore[arg-type]
            for finding in findings:
                registry.locate(text, finding.location)  # type: ignore[attr-defined]
        try:
            written = registry.canonical(text, self._order)
        except (registry.UnkeptComment, registry.Unformattable):
            return
        assert registry.canonical(written, self._order) == written
        assert repr(sorted(registry.parse(file, written.encode())[1])) == repr(sorted(table))


def target(name: str, snapshot: Path, catalogue: Path) -> Target:
    """A target by its name, which is also the folder of its seeds."""
    match name:
        case "requests":
            return Requests(snapshot)
        case "queries":
            return Queries(snapshot)
        case _:
            return Catalogue(catalogue)


NAMES = ("requests", "queries", "catalogue")
