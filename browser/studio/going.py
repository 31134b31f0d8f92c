"""Change a sheet by playing on, and rewrite its text, in its own notation if possible."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...findings.limits import LIMIT
from ...formats import CannotHold, Notation, canonical_notation, lost, rewritten
from ...formats.conversion import in_order, read_back
from ...formats.interface.catalog import differences_of_game
from ...replayer.game import Game
from ...replayer.play.going_on import Moment, WentOn, go_on, standing
from ...replayer.play.kinds import noted
from ...replayer.play.variations import path_in
from ...replayer.rules import Action
from ...validation.outcome import Outcome
from ..document import outcomes_of
from .carrying import carried
from .errors import Refused, refusing
from .programs import acting, choices
from .sheet import Kept, Played, Sheet, Written, playable


class Play(Struct, frozen=True):
    """A record that can be continued."""

    game: Game[Any, Any]
    record: Any
    notation: Notation[Any]
    outcome: Outcome[Any]


def play_of(sheet: Sheet, number: int) -> Play:
    """Return a record from a sheet. Raises Refused if part of it cannot be read."""
    outcome = sheet.outcome(number)
    found = playable(outcome)
    if found is None or outcome.notation is None:
        raise Refused("part of the record cannot be read: correct its errors first")
    return Play(*found, outcome.notation, outcome)


def draw(rules: Any, state: Any) -> Action:
    """Draw an unpredictable chance action."""
    return rules.sample(state, Random())


def played(sheet: Sheet, one: Play, moment: Moment, actions: Mapping[int, Action]) -> WentOn[Any]:
    """Return the record after actions at a given moment; programs act for the other seats."""
    levels, seed = sheet.kept.levels, sheet.kept.seed
    with refusing():
        given = choices(one.game, one.record, moment, levels, seed, actions)
        return go_on(one.game, one.record, moment, given, draw)


def follow(
    one: Play,
    moment: Moment,
    line: Sequence[Action],
    allow: Callable[[Mapping[int, Action]], None],
) -> WentOn[Any]:
    """Return the record after several actions, each by the seat whose turn it is.

    `allow` raises Refused for actions that must not be judged.
    """
    went, rest = WentOn(one.record, moment), list(line)
    with refusing():
        while rest:
            seats = acting(standing(one.game, went.record, went.moment).step)
            if not seats:
                raise Refused(f"nobody can act when it comes to {rest[0]}")
            actions = dict(zip(seats, rest, strict=False))
            allow(actions)
            del rest[: len(seats)]
            went = go_on(one.game, went.record, went.moment, actions, draw)
    return went


# The text


def as_numbered(sheet: Sheet, number: int, one: Play, changed: Any, moment: Moment) -> Moment:
    """Return a moment of a changed record as the text of its sheet numbers it.

    A notation may list variations in another order.
    """
    own = one.game.variations(changed, moment.round) if moment.path else ()
    read = sheet.outcome(number).record if own else None
    if read is None:
        return moment
    path = path_in(one.game.variations(read, moment.round), own, moment.path)
    return replace(moment, path=path)


def put(
    sheet: Sheet, number: int, one: Play, changed: Any, play: Played | None = None
) -> tuple[Sheet, str | None]:
    """Write a changed record to its sheet, or to a new one if the text has more records.

    Return the sheet that holds it, and a notice for the user.
    """
    if changed == one.record:
        return sheet, None
    text, notation, notice = _text(changed, one.notation)
    if len(sheet.outcomes) == 1:
        text, again = _on_top(sheet.text, one, notation, text)
        notice = notice or again
    require_sound(text, notation, one.outcome)
    if len(text) > LIMIT:
        raise Refused(f"a text may be at most {LIMIT // 2**20} MiB", 413)
    if len(sheet.outcomes) == 1:
        sheet.write(text, notation.id, played=play)
        if notation is not one.notation:
            sheet.kept.name = renamed(sheet.kept.name, notation)
        return sheet, notice
    name = renamed(sheet.kept.name, notation, f"-{number}")
    kept = Kept(
        name=name,
        written=Written(text, notation.id),
        folder=sheet.kept.folder,
        levels=[*sheet.kept.levels],
    )
    return Sheet(kept), f"a copy of record {number} of {sheet.kept.name}"


def _on_top(text: str, one: Play, notation: Notation[Any], after: str) -> tuple[str, str | None]:
    """Return the changed text, with its own spacing and comments if possible, and a notice."""
    if notation is not one.notation:
        return after, None
    try:
        found = carried(text, notation.write(one.record), after, notation)
    except CannotHold:
        found = None
    if found is not None:
        return found, None
    why = "the text was rewritten in the usual layout, without what is not in the record"
    return after, f"{why} (Undo restores it)"


def _text(record: Any, notation: Notation[Any]) -> tuple[str, Notation[Any], str | None]:
    """Return a record in its notation, or else in the canonical one, and a notice."""
    canonical = canonical_notation(notation.game)
    try:
        text, missing = rewritten(record, notation)
    except CannotHold:
        text, missing = "", ["the play"]
    if not missing:
        return text, notation, None
    notice = f"{notation.id} cannot hold {', '.join(missing)}: the text is now {canonical.id}"
    return canonical.write(record), canonical, notice


def require_held(one: Play, changed: Any) -> Any:
    """Return a changed record as its notation holds it.

    Raises Refused if something would be lost; the page can then offer canonical JSON.
    """
    canonical = canonical_notation(one.notation.game)
    if one.notation is canonical:
        return changed
    missing = _newly_lost(one, changed)
    if not missing:
        return changed
    read = _as_read(one, changed)
    if read is None or _newly_lost(one, read):
        why = f"{one.notation.id} cannot hold {missing}: convert the text to {canonical.id} first"
        raise Refused(why, canonical=canonical.id)
    return read


def _as_read(one: Play, changed: Any) -> Any:
    """Return a record as it is read back, or None if anything but the layout of its text changes.

    The properties of annotations may say which values a text gives in which order.
    """
    try:
        text, _, read = read_back(changed, one.notation)
    except CannotHold:
        return None
    if read is None:
        return None
    same, found = in_order(one.game, changed), in_order(one.game, read)
    if differences_of_game(one.game.name, same, found):
        return None
    before, after = noted(one.game, same), noted(one.game, found)
    if any(kind != "properties" for kind, _ in (*(before - after), *(after - before))):
        return None
    gone: list[Any] = [where for _, where in before - after]
    values = ((said.key, *said.values) for _, said in gone if said.values)
    return read if all(word in text.content for each in values for word in each) else None


def _newly_lost(one: Play, record: Any) -> str:
    """Return the parts of a record that its notation cannot hold, and that are newly lost."""
    try:
        before = lost(one.record, one.notation)
    except CannotHold:
        before = []
    try:
        return ", ".join(each for each in lost(record, one.notation) if each not in before)
    except CannotHold:
        return "this change"


def require_sound(text: str, notation: Notation[Any], before: Outcome[Any] | None = None) -> None:
    """Raise Refused if a text has an error that was not there before."""
    known = {(each.code, each.round) for each in (before.unproven if before else ())}
    for outcome in outcomes_of(text, notation.id):
        for each in outcome.unproven:
            if each.severity == "error" and (each.code, each.round) not in known:
                raise Refused(each.message, code=each.code, name=each.name)


def renamed(name: str, notation: Notation[Any], more: str = "") -> str:
    """Return a file name with the suffix of a notation."""
    stem = os.path.splitext(name)[0] or "record"
    return f"{stem}{more}{notation.suffix}"
