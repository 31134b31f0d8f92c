"""Scenes of Go: the board with its stones, prisoners and passes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from ..scene.scene import Badge, Fact, Grid, Mark, Scene, Seat
from ..scene.scenes import Act, Looks, Scenes, options_beside, words_beside
from ..scene.shapes import Stone
from ..scene.texts import Place, Text, say
from .codes import OCCUPIED
from .hoshi import stars
from .points import COLOURS, HEADS, LETTERS, PASS
from .position import GoPosition
from .record import Result

_COLOURS = ("black", "white")
_BADGES = tuple(Badge(say(colour)) for colour in _COLOURS)
_PASSED = Badge(say("pass"))
_PRISONERS, _KOMI = say("prisoners"), say("komi")


class GoScenes(Scenes[GoPosition]):
    """Scenes of Go."""

    options = options_beside(__name__)
    looks = Looks(
        words=words_beside(__name__),
        shapes=(("B", Stone(say("black"))), ("W", Stone(say("white"), white=True))),
        acts=(
            Act(f"[BW] {PASS}", say("pass")),
            Act("([BW]) (..)", Place("{2}"), takes=("{2}",), puts="{1}"),
            Act("setup (.*)", say("setUp", Place("{1}"))),
        ),
        # Territory and dimmed points are drawn, B and W are moves; the others are about the file.
        unshown=("FF", "GM", "CA", "AP", "SZ", "ST", "VW", "PM", "FG", "TB", "TW", "DD", "B", "W"),
        fills=("B {}", "W {}"),
        occupied=(OCCUPIED.code, OCCUPIED.name, OCCUPIED.means),
    )

    def scene(self, position: GoPosition) -> Scene:
        """Return the scene of a position."""
        return Scene(
            seats=tuple(_seat(position, seat) for seat in range(2)),
            grid=_grid(position),
            ending=tuple(_ending(position)),
        )


def _seat(position: GoPosition, seat: int) -> Seat:
    facts = [Fact(_PRISONERS, position.prisoners[seat])]
    if seat == 1 and position.komi:
        facts.append(Fact(_KOMI, _number(position.komi)))
    passed = position.passes > 0 and position.last == f"{COLOURS[seat]} {PASS}"
    return Seat(badges=(_BADGES[seat], _PASSED) if passed else (_BADGES[seat],), facts=tuple(facts))


def _grid(position: GoPosition) -> Grid:
    """Return the board: columns have letters without I, and rows are numbered from the bottom."""
    wide, high = len(position.rows[0]), len(position.rows)
    word = (position.last or PASS).split(" ")[-1]
    marks = [] if word == PASS else [Mark("circle", (word,), "red")]
    for colour, points in zip(_COLOURS, position.territory, strict=True):
        marks += [Mark("area", points, colour)] if points else []
    return Grid(
        position.rows,
        *_frame(wide, high),
        points=True,
        stars=stars(wide, high),
        marks=tuple(marks),
        faded=tuple(_dead(position)) if any(position.territory) else (),
    )


@cache
def _frame(wide: int, high: int) -> tuple[tuple[str, ...], ...]:
    """Return the names of columns and rows, and their labels."""
    sides = tuple(map(str, range(high, 0, -1)))
    return tuple(LETTERS[:wide]), tuple(LETTERS[:high]), HEADS[:wide], sides


def _dead(position: GoPosition) -> Iterator[str]:
    """Yield the stones in the other player's territory."""
    for own, points in zip(COLOURS, position.territory, strict=True):
        for each in points:
            column, row = map(LETTERS.index, each)
            if position.rows[row][column] not in (".", own):
                yield each


def _ending(position: GoPosition) -> Iterator[Text]:
    result = position.result
    if position.passes > 1:
        yield say("passed")
    if isinstance(result, Result):
        winner = say(_COLOURS[COLOURS.index(result.winner)])
        if isinstance(result.by, str) or result.by is None:
            yield say(f"wins{result.by or 'Somehow'}", winner)
        else:
            yield say("winsBy", winner, _number(result.by))
    elif result is not None:
        yield say(result)


@cache
def _number(points: float) -> str:
    found = Fraction(points)
    return str(found.numerator) if found.denominator == 1 else str(points)


SCENES = GoScenes()
