"""Sensible plays in Mighty: win tricks with points as cheaply as possible, and give points to the
player's own side.

Decisions depend only on the player's own hand and the open cards. The weights were tuned in
duplicate deals, in which each seat in turn played with a change against four without it. If a
compiler is available, this file is compiled with the types in `plays.pxd`.
"""

from __future__ import annotations

from ....replayer.beliefs.dice import Dice, place, size
from ....replayer.mighty.engine.engine import Engine
from ....replayer.mighty.engine.numbers import CARD, JOKER, NOBODY, OF_JOKER, OF_POINTS, SUITS
from ....replayer.mighty.engine.phases import OVER
from ....replayer.mighty.engine.tricks import winning_card

# When compiled, a shifted literal would be truncated to 32 bits.
_ONE = 1
_SUIT = 0b1_1111_1111_1111
_PLAYERS = 5


def any_play(engine: Engine, dice: Dice) -> int:
    """Choose a legal card, and a way to play it, at random."""
    card = dice.one_of(engine.legal_cards())
    return engine.way(card, dice.below(engine.ways(card)))


def play_on(engine: Engine, dice: Dice, slips: int) -> int:
    """Play the remaining tricks sensibly, except that one in `slips` plays is random.

    Return the number of plays.
    """
    plays = 0
    while engine.phase != OVER:
        play = any_play(engine, dice) if dice.below(slips) == 0 else sensible(engine)
        engine.play(engine.turn, play)
        plays += 1
    return plays


def sensible(engine: Engine) -> int:
    """Choose a play for the player to move.

    Raises ValueError if no card is known that the player holds and may play.
    """
    legal = engine.legal_cards() & engine.hands[engine.turn]
    if legal == 0:
        raise ValueError(f"player {engine.turn} is not known to hold a card to play")
    leads = engine.laid_count == engine.first
    if legal & OF_JOKER and _is_last_chance(engine):
        return _marked(engine, JOKER) if leads else JOKER
    if leads:
        return _lead(engine, legal)
    if size(legal) == 1:
        return place(legal)
    return _follow(engine, legal)


def _is_last_chance(engine: Engine) -> bool:
    """Return whether the joker has power in this trick, but not in the next one."""
    number, variant = engine.number, engine.variant
    return not variant.joker_is_dead(number) and variant.joker_is_dead(number + 1)


def is_ally(engine: Engine, player: int, other: int) -> bool:
    """Return whether a player assumes that another is on the same side."""
    friend = engine.friend_player
    if player == engine.president:
        return other == friend
    held = 0 <= engine.friend <= JOKER and engine.hands[player] >> engine.friend & 1 > 0
    if player == friend or held:
        return other == engine.president
    return other != engine.president and other != friend


def _cost(engine: Engine, card: int) -> int:
    """Return the cost of spending a card."""
    bit = _ONE << card
    if bit & engine.special.mighty:
        return 50
    if card == JOKER:
        return 45
    rank = 12 - card % 13
    if bit & engine.special.trumps:
        return rank + 10
    return rank + 15 if _guards(engine, card) else rank


def _guards(engine: Engine, card: int) -> bool:
    """Return whether a card is the only other one that the player has in the Mighty's suit."""
    hand, special = engine.hands[engine.turn], engine.special
    if not hand & special.mighty or card // 13 != special.mighty_suit:
        return False
    return hand & (_SUIT << 13 * special.mighty_suit) & ~special.mighty == _ONE << card


def _is_boss(engine: Engine, card: int) -> bool:
    """Return whether every higher card of the suit has been played or is held by the player."""
    higher = (_SUIT << 13 * (card // 13)) & ((_ONE << card) - 1)
    return higher & ~(engine.played | engine.hands[engine.turn] | engine.buried) == 0


def _lead(engine: Engine, legal: int) -> int:
    """Choose a lead: a card that cannot be beaten in its suit, or the least valuable one."""
    player, special = engine.turn, engine.special
    attacks = player == engine.president or is_ally(engine, player, engine.president)
    best, found, rest = -1000, 0, legal
    while rest:
        card = place(rest)
        bit = _ONE << card
        rest &= rest - 1
        if bit & special.mighty:
            value = -20
        elif card == JOKER:
            value = 20 if engine.names_suit() and engine.number > 1 and attacks else -80
        elif _is_boss(engine, card):
            value = 17 - 8 * (card % 13)
            if bit & special.trumps:
                value += 10 if attacks else -55
        else:
            value = 2 * (card % 13) - 24 - 13 * (OF_POINTS >> card & 1) - 15 * _guards(engine, card)
            if bit & special.trumps:
                value -= 5 if attacks else 20
        if value > best:
            best, found = value, card
    return _marked(engine, found)


def _marked(engine: Engine, card: int) -> int:
    """Return how to lead a card: a joker asks for trumps, a joker caller calls the joker."""
    if engine.ways(card) == 1:
        return card
    if card == JOKER:
        return engine.way(card, engine.trump if engine.trump < SUITS else _longest(engine))
    located = (engine.played | engine.hands[engine.turn]) & OF_JOKER > 0
    friendly = engine.friend == JOKER and engine.turn == engine.president
    return engine.way(card, 0 if located or friendly else 1)


def _longest(engine: Engine) -> int:
    """Return the player's longest suit."""
    hand, most, found = engine.hands[engine.turn], -1, 0
    for suit in range(SUITS):
        count = size(hand & (_SUIT << 13 * suit))
        if count > most:
            most, found = count, suit
    return found


def _follow(engine: Engine, legal: int) -> int:
    """Choose a card to follow with: to win, to give points, or to discard."""
    player, first, laid = engine.turn, engine.first, engine.laid_count - engine.first
    opening = engine.laid[first]
    second = engine.laid[first + 1] if laid > 1 else NOBODY
    variant, special, number = engine.variant, engine.special, engine.number
    best = winning_card(variant, special, number, opening, second, engine.on_table)
    at = 0
    while not best >> (engine.laid[first + at] & CARD) & 1:
        at += 1
    ours = is_ally(engine, player, (engine.lead + at) % _PLAYERS)
    unbeaten = best & (special.mighty | OF_JOKER) > 0
    sure = laid == _PLAYERS - 1 or unbeaten or _is_boss(engine, place(best))
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
            spent = cost - 6 * (points + point)
            if spent < cheapest:
                taking, cheapest = card, spent
            worth = cost
        else:
            worth = cost - 9 * point if ours and sure else cost + 17 * point
        if worth < least:
            thrown, least = card, worth
    if taking < 0 or (ours and sure):
        return thrown
    attacks = player == engine.president or is_ally(engine, player, engine.president)
    limit = (25 if attacks else 40) * points + 10
    return taking if cheapest <= limit else thrown
