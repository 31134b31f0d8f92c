"""The file of entrants: the names of programs, and their commands.

TOML, in which a table `entrants` has a line for each: `Ala = "python3 player.py"`.
"""

from __future__ import annotations

import os
import shlex
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from ...cli.errors import Failure, reason

LEAST = 4
"""The players of one game."""

_EXAMPLE = 'in the table [entrants], each has a line like Ala = "python3 player.py"'


class Entrants(Struct, frozen=True):
    """The commands of all programs by their names, and the folder in which they are run."""

    commands: dict[str, str]
    folder: Path


def read_entrants(path: str) -> Entrants:
    """The entrants of a file; raises Failure where it has none, or what it has is no command."""
    file = Path(path)
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Failure(reason(error)) from None
    except UnicodeDecodeError as error:
        raise Failure(f"{path}: this is not UTF-8 (byte {error.start + 1})") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Failure(f"{path}: this is no TOML: {error}; {_EXAMPLE}") from None
    for key in content:
        if key != "entrants":
            raise Failure(f"{path}: {key!r} is unknown; {_EXAMPLE}")
    entrants: Any = content.get("entrants")
    if not isinstance(entrants, dict):
        raise Failure(f"{path}: there are no entrants; {_EXAMPLE}")
    named = cast("dict[str, Any]", entrants)
    folder = file.resolve().parent
    for name, command in named.items():
        _check(path, name, command, folder)
    if len(named) < LEAST:
        raise Failure(f"{path}: a game needs {LEAST} entrants, and there are {len(named)}")
    return Entrants(named, folder)


def difference(there: Mapping[str, str], here: Mapping[str, str]) -> str | None:
    """What is not alike in two lists of entrants, None if nothing."""
    for name, command in there.items():
        if name not in here:
            return f"{name!r} is no entrant any more"
        if here[name] != command:
            return f"the command of {name!r} was {command!r}, and is {here[name]!r}"
    for name in here:
        if name not in there:
            return f"{name!r} is new"
    return None


def _check(path: str, name: str, command: Any, folder: Path) -> None:
    """Raise Failure where an entrant has no name or no command that could be run."""
    where = f"{path}: entrant {name!r}"
    if not name.strip():
        raise Failure(f"{where}: the name is empty")
    if not name.isprintable():
        raise Failure(f"{where}: the name has characters that cannot be seen")
    if not isinstance(command, str):
        raise Failure(f"{where}: the command is no text; {_EXAMPLE}")
    try:
        words = shlex.split(command)
    except ValueError as why:
        raise Failure(f"{where}: {command!r} is no command line: {why}") from None
    if not words or "\0" in command:
        raise Failure(f"{where}: {command!r} is no command line")
    program = words[0]
    found = shutil.which(os.path.join(folder, program) if os.path.dirname(program) else program)
    if found is None:
        raise Failure(f"{where}: {program!r} is no program that can be run in {folder}")
