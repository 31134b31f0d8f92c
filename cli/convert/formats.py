"""`kifu formats`: the notations, and what each can and cannot hold."""

from __future__ import annotations

from typing import Any

import click

from ...formats import Notation, notations
from ...formats.text.columns import aligned
from ...replayer.play import KINDS
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
        if each.keeps:
            show_lines([f"  keeps {', '.join(_kept(each))} of the play"])
        unsupported = [[f"    {name}:", meaning] for name, meaning in each.unsupported.items()]
        if unsupported:
            show_lines(["  lacks", *aligned(unsupported)])
    return CLEAN


def _kept(each: Notation[Any]) -> list[str]:
    """The kinds of what is noted of the play that a notation holds, in their order."""
    return [kind for kind in KINDS if kind in each.keeps]


def _values(each: Notation[Any]) -> dict[str, object]:
    return {
        "id": each.id,
        "game": each.game,
        "title": each.title,
        "medium": each.medium,
        "suffix": each.suffix,
        "keeps": _kept(each),
        "lacks": dict(each.unsupported),
        "schema": each.schema,
        "grammar": each.grammar,
        "description": each.description,
    }
