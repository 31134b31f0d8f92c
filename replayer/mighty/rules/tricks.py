"""The ten tricks: what may be played, and who wins.

Source: the paper, III.4.4 (rounding) and III.5 (special cards).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...rules import IllegalAction
from .. import codes
from ..cards import (
    CALL,
    DECK,
    HIDDEN,
    JOKER,
    RANKS,
    SUITS,
    caller,
    card_of,
    meant_play,
    no_card,
    parts,
    symbol,
    symbols,
)
from ..cards import mighty as mighty_of
from ..options import Options
from .state import State

LAST = 10


def led_suit(table: Sequence[str]) -> str | None:
    """The suit to follow; None before it is settled.

    >>> led_suit(["JKH", "S2"]), led_suit(["C3!"]), led_suit(["JK"]), led_suit(["JK", "D2"])
    ('H', 'C', None, 'D')
    """
    if not table:
        return None
    first = parts(table[0])
    if first is None:
        return None
    card, named, _ = first
    if card != JOKER:
        return card[0]
    return named or (card_of(table[1])[0] if len(table) > 1 else None)


def is_called(table: Sequence[str]) -> bool:
    """Whether the joker was called in a trick."""
    return bool(table) and table[0].endswith(CALL)


def names_suit(options: Options, number: int) -> bool:
    """Whether a joker led to a trick names the suit."""
    dead = number in options.joker_dead_in
    return not (number == LAST and dead and options.t10_joker_lead == "next-card-sets-suit")


def winning(options: Options, trump: str, number: int, table: Sequence[str]) -> int:
    """The place of the winning play among those on the table; the leader's is 0.

    >>> winning(Options(), "H", 2, ["C5", "CA", "JK", "H2", "C3"])
    2
    >>> winning(Options(), "H", 10, ["C5", "CA", "JK", "H2", "C3"])
    3
    """
    cards, highest = [card_of(play) for play in table], mighty_of(trump)
    joker_lives = number not in options.joker_dead_in and not is_called(table)
    if highest in cards:
        return cards.index(highest)
    if JOKER in cards and joker_lives:
        return cards.index(JOKER)
    for strongest in (trump, led_suit(table)):
        followed = [card for card in cards if card != JOKER and card[0] == strongest]
        if followed:
            return cards.index(min(followed, key=lambda card: RANKS.index(card[1])))
    # A dead joker was led, and nobody played the Mighty, a trump or the suit.
    return 1 if options.dead_trick == "second-player" and len(cards) > 1 else 0


def legal_plays(options: Options, state: State) -> list[str]:
    """Everything that the player in turn may play; of a hidden hand, everything it could."""
    held = set(state.hands[state.turn])
    if HIDDEN in held:
        held.update(state.unseen)
    words = (word for card in DECK if card in held for word in _words(options, state, card))
    return [word for word in words if play_breach(options, state, state.turn, word) is None]


def _words(options: Options, state: State, card: str) -> Iterator[str]:
    yield card
    if not state.table:
        if card == JOKER:
            yield from (JOKER + suit for suit in SUITS)
        if card == caller(state.trump, options.caller_when_clubs):
            yield card + CALL


def play_breach(options: Options, state: State, player: int, word: str) -> IllegalAction | None:
    """Find the first rule that a play breaks."""
    if player != state.turn:
        why = f"P{player} plays, but it is P{state.turn}'s turn"
        return IllegalAction(codes.CARD_OUT_OF_TURN, why)
    play = parts(word)
    if play is None:
        return IllegalAction(codes.UNKNOWN_CARD, no_card(word), meant=meant_play(word))
    card, suit, call = play
    if card in state.played:
        return IllegalAction(codes.CARD_TWICE, f"{symbol(card)} was played already")
    if not state.could_hold(player, card):
        why = f"P{player} does not hold {symbol(card)}: {_elsewhere(state, player, card)}"
        return IllegalAction(codes.CARD_NOT_IN_HAND, why)
    breach = None if state.tricks else _first_trick(options, state, card)
    if breach is None and (suit or call or card == JOKER):
        breach = _marks(options, state, play)
    if breach is not None or not state.table:
        return breach
    return _following(options, state, card)


def _elsewhere(state: State, player: int, card: str) -> str:
    """Why a card cannot be in a hand."""
    owner = state.owner(card)
    if not state.hides(player):
        return f"the hand is {symbols(state.hands[player])}"
    if owner is None:
        return f"all cards that P{player} had are known"
    if card in state.kitty:
        return f"it was in the kitty, which P{owner} took"
    return f"P{owner} was dealt it"


# The lead


def _first_trick(options: Options, state: State, card: str) -> IllegalAction | None:
    if state.table:
        if card == JOKER and options.t1_joker_follow == "forbidden":
            why = "the joker may not be played in the first trick (option t1_joker_follow)"
            return IllegalAction(codes.JOKER_IN_FIRST_TRICK, why)
        return None
    banned = first_lead_ban(options, state.trump)
    what = banned(card)
    if what is None:
        return None
    hand = state.hands[state.turn]
    held = {banned(each) for each in hand if each != HIDDEN}
    if None not in held:
        if HIDDEN in hand:
            # Whether anything else could be led is not known.
            return None
        released = next((each for each in options.t1_stuck if each in held), what)
        if what == released:
            return None
        why = f"with nothing else in hand, {_BANNED[released]} may be led, and not {symbol(card)}"
        return IllegalAction(codes.BANNED_LEAD, why)
    why = f"the first trick may not be led with {_BANNED[what]}, here {symbol(card)}"
    return IllegalAction(codes.BANNED_LEAD, why)


_BANNED = {"trumps": "a trump", "joker": "the joker", "caller": "the joker caller"}


def first_lead_ban(options: Options, trump: str) -> Callable[[str], str | None]:
    """A function that names the class of banned first leads to which a card belongs, if any."""

    def banned(card: str) -> str | None:
        if card == JOKER:
            return "joker" if options.t1_lead_joker == "forbidden" else None
        if card == caller(trump, options.caller_when_clubs):
            return "caller" if options.t1_lead_caller == "forbidden" else None
        return "trumps" if card[0] == trump else None

    return banned


def _marks(options: Options, state: State, play: tuple[str, str, str]) -> IllegalAction | None:
    """Check the call of the joker, and the suit that a joker names."""
    card, suit, call = play
    if suit and (card != JOKER or state.table):
        return IllegalAction(codes.SUIT_NOT_ALLOWED, suit_not_allowed(card))
    if call:
        calling = caller(state.trump, options.caller_when_clubs)
        if state.table:
            why = "only who leads may call the joker"
        elif card != calling:
            why = f"{symbol(card)} cannot call the joker: {symbol(calling)} can"
        elif state.number == 1:
            why = "the joker cannot be called in the first trick"
        else:
            return None
        return IllegalAction(codes.CALL_NOT_ALLOWED, why)
    if card != JOKER or state.table:
        return None
    named = names_suit(options, state.number)
    if named and not suit:
        return IllegalAction(
            codes.SUIT_MISSING, f"the joker is led, and must name the suit to follow: {_NAMED}"
        )
    if suit and not named:
        why = "the second card sets the suit, so none may be named (option t10_joker_lead)"
        return IllegalAction(codes.SUIT_NOT_ALLOWED, why)
    return None


_NAMED = ", ".join(symbol(JOKER + suit) for suit in SUITS)


def suit_not_allowed(card: str) -> str:
    """Say why a card may not name a suit."""
    return f"a suit is named with {symbol(card)}: only a joker that is led names one"


# Following


def _following(options: Options, state: State, card: str) -> IllegalAction | None:
    hand, suit, mighty = state.hands[state.turn], led_suit(state.table), mighty_of(state.trump)
    if is_called(state.table) and JOKER in hand:
        # The call overrides every other duty of the joker's holder.
        if card == JOKER or (card == mighty and options.mighty_defence):
            return None
        also = f" or the Mighty ({symbol(mighty)})" if options.mighty_defence else ""
        why = f"the joker is called: its holder must play it{also}, and not {symbol(card)}"
        return IllegalAction(codes.CALLED_JOKER, why)
    if card == mighty or suit is None:
        return None
    of_suit = [each for each in hand if each[0] == suit and each not in (JOKER, mighty)]
    forced = suit == mighty[0] and mighty in hand and not of_suit
    if card == JOKER:
        must = options.mighty_forced_with_joker == "mighty-must" and not state.hides(state.turn)
        if forced and must:
            why = f"the Mighty ({symbol(mighty)}) is the last {symbol(suit)} in hand, and must be"
            return IllegalAction(
                codes.MIGHTY_FORCED, f"{why} played (option mighty_forced_with_joker)"
            )
        return None
    if card[0] == suit:
        return None
    if forced:
        why = f"the Mighty ({symbol(mighty)}) is the last {symbol(suit)} in hand, and must be"
        return IllegalAction(codes.MIGHTY_FORCED, f"{why} played, not {symbol(card)}")
    if of_suit:
        why = f"{symbol(suit)} is led, and P{state.turn} holds {symbols(of_suit)}: {symbol(card)}"
        return IllegalAction(codes.MUST_FOLLOW, f"{why} may not be played")
    return None
