"""Find what a record loses when it is converted to a notation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import msgspec

from .. import replayer
from ..findings import Finding, amount
from ..findings.shown import visible
from ..replayer.game import Game
from ..replayer.play import KINDS, variations
from ..replayer.play.check import checked
from ..replayer.play.kinds import in_words, noted, noted_only_in
from .files.conflict import conflicts
from .files.detect import detect
from .files.source import HEAD
from .interface.catalog import canonical_notation, differences_of_game
from .interface.notation import CannotHold, Notation, Reading
from .text.text import Text

if TYPE_CHECKING:
    from ..replayer.play.annotation import Property


def lost(record: Any, target: Notation[Any]) -> list[str]:
    """Return which parts of a record a notation cannot hold, in the words of its `unsupported`.

    The record is written and read back; variations at different plies may be in another order then.
    Raises CannotHold if the record cannot be written, if its text would be recognised as another
    notation, if something changes that `unsupported` does not name, or if what remains breaks a
    rule that the record follows.
    """
    return rewritten(record, target)[1]


def rewritten(record: Any, target: Notation[Any]) -> tuple[str, list[str]]:
    """Return the text of a record in a notation, and what is lost; raises what `lost` raises."""
    require_game(record, target)
    if target is canonical_notation(target.game):
        return written(record), []
    try:
        return _rewritten(record, target)
    except CannotHold:
        raise
    except Exception:
        written(record)  # says what is wrong with a record that no notation can hold
        raise


def written(record: Any) -> str:
    """Return the text of a record in its canonical notation.

    Raises CannotHold if a value has the wrong type, or if the text would not be read back as the
    same record, as when a player does not exist.
    """
    target = canonical_notation(replayer.game_of(record).name)
    refusal = f"{target.id} cannot hold this record"
    try:
        with suppress(TypeError):  # for types of a plug-in that msgspec does not know
            kind = cast(type[Any], type(record))
            msgspec.convert(msgspec.to_builtins(record), kind, strict=True)
        text, readings, kept = read_back(record, target)
    except Exception as error:
        raise CannotHold(f"{refusal}: {visible(str(error))}") from error
    flaw = next(_flaws(text, target, readings), None)
    if flaw is not None:
        raise CannotHold(f"{refusal}: the text would {flaw}")
    if kept != record:
        raise CannotHold(f"{refusal}: the text would be another record")
    return text.content


def _rewritten(record: Any, target: Notation[Any]) -> tuple[str, list[str]]:
    text, readings, kept = read_back(record, target)
    flaw = next(_flaws(text, target, readings), None)
    if kept is None or flaw is not None:
        raise CannotHold(f"{target.id} cannot hold this record: the text would {flaw}")
    game = replayer.game(target.game)
    record, kept = in_order(game, record), in_order(game, kept)
    names = differences_of_game(target.game, record, kept)
    notes = _notes_lost(game, record, kept, target, text.content)
    undeclared = [name for name in names if name not in target.unsupported]
    if undeclared:
        raise CannotHold(
            f"{target.id} cannot hold this record: {', '.join(undeclared)} would change"
        )
    if names or notes:
        _require_sound(record, kept, target)
    return text.content, [*(f"{name}: {target.unsupported[name]}" for name in names), *notes]


def in_order(game: Game[Any, Any], record: Any) -> Any:
    """Return a record with its variations in the order of their plies."""
    for number, each in enumerate(game.rounds(record), start=1):
        if each.variations:
            ordered = variations.in_order(each.variations)
            if ordered != each.variations:
                record = game.with_variations(record, number, ordered)
    return record


def read_back(record: Any, target: Notation[Any]) -> tuple[Text, list[Reading[Any]], Any]:
    """Return a record's text, the readings of that text, and the record if it is read back whole.

    Raises CannotHold if the record cannot be written.
    """
    text = Text(target.write(record))
    readings = list(target.read(text))
    whole = len(readings) == 1 and readings[0].whole
    return text, readings, readings[0].record if whole else None


def _notes_lost(
    game: Game[Any, Any], record: Any, kept: Any, target: Notation[Any], text: str
) -> list[str]:
    """Return which annotations and ends outside play a record loses, and how many of each kind.

    Properties may say how a text is laid out; they are not lost if it only has another layout.
    Raises CannotHold if something is kept but changed.
    """
    has = target.has_property
    relaid = has is not None and _is_relaid(game, record, kept, partial(has, text))
    changed = noted_only_in(game, kept, record)
    if changed.keys() - ({"properties"} if relaid else ()):
        kind, where = next(iter(noted(game, kept) - noted(game, record)))
        why = f"{kind} would change ({in_words(where)})"
        raise CannotHold(f"{target.id} cannot hold this record: {why}")
    lost = noted_only_in(game, record, kept)
    if relaid:
        lost.pop("properties", None)
    named = [(kind, what) for kind, what in KINDS.items() if kind in lost]
    if not target.keeps.intersection(lost) or target.lacks is None:
        return [f"{kind}: {what} ({lost[kind]})" for kind, what in named]
    where = _lacking(game, record, kept, target.lacks)
    return [
        f"{kind}{place}: {what} ({count})"
        for kind, what in named
        for place, count in _apart(where[kind], lost[kind])
        if count
    ]


def _lacking(
    game: Game[Any, Any], record: Any, kept: Any, lacks: Callable[[Any, int, int], str | None]
) -> Mapping[str, Counter[str]]:
    """Count the lost annotations by kind and by the name of a place that a notation lacks."""
    found = defaultdict[str, Counter[str]](Counter)
    if len(game.rounds(record)) == len(game.rounds(kept)):
        for (kind, where), count in (noted(game, record) - noted(game, kept)).items():
            (number, *ply), *_ = cast(tuple[tuple[Any, ...], ...], where)
            if number != "match" and len(ply) == 1 and ply[0] is not None:
                name = lacks(record, number, ply[0])
                if name is not None:
                    found[kind][f" {name}"] += count
    return found


def _apart(named: Counter[str], total: int) -> Sequence[tuple[str, int]]:
    """Return the counts of named places, and the count of all others."""
    return [*sorted(named.items()), ("", total - named.total())]


def _is_relaid(
    game: Game[Any, Any], record: Any, kept: Any, has: Callable[[Property], bool]
) -> bool:
    """Return whether the text has all properties of a record, if perhaps in another layout."""
    before, after = noted(game, record), noted(game, kept)
    gone: list[Any] = [where for kind, where in before - after if kind == "properties"]
    new: list[Any] = [where for kind, where in after - before if kind == "properties"]
    old: list[Any] = [where for kind, where in before if kind == "properties"]
    had = {place for place, _ in old}
    return all(has(each) for _, each in gone) and all(place in had for place, _ in new)


def _flaws(text: Text, target: Notation[Any], readings: list[Reading[Any]]) -> Iterator[str]:
    """Yield reasons why a text would not be read back as the single record it was written for."""
    taken = detect(text.content.encode("utf-8", "backslashreplace")[:HEAD])
    if taken is None or taken.id != target.id:
        yield "not be recognised" if taken is None else f"be taken for {taken.id}"
    try:
        text.content.encode()
    except UnicodeEncodeError as error:
        yield f"contain {visible(text.content[error.start])}, which is only half a character"
    if any(conflicts(text, target.verbatim)):
        yield "contain merge conflict markers"
    if len(readings) != 1:
        yield f"hold {amount(len(readings), 'record')}"
    for reading in readings:
        if not reading.whole:
            wrong = (each for each in reading.findings if each.severity == "error")
            yield from (f"break {each.code}: {each.message}" for each in wrong)
            yield "be read only in part"


def _require_sound(record: Any, kept: Any, target: Notation[Any]) -> None:
    """Raise CannotHold if what remains of a record breaks a rule that the record follows."""
    broken = _errors(kept, target, target.unsupported)
    if broken:
        before = {each.code for each in _errors(record, target)}
        for each in broken:
            if each.code not in before:
                why = f"what remains breaks {each.code}: {each.message}"
                raise CannotHold(f"{target.id} cannot hold this record: {why}")


def _errors(record: Any, target: Notation[Any], unsupported: Collection[str] = ()) -> list[Finding]:
    found = checked(replayer.game(target.game), record, unsupported).findings
    return [each for each in found if each.severity == "error"]


def require_game(record: object, target: Notation[Any]) -> None:
    """Raise CannotHold if a notation belongs to a different game than the record."""
    name = replayer.game_of(record).name
    if name != target.game:
        raise CannotHold(f"{target.id} cannot hold a record of {name}")
