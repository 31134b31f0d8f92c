"""The values that an argument or option can have, for shells to complete (`kifu completion`)."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

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
    from ..formats.catalog import described

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
