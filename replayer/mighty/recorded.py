"""A deal as it was written down: whether it can be played, and its replay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from ..game import CHANCE, Action, Decision, IllegalAction, Node, RecordedRound
from . import codes
from .cards import (
    CARDS,
    HIDDEN,
    HIDDEN_HANDS,
    HIDDEN_KITTY,
    PLAYERS,
    SEATS,
    TRUMPS,
    Cards,
    card_of,
    parts,
)
from .record import Deal, Trick
from .rules.auction import trump_breach
from .rules.deal import deal_action, verify_deal
from .rules.exchange import NONE, bury_action
from .rules.state import Contract, State

# Whether it can be played

_CONTRACT = re.compile(r"(0|[1-9][0-9]{0,2}|\?)([A-Z]|\?)")


def malformed(deal: Deal) -> tuple[str, IllegalAction] | None:
    """Find a card, seat or contract that does not exist: its place in the deal, and what is wrong.

    The place is a JSON pointer.
    """
    hands = HIDDEN_HANDS if deal.hands is None else deal.hands
    kitty = HIDDEN_KITTY if deal.kitty is None else deal.kitty
    try:
        verify_deal([*hands, kitty])
    except IllegalAction as breach:
        return _pile(breach), breach
    for field, seat in _seats(deal):
        if seat is not None and seat not in SEATS:
            why = f"{seat} is no player: players are 0 to 4"
            return field, IllegalAction(codes.PLAYER_OUT_OF_RANGE, why)
    breach = None if deal.contract is None else _contract_breach(deal.contract)
    return None if breach is None else ("/contract", breach)


def _pile(breach: IllegalAction) -> str:
    """The place of the pile that is wrong, and of the card in it, where it is a single one."""
    if breach.part is None:
        return "/hands"
    pile = f"/hands/{breach.part}" if breach.part < PLAYERS else "/kitty"
    return pile if breach.offset is None else f"{pile}/{breach.offset}"


def _seats(deal: Deal) -> Iterator[tuple[str, int | None]]:
    yield "/dealer", deal.dealer
    yield "/president", deal.president
    yield "/friend_player", deal.friend_player
    for number, bid in enumerate(deal.bids or ()):
        yield f"/bids/{number}/0", bid.player
    for number, trick in enumerate(deal.tricks):
        yield f"/tricks/{number}/lead", trick.lead
        yield f"/tricks/{number}/winner", trick.winner


def _contract_breach(word: str) -> IllegalAction | None:
    found = _CONTRACT.fullmatch(word)
    if found is None:
        why = f"{word!r} is no contract: a number and a trump are due, such as 15H or 16N"
        return IllegalAction(codes.NOT_A_BID, why)
    trump = found[2]
    return None if trump in (*TRUMPS, "?") else trump_breach(Contract(None, trump))


# What it leaves out


def says_all(deal: Deal) -> bool:
    """Whether a deal leaves nothing out, though cards may be hidden."""
    if deal.dealer is None or deal.hands is None or deal.kitty is None or deal.bids is None:
        return False
    if deal.result is not None and deal.result.end is None:
        return False
    decided = [each is not None for each in (deal.discard, deal.contract, deal.friend)]
    if "?" in (deal.contract or ""):
        return False
    if not deal.tricks:
        return decided == sorted(decided, reverse=True)
    if not all(decided) or deal.president is None or not _friend_is_marked(deal):
        return False
    return all(
        trick.lead is not None and (trick.winner is not None or None in trick.cards)
        for trick in deal.tricks
    )


def _friend_is_marked(deal: Deal) -> bool:
    """Whether it is marked who turned out to be the friend, or nobody did."""
    if deal.friend_player is not None or deal.friend == NONE:
        return True
    bid = deal.highest_bid
    if bid is None or deal.friend not in CARDS:
        return False
    president, _ = bid
    return not any(
        play is not None and seat != president and card_of(play) == deal.friend
        for trick in deal.tricks
        for seat, play in enumerate(trick.cards)
    )


def hides_cards(deal: Deal) -> bool:
    """Whether cards of the deal, or of the discard, are hidden."""
    piles = (*(deal.hands or ()), deal.kitty or (), deal.discard or ())
    return any(HIDDEN in pile for pile in piles)


def cards_played(deal: Deal) -> tuple[Cards, ...]:
    """The cards that each player plays; one that is played twice is only the first player's."""
    found: list[list[str]] = [[] for _ in SEATS]
    seen = set[str]()
    for trick in deal.tricks:
        for seat, play in zip(SEATS, trick.cards, strict=False):
            card = None if play is None or parts(play) is None else card_of(play)
            if card in CARDS and card not in seen:
                seen.add(card)
                found[seat].append(card)
    return tuple(map(tuple, found))


# Its replay


class RecordedDeal(Struct, frozen=True):
    """What was done in each state of a deal, by its record."""

    deal: Deal

    def starting(self, state: State) -> RecordedRound[State]:
        """The deal, to be replayed from this state on."""
        return RecordedRound(state, self.choose, {})

    def choose(self, state: State, node: Node) -> Mapping[int, Action] | None:
        """What was done in a state; None where the record stops."""
        if not isinstance(node, Decision):
            return {CHANCE: self._dealt()}
        match state.phase:
            case "play":
                return self._play(state)
            case "auction":
                bids, number = self.deal.bids or (), len(state.bids)
                return {bids[number].player: bids[number].call} if number < len(bids) else None
            case "exchange":
                cards = self.deal.discard
                return None if cards is None else {state.turn: bury_action(cards)}
            case _:
                action = self.deal.contract if state.phase == "contract" else self.deal.friend
                return None if action is None else {state.turn: action}

    def _dealt(self) -> Action:
        hands, kitty = self.deal.hands, self.deal.kitty
        return deal_action(
            HIDDEN_HANDS if hands is None else hands, HIDDEN_KITTY if kitty is None else kitty
        )

    def _play(self, state: State) -> Mapping[int, Action] | None:
        place = self.place_of_play(state)
        if place is None:
            return None
        number, seat = place
        return {seat: self.deal.tricks[number].cards[seat] or ""}

    def place_of_play(self, state: State) -> tuple[int, int] | None:
        """The number of the trick (from 0) and the seat of the next play; None where there is none.

        It is that of the player in turn, or else the first one after it that is recorded.
        """
        tricks, number = self.deal.tricks, len(state.tricks)
        if number < len(tricks) and _has_played(tricks[number], state.turn):
            return number, state.turn
        laid = [(state.lead + place) % PLAYERS for place in range(len(state.table))]
        for number in range(len(state.tricks), len(tricks)):
            for place in range(PLAYERS):
                seat = (state.turn + place) % PLAYERS
                if seat not in laid and _has_played(tricks[number], seat):
                    return number, seat
            laid = []
        return None


def _has_played(trick: Trick, seat: int) -> bool:
    return seat < len(trick.cards) and trick.cards[seat] is not None
