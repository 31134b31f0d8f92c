"""What comes of a deal: the points of each side, the score with its terms, the payoffs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....replayer.mighty.cards import HIDDEN, SEATS, points
from ....replayer.mighty.position import Moment
from ....replayer.mighty.rules.auction import MISDEAL, half_points
from ....replayer.mighty.rules.exchange import NONE
from ....replayer.mighty.rules.mighty import side_points
from ....replayer.mighty.rules.scoring import Score, Term, payoffs, score
from ...columns import listed, row
from ..words import written_call
from .hands import held

# The points of each side


def taken(moment: Moment) -> Iterator[str]:
    """The points that each side has taken, and who took them."""
    state, options = moment.state, moment.record.rules
    own = [seat for seat in (state.president, state.friend_player) if seat is not None]
    others = [seat for seat in SEATS if seat not in own]
    won = [
        sum(points(trick.cards) for trick in state.tricks if trick.winner == seat) for seat in SEATS
    ]
    sides = [[f"P{seat} {won[seat]}" for seat in side if won[seat]] for side in (own, others)]
    hidden = _buried(moment)
    total = _side_points(moment)
    if hidden != 0:
        told = "?" if hidden is None else hidden
        sides[options.buried_points_to == "defenders"].append(f"buried {told}")
    rest = sum(won) + (hidden or 0) - total
    first = "president's side" if moment.roles_known else "president"
    second = "defenders" if moment.roles_known else "the others"
    both = f"{first} {total}{_made_of(sides[0])}", f"{second} {rest}{_made_of(sides[1])}"
    yield from row("taken", *both)


def _buried(moment: Moment) -> int | None:
    """The points that were buried, None if not known."""
    discard = moment.state.discard
    return None if HIDDEN in discard else points(discard)


def _side_points(moment: Moment) -> int:
    """The points of the president's side."""
    return side_points(moment.record.rules, moment.state, _buried(moment) or 0)


def _made_of(parts: Sequence[str]) -> str:
    return f" ({', '.join(parts)})" if parts else ""


# The result


def result(moment: Moment) -> Iterator[str]:
    """How a deal that is over ended: the score, what each player gets, and the totals then."""
    state, found = moment.state, scored(moment)
    if state.phase == "auction":
        yield from row("result", _thrown_in(moment))
    elif not moment.roles_known:
        yield from row("result", "not known: it is not known who was the friend")
    elif found is None or state.president is None:
        yield from row("result", "not known: the points of the contract are not known")
    else:
        yield from row("result", _end(moment, found))
        yield from row("score", formula(found))
        paid = payoffs(found.value, state.president, state.friend_player)
        yield from amounts(moment, "payoffs", paid)
        if moment.deal.totals is not None:
            after = [before + each for before, each in zip(state.totals, paid, strict=True)]
            yield from amounts(moment, "totals", after)


def scored(moment: Moment) -> Score | None:
    """The score of a deal that is over, None where what it depends on is not known."""
    state, contract, options = moment.state, moment.state.contract, moment.record.rules
    if contract is None or contract.points is None or not moment.roles_known:
        return None
    return score(options, contract, _side_points(moment), solo=state.friend == NONE)


def is_settled(moment: Moment) -> bool:
    """Whether it is known how a deal ended."""
    return moment.over and (moment.state.phase == "auction" or scored(moment) is not None)


def recorded(moment: Moment) -> Iterator[str]:
    """What the record says of the result."""
    said = moment.deal.result
    if said is None:
        return
    points = None if said.points is None else f"{said.points} points"
    score = None if said.score is None else f"score {number(said.score)}"
    yield from row("recorded", *listed(filter(None, (said.end, points, score))))
    if said.payoffs is not None:
        yield from amounts(moment, "payoffs", said.payoffs)


def _thrown_in(moment: Moment) -> str:
    state = moment.state
    player, call = state.bids[-1].player, state.bids[-1].call
    if call != MISDEAL:
        return "thrown in, since everybody passed"
    hand = state.dealt[player]
    worth = number(f" worth {half_points(hand) / 2:g}") if HIDDEN not in hand else ""
    return f"thrown in by {moment.who(player)}, with a hand{worth}: {held(hand)}"


def _end(moment: Moment, found: Score) -> str:
    end, contract = "won" if found.won else "lost", written_call(str(moment.state.contract))
    return f"{end}: {_side_points(moment)} points, and the contract was {contract}"


def formula(found: Score) -> str:
    """A score and its terms.

    >>> formula(Score(1900, 1900, True, (Term(17, 13, 1, 300), Term(18, 17, 1, 200))))
    '(17 − 13 + 1) × 300 + (18 − 17 + 1) × 200 = 1900'
    >>> formula(Score(-6, -6, False, (Term(15, 12, 0, 1),), (("no-trump", 2),)))
    '−(15 − 12) × 2 (no-trump) = −6'
    """
    reckoned = " + ".join(map(_term, found.terms))
    if len(found.terms) > 1 and (found.factors or not found.won):
        reckoned = f"({reckoned})"
    factors = "".join(f" × {factor} ({name})" for name, factor in found.factors)
    sign = "" if found.won else "−"
    raised = "" if found.value == found.reckoned else f", raised to {number(found.value)}"
    return f"{sign}{reckoned}{factors} = {number(found.reckoned)}{raised}"


def _term(term: Term) -> str:
    more = f" + {term.more}" if term.more else ""
    worth = f" × {number(term.worth)}" if term.worth != 1 else ""
    return f"({number(term.high)} − {number(term.low)}{more}){worth}"


def number(value: int | str) -> str:
    """A number with its sign, where it is negative."""
    return str(value).replace("-", "−")


def amounts(moment: Moment, name: str, values: Sequence[int]) -> Iterator[str]:
    """What each player gets or has."""
    each = (
        f"{moment.who(seat)} {number(value)}" for seat, value in zip(SEATS, values, strict=False)
    )
    return row(name, *each)
