"""The option --encoding, which says how a text is written."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from .errors import unknown
from .options import Decorator
from .values import Items


def encodings() -> list[str]:
    """The encodings that texts of some notation may be in."""
    from ..formats.interface.catalog import described

    return list(dict.fromkeys(name for each in described().values() for name in each.encodings))


def _any_encoding(context: click.Context, parameter: click.Parameter, begun: str) -> Items:
    return [CompletionItem(name) for name in encodings() if name.startswith(begun)]


def _known(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    from ..formats.files.encodings import plain_name

    if value is not None and not plain_name(value):
        known = encodings()
        raise unknown("encoding", value, known, f"known are {', '.join(known)}")
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
