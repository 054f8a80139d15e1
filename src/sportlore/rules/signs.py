"""Rules about signals of officials and tokens of fixed colours."""

from __future__ import annotations

from collections.abc import Iterator

from sportlore.diagnostics import Finding
from sportlore.model import Arm, Token
from sportlore.registry import Document
from sportlore.rules.context import Context, rule

_RANGES = {"shoulder": (-100, 200), "elbow": (-200, 210), "forward": (0, 80), "reach": (0, 80)}
"""The angles at which an arm can be drawn."""
_LONGEST_SIGN = 2


@rule()
def bad_signal(context: Context) -> Iterator[Finding]:
    """A signal has a name of its own, an arm that is stated, angles that an arm has, and a colour for what is held."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        yield from _repeated(document, "signals", [signal.name for signal in entity.signals], "bad-signal")
        for i, signal in enumerate(entity.signals):
            arms = {name: getattr(signal, name) for name in ("left", "right", "left_to", "right_to")}
            if not signal.left and not signal.right:
                help = "add `right = { shoulder = 90 }`, or `left`"
                message = "no arm of the signal is stated"
                yield Finding("bad-signal", message, document.location("signals", i), help)
            if signal.pose.endswith("."):
                help = "write the pose without a full stop, as part of a sentence"
                yield Finding(
                    "bad-signal", "the pose ends in a full stop", document.location("signals", i, "pose"), help
                )
            for name, arm in arms.items():
                if arm is not None:
                    yield from _arm(document, i, name, arm)


def _arm(document: Document, i: int, name: str, arm: Arm) -> Iterator[Finding]:
    for field, (low, high) in _RANGES.items():
        angle = getattr(arm, field)
        if not low <= angle <= high:
            message, help = f"`{field}` is {angle:g}", f"give degrees from {low} to {high}"
            yield Finding("bad-signal", message, document.location("signals", i, name, field), help)
    if (arm.holds is None) != (arm.colour is None):
        message = "what is held has no colour" if arm.holds else "there is a colour, and nothing is held"
        help = 'add `colour = "…"`' if arm.holds else 'add `holds = "card"` or "flag", or take the colour out'
        yield Finding("bad-signal", message, document.location("signals", i, name), help)


@rule()
def bad_token(context: Context) -> Iterator[Finding]:
    """A token has a name of its own, as many colours as its layout needs, and a sign of two letters at most."""
    for document in context.documents:
        entity = context.registry.entities[document.id]
        yield from _repeated(document, "tokens", [token.name for token in entity.tokens], "bad-token")
        for i, token in enumerate(entity.tokens):
            least, most = _colours(token)
            if not least <= len(token.colours) <= most:
                message = f"{len(token.colours)} colours for the layout `{token.layout}`"
                help = f"it has {least}" if least == most else f"it has {least} to {most}"
                yield Finding("bad-token", message, document.location("tokens", i, "colours"), help)
            if len(token.sign) > _LONGEST_SIGN:
                help = "write one letter or two"
                yield Finding(
                    "bad-token", f"the sign `{token.sign}` is long", document.location("tokens", i, "sign"), help
                )


def _colours(token: Token) -> tuple[int, int]:
    """The fewest and the most colours of a layout."""
    match token.layout:
        case "plain":
            return 1, 1
        case "halves" | "bands":
            return 2, 9
        case _:
            return 2, 2


def _repeated(document: Document, field: str, names: list[str], code: str) -> Iterator[Finding]:
    for i, name in enumerate(names):
        if name in names[:i]:
            help = "give each a name of its own"
            yield Finding(code, f"the name `{name}` is used twice", document.location(field, i, "name"), help)
