"""The notation to write, as `--to` or the name of a file says it, for each game."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import click
from msgspec import Struct

from ...formats import Notation, notations, suffixes
from ...formats.files.source import UTF_8, CannotEncode, Encoding
from ...formats.interface.catalog import canonical_notation, described, notation
from ..errors import Failure
from ..options import Decorator
from ..values import SHORT_NOTATION


def target_option(default: str) -> Decorator:
    """The option --to, whose value is a string; the help says what the `default` is."""
    return click.option(
        "--to",
        "target",
        metavar="NOTATION",
        type=SHORT_NOTATION,
        help=f"The notation to write, by its ID or what follows the game in it{default}.",
    )


def named(name: str | None, game: str) -> Notation[Any]:
    """The notation of a game that is named, the canonical one if none is.

    Raises Failure if the game has none of this name.
    """
    if name is None:
        return canonical_notation(game)
    found = Target(name, None).notation(game)
    if found.game != game:
        raise Failure(f"{found.id} is no notation of {game}")
    return found


class Target(Struct, frozen=True):
    """What to write: the name of a notation, whole or within a game, or else a file called so.

    It is written in the `encoding` that is named, or else in the default of the notation.
    """

    name: str | None
    path: str | None
    encoding: str | None = None

    def encoding_of(self, target: Notation[Any]) -> Encoding:
        """The encoding in which a notation is written; raises Failure if it cannot be in it."""
        from ...formats.files.encodings import chosen

        kind = described()[target.id]
        if self.encoding is None and kind.encodings[0] == "utf-8":
            return UTF_8
        try:
            return chosen(kind, self.encoding)
        except CannotEncode as why:
            raise Failure(str(why)) from None

    def declared(self, text: str, target: Notation[Any]) -> str:
        """A text that declares the encoding in which it is written, if it declares any.

        Raises CannotEncode if the encoding cannot hold it.
        """
        encoding, kind = self.encoding_of(target), described()[target.id]
        if kind.declared is None and encoding == UTF_8:
            return text
        from ...formats.files.encodings import declaring, encoded

        text = declaring(text, kind, encoding)
        if encoding != UTF_8:
            encoded(text, encoding)
        return text

    def notation(self, game: str) -> Notation[Any]:
        """The notation for records of a game; raises Failure unless there is exactly one."""
        if self.name is None:
            return _of_file(self.path or "", game)
        if "/" in self.name:
            return notation(self.name)
        found = f"{game}/{self.name}"
        if found not in described():
            raise Failure(f"{game} has no notation {self.name!r}: it has {_all(game)}")
        return notation(found)


def with_suffix_of(path: str, game: str) -> list[Notation[Any]]:
    """The notations of a game whose files are named as a path is."""
    suffix, lines = suffixes(path)
    if lines:
        return [canonical_notation(game)]
    suffix = ".yaml" if suffix == ".yml" else suffix
    return [each for each in notations(game) if each.suffix == suffix]


def _of_file(path: str, game: str) -> Notation[Any]:
    """The notation that the name of a file tells."""
    found = with_suffix_of(path, game)
    stem = PurePath(path).name.lower()
    exact = [each for each in found if f".{each.id.replace('/', '.')}." in f"{stem}."]
    canonical = [each for each in found if each.id == canonical_notation(game).id]
    if not found:
        why = f"{path}: the name does not tell which notation to write"
        raise Failure(f"{why}: --to does, with one of {_all(game)}")
    if not (exact or canonical) and len(found) > 1:
        several = " or ".join(each.id for each in found)
        raise Failure(f"{path}: this could be {several}: --to says which")
    return [*exact, *canonical, *found][0]


def _all(game: str) -> str:
    return ", ".join(each.id for each in notations(game))
