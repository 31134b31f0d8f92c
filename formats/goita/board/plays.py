"""Plays and hands in characters; players, scores and points in words.

☗ precedes a piece played face-down, ☖ a piece that received or attacks; `!` follows a foul.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....replayer.goita.pieces import KING, NOTHING
from ....replayer.goita.position import GoitaPosition, Play
from ....replayer.goita.record import Record, Round
from ...interface.boards import name_of
from ...text.columns import visible
from ..kings import in_hands, in_plies
from ..pieces import characters

NOTHING_DONE = "なし"
FACE_DOWN, FACE_UP, FOUL = "☗☖!"
_NO_MARKS = str.maketrans("", "", "☗☖!")


def pieces(action: str, face_down: bool, kings: str = "") -> str:
    """Return the pieces of a play, or the word for a pass; `kings` has the marks of its kings.

    >>> pieces("81", face_down=True), pieces("0", face_down=False)
    ('☗し☖王', 'なし')
    """
    if action == NOTHING:
        return NOTHING_DONE
    marks = (FACE_DOWN if face_down else FACE_UP, FACE_UP)
    laid = zip(marks, characters(action, kings), strict=False)
    return "".join(mark + visible(piece) for mark, piece in laid)


def in_digits_too(action: str, position: GoitaPosition) -> str:
    """Return an action in digits and in characters, or a decision in words."""
    if position.phase == "decision":
        return action
    return f"{visible(action)} {pieces(action, face_down=position.attack is None)}"


def cells(played: Round, plays: Sequence[Play]) -> Iterator[tuple[Play, str]]:
    """Yield each play and its cell in the table."""
    kings = in_plies(played, [each.pieces for each in plays])
    for each in plays:
        yield each, pieces(each.pieces, each.face_down, kings) + (FOUL if each.foul else "")
        kings = kings[each.pieces.count(KING) :]


def dealt(played: Round) -> list[str]:
    """Return the hands as dealt, in seat order."""
    held = in_hands(played.hands, played.kings)
    return [visible(characters(*each)) for each in zip(played.hands, held, strict=True)]


def left_and_laid(played: Round, position: GoitaPosition) -> Iterator[tuple[str, str]]:
    """Yield what each player still holds and has played, in seat order."""
    shown = list(cells(played, position.plays))
    for seat, kings in enumerate(in_hands(played.hands, played.kings)):
        laid = [text for play, text in shown if play.player == seat and text != NOTHING_DONE]
        for piece in "".join(laid).translate(_NO_MARKS):
            kings = kings.replace(piece, "", 1)
        hand = position.hands[seat] if position.hands else played.hands[seat]
        yield visible(characters(hand, kings)), " ".join(laid)


# Words


def who(record: Record, seat: int) -> str:
    """Return a player's number, with the name if there is one."""
    name = name_of(record.players, seat)
    return f"player {seat}" + (f" ({name})" if name else "")


def label(record: Record, seat: int, dealer: int | None = None) -> str:
    """Return the heading of a player's row or column."""
    name = name_of(record.players, seat)
    return " ".join(filter(None, (str(seat), name, "(dealer)" if seat == dealer else "")))


def score_of(score: Sequence[int]) -> str:
    """Return the score of both teams."""
    return "–".join(map(str, score))


def points_of(points: int | None) -> str:
    """Return the value of a round in words."""
    return "points that depend on a hidden piece" if points is None else f"{points} points"
