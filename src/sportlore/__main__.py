"""`python -m sportlore`."""

import sys

from sportlore.cli import main

sys.exit(main())
