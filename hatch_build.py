"""The wheel's build hook: the catalogue and a snapshot built from it travel inside the package."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Bundle(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the snapshot and adds it, with the catalogue, to the wheel as sportlore/bundled/."""

    scratch = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs before the wheel is put together; an editable install serves the catalogue of the checkout instead."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        from sportlore.build import CatalogueErrors, build  # noqa: PLC0415
        from sportlore.contract.addresses import addresses  # noqa: PLC0415

        self.scratch = tempfile.mkdtemp()
        snapshot = Path(self.scratch) / "snapshot"
        try:
            build(root / "catalogue", snapshot, addresses("http://localhost:8000"), release=True)
        except CatalogueErrors as errors:
            raise SystemExit(f"{errors}: run `sportlore check`") from None
        build_data["force_include"][str(snapshot)] = "sportlore/bundled/snapshot"
        build_data["force_include"][str(root / "catalogue")] = "sportlore/bundled/catalogue"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Runs when the wheel is written."""
        shutil.rmtree(self.scratch, ignore_errors=True)
