"""The values that an argument or option can have, for shells to complete (`kifu completion`)."""

from __future__ import annotations

from typing import get_args

import click
from click.shell_completion import CompletionItem

from ..findings import Severity

Items = list["CompletionItem[str]"]


def any_file(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Files and folders, which the shell itself knows."""
    return [CompletionItem(begun, type="file")]


def any_folder(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Folders."""
    return [CompletionItem(begun, type="dir")]


def any_command(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """The commands that begin so."""
    group = context.find_root().command
    known = group.list_commands(context) if isinstance(group, click.Group) else []
    return [CompletionItem(name) for name in known if name.startswith(begun)]


def any_notation(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """The notations that begin so."""
    from ..formats.interface.catalog import described

    return [CompletionItem(name) for name in described() if name.startswith(begun)]


def any_game(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """The games that begin so, with their titles."""
    from ..replayer import games

    return [
        CompletionItem(name, help=each.title)
        for name, each in games().items()
        if name.startswith(begun)
    ]


def any_rule(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """The codes of rules that begin so, with what they mean; the names, where no code does."""
    from .. import rules

    known = rules()
    found = [(each.code, each.means) for each in known if each.code.startswith(begun.upper())]
    found = found or [(each.name, each.means) for each in known if each.name.startswith(begun)]
    return [CompletionItem(value, help=means) for value, means in found]


def any_rules(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """The same for a list with commas, of which the last value is begun."""
    before, comma, last = begun.rpartition(",")
    found = any_rule(context, parameter, last)
    return [CompletionItem(f"{before}{comma}{each.value}", help=each.help) for each in found]


def any_severity(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """What may stand as CODE=SEVERITY: the codes, and behind one what it can be."""
    code, equals, word = begun.partition("=")
    if not equals:
        found = any_rule(context, parameter, code)
        return [CompletionItem(f"{each.value}=", help=each.help) for each in found]
    return [
        CompletionItem(f"{code}={each}") for each in get_args(Severity) if each.startswith(word)
    ]
