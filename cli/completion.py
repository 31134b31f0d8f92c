"""`kifu completion` and `kifu help`."""

from __future__ import annotations

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
    shell_complete,
)

from .errors import CLEAN, FAILED, say
from .examples import end_with_examples
from .options import Items, OneOf
from .output import emit, show_lines

NAME = "kifu"
VARIABLE = "_KIFU_COMPLETE"
"""The environment variable through which a shell asks `kifu` for completions, as in click."""
SHELLS = ("bash", "zsh", "fish")


@add_completion_class
class _Bash(BashComplete):
    """Click's completion, adapted to bash, which splits words at `=` and appends a space."""

    name = "bash"
    source_template = BashComplete.source_template.replace(
        "    return 0\n",
        '    [[ "${COMPREPLY[*]}" != *= ]] || compopt -o nospace\n    return 0\n',
        1,
    )
    _begun = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the complete words and the incomplete one, with pairs joined."""
        words, last = super().get_completion_args()
        joined: list[str] = []
        for word in (*words, last):
            is_pair = bool(joined) and not joined[-1].startswith("-")
            if is_pair and (word == "=" or joined[-1].endswith("=")):
                joined[-1] += word
            elif word != "=":
                joined.append(word)
        if not joined or (last == "=" and joined[-1].startswith("-")):
            joined.append("")  # `--option=`
        *before, begun = joined
        self._begun = begun[: begun.rfind("=") + 1]
        return before, begun

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Return a value as bash expects it: for a pair, only the part after the `=`."""
        return f"{item.type},{item.value.removeprefix(self._begun)}"


@click.command
@click.argument("shell", type=OneOf(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    r"""Print a script that lets a shell complete commands.

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
    """Carry out the instruction that a shell gives in the variable, such as `bash_complete`."""
    if shell_complete(group, {}, NAME, VARIABLE, instruction):
        known = ", ".join(f"{each}_complete" for each in SHELLS)
        say(f"{VARIABLE}={instruction} is unknown: expected one of {known}")
        return FAILED
    return CLEAN


def any_command(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    """Return the commands that begin with the given text."""
    group = context.find_root().command
    known = group.list_commands(context) if isinstance(group, click.Group) else []
    return [CompletionItem(name) for name in known if name.startswith(begun)]


@click.command
@click.argument("name", required=False, metavar="[COMMAND]", shell_complete=any_command)
@click.pass_context
def help_command(context: click.Context, name: str | None) -> int:
    """Explain a command, or list them all."""
    above = context.find_root()
    if name is not None and isinstance(above.command, click.Group):
        _, found, _ = above.command.resolve_command(above, [name])
        if found is not None:
            end_with_examples(found, name)
            above = click.Context(found, info_name=name, parent=above)
    show_lines(above.get_help().splitlines())
    return CLEAN
