"""Configuration files: where to find them, and what they contain.

The nearest `.kifu.toml` or `kifu.toml`, or `pyproject.toml` with a table `[tool.kifu]`, applies to
a folder and everything in it; nothing is inherited from files in folders above. If a folder has
several, the first of these is used.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

from .errors import ProjectError
from .keys import DENIABLE, GLOB, KEYS
from .kinds import Problem, nearest
from .repository import require_inside, shown, tree

if TYPE_CHECKING:
    from .toml_places import Path, Place

OWN, SHARED = "kifu.toml", "pyproject.toml"
NAMES = (f".{OWN}", OWN, SHARED)
"""The names of configurations; in a folder, the first one is used."""

LARGEST = 2**20
"""The maximum size of a configuration, in bytes."""


class Layer(Struct, frozen=True):
    """The values of keys from one source: a file or the command line.

    Its patterns are relative to `folder`, an absolute path. `origin` is the name of the source, and
    `lines` has the places of its keys.
    """

    values: Mapping[str, Any]
    folder: str
    origin: str
    lines: Mapping[Path, Place] = {}
    is_file: bool = False

    def place(self, *path: str | int) -> str:
        """Return the place of a value: `kifu.toml:3`, or `option --select`."""
        if not self.lines:
            return f"{self.origin} --{path[0]}" if self.origin == "option" else self.origin
        place = _place(self.lines, path)
        return f"{self.origin}:{place[0]}" if place else self.origin


def find(folder: str) -> Layer | None:
    """Return the configuration in a folder, or None if there is no configuration file.

    Raises ProjectError if it cannot be used.
    """
    for name in NAMES:
        path = os.path.join(folder, name)
        try:
            mode = os.lstat(path).st_mode
        except OSError:
            continue
        if stat.S_ISLNK(mode):
            require_inside(path, "put a file in its place, or name one with --config")
        found = load(path, folder)
        if found is not None:
            _require_own_baseline(found)
            return found
    return None


def _require_own_baseline(found: Layer) -> None:
    """Refuse a baseline outside the tree, just as `require_inside` refuses links out of it.

    Raises ProjectError.
    """
    name, root = found.values.get("baseline"), tree(found.folder)
    folder = os.path.realpath(os.path.dirname(os.path.join(found.folder, name or "")))
    if name and os.path.commonpath([root, folder]) != root:
        why = f"this baseline is outside of {shown(root)}: use --baseline to name such a file"
        raise ProjectError(f"{found.place('baseline')}: {why}")


def load(path: str, folder: str, named: bool = False) -> Layer | None:
    """Return a file's configuration, or None for a `pyproject.toml` without a table for kifu.

    Raises ProjectError if it cannot be read, is not TOML, or has an invalid key or value.
    """
    from .toml_places import places

    where = shown(path)
    data = _content(path, where)
    shared = os.path.basename(path) == SHARED
    if shared and not named and b"kifu" not in data:
        return None
    values, text = _parsed(data, where)
    before: tuple[str, ...] = ()
    if shared:
        tool = cast(object, values.get("tool"))
        if not isinstance(tool, dict) or "kifu" not in tool:
            if named:
                raise ProjectError(f"{where}: it has no table [tool.kifu]")
            return None
        values, before = cast(dict[str, Any], tool)["kifu"], ("tool", "kifu")
    lines, problem = places(text), wrong(values)
    if problem is not None:
        at = _place(lines, (*before, *problem.path))
        raise ProjectError(f"{':'.join([where, *map(str, at)])}: {problem.message}")
    lines = {path[len(before) :]: at for path, at in lines.items() if path[: len(before)] == before}
    return Layer(values, folder, where, lines, is_file=True)


def _place(lines: Mapping[Path, Place], path: Path) -> Place | tuple[()]:
    """Return the place of a value, or of its nearest container with a place."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, ())


def pair(text: str, folder: str) -> Layer:
    """Return the values of `KEY=VALUE` in TOML, with paths relative to a folder.

    Raises ProjectError if it is not TOML, or invalid.
    """
    import tomllib

    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as why:
        raise ProjectError(
            f"--config {text}: this is neither a file nor KEY=VALUE in TOML: {_plain(why)}"
        ) from None
    problem = wrong(values)
    if problem is not None:
        raise ProjectError(f"--config {text}: {problem.message}")
    return Layer(values, folder, "option --config")


def wrong(values: object) -> Problem | None:
    """Return the first error in a configuration, or None.

    The required version is checked first, as other versions may have other keys.
    """
    from .version import __version__, fits

    if not isinstance(values, dict):
        return Problem((), "[tool.kifu] must be a table")
    known = cast(dict[str, Any], values)
    required = known.get("required-version")
    if required is not None:
        for problem in KEYS["required-version"].kind.problems(required, ("required-version",)):
            return problem
        if not fits(__version__, required):
            why = f"this requires kifu {required}, but this is kifu {__version__}"
            return Problem(("required-version",), why)
    for name, value in known.items():
        if name not in KEYS:
            return Problem((name,), _unknown(name))
        for problem in (*_misplaced(name, value), *KEYS[name].kind.problems(value, (name,))):
            return problem
    return None


def _misplaced(table: str, value: object) -> Iterator[Problem]:
    """Yield the configuration keys that are written in a table above them."""
    known = cast(dict[str, Any], value) if isinstance(value, dict) else {}
    for key in filter(KEYS.__contains__, known):
        why = f'"{key}" is a configuration key, not part of `{table}`: write it above all tables'
        if KEYS[table].kind.keys in (GLOB, DENIABLE):
            why = f'{why}, or as "**/{key}" if it is the name of a file'
        yield Problem((table, key), why)


def _unknown(name: str) -> str:
    if name == "tool":
        return f"in {OWN}, write keys at the top level, not under [tool.kifu]"
    plain = name.replace("_", "-")
    hint = f' (did you mean "{plain}"?)' if plain in KEYS else nearest(name, list(KEYS))
    return f'"{name}" is not a configuration key{hint}: expected one of {", ".join(KEYS)}'


def _content(path: str, where: str) -> bytes:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise ProjectError(f"{where}: this is not a file")
        with open(path, "rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise ProjectError(f"{where}: {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise ProjectError(f"{where}: a configuration cannot be larger than {LARGEST // 2**20} MiB")
    return data


def _parsed(data: bytes, where: str) -> tuple[dict[str, Any], str]:
    import tomllib  # only if there is a configuration

    from .conflict import LEFT, conflict

    try:
        text = data.decode("utf-8-sig")
        return tomllib.loads(text), text
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ProjectError(f"{where}:{line}: this is not UTF-8, as TOML must be") from None
    except tomllib.TOMLDecodeError as why:
        marked = conflict(data)
        if marked is not None:
            raise ProjectError(f"{where}:{marked}: {LEFT}") from None
        message = str(why)
        at = message.rpartition(" (at line ")[2].rstrip(")").replace(", column ", ":")
        at = f":{at}" if at[:1].isdigit() else ""
        raise ProjectError(f"{where}{at}: this is not TOML: {_plain(why)}") from None
    except RecursionError:
        raise ProjectError(f"{where}: this is nested too deeply") from None


def _plain(why: ValueError) -> str:
    """Return an error's message as a clause, without the place."""
    message = str(why).rpartition(" (at ")[0] or str(why)
    return message[:1].lower() + message[1:]
