"""Calls that continue play in a record, and change its variations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from msgspec import field
from msgspec.structs import replace

from ....arena.players.thinking import while_wanted
from ....replayer.play.going_on import Moment, WentOn, next_round, standing, with_variation
from ....replayer.play.reordering import moved_up, promoted
from ....replayer.play.variations import Variation
from ....replayer.replay.round import Step
from ..answers import Values
from ..desk import Desk
from ..errors import Overtaken, Refused, refusing
from ..going import Play, draw, follow, play_of, played, require_held
from ..programs import choices, program_to_act
from ..sheet import Played, Sheet
from .call import Body, Changing, changed, require_open

Change: TypeAlias = Callable[[Variation], Variation | None]


class Playing(Changing):
    """A moment, and the actions of the seats there."""

    place: Moment
    actions: dict[int, str] = field(default_factory=dict[int, str])


def play(desk: Desk, sheet: Sheet, body: Playing) -> Values:
    """Play actions at the given moment."""
    one = play_of(sheet, body.record)
    _require_own(sheet, body.actions)
    went = played(sheet, one, body.place, body.actions)
    return _went(desk, sheet, body, one, went)


def _went(
    desk: Desk,
    sheet: Sheet,
    body: Playing | At | Line,
    one: Play,
    went: WentOn[Any],
    by_program: bool = False,
) -> Values:
    play = Played(body.place, went.moment, by_program)
    return changed(desk, sheet, body.record, one, went.record, went.moment, play=play)


def _require_own(sheet: Sheet, actions: Mapping[int, str]) -> None:
    """Raise Refused for other seats' actions if cards are hidden.

    Judging such an action would reveal other hands.
    """
    seat = sheet.kept.seat
    for each in actions:
        if seat not in (None, each):
            raise Refused(f"cards are hidden from player {seat}, who cannot act for player {each}")


class At(Body):
    """A moment in the given version or, without one, in the current version."""

    place: Moment
    version: int | None = None


class _Thought:
    """A program's thinking about a moment, during which the sheet may change."""

    def __init__(self, sheet: Sheet, body: At) -> None:
        with sheet.lock:
            self.play, self._step = _step_of_program(sheet, body)
            self.levels = [*sheet.kept.levels]
            self._called_off, self._version = (sheet.undone, sheet.called_off), sheet.version
        self._sheet = sheet
        self._body = body

    def is_wanted(self) -> bool:
        """Return whether the moment is unchanged; this is checked again after each change."""
        sheet = self._sheet
        if sheet.version == self._version and sheet.called_off == self._called_off[1]:
            return True
        try:
            self.require_unchanged()
        except Overtaken:
            return False
        return True

    def require_unchanged(self) -> Play:
        """Return the current record. Raises Overtaken if the moment has changed."""
        sheet = self._sheet
        with sheet.lock:
            self._version = sheet.version
            try:
                one, now = _step_of_program(sheet, self._body)
            except Refused as why:
                raise Overtaken(str(why)) from None
            called_off = (sheet.undone, sheet.called_off) != self._called_off
            if called_off or now.state != self._step.state:
                raise Overtaken("the record was changed at this position")
            return one


def respond(desk: Desk, sheet: Sheet, body: At) -> Values:
    """Let a program act at the given moment.

    The sheet may change while the program thinks. The action is played if the moment is unchanged
    and nothing was undone; otherwise, the program stops thinking.
    """
    thought = _Thought(sheet, body)
    one, seed = thought.play, sheet.kept.seed
    with refusing(), while_wanted(thought.is_wanted):
        actions = choices(one.game, one.record, body.place, thought.levels, seed, {})
    with sheet.lock:
        one = thought.require_unchanged()
        went = played(sheet, one, body.place, actions)
        return _went(desk, sheet, body, one, went, by_program=True)


def stop(desk: Desk, sheet: Sheet, body: Body) -> Values:
    """Cancel all programs that are thinking about a sheet."""
    sheet.called_off += 1
    return {}


def _step_of_program(sheet: Sheet, body: At) -> tuple[Play, Step[Any]]:
    """Return the record and the step where a program acts. Raises Refused if no program does."""
    one = play_of(sheet, body.record)
    with refusing():
        step = standing(one.game, one.record, body.place).step
    if program_to_act(step, sheet.kept.levels) is None:
        raise Overtaken("no program acts here")
    if step.actions is not None:
        raise Overtaken("play has already continued from this position")
    return one, step


class Line(Changing):
    """A moment, and several actions starting there."""

    place: Moment
    line: list[str]


def play_line(desk: Desk, sheet: Sheet, body: Line) -> Values:
    """Play several actions, either all of them or none."""
    one = play_of(sheet, body.record)

    def allow(actions: Mapping[int, str]) -> None:
        _require_own(sheet, actions)

    went = follow(one, body.place, body.line, allow)
    return _went(desk, sheet, body, one, went)


def deal(desk: Desk, sheet: Sheet, body: Changing) -> Values:
    """Deal the next round."""
    one = play_of(sheet, body.record)
    with refusing():
        went = next_round(one.game, one.record, draw)
    return changed(desk, sheet, body.record, one, went.record, went.moment)


class Varied(Changing):
    """A variation: its round and its path; and the step to show."""

    round: int
    path: list[int]
    step: int = 0


def delete(desk: Desk, sheet: Sheet, body: Varied) -> Values:
    """Delete a variation."""
    return _with_variation(desk, sheet, body, lambda one: None)


class Named(Varied):
    """A variation and its new name. If `canonical`, the text may become canonical JSON."""

    name: str | None = None
    canonical: bool = False


def rename(desk: Desk, sheet: Sheet, body: Named) -> Values:
    """Name a variation."""
    hold = None if body.canonical else require_held
    named = partial(replace, name=body.name or None)
    return _with_variation(desk, sheet, body, named, hold)


def _with_variation(
    desk: Desk,
    sheet: Sheet,
    body: Varied,
    change: Change,
    hold: Callable[[Play, Any], Any] | None = None,
) -> Values:
    one = play_of(sheet, body.record)
    with refusing():
        record = with_variation(one.game, one.record, body.round, body.path, change)
        record = record if hold is None else hold(one, record)
    return changed(desk, sheet, body.record, one, record, show=body.round)


class Moved(Varied):
    """A variation, and whether to promote it instead of moving it up."""

    promote: bool = False


def move(desk: Desk, sheet: Sheet, body: Moved) -> Values:
    """Move a variation up among its siblings, or make it part of the line that it leaves."""
    require_open(sheet)
    one = play_of(sheet, body.record)
    with refusing():
        if body.promote:
            record = promoted(one.game, one.record, body.round, body.path)
            path = tuple(body.path[:-1])
        else:
            record, path = moved_up(one.game, one.record, body.round, body.path)
    return changed(desk, sheet, body.record, one, record, Moment(body.round, path, body.step))
