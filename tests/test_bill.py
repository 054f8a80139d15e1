"""The software bill of materials: valid CycloneDX, the same for the same release, and complete."""

from __future__ import annotations

import json

from conftest import ROOT

from hatch_build import bill_of_materials

LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def bill(lock: str = LOCK) -> dict[str, object]:
    return bill_of_materials("sportlore", "1.0.0", "Apache-2.0 AND CC-BY-4.0", ["brotli>=1.2", "uvloop>=0.23; x"], lock)


def test_it_is_valid_cyclonedx() -> None:
    # Three seconds, which no other process of a run need wait for.
    from cyclonedx.schema import SchemaVersion  # noqa: PLC0415
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill())) is None


def test_it_lists_every_locked_package_by_version() -> None:
    made = bill(
        "brotli==1.2.1 \\\n    --hash=sha256:00\nuvloop==0.23.0 ; sys_platform != 'win32' \\\n    --hash=sha256:00\n"
    )
    assert [(part["name"], part["version"], part["purl"]) for part in made["components"]] == [  # type: ignore[attr-defined]
        ("brotli", "1.2.1", "pkg:pypi/brotli@1.2.1"),
        ("uvloop", "0.23.0", "pkg:pypi/uvloop@0.23.0"),
    ]
    assert made["dependencies"] == [
        {"ref": "pkg:pypi/sportlore@1.0.0", "dependsOn": ["pkg:pypi/brotli@1.2.1", "pkg:pypi/uvloop@0.23.0"]}
    ]


def test_it_is_the_same_for_the_same_release_only() -> None:
    assert bill() == bill()
    assert bill()["serialNumber"] != bill(LOCK + "other==1\n")["serialNumber"]
