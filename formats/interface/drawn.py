"""Draws a scene in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from ...replayer.replay.trajectory import Trajectory
from ...replayer.replay.trajectory_step import TrajectoryStep
from ...replayer.rules import CHANCE, Action
from ...replayer.scene.scene import Badge, Fact, Grid, Group, Scene, Seat, Trick
from ...replayer.scene.scenes import Act, Scenes, Speaker
from ...replayer.scene.shapes import Card
from ...replayer.scene.texts import Text, Thing
from ...replayer.tricks import in_seats
from ..text.columns import aligned, beside, cut, visible, width, wrapped
from ..text.tones import Tone, marked

EMPTY, STAR = "·", "+"
"""An empty place of a grid, and an empty marked point."""
AREAS = {"black": "▪", "white": "▫"}
FADED = {"●": "•", "○": "◦"}
"""Smaller symbols for faded stones."""
NOT_YET = "."
"""The place of a card that has not been played."""

COLUMNS = ("player", "", "holds", "has laid", "has taken", "")
MOST_WIDE = 8
"""The maximum width of a name as the heading of a column."""


def drawn(scenes: Scenes[Any], line: Trajectory[Any, Any], step: TrajectoryStep[Any]) -> Drawn:
    """Return the scene of a step, with words for it."""
    return Drawn(scenes, scenes.scene(step.position), getattr(line.record, "players", None))


def who(speaker: Speaker, seat: int) -> str:
    """Return a player's name, the game's word for a player without one, or a number."""
    name = visible(speaker.name(seat))
    return f"P{seat}" if name == f"Player {seat}" else name


class Drawn:
    """A scene as lines of text, and words for its players, things and actions."""

    def __init__(self, scenes: Scenes[Any], scene: Scene, players: Sequence[str] | None) -> None:
        self.scene = scene
        self.speaker = Speaker(scenes, players, grid=scene.grid)
        self._scenes = scenes

    def who(self, seat: int) -> str:
        """Return a player's name, the game's word for a player without one, or a number."""
        return who(self.speaker, seat)

    @cached_property
    def heads(self) -> list[str]:
        """The headings of a column for each player: names, shortened if necessary, or numbers."""
        seats = range(len(self.scene.seats))
        names = [cut(self.who(seat), MOST_WIDE) for seat in seats]
        return names if len({*names}) == len(names) else [f"P{seat}" for seat in seats]

    @property
    def has_columns(self) -> bool:
        """Whether actions are better shown in a column for each player than one after another."""
        return self.scene.grid is None and len(self.scene.seats) > 2

    @property
    def hands(self) -> list[tuple[str, ...] | None] | None:
        """The hands, or None if nobody holds anything."""
        found = [seat.hand for seat in self.scene.seats]
        return found if any(found) else None

    @property
    def played(self) -> int:
        """How many cards have been played in tricks."""
        return sum(len(trick.plays) for trick in self.scene.tricks or ())

    # Words

    def said(
        self, step: TrajectoryStep[Any], player: int, action: Action, short: bool = False
    ) -> str:
        """Return an action as the game's scenes show it (`short`: as a picture), or as written."""
        spelled = action if player == CHANCE else step.spelled(player, action)
        act = self._scenes.act(self.scene.mode, action)
        if act.match and spelled == action:
            return (short and self._pictured(act)) or self.text(act.said)
        return visible(" ".join(spelled.split()) + (" is dealt" if player == CHANCE else ""))

    def _pictured(self, act: Act) -> str:
        """Return the picture of an action, with face-down things in brackets."""
        parts, things = act.picture if isinstance(act.picture, tuple) else (act.picture,), 0
        words = list[str]()
        for part in parts:
            things += isinstance(part, Thing)
            is_down = isinstance(part, Thing) and things <= act.down
            words.append(f"[{self.text(part)}]" if is_down else self.text(part))
        return "".join(words)

    def text(self, text: Text) -> str:
        """Return a text as plain text."""
        return visible(self.speaker.text(text)).replace("\u00a0", " ")

    def _thing(self, thing: str) -> str:
        return visible(self.speaker.thing(thing))

    def _fact(self, fact: Fact, between: str = " ") -> str:
        return f"{self.text(fact.name)}{between}{self.text(fact.value)}"

    # Lines

    def lines(self, acts: Sequence[int] = ()) -> Iterator[str]:
        """Yield the seats, with a note on those to act, and everything else."""
        scene = self.scene
        facts = [self._fact(each, ": ") for each in scene.facts if not each.wide]
        yield from self.seats(acts)
        yield from self.piles()
        if scene.tricks:
            yield ""
            yield from beside([*self._tricks(scene.tricks)], facts)
            facts = []
        if scene.grid is not None:
            yield from self._rows(scene.grid)
        yield from (self._fact(each, ": ") for each in scene.middle)
        yield from facts
        yield from (self._fact(each, ": ") for each in scene.facts if each.wide)
        yield from self._left() if acts else ()
        yield from self.ending()

    def ending(self) -> Iterator[str]:
        """Yield how the round ended."""
        return map(self.text, self.scene.ending)

    def seats(self, acts: Sequence[int] = ()) -> Iterator[str]:
        """Yield a table of the seats."""
        rows: list[tuple[str, ...]] = [COLUMNS]
        for number, seat in enumerate(self.scene.seats):
            rows.append((self.who(number), *self._seat(seat, number, number in acts)))
        filled = [at for at, _ in enumerate(COLUMNS) if any(row[at] for row in rows[1:])]
        return aligned([[row[at] for at in filled] for row in rows]) if filled else iter(())

    def piles(self) -> Iterator[str]:
        """Yield the piles in the middle of the table."""
        for pile in self.scene.piles:
            things = [*map(self._thing, pile.things)] or ["–"]
            yield from wrapped(f"{self.text(pile.name)}:", things)

    def _seat(self, seat: Seat, number: int, acts: bool) -> tuple[str, str, str, str, str]:
        badges = self.speaker.badges(seat, number)
        return (
            ", ".join([*(["to act"] if acts else []), *map(self._badge, badges)]),
            self._hand(seat.hand or ()),
            ", ".join(map(self._group, seat.laid)),
            " ".join(map(self._thing, seat.taken or ())),
            ", ".join(map(self._fact, seat.facts)),
        )

    def _badge(self, badge: Badge) -> str:
        text = self.text(badge.text)
        return marked(text, Tone[badge.tone.upper()]) if badge.tone else text

    def _hand(self, things: Iterable[str]) -> str:
        """Return the things in a hand, with more space between suits."""
        runs = groupby(things, key=self._suit)
        return "  ".join(" ".join(map(self._thing, run)) for _, run in runs)

    def _suit(self, thing: str) -> str:
        shape = self._scenes.shape(thing)
        return shape.suit if isinstance(shape, Card) else ""

    def _group(self, group: Group) -> str:
        things = enumerate(map(self._thing, group.things))
        words = [f"[{each}]" if at < group.down else each for at, each in things]
        return " ".join([*words, *([f"({self._badge(group.badge)})"] if group.badge else [])])

    def _tricks(self, tricks: Sequence[Trick]) -> Iterator[str]:
        """Yield a row for each trick; `(` precedes the lead, and `*` follows the winner."""
        rows = [["trick", *self.heads]]
        for number, trick in enumerate(tricks, start=1):
            row = [str(number)]
            things = [*map(self._thing, trick.plays)]
            for seat, thing in enumerate(in_seats(len(self.heads), trick.lead, things)):
                cell = ("(" if seat == trick.lead else "") + (thing or NOT_YET)
                row.append(marked(f"{cell}*", Tone.GOLD) if seat == trick.winner else cell)
            rows.append(row)
        return aligned(rows)

    def _left(self) -> Iterator[str]:
        """Yield the things that are still in play, and how many there are."""
        scene, deck = self.scene, self.speaker.looks.deck
        if scene.gone is None or not deck:
            return
        gone = {thing for pile in scene.gone for thing in pile.things}
        left = [(name, [each for each in things if each not in gone]) for name, things in deck]
        rows = [
            ["", self.text(name), f"{len(things):2}", " ".join(map(self._thing, things))]
            for name, things in left
        ]
        rows[0][0] = "still in play:"
        yield ""
        yield from aligned(rows)

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
        marked_places = {place for mark in grid.marks for place in mark.at} - areas.keys()
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
                is_marked, opened = place in marked_places, written.endswith(")")
                begins = "(" if is_marked else "" if opened else " "
                cell = begins + " " * (wide - width(sign)) + sign
                written += cell + (")" if is_marked else "")
            yield written.rstrip()
        yield " " * left + "".join(" " * (1 + wide - width(each)) + each for each in heads)
