"""Effects in words."""

from __future__ import annotations

import pytest

from sportlore.effects import effect_text
from sportlore.model import Effect


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ("larger gains", "larger gains"),
        (
            Effect(0.59, "standardised difference", low=0.3, high=0.88, direction="better", note="in novices"),
            "a moderate effect: 0.59 standard deviations better (0.3 to 0.88), in novices",
        ),
        (Effect(0.19, "standardised difference"), "hardly any effect: 0.19 standard deviations higher"),
        (Effect(0.2, "standardised difference"), "a small effect: 0.2 standard deviations higher"),
        (Effect(-0.8, "standardised difference"), "a large effect: 0.8 standard deviations lower"),
        (
            # The interval is counted in the direction of the value.
            Effect(-0.16, "standardised difference", low=-0.3, high=0.1),
            "hardly any effect: 0.16 standard deviations lower (−0.1 to 0.3)",
        ),
        (
            Effect(-0.23, "standardised difference", low=-0.46, high=0),
            "a small effect: 0.23 standard deviations lower (0 to 0.46)",
        ),
        (Effect((-2.26, -0.4), "standardised difference"), "0.4 to 2.26 standard deviations lower"),
        (Effect((14, 22), "percent", direction="more"), "14 to 22 % more"),
        (Effect(-1.22, "percentage points", low=-1.7, high=-0.73), "1.22 percentage points lower (0.73 to 1.7)"),
        (Effect(20, "difference", unit="°", direction="more"), "20° more"),
        (Effect(7.1, "difference", unit="ml/kg/min", low=5, high=9.1), "7.1 ml/kg/min higher (5 to 9.1)"),
        (Effect(0.49, "risk ratio", low=0.32, high=0.74), "risk 51 % lower: risk ratio 0.49 (0.32 to 0.74)"),
        (Effect(1.7, "odds ratio", low=1, high=3), "odds 70 % higher: odds ratio 1.7 (1 to 3)"),
        (Effect(0.59, "hazard ratio"), "rate 41 % lower: hazard ratio 0.59"),
        (Effect(-0.19, "correlation", low=-0.3, high=-0.1), "a small correlation: −0.19 (−0.3 to −0.1)"),
        (Effect(0.5, "correlation"), "a large correlation: 0.5"),
        (Effect(18, "variance explained"), "18 % of the variance explained"),
    ],
)
def test_an_effect_says_how_large_it_is(effect: str | Effect, text: str) -> None:
    assert effect_text(effect) == text
