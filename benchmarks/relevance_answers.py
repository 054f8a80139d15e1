"""How often direct answers are right, and how many questions are answered: the set that they are tuned with.

python -m benchmarks.relevance_answers             a table for docs/search.md
python -m benchmarks.relevance_answers FILE        of other questions in the same form
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from benchmarks.machine import ROOT
from sportlore.answers import Answerer, Opened, answers, title_of
from sportlore.build import build
from sportlore.contract.addresses import addresses
from sportlore.contract.schemas import DirectAnswer
from sportlore.search import Searcher
from sportlore.snapshot import Snapshot

QUESTIONS = ROOT / "tests" / "reference" / "questions.tsv"
NONE, FACT = "none", "fact"

Ask = Callable[[str], Sequence[DirectAnswer]]


class Asked(Struct, frozen=True):
    """A question, the kind of its answer ("none": there is none), and of that the entity, the key and the text of a fact."""

    text: str
    kind: str
    entity: str
    key: str
    answer: str

    def is_answered_by(self, answer: DirectAnswer) -> bool:
        """Whether an answer is right: by its text, if it is that of a fact, else by kind, entity and key."""
        if self.kind == FACT:
            return answer.kind == FACT and answer.text == self.answer
        return (answer.kind, answer.entity.id if answer.entity else "", answer.key or "") == (
            self.kind,
            self.entity,
            self.key,
        )


class Score(Struct, frozen=True):
    """Of some questions: how many there are, how many were answered, and how many of these answers are right."""

    asked: int
    answered: int
    right: int


def questions(path: Path = QUESTIONS) -> list[Asked]:
    """The questions of a file."""
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [Asked(*line.split("\t")) for line in lines]


def opened(snapshot: Snapshot) -> Ask:
    """What answers the questions to a snapshot."""
    searcher = Searcher(snapshot, snapshot.entities)
    answerer = Answerer(Opened(snapshot))

    def ask(text: str) -> Sequence[DirectAnswer]:
        return answers(answerer, text, searcher.search(text, None, 0, 1).corrections)

    return ask


def measure(ask: Ask, asked: Sequence[Asked]) -> dict[str, Score]:
    """The score of each kind of question, and of all."""
    results = [(question, ask(question.text)) for question in asked]
    kinds = sorted({question.kind for question in asked})
    by_kind = {kind: [result for result in results if result[0].kind == kind] for kind in kinds}
    return {kind: _score(of_kind) for kind, of_kind in (*by_kind.items(), ("all", results))}


def _score(results: Sequence[tuple[Asked, Sequence[DirectAnswer]]]) -> Score:
    answered = [(question, given[0]) for question, given in results if given]
    return Score(len(results), len(answered), sum(question.is_answered_by(answer) for question, answer in answered))


def main() -> None:
    """Print the table, and each question that is not answered rightly."""
    parser = argparse.ArgumentParser(prog="relevance_answers", description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=QUESTIONS)
    asked = questions(parser.parse_args().file)
    with tempfile.TemporaryDirectory() as folder:
        build(ROOT / "catalogue", Path(folder), addresses("http://localhost:8000"))
        ask = opened(Snapshot(Path(folder)))
        print("| kind | questions | answered | right |\n|---|---:|---:|---:|")
        for kind, score in measure(ask, asked).items():
            print(f"| {kind} | {score.asked} | {score.answered} | {score.right} |")
        for question in asked:
            given = ask(question.text)
            if not given and question.kind != NONE:
                print(f"silent: {question.text}")
            elif given and not question.is_answered_by(given[0]):
                print(f"wrong: {question.text}: {title_of(given[0])}: {given[0].text}")


if __name__ == "__main__":
    main()
