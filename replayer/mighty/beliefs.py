"""The deals that what was seen of one leaves possible.

A hidden card is in the hand of a player who does not show it, in the kitty, or buried. A play
reveals what the hand did not hold: a suit that was not followed, the Mighty that was not forced, a
joker that was not called, another lead to the first trick. Source: the paper, III.4.4 and III.5.

The president's hand, the kitty and the burial are one pile here: whatever the president cannot
have kept may have been buried.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from ..beliefs import Belief, Beliefs
from ..piles import Bound, Pile
from ..replay import Step
from ..tricks import in_seats
from .cards import (
    DECK,
    HIDDEN,
    HIDDEN_HANDS,
    JOKER,
    KITTY_SIZE,
    PLAYERS,
    SEATS,
    SUITS,
    Cards,
    card_of,
    in_order,
    known,
)
from .cards import mighty as mighty_of
from .engine.numbers import ALL, BITS, NOBODY, NUMBER_OF, OF_SUIT, cards_in, words
from .engine.tricks import is_called
from .engine.variant import Trump
from .options import Options
from .record import Record, Trick
from .rules.state import State


class MightyBeliefs(Beliefs[Record, State]):
    """What is hidden in records of Mighty."""

    def belief(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Belief:
        """What others hold, the kitty, and what was buried."""
        return belief(record.rules, steps)

    def cut(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Record:
        """The match up to a call, a decision of the president or a card."""
        state, deal = steps[-1].state, record.deals[number - 1]
        decided = _DECIDED.get(state.phase, len(_DECIDED))
        deal = replace(
            deal,
            bids=None if deal.bids is None else state.bids,
            president=None if deal.president is None else state.president,
            discard=deal.discard if decided > 1 else None,
            contract=deal.contract if decided > 2 else None,
            friend=deal.friend if decided > 3 else None,
            friend_player=state.friend_player,
            tricks=(*deal.tricks[: len(state.tricks)], *_under_way(state)),
            result=None if state.outcome is None else deal.result,
            variations=(),
        )
        return replace(record, deals=(*record.deals[: number - 1], deal))

    def dealt(
        self,
        record: Record,
        number: int,
        steps: Sequence[Step[State]],
        drawn: Sequence[Cards],
        rng: Random,
    ) -> Record:
        """The match with the deal that was drawn; kitty and burial are drawn from it."""
        deals, state = list(record.deals), steps[-1].state
        deal = deals[number - 1]
        *hands, kitty = (list(cards) for cards in drawn)
        for step in steps[:-1]:
            if step.state.phase == "play":
                for player, play in (step.actions or {}).items():
                    hands[player].append(card_of(play))
        for seat in SEATS:
            hands[seat] = list({*hands[seat], *known((deal.hands or HIDDEN_HANDS)[seat])})
        discard, president = deal.discard, state.president
        if president is not None:
            if HIDDEN in state.discard:
                discard = _burial(record.rules, steps, drawn[president], rng)
            pool = {*hands[president], *known(discard or ())}
            taken = list(known(deal.kitty or ()))
            others = pool.difference(taken, known((deal.hands or HIDDEN_HANDS)[president]))
            taken += rng.sample(sorted(others), KITTY_SIZE - len(taken))
            hands[president], kitty = list(pool - set(taken)), taken
        elif deal.kitty is not None:
            kitty += known(deal.kitty)
        deals[number - 1] = replace(
            deal,
            hands=tuple(map(in_order, hands)),
            kitty=in_order(kitty),
            discard=None if discard is None else in_order(discard),
        )
        return replace(record, deals=tuple(deals))


_DECIDED = {"deal": 0, "auction": 0, "exchange": 1, "contract": 2, "friend": 3}
"""How far the president has come in each phase before the play."""


def _under_way(state: State) -> tuple[Trick, ...]:
    """The trick under way, if a card of it was played."""
    if not state.table:
        return ()
    return (Trick(lead=state.lead, cards=in_seats(PLAYERS, state.lead, state.table)),)


def _burial(
    options: Options, steps: Sequence[Step[State]], pool: Sequence[str], rng: Random
) -> Cards:
    """Draw the cards that the president buried: those that cannot have been kept, and others."""
    state = steps[-1].state
    assert state.president is not None
    kept, hidden = _kept(options, steps)[state.president], state.discard.count(HIDDEN)
    mighty = mighty_of(state.trump)
    while True:
        mixed = sorted(rng.sample(pool, len(pool)), key=lambda card: card not in kept.none_of)
        hand = {*mixed[hidden:], *state.hands[state.president]}
        covered = not kept.cover or mighty not in hand or hand & kept.cover
        if covered and (not kept.one_of or hand & kept.one_of):
            return (*known(state.discard), *mixed[:hidden])


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
    piles = [
        _piles(f"P{seat}", hand, kept[seat], state, buried if seat == state.president else 0)
        for seat, hand in enumerate(state.hands)
    ]
    piles.append([Pile("the kitty", kitty.count(HIDDEN))])
    return Belief(tuple(card for card in DECK if card not in seen), tuple(product(*piles)))


def _piles(name: str, hand: Cards, kept: Kept, state: State, buried: int) -> list[Pile]:
    """A hand with its bounds, in cases of which no two hold at once.

    `buried` cards of it are hidden and not in the hand any more.
    """
    size, mighty = hand.count(HIDDEN) + buried, mighty_of(state.trump)
    without = Bound(frozenset(kept.none_of), most=buried)
    shown = [Bound(frozenset({card}), most=-1) for card in sorted(kept.shown)]
    if kept.one_of:
        shown.append(Bound(kept.one_of - kept.none_of, least=1))
    if not kept.cover or mighty in kept.none_of or HIDDEN not in hand:
        return [Pile(name, size, (without, *shown))]
    none, one = (Bound(frozenset({mighty}), number, number) for number in (0, 1))
    cover = Bound(kept.cover - kept.none_of, least=1)
    piles = [
        Pile(name, size, (without, none, *shown)),
        Pile(name, size, (Bound(without.kinds, buried, buried), one, cover, *shown)),
    ]
    if buried:
        # There is room to bury the Mighty.
        piles.append(Pile(name, size, (Bound(without.kinds, most=buried - 1), one, *shown)))
    return piles


def _kept(options: Options, steps: Sequence[Step[State]]) -> list[Kept]:
    """What the plays before the last step reveal of each hand."""
    kept = [Kept(set(), set()) for _ in SEATS]
    for step in steps[:-1]:
        if step.state.phase == "play":
            for player, play in (step.actions or {}).items():
                _reveal(options, step.state, card_of(play), kept[player])
    state = steps[-1].state
    for seat, each in enumerate(kept):
        if state.president not in (None, seat):
            # What the president had is not with the others, even if the burial was not seen.
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
    """The cards that a president did not hold who led this one to the first trick."""
    led = BITS[NUMBER_OF[lead]]
    if not special.banned & led:
        return frozenset()
    missing = ALL & ~special.banned
    for cards in special.stuck:
        if cards & led:
            break
        missing |= cards
    return _words(missing)


def _words(mask: int) -> frozenset[str]:
    return frozenset(words(cards_in(mask)))
