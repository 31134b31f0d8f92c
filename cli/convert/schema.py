"""`kifu schema` and `kifu formats`: the notations and their formal descriptions."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import click

from ...archive.configuration import OWN
from ...archive.keys import schema as configuration_schema
from ...archive.questions.statistics import statistics_schema
from ...formats import Notation, notations
from ...formats.document.schema import schema
from ...formats.files.target import write_file
from ...formats.interface.description import description
from ...formats.interface.replay_schema import NAME as REPLAY
from ...formats.interface.replay_schema import replay_schema, shared_schema
from ...formats.text.columns import aligned
from ...formats.text.grammar import source
from ...replayer.play import KINDS
from ..errors import CLEAN
from ..options import Known, any_folder, force, json_or_text
from ..output import check_target, emit, emit_json, encoded, show_lines

CONFIGURATION = "kifu"
"""The name of the schema for configurations."""

SCHEMA, GRAMMAR, DESCRIPTION, NOTHING = "JSON Schema", "Lark grammar", "description", "nothing"
"""The kinds of notation descriptions."""

CATALOG = "catalog.json"
"""The file that maps files to schemas."""

OTHERS: dict[str, Callable[[], Mapping[str, Any]]] = {
    REPLAY: replay_schema,
    "report": partial(shared_schema, "report"),
    "board": partial(shared_schema, "board"),
    "diff": partial(shared_schema, "diff"),
    "statistics": statistics_schema,
    CONFIGURATION: configuration_schema,
}
"""The schemas that do not describe a notation."""


HERE = "."
"""The address of unpublished schemas: the catalogue's folder."""


def _published_at(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    if value is not None and not value.startswith("https://"):
        raise click.BadParameter(f"{value!r} does not begin with https://")
    return HERE if value is None else value.rstrip("/")


def _all_described() -> dict[str, tuple[str, str]]:
    """Return the description of each notation, and the grammars that descriptions import."""
    found = {each.id: _described(each) for each in notations()}
    grammars = [each.grammar for each in notations() if each.grammar is not None]
    return found | {each: (GRAMMAR, each) for each in grammars if each not in found}


def _known() -> dict[str, str | None]:
    return dict.fromkeys([*_all_described(), *OTHERS])


@click.command
@click.argument("identifier", required=False, metavar="[ID]", type=Known("schema", _known))
@click.option("--all", "everything", is_flag=True, help="Write all JSON Schemas, for editors.")
@click.option(
    "-d",
    "--directory",
    metavar="FOLDER",
    shell_complete=any_folder,
    help="The folder to write to, with --all.",
)
@click.option(
    "--url",
    metavar="URL",
    callback=_published_at,
    help="The URL where the schemas will be published, used in the catalogue with --all.",
)
@force
def command(
    identifier: str | None, everything: bool, directory: str | None, url: str, force: bool
) -> int:
    """Print the formal description of a notation.

    The ID `replay` is for the output of `kifu replay`, `board` for boards, `report`, `diff` and
    `statistics` for the output of `kifu validate`, `kifu diff` and `kifu stats`, and `kifu` for
    kifu.toml. Without an ID, list all IDs. With --all, write every JSON Schema to a folder, along
    with catalog.json, which maps files to them.
    """
    if everything or directory is not None or url != HERE:
        if not everything or directory is None or identifier is not None:
            raise click.UsageError("--all and -d FOLDER must be used together, and without an ID")
        _write_all(directory, url, force)
        return CLEAN
    described = _all_described()
    if identifier is None:
        rows = [[name, kind] for name, (kind, _) in described.items()]
        show_lines(aligned([*rows, *([name, "JSON Schema"] for name in OTHERS)]))
        return CLEAN
    if identifier in OTHERS:
        emit_json(OTHERS[identifier](), indent=2)
        return CLEAN
    kind, name = described[identifier]
    if kind == SCHEMA:
        emit_json(schema(name), indent=2)
    elif kind == GRAMMAR:
        emit(source(name))
    elif kind == DESCRIPTION:
        emit(description(name))
    return CLEAN


def _described(each: Notation[Any]) -> tuple[str, str]:
    """Return the description of a notation, and its kind."""
    if each.schema is not None:
        return SCHEMA, each.schema
    if each.grammar is not None:
        return GRAMMAR, each.grammar
    return DESCRIPTION if each.description is not None else NOTHING, each.description or ""


def _write_all(folder: str, url: str, force: bool) -> None:
    """Write all schemas and the catalogue, or none of them if a file already exists."""
    files = {f"{name}.schema.json": each for name, each in _schemas().items()}
    files[CATALOG] = _catalog(url)
    paths = {os.path.join(folder, *name.split("/")): value for name, value in files.items()}
    for path in paths:
        check_target(path, force)
    for path, value in paths.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
        write_file(path, encoded(text), force)


def _schemas() -> dict[str, Mapping[str, Any]]:
    """Return all schemas by name."""
    found = {each.schema: schema(each.schema) for each in notations() if each.schema is not None}
    return found | {name: describe() for name, describe in OTHERS.items()}


def _catalog(url: str) -> dict[str, Any]:
    """Return the catalogue of schemas and their files, in the format of the JSON Schema Store."""
    suffixes = {each.schema: each.suffix for each in notations() if each.schema is not None}
    return {
        "$schema": "https://json.schemastore.org/schema-catalog.json",
        "version": 1.0,
        "schemas": [
            {
                "name": each["title"],
                "description": each["description"],
                "fileMatch": file_patterns(name, suffixes.get(name, ".json")),
                "url": f"{url}/{name}.schema.json",
            }
            for name, each in _schemas().items()
        ],
    }


def file_patterns(name: str, suffix: str) -> list[str]:
    """Return patterns for the files that a schema describes, by the suffixes of its notation.

    >>> file_patterns("goita/json", ".json"), file_patterns("goita/json-2015", ".json")
    (['*.goita.json'], ['*.goita.json-2015.json'])
    >>> file_patterns("goita/yaml", ".yaml"), file_patterns("kifu", ".json")
    (['*.goita.yaml', '*.goita.yml'], ['.kifu.toml', 'kifu.toml'])
    """
    if name == CONFIGURATION:
        return [f".{OWN}", OWN]
    stem = "*." + name.replace("/", ".")
    whole = stem if stem.endswith(suffix) else stem + suffix
    return [whole, whole.removesuffix("yaml") + "yml"] if suffix == ".yaml" else [whole]


@click.command
@json_or_text
def formats_command(style: str) -> int:
    """List the notations, and what each of them cannot hold."""
    known = notations()
    if style == "json":
        emit_json([_notation_values(each) for each in known])
        return CLEAN
    rows = [[each.id, each.medium, each.suffix, each.title] for each in known]
    for each, line in zip(known, aligned(rows), strict=True):
        show_lines([line])
        if each.keeps:
            show_lines([f"  keeps {', '.join(_kept(each))}"])
        unsupported = [[f"    {name}:", meaning] for name, meaning in each.unsupported.items()]
        if unsupported:
            show_lines(["  lacks", *aligned(unsupported)])
    return CLEAN


def _kept(each: Notation[Any]) -> list[str]:
    """Return the kinds of annotations that a notation holds, in order."""
    return [kind for kind in KINDS if kind in each.keeps]


def _notation_values(each: Notation[Any]) -> dict[str, object]:
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
