"""Random legal matches."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from ..rules import CHANCE
from ..tricks import in_seats
from .cards import PLAYERS, SEATS
from .options import PRESETS
from .record import Bid, Deal, Record, Result, Trick
from .rules.deal import dealt
from .rules.mighty import MightyRules
from .rules.state import Phase, State, Taken

MOST_DEALS = 4
OFTEN = 0.7
"""How often a bidder passes where it could go on, and a contract stays as it was bid."""

Actions: TypeAlias = Sequence[tuple[State, str]]
"""The states of a deal in which somebody acted, and what was done."""


def generate(rng: Random) -> Record:
    """A match of a few deals, under one of the presets, played at random."""
    options = rng.choice(list(PRESETS.values()))
    rules = MightyRules(options)
    state = rules.initial_state(rng.choice(SEATS))
    deals: list[Deal] = []
    for _ in range(rng.randint(1, MOST_DEALS)):
        played, end = deal(rules, state, rng)
        deals.append(played)
        state = rules.next_round(end)
    return Record(rules=options, deals=tuple(deals))


def deal(rules: MightyRules, start: State, rng: Random) -> tuple[Deal, State]:
    """A deal from this state on, played at random, and its last state."""
    cards = rules.sample(start, rng)
    state = rules.apply(start, {CHANCE: cards}).state
    actions: list[tuple[State, str]] = []
    while state.phase != "over":
        action = _choice(rules, state, rng)
        actions.append((state, action))
        state = rules.apply(state, {state.turn: action}).state
    return recorded(start, cards, actions, state), state


def _choice(rules: MightyRules, state: State, rng: Random) -> str:
    legal = list(rules.legal_actions(state, state.turn))
    if state.phase in ("auction", "contract") and rng.random() < OFTEN:
        return legal[0]
    if state.phase == "auction":
        # Low bids, so that an auction has several.
        return rng.choice(legal[: 1 + len(legal) // 3])
    return rng.choice(legal)


def recorded(start: State, deal: str, actions: Actions, end: State) -> Deal:
    """The record of a deal that was played to its end."""
    *hands, kitty = dealt(deal)
    done = dict[Phase, list[str]]()
    for state, action in actions:
        done.setdefault(state.phase, []).append(action)
    bidders = [state.turn for state, _ in actions if state.phase == "auction"]
    outcome = end.outcome
    assert outcome is not None
    assert outcome.end is not None
    (discard,), (contract,), (friend,) = (
        done.get(phase, [None]) for phase in ("exchange", "contract", "friend")
    )
    return Deal(
        dealer=start.dealer,
        totals=start.totals,
        hands=tuple(hands),
        kitty=kitty,
        bids=tuple(map(Bid, bidders, done["auction"])),
        president=outcome.president,
        discard=None if discard is None else tuple(discard.split()[1:]),
        contract=contract,
        friend=friend,
        friend_player=outcome.friend,
        tricks=tuple(map(_trick, outcome.tricks)),
        result=Result(
            end=outcome.end,
            points=outcome.points,
            score=outcome.score,
            payoffs=outcome.payoffs,
        ),
    )


def _trick(taken: Taken) -> Trick:
    cards = in_seats(PLAYERS, taken.lead, taken.plays)
    return Trick(lead=taken.lead, cards=cards, winner=taken.winner)
