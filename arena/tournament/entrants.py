"""The file of entrants: program names and their commands.

It is a TOML file whose table `entrants` has a line for each program: `Ala = "python3 player.py"`.
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
"""The minimum number of entrants: enough for one game."""

_EXAMPLE = 'each entrant needs a line like Ala = "python3 player.py" in the table [entrants]'


class Entrants(Struct, frozen=True):
    """The commands of all programs by name, and the folder where they run."""

    commands: dict[str, str]
    folder: Path


def read_entrants(path: str) -> Entrants:
    """Return the entrants listed in a file.

    Raises BadEntrants if there are too few or one is invalid, and OSError if the file cannot be
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
        raise BadEntrants(f"{path}: not UTF-8 (byte {error.start + 1})") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadEntrants(f"{path}: not TOML: {error}; {_EXAMPLE}") from None
    for key in content:
        if key != "entrants":
            raise BadEntrants(f"{path}: unknown key {key!r}; {_EXAMPLE}")
    entrants = content.get("entrants")
    if not isinstance(entrants, dict):
        raise BadEntrants(f"{path}: there are no entrants; {_EXAMPLE}")
    folder = file.resolve().parent
    commands = {
        name: _command(f"{path}: entrant {name!r}", name, value, folder)
        for name, value in cast("dict[str, object]", entrants).items()
    }
    if len(commands) < LEAST:
        raise BadEntrants(f"{path}: a game needs {LEAST} entrants, found {len(commands)}")
    return Entrants(commands, folder)


def difference(there: Mapping[str, str], here: Mapping[str, str]) -> str | None:
    """Return the first difference between two lists of entrants, or None."""
    for name, command in there.items():
        if name not in here:
            return f"{name!r} is no longer an entrant"
        if here[name] != command:
            return f"the command of {name!r} was {command!r} and is now {here[name]!r}"
    for name in here:
        if name not in there:
            return f"{name!r} is a new entrant"
    return None


def _command(where: str, name: str, command: object, folder: Path) -> str:
    """Return an entrant's command. Raises BadEntrants if the command or the name is invalid."""
    if not name.strip():
        raise BadEntrants(f"{where}: the name is empty")
    if not name.isprintable():
        raise BadEntrants(f"{where}: the name has invisible characters")
    if not isinstance(command, str):
        raise BadEntrants(f"{where}: the command is not a string; {_EXAMPLE}")
    try:
        words = shlex.split(command)
    except ValueError as why:
        raise BadEntrants(f"{where}: {command!r} is not a command line: {why}") from None
    if not words or "\0" in command:
        raise BadEntrants(f"{where}: {command!r} is not a command line")
    program = words[0]
    found = shutil.which(os.path.join(folder, program) if os.path.dirname(program) else program)
    if found is None:
        raise BadEntrants(f"{where}: {program!r} is not a program that can be run in {folder}")
    return command
