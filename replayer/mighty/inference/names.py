"""Names of what was inferred about a deal, and of what stays unknown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..cards import HIDDEN, HIDDEN_HANDS, SEATS, symbol
from ..record import Deal


def inferred(written: Deal, deal: Deal) -> Iterator[str]:
    """Name what a completed deal contains that was not written down."""
    if written.dealer != deal.dealer:
        yield f"the dealer (P{deal.dealer})"
    if written.president != deal.president:
        yield f"the president (P{deal.president})"
    if written.contract != deal.contract and deal.contract is not None:
        number, trump = deal.contract[:-1], symbol(deal.contract[-1])
        yield f"the trump ({trump})" if number == "?" else f"the contract ({number}{trump})"
    if written.hands != deal.hands and deal.hands is not None:
        before = written.hands or HIDDEN_HANDS
        whole = [
            f"P{seat}"
            for seat in SEATS
            if HIDDEN in before[seat] and HIDDEN not in deal.hands[seat]
        ]
        if whole:
            yield f"the hands of {', '.join(whole)}"
    if written.kitty != deal.kitty:
        yield "the kitty"
    if written.discard != deal.discard and deal.discard is not None:
        yield f"the buried cards ({' '.join(map(symbol, deal.discard))})"
    if written.friend_player != deal.friend_player:
        yield f"the friend (P{deal.friend_player})"
    pairs = list(zip(written.tricks, deal.tricks, strict=True))
    if any(one.lead != other.lead for one, other in pairs):
        yield "the leaders of the tricks"
    if any(one.winner != other.winner for one, other in pairs):
        yield "the winners of the tricks"
    if written.result != deal.result and deal.result is not None:
        yield f"how the deal ended ({deal.result.end})"


def gaps(deal: Deal, trumps: Sequence[str]) -> Iterator[str]:
    """Name what a completed deal leaves out before its last known action.

    `trumps` are those under which the fewest places of it are wrong.
    """
    result = deal.result
    thrown_in = result is not None and result.end == "thrown-in"
    played = deal.is_played
    settled = played or deal.contract is not None
    ended = result is not None and result.end != "unfinished"
    begun = settled or ended or deal.discard is not None or deal.president is not None
    if deal.dealer is None:
        yield "the dealer"
    hands = enumerate(deal.hands or HIDDEN_HANDS)
    hidden = [f"P{seat}" for seat, hand in hands if HIDDEN in hand]
    if hidden:
        yield f"the {'hand' if len(hidden) == 1 else 'hands'} dealt to {', '.join(hidden)}"
    if deal.kitty is None or HIDDEN in deal.kitty:
        yield "the kitty"
    if deal.bids is None and begun:
        yield "the auction"
    if begun and deal.president is None and not thrown_in:
        yield "the president"
    if settled and (deal.discard is None or HIDDEN in deal.discard):
        yield "the buried cards"
    contract = deal.contract or "??"
    if played and contract[-1] == "?":
        fitting = dict.fromkeys(map(symbol, trumps))
        yield f"the trump ({' or '.join(fitting)} would fit)"
    if played and contract[0] == "?":
        yield "the points of the contract"
    if deal.tricks and deal.friend is None:
        yield "how the friend was named"
    if ended and not deal.tricks and not thrown_in:
        yield "the play"
