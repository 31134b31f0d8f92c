"""Changes of a sheet by play: its text is written anew, in its own notation where that holds it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from ...formats import CannotHold, Notation, canonical_notation, lost
from ...replayer.game import Game
from ...replayer.play.going_on import Moment, WentOn, go_on, standing
from ...replayer.rules import Action
from ...validation.outcome import Outcome
from ..document import outcomes_of
from .carrying import carried
from .errors import Refused, refusing
from .programs import acting, choices
from .sheet import Kept, Sheet, Written, playable


class Play(Struct, frozen=True):
    """A record that can be played on."""

    game: Game[Any, Any]
    record: Any
    notation: Notation[Any]
    outcome: Outcome[Any]


def play_of(sheet: Sheet, number: int) -> Play:
    """A record of a sheet; raises Refused where it cannot be read whole."""
    outcome = sheet.outcome(number)
    found = playable(outcome)
    if found is None or outcome.notation is None:
        raise Refused("this cannot be read whole: mend what is wrong with it first")
    return Play(*found, outcome.notation, outcome)


def draw(rules: Any, state: Any) -> Action:
    """What chance does: nobody can foretell it."""
    return rules.sample(state, Random())


def played(sheet: Sheet, one: Play, moment: Moment, actions: Mapping[int, Action]) -> WentOn[Any]:
    """The record after the actions of all who act at a moment, programs' choices filled in."""
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
    """The record after several actions, one after the other, each of who is due then.

    `allow` raises Refused for what may not be done, before anything is said of it.
    """
    went, rest = WentOn(one.record, moment), list(line)
    with refusing():
        while rest:
            seats = acting(standing(one.game, went.record, went.moment).step)
            if not seats:
                raise Refused(f"nobody acts any more before {rest[0]}")
            actions = dict(zip(seats, rest, strict=False))
            allow(actions)
            del rest[: len(seats)]
            went = go_on(one.game, went.record, went.moment, actions, draw)
    return went


# The text of what was played


def put(sheet: Sheet, number: int, one: Play, changed: Any) -> tuple[Sheet, str | None]:
    """Write a changed record into its sheet, or into a new one if others stand in its text.

    Gives the sheet that has it, and what there is to say of that.
    """
    if changed == one.record:
        return sheet, None
    text, notation, told = _text(changed, one.notation)
    if len(sheet.outcomes) == 1:
        text, anew = _on_top(sheet.text, one, notation, text)
        told = told or anew
    require_sound(text, notation, one.outcome)
    if len(sheet.outcomes) == 1:
        sheet.write(text, notation.id)
        if notation is not one.notation:
            sheet.kept.name = renamed(sheet.kept.name, notation)
        return sheet, told
    name = renamed(sheet.kept.name, notation, f"-{number}")
    kept = Kept(
        name=name,
        written=Written(text, notation.id),
        folder=sheet.kept.folder,
        levels=[*sheet.kept.levels],
    )
    return Sheet(kept), f"record {number} of {sheet.kept.name}, to be played on"


def _on_top(text: str, one: Play, notation: Notation[Any], after: str) -> tuple[str, str | None]:
    """The text with what was played, and with all else that stands in it if that can be."""
    if notation is not one.notation:
        return after, None
    try:
        found = carried(text, notation.write(one.record), after, notation)
    except CannotHold:
        found = None
    if found is not None:
        return found, None
    return after, "the text is written anew: its own spacing and comments are not kept (Undo)"


def _text(record: Any, notation: Notation[Any]) -> tuple[str, Notation[Any], str | None]:
    """The text of a record in a notation, or in the canonical one, which holds everything."""
    canonical = canonical_notation(notation.game)
    try:
        missing = lost(record, notation)
    except CannotHold:
        missing = ["what was played"]
    if not missing:
        return notation.write(record), notation, None
    told = f"{notation.id} cannot hold {', '.join(missing)}: the text is {canonical.id} now"
    return canonical.write(record), canonical, told


def require_held(changed: Any, one: Play) -> None:
    """Raise Refused if the notation of a record cannot hold what is noted in it now.

    Raises CannotHold where it cannot hold the record at all.
    """
    before = lost(one.record, one.notation)
    missing = [each for each in lost(changed, one.notation) if each not in before]
    if missing:
        canonical = canonical_notation(one.notation.game)
        raise Refused(
            f"{one.notation.id} cannot hold {', '.join(missing)}: write the text as "
            f"{canonical.id} first"
        )


def require_sound(text: str, notation: Notation[Any], before: Outcome[Any] | None = None) -> None:
    """Raise Refused where something is wrong with a text that was not wrong before."""
    known = {(each.code, each.round) for each in (before.unproven if before else ())}
    for outcome in outcomes_of(text, notation.id):
        for each in outcome.unproven:
            if each.severity == "error" and (each.code, each.round) not in known:
                raise Refused(each.message, code=each.code, name=each.name)


def renamed(name: str, notation: Notation[Any], more: str = "") -> str:
    """A name of a file as those of a notation are."""
    stem = os.path.splitext(name)[0] or "record"
    return f"{stem}{more}{notation.suffix}"
