"""The board of a game in a terminal: its records and positions as lines of text.

Everything is drawn from the game's scenes and from the record's data about the match, never from
the states of the rules. Parts of the lines may be marked with tones (`text/tones.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from ... import replayer
from ...replayer.positions import Broken
from ...replayer.replay.trajectory import Trajectory, header_values
from ...replayer.replay.trajectory_step import TrajectoryStep
from ...replayer.rules import CHANCE
from ...replayer.scene.scenes import Scenes, Speaker
from ..text.columns import LINE, aligned, visible, width, wrapped
from .drawn import Drawn, drawn, who

Line: TypeAlias = Trajectory[Any, Any]
Step: TypeAlias = TrajectoryStep[Any]

MOST = 100
"""If there are more legal actions than this, they are counted instead of listed."""


class Done(NamedTuple):
    """An action in words."""

    ply: int
    player: int
    said: str


class Board(Struct, frozen=True):
    """Draws the records of a game."""

    game: str
    scenes: Scenes[Any]

    def head(self, record: Any) -> Iterator[str]:
        """Yield the title, the times, the options, the players, and whose view the record is."""
        game = replayer.game(self.game)
        yield from _heading(record)
        options = [
            f"{name}: {visible(msgspec.json.encode(value).decode())}"
            for name, value in game.options_of(record).items()
        ]
        if options:
            yield from wrapped("rules:", options)
        header = header_values(game, record)
        players, viewer = header["players"], header["viewer"]
        if players:
            seats = Speaker(self.scenes, None)
            names = enumerate(map(visible, players))
            yield from wrapped("players:", [f"{who(seats, at)} {name}" for at, name in names])
        if viewer is not None:
            yield f"as {who(Speaker(self.scenes, players), viewer)} knew it"

    def whole(self, trajectory: Line) -> Iterator[str]:
        """Yield the deal, the actions, the last position, and why there are no more."""
        yield visible(trajectory.title)
        steps = trajectory.steps
        first = self._drawn(trajectory, next((each for each in steps if each.actors), steps[0]))
        last = self._drawn(trajectory, steps[-1])
        dealt = [] if first.hands == last.hands else [*first.seats(), *first.piles()]
        yield from _after_blank(dealt)
        if done := [*self._done(trajectory, steps, dealt=first.hands is not None)]:
            shown = _after_blank(in_columns(done, last)) if last.has_columns else listed(done, last)
            yield from shown
        yield from _after_blank(last.lines())
        yield from self._stop(trajectory)

    def variation(self, trajectory: Line) -> Iterator[str]:
        """Yield the actions, and how they end."""
        last = self._drawn(trajectory, trajectory.last)
        yield from listed([*self._done(trajectory, trajectory.own)], last)
        yield from last.ending()
        yield from self._stop(trajectory)

    def position(self, trajectory: Line, step: Step) -> Iterator[str]:
        """Yield the position, the legal actions, and the action taken."""
        place = f", ply {step.ply}" if step.ply else ", at the end" if step.over else ""
        yield trajectory.label + place
        yield ""
        here = self._drawn(trajectory, step)
        yield from here.lines(step.actors)
        for player, legal in step.legal.items():
            few = [f"{len(legal)} actions"]
            if len(legal) <= MOST:
                few = [here.said(step, player, each, short=True) for each in legal]
            yield from wrapped(f"{here.who(player)} may:", few)
        for player, action in (step.actions or {}).items():
            yield f"done: {here.said(step, player, action, short=True)}"
        if step.breach is not None:
            yield _broken(step.breach)

    def _drawn(self, trajectory: Line, step: Step) -> Drawn:
        return drawn(self.scenes, trajectory, step)

    def _done(self, trajectory: Line, steps: Sequence[Step], dealt: bool = False) -> Iterator[Done]:
        """Yield the actions in some steps; if `dealt`, without those that scenes show anyway.

        These are the deal, since there are hands, and the cards played in tricks.
        """
        begun = not dealt
        scenes = [self._drawn(trajectory, each) for each in steps]
        for step, here, then in zip(steps, scenes, [*scenes[1:], None], strict=False):
            begun = begun or bool(step.actors)
            in_trick = dealt and then is not None and then.played > here.played
            if step.stands and begun and not in_trick:
                for ahead, (player, action) in enumerate((step.actions or {}).items()):
                    yield Done(step.ply + ahead, player, here.said(step, player, action, True))

    def _stop(self, trajectory: Line) -> Iterator[str]:
        """Yield why a round that is not over has no more positions."""
        last = trajectory.last
        here = self._drawn(trajectory, last)
        if last.breach is not None:
            for player, action in (last.actions or {}).items():
                by = "" if player == CHANCE else f", {here.who(player)}"
                said = here.said(last, player, action, short=True)
                yield f"the replay stops at ply {last.ply}{by}: {said}"
            yield _broken(last.breach)
        elif not last.over and not here.scene.ending:
            what = "variation" if trajectory.path else "record"
            acts = " and ".join(map(here.who, last.actors))
            yield f"the {what} stops here" + (f": {acts} to act" if acts else "")


def _heading(record: object) -> Iterator[str]:
    """Yield the name of a match, its occasion, and its times, as far as the record has them."""
    title, start, end = (
        getattr(record, each, None) for each in ("title", "start_time", "end_time")
    )
    if title is not None:
        yield visible(title)
    occasion = (getattr(record, each, None) for each in ("event", "place"))
    yield from (visible(each) for each in occasion if each and each != title)
    times = (f"from {start}" if start else "", f"to {end}" if end else "")
    if any(times):
        yield visible(" ".join(filter(None, times)))


def listed(done: Sequence[Done], here: Drawn) -> Iterator[str]:
    """Yield actions one after another."""
    words = [
        said if player == CHANCE else f"{ply} {here.who(player)} {said}"
        for ply, player, said in done
    ]
    return wrapped("plays:", words) if words else iter(())


def in_columns(done: Sequence[Done], here: Drawn) -> Iterator[str]:
    """Yield actions in a column for each player; list those that do not fit, and those with chance.

    A row goes on until a player acts whose column is already passed.
    """
    if any(each.player == CHANCE for each in done):
        return listed(done, here)
    rows, last = [["ply", *here.heads]], len(here.heads)
    for ply, player, said in done:
        if player <= last:
            rows.append([f"{ply:3}", *[""] * len(here.heads)])
        rows[-1][1 + player] = said
        last = player
    lines = [*aligned(rows)]
    return iter(lines) if max(map(width, lines)) <= LINE else listed(done, here)


def _after_blank(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines, if there are any, after a blank one."""
    for at, line in enumerate(lines):
        yield from ("", line) if not at else (line,)


def _broken(breach: Broken) -> str:
    """Return a line that names the broken rule and says how it is broken."""
    return f"  {breach.code} {breach.name}: {visible(breach.message)}"
