"""What the tests share: the miniature world, the real catalogue, and reference data that a stranger's clone lacks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORLD = ROOT / "tests" / "world"
CATALOGUE = ROOT / "catalogue"
SHARED = ROOT.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the project; tests skip where it is absent, and CI always has it."""
    if not SHARED.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"CI needs the reference data at {SHARED}")
        pytest.skip(f"no reference data at {SHARED}: it lies beside the project, and not in a clone")
    return SHARED
