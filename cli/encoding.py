"""The option --encoding, which says how a text is written."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from .errors import Failure
from .options import Decorator
from .values import Items


def _any_encoding(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    from ..archive.kinds import encodings

    return [CompletionItem(name) for name in encodings() if name.startswith(begun)]


def _known(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    from ..archive.kinds import wrong_encoding

    wrong = None if value is None else wrong_encoding(value)
    if wrong is not None:
        raise Failure(wrong)
    return value


def encoding_option(default: str) -> Decorator:
    """The option --encoding; the help says what the `default` is."""
    return click.option(
        "--encoding",
        metavar="NAME",
        callback=_known,
        shell_complete=_any_encoding,
        help=f"The encoding to write, such as utf-8 or cp932, instead of {default}.",
    )


def silence(name: str | None) -> str:
    """That nothing in what is written says in which encoding it is."""
    return f"nothing in it says that it is in {name}: `encodings` in kifu.toml can"
