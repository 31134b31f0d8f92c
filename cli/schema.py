"""`kifu schema`: the formal description of a notation, or of replays."""

from __future__ import annotations

import click

from ..formats import notations
from ..formats.columns import aligned
from ..formats.grammar import source
from ..formats.json_schema import schema
from ..formats.replay_schema import NAME as REPLAY
from ..formats.replay_schema import replay_schema
from .errors import CLEAN
from .options import unknown
from .output import emit, emit_json, show_lines


@click.command
@click.argument("identifier", required=False, metavar="[ID]")
def command(identifier: str | None) -> int:
    """Print the JSON Schema or the grammar of a notation.

    The ID `replay` is that of what `kifu replay` prints. Without an ID, list what there is.
    """
    described = {each.id: (each.schema, each.grammar) for each in notations()}
    for _, grammar in list(described.values()):
        if grammar is not None:
            described.setdefault(grammar, (None, grammar))
    if identifier is None:
        rows = [
            [name, "JSON Schema" if schema_name else "Lark grammar"]
            for name, (schema_name, _) in described.items()
        ]
        show_lines(aligned([*rows, [REPLAY, "JSON Schema"]]))
        return CLEAN
    if identifier == REPLAY:
        emit_json(replay_schema(), indent=2)
        return CLEAN
    if identifier not in described:
        known = [*described, REPLAY]
        raise unknown("schema", identifier, known, f"known are {', '.join(known)}")
    schema_name, grammar = described[identifier]
    if schema_name is not None:
        emit_json(schema(schema_name), indent=2)
    elif grammar is not None:
        emit(source(grammar))
    return CLEAN
