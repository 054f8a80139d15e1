"""The log of a server goes to standard error, one line an event."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from sportlore.server.log import LOG, log_to_standard_error


@pytest.fixture(autouse=True)
def unconfigured() -> Iterator[None]:
    handlers, level = LOG.handlers[:], LOG.level
    LOG.handlers.clear()
    yield
    LOG.handlers[:], LOG.level = handlers, level


def test_each_event_is_a_line_on_standard_error_once(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_standard_error()
    log_to_standard_error()
    LOG.info("changed to %s", "a")
    LOG.log(logging.DEBUG, "not this")
    assert capsys.readouterr() == ("", "changed to a\n")
