"""Direct answers to searches: the value, the sentence or the comparison that was asked for, and nothing where that is not sure.

One question, worked: "how high is a women's volleyball net in feet".

1. `reading` takes the unit that is asked for off the end, and reads the rest as tokens: high, woman, volleyball, net. Words that
   only build the sentence are gone, and those that mean the same are one ("tall", "height" and "high").
2. Each stretch of words that is the name or a keyword of an entity may be the subject: volleyball. What is left must be all of a
   question that the vocabulary states for a fact ("how high is the net"), after a scope is taken out of it: women.
3. The subject states that fact, so its value in this scope is the answer, in the unit that was asked for: 2.24 m, 7.35 ft.

Each kind of answer gives one type of value: a fact its value, a section the text below a title that has all words of the
question, a definition the first sentence of a description, a comparison its summary. A word that is left over makes all of them
silent, and so does a subject that two entities are called by, unless both state the same.
"""

from sportlore.answers.answer import answers, explain, title_of, unknown_words
from sportlore.answers.index import AskedPassage, Named, Passage, Teller, Wordings, entries
from sportlore.answers.opened import Opened
from sportlore.answers.reading import chunks, name_of
from sportlore.answers.subjects import Answerer

__all__ = [
    "Answerer",
    "AskedPassage",
    "Named",
    "Opened",
    "Passage",
    "Teller",
    "Wordings",
    "answers",
    "chunks",
    "entries",
    "explain",
    "name_of",
    "title_of",
    "unknown_words",
]
