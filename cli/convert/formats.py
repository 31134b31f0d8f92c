"""`kifu formats`: the notations, and what each cannot hold."""

from __future__ import annotations

from typing import Any

import click

from ...formats import Notation, notations
from ...formats.text.columns import aligned
from ..errors import CLEAN
from ..options import json_or_text
from ..output.output import emit_json, show_lines


@click.command
@json_or_text
def command(style: str) -> int:
    """List the notations, and what each cannot hold."""
    known = notations()
    if style == "json":
        emit_json([_values(each) for each in known])
        return CLEAN
    rows = [[each.id, each.medium, each.suffix, each.title] for each in known]
    for each, line in zip(known, aligned(rows), strict=True):
        show_lines([line])
        unsupported = [[f"    {name}:", meaning] for name, meaning in each.unsupported.items()]
        if unsupported:
            show_lines(["  lacks", *aligned(unsupported)])
    return CLEAN


def _values(each: Notation[Any]) -> dict[str, object]:
    return {
        "id": each.id,
        "game": each.game,
        "title": each.title,
        "medium": each.medium,
        "suffix": each.suffix,
        "lacks": dict(each.unsupported),
        "schema": each.schema,
        "grammar": each.grammar,
    }
