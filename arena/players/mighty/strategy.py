"""A strategy for Mighty: bid what a hand is worth, bury cards of little worth, and name the best
missing card as the friend. The plays are in `plays.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, islice

from msgspec.structs import replace

from ....replayer.beliefs.dice import Dice
from ....replayer.beliefs.playouts import PlayedOut
from ....replayer.mighty.beliefs import kept_hands
from ....replayer.mighty.cards import KITTY_SIZE, PLAYERS
from ....replayer.mighty.engine.engine import Engine
from ....replayer.mighty.engine.numbers import (
    ALONE,
    BITS,
    CARD,
    FRIENDS,
    JOKER,
    NO_TRUMP,
    OF_JOKER,
    OF_POINTS,
    OF_SUIT,
    PASS,
    PLAY_OF,
    PLAY_WORD,
    TRUMP_UNIT,
    cards_in,
    mask_of,
    numbers,
    trump_word,
    words,
)
from ....replayer.mighty.engine.phases import AUCTION, CONTRACT, EXCHANGE, FRIEND, OVER, PLAY
from ....replayer.mighty.rules.auction import MISDEAL, call_number
from ....replayer.mighty.rules.auction import PASS as PASSES
from ....replayer.mighty.rules.exchange import bury_action
from ....replayer.mighty.rules.mighty import MightyRules
from ....replayer.mighty.rules.state import State
from ....replayer.replay.round import Step
from ....replayer.rules import Action
from ..strategy import Strategy
from .hands import Likely, worth
from .plays import play_on, sensible

_SLIPS = 15
"""In a playout, one in _SLIPS plays is random: players do not always play sensibly."""

_BURIALS, _SPARE = 12, 6
"""How many exchanges to try, and how many cards to choose them from."""

_RAISES, _FRIENDS = 2, 5
"""How many bids with a trump to try, and how many cards as friends."""


class MightyStrategy(Strategy[MightyRules, State]):
    """Makes sensible decisions in Mighty."""

    def choose(self, rules: MightyRules, state: State, player: int, dice: Dice) -> Action:
        """Bid, decide as the president, or play."""
        engine = state.engine
        assert engine is not None
        match engine.phase:
            case phase if phase == PLAY:
                return PLAY_WORD[sensible(engine)]
            case phase if phase == AUCTION:
                legal = rules.legal_actions(state, player)
                return MISDEAL if MISDEAL in legal else _call_word(called(engine))
            case phase if phase == EXCHANGE:
                return bury_action(words(cards_in(buried(engine))))
            case phase if phase == CONTRACT:
                points, trump = contracted(engine)
                return f"{points}{trump_word(trump)}"
            case _:
                return FRIENDS[_friend(engine)]

    def worth_trying(self, rules: MightyRules, state: State, player: int) -> Sequence[Action]:
        """Return a selection of bids, exchanges, friends or plays, or else all contracts."""
        engine, legal = state.engine, rules.legal_actions(state, player)
        assert engine is not None
        match engine.phase:
            case phase if phase == AUCTION:
                return list(_calls(engine, legal))
            case phase if phase == EXCHANGE:
                return burials(engine)
            case phase if phase == FRIEND:
                cards = [FRIENDS[each] for each in friends(engine)[:_FRIENDS]]
                return [*cards, FRIENDS[ALONE]] if FRIENDS[ALONE] in legal else cards
            case _:
                return _useful(engine, legal)

    def play_out(self, rules: MightyRules, state: State, times: int, dice: Dice) -> PlayedOut:
        """Play out sensibly, with a random play now and then."""
        start = state.engine
        assert start is not None
        decisions, returns, engine = 0, list[Sequence[int]](), start.copy()
        for _ in range(times):
            engine.become(start)
            decisions += _play_out(engine, dice)
            points = 0 if engine.president < 0 else engine.side_points(engine.buried_points())
            sides, contract = (
                (engine.president, engine.friend_player),
                (engine.points, engine.trump),
            )
            returns.append(
                rules.totals_after(state, *sides, *contract, points, engine.friend == ALONE)
            )
        return PlayedOut(decisions, returns)

    def likelier(
        self, rules: MightyRules, steps: Sequence[Step[State]], player: int
    ) -> Callable[[State, Dice], State] | None:
        """Return a function that exchanges hidden cards until the hands agree with the bids."""
        state = steps[-1].state
        bids, trumps, passed, played = ([0] * PLAYERS for _ in range(4))
        points, trump = rules.options.bid_min - 1, 0
        for bid in state.bids:
            number = call_number(bid.call)
            if number >= 0:
                points, trump = divmod(number, TRUMP_UNIT)
                bids[bid.player], trumps[bid.player] = points, trump
            elif bid.call == PASSES:
                passed[bid.player] = points + 1
        for step in steps[:-1]:
            if step.state.phase == "play":
                for seat, play in (step.actions or {}).items():
                    played[seat] |= BITS[PLAY_OF[play] & CARD]
        kept = kept_hands(rules.options, steps)
        if state.engine is None or any(each.cover or each.one_of for each in kept):
            return None  # an exchange could take a card that a hand must have
        barred = [*(mask_of(numbers(each.none_of)) for each in kept), 0]
        likely = Likely(bids, trumps, passed, played, barred, state.engine.unseen())

        def exchanged(dealt: State, dice: Dice) -> State:
            assert dealt.engine is not None
            engine = dealt.engine.copy()
            likely.exchange(engine, dice)
            return replace(dealt, engine=engine)

        return exchanged


STRATEGY = MightyStrategy()


def _useful(engine: Engine, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the legal plays, one of those that are alike.

    The joker is kept where it has no power, if another card is legal.
    """
    if engine.phase != PLAY:
        return legal
    plays = [PLAY_OF[each] for each in legal]
    if engine.variant.joker_is_dead(engine.number):
        plays = [each for each in plays if each & CARD != JOKER] or plays
    known = engine.played | engine.buried | engine.hands[engine.turn]
    own = engine.special.mighty | BITS[engine.special.caller]
    own |= BITS[engine.friend] if 0 <= engine.friend < JOKER else 0
    found = list[int]()
    for play in sorted(plays):
        if not found or not _alike(found[-1], play, known, own):
            found.append(play)
    return [PLAY_WORD[each] for each in found]


def _alike(high: int, low: int, known: int, own: int) -> bool:
    """Return whether two plays have the same effect: no unknown card lies between the cards.

    `own` are cards that have an effect of their own.
    """
    if low >= JOKER or high // 13 != low // 13 or (BITS[high] | BITS[low]) & own:
        return False
    between = sum(BITS[high + 1 : low])
    same = OF_POINTS >> high & 1 == OF_POINTS >> low & 1
    return same and not between & ~known


def _play_out(engine: Engine, dice: Dice) -> int:
    decisions = 0
    while engine.phase != OVER:
        if engine.phase == PLAY:
            return decisions + play_on(engine, dice, _SLIPS)
        decisions += 1
        if engine.phase == AUCTION:
            engine.call(engine.turn, called(engine))
        elif engine.phase == EXCHANGE:
            engine.bury_known(buried(engine))
        elif engine.phase == CONTRACT:
            engine.settle(*contracted(engine))
        else:
            engine.name_friend(_friend(engine))
    return decisions


# The auction


def _best_trumps(engine: Engine) -> list[tuple[float, int]]:
    """Return what the hand of the player to move is worth with each trump, best first."""
    hand = engine.hands[engine.turn]
    return sorted([(worth(hand, trump), trump) for trump in range(5)], reverse=True)


def called(engine: Engine) -> int:
    """Return the lowest legal bid with the best trump, or a pass if the hand is not worth it."""
    may_pass = not engine.call_breach(engine.turn, PASS)
    value, best = _best_trumps(engine)[0]
    for points in range(engine.variant.least_bid(), engine.variant.bid_max + 1):
        if may_pass and points > value:
            return PASS
        trumps = engine.trumps_at(points)
        if trumps >> best & 1:
            return points * TRUMP_UNIT + best
        if trumps and not may_pass:
            return points * TRUMP_UNIT + (trumps & -trumps).bit_length() - 1
    return PASS


def _call_word(call: int) -> str:
    return PASSES if call == PASS else f"{call // TRUMP_UNIT}{trump_word(call % TRUMP_UNIT)}"


def _calls(engine: Engine, legal: Sequence[Action]) -> Iterator[Action]:
    """Yield a pass, and the lowest bids with the two best trumps."""
    yield from (each for each in (PASSES, MISDEAL) if each in legal)
    for _, trump in _best_trumps(engine)[:2]:
        bids = (each for each in legal if each.endswith(trump_word(trump)))
        yield from islice((each for each in bids if call_number(each) >= 0), _RAISES)


# The decisions of the president


def _spare(engine: Engine) -> list[int]:
    """Return the president's cards, least valuable first."""
    hand, special = engine.hands[engine.turn], engine.special

    guards = hand & OF_SUIT[special.mighty_suit] & ~special.mighty if hand & special.mighty else 0

    def kept(card: int) -> float:
        bit, suit = BITS[card], card // 13
        if bit & (special.mighty | OF_JOKER):
            return 200
        if guards and guards >> card == 1:
            return 100  # it keeps the Mighty from falling to a lead of its suit
        rank = 13 - card % 13
        if bit & special.trumps:
            return 50 + rank
        if card % 13 == 0 or (card % 13 == 1 and bit >> 1 & hand):
            return 30 + rank
        # A short suit is soon void, and buried points are safe.
        return 4 * (hand & OF_SUIT[suit]).bit_count() + 0.1 * rank - 3 * (bit & OF_POINTS > 0)

    return sorted(cards_in(hand), key=kept)


def buried(engine: Engine) -> int:
    """Return the cards that the president buries, as a mask.

    Raises ValueError if too few of the president's cards are known.
    """
    cards = _spare(engine)[:KITTY_SIZE]
    if len(cards) < KITTY_SIZE:
        raise ValueError(f"player {engine.turn} is not known to hold {KITTY_SIZE} cards to bury")
    return sum(BITS[card] for card in cards)


def burials(engine: Engine) -> list[Action]:
    """Return the exchanges worth trying, the sensible one first."""
    chosen = combinations(_spare(engine)[:_SPARE], 3)
    return [bury_action(words(sorted(cards))) for cards in islice(chosen, _BURIALS)]


def contracted(engine: Engine) -> tuple[int, int]:
    """Return the president's contract: the one that was bid, unless another is much better."""
    hand = engine.hands[engine.turn]
    found = [
        divmod(each, TRUMP_UNIT) for each in engine.variant.contracts(engine.points, engine.trump)
    ]
    margins = [worth(hand, trump) - points for points, trump in found]
    best = max(margins)
    return found[margins.index(best)] if best > margins[0] + 1.5 else found[0]


def friends(engine: Engine) -> list[int]:
    """Return the friends that the president may name, most helpful cards first."""
    return list(dict.fromkeys(_helpful(engine))) or cards_in(engine.variant.friends_of(engine.turn))


def _friend(engine: Engine) -> int:
    """Return the most helpful friend."""
    found = next(_helpful(engine), None)
    return friends(engine)[0] if found is None else found


def _helpful(engine: Engine) -> Iterator[int]:
    """Yield the missing cards that the president may name, possibly with repetitions."""
    trump = engine.trump
    named = engine.variant.friends_of(engine.turn) & ~(engine.hands[engine.turn] | engine.buried)
    suits = [trump, *range(4)] if trump < NO_TRUMP else [*range(4)]
    first = [*cards_in(engine.special.mighty), JOKER]
    if trump < NO_TRUMP:
        first += [13 * trump, 13 * trump + 1, 13 * trump + 2]
    ranks = (13 * suit + rank for rank in range(13) for suit in suits)
    return (card for card in chain(first, ranks) if named >> card & 1)
