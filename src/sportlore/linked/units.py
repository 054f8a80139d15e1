"""The units of facts by the names that other vocabularies have for them.

The catalogue states units in UCUM. Schema.org asks for the common code of UN/CEFACT Recommendation 20, linked data for an IRI
of QUDT. Units of its own, such as `{players}`, are counts; what neither list has (`%{1RM}`, `[MET]`) keeps its UCUM alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class UnitCodes(NamedTuple):
    """What a unit is called elsewhere: its common code of UN/CEFACT, and its name in QUDT."""

    cefact: str
    qudt: str


_CODES: Final[Mapping[str, UnitCodes]] = {
    "m": UnitCodes("MTR", "M"),
    "cm": UnitCodes("CMT", "CentiM"),
    "mm": UnitCodes("MMT", "MilliM"),
    "g": UnitCodes("GRM", "GM"),
    "s": UnitCodes("SEC", "SEC"),
    "min": UnitCodes("MIN", "MIN"),
    "wk": UnitCodes("WEE", "WK"),
    "mo": UnitCodes("MON", "MO"),
    "a": UnitCodes("ANN", "YR"),
    "1": UnitCodes("C62", "NUM"),
}


def unit_codes(ucum: str) -> UnitCodes | None:
    """The codes of a UCUM unit, or None: unit_codes("m") -> ("MTR", "M"), unit_codes("{players}") -> ("C62", "NUM")."""
    return _CODES["1"] if ucum.startswith("{") and ucum != "{RPE}" else _CODES.get(ucum)
