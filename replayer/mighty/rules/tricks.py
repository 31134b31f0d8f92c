"""The ten tricks: legal plays, and winners.

Source: the paper, III.4.4 (rounding) and III.5 (special cards).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...rules import IllegalAction, broken, illegal
from .. import codes
from ..cards import HIDDEN, SUITS, card_of, meant_play, no_card, symbol, symbols
from ..engine import tricks as engine_tricks
from ..engine.engine import Engine
from ..engine.numbers import (
    CARD,
    JOKER,
    NOBODY,
    NUMBER_OF,
    PLAY_OF,
    WORD_OF,
    cards_in,
    trump_of,
    words,
)
from ..engine.variant import Trump, variant_of
from ..options import Options


def winning(options: Options, trump: str, number: int, table: Sequence[str]) -> int:
    """Return the place of the winning play among those on the table; the leader's is 0.

    >>> winning(Options(), "H", 2, ["C5", "CA", "JK", "H2", "C3"])
    2
    >>> winning(Options(), "H", 10, ["C5", "CA", "JK", "H2", "C3"])
    3
    """
    return engine_tricks.winning(variant_of(options), trump_of(trump), number, _numbers(table))


def _numbers(table: Sequence[str]) -> list[int]:
    return [PLAY_OF[play] for play in table]


def play_number(word: str) -> int:
    """Return the number of a play, or only of its card if its marks cannot be read.

    Raises KeyError if there is no card, or if it is hidden.

    >>> play_number("JK"), play_number("JKS"), play_number("JKX"), play_number("C3!!")
    (52, 116, 52, 50)
    """
    number = PLAY_OF.get(word)
    if number is not None:
        return number
    card = card_of(word)
    if card == HIDDEN:
        raise KeyError(word)
    return NUMBER_OF[card]


def play_breach(engine: Engine, player: int, word: str) -> IllegalAction | None:
    """Find the first rule that a play breaks."""
    if player != engine.turn:
        return illegal(codes.CARD_OUT_OF_TURN, player=player, turn=engine.turn)
    play = PLAY_OF.get(word)
    if play is None:
        return IllegalAction(codes.UNKNOWN_CARD, no_card(word), meant=meant_play(word))
    breach = engine.breach(play)
    return broken(codes.LETTER, breach, **_facts(engine, player, play & CARD)) if breach else None


def _facts(engine: Engine, player: int, number: int) -> dict[str, object]:
    """Return facts about an illegal card for use in a message."""
    special, card = engine.special, symbol(WORD_OF[number])
    forced = " (option mighty_forced_with_joker)" if number == JOKER else ""

    def mighty() -> str:
        return symbols(words(cards_in(special.mighty)))

    def followers() -> str:
        there = cards_in(special.followers[engine.led])
        return symbols(words(each for each in engine.hand(player) if each in there))

    def released() -> str:
        first, *_ = cards_in(engine.released()) or [number]
        return _class_of(special, first)

    return {
        "player": player,
        "card": card,
        "mighty": mighty,
        "mighty_suit": symbol(SUITS[special.mighty_suit]),
        "instead": f", not {card}{forced}",
        "defence": lambda: f" or the Mighty ({mighty()})" if engine.variant.mighty_defence else "",
        "caller": symbol(WORD_OF[special.caller]),
        "led": symbol(SUITS[engine.led]),
        "followers": followers,
        "elsewhere": lambda: _elsewhere(engine, player, number),
        "banned": _class_of(special, number),
        "released": released,
    }


def _elsewhere(engine: Engine, player: int, card: int) -> str:
    """Return why a card cannot be in a hand."""
    owner = engine.owner(card)
    if not engine.hidden[player]:
        return f"the hand is {symbols(words(engine.hand(player)))}"
    if owner == NOBODY:
        return f"all cards of P{player} are known"
    if card in engine.kitty:
        return f"it was in the kitty, which P{owner} took"
    return f"it was dealt to P{owner}"


def _class_of(special: Trump, card: int) -> str:
    """Return the class of banned leads that a card belongs to."""
    if card == JOKER:
        return "the joker"
    return "the joker caller" if card == special.caller else "a trump"
