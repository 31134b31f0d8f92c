"""Descriptions of what was inferred about a deal, and of what remains unknown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..cards import HIDDEN, HIDDEN_HANDS, SEATS, symbol
from ..record import Deal


def inferred(written: Deal, deal: Deal) -> Iterator[str]:
    """Describe the parts of a completed deal that were not written down."""
    before, after = written.hands or HIDDEN_HANDS, deal.hands or HIDDEN_HANDS
    whole = [f"P{seat}" for seat in SEATS if HIDDEN in before[seat] and HIDDEN not in after[seat]]
    number, trump = (deal.contract or "??")[:-1], symbol((deal.contract or "??")[-1])
    contract = f"trump ({trump})" if number == "?" else f"contract ({number}{trump})"
    names = {
        "dealer": f"the dealer (P{deal.dealer})",
        "president": f"the president (P{deal.president})",
        "contract": f"the {contract}",
        "hands": whole and f"the hands of {', '.join(whole)}",
        "kitty": "the kitty",
        "discard": f"the buried cards ({' '.join(map(symbol, deal.discard or ()))})",
        "friend_player": f"the friend (P{deal.friend_player})",
    }
    for field, name in names.items():
        if name and getattr(deal, field) not in (None, getattr(written, field)):
            yield str(name)
    pairs = list(zip(written.tricks, deal.tricks, strict=True))
    if any(one.lead != other.lead for one, other in pairs):
        yield "the leaders of the tricks"
    if any(one.winner != other.winner for one, other in pairs):
        yield "the winners of the tricks"
    if written.result != deal.result and deal.result is not None:
        yield f"how the deal ended ({deal.result.end})"


def gaps(deal: Deal, trumps: Sequence[str]) -> list[str]:
    """Describe what a completed deal leaves out before its last known action.

    `trumps` are those that leave the fewest errors in the deal.
    """
    end = None if deal.result is None else deal.result.end or "over"
    played, thrown_in, ended = deal.is_played, end == "thrown-in", end not in (None, "unfinished")
    settled = played or deal.contract is not None
    begun = settled or ended or deal.discard is not None or deal.president is not None
    hands, contract = enumerate(deal.hands or HIDDEN_HANDS), deal.contract or "??"
    hidden = [f"P{seat}" for seat, hand in hands if HIDDEN in hand]
    fitting = " or ".join(dict.fromkeys(map(symbol, trumps)))
    lacks = {
        "the dealer": deal.dealer is None,
        f"the {'hand' if len(hidden) == 1 else 'hands'} dealt to {', '.join(hidden)}": hidden,
        "the kitty": deal.kitty is None or HIDDEN in deal.kitty,
        "the auction": deal.bids is None and begun,
        "the president": begun and deal.president is None and not thrown_in,
        "the buried cards": settled and (deal.discard is None or HIDDEN in deal.discard),
        f"the trump ({fitting} would fit)": played and contract[-1] == "?",
        "the points of the contract": played and contract[0] == "?",
        "how the friend was named": deal.tricks and deal.friend is None,
        "the play": ended and not deal.tricks and not thrown_in,
    }
    return [name for name, is_missing in lacks.items() if is_missing]
