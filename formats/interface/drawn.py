"""Draws scenes in a terminal: the board of a game that has no text board of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from ... import replayer
from ...replayer.replay.trajectory import Trajectory, TrajectoryStep, header_values
from ...replayer.rules import CHANCE, Action
from ...replayer.scene.scene import Fact, Grid, Group, Scene, Seat, Trick
from ...replayer.scene.scenes import Scenes, Speaker
from ..text.columns import aligned, visible, width, wrapped
from .boards import MOST, Board, broken, heading, plays

Line: TypeAlias = Trajectory[Any, Any]
Step: TypeAlias = TrajectoryStep[Any]

EMPTY, STAR = "·", "+"
"""An empty place of a grid, and an empty marked point."""
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
        """Yield the title and times, the players, and whose view the record is."""
        yield from heading(record)
        header = header_values(replayer.game(self.game), record)
        if header["players"]:
            yield from wrapped("players:", [visible(each) for each in header["players"]])
        if header["viewer"] is not None:
            yield f"as P{header['viewer']} knew it"

    def whole(self, trajectory: Line) -> Iterator[str]:
        """Yield the actions, the last position, and why there is no other."""
        yield visible(trajectory.title)
        yield from self._plays(trajectory)
        yield ""
        yield from self._scene(trajectory, trajectory.last)
        yield from _stop(trajectory)

    def variation(self, trajectory: Line) -> Iterator[str]:
        """Yield the actions, and how they end."""
        yield from self._plays(trajectory)
        scene, speaker = self._drawn(trajectory, trajectory.last)
        yield from (visible(speaker.text(each)) for each in scene.ending)
        yield from _stop(trajectory)

    def position(self, trajectory: Line, step: Step) -> Iterator[str]:
        """Yield the position, the legal actions, and the action taken."""
        yield f"{trajectory.label}, ply {step.ply}" if step.ply else trajectory.label
        yield ""
        yield from self._scene(trajectory, step)
        for player, legal in step.legal.items():
            spelled = [visible(step.spelled(player, each)) for each in legal[: MOST + 1]]
            few = spelled if len(legal) <= MOST else [f"{len(legal)} actions"]
            yield from wrapped(f"P{player} may:", few)
        for player, action in (step.actions or {}).items():
            is_chance = player == CHANCE
            done = (
                self._chance(step, action) if is_chance else visible(step.spelled(player, action))
            )
            yield f"done: {done}"
        if step.breach is not None:
            yield broken(step.breach)

    def _plays(self, trajectory: Line) -> Iterator[str]:
        yield from plays(trajectory, dealt=self._chance)

    def _chance(self, step: Step, action: Action) -> str:
        """Return what chance or an arbiter does: as the game's scenes show it, or as a deal."""
        act = self.scenes.act(self.scenes.scene(step.position).mode, action)
        if not act.match:
            return f"{visible(' '.join(action.split()))} is dealt"
        return visible(Speaker(self.scenes, None).text(act.said))

    def _scene(self, trajectory: Line, step: Step) -> Iterator[str]:
        yield from written(*self._drawn(trajectory, step), step.actors)

    def _drawn(self, trajectory: Line, step: Step) -> tuple[Scene, Speaker]:
        header = header_values(replayer.game(self.game), trajectory.record)
        scene = self.scenes.scene(step.position)
        return scene, Speaker(self.scenes, header["players"], grid=scene.grid)


def _stop(trajectory: Line) -> Iterator[str]:
    """Yield why a round that is not over has no more positions."""
    last = trajectory.last
    if last.breach is not None:
        for player, action in (last.actions or {}).items():
            who = "" if player == CHANCE else f", P{player}"
            yield f"the replay stops at ply {last.ply}{who}: {visible(action)}"
        yield broken(last.breach)
    elif not last.over:
        what = "variation" if trajectory.path else "record"
        acts = " and ".join(f"P{each}" for each in last.actors)
        yield f"the {what} stops here" + (f": {acts} to act" if acts else "")


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
            rows.append((self._name(number), *self._seat(seat, number, number in acts)))
        filled = [at for at, _ in enumerate(COLUMNS) if any(row[at] for row in rows[1:])]
        yield from aligned([[row[at] for at in filled] for row in rows])

    def _name(self, number: int) -> str:
        name = visible(self.speaker.name(number))
        return f"P{number} {name}" if name != f"Player {number}" else f"P{number}"

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
            yield f"P{seat} {self._thing(play)}{wins}"

    def _rows(self, grid: Grid) -> Iterator[str]:
        """Yield the rows of a grid with its labels.

        Marked places are in brackets, but a dot is the first letter of its colour.
        """
        dots = {
            place: mark.colour[:1]
            for mark in grid.marks
            if mark.shape == "dot"
            for place in mark.at
        }
        marked = {place for mark in grid.marks for place in mark.at} - dots.keys()
        heads, sides = grid.heads or grid.columns, grid.sides or grid.lines
        left, wide = max(map(width, sides)), max(map(width, heads))
        places = iter(grid.places)
        for side, row in zip(sides, grid.rows, strict=True):
            written = " " * (left - width(side)) + side
            for thing in row:
                place = next(places)
                empty = dots.get(place) or (STAR if place in grid.stars else EMPTY)
                sign = empty if thing == "." else self._thing(thing)
                opened = written.endswith(")")
                begins = "(" if place in marked else "" if opened else " "
                cell = begins + " " * (wide - width(sign)) + sign
                written += cell + (")" if place in marked else "")
            yield written.rstrip()
        yield " " * left + "".join(" " * (1 + wide - width(each)) + each for each in heads)
