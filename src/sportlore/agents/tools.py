"""The tools, one row each: what an agent is told of them, what they take and give, and the function that answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from sportlore.agents.answer import AnswerInput, AnswerOutput, answer
from sportlore.agents.calculate import CalculateInput, CalculateOutput, calculate
from sportlore.agents.compare import CompareInput, CompareOutput, compare
from sportlore.agents.entities import GetInput, GetOutput, get
from sportlore.agents.find import FindInput, FindOutput, find
from sportlore.agents.lists import ListInput, ListOutput, list_entities
from sportlore.agents.quiz import QuizInput, QuizOutput, quiz
from sportlore.agents.recommend import RecommendInput, RecommendOutput, recommend
from sportlore.agents.results import Output, Result, ToolRefusal
from sportlore.server.answer import Responder


class Tool(Struct, frozen=True):
    """One tool. All only read, and answer the same to the same input as long as the catalogue is the same."""

    name: str
    title: str
    description: str
    input: type[Struct]
    output: type[Output]
    function: Callable[[Responder, Any], Result]


_ROWS = (
    Tool(
        "answer",
        "Answer a question",
        "Answers one question on sport or training with the value, unit, scope, source and address: begin here. "
        "Says what is not known, and what is nearest.",
        AnswerInput,
        AnswerOutput,
        answer,
    ),
    Tool(
        "find",
        "Find entities",
        "Searches sports, exercises, rules, equipment, training plans and the rest of the catalogue by name or words; gives ids.",
        FindInput,
        FindOutput,
        find,
    ),
    Tool(
        "get",
        "Get an entity",
        "What an entity is, its facts and sources in short; or, by `parts`, its facts, sections, links, evidence and the rest.",
        GetInput,
        GetOutput,
        get,
    ),
    Tool(
        "list",
        "List and count",
        "The entities of a type that have some properties, with facts of each as a table, sorted, or counted by a fact.",
        ListInput,
        ListOutput,
        list_entities,
    ),
    Tool(
        "compare",
        "Compare",
        "How two to six entities of one type differ and what they share, with sources.",
        CompareInput,
        CompareOutput,
        compare,
    ),
    Tool(
        "calculate",
        "Calculate",
        "Evaluates a published formula (one-repetition maximum, heart-rate zones, race times …) in the units given, with limits.",
        CalculateInput,
        CalculateOutput,
        calculate,
    ),
    Tool(
        "recommend",
        "Recommend for a goal",
        "What serves a goal for somebody with a level, time, equipment and conditions, with reasons and limits.",
        RecommendInput,
        RecommendOutput,
        recommend,
    ),
    Tool(
        "quiz",
        "Quiz",
        "Questions of a sport's course with options, answer, explanation and source.",
        QuizInput,
        QuizOutput,
        quiz,
    ),
)
TOOLS: Mapping[str, Tool] = {called.name: called for called in _ROWS}

INSTRUCTIONS = (
    "Sportlore is an open catalogue of knowledge on sport and training: rules, measures, techniques, exercises, plans, evidence, "
    "each with its source. It has no scores, fixtures, line-ups or news. Begin with `answer`; quote `text`, compute "
    "with `value`, and cite the source. What is missing is not known; what is `none` is denied. Promise no outcome, and "
    "pass safety on."
)


def call(responder: Responder, called: Tool, arguments: Mapping[str, Any]) -> Result:
    """The result of a tool; raises ToolRefusal where its input does not fit, or what is asked for is not known."""
    try:
        asked = msgspec.convert(dict(arguments), called.input)
    except msgspec.ValidationError as error:
        raise ToolRefusal(f"{error}; `{called.name}` takes {', '.join(called.input.__struct_fields__)}") from None
    return called.function(responder, asked)


def schema(of: type[Struct]) -> dict[str, Any]:
    """The JSON Schema of an input or an output: an object, with what it refers to below `$defs`."""
    (whole,), parts = msgspec.json.schema_components([of], ref_template="#/$defs/{name}")
    schema = parts.pop(whole["$ref"].rpartition("/")[2])
    return {**schema, "$defs": parts} if parts else schema
