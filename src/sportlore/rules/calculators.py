"""Rules about calculators and courses."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sportlore import formula
from sportlore.diagnostics import Finding, Place, counted, did_you_mean
from sportlore.model import Calculator, CalculatorInput, Course, Module
from sportlore.rules.context import Context
from sportlore.rules.links import reference_finding


def bad_formula(context: Context) -> Iterator[Finding]:
    """An expression follows the grammar of docs/formulas.md, and names the inputs, all of them."""
    for slug, calculator in context.registry.calculators.items():
        place = Place(f"calculators/{slug}.toml", ("formula", "expression"))
        try:
            expression = formula.parse(calculator.formula.expression)
        except formula.FormulaError as error:
            yield Finding("bad-formula", str(error), place, "see docs/formulas.md for the grammar")
            continue
        used = formula.names(expression)
        yield from _unknown_choices(calculator, expression, place)
        inputs = [item.name for item in calculator.inputs]
        for name in used:
            if name not in inputs:
                help = did_you_mean(name, inputs, f"the inputs are {', '.join(inputs)}")
                yield Finding("bad-formula", f"no input `{name}`", place, help)
        for i, name in enumerate(inputs):
            at = Place(f"calculators/{slug}.toml", ("inputs", i, "name"))
            if name not in used:
                yield Finding("bad-formula", f"the formula does not use `{name}`", at, "take the input out, or use it")
            if name in inputs[:i]:
                yield Finding("bad-formula", f"two inputs are named `{name}`", at, "rename one of them")


def _unknown_choices(calculator: Calculator, expression: formula.Expression, place: Place) -> Iterator[Finding]:
    """Texts that an expression compares with an input and that are none of its choices, and numbers used as choices."""
    compared = formula.choices(expression)
    for item in calculator.inputs:
        values = [choice.value for choice in item.choices]
        for text in compared.get(item.name, ()):
            if text.value not in values:
                help = did_you_mean(
                    text.value, values, f"its choices are {', '.join(values)}" if values else "it is a number"
                )
                yield Finding("bad-formula", f"`{item.name}` is never `{text.value}`", place, help)
        if values and item.name in formula.names(expression) and item.name not in compared:
            help = f'compare it: {item.name} == "{values[0]}"'
            yield Finding("bad-formula", f"`{item.name}` is a choice and is used as a number", place, help)


def bad_input(context: Context) -> Iterator[Finding]:
    """An input has a range that makes sense, choices if and only if it is a choice, and a default that it accepts."""
    for slug, calculator in context.registry.calculators.items():
        for i, item in enumerate(calculator.inputs):
            place = Place(f"calculators/{slug}.toml", ("inputs", i, "name"))
            if (item.type == "choice") != bool(item.choices):
                message = (
                    f"`{item.name}` is a choice without choices"
                    if item.type == "choice"
                    else f"`{item.name}` is no choice, and has choices"
                )
                yield Finding("bad-input", message, place, 'give choices exactly to inputs of type "choice"')
            elif item.type != "choice" and (
                item.minimum is None or item.maximum is None or item.minimum >= item.maximum
            ):
                yield Finding("bad-input", f"`{item.name}` has no range", place, "give minimum and maximum")
            elif item.default is not None and (refusal := refuse(item, item.default)):
                yield Finding(
                    "bad-input", f"the default is not accepted: {refusal}", place, "mend the default or the range"
                )


def refuse(item: CalculatorInput, value: float | str) -> str | None:
    """Why an input does not accept a value, or None: refuse(reps, 0) -> "`reps` is 0; it takes 1 to 12"."""
    if item.type == "choice":
        values = [choice.value for choice in item.choices]
        return None if value in values else f"`{item.name}` is `{value}`; it takes {', '.join(values)}"
    if isinstance(value, str):
        return f"`{item.name}` is `{value}`; it takes a number"
    if not math.isfinite(value):
        return f"`{item.name}` is {value}; it takes a number"
    if item.type == "integer" and value != int(value):
        return f"`{item.name}` is {value:g}; it takes a whole number"
    if not (item.minimum or 0) <= value <= (item.maximum or 0):
        unit = f" {item.unit}" if item.unit else ""
        return f"`{item.name}` is {value:g}; it takes {item.minimum:g} to {item.maximum:g}{unit}"
    return None


def wrong_example(context: Context) -> Iterator[Finding]:
    """At least two worked examples hold, and one of them comes from a source other than the formula itself."""
    broken = {finding.place.file for rule in (bad_formula, bad_input) for finding in rule(context)}
    for slug, calculator in context.registry.calculators.items():
        file = f"calculators/{slug}.toml"
        if file in broken:
            continue
        if len(calculator.examples) < 2:
            message = f"{counted(len(calculator.examples), 'worked example')}, not two or more"
            yield Finding(
                "wrong-example", message, Place(file, ("examples",)), "add [[examples]] with inputs and result"
            )
        if not any(example.source for example in calculator.examples):
            message = "no worked example names a source of its own"
            yield Finding(
                "wrong-example", message, Place(file, ("examples",)), 'add source = "…" to one that was published'
            )
        for i, example in enumerate(calculator.examples):
            problem = _problem(calculator, example.inputs, example.result)
            if problem:
                place = Place(file, ("examples", i, "result"))
                yield Finding("wrong-example", problem, place, "mend the example or the formula")


def _problem(calculator: Calculator, inputs: dict[str, float | str], result: float) -> str | None:
    for item in calculator.inputs:
        if item.name not in inputs:
            return f"the example gives no `{item.name}`"
        if refusal := refuse(item, inputs[item.name]):
            return refusal
    if unknown := sorted(set(inputs) - {item.name for item in calculator.inputs}):
        return f"no input `{unknown[0]}`"
    try:
        value = formula.evaluate(formula.parse(calculator.formula.expression), inputs)
    except formula.FormulaError as error:
        return str(error)
    tolerance = 0.5 * 10.0**-calculator.output.precision
    if abs(value - result) > tolerance * 1.000001:
        return f"the formula gives {value:.{calculator.output.precision + 2}f}, the example {result:g}"
    return None


def tool_reference(context: Context) -> Iterator[Finding]:
    """What calculators inform and courses draw on exists in the catalogue."""
    for slug, calculator in context.registry.calculators.items():
        if not calculator.informs:
            help = 'add informs = ["goal/…", "physical-quality/…"]'
            yield Finding("tool-reference", "informs no entity", Place(f"calculators/{slug}.toml", ()), help)
        for i, target in enumerate(calculator.informs):
            yield from _missing(context, target, Place(f"calculators/{slug}.toml", ("informs", i)))
    for sport, course in context.registry.courses.items():
        file = f"courses/{sport}.toml"
        sports = context.registry.vocabulary.with_role("sport") or ("sport",)
        yield from _missing(context, f"{sports[0]}/{sport}", Place(file, ()))
        for m, module in enumerate(course.modules):
            for n, lesson in enumerate(module.lessons):
                for k, target in enumerate(lesson.entities):
                    yield from _missing(context, target, Place(file, ("modules", m, "lessons", n, "entities", k)))
            for n, question in enumerate(module.quiz):
                yield from _missing(context, question.cites, Place(file, ("modules", m, "quiz", n, "cites")))


def _missing(context: Context, target: str, place: Place) -> Iterator[Finding]:
    if target not in context.graph.entities:
        finding = reference_finding(context, target, place)
        yield Finding("tool-reference", finding.message, place, finding.help)


def bad_course(context: Context) -> Iterator[Finding]:
    """A course has four to eight modules, each with lessons and a quiz of three questions or more that can be answered."""
    for sport, course in context.registry.courses.items():
        file = f"courses/{sport}.toml"
        if not 4 <= len(course.modules) <= 8:
            message = f"{counted(len(course.modules), 'module')}, not four to eight"
            yield Finding("bad-course", message, Place(file, ("modules",)), "split or merge modules")
        yield from _repeated(file, course)
        for m, module in enumerate(course.modules):
            yield from _bad_module(Place(file, ("modules", m)), module)


def _repeated(file: str, course: Course) -> Iterator[Finding]:
    seen: set[str] = set()
    for m, module in enumerate(course.modules):
        if module.slug in seen:
            place = Place(file, ("modules", m, "slug"))
            yield Finding("bad-course", f"two modules have the slug `{module.slug}`", place, "rename one of them")
        seen.add(module.slug)


def _bad_module(place: Place, module: Module) -> Iterator[Finding]:
    if not module.lessons:
        yield Finding("bad-course", f"the module `{module.slug}` has no lesson", place, "add [[modules.lessons]]")
    if len(module.quiz) < 3:
        message = f"the quiz of `{module.slug}` has {counted(len(module.quiz), 'question')}, not three or more"
        yield Finding("bad-course", message, place, "add [[modules.quiz]]")
    for i, question in enumerate(module.quiz):
        at = Place(place.file, (*place.path, "quiz", i, "answer"))
        if not 0 <= question.answer < len(question.options):
            yield Finding("bad-course", f"no option {question.answer}", at, "options count from 0")
        if len(set(question.options)) != len(question.options) or len(question.options) < 2:
            yield Finding("bad-course", "options must be two or more, all different", at, "mend the options")
    for i, lesson in enumerate(module.lessons):
        if not lesson.entities:
            at = Place(place.file, (*place.path, "lessons", i, "slug"))
            yield Finding(
                "bad-course", f"the lesson `{lesson.slug}` draws on no entity", at, "name the entities it rests on"
            )
