"""Boards and pictures as values that notebooks can display."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from .. import replayer
from ..formats import canonical_notation
from ..replayer.replay.trajectory import Malformed, Trajectory, header_values, trajectories
from ..replayer.replay.trajectory_step import JsonObject, TrajectoryStep
from ..replayer.scene.scene import Mark, Scene
from ..replayer.scene.scenes import Speaker
from .description import described
from .document import Shown, document, outcomes_of
from .page import page
from .svg import AROUND, Drawing, png

HEIGHT = 820
"""The height of a board in a notebook, in pixels."""


class Picture(Struct, frozen=True):
    """A picture of a position, which notebooks can display."""

    svg: str

    def png(self) -> bytes:
        """Return the picture as a PNG at twice its size.

        Raises ImportError if resvg is not installed; the extra `png` installs it.
        """
        return png(self.svg)

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg


class Board(Struct, frozen=True):
    """A board of a record, which notebooks can display."""

    document: JsonObject
    title: str
    language: str | None = None
    guess: bool = False

    @property
    def html(self) -> str:
        """A self-contained HTML page."""
        return page(self.document, self.title, self.language, self.guess)

    def __repr__(self) -> str:
        return f"<Board: {self.title!r}>"

    @property
    def frame(self) -> str:
        """The page as HTML for another page: a frame that may run its script and save files."""
        return (
            f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts allow-downloads" '
            f'width="100%" height="{HEIGHT}" title="{escape(self.title)}" style="border:0">'
            "</iframe>"
        )

    def _repr_html_(self) -> str:
        return self.frame


def board(
    record: Any, player: int | None = None, language: str | None = None, guess: bool = False
) -> Board:
    """Return a board of a record; with a `player`, it shows only what that player was shown.

    With `guess`, later moves are hidden at first.

    Raises ValueError if that view does not exist.
    """
    notation = canonical_notation(replayer.game_of(record).name)
    label = getattr(record, "title", None) or ""
    (outcome,) = outcomes_of(notation.write(record), notation.id)
    return Board(document([Shown(label, outcome)], player), label or "kifu", language, guess)


class NoPicture(ValueError):
    """Raised if a position does not exist, or its game has no pictures."""


def picture(
    record: Any,
    number: int,
    ply: int,
    player: int | None = None,
    variation: Sequence[int] = (),
) -> Picture:
    """Return a picture of the position before a ply; with a `player`, as that player knew it.

    Raises NoPicture (a ValueError) if the position or its picture does not exist, and ValueError if
    the view does not exist.
    """
    game = replayer.game_of(record)
    if number not in range(1, len(game.rounds(record)) + 1):
        raise NoPicture(f"there is no round {number}")
    (found,) = trajectories(game, record, (number,), player)
    if isinstance(found, Malformed):
        raise NoPicture(f"round {number} cannot be replayed: {found.breach.message}")
    try:
        line = found.variation(variation)
        step = line.at(ply)
    except IndexError as why:
        raise NoPicture(str(why)) from None
    return _drawn(game.name, line, step, header_values(game, record), ply)


def _drawn(
    game: str, line: Trajectory[Any, Any], step: TrajectoryStep[Any], header: JsonObject, ply: int
) -> Picture:
    scenes = replayer.scenes(game)
    scene = _marked(scenes.scene(step.position), line, ply)
    speaker = Speaker(scenes, header["players"], grid=scene.grid)
    if len(scene.seats) not in AROUND:
        raise NoPicture(f"pictures have room for {max(AROUND)} players, not {len(scene.seats)}")
    where = f"{line.label}, ply {ply}"
    title = f"{header['title']}: {where}" if header["title"] else where
    drawing = Drawing(scene, scenes, speaker, line.viewer or 0, step.actors)
    return Picture(drawing.svg(title, described(scene, speaker, step.actors)))


def _marked(scene: Scene, line: Trajectory[Any, Any], ply: int) -> Scene:
    """Return a scene with the marks of the annotations on the last ply, if it has a grid."""
    last = {ply - 1} if ply > 1 else {None, 0}
    grid, noted = scene.grid, [each for each in line.annotations if each.ply in last]
    if grid is None or line.viewer is not None:
        return scene
    marks = (
        Mark(one.shape, one.at, one.colour or "", one.text or "")
        for each in noted
        for one in each.marks
    )
    return replace(scene, grid=replace(grid, marks=(*grid.marks, *marks)))
