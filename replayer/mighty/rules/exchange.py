"""What the president decides before the play: the exchange, the contract, the friend.

Source: the paper, III.4.3 (contract confirmation and friend nomination).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from ...rules import IllegalAction
from .. import codes
from ..cards import (
    CARDS,
    DECK,
    HIDDEN,
    KITTY_SIZE,
    MIGHTY,
    SEATS,
    TRUMPS,
    in_order,
    meant_play,
    no_card,
    symbol,
)
from ..options import FriendMode, Options
from .auction import contract_of, lowest, no_call, trump_breach
from .deal import cards_breach
from .state import Contract, State

BURY = "bury"
FIRST, LAST, NONE = "first", "last", "none"

_MODES: dict[str, FriendMode] = {FIRST: "first", LAST: "last-trick", NONE: "none"}
_SEATS = tuple(f"P{seat}" for seat in SEATS)


def bury_action(cards: tuple[str, ...]) -> str:
    """Burying cards, as an action.

    >>> bury_action(("SQ", "H2", "CQ"))
    'bury SQ H2 CQ'
    """
    return " ".join((BURY, *cards))


def legal_discards(state: State) -> list[str]:
    """Every choice of three cards out of thirteen; of a hidden hand, three hidden cards."""
    hand = state.hands[state.turn]
    if HIDDEN in hand:
        return [bury_action((HIDDEN,) * KITTY_SIZE)]
    return [bury_action(cards) for cards in combinations(in_order(hand), KITTY_SIZE)]


def discard_breach(state: State, action: str) -> IllegalAction | None:
    """Find the first rule that an exchange breaks; `offset` is the place of the card, from 0."""
    word, *cards = action.split() or [""]
    if word != BURY:
        why = f"{action!r} is no exchange: 'bury' and three cards are due"
        return IllegalAction(codes.OUT_OF_PHASE, why)
    breach = cards_breach(cards)
    if breach is not None:
        return breach
    if len(cards) != KITTY_SIZE:
        why = f"{KITTY_SIZE} cards are to be buried, and here stand {len(cards)}"
        return IllegalAction(codes.WRONG_SIZE, why)
    for offset, card in enumerate(cards):
        if card != HIDDEN and card in cards[:offset]:
            return IllegalAction(codes.CARD_TWICE, f"{symbol(card)} is buried twice", offset=offset)
        if card != HIDDEN and not state.could_hold(state.turn, card):
            why = f"P{state.turn} buries {symbol(card)}, and has it neither in hand nor kitty"
            return IllegalAction(codes.DISCARD_NOT_IN_HAND, why, offset=offset)
    return None


def _bid(state: State) -> tuple[int, str]:
    """The points and the trump that were bid."""
    bid = state.contract
    assert bid is not None
    assert bid.points is not None
    return bid.points, bid.trump


def changed_points(options: Options, bid: int, trump: str) -> int:
    """The points of the contract when the trump is changed to another."""
    cost = options.change_to_nt_cost if trump == "N" else options.change_cost
    if options.change_cap is None:
        return bid + cost
    return max(bid, min(bid + cost, options.change_cap))


def legal_contracts(options: Options, state: State) -> list[str]:
    """The contract as it was bid, and every other that the president may make of it."""
    points, trump = _bid(state)
    raised = [f"{number}{trump}" for number in range(points, options.bid_max + 1)]
    others = [f"{changed_points(options, points, each)}{each}" for each in TRUMPS if each != trump]
    words = dict.fromkeys([f"{points}{trump}", *raised, *others])
    return [word for word in words if contract_breach(options, state, word) is None]


@lru_cache(maxsize=1024)
def contracts_from(options: Options, bid: Contract) -> tuple[Contract, ...]:
    """Everything that a president may make of a bid, which itself comes first.

    >>> [str(each) for each in contracts_from(Options(), Contract(14, "H"))]
    ['14H', '16S', '16D', '16C', '16N']
    """
    settling = State(dealer=0, phase="contract", contract=bid)
    found = map(contract_of, legal_contracts(options, settling))
    return tuple(each for each in found if each is not None)


@lru_cache(maxsize=64)
def possible_contracts(options: Options) -> frozenset[Contract]:
    """Every contract that some auction may lead to."""
    bids = [
        Contract(points, trump)
        for trump in TRUMPS
        for points in range(lowest(options, trump), options.bid_max + 1)
    ]
    return frozenset(contract for bid in bids for contract in contracts_from(options, bid))


def contract_breach(options: Options, state: State, action: str) -> IllegalAction | None:
    """Find the first rule that the president's contract breaks."""
    bid, trump = _bid(state)
    contract = contract_of(action)
    if contract is None:
        due = f"a number and a trump are due, such as {bid}{symbol(trump)}"
        return IllegalAction(codes.OUT_OF_PHASE, *no_call(action, due, "contract"))
    breach = trump_breach(contract)
    if breach is not None or contract == state.contract:
        return breach
    points, was = contract.points or 0, f"{bid}{symbol(trump)}"
    if contract.trump == trump:
        if points > bid and options.raise_same_suit and points <= options.bid_max:
            return None
        if options.raise_same_suit:
            why = f"{was} may be raised up to {options.bid_max} points, and not to {points}"
        else:
            why = f"{was} was bid; without a change of the trump it stays, and is not {points}"
        return IllegalAction(codes.ILLEGAL_CHANGE, why)
    due = changed_points(options, bid, contract.trump)
    changed = f"{due}{symbol(contract.trump)}"
    if options.change_cap is None and due > options.bid_max:
        why = f"a change of {was} would lead to {changed}, and {options.bid_max} is the most"
        return IllegalAction(codes.ILLEGAL_CHANGE, why)
    if points != due:
        why = f"changed to {symbol(contract.trump)}, {was} becomes {changed}, and not {points}"
        return IllegalAction(codes.WRONG_CHANGE_COST, why)
    return None


def legal_friends(options: Options, state: State) -> list[str]:
    """Every way in which the president may name the friend."""
    words = (*DECK, FIRST, NONE, *_SEATS, LAST)
    return [word for word in words if friend_breach(options, state, word) is None]


def friend_breach(options: Options, state: State, action: str) -> IllegalAction | None:
    """Check that the friend may be named so."""
    breach = naming_breach(action)
    if breach is not None:
        return breach
    mode: FriendMode = _MODES.get(action, "seat" if action in _SEATS else "card")
    if mode not in options.friend_modes:
        allowed = ", ".join(options.friend_modes)
        why = f"the friend may not be named by {action!r}: allowed are {allowed}"
        return IllegalAction(codes.FRIEND_NOT_ALLOWED, f"{why} (option friend_modes)")
    if action == f"P{state.turn}":
        why = f"P{state.turn} is the president, and cannot be the friend"
        return IllegalAction(codes.FRIEND_NOT_ALLOWED, why)
    return None


def naming_breach(action: str) -> IllegalAction | None:
    """Check that a word names a friend at all."""
    if action in CARDS or action in _MODES or action in _SEATS:
        return None
    if action == MIGHTY:
        return IllegalAction(codes.UNKNOWN_CARD, no_card(action))
    meant = meant_friend(action)
    due = "a card, first or none names the friend" if meant is None else f"write {meant}"
    return IllegalAction(codes.UNKNOWN_CARD, f"{action!r} is no card: {due}", meant=meant)


def meant_friend(word: str) -> str | None:
    """The way of naming a friend that a word can only mean, None where it means none.

    >>> meant_friend("First"), meant_friend("♠10"), meant_friend("nobody")
    ('first', 'ST', None)
    """
    simple = word.lower()
    if simple in _MODES or word.upper() in _SEATS:
        return simple if simple in _MODES else word.upper()
    card = meant_play(word)
    return card if card in CARDS else None


def seat_named(friend: str) -> int | None:
    """The seat of a friend who was named by seat.

    >>> seat_named("P3"), seat_named("SA")
    (3, None)
    """
    return int(friend[1:]) if friend in _SEATS else None
