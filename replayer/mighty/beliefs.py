"""The possible deals, given what was seen.

A hidden card is in the hand of a player who did not show it, in the kitty, or buried. A play
reveals cards that the hand did not contain: a suit that was not followed, the Mighty when it was
forced, the joker when it was called, or any card that could have been led to the first trick in
place of a banned one. Source: the paper, III.4.4 and III.5.

The president's hand, the kitty and the discard are one pile here: any card that the president
cannot have kept may have been buried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from ..beliefs.beliefs import Belief, Beliefs, Filler
from ..beliefs.piles import Bound, Pile
from ..replay.round import Step
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
    known,
)
from .cards import mighty as mighty_of
from .engine.numbers import (
    ALL,
    BITS,
    FRIEND_OF,
    NOBODY,
    NUMBER_OF,
    OF_SUIT,
    TRUMP_UNIT,
    cards_in,
    mask_of,
    numbers,
    words,
)
from .engine.phases import AUCTION, CONTRACT, EXCHANGE, FRIEND, PLAY
from .engine.tricks import is_called
from .engine.variant import Trump
from .inference.partial import PartialState
from .options import Options
from .record import Record, Trick
from .rules.auction import call_number
from .rules.state import State
from .rules.tricks import play_number

if TYPE_CHECKING:
    from random import Random


class MightyBeliefs(Beliefs[Record, State]):
    """The hidden parts of records of Mighty."""

    def belief(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Belief:
        """Return what others may hold, and what the kitty and the discard may be."""
        return belief(record.rules, steps)

    def cut(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Record:
        """Return the match cut off before a call, a decision of the president or a play."""
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
        """Return the match with the drawn hands, kitty and discard."""
        deals = list(record.deals)
        deal = deals[number - 1]
        drawing = _Drawing(
            record.rules, steps, deal.hands or HIDDEN_HANDS, deal.kitty, deal.discard
        )
        hands, kitty, discard = drawing.cards(drawn, rng)
        deals[number - 1] = replace(
            deal,
            hands=tuple(map(_in_words, hands)),
            kitty=_in_words(kitty),
            discard=None if deal.discard is None else _in_words(discard),
        )
        return replace(record, deals=tuple(deals))

    def filler(
        self, record: Record, number: int, steps: Sequence[Step[State]]
    ) -> Filler[State] | None:
        """Return a function that replays the deal with drawn cards; None if parts are missing."""
        state = steps[-1].state
        if isinstance(state, PartialState) or state.engine is None:
            return None
        drawing = _Drawing(record.rules, steps, state.dealt, state.kitty, state.discard)
        start, done, dealer = state.engine, list(_done(steps)), state.dealer
        last = NOBODY if state.last_president is None else state.last_president

        def filled(drawn: Sequence[Cards], rng: Random) -> State:
            (p0, p1, p2, p3, p4), kitty, discard = drawing.cards(drawn, rng)
            engine = start.copy()
            engine.deal(dealer, last, p0, p1, p2, p3, p4, kitty)
            for phase, player, number in done:
                if phase == PLAY:
                    engine.play(player, number)
                elif phase == AUCTION:
                    engine.call(player, number)
                elif phase == EXCHANGE:
                    engine.bury_known(discard)
                elif phase == CONTRACT:
                    engine.settle(number // TRUMP_UNIT, number % TRUMP_UNIT)
                else:
                    engine.name_friend(number)
            return replace(state, engine=engine)

        return filled


def _done(steps: Sequence[Step[State]]) -> Iterator[tuple[int, int, int]]:
    """Yield the actions after the deal: the phase, the player, and the number of the action.

    The cards of an exchange are left out, since the discard is drawn.
    """
    number_of: dict[int, Callable[[str], int]] = {
        PLAY: play_number,
        AUCTION: call_number,
        EXCHANGE: lambda action: 0,
        CONTRACT: call_number,
        FRIEND: FRIEND_OF.__getitem__,
    }
    for step in steps[:-1]:
        engine = step.state.engine
        for player, action in (step.actions or {}).items():
            if engine is not None:
                yield engine.phase, player, number_of[engine.phase](action)


class _Drawing:
    """A deal, as masks of the cards that were seen; the others are drawn."""

    def __init__(
        self,
        options: Options,
        steps: Sequence[Step[State]],
        hands: Sequence[Cards],
        kitty: Cards | None,
        discard: Cards | None,
    ) -> None:
        state = steps[-1].state
        self.president = state.president
        self.dealt = [_mask(hand) for hand in hands]
        self.kitty, self.discard = _mask(kitty or ()), _mask(discard or ())
        held = zip(self.dealt, state.hands, strict=True)
        self.shown = [dealt | _mask(hand) for dealt, hand in held]
        for step in steps[:-1]:
            if step.state.phase == "play":
                for player, play in (step.actions or {}).items():
                    self.shown[player] |= _mask([card_of(play)])
        self.hidden = 0 if self.president is None else state.discard.count(HIDDEN)
        if self.president is not None and self.hidden:
            self.left = _mask(state.hands[self.president])
            self.mighty = _mask([mighty_of(state.trump)])
            kept = kept_hands(options, steps)[self.president]
            self.none_of = _mask(kept.none_of)
            self.cover, self.one_of = _mask(kept.cover), _mask(kept.one_of)

    def cards(self, drawn: Sequence[Cards], rng: Random) -> tuple[list[int], int, int]:
        """Return the hands, the kitty and the discard with the cards drawn for each pile.

        The draw also decides which of the president's cards were in the kitty or the discard.
        """
        *hands, kitty = map(_mask, drawn)
        whole = [shown | cards for shown, cards in zip(self.shown, hands, strict=True)]
        kitty, discard = kitty | self.kitty, self.discard
        if self.president is not None:
            if self.hidden:
                discard |= self._burial(cards_in(hands[self.president]), rng)
            pool = whole[self.president] | discard
            others = cards_in(pool & ~(kitty | self.dealt[self.president]))
            kitty |= mask_of(rng.sample(others, KITTY_SIZE - kitty.bit_count()))
            whole[self.president] = pool & ~kitty
        return whole, kitty, discard

    def _burial(self, pool: Sequence[int], rng: Random) -> int:
        """Draw the discard: the cards that cannot have been kept, and random others."""
        while True:
            mixed = rng.sample(pool, len(pool))
            mixed.sort(key=lambda card: not self.none_of >> card & 1)
            hand = self.left | mask_of(mixed[self.hidden :])
            covered = not self.cover or not hand & self.mighty or hand & self.cover
            if covered and (not self.one_of or hand & self.one_of):
                return mask_of(mixed[: self.hidden])


def _mask(cards: Iterable[str]) -> int:
    """Return a mask of cards, without hidden ones."""
    return mask_of(numbers(cards))


def _in_words(mask: int) -> Cards:
    return words(cards_in(mask))


_DECIDED = {"deal": 0, "auction": 0, "exchange": 1, "contract": 2, "friend": 3}
"""How many decisions the president has reached in each phase before the play."""


def _under_way(state: State) -> tuple[Trick, ...]:
    """Return the current trick, if any card has been played to it."""
    if not state.table:
        return ()
    return (Trick.laid(PLAYERS, state.lead, state.table),)


def belief(options: Options, steps: Sequence[Step[State]]) -> Belief:
    """Return what is hidden at the last of these steps of a deal, given what they all show."""
    state = steps[-1].state
    kitty = state.kitty if state.president is None else ()
    seen = state.played.union(*map(known, (*state.hands, kitty, state.discard)))
    kept, buried = kept_hands(options, steps), state.discard.count(HIDDEN)
    piles = [
        _piles(f"P{seat}", hand, kept[seat], state, buried if seat == state.president else 0)
        for seat, hand in enumerate(state.hands)
    ]
    piles.append([Pile("the kitty", kitty.count(HIDDEN))])
    return Belief(tuple(card for card in DECK if card not in seen), tuple(product(*piles)))


def _piles(name: str, hand: Cards, kept: Kept, state: State, buried: int) -> list[Pile]:
    """Return a hand with its bounds, as cases that exclude each other.

    `buried` of its hidden cards are no longer in the hand.
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
        # there is room to bury the Mighty
        piles.append(Pile(name, size, (Bound(without.kinds, most=buried - 1), one, *shown)))
    return piles


# Conclusions about hands from their plays


class Kept(Struct):
    """The cards that a hand could and could not have held, judging by its plays.

    The hand had none of the cards in `none_of`; `shown` are those that the player nevertheless
    played later. If `cover` is not empty, the hand can only have kept the Mighty together with one
    of its cards. If `one_of` is not empty, the hand kept one of its cards.
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
    """Add the conclusions from a play."""
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
    """Return the cards that a president who led this card to the first trick cannot have held."""
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
