"""Coverage-guided fuzzing with atheris: `python -m fuzz TARGET SECONDS CORPUS`, from the folder tests."""

from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path

WORLD = Path(__file__).parent.parent / "world"


def main(name: str, seconds: int, corpus: str) -> None:
    """Fuzz one target for so long. What reaches new code is added to the corpus; what fails is written beside it."""
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["sportlore"]):
        targets = importlib.import_module("fuzz.targets")
        building = importlib.import_module("sportlore.build")
        addresses = importlib.import_module("sportlore.contract.addresses").addresses
    with tempfile.TemporaryDirectory() as folder:
        snapshot = Path(folder) / "snapshot"
        building.build(WORLD, snapshot, addresses("http://localhost:8000"))
        target = targets.target(name, snapshot, WORLD)
        options = [f"-max_total_time={seconds}", "-seed=1", "-max_len=4096", "-print_final_stats=1", "-verbosity=0"]
        Path(corpus).mkdir(parents=True, exist_ok=True)
        atheris.Setup([sys.argv[0], corpus, str(targets.SEEDS / name), *options], target)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
