"""The answer of a calculator to the inputs of a request: its own answer, with the result; and its curve for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from urllib.parse import urlencode

from msgspec import UNSET

from sportlore import calculation
from sportlore.calculation import RefusedError
from sportlore.contract.addresses import CURVES, curve_path
from sportlore.contract.operations import CALCULATOR
from sportlore.contract.parameters import inputs_request
from sportlore.contract.queries import BadRequest
from sportlore.contract.schemas import CalculationResult, encode
from sportlore.model import Calculator, whole
from sportlore.snapshot import Generation

_REMEMBERED = 128
"""Calculators that are remembered as they were read from the snapshot."""


class Calculations:
    """The calculators of a snapshot."""

    def __init__(self, snapshot: Generation) -> None:
        self._snapshot = snapshot
        self._calculator = lru_cache(_REMEMBERED)(self._read)

    def _read(self, slug: str) -> Calculator | None:
        return calculation.stored(self._snapshot.value, slug)

    def body(self, slug: str, query: bytes) -> bytes | None:
        """The body for the inputs of a query; None without inputs, or without the calculator; raises BadRequest."""
        texts = inputs_request(query)
        calculator = self._calculator(slug)
        if not texts or calculator is None:
            return None
        with _refusing():
            result = calculated(calculator, texts)
        body = self._snapshot.body(CALCULATOR.at(slug=slug))
        return b"".join((body[:-1], b',"result":', encode(result), b"}")) if body is not None else None

    def drawing(self, path: str, query: bytes) -> bytes | None:
        """The curve of a calculator for the inputs of a query, as a file; None as `body`; raises BadRequest."""
        slug = path.removeprefix(CURVES).removesuffix(".svg")
        texts = inputs_request(query)
        calculator = self._calculator(slug)
        if not texts or calculator is None or calculator.curve is None:
            return None
        from sportlore import curves  # noqa: PLC0415
        from sportlore.drawing import charts  # noqa: PLC0415

        others = {other: known for other in calculator.alternatives if (known := self._calculator(other))}
        with _refusing():
            values = calculation.read(calculator, texts)
            calculation.result(calculator, values)
        chart = curves.curve(calculator, others, values)
        return charts.file(chart) if chart is not None else None


@contextmanager
def _refusing() -> Iterator[None]:
    """Refusals of a calculation as those of a request."""
    try:
        yield
    except RefusedError as refused:
        raise BadRequest("; ".join(refusal.message for refusal in refused.refusals)) from None


def calculated(calculator: Calculator, texts: dict[str, str]) -> CalculationResult:
    """The result for inputs as people write them; raises RefusedError."""
    values = calculation.read(calculator, texts)
    value = calculation.result(calculator, values)
    output = calculator.output
    used = {item.name: values[item.name] for item in calculation.needed(calculator, values)}
    return CalculationResult(
        value=calculation.number(output, value),
        unit=output.unit or UNSET,
        text=calculation.shown(output, value),
        category=calculation.category(output, value) or UNSET,
        inputs={name: given if isinstance(given, str) else whole(given) for name, given in used.items()},
        requires=[requirement.expression for requirement in calculator.requires],
        validity=calculator.validity,
        drawing=f"{curve_path(calculator.slug)}?{urlencode(texts)}" if calculator.curve else UNSET,
    )
