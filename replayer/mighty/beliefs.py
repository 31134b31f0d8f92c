"""The deals that what was seen of one leaves possible.

A hidden card is in the hand of a player who does not show it, in the kitty, or buried. A play
reveals what the hand did not hold: a suit that was not followed, the Mighty that was not forced, a
joker that was not called, another lead to the first trick. Source: the paper, III.4.4 and III.5.

The president's hand, the kitty and the burial are one place here: whatever the president cannot
have kept may have been buried.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec import Struct

from ..beliefs import Belief, Bound, Place
from ..replay import Step
from .cards import DECK, HIDDEN, JOKER, SEATS, Cards, card_of, known
from .cards import mighty as mighty_of
from .options import Options
from .rules.state import State
from .rules.tricks import first_lead_ban, is_called, led_suit


class Kept(Struct):
    """What the plays of a player reveal about the hand from which they were made.

    It kept `none_of` these cards; `shown` are those of them that the player played all the same. It
    kept the Mighty only together with one of the `cover` cards, if there are any, and has kept one
    of `one_of` them, if there are any.
    """

    none_of: set[str]
    shown: set[str]
    cover: frozenset[str] = frozenset()
    one_of: frozenset[str] = frozenset()


def belief(options: Options, steps: Sequence[Step[State]]) -> Belief:
    """What is hidden in the last of these steps of a deal, after what was seen in all of them."""
    state = steps[-1].state
    kitty = state.kitty if state.president is None else ()
    seen = state.played.union(*map(known, (*state.hands, kitty, state.discard)))
    kept, buried = _kept(options, steps), state.discard.count(HIDDEN)
    places = [
        _places(f"P{seat}", hand, kept[seat], state, buried if seat == state.president else 0)
        for seat, hand in enumerate(state.hands)
    ]
    places.append([Place("the kitty", kitty.count(HIDDEN))])
    return Belief(tuple(card for card in DECK if card not in seen), tuple(product(*places)))


def _places(name: str, hand: Cards, kept: Kept, state: State, buried: int) -> list[Place]:
    """A hand with its bounds, in cases of which no two hold at once.

    `buried` cards of it are hidden and not in the hand any more.
    """
    size, mighty = hand.count(HIDDEN) + buried, mighty_of(state.trump)
    without = Bound(frozenset(kept.none_of), most=buried)
    shown = [Bound(frozenset({card}), most=-1) for card in sorted(kept.shown)]
    if kept.one_of:
        shown.append(Bound(kept.one_of - kept.none_of, least=1))
    if not kept.cover or mighty in kept.none_of or HIDDEN not in hand:
        return [Place(name, size, (without, *shown))]
    none, one = (Bound(frozenset({mighty}), number, number) for number in (0, 1))
    cover = Bound(kept.cover - kept.none_of, least=1)
    places = [
        Place(name, size, (without, none, *shown)),
        Place(name, size, (Bound(without.kinds, buried, buried), one, cover, *shown)),
    ]
    if buried:
        # There is room to bury the Mighty.
        places.append(Place(name, size, (Bound(without.kinds, most=buried - 1), one, *shown)))
    return places


def _kept(options: Options, steps: Sequence[Step[State]]) -> list[Kept]:
    """What the plays before the last step reveal of each hand."""
    kept = [Kept(set(), set()) for _ in SEATS]
    for step in steps[:-1]:
        if step.state.phase == "play":
            for player, play in (step.actions or {}).items():
                _reveal(options, step.state, card_of(play), kept[player])
    for seat, each in enumerate(kept):
        hand = steps[-1].state.hands[seat]
        each.cover = frozenset() if each.cover.intersection(hand) else each.cover
        each.one_of = frozenset() if each.one_of.intersection(hand) else each.one_of
    return kept


def _reveal(options: Options, state: State, card: str, kept: Kept) -> None:
    """Add what a play reveals."""
    mighty = mighty_of(state.trump)
    if card in kept.none_of:
        kept.shown.add(card)
    if card == mighty:
        kept.one_of, kept.cover = kept.cover or kept.one_of, frozenset()
    if card in kept.cover | kept.one_of:
        kept.cover = kept.one_of = frozenset()
    if not state.table:
        if not state.tricks:
            kept.none_of |= _unless_stuck(options, state.trump, card)
        return
    if is_called(state.table):
        if card == JOKER:
            return
        if card != mighty or not options.mighty_defence:
            kept.none_of.add(JOKER)
    suit = led_suit(state.table)
    if card == mighty or suit is None or (card != JOKER and card[0] == suit):
        return
    of_suit = {each for each in DECK if each != JOKER and each[0] == suit} - {mighty}
    if card != JOKER:
        kept.none_of |= of_suit | ({mighty} if mighty[0] == suit else set())
    elif options.mighty_forced_with_joker == "mighty-must" and mighty[0] == suit:
        kept.cover = frozenset(of_suit - state.played)


def _unless_stuck(options: Options, trump: str, lead: str) -> set[str]:
    """The cards that a president did not hold who led this one to the first trick."""
    banned = first_lead_ban(options, trump)
    what, order = banned(lead), options.t1_stuck
    if what is None:
        return set()
    released = {None, *(order[: order.index(what)] if what in order else order)}
    return {card for card in DECK if banned(card) in released}
