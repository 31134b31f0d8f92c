"""Discovery of games in the folders of kifu itself, and in other packages.

A game has two halves, one in `replayer` (its rules and records) and one in `formats` (its
notations).

Each half is declared by a lightweight descriptor in the `__init__.py` of its folder, `GAME` or
`FORMATS`. A game can also be a package of its own, whose module has both descriptors; an entry
point in the group `kifu.games` names that module.
"""

from __future__ import annotations

import os
import pkgutil
import sys
from _thread import allocate_lock  # `threading` is slow to import
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from itertools import chain
from types import ModuleType
from typing import Any, TextIO, TypeVar, cast

from ..findings import Taken

GROUP = "kifu.games"
"""The group of entry points through which packages offer games."""

DescriptorT = TypeVar("DescriptorT")


class BrokenPlugin(ImportError):
    """A plug-in package is broken."""


class GameFails(BrokenPlugin):
    """A game's code fails on one text or record; others may be fine."""


# Discovery


def descriptors(
    package: str,
    attribute: str,
    kind: type[DescriptorT],
    game: Callable[[DescriptorT], str],
    required: bool = True,
) -> dict[str, DescriptorT]:
    """Return the descriptors of one kind, by the names of their games.

    Descriptors in a package's folders come first, sorted by name, then those in other packages.
    `attribute` is the name of the descriptor in its module; `game` returns the name of its game.
    If `required` is false, a package may omit the descriptor.

    Raises BrokenPlugin if a package that offers a game cannot be imported, lacks the descriptor, or
    uses the name of another game.
    """
    found: dict[str, DescriptorT] = {}
    for each in _folders(package):
        descriptor = getattr(each, attribute, None)
        if isinstance(descriptor, kind):
            found[game(descriptor)] = descriptor
    for name, module in plugins().items():
        descriptor = getattr(module, attribute, None)
        if descriptor is None and not required:
            continue
        if not isinstance(descriptor, kind):
            raise broken(name, f"{module.__name__} has no {attribute}")
        if name in found:
            raise BrokenPlugin(
                f"the game {name!r} of {module.__name__}: another game has this name"
            )
        if game(descriptor) != name:
            why = f"{attribute} in {module.__name__} belongs to the game {game(descriptor)!r}"
            raise broken(name, why)
        found[name] = descriptor
    return found


def _folders(package: str) -> Iterator[ModuleType]:
    """Yield the subpackages of a package, sorted by name."""
    modules = pkgutil.iter_modules(import_module(package).__path__)
    names = sorted(each.name for each in modules if each.ispkg)
    return (import_module(f"{package}.{name}") for name in names)


@cache
def plugins() -> dict[str, ModuleType]:
    """Return the modules of games installed as separate packages, by entry point name.

    Raises BrokenPlugin if one cannot be imported, or if two have the same name.
    """
    if not may_offer(GROUP):
        return {}
    from importlib.metadata import entry_points  # slow to import

    found: dict[str, ModuleType] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.module)):
        module = load_module(entry.module, entry.name)
        if found.setdefault(entry.name, module) is not module:
            both = f"{found[entry.name].__name__} and {module.__name__}"
            raise broken(entry.name, f"{both} both offer it: uninstall one of the two packages")
    return found


def may_offer(group: str) -> bool:
    """Return whether a package may have entry points of a group; only False is certain.

    Importing `importlib.metadata` takes longer than checking a record, and most people have no game
    in a package of its own. So it is only imported if the installed packages may include such a
    game.

    >>> may_offer("console_scripts")
    True
    """
    others = (each for each in sys.meta_path if hasattr(each, "find_distributions"))
    if any(each is not PathFinder for each in others):
        return True
    return any(data is None or group.encode() in data for data in _entry_points())


def _entry_points() -> Iterator[bytes | None]:
    """Yield the contents of entry point files, and None for a zip file, which may contain more."""
    for folder in dict.fromkeys(sys.path):
        if os.path.isfile(folder):
            yield None
        with suppress(OSError), os.scandir(folder or os.curdir) as entries:
            for each in entries:
                if each.name.endswith(".egg"):
                    yield None
                elif each.name.endswith((".dist-info", ".egg-info")):
                    with suppress(OSError), open(f"{each.path}/entry_points.txt", "rb") as file:
                        yield file.read()


# Loading


_SLOW = 3.0
"""After how many seconds a message names a plug-in that is still being imported."""


def load_module(name: str, game: str) -> ModuleType:
    """Import a module that a game's descriptor or entry point names.

    Raises BrokenPlugin if it cannot be imported.
    """
    found = sys.modules.get(name)  # much faster than asking the importer
    if found is not None:
        return found
    with blamed_on(game, f"{name} cannot be imported"):
        if name.startswith(f"{__name__.partition('.')[0]}."):
            return import_module(name)
        with _named(name, game), _FILE:
            return import_module(name)


@contextmanager
def _named(name: str, game: str) -> Generator[None]:
    """Say on standard error which plug-in is being imported, if that takes long or is interrupted.

    An interrupt may also come from the plug-in itself.
    """
    from threading import Timer  # slow to import

    def say(what: str) -> None:
        with suppress(OSError, ValueError):  # if standard error is closed
            print(f"kifu: {what}", file=sys.stderr, flush=True)

    slow = f"waiting for the plug-in {game!r}: {name} is still being imported"
    timer = Timer(_SLOW, say, [slow])
    timer.daemon = True
    timer.start()
    try:
        yield
    except KeyboardInterrupt:
        say(f"interrupted while {name} of the plug-in {game!r} is being imported")
        raise
    finally:
        timer.cancel()
        timer.join()  # a process with threads cannot be forked safely


def load_attribute(name: str, of: str, game: str, kind: type = object) -> Any:
    """Return an attribute of the module `of`, which a game's descriptor names.

    Raises BrokenPlugin if the module cannot be imported or has no such attribute of this kind.
    """
    module = load_module(of, game)
    if not hasattr(module, name):
        raise broken(game, f"{of} has no {name}")
    found = getattr(module, name)
    if not isinstance(found, kind):
        raise broken(game, f"{name} in {of} is not an instance of {kind.__name__}")
    return found


def load_text(package: str, path: str, game: str) -> str:
    """Return the text of a file in a package that a game's descriptor names.

    Raises BrokenPlugin if there is no such file.
    """
    what = f"{package} has no {path}, although its descriptor names that package for such files"
    with blamed_on(game, what):
        data = pkgutil.get_data(package, path)
        if data is None:  # in a folder without __init__.py; the module is slow to import
            from importlib.resources import files

            data = files(package).joinpath(path).read_bytes()
        return data.decode()


# Standard output


class _Diversion:
    """Sends output to standard error while any thread is inside this context."""

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._inside = 0

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self.begin()
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self.end()

    def begin(self) -> None:
        """Begin to send output to standard error."""
        raise NotImplementedError

    def end(self) -> None:
        """Send output to standard output again."""
        raise NotImplementedError


class _OfPython(_Diversion):
    """Output that Python code prints."""

    def begin(self) -> None:
        self._stream = sys.stdout
        sys.stdout = cast(Any, sys.stderr and _Unclosed(sys.stderr))

    def end(self) -> None:
        sys.stdout = self._stream


class _Unclosed:
    """A stream that code can use, but not close."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def close(self) -> None:
        """Do nothing."""


class _OfProcess(_Diversion):
    """Output that C code and child processes write to the file descriptor."""

    def begin(self) -> None:
        self._copy: int | None = None
        with suppress(OSError):  # if one of these file descriptors is closed
            _flush()
            self._copy = os.dup(_OUTPUT)
            os.dup2(_ERROR, _OUTPUT)

    def end(self) -> None:
        if self._copy is not None:
            _flush()
            os.dup2(self._copy, _OUTPUT)
            os.close(self._copy)


def _flush() -> None:
    with suppress(OSError, ValueError, AttributeError):  # if there is no standard output
        cast(TextIO, sys.__stdout__).flush()


def _is_closed(stream: object) -> bool:
    return bool(getattr(stream, "closed", False))


def _reopen_errors() -> None:
    """Open standard error again: closing Python's stream leaves the descriptor open."""
    with suppress(OSError):
        sys.stderr = os.fdopen(_ERROR, "w", 1, errors="backslashreplace", closefd=False)


_OUTPUT, _ERROR = 1, 2
_STREAM, _FILE = _OfPython(), _OfProcess()


# Errors


def broken(game: str, why: str) -> BrokenPlugin:
    """Return an error that says on one line what is wrong with a game."""
    return BrokenPlugin(f"the game {game!r}: {why}")


def failed(game: str, what: str, error: BaseException) -> BrokenPlugin:
    """Return an error that says on one line what a game's code raised."""
    return broken(game, f"{what} ({raised(error)})")


def raised(error: BaseException) -> str:
    r"""Return an exception's type and message on one line, even if its message cannot be shown.

    >>> raised(ValueError("an odd\naction"))
    'ValueError: an odd action'
    """
    try:
        message = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException as another:
        message = f"its message cannot be shown ({type(another).__name__})"
    return " ".join(f"{type(error).__name__}: {message}".split())


def fails(game: str, why: str) -> GameFails:
    """Return an error that says on one line how a game's code fails."""
    return GameFails(str(broken(game, why)))


def require(found: object, kind: type, game: str, what: str) -> None:
    """Raise GameFails unless a game's code returned an object of this kind."""
    if not isinstance(found, kind):
        raise fails(game, f"{what} returned {type(found).__name__}: expected {kind.__name__}")


@contextmanager
def blamed_on(game: str, what: str) -> Generator[None]:
    """Turn exceptions raised by a game's code into BrokenPlugin, with a message about `what`.

    Output printed by that code goes to standard error: standard output belongs to the command.
    """
    is_open, has_errors = not _is_closed(sys.stdout), not _is_closed(sys.stderr)
    try:
        with _STREAM:
            yield
        if has_errors and _is_closed(sys.stderr):
            _reopen_errors()
            raise ValueError("it closes standard error")
        if is_open and _is_closed(sys.stdout):
            raise ValueError("it closes standard output")
    except (BrokenPlugin, KeyboardInterrupt):
        raise
    except Taken as error:
        # If two modules clash, the one imported last is not necessarily the wrong one.
        owners = (game_of_module(each) for each in error.modules)
        raise broken(next(filter(None, owners), game), str(error)) from error
    except BaseException as error:  # such as SystemExit on import
        raise failed(game, what, error) from error


def game_of_module(name: str) -> str | None:
    """Return the name of the plug-in game whose package contains a module, if there is one."""
    modules = {game: module.__name__ for game, module in plugins().items()}
    inside = (game for game, own in modules.items() if f"{name}.".startswith(f"{own}."))
    top = name.partition(".")[0]
    beside = (game for game, own in modules.items() if own.partition(".")[0] == top)
    return next(chain(inside, beside), None)


def culprit(error: BaseException) -> BrokenPlugin | None:
    """Return an error that blames the plug-in game whose code raised this one."""
    from traceback import walk_tb  # slow to import

    with suppress(BrokenPlugin):
        for frame, line in reversed(list(walk_tb(error.__traceback__))):
            game = game_of_module(str(frame.f_globals.get("__name__")))
            if game is not None:
                where = f"{os.path.basename(frame.f_code.co_filename)}, line {line}"
                return failed(game, f"its code fails in {where}", error)
    return None
