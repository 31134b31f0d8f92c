"""What is sensible in the tricks of Mighty: to win those with points in them, as cheaply as it
goes, and to give points to one's own side.

Who plays knows its own hand and what lies open.

Where there is a compiler, this file is compiled with the types of `plays.pxd`.
"""

from __future__ import annotations

from ....replayer.beliefs.dice import Dice, place, size
from ....replayer.mighty.engine.engine import Engine
from ....replayer.mighty.engine.numbers import CARD, JOKER, NOBODY, OF_JOKER, OF_POINTS, SUITS
from ....replayer.mighty.engine.phases import OVER
from ....replayer.mighty.engine.tricks import winning_card

# A shift of a literal would be cut at 32 bits where this is compiled.
_ONE = 1
_SUIT = 0b1_1111_1111_1111
_PLAYERS = 5


def any_play(engine: Engine, dice: Dice) -> int:
    """Any legal card, in any of its ways."""
    card = dice.one_of(engine.legal_cards())
    return engine.way(card, dice.below(engine.ways(card)))


def play_on(engine: Engine, dice: Dice, slips: int) -> int:
    """Play all tricks that are left, sensibly but for one play of so many, which is drawn.

    Returns how many plays that took.
    """
    plays = 0
    while engine.phase != OVER:
        play = any_play(engine, dice) if dice.below(slips) == 0 else sensible(engine)
        engine.play(engine.turn, play)
        plays += 1
    return plays


def sensible(engine: Engine) -> int:
    """The play of the player in turn."""
    legal = engine.legal_cards() & engine.hands[engine.turn]
    if engine.laid_count == engine.first:
        return _lead(engine, legal)
    if size(legal) == 1:
        return place(legal)
    return _follow(engine, legal)


def is_ally(engine: Engine, player: int, other: int) -> bool:
    """Whether a player takes another for one of its own side."""
    friend = engine.friend_player
    if player == engine.president:
        return other == friend
    held = 0 <= engine.friend <= JOKER and engine.hands[player] >> engine.friend & 1 > 0
    if player == friend or held:
        return other == engine.president
    return other != engine.president and other != friend


def _cost(engine: Engine, card: int) -> int:
    """How dear a card is to spend."""
    bit = _ONE << card
    if bit & engine.special.mighty:
        return 200
    if card == JOKER:
        return 90 if engine.number < 9 else 5
    rank = 12 - card % 13
    return rank + 40 if bit & engine.special.trumps else rank


def _is_boss(engine: Engine, card: int) -> bool:
    """Whether all higher cards of its suit are played, or the player has them."""
    higher = (_SUIT << 13 * (card // 13)) & ((_ONE << card) - 1)
    return higher & ~(engine.played | engine.hands[engine.turn] | engine.buried) == 0


def _lead(engine: Engine, legal: int) -> int:
    """The lead: what cannot be beaten in its suit, or else what is worth the least."""
    player, special = engine.turn, engine.special
    leads_side = player == engine.president or is_ally(engine, player, engine.president)
    best, found, rest = -1000, 0, legal
    while rest:
        card = place(rest)
        bit = _ONE << card
        rest &= rest - 1
        if bit & special.mighty:
            value = -60
        elif card == JOKER:
            value = 20 if engine.names_suit() and engine.number > 1 and leads_side else -50
        elif _is_boss(engine, card):
            value = 40 - card % 13
            if bit & special.trumps:
                value += 10 if leads_side else -25
        else:
            value = -(12 - card % 13) - 10 * (OF_POINTS >> card & 1)
            if bit & special.trumps:
                value -= 5 if leads_side else 20
        if value > best:
            best, found = value, card
    return _marked(engine, found)


def _marked(engine: Engine, card: int) -> int:
    """The way in which a card is led: a joker asks for trumps, a caller calls the joker."""
    if engine.ways(card) == 1:
        return card
    if card == JOKER:
        return engine.way(card, engine.trump if engine.trump < SUITS else _longest(engine))
    gone = (engine.played | engine.hands[engine.turn]) & OF_JOKER > 0
    friends = engine.friend == JOKER and engine.turn == engine.president
    return engine.way(card, 0 if gone or friends else 1)


def _longest(engine: Engine) -> int:
    """The suit of which the player has the most cards."""
    hand, most, found = engine.hands[engine.turn], -1, 0
    for suit in range(SUITS):
        count = size(hand & (_SUIT << 13 * suit))
        if count > most:
            most, found = count, suit
    return found


def _follow(engine: Engine, legal: int) -> int:
    """The card that follows: it wins, it gives points, or it is thrown away."""
    player, first, laid = engine.turn, engine.first, engine.laid_count - engine.first
    opening = engine.laid[first]
    second = engine.laid[first + 1] if laid > 1 else NOBODY
    variant, special, number = engine.variant, engine.special, engine.number
    best = winning_card(variant, special, number, opening, second, engine.on_table)
    at = 0
    while not best >> (engine.laid[first + at] & CARD) & 1:
        at += 1
    ours = is_ally(engine, player, (engine.lead + at) % _PLAYERS)
    last = laid == _PLAYERS - 1
    sure = last or best & (special.mighty | OF_JOKER) > 0 or _is_boss(engine, place(best))
    points = engine.points_on_table
    thrown, least = 0, 10000
    taking, cheapest = -1, 10000
    rest = legal
    while rest:
        card = place(rest)
        bit = _ONE << card
        rest &= rest - 1
        after = card if laid == 1 else second
        cost, point = _cost(engine, card), OF_POINTS >> card & 1
        if winning_card(variant, special, number, opening, after, engine.on_table | bit) == bit:
            # Behind it, somebody may have something higher.
            risky = not (last or bit & (special.mighty | OF_JOKER) > 0 or _is_boss(engine, card))
            spent = cost - 4 * (points + point) + 30 * risky
            if spent < cheapest:
                taking, cheapest = card, spent
            worth = cost + 10
        else:
            worth = cost - 20 * point if ours and sure else cost + 12 * point
        if worth < least:
            thrown, least = card, worth
    if taking < 0 or (ours and sure):
        return thrown
    limit = 14 * points + (20 if last else 10)
    return taking if cheapest <= limit else thrown
