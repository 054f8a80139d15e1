"""Style and scripts under names that hold a hash of their content, so that a browser may keep them for good."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from sportlore.contract.headers import JAVASCRIPT
from sportlore.contract.record import Resource, resource

FOLDER = Path(__file__).parent / "static"
CACHE = "public, max-age=31536000, immutable"
_LOADED = re.compile(rb'url\("([^"]+)"\)')
MEDIA_TYPES: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".js": JAVASCRIPT,
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


def asset(name: str, body: bytes) -> Resource:
    """A static file: "site.css" is at /static/site-0123456789.css."""
    stem, dot, ending = name.rpartition(".")
    path = f"/static/{stem}-{hashlib.sha256(body).hexdigest()[:10]}{dot}{ending}"
    return resource(path, MEDIA_TYPES[dot + ending], body, cache=CACHE)


def assets() -> dict[str, Resource]:
    """The files of `static/` by name; what a style sheet loads by name is loaded from where it stands."""
    paths = sorted(FOLDER.iterdir(), key=lambda path: (path.suffix == ".css", path.name))
    files: dict[str, Resource] = {}
    for path in paths:
        body = path.read_bytes()
        if path.suffix == ".css":
            body = _LOADED.sub(lambda name: f'url("{files[name[1].decode()].path}")'.encode(), body)
        files[path.name] = asset(path.name, body)
    return files
