"""The ten tricks: what may be played, and who wins.

Source: the paper, III.4.4 (rounding) and III.5 (special cards).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...rules import IllegalAction
from .. import codes
from ..cards import SUITS, card_of, meant_play, no_card, symbol, symbols
from ..engine import breaches
from ..engine import tricks as engine_tricks
from ..engine.engine import Engine
from ..engine.legal import plays
from ..engine.numbers import (
    CARD,
    JOKER,
    NOBODY,
    NUMBER_OF,
    PLAY_OF,
    PLAY_WORD,
    WORD_OF,
    cards_in,
    trump_of,
    words,
)
from ..engine.variant import Trump, variant_of
from ..options import Options


def led_suit(table: Sequence[str]) -> str | None:
    """The suit to follow; None before it is settled.

    >>> led_suit(["JKH", "S2"]), led_suit(["C3!"]), led_suit(["JK"]), led_suit(["JK", "D2"])
    ('H', 'C', None, 'D')
    """
    suit = engine_tricks.led_suit(_numbers(table))
    return None if suit == NOBODY else SUITS[suit]


def is_called(table: Sequence[str]) -> bool:
    """Whether the joker was called in a trick."""
    return engine_tricks.is_called(_numbers(table))


def winning(options: Options, trump: str, number: int, table: Sequence[str]) -> int:
    """The place of the winning play among those on the table; the leader's is 0.

    >>> winning(Options(), "H", 2, ["C5", "CA", "JK", "H2", "C3"])
    2
    >>> winning(Options(), "H", 10, ["C5", "CA", "JK", "H2", "C3"])
    3
    """
    return engine_tricks.winning(variant_of(options), trump_of(trump), number, _numbers(table))


def _numbers(table: Sequence[str]) -> list[int]:
    return [PLAY_OF[play] for play in table]


def play_number(word: str) -> int:
    """The number of a play, or of its card alone if its marks cannot be read.

    Raises KeyError where there is no card.

    >>> play_number("JK"), play_number("JKS"), play_number("JKX"), play_number("C3!!")
    (52, 116, 52, 50)
    """
    number = PLAY_OF.get(word)
    return NUMBER_OF[card_of(word)] if number is None else number


def legal_plays(engine: Engine) -> list[str]:
    """Everything that the player in turn may play; of a hidden hand, everything it could."""
    return list(map(PLAY_WORD.__getitem__, plays(engine)))


def play_breach(engine: Engine, player: int, word: str) -> IllegalAction | None:
    """Find the first rule that a play breaks."""
    if player != engine.turn:
        why = f"P{player} plays, but it is P{engine.turn}'s turn"
        return IllegalAction(codes.CARD_OUT_OF_TURN, why)
    play = PLAY_OF.get(word)
    if play is None:
        return IllegalAction(codes.UNKNOWN_CARD, no_card(word), meant=meant_play(word))
    breach = engine.breach(play)
    return IllegalAction(BROKEN[breach], _why(engine, breach, play)) if breach else None


BROKEN = {
    breaches.PLAYED_ALREADY: codes.CARD_TWICE,
    breaches.NOT_HELD: codes.CARD_NOT_IN_HAND,
    breaches.BANNED_LEAD: codes.BANNED_LEAD,
    breaches.JOKER_TOO_EARLY: codes.JOKER_IN_FIRST_TRICK,
    breaches.NAMES_A_SUIT: codes.SUIT_NOT_ALLOWED,
    breaches.CALLS_BEHIND: codes.CALL_NOT_ALLOWED,
    breaches.CANNOT_CALL: codes.CALL_NOT_ALLOWED,
    breaches.CALLS_TOO_EARLY: codes.CALL_NOT_ALLOWED,
    breaches.NAMES_NO_SUIT: codes.SUIT_MISSING,
    breaches.NAMES_TOO_EARLY: codes.SUIT_NOT_ALLOWED,
    breaches.JOKER_CALLED: codes.CALLED_JOKER,
    breaches.MIGHTY_FORCED: codes.MIGHTY_FORCED,
    breaches.MUST_FOLLOW: codes.MUST_FOLLOW,
}
"""The rule for each breach."""


def _why(engine: Engine, breach: int, play: int) -> str:
    number, special = play & CARD, engine.special
    player, card, mighty = (
        engine.turn,
        symbol(WORD_OF[number]),
        symbols(words(cards_in(special.mighty))),
    )
    match breach:
        case breaches.PLAYED_ALREADY:
            return f"{card} was played already"
        case breaches.NOT_HELD:
            return f"P{player} does not hold {card}: {_elsewhere(engine, player, number)}"
        case breaches.BANNED_LEAD:
            return _banned(engine, number)
        case breaches.JOKER_TOO_EARLY:
            return "the joker may not be played in the first trick (option t1_joker_follow)"
        case breaches.NAMES_A_SUIT:
            return suit_not_allowed(WORD_OF[number])
        case breaches.CALLS_BEHIND:
            return "only who leads may call the joker"
        case breaches.CANNOT_CALL:
            return f"{card} cannot call the joker: {symbol(WORD_OF[special.caller])} can"
        case breaches.CALLS_TOO_EARLY:
            return "the joker cannot be called in the first trick"
        case breaches.NAMES_NO_SUIT:
            return f"the joker is led, and must name the suit to follow: {_NAMED}"
        case breaches.NAMES_TOO_EARLY:
            return "the second card sets the suit, so none may be named (option t10_joker_lead)"
        case breaches.JOKER_CALLED:
            also = f" or the Mighty ({mighty})" if engine.variant.mighty_defence else ""
            return f"the joker is called: its holder must play it{also}, and not {card}"
        case breaches.MIGHTY_FORCED:
            suit = symbol(SUITS[special.mighty_suit])
            why = f"the Mighty ({mighty}) is the last {suit} in hand, and must be played"
            return f"{why}, not {card}" if number != JOKER else f"{why} {_BY_OPTION}"
        case _:
            led = engine.led
            followers = cards_in(special.followers[led])
            held = [each for each in engine.hand(player) if each in followers]
            why = f"{symbol(SUITS[led])} is led, and P{player} holds {symbols(words(held))}"
            return f"{why}: {card} may not be played"


_BY_OPTION = "(option mighty_forced_with_joker)"
_NAMED = ", ".join(symbol(WORD_OF[JOKER] + suit) for suit in SUITS)


def _elsewhere(engine: Engine, player: int, card: int) -> str:
    """Why a card cannot be in a hand."""
    owner = engine.owner(card)
    if not engine.hidden[player]:
        return f"the hand is {symbols(words(engine.hand(player)))}"
    if owner == NOBODY:
        return f"all cards that P{player} had are known"
    if card in engine.kitty:
        return f"it was in the kitty, which P{owner} took"
    return f"P{owner} was dealt it"


def _banned(engine: Engine, card: int) -> str:
    """Why a card may not be led to the first trick."""
    released = engine.released()
    if engine.first_cards() & released:
        what = _class_of(engine.special, cards_in(released)[0])
        return f"with nothing else in hand, {what} may be led, and not {symbol(WORD_OF[card])}"
    what = _class_of(engine.special, card)
    return f"the first trick may not be led with {what}, here {symbol(WORD_OF[card])}"


def _class_of(special: Trump, card: int) -> str:
    """The class of banned leads to which a card belongs."""
    if card == JOKER:
        return "the joker"
    return "the joker caller" if card == special.caller else "a trump"


def suit_not_allowed(card: str) -> str:
    """Say why a card may not name a suit."""
    return f"a suit is named with {symbol(card)}: only a joker that is led names one"
