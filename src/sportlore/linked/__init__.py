"""An entity in the forms of linked data: triples, Turtle, N-Quads, JSON-LD; and entities of a type as a table.

All are pure functions of the entity's answer (`contract.schemas.Resource`) and the vocabulary, so that the server composes them
from what is stored, and the export writes the same.
"""
