"""Inferences from plays about the hands from which they were made.

Source: the paper, III.4.4 and III.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from ...replay.round import Step
from ..cards import JOKER, SEATS, SUITS, card_of, known
from ..engine.numbers import ALL, BITS, NOBODY, NUMBER_OF, OF_SUIT, cards_in, words
from ..engine.tricks import is_called
from ..engine.variant import Trump
from ..options import Options
from ..rules.state import State


class Kept(Struct):
    """The cards that a hand can and cannot have had, by a player's plays from it.

    After them, the hand had `none_of` these cards; `shown` are those of them that the player played
    later nevertheless. It kept the Mighty only together with one of the `cover` cards, if there are
    any, and kept one of `one_of`, if there are any.
    """

    none_of: set[str]
    shown: set[str]
    cover: frozenset[str] = frozenset()
    one_of: frozenset[str] = frozenset()


def kept_hands(options: Options, steps: Sequence[Step[State]]) -> list[Kept]:
    """Return what the plays before the last step reveal about each hand."""
    kept = [Kept(set(), set()) for _ in SEATS]
    for step in steps[:-1]:
        if step.state.phase == "play":
            for player, play in (step.actions or {}).items():
                _reveal(options, step.state, card_of(play), kept[player])
    state = steps[-1].state
    for seat, each in enumerate(kept):
        if state.president not in (None, seat):
            # The president's cards are not in other hands, even if the discard was not seen.
            each.none_of.update(known((*state.kitty, *state.dealt[state.president])))
        hand = state.hands[seat]
        each.cover = frozenset() if each.cover.intersection(hand) else each.cover
        each.one_of = frozenset() if each.one_of.intersection(hand) else each.one_of
    return kept


def _reveal(options: Options, state: State, card: str, kept: Kept) -> None:
    """Add what a play reveals."""
    engine = state.engine
    assert engine is not None
    (mighty,) = _words(engine.special.mighty)
    if card in kept.none_of:
        kept.shown.add(card)
    if card == mighty:
        kept.one_of, kept.cover = kept.cover or kept.one_of, frozenset()
    if card in kept.cover | kept.one_of:
        kept.cover = kept.one_of = frozenset()
    if engine.place == 0:
        if engine.number == 1:
            kept.none_of |= _unless_stuck(engine.special, card)
        return
    if is_called(engine.plays):
        if card == JOKER:
            return
        if card != mighty or not options.mighty_defence:
            kept.none_of.add(JOKER)
    if engine.led == NOBODY or card == mighty or NUMBER_OF[card] in cards_in(OF_SUIT[engine.led]):
        return
    of_suit, forced = _words(engine.special.followers[engine.led]), mighty[0] == SUITS[engine.led]
    if card != JOKER:
        kept.none_of |= of_suit | ({mighty} if forced else set())
    elif options.mighty_forced_with_joker == "mighty-must" and forced:
        kept.cover = of_suit - state.played


def _unless_stuck(special: Trump, lead: str) -> frozenset[str]:
    """Return the cards that a president who led this card to the first trick did not hold."""
    led = BITS[NUMBER_OF[lead]]
    if not special.banned & led:
        return frozenset()
    missing = ALL & ~special.banned
    for cards in special.stuck:
        if cards & led:
            break
        missing |= cards
    return _words(missing)


@lru_cache(maxsize=256)
def _words(mask: int) -> frozenset[str]:
    return frozenset(words(cards_in(mask)))
