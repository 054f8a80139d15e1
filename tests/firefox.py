"""Firefox as its makers ship it, told what to do by WebDriver BiDi (W3C) over its own WebSocket (RFC 6455)."""

from __future__ import annotations

import base64
import itertools
import json
import os
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from conftest import PATIENCE, free_port, missing, wait

PROGRAM = Path(os.environ.get("FIREFOX", "/usr/bin/firefox-esr"))
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Space": " "}
_MASK = b"mask"
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Socket:
    """One connection that carries JSON."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        key = base64.b64encode(b"sixteen bytes ok").decode()
        self._socket.sendall(
            f"GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self._file = self._socket.makefile("rb")
        assert b"101" in self._file.readline()
        while self._file.readline().strip():
            pass

    def send(self, message: object) -> None:
        self._send(_TEXT, json.dumps(message).encode())

    def _send(self, kind: int, data: bytes) -> None:
        """A frame as a client sends it: masked, each byte by one of four."""
        length = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack(">BH", 0x80 | 126, len(data))
        masked = bytes(byte ^ mask for byte, mask in zip(data, itertools.cycle(_MASK)))
        self._socket.sendall(bytes([0x80 | kind]) + length + _MASK + masked)

    def receive(self) -> Any:
        """The next message, put together from its frames."""
        text = b""
        while True:
            first, second = self._file.read(2)
            length = second & 127
            if length > 125:
                size = 2 if length == 126 else 8
                length = int.from_bytes(self._file.read(size), "big")
            data, kind = self._file.read(length), first & 15
            assert kind != _CLOSE, data
            if kind == _PING:
                self._send(_PONG, data)
            elif kind != _PONG:
                text += data
                if first & 0x80:
                    return json.loads(text)

    def close(self) -> None:
        self._file.close()
        self._socket.close()


class Firefox:
    """A window, and what went wrong in it: errors of scripts, and whatever the policy of the page refuses."""

    def __init__(self, connection: Socket) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self.said: list[str] = []
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])
        self._window: str = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def command(self, method: str, **parameters: object) -> Any:
        """What a command gives."""
        number = next(self._numbers)
        self._connection.send({"id": number, "method": method, "params": parameters})
        while (message := self._connection.receive()).get("id") != number:
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("error", "warn"):
                self.said.append(message["params"]["text"])
        assert message["type"] == "success", message
        return message["result"]

    def open(self, address: str) -> None:
        """Go to an address and wait until all of it is there."""
        self.command("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self.command("browsingContext.setViewport", context=self._window, viewport=viewport)

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, a number, text or truth value; a promise is awaited."""
        target = {"context": self._window}
        answer = self.command("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return answer["result"].get("value")

    def press(self, *keys: str) -> None:
        """Press keys one after the other: names of KEYS, or characters."""
        strokes = [{"type": type, "value": KEYS.get(key, key)} for key in keys for type in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": strokes}
        self.command("input.performActions", context=self._window, actions=[source])


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Firefox without a window on the screen, its profile in a folder; CI always has it, elsewhere the tests skip without it."""
    if not PROGRAM.exists():
        missing(f"no Firefox at {PROGRAM}: install it, or name another in the environment variable FIREFOX")
    port = free_port()
    command = [
        str(PROGRAM),
        "--headless",
        "--no-remote",
        "--profile",
        str(folder),
        "--remote-debugging-port",
        str(port),
    ]
    environment = {**os.environ, "HOME": str(folder), "MOZ_REMOTE_SETTINGS_DEVTOOLS": "0"}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([*command, "about:blank"], stdout=log, stderr=log, env=environment)

    def listens() -> bool:
        assert process.poll() is None, (folder / "log").read_text()
        return "WebDriver BiDi listening" in (folder / "log").read_text()

    try:
        wait(listens, "Firefox")
        with closing(Socket(port)) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        process.wait(PATIENCE)
