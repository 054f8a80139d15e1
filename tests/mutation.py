"""Mutation testing: which changes of an expression does no test notice?

mutmut (`pip install mutmut==3.8.1`) generates the mutants of a package; here each is applied to the loaded module in a forked
process, which runs the tests that reach its function, the quickest first, until one fails:

    python tests/mutation.py sportlore.server sportlore.contract
    python tests/mutation.py sportlore.rules --sample 600

Tests that start a server, a browser or another program are left out: no mutant can be followed there. So are the tests of
what the real catalogue says.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import threading
import time
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import libcst
import pytest
from mutmut.mutation import file_mutation

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
SEED = 1
DESELECTED = "not constructs"
"""The tests of where in the source text something stands, which a mutant moves."""
MEMORY = 3 << 30
PATIENCE = 10.0
"""Seconds that the tests of a mutant may take beside ten times what they take without it."""
LONGEST = 60.0
"""Seconds of tests that are run for one mutant at most, the quickest first."""

Place = tuple[str, str]
"""A file of the sources and the qualified name of a function in it."""


class Mutant(NamedTuple):
    """A mutated function: its name as mutmut gives it, where it stands, and its source."""

    name: str
    place: Place
    module: str
    source: str
    difference: str


def mutants(package: str) -> Iterator[Mutant]:
    """All mutants of a package or module."""
    start = SOURCE / package.replace(".", "/")
    for path in [start.with_suffix(".py")] if start.with_suffix(".py").exists() else sorted(start.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree, mutations, *_ = file_mutation.create_mutations(str(path), text)
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        classes = {
            id(method): statement.name.value
            for statement in tree.body
            if isinstance(statement, libcst.ClassDef)
            for method in statement.body.body
        }
        for function, found in file_mutation.group_by_top_level_node(mutations).items():
            if not isinstance(function, libcst.FunctionDef):
                continue
            owner = classes.get(id(function))
            mangled = file_mutation.mangle_function_name(name=function.name.value, class_name=owner)
            place = (str(path), f"{owner}.{function.name.value}" if owner else function.name.value)
            for number, mutation in enumerate(found, 1):
                changed = file_mutation.deep_replace(function, mutation.original_node, mutation.mutated_node)
                if owner:
                    changed = libcst.ClassDef(libcst.Name(owner), libcst.IndentedBlock([changed]))
                source = tree.code_for_node(changed)
                difference = (
                    f"{tree.code_for_node(mutation.original_node)} -> {tree.code_for_node(mutation.mutated_node)}"
                )
                yield Mutant(f"{module}.{mangled}__mutmut_{number}", place, module, source, difference)


def apply(mutant: Mutant) -> None:
    """Give the loaded function the code of the mutant, so that it holds wherever the function was imported."""
    module = importlib.import_module(mutant.module)
    owner, _, name = mutant.place[1].rpartition(".")
    scope = dict(vars(module))
    exec(compile(mutant.source, mutant.place[0], "exec"), scope)
    new = plain(vars(scope[owner])[name] if owner else scope[name])
    old = plain(vars(getattr(module, owner))[name] if owner else vars(module)[name])
    if new.__code__.co_freevars == old.__code__.co_freevars:
        old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__
    else:  # the mutant has lost the only `super()`
        setattr(getattr(module, owner), name, types.FunctionType(new.__code__, vars(module), name, new.__defaults__))


def plain(function: Any) -> types.FunctionType:
    """The function inside a static or class method."""
    found = getattr(function, "__func__", function)
    assert isinstance(found, types.FunctionType)
    return found


class Reach(NamedTuple):
    """What the tests do without a mutant: the functions that each reaches, and the seconds that it takes."""

    tests: dict[Place, list[int]]
    seconds: dict[int, float]


class Runner:
    """A pytest plugin that runs the tests for each mutant instead of once."""

    def __init__(self, chosen: list[Mutant], report: Callable[[Mutant, str], None]) -> None:
        self.chosen = chosen
        self.report = report
        self.failed: list[str] = []
        self.hits: set[Place] = set()
        self.shared: dict[str, set[Place]] = {}
        self.killers: dict[Place, Counter[int]] = defaultdict(Counter)

    def pytest_configure(self) -> None:
        """Properties are tried with the same examples each time, and a failing one is not made smaller."""
        from hypothesis import Phase, settings  # noqa: PLC0415  # pytest wants to load it first

        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutation", derandomize=True, database=None, deadline=None, phases=phases)
        settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the tests of what the real catalogue says."""
        items[:] = [item for item in items if "catalogue" not in getattr(item, "fixturenames", ())]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """What a shared fixture reaches is reached by each test that uses it."""
        before, self.hits = self.hits, set()
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self.shared.setdefault(fixturedef.argname, set()).update(self.hits)
            self.hits = before | self.hits

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        reach: Reach = forked(lambda: self._reach(session))
        for mutant in self.chosen:
            tests = sorted(reach.tests.get(mutant.place, ()), key=partial(self._order, session, mutant, reach))
            if not tests:
                self.report(mutant, "unreached")
                continue
            killer = self._killer(session, mutant, tests, reach)
            if isinstance(killer, int):
                self.killers[mutant.place][killer] += 1
                self.report(mutant, f"killed by {session.items[killer].nodeid}")
            else:
                self.report(mutant, killer)
        return True

    def _order(
        self, session: pytest.Session, mutant: Mutant, reach: Reach, number: int
    ) -> tuple[int, bool, bool, float]:
        """Tests that have killed mutants of this function come first, then those named after it or others beside it."""
        file, function = mutant.place
        test = session.items[number].nodeid.replace("-", "_")
        named = {place[1] for place in reach.tests if place[0] == file}
        return (
            -self.killers[mutant.place][number],
            function not in test,
            not any(name in test for name in named),
            reach.seconds[number],
        )

    def _reach(self, session: pytest.Session) -> Reach:
        reached: dict[Place, list[int]] = defaultdict(list)
        seconds = {}
        files = {mutant.place[0] for mutant in self.chosen}

        def profile(frame: types.FrameType, event: str, _: object) -> None:
            if event == "call" and frame.f_code.co_filename in files:
                self.hits.add((frame.f_code.co_filename, frame.f_code.co_qualname.partition(".<locals>")[0]))

        threading.setprofile(profile)
        for number, item in enumerate(session.items):
            self.hits = set()
            start = time.perf_counter()
            sys.setprofile(profile)
            run(item, session.items[number + 1 : number + 2])
            sys.setprofile(None)
            seconds[number] = time.perf_counter() - start
            if self.failed:
                os.write(2, f"{item.nodeid} is left out: it fails without a mutant\n".encode())
                self.failed.clear()
                continue
            names = getattr(item, "fixturenames", ())
            for place in self.hits.union(*(self.shared.get(name, ()) for name in names)):
                reached[place].append(number)
        return Reach(dict(reached), seconds)

    def _killer(self, session: pytest.Session, mutant: Mutant, tests: list[int], reach: Reach) -> int | str:
        """The first test that fails, or what became of the mutant otherwise."""

        def first_failure() -> int | str:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            apply(mutant)
            spent = 0.0
            for position, number in enumerate(tests):
                spent += reach.seconds[number]
                if spent > LONGEST:
                    break
                signal.alarm(int(PATIENCE + 10 * reach.seconds[number]))
                run(session.items[number], [session.items[after] for after in tests[position + 1 : position + 2]])
                if self.failed:
                    return number
            return "survived"

        try:
            killer: int | str = forked(first_failure)
            return killer
        except ChildProcessError as error:
            return f"killed: {error}"


def run(item: pytest.Item, following: list[pytest.Item]) -> None:
    """Run one test; what the following one shares with it stays set up."""
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following[0] if following else None)


def forked(work: Callable[[], Any]) -> Any:
    """What a function returns in a process of its own; raises ChildProcessError when that ends otherwise."""
    with tempfile.TemporaryFile() as answer:
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                pickle.dump(work(), answer)
                answer.flush()
                status = 0
            except BaseException as error:
                os.write(2, f"{error!r}\n".encode())
            finally:
                os._exit(status)
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if code:
            raise ChildProcessError("timed out" if code == -signal.SIGALRM else f"ended with {code}")
        answer.seek(0)
        return pickle.load(answer)


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutation testing")
    parser.add_argument("packages", nargs="+", help="such as sportlore.server")
    parser.add_argument("--sample", type=int, help="only so many mutants, chosen by a seed")
    parser.add_argument("--tests", nargs="*", default=["tests"], help="files of tests")
    options = parser.parse_args()
    found = [mutant for package in options.packages for mutant in mutants(package)]
    chosen = sorted(random.Random(SEED).sample(found, options.sample)) if options.sample else found
    counts: Counter[str] = Counter()

    def report(mutant: Mutant, outcome: str) -> None:
        counts[outcome.split(" ", maxsplit=1)[0].rstrip(":")] += 1
        os.write(2, f"{mutant.name}\t{outcome}\t{' '.join(mutant.difference.split())}\n".encode())

    arguments = ["-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:terminal", "-m", "not slow", "-k", DESELECTED]
    pytest.main([*arguments, *options.tests], plugins=[Runner(chosen, report)])
    print(f"{len(found)} mutants, {sum(counts.values())} run:", ", ".join(f"{n} {what}" for what, n in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
