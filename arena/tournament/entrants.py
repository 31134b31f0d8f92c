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
from typing import cast

from msgspec import Struct

from ...formats.files.source import require_file
from ..errors import BadEntrants

LEAST = 4
"""The players of one game."""

_EXAMPLE = 'in the table [entrants], each has a line like Ala = "python3 player.py"'


class Entrants(Struct, frozen=True):
    """The commands of all programs by their names, and the folder in which they are run."""

    commands: dict[str, str]
    folder: Path


def read_entrants(path: str) -> Entrants:
    """The entrants of a file.

    Raises BadEntrants if it has none, or what it has is no command, and OSError if it cannot be
    read.
    """
    file = Path(path)
    try:
        require_file(path)
        content: dict[str, object] = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        error.filename = path
        raise
    except UnicodeDecodeError as error:
        raise BadEntrants(f"{path}: this is not UTF-8 (byte {error.start + 1})") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadEntrants(f"{path}: this is no TOML: {error}; {_EXAMPLE}") from None
    for key in content:
        if key != "entrants":
            raise BadEntrants(f"{path}: {key!r} is unknown; {_EXAMPLE}")
    entrants = content.get("entrants")
    if not isinstance(entrants, dict):
        raise BadEntrants(f"{path}: there are no entrants; {_EXAMPLE}")
    folder = file.resolve().parent
    commands = {
        name: _command(f"{path}: entrant {name!r}", name, value, folder)
        for name, value in cast("dict[str, object]", entrants).items()
    }
    if len(commands) < LEAST:
        raise BadEntrants(f"{path}: a game needs {LEAST} entrants, and there are {len(commands)}")
    return Entrants(commands, folder)


def difference(there: Mapping[str, str], here: Mapping[str, str]) -> str | None:
    """The first difference between two lists of entrants, None if there is none."""
    for name, command in there.items():
        if name not in here:
            return f"{name!r} is no entrant any more"
        if here[name] != command:
            return f"the command of {name!r} was {command!r}, and is {here[name]!r}"
    for name in here:
        if name not in there:
            return f"{name!r} is new"
    return None


def _command(where: str, name: str, command: object, folder: Path) -> str:
    """The command of an entrant; raises BadEntrants if it could not be run, or has no name."""
    if not name.strip():
        raise BadEntrants(f"{where}: the name is empty")
    if not name.isprintable():
        raise BadEntrants(f"{where}: the name has characters that cannot be seen")
    if not isinstance(command, str):
        raise BadEntrants(f"{where}: the command is no text; {_EXAMPLE}")
    try:
        words = shlex.split(command)
    except ValueError as why:
        raise BadEntrants(f"{where}: {command!r} is no command line: {why}") from None
    if not words or "\0" in command:
        raise BadEntrants(f"{where}: {command!r} is no command line")
    program = words[0]
    found = shutil.which(os.path.join(folder, program) if os.path.dirname(program) else program)
    if found is None:
        raise BadEntrants(f"{where}: {program!r} is no program that can be run in {folder}")
    return command
