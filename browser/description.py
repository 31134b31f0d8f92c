"""Describe a picture in words, for people who cannot see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..replayer.scene.scene import Grid, Group, Pile, Scene, Seat, Trick
from ..replayer.scene.scenes import Speaker


def described(scene: Scene, speaker: Speaker, acts: Collection[int] = ()) -> str:
    """Describe a scene in words: a line for each seat, the trick, each pile and each fact."""
    return "\n".join(_lines(scene, speaker, acts))


def _lines(scene: Scene, speaker: Speaker, acts: Collection[int]) -> Iterator[str]:
    text = speaker.text
    for number, seat in enumerate(scene.seats):
        parts = "; ".join(filter(None, _seat(seat, number, speaker, number in acts)))
        yield f"{speaker.name(number)}: {parts}" if parts else speaker.name(number)
    if scene.tricks:
        yield f"trick: {', '.join(_plays(scene.tricks[-1], len(scene.seats), speaker))}"
    yield from (_pile(pile, speaker) for pile in scene.piles)
    if scene.grid is not None:
        yield from _rows(scene.grid, speaker)
    for fact in (*scene.middle, *scene.facts):
        yield f"{text(fact.name)}: {text(fact.value)}"
    yield from map(text, scene.ending)


def _seat(seat: Seat, number: int, speaker: Speaker, acts: bool) -> Iterator[str]:
    text = speaker.text
    yield from (text(badge.text) for badge in speaker.badges(seat, number))
    yield "to act" if acts else ""
    if seat.hand is not None:
        yield f"holds {_things(seat.hand, speaker) or 'nothing'}"
    if seat.laid:
        yield f"has laid {', '.join(_group(each, speaker) for each in seat.laid)}"
    if seat.taken:
        yield f"has taken {_things(seat.taken, speaker)}"
    yield from (f"{text(fact.name)} {text(fact.value)}" for fact in seat.facts)


def _things(things: Iterable[str], speaker: Speaker) -> str:
    return " ".join(map(speaker.thing, things))


def _group(group: Group, speaker: Speaker) -> str:
    each = enumerate(map(speaker.thing, group.things))
    return " ".join(f"{sign} (face-down)" if at < group.down else sign for at, sign in each)


def _pile(pile: Pile, speaker: Speaker) -> str:
    return f"{speaker.text(pile.name)}: {_things(pile.things, speaker) or 'none'}"


def _plays(trick: Trick, seats: int, speaker: Speaker) -> Iterator[str]:
    for at, play in enumerate(trick.plays):
        seat = (trick.lead + at) % seats
        marks = [] if at else ["leads"]
        marks += ["wins"] if seat == trick.winner else []
        noted = f" ({' and '.join(marks)})" if marks else ""
        yield f"{speaker.name(seat)} {speaker.thing(play)}{noted}"


def _rows(grid: Grid, speaker: Speaker) -> Iterator[str]:
    """Yield the things on each row of a grid, with their coordinates."""
    for line, row in zip(grid.sides or grid.lines, grid.rows, strict=True):
        each = zip(grid.heads or grid.columns, row, strict=True)
        things = [f"{column}{line} {speaker.thing(at)}" for column, at in each if at != "."]
        if things:
            yield ", ".join(things)
