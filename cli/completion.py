"""`kifu completion`: shells complete commands, options, and the values of both."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class, shell_complete

from .errors import CLEAN, FAILED, say
from .output import emit
from .values import OneOf

NAME = "kifu"
VARIABLE = "_KIFU_COMPLETE"
"""By this variable, a shell asks `kifu` to complete what has been typed, as click has it."""
SHELLS = ("bash", "zsh", "fish")


@click.command
@click.argument("shell", type=OneOf(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    r"""Print a script by which a shell completes commands.

    \b
    bash: add this to ~/.bashrc
        eval "$(kifu completion bash)"
    zsh: add this to ~/.zshrc, below compinit
        eval "$(kifu completion zsh)"
    fish: add this to ~/.config/fish/config.fish
        kifu completion fish | source
    """
    completer = get_completion_class(shell)
    assert completer is not None
    emit(completer(context.find_root().command, {}, NAME, VARIABLE).source())
    return CLEAN


def complete(group: click.Group, instruction: str) -> int:
    """Do what a shell asks for by the variable: `bash_complete`, or `bash_source`."""
    if shell_complete(group, {}, NAME, VARIABLE, instruction):
        known = ", ".join(f"{each}_complete" for each in SHELLS)
        say(f"{VARIABLE}={instruction} is not understood; known are {known}")
        return FAILED
    return CLEAN
