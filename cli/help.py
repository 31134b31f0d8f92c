"""`kifu help`: what `kifu --help` and `kifu COMMAND --help` say."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from .errors import CLEAN
from .examples import end_with_examples
from .output.output import show_lines
from .values import Items


def any_command(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """The commands that begin so."""
    group = context.find_root().command
    known = group.list_commands(context) if isinstance(group, click.Group) else []
    return [CompletionItem(name) for name in known if name.startswith(begun)]


@click.command
@click.argument("name", required=False, metavar="[COMMAND]", shell_complete=any_command)
@click.pass_context
def command(context: click.Context, name: str | None) -> int:
    """Explain a command, or list them all."""
    above = context.find_root()
    if name is not None and isinstance(above.command, click.Group):
        _, found, _ = above.command.resolve_command(above, [name])
        if found is not None:
            end_with_examples(found, name)
            above = click.Context(found, info_name=name, parent=above)
    show_lines(above.get_help().splitlines())
    return CLEAN
