"""The card counter: cards not known to be played or buried.

Source: the paper, IV.2.2 (open card simulation), Fig. 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....replayer.mighty.cards import DECK, JOKER, SUITS, card_of, points, symbol
from ....replayer.mighty.position import MightyPosition


def counter(now: MightyPosition) -> Iterator[list[str]]:
    """Yield the rows of the counter: suits, all cards, special cards.

    Buried cards count as out for players who have not seen them.
    """
    gone = {*map(card_of, now.played), *now.discard}
    out = [card for card in DECK if card not in gone]
    yield ["still out", "cards", "points"]
    for suit in SUITS:
        cards = [card for card in out if card != JOKER and card[0] == suit]
        name = symbol(suit) + (" trump" if suit == now.trump else "")
        yield [*_counted(name, cards), "".join(card[1] for card in cards)]
    yield _counted(f"{symbol(JOKER)} joker", [card for card in out if card == JOKER])
    yield _counted("all", out)
    for name, card in (("Mighty", now.mighty), ("caller", now.caller)):
        yield [f"{name} {symbol(card)}", "  out" if card in out else " gone"]


def _counted(name: str, cards: Sequence[str]) -> list[str]:
    return [name, f"{len(cards):5}", f"{points(cards):6}"]
