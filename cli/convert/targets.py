"""The notation to write for each game, given by `--to` or a file name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import click
from msgspec import Struct

from ...formats import Notation, notations, suffixes
from ...formats.files.source import UTF_8, CannotEncode, Encoding
from ...formats.interface.catalog import canonical_notation, described, notation
from ..errors import Failure, say
from ..options import SHORT_NOTATION, Decorator, any_target
from ..output import has_lines, write


def target_option(default: str) -> Decorator:
    """Return the option --to, whose value is a string; the help describes the `default`."""
    return click.option(
        "--to",
        "target",
        metavar="NOTATION",
        type=SHORT_NOTATION,
        shell_complete=any_target,
        help=f"The notation to write: its ID, with or without the game{default}.",
    )


def named(name: str | None, game: str, path: str | None) -> Notation[Any]:
    """Return a game's notation by name, or else by the suffix of a file, or the canonical one.

    If the suffix implies no notation, this is reported. Raises Failure if the game has no notation
    of this name, or several with this suffix.
    """
    if name is None and path and with_suffix_of(path, game):
        return _of_file(path, game)
    if name is None:
        found = canonical_notation(game)
        if path:
            say(f"{path}: the name implies no notation of {game}, so this will be {found.id}")
        return found
    found = Target(name, None).notation(game)
    if found.game != game:
        raise Failure(f"{found.id} is not a notation of {game}")
    return found


class Target(Struct, frozen=True):
    """The target of a conversion: the name of a notation, or the name of a file.

    Texts are written in the named `encoding`, or else in the notation's default encoding.
    """

    name: str | None
    path: str | None
    encoding: str | None = None

    def encoding_of(self, target: Notation[Any]) -> Encoding:
        """Return the encoding to write a notation in; raises Failure if it is not allowed."""
        from ...formats.files.encodings import chosen

        kind = described()[target.id]
        if self.encoding is None and kind.encodings[0] == "utf-8":
            return UTF_8
        try:
            return chosen(kind, self.encoding)
        except CannotEncode as why:
            raise Failure(str(why)) from None

    def declared(self, text: str, target: Notation[Any]) -> str:
        """Return a text, correcting the encoding it declares, if any, to the one it is written in.

        Raises CannotEncode if the encoding cannot hold the text.
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
        """Return the notation for records of a game; raises Failure unless there is exactly one."""
        if self.name is None:
            return _of_file(self.path or "", game)
        if "/" in self.name:
            return notation(self.name)
        found = f"{game}/{self.name}"
        if found not in described():
            raise Failure(f"{game} has no notation {self.name!r}: it has {_all(game)}")
        return notation(found)


def with_suffix_of(path: str, game: str) -> list[Notation[Any]]:
    """Return the notations of a game whose file names match a path.

    A name may contain the name of the notation, as in `match.table.txt`.
    """
    suffix, lines = suffixes(path)
    if lines:
        return [canonical_notation(game)]
    suffix = ".yaml" if suffix == ".yml" else suffix
    found = [each for each in notations(game) if each.suffix == suffix]
    name = f".{PurePath(path).name.lower()}"
    return [each for each in found if f".{each.id.partition('/')[2]}." in name] or found


def write_records(
    notation: Notation[Any], records: Iterable[Any], path: str | None, force: bool
) -> None:
    """Write records in a notation and its default encoding."""
    write_texts(notation, notation.texts(records, has_lines(path)), path, force)


def write_texts(
    notation: Notation[Any], texts: Iterable[str], path: str | None, force: bool
) -> None:
    """Write the texts of records in a notation, in its default encoding."""
    target = Target(notation.id, path)
    declared = (target.declared(each, notation) for each in texts)
    write(declared, path, force, target.encoding_of(notation))


def _of_file(path: str, game: str) -> Notation[Any]:
    """Return the notation implied by a file name."""
    found = with_suffix_of(path, game)
    canonical = [each for each in found if each.id == canonical_notation(game).id]
    if not found:
        why = f"{path}: the notation to write is not clear from the name"
        raise Failure(f"{why}: use --to with one of {_all(game)}")
    if not canonical and len(found) > 1:
        several = " or ".join(each.id for each in found)
        raise Failure(f"{path}: this could be {several}: choose one with --to")
    return [*canonical, *found][0]


def _all(game: str) -> str:
    return ", ".join(each.id for each in notations(game))
