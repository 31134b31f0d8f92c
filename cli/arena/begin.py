"""Options for commands that begin matches: a rule set, and individual options of the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from ..errors import Failure, unknown
from ..options import Items, game_named, with_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...validation.beginning import MatchOption


def _known(context: click.Context) -> Mapping[str, MatchOption]:
    from ...validation.beginning import match_options

    name = game_named(context)
    return {} if name is None else match_options(name)


def _any_preset(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Complete the name of a rule set of the game."""
    from ...validation.beginning import PRESET

    known = _known(context)
    values = known[PRESET].values if PRESET in known else ()
    return [CompletionItem(each) for each in values if each.startswith(begun)]


def _any_option(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Complete NAME=VALUE: first the name of an option of the game, then its value."""
    option, equals, value = begun.partition("=")
    known = _known(context)
    if not equals:
        return [
            CompletionItem(f"{name}=", help=each.about)
            for name, each in known.items()
            if name.startswith(option)
        ]
    values = known[option].values if option in known else ()
    return [CompletionItem(f"{option}={each}") for each in values if each.startswith(value)]


_OPTIONS = (
    click.option(
        "--rules",
        metavar="NAME",
        shell_complete=_any_preset,
        help="A named rule set of the game.",
    ),
    click.option(
        "--option",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        shell_complete=_any_option,
        help="An option of the game, with a JSON value; may be repeated.",
    ),
)


def begin_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options --rules and --option."""
    return with_options(command, _OPTIONS)


def begin(name: str, rules: str | None, options: Sequence[str]) -> Any:
    """Return the record of a match before play; raises Failure if an option is wrong."""
    from ...validation.beginning import PRESET, WrongOption, begun, match_options

    known, chosen = match_options(name), dict[str, Any]()
    if rules is not None:
        if PRESET not in known:
            raise Failure(f"{name} has no named rule sets{_instead(known)}")
        chosen[PRESET] = rules
    for each in options:
        option, equals, value = each.partition("=")
        if not known:
            raise Failure(f"{name} has no options")
        if option not in known:
            raise unknown("option", option, [*known], f"expected one of {', '.join(known)}")
        if not equals:
            raise Failure(f"--option {option} needs a value: {option}={_expected(known[option])}")
        if option in chosen:
            raise Failure(f"option {option} is given twice")
        chosen[option] = _value(value)
    try:
        return begun(name, chosen)
    except WrongOption as why:
        given = f"--rules {rules}" if why.option == PRESET and rules else f"option {why.option}"
        raise Failure(f"{given}: {why}") from None


def _value(text: str) -> Any:
    """Parse a value as JSON, except that strings need no quotes."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _expected(option: MatchOption) -> str:
    return "|".join(option.values) or "VALUE"


def _instead(known: Mapping[str, MatchOption]) -> str:
    return f": its options ({', '.join(known)}) are set with --option" if known else ""
