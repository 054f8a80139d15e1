"""Chromium without a window, in which tests wait as long as a slow machine takes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from conftest import PATIENCE, missing
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

PROGRAM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MILLISECONDS = 1_000 * PATIENCE
"""As long as anything is waited for."""
expect.set_options(timeout=MILLISECONDS)


@contextmanager
def chromium() -> Iterator[Browser]:
    """CI always has it, elsewhere the tests skip without it."""
    if not PROGRAM.exists():
        missing(f"no Chromium at {PROGRAM}: install it, or name another in the environment variable CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=str(PROGRAM), args=ARGUMENTS, timeout=2 * MILLISECONDS)
        yield started
        started.close()


def patient(context: BrowserContext) -> BrowserContext:
    """The context with that patience."""
    context.set_default_timeout(MILLISECONDS)
    return context
