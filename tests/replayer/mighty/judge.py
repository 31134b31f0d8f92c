"""A second implementation of Mighty's default rules, for complete tables of plays.

A table is possible if some president and some trump make every play legal and every mark right.
"""

from __future__ import annotations

from collections.abc import Sequence

from kifu.replayer.mighty.record import Deal

SUITS, RANKS = "SDHC", "AKQJT98765432"
CARDS = {suit + rank for suit in SUITS for rank in RANKS} | {"JK"}
DEAD = (1, 10)


def possible(deal: Deal) -> bool:
    """Return whether a table of ten complete rows is right under some president and some trump."""
    plays = [play for trick in deal.tricks for play in trick.cards]
    cards = [_card(play or "") for play in plays]
    if len(set(cards)) < 50 or not CARDS.issuperset(cards):
        return False
    presidents = range(5) if deal.president is None else [deal.president]
    return any(_is_right(deal, seat, trump) for seat in presidents for trump in "SDHCN")


def _card(play: str) -> str:
    return "JK" if play[:2] == "JK" else play.rstrip("!")


def _is_right(deal: Deal, lead: int, trump: str) -> bool:
    mighty, caller = "DA" if trump == "S" else "SA", "H3" if trump == "C" else "C3"
    hands = [{_card(trick.cards[seat] or "") for trick in deal.tricks} for seat in range(5)]
    for number, trick in enumerate(deal.tricks, start=1):
        if trick.lead not in (None, lead):
            return False
        order = [(lead + place) % 5 for place in range(5)]
        plays = [trick.cards[seat] or "" for seat in order]
        first, mark = _card(plays[0]), plays[0][2:]
        if number == 1 and not _may_begin(first, hands[lead], trump, caller):
            return False
        called = mark == "!"
        if called and (number == 1 or first != caller):
            return False
        if not called and (len(mark) == 1 and mark in SUITS) != (first == "JK"):
            return False
        suit = mark if first == "JK" else first[0]
        for seat, play in list(zip(order, plays, strict=True))[1:]:
            if play not in _allowed(hands[seat], suit, called, mighty):
                return False
        for seat, play in zip(order, plays, strict=True):
            hands[seat].discard(_card(play))
        alive = number not in DEAD and not called
        lead = order[_winner([_card(play) for play in plays], suit, trump, mighty, alive)]
        if trick.winner not in (None, lead):
            return False
    return True


def _may_begin(card: str, hand: set[str], trump: str, caller: str) -> bool:
    def banned(each: str) -> int:
        """Return 0 for a card that may be led; if there is none, the lowest number may be led."""
        classes = (each == caller, each[0] == trump, each == "JK")
        return next((place for place, holds in enumerate(classes, start=1) if holds), 0)

    return banned(card) == min(map(banned, hand))


def _allowed(hand: set[str], suit: str, called: bool, mighty: str) -> set[str]:
    if called and "JK" in hand:
        return hand & {"JK", mighty}
    free = hand & {"JK", mighty}
    following = {card for card in hand - free if card[0] == suit}
    if following:
        return following | free
    return free if mighty in hand and mighty[0] == suit else hand


def _winner(cards: Sequence[str], suit: str, trump: str, mighty: str, alive: bool) -> int:
    def strength(card: str) -> tuple[int, int]:
        if card == mighty:
            return 4, 0
        if card == "JK":
            return (3, 0) if alive else (0, 0)
        kind = 2 if card[0] == trump else 1 if card[0] == suit else 0
        return (kind, -RANKS.index(card[1])) if kind else (0, 0)

    return max(range(5), key=lambda place: (strength(cards[place]), -place))
