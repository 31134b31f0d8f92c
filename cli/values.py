"""Types of arguments and options whose values shells can complete (`kifu completion`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from .errors import unknown

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


def any_file(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Complete files and folders, leaving that to the shell."""
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
