"""Rules about shapes: what drawings of equipment are composed from."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore import drawing
from sportlore.diagnostics import Finding
from sportlore.rules.context import Context, rule


@rule()
def bad_shape(context: Context) -> Iterator[Finding]:
    """A shape has the measures that its form needs, and no others; their expressions have values."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        for fault in drawing.faults(entity):
            yield Finding(fault.rule, fault.message, document.location("shape", *fault.path), fault.help)
