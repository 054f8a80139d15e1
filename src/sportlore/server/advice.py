"""What to say at an address where nothing is: the nearest that there is, or where to look."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape

from msgspec import Struct

from sportlore.contract.addresses import SUGGESTIONS, compare_path
from sportlore.contract.operations import COMPARISON, ENTITY, OPERATIONS, ROOT, SEARCH
from sportlore.contract.queries import shown
from sportlore.contract.record import LONGEST_PATH
from sportlore.contract.routes import Route, route
from sportlore.diagnostics import closest
from sportlore.search import Meant
from sportlore.snapshot import Info

_QUOTED = re.compile("`([^`]*)`")
_REMEMBERED = 1_024
"""Addresses whose advice is remembered, so that a broken link that many follow is looked into once."""
_PARENTS_REMEMBERED = 64
"""Paths of which it is remembered whether something is there: more than there are types."""


class Advice(Struct, frozen=True):
    """What is wrong, and a cure: another path (`suggestion`, and `name`, by which to call it), or words.

    With a `location` there is nothing to say: the address leads there.
    """

    problem: str = ""
    cure: str = ""
    suggestion: str = ""
    name: str = ""
    location: str = ""
    others: tuple[tuple[str, str], ...] = ()
    """What else may be meant: paths of pages, and what stands there."""

    def text(self) -> str:
        """The advice as a sentence: "no sport `tenis`; did you mean `tennis`?"."""
        return f"{self.problem}; " + (f"did you mean `{self.name}`?" if self.suggestion else self.cure)

    def html(self) -> str:
        """The problem as a sentence, with the suggestion as a link."""
        link = (
            f'; did you mean <a href="{escape(self.suggestion)}">{escape(self.name)}</a>?' if self.suggestion else "."
        )
        return in_html(self.problem) + link

    def list_html(self) -> str:
        """The rest of what may be meant, as a list of links; nothing if there is none."""
        items = "".join(f'<li><a href="{escape(path)}">{escape(name)}</a></li>' for path, name in self.others)
        return f'<h2>Nearest in the catalogue</h2><ul class="links">{items}</ul>' if items else ""


Near = Callable[[str, str], Sequence[str]]
"""The names below a path that are about as long as another: near("/sports", "tenis")."""
FindMeant = Callable[[str, Sequence[str]], Sequence[Meant]]
"""The entities of some types, or of any, that a name may mean: find("soccer", ()) -> [Meant("sport", "football", …)]."""


class Adviser:
    """Advice from the paths and redirects of a snapshot."""

    def __init__(self, info: Info, near: Near, find_called: FindMeant, find_meant: FindMeant) -> None:
        self._near = near
        self._find_called = find_called
        self._find_meant = lru_cache(_PARENTS_REMEMBERED)(find_meant)  # one path asks for the same name more than once
        self._redirects = info.redirects
        self._routes = {type: index.page.removeprefix(info.site_url) for type, index in info.lists.items()}
        self._types_of_pages = {route: type for type, route in self._routes.items()}
        self._remembered = lru_cache(_REMEMBERED)(self._advise)
        self._is_known = lru_cache(_PARENTS_REMEMBERED)(self._is_there)

    def advise(self, path: str) -> Advice:
        """The advice for a path at which nothing is."""
        return self._remembered(path) if len(path) <= LONGEST_PATH else self._advise(path)

    def _advise(self, path: str) -> Advice:
        matched = route(path)
        if matched is not None:
            return self._for_operation(path, matched)
        if is_api(path):
            return Advice(f"nothing at `{shown(path)}`", f"see /api/openapi.json for the {len(OPERATIONS)} endpoints")
        return self._for_page(path)

    def _for_operation(self, path: str, matched: Route) -> Advice:
        parent, _, name = path.rpartition("/")
        above = route(parent)
        if above is not None and above.values and not self._is_known(parent):
            return self._for_operation(parent, above)  # the type is unknown, so nothing is known of its entities
        if matched.operation is ENTITY and (moved := self._redirects.get(f"{matched.values['type']}/{name}")):
            return _moved(matched.values["type"], name, moved)
        known = self._near(parent, name)
        if matched.operation is COMPARISON:
            a, _, b = name.partition("-vs-")
            if f"{b}-vs-{a}" in known:
                return Advice(location=f"{parent}/{b}-vs-{a}")
        problem = f"no {matched.operation.noun.format(**matched.values)} `{shown(name)}`"
        near = self._near_name(parent, name, known)
        if near is not None:
            return Advice(problem, suggestion=f"{parent}/{near}", name=near)
        if matched.operation is COMPARISON:
            return Advice(problem, f"compare two slugs of one type; search for them with {SEARCH.path}?q=WORDS")
        return Advice(problem, f"see {parent} for all" if above else f"search with {SEARCH.path}?q=WORDS")

    def _near_name(self, parent: str, name: str, known: Sequence[str]) -> str | None:
        """The name below a path that another must mean: ("/sports", "soccer") -> "football", "tenis" -> "tennis".

        What takes longest comes last: a search takes a hundred times as long as to compare names.
        """
        return (
            closest(name, known, limit=1)
            or self._first_below(parent, name, self._find_called)
            or self._first_below(parent, name, self._find_meant)
            or closest(name, known)
        )

    def _first_below(self, parent: str, name: str, find: FindMeant) -> str | None:
        type = self._types_of_pages.get(parent, parent.rpartition("/")[2])
        types = (type,) if type in self._routes else ()
        meant = (item.slug for item in find(name, types) if item.certain)
        return next((slug for slug in meant if slug in self._near(parent, slug)), None)

    def _is_there(self, path: str) -> bool:
        parent, _, name = path.rpartition("/")
        return name in self._near(parent, name)

    def _for_page(self, path: str) -> Advice:
        parent, _, name = path.rpartition("/")
        type = self._types_of_pages.get(parent)
        problem = f"no {type} `{shown(name)}`" if type else f"no page at `{shown(path)}`"
        suggestion = self._corrected(path)
        meant = self._find_meant(name, (type,) if type else ())
        pages = ((f"{self._routes[item.type]}/{item.slug}", item.name) for item in meant)
        others = tuple(page for page in pages if page[0] != suggestion)
        if suggestion is not None:
            called = suggestion.rpartition("/")[2] if type else suggestion
            return Advice(problem, suggestion=suggestion, name=called, others=others)
        sides = name.split("-vs-")
        if type and len(sides) > 1:
            return Advice(problem, suggestion=compare_path(sides), name=" vs ".join(sides), others=others)
        return Advice(problem, f"see {parent} for all" if type else "begin at / or search at /search", others=others)

    def _corrected(self, path: str) -> str | None:
        """The path with the nearest known name for each of its segments: "/sport/tenis" -> "/sports/tennis"."""
        corrected = ""
        for name in path.split("/")[1:]:
            known = self._near(corrected, name)
            near = name if name in known else self._near_name(corrected, name, known)
            if not near:
                return None
            corrected = f"{corrected}/{near}"
        return corrected


def in_html(message: str) -> str:
    """A message as HTML, with quotation marks instead of back ticks: "no sport `x`" -> "no sport “x”"."""
    return _QUOTED.sub("“\\1”", escape(message))


def is_api(path: str) -> bool:
    """Whether a path belongs to the interface or gives suggestions: there errors are JSON, and not pages."""
    return path in (ROOT, "/api", SUGGESTIONS) or path.startswith((f"{ROOT}/", "/api/"))


def _moved(type: str, slug: str, to: tuple[str, ...]) -> Advice:
    """A retired id leads to where it went, or names all of its successors if it was split."""
    paths = [ENTITY.path.replace("{type}/{slug}", id) for id in to]
    if len(paths) == 1:
        return Advice(location=paths[0])
    return Advice(f"`{type}/{slug}` was split", f"see {' and '.join(paths)}")
