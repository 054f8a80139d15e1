"""nginx as it serves files fastest here, and the files: the very bodies of the snapshot."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

# Measured: sendfile, access log or no open_file_cache each make it slower with bodies of this size.
_CONFIGURATION = """
daemon off;
worker_processes {workers};
worker_rlimit_nofile 65536;
pid {folder}/{name}.pid;
error_log {folder}/{name}.error.log;
{user}
events {{ worker_connections 4096; }}
http {{
  access_log off;
  sendfile off;
  tcp_nodelay on;
  output_buffers 2 512k;
  open_file_cache max=100000 inactive=30m;
  open_file_cache_valid 30m;
  keepalive_timeout 75s;
  keepalive_requests 1000000000;
  default_type application/json;
  gzip_static on;
  client_body_temp_path {folder}/{name}.body;
  proxy_temp_path {folder}/{name}.proxy;
  fastcgi_temp_path {folder}/{name}.fastcgi;
  uwsgi_temp_path {folder}/{name}.uwsgi;
  scgi_temp_path {folder}/{name}.scgi;
  server {{ listen 127.0.0.1:{port}{reuse}; root {root}; }}
}}
"""


def export(bodies: Mapping[str, tuple[bytes, bytes | None]], root: Path) -> None:
    """Write each body, and beside it the compressed one if there is one, to the file at its path."""
    for path, (body, compressed) in bodies.items():
        file = root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
        if compressed is not None:
            file.with_name(f"{file.name}.gz").write_bytes(compressed)


def command(folder: Path, root: Path, port: int, workers: int = 1) -> list[str]:
    """Write the configuration; the command that runs it."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"nginx-{workers}"
    text = _CONFIGURATION.format(
        workers=workers,
        folder=folder,
        name=name,
        port=port,
        root=root,
        user="user root;" if os.geteuid() == 0 else "",
        reuse=" reuseport" if workers > 1 else "",
    )
    file = folder / f"{name}.conf"
    file.write_text(text)
    return ["nginx", "-c", str(file), "-e", str(folder / f"{name}.error.log")]
