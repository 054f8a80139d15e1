"""Write the sheets of all drawings: `python -m sportlore.drawing CATALOGUE PLANS.html FIGURES.html` (`make drawings`)."""

import sys
from pathlib import Path

from sportlore.drawing.sheet import body_sheet, sheet
from sportlore.graph import build
from sportlore.registry import read

if __name__ == "__main__":
    catalogue, plans, figures = map(Path, sys.argv[1:])
    authored = read(catalogue)
    plans.write_text(sheet(authored.entities.values()), encoding="utf-8")
    figures.write_text(body_sheet(build(authored.vocabulary, authored.entities.values())), encoding="utf-8")
