"""`kifu diff`: the differences between two records, in terms of their game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, cast

import click
from msgspec import Struct
from msgspec.structs import replace

from ... import replayer
from ...archive.reading.inputs import Input, record_label
from ...findings import amount
from ...formats import Notation, UnknownNotation
from ...formats.conversion import read_back
from ...formats.failures import failure
from ...formats.interface.catalog import differences
from ...formats.text.columns import visible
from ...replayer.game import Game
from ...replayer.play import KINDS
from ...replayer.play.kinds import noted
from ...replayer.replay.comparison import Difference, Side, compared
from ...replayer.replay.trajectory import viewer_of
from ...replayer.replay.view import view
from ..errors import CLEAN, FOUND, Failure, refusing, say
from ..input.records import read_all
from ..options import any_file, json_or_text, notation_option
from ..output import emit_json, show_lines


class File(Struct):
    """One of the two files: its name in messages, its notation, and its records.

    `first` is the number of the first of these records in the file.
    """

    label: str
    notation: Notation[Any]
    records: Sequence[Any]
    first: int = 1


def _number(name: str, of: str) -> Any:
    kind = click.IntRange(min=1)
    return click.option(name, type=kind, metavar="N", help=f"Compare only this record of {of}.")


@click.command
@click.argument("one", metavar="A", shell_complete=any_file)
@click.argument("other", metavar="B", shell_complete=any_file)
@_number("--record", "A")
@_number("--other-record", "B")
@notation_option("--format", "source", help="The notation of A; detected by default.")
@notation_option("--other-format", "other_source", help="The notation of B.")
@json_or_text
def command(
    one: str,
    other: str,
    record: int | None,
    other_record: int | None,
    source: Notation[Any] | None,
    other_source: Notation[Any] | None,
    style: str,
) -> int:
    """Show the differences between two records.

    The output shows where their play diverges (round, ply, player), what each has there, and other
    differences: players, options, scores.

    A and B may be in different notations of a game; anything that one of them cannot hold is
    ignored. If one is a player's view, the other is compared as that player saw it. If files have
    several records, these are compared in order.

    Exit status: 0 they are the same; 1 they differ; 2 they could not be compared.
    """
    if one == other == "-":
        raise click.UsageError("only one of the two can be standard input")
    ours, theirs = _file(one, source, record), _file(other, other_source, other_record)
    games = ours.notation.game, theirs.notation.game
    if games[0] != games[1]:
        raise Failure(f"{ours.label} is a record of {games[0]}, {theirs.label} one of {games[1]}")
    unsaid: set[str] = set()
    found = list(_differences(ours, theirs, unsaid))
    if style == "json":
        values = [_values(number, each) for number, each in found]
        emit_json({"same": not found, "differences": values, "not_compared": sorted(unsaid)}, 2)
    else:
        several = max(len(ours.records), len(theirs.records)) > 1
        labels = _labels(ours, theirs)
        show_lines(
            (f"record {number + 1}, " if several and each.what != "record" else "")
            + _line(each, labels)
            for number, each in found
        )
        if unsaid:
            same = "" if found else "the rest is the same; "
            names = ", ".join(sorted(unsaid))
            say(f"{same}not compared, as one of the notations cannot hold it: {names}")
    return FOUND if found else CLEAN


def _file(path: str, notation: Notation[Any] | None, number: int | None) -> File:
    """Return the records in a file; raises Failure if there are none or they are incomplete."""
    source = Input.named(path)
    with refusing(UnknownNotation, place=source.label):
        found = read_all(source, notation)
    if found.notation is None or not found.records:
        raise Failure(f"{source.label}: it cannot be read completely, so nothing was compared")
    if number is None:
        found.require_one_game(source.label, " (choose one with --record or --other-record)")
        return File(source.label, found.notation, found.records)
    if number > len(found.records):
        there = amount(len(found.records), "record")
        raise Failure(f"{source.label}: there is no record {number}: the file has {there}")
    at = number - 1
    return File(source.label, found.notations[at], found.records[at : at + 1], number)


def _differences(
    ours: File, theirs: File, unsaid: set[str]
) -> Iterator[tuple[int, Difference[Any]]]:
    """Yield the differences between two files, each with the index of its records.

    Differences that a notation cannot hold are added to `unsaid` instead.
    """
    game = replayer.game(ours.notation.game)
    # The losses in a conversion between the notations, in words.
    silent = {
        name
        for each in (ours.notation, theirs.notation)
        for name in (*each.unsupported, *(KINDS.keys() - each.keeps))
    }
    for number, (one, other) in enumerate(zip_longest(ours.records, theirs.records)):
        if one is None or other is None:
            yield number, _record_missing(one, other, ours.first + number, theirs.first + number)
            continue
        try:
            found = list(compared(game, *_seen_alike(one, other)))
        except Exception as error:
            why = failure(game.name, error).message
            labels = [record_label(each.label, each.first + number) for each in (ours, theirs)]
            sides = zip(labels, (one, other), strict=True)
            wrong = [label for label, record in sides if _fails(game, record)]
            if len(wrong) == 1:
                raise Failure(f"{wrong[0]}: {why}") from error
            raise Failure(f"{why}; {' and '.join(labels)} were not compared") from error
        for each in found:
            # Losses are named as in a conversion, in either direction.
            ways = (each.before, each.after), (each.after, each.before)
            names = [set(differences(game.name, *way)) for way in ways]
            unheld = silent
            if any(some - silent and some - silent <= KINDS.keys() for some in names):
                unheld = silent | _unheld(game, each, ours.notation, theirs.notation)
            unsayable = next((some for some in names if some <= unheld), None)
            if unsayable is None:
                yield number, each
            else:
                unsaid |= unsayable


def _fails(game: Game[Any, Any], record: Any) -> bool:
    """Return whether the game's code fails on a record by itself."""
    try:
        list(compared(game, *_seen_alike(record, record)))
    except Exception:
        return True
    return False


def _unheld(
    game: Game[Any, Any], each: Difference[Any], ours: Notation[Any], theirs: Notation[Any]
) -> set[str]:
    """Return the kinds of annotations that only one side has and the other's notation cannot hold.

    A notation may keep comments, except those on plies without a line of their own.
    """
    if ours.id == theirs.id:
        return set()
    noted_by = noted(game, each.before), noted(game, each.after)
    found, held = set[str](), set[str]()
    for notation, record, only in (
        (theirs, each.before, noted_by[0] - noted_by[1]),
        (ours, each.after, noted_by[1] - noted_by[0]),
    ):
        kept = None
        with suppress(ValueError):  # it cannot be written in that notation
            kept = read_back(record, notation)[2] if only else None
        there = only if kept is None else only & noted(game, kept)
        found.update(kind for kind, _ in only)
        held.update(kind for kind, _ in there)
    return found - held


def _record_missing(one: Any, other: Any, ours: int, theirs: int) -> Difference[Any]:
    mine = Side(value=None if one is None else ours)
    return Difference("record", mine, Side(value=None if other is None else theirs), one, other)


def _seen_alike(one: Any, other: Any) -> tuple[Any, Any]:
    """Return two records; if one is a player's view, both as that player saw them."""
    game = replayer.game_of(one)
    viewers = viewer_of(game, one), viewer_of(game, other)
    with suppress(ValueError):  # it breaks a rule, so there is no view of it
        if viewers[0] is None and viewers[1] is not None:
            return view(game, one, viewers[1]), other
        if viewers[1] is None and viewers[0] is not None:
            return one, view(game, other, viewers[0])
    return one, other


def _labels(ours: File, theirs: File) -> tuple[str, str]:
    if ours.label != theirs.label or ours.first == theirs.first:
        return ours.label, theirs.label
    return f"{ours.label} (record {ours.first})", f"{theirs.label} (record {theirs.first})"


def _line(each: Difference[Any], labels: tuple[str, str]) -> str:
    """Return a difference on one line, for people."""
    sides = _apart(each.ours, each.theirs)
    said = [_said(each.what, *both) for both in zip(labels, sides, strict=True)]
    if each.what in ("record", "round"):
        return visible(next(filter(None, said)))
    numbers = list(dict.fromkeys(side.number for side in sides if side.number is not None))
    where = [f"round {' / '.join(map(str, numbers))}"] if numbers else []
    where += [f"ply {each.ply}"] if each.ply else []
    if each.what == "deal" and sides[0].player is not None:
        where.append(f"player {sides[0].player}")
    if each.what != "play":
        where.append(each.what)
    return visible(f"{', '.join(where)}: {', '.join(said)}")


def _apart(ours: Side, theirs: Side) -> tuple[Side, Side]:
    """Return the sides of a difference without the items that both have, such as annotations."""
    one, other = _without_common(ours.value, theirs.value)
    return replace(ours, value=one), replace(theirs, value=other)


def _without_common(one: Any, other: Any) -> tuple[Any, Any]:
    """Return two lists of objects without what is the same in both."""
    if not (_has_objects(one) and _has_objects(other)):
        return one, other
    ours = [each for each in one if each not in other]
    theirs = [each for each in other if each not in one]
    if not ours + theirs:
        return one, other  # only their order differs
    if len(ours) != len(theirs) or any(map(_about_others, ours, theirs)):
        return ours, theirs
    for number, (mine, yours) in enumerate(zip(ours, theirs, strict=True)):
        parts = {key: _without_common(mine.get(key), yours.get(key)) for key in mine | yours}
        kept = [key for key in parts if key in _NAMING or mine.get(key) != yours.get(key)]
        ours[number] = {key: parts[key][0] for key in kept if key in mine}
        theirs[number] = {key: parts[key][1] for key in kept if key in yours}
    return ours, theirs


def _has_objects(value: Any) -> bool:
    if not isinstance(value, list | tuple):
        return False
    return all(isinstance(each, dict) for each in cast("Sequence[object]", value))


_NAMING = ("ply", "key")
"""The keys that say what an object is about."""


def _about_others(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two objects are about different things."""
    return any(one.get(key) != other.get(key) for key in _NAMING)


def _said(what: str, label: str, side: Side) -> str:
    """Describe what one of the files has at a difference."""
    match what:
        case "record" | "round":
            number = side.value if what == "record" else side.number
            return "" if number is None else f"{what} {number}: only in {label}"
        case "play" if side.value is None:
            return f"{label} stops"
        case "play":
            player = "" if side.player is None else f" (player {side.player})"
            return f"{label} has {side.value}{player}"
        case _ if side.value is None:
            return f"{label} has nothing"
        case _:
            return f"{label} has {_worded(side.value)}"


def _worded(value: Any) -> str:
    """Return a value as text for people, with lists of words and numbers unquoted."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        words: list[Any] = [*value]  # pyright: ignore[reportUnknownArgumentType]
        if words and all(isinstance(each, str | int) for each in words):
            return " ".join(map(str, words))
    return json.dumps(value, ensure_ascii=False)


def _values(number: int, each: Difference[Any]) -> dict[str, Any]:
    """Return a difference as JSON; rounds, plies and players are numbered as in reports."""
    sides = (each.ours, each.theirs)
    return {
        "record": number + 1,
        "what": each.what,
        "ply": each.ply,
        **{
            name: {"round": side.number, "player": side.player, "value": side.value}
            for name, side in zip(("a", "b"), sides, strict=True)
        },
    }
