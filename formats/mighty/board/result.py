"""The result of a deal: each side's points, the score with its terms, and the payoffs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....replayer.mighty import scene
from ....replayer.mighty.cards import HIDDEN, SEATS
from ....replayer.mighty.position import DealEnd, MightyPosition
from ....replayer.mighty.record import Record, Result
from ....replayer.mighty.rules.auction import MISDEAL, half_points
from ....replayer.mighty.rules.scoring import Score
from ....replayer.scene.scenes import Speaker
from ...text.columns import listed, row
from ..words import written_call
from .words import held, number, who


def taken(record: Record, now: MightyPosition) -> Iterator[str]:
    """Yield the points that each side has taken, and the players who took them."""
    won, buried = now.points.players, now.points.buried
    own = [seat for seat in (now.president, now.friend_player) if seat is not None]
    others = [seat for seat in SEATS if seat not in own]
    sides = [
        [f"{who(record, seat)} {won[seat]}" for seat in side if won[seat]] for side in (own, others)
    ]
    if buried != 0:
        points = "?" if buried is None else buried
        sides[record.rules.buried_points_to == "defenders"].append(f"buried {points}")
    first = "president's side" if now.roles_known else "president"
    second = "defenders" if now.roles_known else "the others"
    yield from row(
        "taken",
        f"{first} {now.points.president}{_made_of(sides[0])}",
        f"{second} {now.points.others}{_made_of(sides[1])}",
    )


def _made_of(parts: Sequence[str]) -> str:
    return f" ({', '.join(parts)})" if parts else ""


def result(record: Record, now: MightyPosition, end: DealEnd) -> Iterator[str]:
    """Yield how a deal ended: the score, the payoffs, and the new totals."""
    if end.thrown_in:
        yield from row("result", _thrown_in(record, now))
    elif not now.roles_known:
        yield from row("result", "unknown, as the friend is unknown")
    elif end.score is None:
        yield from row("result", "unknown, as the points of the contract are unknown")
    else:
        yield from row("result", _won_or_lost(now, end.score))
        yield from row("score", formula(end.score))
        if end.payoffs is not None:
            yield from amounts(record, "payoffs", end.payoffs)
        if end.totals is not None:
            yield from amounts(record, "totals", end.totals)


def recorded(record: Record, said: Result | None) -> Iterator[str]:
    """Yield the result according to the record."""
    if said is None:
        return
    points = None if said.points is None else f"{said.points} points"
    score = None if said.score is None else f"score {number(said.score)}"
    yield from row("recorded", *listed(filter(None, (said.end, points, score))))
    if said.payoffs is not None:
        yield from amounts(record, "payoffs", said.payoffs)


def _thrown_in(record: Record, now: MightyPosition) -> str:
    player, call = now.bids[-1].player, now.bids[-1].call
    if call != MISDEAL:
        return "thrown in, since everybody passed"
    hand = now.hands[player]
    worth = number(f" worth {half_points(hand) / 2:g}") if HIDDEN not in hand else ""
    return f"thrown in by {who(record, player)}, with a hand{worth}: {held(hand)}"


def _won_or_lost(now: MightyPosition, score: Score) -> str:
    contract = written_call(str(now.contract))
    end = "won" if score.won else "lost"
    return f"{end}: {now.points.president} points, and the contract was {contract}"


def formula(score: Score) -> str:
    """Return a score and its terms."""
    return Speaker(scene.SCENES, None).text(scene.formula(score))


def amounts(record: Record, name: str, values: Sequence[int]) -> Iterator[str]:
    """Yield each player's amount."""
    each = zip(SEATS, values, strict=False)
    return row(name, *(f"{who(record, seat)} {number(value)}" for seat, value in each))
