"""Write the sheets of all drawings (`make drawings`).

`python -m sportlore.drawing CATALOGUE PLANS.html FIGURES.html PEOPLE.html CHARTS.html MOTIONS.html`
"""

import sys
from pathlib import Path

from sportlore.drawing.sheet import body_sheet, charts_sheet, motion_sheet, people_sheet, sheet
from sportlore.graph import build
from sportlore.registry import read

if __name__ == "__main__":
    catalogue, plans, figures, people, charts, motions = map(Path, sys.argv[1:])
    authored = read(catalogue)
    plans.write_text(sheet(authored.entities.values()), encoding="utf-8")
    graph = build(authored.vocabulary, authored.entities.values())
    figures.write_text(body_sheet(graph), encoding="utf-8")
    people.write_text(people_sheet(graph), encoding="utf-8")
    charts.write_text(charts_sheet(graph), encoding="utf-8")
    motions.write_text(motion_sheet(graph), encoding="utf-8")
