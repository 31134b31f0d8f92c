"""Engines return rule numbers, each of which has a message."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from kifu.findings import rule_of
from kifu.replayer import games

HERE = Path(str(import_module("kifu.replayer").__file__)).parent


def answers(engine: Path) -> dict[str, int]:
    """Return the rule numbers that an engine's functions return for errors, by name."""
    trees = [ast.parse(source.read_text("utf-8")) for source in sorted(engine.glob("*.py"))]
    values = dict(found for tree in trees for found in _constants(tree))
    returned = {
        name
        for tree in trees
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name.endswith("breach")
        for each in ast.walk(function)
        if isinstance(each, ast.Return)
        for name in _names(each.value)
    }
    return {name: values[name] for name in returned & values.keys() if values[name]}


def _constants(tree: ast.Module) -> Iterator[tuple[str, int]]:
    for each in tree.body:
        match each:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=given)):
                for name, value in zip(names, given, strict=True):
                    if isinstance(value, ast.Constant) and isinstance(value.value, int):
                        yield ast.unparse(name), value.value
            case _:
                pass


def _names(value: ast.expr | None) -> Iterator[str]:
    match value:
        case ast.Name():
            yield value.id
        case ast.IfExp():
            yield from _names(value.body)
            yield from _names(value.orelse)
        case _:
            pass


@pytest.mark.parametrize("game", [each for each in games() if (HERE / each / "engine").is_dir()])
def test_every_answer_of_an_engine_is_a_rule_with_a_reason(game: str) -> None:
    letter = import_module(f"kifu.replayer.{game}.codes").LETTER
    found = answers(HERE / game / "engine")
    assert len(found) > 5
    for name, number in found.items():
        reasons = rule_of(f"{letter}{number % 1000:03}").reasons
        assert reasons, f"{name}, {number}"
