"""The president's decisions before the play: exchange, contract, friend.

Source: the paper, III.4.3 (contract confirmation and friend nomination).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from ...rules import IllegalAction, broken
from .. import codes
from ..cards import (
    CARDS,
    HIDDEN,
    KITTY_SIZE,
    MIGHTY,
    SEATS,
    TRUMPS,
    meant_play,
    no_card,
    symbol,
)
from ..engine.engine import Engine
from ..engine.numbers import (
    FRIEND_OF,
    FRIENDS,
    cards_in,
    numbers,
    trump_word,
    words,
)
from ..engine.variant import Variant, variant_of
from ..options import Options
from .auction import CALL_WORD, contract_of, no_call
from .deal import cards_breach
from .state import Contract, lowest

BURY = "bury"
FIRST, LAST, NONE = "first", "last", "none"

_MODES = (FIRST, LAST, NONE)
_SEATS = tuple(f"P{seat}" for seat in SEATS)


def bury_action(cards: tuple[str, ...]) -> str:
    """Return the action of burying these cards.

    >>> bury_action(("SQ", "H2", "CQ"))
    'bury SQ H2 CQ'
    """
    return " ".join((BURY, *cards))


def legal_discards(engine: Engine) -> list[str]:
    """Return all ways to bury three of thirteen cards; from a hidden hand, three hidden cards."""
    if engine.hidden[engine.turn]:
        return [bury_action((HIDDEN,) * KITTY_SIZE)]
    hand = words(cards_in(engine.hands[engine.turn]))
    choices = combinations(
        hand, KITTY_SIZE
    )  # there are hundreds: calling `bury_action` for each is slow
    return [f"{BURY} {first} {second} {third}" for first, second, third in choices]


def discard_breach(engine: Engine, action: str) -> IllegalAction | None:
    """Find the first rule that an exchange breaks; `offset` is the place of the card, from 0."""
    word, *cards = action.split() or [""]
    if word != BURY:
        why = f"{action!r} is not an exchange: expected 'bury' and three cards"
        return IllegalAction(codes.OUT_OF_PHASE, why)
    unread = cards_breach(cards)
    if unread is not None:
        return unread
    buried = numbers(cards)
    breach = engine.bury_breach(buried)
    if not breach:
        return None
    places = [place for place in range(len(cards)) if engine.buried_breach(buried, place)]
    offset = places[0] if len(cards) == KITTY_SIZE else None
    card = "" if offset is None else symbol(cards[offset])
    facts = {"turn": engine.turn, "card": card, "size": KITTY_SIZE, "count": len(cards)}
    return broken(codes.LETTER, breach, offset=offset, **facts)


def legal_contracts(variant: Variant, bid: int, trump: int) -> list[str]:
    """Return a contract as bid, followed by all others that the president may change it to."""
    return [CALL_WORD[each] for each in variant.contracts(bid, trump)]


@lru_cache(maxsize=1024)
def contracts_from(options: Options, bid: Contract) -> tuple[Contract, ...]:
    """Return every contract that a president may change a bid to, starting with the bid itself.

    >>> [str(each) for each in contracts_from(Options(), Contract(14, "H"))]
    ['14H', '16S', '16D', '16C', '16N']
    """
    found = map(contract_of, legal_contracts(variant_of(options), *bid.numbers))
    return tuple(each for each in found if each is not None)


@lru_cache(maxsize=64)
def possible_contracts(options: Options) -> frozenset[Contract]:
    """Return every contract that an auction may lead to."""
    bids = [
        Contract(points, trump)
        for trump in TRUMPS
        for points in range(lowest(options, trump), options.bid_max + 1)
    ]
    return frozenset(contract for bid in bids for contract in contracts_from(options, bid))


def contract_breach(engine: Engine, action: str) -> IllegalAction | None:
    """Find the first rule that the president's contract breaks."""
    variant, bid = engine.variant, engine.points
    was = f"{bid}{symbol(trump_word(engine.trump))}"
    contract = contract_of(action)
    if contract is None:
        expected = f"expected a number and a trump, such as {was}"
        return IllegalAction(codes.OUT_OF_PHASE, *no_call(action, expected, "contract"))
    points, trump = contract.numbers
    breach = engine.contract_breach(points, trump)
    if not breach:
        return None
    return broken(
        codes.LETTER,
        breach,
        bid=was,
        points=points,
        trump=contract.trump,
        suit=symbol(contract.trump),
        most=variant.bid_max,
        changed=variant.changed(bid, trump),
    )


def legal_friends(engine: Engine) -> list[str]:
    """Return every way the president may name the friend."""
    return [*_friend_words(engine.variant.friends_of(engine.turn))]


@lru_cache(maxsize=256)
def _friend_words(friends: int) -> tuple[str, ...]:
    return tuple([FRIENDS[friend] for friend in cards_in(friends)])


def friend_breach(engine: Engine, action: str) -> IllegalAction | None:
    """Check that the friend may be named this way."""
    unread = naming_breach(action)
    if unread is not None:
        return unread
    breach = engine.friend_breach(FRIEND_OF[action])
    modes = ", ".join(engine.variant.options.friend_modes)
    facts = {"word": action, "modes": modes, "turn": engine.turn}
    return broken(codes.LETTER, breach, **facts) if breach else None


def naming_breach(action: str) -> IllegalAction | None:
    """Check that a word is a way of naming a friend."""
    if action in FRIEND_OF:
        return None
    if action == MIGHTY:
        return IllegalAction(codes.UNKNOWN_CARD, no_card(action))
    meant = meant_friend(action)
    expected = "expected a card, first or none" if meant is None else f"write {meant}"
    return IllegalAction(
        codes.UNKNOWN_CARD, f"{action!r} does not name a friend: {expected}", meant=meant
    )


def meant_friend(word: str) -> str | None:
    """Return the only way of naming a friend that a word can mean, or None.

    >>> meant_friend("First"), meant_friend("♠10"), meant_friend("nobody")
    ('first', 'ST', None)
    """
    simple = word.lower()
    if simple in _MODES or word.upper() in _SEATS:
        return simple if simple in _MODES else word.upper()
    card = meant_play(word)
    return card if card in CARDS else None


def seat_named(friend: str) -> int | None:
    """Return the seat of a friend who was named by seat.

    >>> seat_named("P3"), seat_named("SA")
    (3, None)
    """
    return int(friend[1:]) if friend in _SEATS else None
