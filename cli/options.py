"""Options that several commands share, and types whose values shells can complete.

`kifu completion` asks these types. Nothing here imports a notation before it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import click
from click.shell_completion import CompletionItem

from .errors import Failure, say, unknown

if TYPE_CHECKING:
    from ..formats import Notation

STANDARD_OUTPUT = "-"

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
Items = list["CompletionItem[str]"]


class OneOf(click.Choice[str]):
    """One of a fixed set of words; the error for any other word lists similar ones."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word."""
        known = list(self.choices)
        if value in known:
            return str(value)
        what = self.name if param is None else param.opts[0]
        raise unknown(what, str(value), known, f"expected one of {', '.join(known)}")


class Number(click.FloatRange):
    """A number within a range; `nan` is rejected."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or report a usage error."""
        number: float = super().convert(value, param, ctx)
        return number if number == number else self.fail("nan is not a number", param, ctx)


class Known(click.ParamType[str]):
    """A name of a certain kind, such as a game's; `known` looks names up when needed.

    Each name may have a help text. Names from `others` are offered if no known name begins with
    what was typed.
    """

    def __init__(
        self,
        name: str,
        known: Callable[[], Mapping[str, str | None]],
        others: Callable[[], Mapping[str, str | None]] = dict[str, "str | None"],
    ) -> None:
        self.name, self._known, self._others = name, known, others

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name."""
        known = [*self._known(), *self._others()]
        if value in known:
            return str(value)
        raise unknown(self.name, str(value), known, f"expected one of {', '.join(known)}")

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        """Return the names that begin with the given text."""
        found: Items = []
        for known in (self._known, self._others):
            found = found or [
                CompletionItem(name, help=what)
                for name, what in known().items()
                if name.startswith(incomplete)
            ]
        return found


def _notations() -> dict[str, str | None]:
    from ..formats.interface.catalog import described

    return dict.fromkeys(described())


def _short_notations() -> dict[str, str | None]:
    """Return notation names without the game's prefix: `json`, `yaml`."""
    return {each.partition("/")[2]: None for each in _notations()}


def _games() -> dict[str, str | None]:
    from ..replayer import games

    return {name: each.title for name, each in games().items()}


NOTATION = Known("notation", _notations)
SHORT_NOTATION = Known("notation", _notations, _short_notations)
GAME = Known("game", _games)


def game_named(context: click.Context) -> str | None:
    """Return the game that a command line names, if any."""
    # While an option still lacks its value, click does not parse the arguments before it
    names = (context.params.get("name"), *context.args)
    return next((each for each in names if each in _games()), None)


def any_target(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Complete a notation to write: one of the named game, if any."""
    game, known = game_named(context), _notations()
    return [
        each
        for each in SHORT_NOTATION.shell_complete(context, parameter, begun)
        if game is None or each.value.startswith(f"{game}/") or f"{game}/{each.value}" in known
    ]


def any_file(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Let the shell complete the names of files and folders."""
    return [CompletionItem(begun, type="file")]


def any_folder(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Complete folders."""
    return [CompletionItem(begun, type="dir")]


def any_rule(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Return the rule codes that begin with the given text, with meanings, or else rule names."""
    from .. import rules

    known = rules()
    found = [(each.code, each.means) for each in known if each.code.startswith(begun.upper())]
    found = found or [(each.name, each.means) for each in known if each.name.startswith(begun)]
    return [CompletionItem(value, help=means) for value, means in found]


def any_rules(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Return completions for a comma-separated list of rules, whose last value is incomplete."""
    before, comma, last = begun.rpartition(",")
    found = any_rule(context, parameter, last)
    return [CompletionItem(f"{before}{comma}{each.value}", help=each.help) for each in found]


def any_severity(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Complete CODE=SEVERITY: first the code, then the severity."""
    from ..findings import SEVERITIES

    code, equals, word = begun.partition("=")
    if not equals:
        found = any_rule(context, parameter, code)
        return [CompletionItem(f"{each.value}=", help=each.help) for each in found]
    return [CompletionItem(f"{code}={each}") for each in SEVERITIES if each.startswith(word)]


# Options


class _Notation(click.ParamType["Notation[Any]"]):
    """A notation, by its ID."""

    name = "notation"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Notation[Any]:
        from ..formats.interface.catalog import notation

        return notation(NOTATION.convert(value, param, ctx))

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        return NOTATION.shell_complete(ctx, param, incomplete)


def notation_option(*names: str, help: str) -> Decorator:  # noqa: A002
    """Return an option that names a notation."""
    return click.option(*names, metavar="ID", type=_Notation(), help=help)


class _Encoding(click.ParamType[str]):
    """The name of an encoding that some notation allows."""

    name = "encoding"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from ..archive.kinds import wrong_encoding

        wrong = wrong_encoding(value)
        if wrong is not None:
            raise Failure(wrong)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        from ..archive.kinds import encodings

        return [CompletionItem(name) for name in encodings() if name.startswith(incomplete)]


def encoding_option(default: str) -> Decorator:
    """Return the option --encoding; the help describes the `default`."""
    return click.option(
        "--encoding",
        metavar="NAME",
        type=_Encoding(),
        help=f"The encoding to write, such as utf-8 or cp932, instead of {default}.",
    )


def seed_option(what: str) -> Decorator:
    """Return the option --seed; its help begins with `what`, which says what the seed is for."""
    return click.option("--seed", metavar="S", help=f"{what}; the same seed gives the same result.")


def seed_or_any(seed: str | None) -> str:
    """Return the given seed, or a random one that is reported on standard error."""
    if seed is None:
        from random import Random  # slow to import

        seed = str(Random().getrandbits(32))
        say(f"the seed is {seed}")
    return seed


def silence(name: str | None) -> str:
    """Return a message saying that nothing in the output declares its encoding."""
    return f"nothing in it declares the encoding {name}: declare it under `encodings` in kifu.toml"


def _file(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Return a file to write, or None for standard output."""
    return None if value == STANDARD_OUTPUT else value


def with_options(function: Callable[..., Any], options: Sequence[Decorator]) -> Callable[..., Any]:
    """Add options to a function; its help lists them in this order."""
    for each in reversed(options):
        function = each(function)
    return function


input_path = click.argument("path", metavar="INPUT", shell_complete=any_file)
input_paths = click.argument("inputs", nargs=-1, metavar="INPUT...", shell_complete=any_file)
input_notation = notation_option("--format", "source", help="The notation of the input.")
json_or_text = click.option(
    "--output-format",
    "style",
    type=OneOf(["text", "json"]),
    default="text",
    show_default=True,
    help="For people or for programs.",
)
anonymise_option = click.option(
    "--anonymise", is_flag=True, help="Replace players by pseudonyms, the same every time."
)
record_number = click.option(
    "--record",
    "number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Which record to use, if the input has several.",
)
output_file = click.option(
    "-o",
    "--output",
    metavar="FILE",
    callback=_file,
    help="The file to write.",
    shell_complete=any_file,
)
count_option = click.option(
    "-n", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many."
)
force = click.option("--force", is_flag=True, help="Replace existing files.")
