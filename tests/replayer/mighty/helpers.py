"""Helpers for tests of Mighty: short deals, and play continued from a position."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from kifu.replayer.mighty.options import resolved
from kifu.replayer.mighty.rules.mighty import MightyRules
from kifu.replayer.mighty.rules.state import State
from kifu.replayer.rules import CHANCE, IllegalAction

from .oracle import CARDS

Json = dict[str, Any]

# A hand-made deal as a bare table: P0 plays 15♥ with P2, the holder of ♠A, and wins it with 15.
TABLE = """\
R   P0!  P1   P2~  P3   P4
1   (♦A* ♦5   ♦T   ♦Q   ♦2
2   (♣5  ♣A*  ♣9   ♣Q   ♣4
3   ♠5   (☆♠  ♠A*  ♠6   ♠7
4   ♥K*  ♥3   (♥5  ♥6   ♥2
5   (♠K* ♠4   ♣7   ♠J   ♠9
6   (♣3! ♣K*  ♣8   ♣J   ♣T
7   ♥A*  (♠3  ♦8   ♠Q   ♠8
8   (♥9* ♦4   ♥4   ♥7   ♥8
9   (♥Q* ♦6   ♥T   ♦K   ♦9
10  (♥J* ♣6   ♦7   ♠T   ♦J
"""

ANY = "*"
"""Any legal action."""


def text(*deals: Json, **header: Any) -> str:
    """Return a match in mighty/json."""
    return json.dumps({"format": "mighty/json", "version": 1, **header, "deals": deals})


def dealt(*piles: str) -> list[list[str]]:
    """Return five hands and the kitty with these cards, filled up with the lowest cards left."""
    given = [pile.split() for pile in (*piles, *[""] * (6 - len(piles)))]
    used = {card for pile in given for card in pile}
    rest = [card for card in sorted(CARDS, key=strength) if card not in used]
    sizes = [10] * 5 + [3]
    return [
        pile + [rest.pop(0) for _ in range(size - len(pile))]
        for pile, size in zip(given, sizes, strict=True)
    ]


def strength(card: str) -> int:
    """Return how late a card is used to fill up a hand: special cards come last."""
    return 20 if card in ("JK", "SA", "DA", "C3", "H3", "S3") else "23456789TJQKA".index(card[1])


class Position(NamedTuple):
    """A moment in a deal, under its rules."""

    rules: MightyRules
    state: State

    @property
    def legal(self) -> list[str]:
        """The legal actions of the player to act."""
        return list(self.rules.legal_actions(self.state, self.state.turn))

    def broken(self, word: str, player: int | None = None) -> str | None:
        """Return the code of the rule that an action breaks, by default for the player to act."""
        try:
            self.rules.verify(self.state, self.state.turn if player is None else player, word)
        except IllegalAction as breach:
            return breach.rule.code
        return None

    def on(self, actions: str | Sequence[str]) -> Position:
        """Return the position after some legal actions; `*` stands for any."""
        now = self
        for word in actions.split() if isinstance(actions, str) else actions:
            action = now.legal[0] if word == ANY else word
            now.rules.verify(now.state, now.state.turn, action)
            now = Position(self.rules, self.rules.apply(now.state, {now.state.turn: action}).state)
        return now


def begun(piles: Iterable[Sequence[str]], dealer: int = 0, **options: Any) -> Position:
    """Return a deal before its auction."""
    rules = MightyRules(resolved(options))
    deal = " | ".join(" ".join(pile) for pile in piles)
    return Position(rules, rules.apply(rules.initial_state(dealer), {CHANCE: deal}).state)


def decided(
    piles: Sequence[Sequence[str]],
    contract: str,
    discard: str = "",
    friend: str = "none",
    **options: Any,
) -> Position:
    """Return a deal with P0 as president, after the burial and before the first trick."""
    bury = f"bury {discard or ' '.join(piles[5])}"
    return begun(piles, **options).on([contract, *["pass"] * 4, bury, contract, friend])


# A deal in which little can happen: P0 runs the spades in 15 no-trump, and leads the joker to the
# last trick, where P1 to P4 have ♣6 ♥5 ♦5 ♣2.

SPADES = dealt(
    "SA SK SQ SJ ST S9 S8 S7 S6 JK",
    "S2 CA CK CQ CJ CT C9 C8 C7 C6",
    "HA HK HQ HJ HT H9 H8 H7 H6 H5",
    "DA DK DQ DJ DT D9 D8 D7 D6 D5",
    "",
    "S5 S4 S3",
)
RUN = " ".join(f"S{rank} * * * *" for rank in "AKQJT9876")


def passed(dealer: int = 0, **more: Any) -> Json:
    """Return a thrown-in deal in JSON."""
    bids = [[(dealer + place) % 5, "pass"] for place in range(5)]
    return {"dealer": dealer, "hands": SPADES[:5], "kitty": SPADES[5], "bids": bids, **more}


def run(dealer: int = 0, friend: str = "none", **more: Any) -> Json:
    """Return a deal in JSON in which P0 runs the spades, and names a friend."""
    end = decided(SPADES, "15N", friend=friend).on(f"{RUN} JKS * * * *").state.outcome
    assert end is not None
    decisions = {"discard": SPADES[5], "contract": "15N", "friend": friend}
    tricks = [{"cards": trick.plays} for trick in end.tricks]
    bids = [[seat, call if seat else "15N"] for seat, call in passed(dealer)["bids"]]
    return passed(dealer) | {"bids": bids, **decisions, "tricks": tricks, **more}
