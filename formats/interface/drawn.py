"""Draws scenes in a terminal: the board of a game that has no text board of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from ... import replayer
from ...replayer.replay.trajectory import Trajectory, header_values
from ...replayer.replay.trajectory_step import TrajectoryStep
from ...replayer.rules import CHANCE, Action
from ...replayer.scene.scene import Fact, Grid, Group, Scene, Seat, Trick
from ...replayer.scene.scenes import Scenes, Speaker
from ..text.columns import aligned, visible, width, wrapped
from .boards import MOST, Board, broken, heading

Line: TypeAlias = Trajectory[Any, Any]
Step: TypeAlias = TrajectoryStep[Any]

EMPTY, STAR = "·", "+"
"""An empty place of a grid, and an empty marked point."""
AREAS = {"black": "▪", "white": "▫"}
FADED = {"●": "•", "○": "◦"}
"""Smaller symbols for faded stones."""

COLUMNS = ("player", "", "holds", "has laid", "has taken", "")


def drawn(name: str, scenes: Scenes[Any]) -> Board[Any, Any]:
    """Return the board of a game that draws its scenes."""
    found = _Drawn(name, scenes)
    return Board(
        head=found.head, whole=found.whole, variation=found.variation, position=found.position
    )


class _Drawn(Struct, frozen=True):
    game: str
    scenes: Scenes[Any]

    def head(self, record: Any) -> Iterator[str]:
        """Yield the title and times, the players, and the player whose view the record is."""
        yield from heading(record)
        header = header_values(replayer.game(self.game), record)
        if header["players"]:
            signs = Speaker(self.scenes, None)
            names = enumerate(map(visible, header["players"]))
            yield from wrapped("players:", [f"{_who(signs, at)} {name}" for at, name in names])
        if header["viewer"] is not None:
            yield f"as {_who(Speaker(self.scenes, header['players']), header['viewer'])} knew it"

    def whole(self, trajectory: Line) -> Iterator[str]:
        """Yield the actions, the last position, and the reason why there are no more."""
        yield visible(trajectory.title)
        yield from self._plays(trajectory)
        yield ""
        yield from self._scene(trajectory, trajectory.last)
        yield from self._stop(trajectory)

    def variation(self, trajectory: Line) -> Iterator[str]:
        """Yield the actions, and how they end."""
        yield from self._plays(trajectory)
        scene, speaker = self._drawn(trajectory, trajectory.last)
        yield from (visible(speaker.text(each)) for each in scene.ending)
        yield from self._stop(trajectory)

    def position(self, trajectory: Line, step: Step) -> Iterator[str]:
        """Yield the position, the legal actions, and the action taken."""
        yield f"{trajectory.label}, ply {step.ply}" if step.ply else trajectory.label
        yield ""
        yield from self._scene(trajectory, step)
        _, speaker = self._drawn(trajectory, step)
        for player, legal in step.legal.items():
            few = [f"{len(legal)} actions"]
            if len(legal) <= MOST:
                few = [self._said(trajectory, step, player, each) for each in legal]
            yield from wrapped(f"{_who(speaker, player)} may:", few)
        for player, action in (step.actions or {}).items():
            yield f"done: {self._said(trajectory, step, player, action)}"
        if step.breach is not None:
            yield broken(step.breach)

    def _plays(self, trajectory: Line) -> Iterator[str]:
        _, speaker = self._drawn(trajectory, trajectory.last)
        done = [
            f"{step.ply + offset} {_who(speaker, player)} {said}" if player != CHANCE else said
            for step in trajectory.own
            if step.stands
            for offset, (player, action) in enumerate((step.actions or {}).items())
            for said in (self._said(trajectory, step, player, action),)
        ]
        if done:
            yield from wrapped("plays:", done)

    def _said(self, trajectory: Line, step: Step, player: int, action: Action) -> str:
        return visible(said(self.scenes, self._drawn(trajectory, step), step, player, action))

    def _scene(self, trajectory: Line, step: Step) -> Iterator[str]:
        yield from written(*self._drawn(trajectory, step), step.actors)

    def _drawn(self, trajectory: Line, step: Step) -> tuple[Scene, Speaker]:
        return scene_of(self.scenes, trajectory, step)

    def _stop(self, trajectory: Line) -> Iterator[str]:
        """Yield why a round that is not over has no more positions."""
        last = trajectory.last
        _, speaker = self._drawn(trajectory, last)
        if last.breach is not None:
            for player, action in (last.actions or {}).items():
                who = "" if player == CHANCE else f", {_who(speaker, player)}"
                said = self._said(trajectory, last, player, action)
                yield f"the replay stops at ply {last.ply}{who}: {said}"
            yield broken(last.breach)
        elif not last.over:
            what = "variation" if trajectory.path else "record"
            acts = " and ".join(_who(speaker, each) for each in last.actors)
            yield f"the {what} stops here" + (f": {acts} to act" if acts else "")


def scene_of(scenes: Scenes[Any], line: Line, step: Step) -> tuple[Scene, Speaker]:
    """Return the scene of a step, and a speaker that knows its players and its grid."""
    players = header_values(replayer.game_of(line.record), line.record)["players"]
    scene = scenes.scene(step.position)
    return scene, Speaker(scenes, players, grid=scene.grid)


def said(
    scenes: Scenes[Any], drawn: tuple[Scene, Speaker], step: Step, player: int, action: Action
) -> str:
    """Return an action as the game's scenes show it, or else as it is written."""
    scene, speaker = drawn
    spelled = action if player == CHANCE else step.spelled(player, action)
    act = scenes.act(scene.mode, action)
    if act.match and spelled == action:
        return speaker.text(act.said)
    return " ".join(spelled.split()) + (" is dealt" if player == CHANCE else "")


def _who(speaker: Speaker, seat: int) -> str:
    """Return a player's name, the game's word for a player without one, or a number."""
    name = visible(speaker.name(seat))
    return f"P{seat}" if name == f"Player {seat}" else name


def written(scene: Scene, speaker: Speaker, acts: Sequence[int]) -> Iterator[str]:
    """Yield a scene as lines of text, with a note on the seats to act."""
    return _Writer(speaker, scene).lines(acts)


class _Writer(Struct, frozen=True):
    """Writes a scene as lines of text."""

    speaker: Speaker
    scene: Scene

    def lines(self, acts: Sequence[int]) -> Iterator[str]:
        """Yield a table of the seats, the middle of the table, the facts, and the ending."""
        scene, text = self.scene, self._text
        yield from self._seats(acts)
        if scene.tricks:
            yield from wrapped("trick:", [*self._plays(scene.tricks[-1])])
        for pile in scene.piles:
            yield from wrapped(f"{text(pile.name)}:", [*map(self._thing, pile.things)] or ["–"])
        if scene.grid is not None:
            yield from self._rows(scene.grid)
        for fact in (*scene.middle, *scene.facts):
            yield self._fact(fact, ": ")
        yield from map(text, scene.ending)

    def _text(self, text: Any) -> str:
        return visible(self.speaker.text(text))

    def _thing(self, thing: str) -> str:
        return visible(self.speaker.thing(thing))

    def _fact(self, fact: Fact, between: str = " ") -> str:
        return f"{self._text(fact.name)}{between}{self._text(fact.value)}"

    def _seats(self, acts: Sequence[int]) -> Iterator[str]:
        rows: list[tuple[str, ...]] = [COLUMNS]
        for number, seat in enumerate(self.scene.seats):
            rows.append((_who(self.speaker, number), *self._seat(seat, number, number in acts)))
        filled = [at for at, _ in enumerate(COLUMNS) if any(row[at] for row in rows[1:])]
        yield from aligned([[row[at] for at in filled] for row in rows])

    def _seat(self, seat: Seat, number: int, acts: bool) -> tuple[str, str, str, str, str]:
        badges = self.speaker.badges(seat, number)
        notes = [*(["to act"] if acts else []), *(self._text(each.text) for each in badges)]
        return (
            ", ".join(notes),
            " ".join(map(self._thing, seat.hand or ())),
            ", ".join(map(self._group, seat.laid)),
            " ".join(map(self._thing, seat.taken or ())),
            ", ".join(map(self._fact, seat.facts)),
        )

    def _group(self, group: Group) -> str:
        things = enumerate(map(self._thing, group.things))
        return " ".join(f"[{each}]" if at < group.down else each for at, each in things)

    def _plays(self, trick: Trick) -> Iterator[str]:
        for at, play in enumerate(trick.plays):
            seat = (trick.lead + at) % len(self.scene.seats)
            wins = " wins" if seat == trick.winner else ""
            yield f"{_who(self.speaker, seat)} {self._thing(play)}{wins}"

    def _rows(self, grid: Grid) -> Iterator[str]:
        """Yield the rows of a grid with its labels.

        Marked places are in brackets, but those that belong to a colour have small squares.
        """
        areas = {
            place: AREAS.get(mark.colour, STAR)
            for mark in grid.marks
            if mark.shape == "area"
            for place in mark.at
        }
        marked = {place for mark in grid.marks for place in mark.at} - areas.keys()
        heads, sides = grid.heads or grid.columns, grid.sides or grid.lines
        left, wide = max(map(width, sides)), max(map(width, heads))
        places = iter(grid.places)
        for side, row in zip(sides, grid.rows, strict=True):
            written = " " * (left - width(side)) + side
            for thing in row:
                place = next(places)
                empty = areas.get(place) or (STAR if place in grid.stars else EMPTY)
                sign = empty if thing == "." else self._thing(thing)
                sign = FADED.get(sign, sign) if place in grid.faded else sign
                opened = written.endswith(")")
                begins = "(" if place in marked else "" if opened else " "
                cell = begins + " " * (wide - width(sign)) + sign
                written += cell + (")" if place in marked else "")
            yield written.rstrip()
        yield " " * left + "".join(" " * (1 + wide - width(each)) + each for each in heads)
