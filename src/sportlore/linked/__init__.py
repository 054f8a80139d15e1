"""An entity in the forms of linked data and text: triples, Turtle, N-Quads, JSON-LD, Markdown.

All are pure functions of the entity's answer (`contract.schemas.Resource`) and the vocabulary, so that the server composes them
from what is stored, and the export writes the same.
"""
