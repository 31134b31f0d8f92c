"""Finds the tests that reach a line."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

from coverage import CoverageData

_NEARER = 10
"""How many tests near the module, or certain to reach the line, to choose for each other test."""


class Reach:
    """The measurements: the tests that reach each line, and how long each of them takes.

    Only the given `tests` are considered. If a module has changed since it was `measured`, or
    between two measurements, its lines are not distinguished.
    """

    def __init__(self, data: Path, measured: Path, root: Path, tests: Collection[str]) -> None:
        self._data = CoverageData(str(data / "data"))
        self._data.read()
        self._measured, self._root = measured, root
        changed = data / "changed"
        self._changed = set(changed.read_text().splitlines() if changed.exists() else ())
        seconds = _seconds(data / "times")
        self._seconds = {test: seconds[test] for test in tests if test in seconds}

    def tests(self, module: Path, line: int, most: float) -> tuple[list[str], float]:
        """Return tests that reach a line, the quickest of each file first, and their total time.

        Together they take at most `most` seconds, but there is at least one test. Most are from the
        folder with the same name as the module's, or as the nearest one above it, or from files
        named after the module or its folder, and were seen to reach the line.
        """
        certain, others = self._reaching(module, line)
        near, files = self._folder(module), defaultdict[str, list[str]](list)
        named = tuple(f"/test_{each}.py" for each in (module.stem, module.parent.name))
        for test in sorted(certain | others, key=self._cost):
            files[test.partition("::")[0]].append(test)
        ranked = list[tuple[int, int, tuple[float, str]]]()
        for file, tests in files.items():
            nearness = file.startswith(near) + file.endswith(named)
            for rank, test in enumerate(tests):
                nearer = nearness + (test in certain)
                ranked.append((rank // _NEARER**nearer, -nearer, self._cost(test)))
        chosen, seconds = list[str](), 0.0
        for _, _, (cost, test) in sorted(ranked):
            if not chosen or seconds + cost <= most:
                chosen.append(test)
                seconds += cost
        return chosen, seconds

    def _folder(self, module: Path) -> str:
        """Return the folder of the tests nearest to a module."""
        above = (Path("tests") / each for each in module.parents)
        return next(f"{each.as_posix()}/" for each in above if (self._root / each).is_dir())

    def _cost(self, test: str) -> tuple[float, str]:
        return self._seconds[test], test

    def _reaching(self, module: Path, line: int) -> tuple[set[str], set[str]]:
        """Return the tests that were seen to reach a line, and others that may reach it.

        A line that an import executes (a table, a declaration) may be reached by every test
        that calls a function of its module, by the tests in the nearest folder, and by those
        directly in `tests`.
        """
        by_line, bodies = self._by_line(module), _bodies(self._root / module)
        around = [lines for lines in bodies if line in lines]
        seen = set[str]()
        if around and self._is_as_measured(module):
            lines = min(around, key=len)
            seen = _all(by_line, lines)
            if seen and not self._is_imported(module, lines):
                return seen, set()
        others = set[str]().union(*(_all(by_line, lines) for lines in bodies))
        folders = self._folder(module), "tests/test_"
        return seen, others | {test for test in self._seconds if test.startswith(folders)}

    def _is_imported(self, module: Path, lines: Iterable[int]) -> bool:
        """Return whether an import executes some lines, outside any test."""
        by_line = self._data.contexts_by_lineno(str(self._measured / module))
        return any("" in by_line.get(line, ()) for line in lines)

    def _is_as_measured(self, module: Path) -> bool:
        return str(module) not in self._changed and is_same(module, self._root, self._measured)

    @cache  # noqa: B019
    def _by_line(self, module: Path) -> dict[int, set[str]]:
        """Return, for each line of a module, the passing tests that reach it."""
        lines = self._data.contexts_by_lineno(str(self._measured / module))
        return {line: self._seconds.keys() & set(tests) for line, tests in lines.items()}


def is_same(module: Path, one: Path, other: Path) -> bool:
    """Return whether two copies of the project have a module, with the same content."""
    found = [root / module for root in (one, other)]
    return all(map(Path.exists, found)) and found[0].read_bytes() == found[1].read_bytes()


def _all(by_line: dict[int, set[str]], lines: Iterable[int]) -> set[str]:
    return set[str]().union(*(by_line.get(line, ()) for line in lines))


def _seconds(times: Path) -> dict[str, float]:
    """Return the duration of each passing test, including all its phases."""
    found, failed = defaultdict[str, float](float), set[str]()
    for row in times.read_text().splitlines():
        test, outcome, seconds = row.split("\t")
        found[test] += float(seconds)
        if outcome != "passed":
            failed.add(test)
    return {test: seconds for test, seconds in found.items() if test not in failed}


@cache
def _bodies(path: Path) -> list[range]:
    """Return the line ranges of all statements in functions, as not every line is recorded."""
    return [
        range(each.lineno, (each.end_lineno or each.lineno) + 1)
        for function in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(function, ast.FunctionDef)
        for statement in function.body
        for each in ast.walk(statement)
        if isinstance(each, ast.stmt)
    ]
