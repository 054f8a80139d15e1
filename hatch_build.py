"""The wheel's build hook: a snapshot built from the catalogue and a bill of materials travel inside the package."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_LARGEST = 30_000_000


class Bundle(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the snapshot and adds it, uncompressed, to the wheel as sportlore/bundled/snapshot."""

    scratch = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Runs before the wheel is put together; an editable install serves the catalogue of the checkout instead."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "src"))
        from sportlore.build import CatalogueErrors, build  # noqa: PLC0415
        from sportlore.contract.addresses import addresses  # noqa: PLC0415
        from sportlore.snapshot import Snapshot  # noqa: PLC0415
        from sportlore.snapshot.relocation import relocated  # noqa: PLC0415

        self.scratch = tempfile.mkdtemp()
        built, carried = Path(self.scratch) / "built", Path(self.scratch) / "snapshot"
        site = addresses("http://localhost:8000")
        try:
            build(root / "catalogue", built, site, release=True)
        except CatalogueErrors as errors:
            raise SystemExit(f"{errors}: run `sportlore check`") from None
        opened = Snapshot(built, whole=False)
        relocated(opened, carried, site.site_url)
        opened.close()
        build_data["force_include"][str(carried)] = "sportlore/bundled/snapshot"
        bill = Path(self.scratch) / "sportlore.cdx.json"
        core = self.metadata.core
        lock = (root / "requirements.lock").read_text(encoding="utf-8")
        made = bill_of_materials(core.name, self.metadata.version, core.license_expression, core.dependencies, lock)
        bill.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
        build_data["sbom_files"] = [str(bill)]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Runs when the wheel is written."""
        shutil.rmtree(self.scratch, ignore_errors=True)
        if (size := Path(artifact_path).stat().st_size) > _LARGEST:
            raise SystemExit(f"{artifact_path} has {size:,} bytes; a wheel has {_LARGEST:,} at most")


def bill_of_materials(name: str, version: str, licence: str, dependencies: Iterable[str], lock: str) -> dict[str, Any]:
    """The software bill of materials of a release, as CycloneDX 1.6 has it, to be put into its .dist-info/sboms (PEP 770).

    It lists the packages of a lock file, with the versions that the release was tested with. An installation takes those
    that its own resolver finds in the ranges of pyproject.toml, or exactly these with `pip install --requirement`.
    """
    locked = dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", lock, re.MULTILINE))
    own = f"pkg:pypi/{name}@{version}"
    direct = [re.match(r"[\w-]+", dependency)[0].lower().replace("_", "-") for dependency in dependencies]  # type: ignore[index]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, own + lock)}",  # the same for the same release
        "version": 1,
        "metadata": {
            "lifecycles": [{"phase": "build"}],
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": name,
                "version": version,
                "purl": own,
                "licenses": [{"expression": licence}],
            },
        },
        "components": [
            {"type": "library", "bom-ref": purl, "name": package, "version": pinned, "purl": purl}
            for package, pinned in sorted(locked.items())
            for purl in [f"pkg:pypi/{package}@{pinned}"]
        ],
        "dependencies": [{"ref": own, "dependsOn": sorted(f"pkg:pypi/{name}@{locked[name]}" for name in direct)}],
        "compositions": [{"aggregate": "incomplete", "dependencies": [own]}],
    }
