"""`kifu new`: a commented record to start from."""

from __future__ import annotations

import click

from ...formats import CannotHold
from ...replayer import scenes
from ..convert.targets import named, target_option, write_texts
from ..errors import CLEAN, refusing, say
from ..options import GAME, force, output_file
from ..output import check_target
from .begin import begin, begin_options


@click.command
@click.argument("name", metavar="GAME", type=GAME)
@begin_options
@target_option("; by default, what the name after -o implies, or the canonical one")
@output_file
@force
def command(
    name: str,
    rules: str | None,
    options: tuple[str, ...],
    target: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Write a short record with comments, to start from.

    A program plays one round, and comments say what the first action of each kind means. Notations
    that cannot hold comments get the record alone.
    """
    from ...arena.template import template

    notation = named(target, name, output)
    check_target(output, force)
    about = f"""A short record of {_title(name)}, to start from.
`kifu schema {notation.id}` describes the notation, and `kifu validate` checks what you change."""
    with refusing(CannotHold):
        text, losses = template(begin(name, rules, options), notation, about)
    for each in losses:
        say(f"{notation.id} cannot hold {each}")
    write_texts(notation, [text], output, force)
    return CLEAN


def _title(name: str) -> str:
    return scenes(name).words["en"].get("game", name)
