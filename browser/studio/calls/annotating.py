"""The call that edits the annotations of a record."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ....replayer import scenes
from ....replayer.play.annotating import (
    LINES,
    CommentPlace,
    Subject,
    annotate,
    commented,
    judged,
    marked,
)
from ....replayer.play.annotation import Mark
from ....replayer.play.changes import Change
from ....replayer.play.going_on import Moment
from ....replayer.replay.trajectory import trajectory
from ..answers import Values
from ..desk import Desk
from ..errors import Refused, refusing
from ..going import Play, play_of, require_held
from ..sheet import Sheet
from .call import Changing, changed, require_open


class Comment(Struct, forbid_unknown_fields=True):
    """The text of a comment, a new one or the one `at` a place; without a text, it is deleted."""

    text: str
    at: CommentPlace | None = None


class Annotated(Changing):
    """The subject of annotations, and one edit: a comment, all glyphs, or a mark to toggle.

    The page shows the moment `shown`. If `canonical`, the text may become canonical JSON.
    """

    about: Subject
    shown: Moment
    comment: Comment | None = None
    glyphs: list[int] | None = None
    mark: Mark | None = None
    canonical: bool = False


def edit(desk: Desk, sheet: Sheet, body: Annotated) -> Values:
    """Edit the annotations of a ply, a line or the match."""
    require_open(sheet)
    one, about = play_of(sheet, body.record), body.about
    with refusing():
        record = annotate(one.game, one.record, about, _change(one, body))
        if not body.canonical:
            record = _held(one, record, body)
    return changed(desk, sheet, body.record, one, record, body.shown)


def _held(one: Play, record: Any, body: Annotated) -> Any:
    """Return a record as its notation holds it; raises Refused if it cannot hold the new mark."""
    try:
        return require_held(one, record)
    except Refused as refused:
        canonical, mark, notation = refused.more.get("canonical"), body.mark, one.notation
        if mark is None or canonical is None or "marks" not in notation.keeps:
            raise
        what, instead = f"marks of the shape {mark.shape}", ""
        if mark.colour is not None:
            what, instead = "the colours of marks", "draw it without a colour, or "
        why = f"{notation.id} cannot hold {what}: {instead}convert the text to {canonical} first"
        raise Refused(why, canonical=canonical) from None


def _change(one: Play, body: Annotated) -> Change:
    ply = body.about.ply
    if body.comment is not None:
        return commented(ply, body.comment.text, body.comment.at)
    if body.glyphs is not None:
        return judged(ply, body.glyphs)
    if body.mark is None:
        raise Refused("nothing to edit: expected a comment, glyphs or a mark", 400)
    _require_places(one, body.about.round or 1, body.mark)
    return marked(ply, body.mark)


def _require_places(one: Play, number: int, mark: Mark) -> None:
    """Raise Refused unless a mark is at places of the board, or on a line between two of them."""
    first = trajectory(one.game, one.record, number).steps[0]
    grid = scenes(one.game.name).scene(first.position).grid
    places = () if grid is None else grid.places
    missing = [each for each in mark.at if each not in places]
    if missing:
        raise Refused(f"there is no place {missing[0]} on the board")
    if (mark.shape in LINES) != (len(mark.at) == 2) or not mark.at:
        raise Refused("a line or an arrow needs two places, any other mark one")
