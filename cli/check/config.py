"""`kifu config`: the configuration of a file, and where each value comes from."""

from __future__ import annotations

import json
import os
from itertools import chain, repeat
from typing import Any

import click

from ...archive.explanation import Explanation, explain
from ...archive.settings import Entry
from ...formats.text.columns import aligned
from ..errors import CLEAN
from ..input.choosing import Choice, choosing_and_selecting
from ..options import any_file, json_or_text
from ..output import emit_json, show_lines


@click.command
@click.argument("path", default=".", metavar="[FILE]", shell_complete=any_file)
@choosing_and_selecting
@json_or_text
def command(path: str, choice: Choice, style: str) -> int:
    """Show the configuration of a file and its sources.

    FILE may also be a folder, and need not exist. The first line says whether a search of its
    folder would read the file, and if not, why.
    """
    found = explain(choice.project(), path)
    if style == "json":
        emit_json(_values(found), indent=2)
    else:
        show_lines(_lines(found))
    return CLEAN


def _lines(found: Explanation) -> list[str]:
    if found.left_out is not None:
        why = f"left out, {found.left_out}"
    elif os.path.lexists(found.path):
        why = "read"
    else:
        why = "does not exist, but would be read"
    rows: list[list[str]] = []
    for name, entries in found.entries.items():
        names = chain([name], repeat(""))
        rows += [[next(names), _written(each), each.origin] for each in entries]
        if not entries:
            rows.append([name, "nothing"])
    return [
        f"{found.path}: {why}",
        f"configuration: {found.configuration or 'none found'}",
        "",
        *aligned(rows),
    ]


def _written(entry: Entry) -> str:
    """Return a value as TOML."""
    if entry.value is None:
        return "nothing"
    value = json.dumps(entry.value, ensure_ascii=False)
    return value if entry.key is None else f"{json.dumps(entry.key, ensure_ascii=False)} = {value}"


def _values(found: Explanation) -> dict[str, Any]:
    return {
        "path": found.path,
        "left_out": found.left_out,
        "configuration": found.configuration,
        "keys": {
            name: {
                "value": found.values[name],
                "from": [
                    {"value": each.value if each.key is None else {each.key: each.value}}
                    | {"origin": each.origin}
                    for each in entries
                ],
            }
            for name, entries in found.entries.items()
        },
    }
