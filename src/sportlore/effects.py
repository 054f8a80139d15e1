"""The size of an effect in words: "a moderate effect: 0.59 standard deviations better (0.3 to 0.88), in novices"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sportlore.model import Effect, EffectMeasure
from sportlore.text import number

CONVENTIONS: Mapping[EffectMeasure, Sequence[float]] = {
    "standardised difference": (0.2, 0.5, 0.8),
    "correlation": (0.1, 0.3, 0.5),
}
"""From where on an effect is called small, moderate and large: Cohen, A power primer, Psychological Bulletin 112 (1992)."""
_SIZES = ("hardly any", "a small", "a moderate", "a large")

RATIOS: Mapping[EffectMeasure, str] = {
    "risk ratio": "risk",
    "rate ratio": "rate",
    "odds ratio": "odds",
    "hazard ratio": "rate",
}
"""What is lower or higher by a ratio."""

UNITS: Mapping[EffectMeasure, str] = {
    "standardised difference": "standard deviations",
    "percent": "%",
    "percentage points": "percentage points",
}


def effect_text(effect: str | Effect) -> str:
    """A clause without a full stop, with the interval and the note."""
    if isinstance(effect, str):
        return effect
    note = f", {effect.note}" if effect.note else ""
    return f"{_magnitude(effect)}{_size(effect)}{_interval(effect)}{note}"


def signed_text(effect: Effect) -> str:
    """The number as it lies on an axis, with the interval and the direction: "−0.87 (−1.58 to −0.16), faster"."""
    ends = effect.value if isinstance(effect.value, tuple) else (effect.value,)
    value = " to ".join(_signed(end) for end in ends)
    interval = (
        "" if effect.low is None or effect.high is None else f" ({_signed(effect.low)} to {_signed(effect.high)})"
    )
    return f"{value}{interval}{f', {effect.direction}' if effect.direction else ''}"


def _magnitude(effect: Effect) -> str:
    bounds = CONVENTIONS.get(effect.measure)
    if bounds is None or isinstance(effect.value, tuple):
        return ""
    noun = "correlation" if effect.measure == "correlation" else "effect"
    return f"{_SIZES[sum(abs(effect.value) >= bound for bound in bounds)]} {noun}: "


def _size(effect: Effect) -> str:
    first = _first(effect)
    if effect.measure == "correlation":
        return _signed(first)
    if effect.measure == "variance explained":
        return f"{_amount(effect)} % of the variance explained"
    if effect.measure in RATIOS:
        change = number(round(abs(1 - first) * 100))
        word = effect.direction or ("lower" if first < 1 else "higher")
        return f"{RATIOS[effect.measure]} {change} % {word}: {effect.measure} {number(first)}"
    unit = UNITS.get(effect.measure, effect.unit or "")
    gap = "" if unit == "°" else " "
    word = effect.direction or ("lower" if first < 0 else "higher")
    return f"{_amount(effect)}{gap}{unit} {word}"


def _first(effect: Effect) -> float:
    return effect.value[0] if isinstance(effect.value, tuple) else effect.value


def _amount(effect: Effect) -> str:
    if isinstance(effect.value, tuple):
        return " to ".join(number(abs(end)) for end in sorted(effect.value, key=abs))
    return number(abs(effect.value))


def _interval(effect: Effect) -> str:
    """Both ends counted in the direction of the value: -0.16 (-0.3 to 0.1) is 0.16 lower (−0.1 to 0.3)."""
    if effect.low is None or effect.high is None:
        return ""
    ends = (effect.low, effect.high)
    if _first(effect) < 0 and effect.measure != "correlation":
        ends = (0 - effect.high, 0 - effect.low)
    return f" ({_signed(ends[0])} to {_signed(ends[1])})"


def _signed(value: float) -> str:
    return f"−{number(-value)}" if value < 0 else number(value)
