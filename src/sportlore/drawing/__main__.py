"""Write the sheet of all drawings: `python -m sportlore.drawing CATALOGUE FILE.html` (`make drawings`)."""

import sys
from pathlib import Path

from sportlore.drawing.sheet import sheet
from sportlore.registry import read

if __name__ == "__main__":
    Path(sys.argv[2]).write_text(sheet(read(Path(sys.argv[1])).entities.values()), encoding="utf-8")
