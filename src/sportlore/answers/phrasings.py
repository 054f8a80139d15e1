"""Questions in the notation of the vocabulary: what may stand for what, and what may be left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CHOICE = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")


def phrasings(question: str) -> Iterator[str]:
    """All that a question stands for: alternatives in round brackets, what may be left out in square ones.

    phrasings("how (high|tall) is the net [of the court]") -> "how high is the net", "how high is the net of the court", …
    """
    choice = _CHOICE.search(question)
    if choice is None:
        yield " ".join(question.split())
        return
    chosen = choice[1] if choice[1] is not None else f"|{choice[2]}"
    for text in chosen.split("|"):
        yield from phrasings(f"{question[: choice.start()]}{text}{question[choice.end() :]}")
