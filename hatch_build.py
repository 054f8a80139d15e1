"""The wheel's build hook: the catalogue and a snapshot built from it travel inside the package."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Bundle(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the snapshot into src/sportlore/bundled/ and adds it to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs before the wheel is put together; an editable install serves the catalogue of the checkout instead."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        from sportlore.build import CatalogueErrors, build  # noqa: PLC0415
        from sportlore.render.addresses import addresses  # noqa: PLC0415

        bundled = root / "src" / "sportlore" / "bundled"
        shutil.rmtree(bundled, ignore_errors=True)
        try:
            build(root / "catalogue", bundled / "snapshot", addresses("http://localhost:8000"))
        except CatalogueErrors as errors:
            raise SystemExit(f"{errors}: run `sportlore check`") from None
        shutil.copytree(root / "catalogue", bundled / "catalogue")
        build_data["artifacts"].append("src/sportlore/bundled/**")
