"""Configuration keys: the source of checks, the JSON Schema and command-line options."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ..findings import SEVERITIES
from .kinds import (
    FLAG,
    OPTIONS,
    Kind,
    many,
    one_of,
    table,
    word,
    wrong_address,
    wrong_denial,
    wrong_encoding,
    wrong_file,
    wrong_game,
    wrong_glob,
    wrong_notation,
    wrong_selector,
    wrong_version,
)

GLOB = word("a path pattern", wrong_glob)
DENIABLE = word("a path pattern", wrong_denial)
SELECTOR = word(
    "a code, a name or a prefix of codes", wrong_selector, r"^([A-Z]+[0-9]*|[a-z0-9-]+)$"
)
SEVERITY = word("a severity", one_of(SEVERITIES, "severity"), choices=SEVERITIES)
GAME = word("the name of a game", wrong_game)
NOTATION = word("a notation", wrong_notation, r"^[^/]+/[^/]+$")
ENCODING = word("a text encoding", wrong_encoding)
FILE = word("the path of a file", wrong_file)
ADDRESS = word("the address of a site", wrong_address, r"^https?://")
VERSIONS = word("a version or a range of versions", wrong_version)


class Key(Struct, frozen=True):
    """A key. If it is `merged`, options add to the configuration; otherwise they replace it."""

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
        "The versions of kifu that accept this configuration; others refuse it.",
    ),
    Key(
        "include",
        many(GLOB),
        ["*"],
        "The files to read when a folder is searched.",
    ),
    Key(
        "exclude",
        many(GLOB),
        DEFAULT_EXCLUDE,
        "The files and folders to leave out; by default, hidden files and dependencies.",
    ),
    Key(
        "extend-exclude",
        many(GLOB),
        [],
        "Files and folders to leave out in addition to `exclude`.",
        merged=True,
    ),
    Key(
        "force-exclude",
        FLAG,
        False,
        "Leave out excluded files, even named ones, as well as named files that are not records.",
    ),
    Key(
        "respect-gitignore",
        FLAG,
        True,
        "Leave out files that git ignores.",
    ),
    Key(
        "select",
        many(SELECTOR),
        ["ALL"],
        "The rules whose findings are reported, by code, name or prefix of codes.",
    ),
    Key("ignore", many(SELECTOR), [], "The rules whose findings are not reported.", merged=True),
    Key(
        "per-file-ignores",
        table(DENIABLE, many(SELECTOR)),
        {},
        "The rules to ignore in some files, or with `!` before the pattern, in all others.",
        merged=True,
    ),
    Key(
        "severity",
        table(SELECTOR, SEVERITY),
        {},
        "The severities of some rules: error, warning or note.",
        merged=True,
    ),
    Key(
        "baseline",
        FILE,
        None,
        "The file of known findings, which are not reported.",
    ),
    Key(
        "formats",
        table(GLOB, NOTATION),
        {},
        "The notations of some files, which are then not detected from the content.",
        merged=True,
    ),
    Key(
        "encodings",
        table(GLOB, ENCODING),
        {},
        "The encodings of some files, which are then not detected from the content.",
        merged=True,
    ),
    Key(
        "rule-options",
        table(GLOB, table(GAME, OPTIONS)),
        {},
        "The rule options for records in some files, if a record does not state any.",
        merged=True,
    ),
    Key(
        "docs-url",
        ADDRESS,
        None,
        "The address of a copy of kifu's site; reports link rules to their pages there.",
    ),
)

KEYS = {each.name: each for each in _ALL}
"""All keys by name."""


def schema() -> dict[str, Any]:
    """Return the JSON Schema of configurations."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:kifu:schema:kifu",
        "title": "kifu's configuration",
        "description": "The content of kifu.toml, or of the table [tool.kifu] in pyproject.toml.",
        "type": "object",
        "properties": {
            each.name: {"description": each.help, **each.kind.schema()}
            | ({} if each.default is None else {"default": each.default})
            for each in KEYS.values()
        },
        "additionalProperties": False,
    }
