"""Messages and exit statuses when something cannot be done."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import IO, Any, TextIO, cast

import click

from .terminal import hide_bar

CLEAN = 0
FOUND = 1
FAILED = 2
INTERRUPTED = 128 + 2
BROKEN_PIPE = 128 + 13


class Failure(click.ClickException):
    """Something cannot be done; the message says why, and what would be right."""

    exit_code = FAILED

    def show(self, file: IO[Any] | None = None) -> None:
        """Show the message on standard error."""
        say(self.message)


@contextmanager
def refusing(*kinds: type[Exception], place: str = "") -> Generator[None]:
    """Turn errors of the given kinds into a Failure with their message, prefixed with `place`."""
    try:
        yield
    except kinds as why:
        raise Failure(f"{place}: {why}" if place else str(why)) from None


def unknown(what: str, value: str, known: Sequence[str], where: str) -> Failure:
    """Return an error for an unknown name, with similar names; `where` says where to look."""
    from difflib import SequenceMatcher, get_close_matches

    # All options begin with the same dashes, which does not make them similar.
    names = {each.casefold().lstrip("-"): each for each in known}
    wrong = value.casefold().lstrip("-")
    close = get_close_matches(wrong, names, n=2)
    ratios = [SequenceMatcher(None, each, wrong).ratio() for each in close]
    near = zip(close, ratios, strict=True)
    close = [names[each] for each, ratio in near if ratio > ratios[0] - 0.1]
    hint = f" (did you mean {' or '.join(close)}?)" if close else ""
    return Failure(f"{what} {value!r} is unknown{hint}; {where}")


_KINDS = {
    "integer range": "whole number",
    "integer": "whole number",
    "float range": "number",
    "float": "number",
}
"""The names that click has for the values of options, and plainer ones."""


def misused(error: click.UsageError) -> Failure:
    """Return a one-line error for an invalid command line."""
    path = "kifu" if error.ctx is None else error.ctx.command_path
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        params = error.ctx.command.get_params(error.ctx)
        known = [name for each in params for name in (*each.opts, *each.secondary_opts)]
        options = [name for name in known if name.startswith("-")]
        name, space, rest = error.option_name.partition(" ")
        if space and name in options:
            expected = f"write {name}={rest}, or separate arguments (in an action: separate lines)"
            return Failure(
                f"option {error.option_name!r} contains an option and its value: {expected}"
            )
        return unknown("option", error.option_name, options, f"`{path} --help` lists them all")
    what = " ".join(error.format_message().split()).rstrip(".")
    for kind, plain in _KINDS.items():
        what = what.replace(f"is not a valid {kind}", f"is not a {plain}")
    return Failure(f"{what[:1].lower()}{what[1:]} (`{path} --help` explains)")


def say(message: str) -> None:
    """Write a message to standard error, on one line and without control characters."""
    line = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in message)
    to_standard_error(f"kifu: {line}\n")


def to_standard_error(text: str) -> None:
    """Write to standard error. The command continues even if nobody can read the output."""
    hide_bar()
    if sys.stderr is not None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            _give_up(sys.stderr)


def reason(error: OSError) -> str:
    """Return an operating system error's message, with its file."""
    what = error.strerror or str(error)
    return what if error.filename is None else f"{os.fsdecode(error.filename)}: {what}"


def guarded(work: Callable[[], int]) -> int:
    """Do some work and return its exit status, never printing a traceback."""
    try:
        _escape_what_cannot_be_encoded()
        status = work()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BaseException as error:
        _give_up(sys.stdout)
        with suppress(OSError):
            return _status(error)
        return BROKEN_PIPE
    return status


def _status(error: BaseException) -> int:
    """Report an error on one line, and return its exit status."""
    from ..archive.errors import ProjectError
    from ..arena.errors import ArenaError
    from ..formats.interface.notation import CannotHold
    from ..replayer.compiled import Stale
    from ..replayer.game import Unsupported

    match error:
        case KeyboardInterrupt():
            say("interrupted")
            return INTERRUPTED
        case BrokenPipeError():
            return BROKEN_PIPE
        case OSError():
            # Errors about files name them; others come from standard output.
            say(reason(error) if error.filename else f"standard output: {reason(error)}")
        case MemoryError():
            say("out of memory")
        case ArenaError() | ProjectError() | CannotHold() | Unsupported() | Stale():
            say(str(error))
        case _ if os.environ.get("KIFU_DEBUG"):
            raise error
        case ValueError() if sys.stdout is not None and sys.stdout.closed:
            say("standard output was closed while the command ran")
        case _:
            from ..replayer.discovery import raised

            plugin = _of_a_plugin(error)
            if plugin is not None:
                say(f"{plugin} (KIFU_DEBUG=1 shows where)")
            elif not isinstance(error, Exception):
                raise error
            else:
                what = raised(error)
                say(f"internal error: {what} (KIFU_DEBUG=1 shows where; please report it)")
    return FAILED


def _of_a_plugin(error: BaseException) -> BaseException | None:
    """Return the error attributed to a game's package, or None if no package is at fault."""
    # This import is slow: commands that need no game should not wait for it.
    from ..replayer.discovery import BrokenPlugin, culprit

    return error if isinstance(error, BrokenPlugin) else culprit(error)


def _escape_what_cannot_be_encoded() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _give_up(stream: TextIO | None) -> None:
    """Drop unwritten output; otherwise Python would complain about it at exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), cast(TextIO, stream).fileno())
