"""The command line. Each command's module is imported only when needed."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from os.path import dirname, exists, join
from typing import NoReturn

import click

from .errors import Failure, guarded, misused, unknown
from .options import OneOf

COMMANDS = {
    "validate": ".check.validate",
    "fmt": ".check.fmt",
    "convert": ".convert.convert",
    "diff": ".show.diff",
    "replay": ".show.replay",
    "board": ".show.board",
    "studio": ".show.studio",
    "legal": ".show.legal",
    "branch": ".show.branch",
    "view": ".show.view",
    "deals": ".show.deals",
    "new": ".arena.new",
    "generate": ".arena.play:generate_command",
    "play": ".arena.play",
    "learn": ".arena.learn",
    "annotate": ".arena.annotate",
    "player": ".arena.play:player_command",
    "arbiter": ".arena.arbiter",
    "tournament": ".arena.tournament",
    "rate": ".archive.rate",
    "facts": ".archive.facts",
    "stats": ".archive.stats",
    "select": ".archive.select",
    "export": ".archive.export",
    "import": ".archive.importing",
    "formats": ".convert.schema:formats_command",
    "rule": ".check.rule",
    "config": ".check.config",
    "schema": ".convert.schema",
    "lsp": ".lsp",
    "textconv": ".show.textconv",
    "completion": ".completion",
    "help": ".completion:help_command",
}
"""The commands' modules, most used first, with the function's name if it is not `command`."""

ELSEWHERE = {
    "check": "validate",
    "lint": "validate",
    "verify": "validate",
    "explain": "rule",
    "rules": "rule",
    "format": "fmt",
    "fix": "validate --fix",
    "show": "replay",
    "query": "select",
    "random": "generate",
    "analyse": "annotate",
    "analyze": "annotate",
    "init": "new",
    "open": "studio",
    "edit": "studio",
    "serve": "studio",
    "simulate": "play",
    "train": "learn",
}
"""Names of commands in other tools, and of the same commands here."""

WITHOUT_FILES = ("player", "learn", "formats", "rule", "schema", "lsp", "completion", "help")
"""The commands that take no files."""


class LazyGroup(click.Group):
    """A command group that imports each command when needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with this name."""
        return _command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named by the first argument, and the remaining arguments."""
        if args[0] not in COMMANDS and not (args[0].startswith("-") or ctx.resilient_parsing):
            if args[0] in ELSEWHERE:
                here = ELSEWHERE[args[0]]
                raise Failure(f"command {args[0]!r} is unknown: `kifu {here}` does this")
            raise unknown("command", args[0], list(COMMANDS), "`kifu --help` lists them all")
        name, found, rest = super().resolve_command(ctx, args)
        if name not in WITHOUT_FILES and not ctx.resilient_parsing:
            _require_plain(rest)
        # `-qh` also asks for help
        if name and found and any(each.startswith("-") and "h" in each for each in rest):
            from .examples import end_with_examples

            end_with_examples(found, name)
        return name, found, rest


STANDARD_INPUT, END_OF_OPTIONS = "-", "--"


def _require_plain(arguments: Sequence[str]) -> None:
    """Raise Failure if an argument that looks like an option is also the name of an existing file.

    Otherwise, anybody who can add a file to an archive could inject options into `kifu validate *`,
    or into commands to which tools such as pre-commit append file names. git refuses such names,
    too.
    """
    for at, each in enumerate(arguments):
        # if there are two `--`, the second is a file
        if each == END_OF_OPTIONS and each in arguments[at + 1 :]:
            return
        if each.startswith("-") and each != STANDARD_INPUT and os.path.lexists(each):
            why = f"`{each}` is both an option and a file"
            raise Failure(f"{why}: write ./{each} for the file, and -- before file names")
        if each == END_OF_OPTIONS:
            return


COLOURS = {"always": True, "never": False, "auto": None}
"""Whether each choice of --color turns colours on; None if that depends on the terminal."""


def _choose_colours(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.color = COLOURS[value]


def _color_option() -> click.Option:
    """Return the option --color, which every command has."""
    return click.Option(
        ["--color"],
        type=OneOf(list(COLOURS)),
        expose_value=False,
        is_eager=True,
        callback=_choose_colours,
        help="Whether to use colours; by default, only on a terminal.",
    )


@cache
def _command(name: str) -> click.Command:
    """Return a command with the option that all commands share."""
    module, _, attribute = COMMANDS[name].partition(":")
    found: click.Command = getattr(import_module(module, __name__), attribute or "command")
    found.params.append(_color_option())
    return found


_COMPILED = join(dirname(dirname(__file__)), "formats", "document", "scan")
"""One of the modules that may be compiled: either all of them are, or none is."""
REASON = join(dirname(dirname(__file__)), "plain.txt")
"""A file that says why kifu could not be compiled."""


def _show_version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from ..archive.version import __version__

        click.echo(f"kifu {__version__} ({build()})")
        context.exit()


def build() -> str:
    """Return how this copy of kifu was built, without importing anything."""
    if any(exists(_COMPILED + suffix) for suffix in EXTENSION_SUFFIXES):
        return "compiled"
    if not exists(REASON):
        return "plain Python, which is slower; install with a C compiler"
    with open(REASON, encoding="utf-8") as file:
        return f"plain Python, which is slower; could not compile it: {file.read()}"


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    params=[_color_option()],
    epilog="`kifu help COMMAND` explains a command, with examples.",
)
@click.option(
    *("-V", "--version"),
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
def kifu() -> None:
    """Check, replay and convert machine-readable records of games.

    Exit status: 0 nothing is wrong; 1 something is wrong with a record; 2 the work could not be
    done.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command, and return its exit status."""
    try:
        with kifu.make_context("kifu", list(arguments)) as context:
            status: int = kifu.invoke(context)
            return status
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.UsageError as error:
        failure = misused(error)
        failure.show()
        return failure.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code


def main() -> NoReturn:
    """Run the console script."""
    # Records have many objects and few cycles: searching for cycles every 700 objects is slow.
    gc.set_threshold(20_000)
    atexit.register(gc.freeze)  # otherwise, at exit, Python would search everything in memory
    sys.exit(guarded(_answer))


def _answer() -> int:
    """Run the command, or answer a shell's request for completions."""
    instruction = os.environ.get("_KIFU_COMPLETE")
    if instruction:
        from .completion import complete

        return complete(kifu, instruction)
    return run(sys.argv[1:])
