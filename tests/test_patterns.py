"""No regular expression takes time that grows with the square of the text.

Each use of a pattern is tried on texts made from the pattern itself: what leads to one of its
repeats, a text that goes on in this repeat, and characters that end it. Patterns made at run time
from parts that were read are left to `python -m tests.hostile.growth`.
"""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any, TypeGuard, cast

import pytest

from .campaign import in_a_campaign
from .hostile import growth
from .hostile.growth import RATIO, Made, Work
from .imports import ROOT, sources

Use = tuple[re.Pattern[Any], str]
"""A pattern, and the name of the method that applies it."""

_PARSER: Any = import_module("re._parser")
_METHODS = {"match", "fullmatch", "search", "findall", "finditer", "split", "sub", "subn"}
_PUMPS, _ENDS = (" ", "\t", "\n", "a", "1", '"', "- "), ("\0", "\n\0")
pytestmark = in_a_campaign
"""Measuring takes minutes."""


def uses() -> Iterator[tuple[Use, str]]:
    """Yield each use of a pattern in the package, with its place."""
    for name, path in sources().items():
        source = path.read_text()
        if not any(f".{each}" in source for each in _METHODS):
            continue
        try:
            module = vars(import_module(name))
        except ImportError:  # an extra is missing
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and _is_method(node.func, "re"):
                found = _evaluated(_compiled(node), module)
                used = node.func
            elif _is_method(node):
                found, used = _evaluated(node.value, module), node
            else:
                continue
            if isinstance(found, re.Pattern):
                yield (found, used.attr), f"{path.relative_to(ROOT)}:{node.lineno}"
    for path in ROOT.glob("formats/**/*.re"):
        yield (re.compile(path.read_text()), "match"), str(path.relative_to(ROOT))


def _is_method(node: ast.AST, of: str = "") -> TypeGuard[ast.Attribute]:
    return (
        isinstance(node, ast.Attribute)
        and node.attr in _METHODS
        and of in ("", ast.unparse(node.value))
    )


def _compiled(call: ast.Call) -> ast.expr:
    """Return an expression that compiles the pattern passed to a function of `re`."""
    flags = [each.value for each in call.keywords if each.arg == "flags"] + call.args[2:]
    flags = [each for each in flags if ast.unparse(each).startswith("re.")]
    return ast.Call(ast.parse("re.compile", mode="eval").body, [call.args[0], *flags], [])


def _evaluated(node: ast.expr, module: dict[str, Any]) -> object:
    """Evaluate an expression in a module; return None if that takes more than the module."""
    if isinstance(node, ast.Call) and not ast.unparse(node.func).startswith("re."):
        called = module.get(ast.unparse(node.func))
        if not hasattr(called, "cache_info"):
            return None
    elif not isinstance(node, ast.Name | ast.Call):
        return None
    try:
        return eval(ast.unparse(node), module)
    except Exception:
        return None


def shapes(pattern: re.Pattern[Any]) -> Iterator[Made]:
    """Yield shapes of texts that may keep a pattern busy."""
    row = _PARSER.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    found = {("", each): None for each in _PUMPS} | dict.fromkeys(_repeats(row, ""))
    for start, pump in found:
        for end in _ENDS:
            yield partial(_made, start, pump, end)


def _made(start: str, pump: str, end: str, length: int) -> str:
    return start + pump * (length // len(pump)) + end


def _repeats(row: Any, before: str) -> Iterator[tuple[str, str]]:
    """Yield a text that leads to each unbounded repeat in a row of parts, and texts to repeat."""
    for at, (kind, said) in enumerate(row):
        name = str(kind)
        if name.endswith("REPEAT"):
            if int(said[1]) > 50:
                inside = (_example(said[2]), *(_example(row[at + 1 : at + n]) for n in (2, 3, 4)))
                yield from ((before, each) for each in inside if each)
            yield from _repeats(said[2], before)
        elif name == "BRANCH":
            for each in said[1]:
                yield from _repeats(each, before)
        elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
            yield from _repeats(said[3] if name == "SUBPATTERN" else said, before)
        before += _example([(kind, said)])


def _example(row: Any) -> str:
    """Return a short text for a row of parts."""
    return "".join(_example_of(str(kind), said) for kind, said in row)


def _example_of(kind: str, said: Any) -> str:
    match kind:
        case "LITERAL":
            return chr(said)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return _example(said[2]) * min(int(said[0]), 50)
        case "SUBPATTERN":
            return _example(said[3])
        case "ATOMIC_GROUP":
            return _example(said)
        case "BRANCH":
            return _example(said[1][0])
        case "IN":
            return _in_class(said)
        case "ANY" | "NOT_LITERAL":
            return "b"
        case _:
            return ""


def _in_class(items: Any) -> str:
    negated, rest = str(items[0][0]) == "NEGATE", items
    pattern = "".join(_shown(str(kind), said) for kind, said in (rest[1:] if negated else rest))
    matches = re.compile(f"[{'^' * negated}{pattern}]").match
    return next(filter(matches, chain("a0 A", map(chr, range(0x110000)))))


def _shown(kind: str, said: Any) -> str:
    match kind:
        case "LITERAL":
            return re.escape(chr(said))
        case "RANGE":
            return f"{re.escape(chr(said[0]))}-{re.escape(chr(said[1]))}"
        case _:
            name = str(said)
            letter = {"SPACE": "s", "DIGIT": "d", "WORD": "w"}[name.rpartition("_")[2]]
            return "\\" + (letter.upper() if "_NOT_" in name else letter)


def applying(use: Use) -> Work:
    """Return a function that applies a pattern to a text."""
    pattern, method = use

    def apply(text: str, _: str | None) -> None:
        data: Any = text.encode() if isinstance(pattern.pattern, bytes) else text
        if method in ("match", "fullmatch", "search"):
            getattr(pattern, method)(data)
        else:
            deque(cast(Any, pattern).finditer(data), maxlen=0)

    return apply


def slow_texts(use: Use) -> Iterator[str]:
    """Yield the beginnings of texts on which a use of a pattern takes quadratic time."""
    for made in shapes(use[0]):
        ratio, _ = growth.growth(made, applying(use), None)
        if ratio > RATIO:
            yield made(40)[:40]


def test_no_pattern_takes_quadratic_time() -> None:
    places: dict[Use, str] = {}
    for use, place in uses():
        places.setdefault(use, place)
    assert len(places) > 200
    slow = {place: text for use, place in places.items() for text in slow_texts(use)}
    assert not slow, "make a repeat possessive, or keep matches from beginning within it"


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"\s+$", "search"),
        ("[0-9]+x", "sub"),
        ("(?:a|b)*(?:a|c)*d", "match"),
        ("(.*) x", "findall"),
    ],
)
def test_slow_patterns(pattern: str, method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "ENOUGH", growth.TOO_LITTLE)
    assert any(slow_texts((re.compile(pattern), method)))
