"""The keys of a configuration: from this table come its checks, its JSON Schema and its options."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..findings import SEVERITIES
from .kinds import (
    Flag,
    GameOptions,
    Kind,
    Many,
    Table,
    Word,
    one_of,
    wrong_denial,
    wrong_encoding,
    wrong_file,
    wrong_game,
    wrong_glob,
    wrong_notation,
    wrong_selector,
    wrong_version,
)

GLOB = Word("a pattern of paths", wrong_glob)
DENIABLE = Word("a pattern of paths", wrong_denial)
SELECTOR = Word(
    "a code, a name or a prefix of codes", wrong_selector, r"^([A-Z]+[0-9]*|[a-z0-9-]+)$"
)
SEVERITY = Word("a severity", one_of(SEVERITIES, "severity"), choices=SEVERITIES)
GAME = Word("the name of a game", wrong_game)
NOTATION = Word("a notation", wrong_notation, r"^[^/]+/[^/]+$")
ENCODING = Word("an encoding of text", wrong_encoding)
FILE = Word("the path of a file", wrong_file)
VERSIONS = Word("a version or a range of them", wrong_version)


class Key(Struct, frozen=True):
    """One key.

    `merged`: what a configuration and options say holds together; otherwise the last one counts.
    """

    name: str
    kind: Kind
    default: Any
    help: str
    merged: bool = False


DEFAULT_EXCLUDE = [
    ".*",
    "__pycache__",
    "__pypackages__",
    "bower_components",
    "node_modules",
    "site-packages",
    "venv",
]

_ALL = (
    Key(
        "required-version",
        VERSIONS,
        None,
        "The versions of kifu that this configuration is for; any other refuses it.",
    ),
    Key(
        "include",
        Many(GLOB),
        ["*"],
        "The files in folders that are looked at.",
    ),
    Key(
        "exclude",
        Many(GLOB),
        DEFAULT_EXCLUDE,
        "Files and folders that are left out, instead of hidden ones and those of dependencies.",
    ),
    Key(
        "extend-exclude",
        Many(GLOB),
        [],
        "Files and folders that are left out besides those of `exclude`.",
        merged=True,
    ),
    Key(
        "force-exclude",
        Flag(),
        False,
        "Leave out what is excluded even if it is named, and named files that are no records.",
    ),
    Key(
        "respect-gitignore",
        Flag(),
        True,
        "Leave out what git ignores.",
    ),
    Key(
        "select",
        Many(SELECTOR),
        ["ALL"],
        "The rules whose findings are reported, by code, name or prefix of codes.",
    ),
    Key(
        "ignore",
        Many(SELECTOR),
        [],
        "The rules whose findings are not reported.",
        merged=True,
    ),
    Key(
        "per-file-ignores",
        Table(DENIABLE, Many(SELECTOR)),
        {},
        "The rules that are ignored in some files; with `!` before the pattern, in all others.",
        merged=True,
    ),
    Key(
        "severity",
        Table(SELECTOR, SEVERITY),
        {},
        "How much findings of some rules count: as an error, a warning or a note.",
        merged=True,
    ),
    Key(
        "baseline",
        FILE,
        None,
        "The file of known findings, which are accepted.",
    ),
    Key(
        "formats",
        Table(GLOB, NOTATION),
        {},
        "The notations of some files, which are then not told from their content.",
        merged=True,
    ),
    Key(
        "encodings",
        Table(GLOB, ENCODING),
        {},
        "The encodings of some files, which are then not told from their content.",
        merged=True,
    ),
    Key(
        "rule-options",
        Table(GLOB, Table(GAME, GameOptions())),
        {},
        "The options by which records in some files were played that do not say them.",
        merged=True,
    ),
)

KEYS = {each.name: each for each in _ALL}
"""All keys by name."""


def schema() -> dict[str, Any]:
    """The JSON Schema of a configuration."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:kifu:schema:kifu",
        "title": "kifu's configuration",
        "description": "What stands in kifu.toml, or in pyproject.toml under [tool.kifu].",
        "type": "object",
        "properties": {
            each.name: {"description": each.help, **each.kind.schema()}
            | ({} if each.default is None else {"default": each.default})
            for each in KEYS.values()
        },
        "additionalProperties": False,
    }
