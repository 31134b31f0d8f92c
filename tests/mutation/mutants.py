"""The available mutants, and a sample of them.

Cosmic Ray makes them. Each place in the code counts once, regardless of its number of mutants. Only
plausible changes are made: no order comparisons of strings, no bit shifts of numbers.
"""

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.work_item import MutationSpec

OPERATORS = (
    *("AddNot", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceUnaryOperator_Delete_Not"),
    *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "NumberReplacer"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop"),
    *("ExceptionReplacer", "RemoveDecorator"),
    *(
        f"ReplaceComparisonOperator_{change}"
        for change in (
            *("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is"),
            *("Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt"),
        )
    ),
    *(
        f"ReplaceBinaryOperator_{change}"
        for change in (
            *("Add_Sub", "Sub_Add", "Mul_FloorDiv", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv"),
            *("Pow_Mul", "BitOr_BitAnd", "BitAnd_BitOr"),
        )
    ),
    "ReplaceUnaryOperator_USub_UAdd",
)


def sample(root: Path, modules: list[Path], number: int, seed: int) -> list[MutationSpec]:
    """Choose `number` places in some modules, and return one mutant of each."""
    places: dict[tuple[str, int, int, str], list[MutationSpec]] = {}
    for module in modules:
        for mutant in _mutants(root, module):
            kind = mutant.operator_name.partition("_")[0]
            places.setdefault((str(module), *mutant.start_pos, kind), []).append(mutant)
    rng = random.Random(seed)
    chosen = rng.sample(sorted(places), min(number, len(places)))
    return [rng.choice(places[place]) for place in chosen]


def _mutants(root: Path, module: Path) -> Iterator[MutationSpec]:
    """Return all mutants of a module. Annotations do not count as code."""
    nodes = list(ast_nodes(get_ast_from_path(root / module)))
    annotations = _annotations((root / module).read_text(encoding="utf-8"))
    for name in OPERATORS:
        operator = cosmic_ray.plugins.get_operator(f"core/{name}")()
        positions = (place for node in nodes for place in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(positions):
            if start >= end or any(first <= start < last for first, last in annotations):
                continue
            yield MutationSpec(
                module_path=module,
                operator_name=f"core/{name}",
                occurrence=occurrence,
                start_pos=start,
                end_pos=end,
            )


def _annotations(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the start and end of each annotation."""
    found = list[ast.expr | None]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.AnnAssign() | ast.arg():
                found.append(node.annotation)
            case ast.FunctionDef():
                found.append(node.returns)
            case _:
                pass
    return [
        ((each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0))
        for each in found
        if each is not None
    ]
