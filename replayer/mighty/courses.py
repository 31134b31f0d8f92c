"""The ways in which a deal may be understood that does not say everything.

A table alone holds neither auction nor contract. Whoever may be the president, and whatever may be
trump, is tried: the deal is meant as it is the least wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ..game import CHANCE, Chance, Line
from ..replay import first_breach
from .cards import DECK, PLAYERS
from .line import Assumed, Before, assumptions, line
from .record import Deal, Result
from .rules import MightyRules
from .scoring import payoffs
from .shape import verify_shape
from .state import Contract, Outcome, State, Taken, card_of


class Course(Struct, frozen=True):
    """A deal played through under an assumption; `faults` counts the places where it is wrong.

    `end` is the last state, `president` who won the auction, `contract` what was played, `friend`
    who turned out to be the friend.
    """

    assumed: Assumed
    line: Line[State]
    faults: int
    tricks: tuple[Taken, ...]
    president: int | None
    contract: Contract | None
    friend: int | None
    end: State


def best_line(rules: MightyRules, deal: Deal, before: Before) -> Line[State]:
    """The line of a deal, under the first of its best assumptions.

    Raises IllegalAction where the deal is not shaped like one.
    """
    verify_shape(deal)
    assumed = assumptions(rules.options, deal)
    if len(assumed) == 1:
        return line(rules, deal, assumed[0], before)
    return courses(rules, deal, before)[0].line


def courses(rules: MightyRules, deal: Deal, before: Before) -> list[Course]:
    """The courses of a deal, shaped like one, in which the fewest places are wrong."""
    found = [
        _course(rules, deal, assumed, line(rules, deal, assumed, before))
        for assumed in assumptions(rules.options, deal)
    ]
    fewest = min(course.faults for course in found)
    return [course for course in found if course.faults == fewest]


def _course(rules: MightyRules, deal: Deal, assumed: Assumed, taken: Line[State]) -> Course:
    """Play a deal through, whatever rules it breaks."""
    faults, tricks, last = 0, dict[int, Taken](), taken.start
    state = taken.start
    actions = taken.choose(state, Chance())
    while actions is not None and _can_be_carried_out(state, actions):
        faults += first_breach(rules, state, actions) is not None
        last, state = state, rules.apply(state, actions).state
        past = state.tricks if state.outcome is None else state.outcome.tricks
        if past:
            tricks[len(past)] = past[-1]
        actions = None if state.phase == "deal" else taken.choose(state, rules.node(state))
    faults += actions is not None
    president, friend, contract = state.president, state.friend_player, state.contract
    if state.outcome is not None:
        president, friend = state.outcome.president, state.outcome.friend
        contract = last.contract
    found = tuple(tricks.values())
    faults += _wrong_marks(deal, found, state)
    return Course(assumed, taken, faults, found, president, contract, friend, state)


def _can_be_carried_out(state: State, actions: Mapping[int, str]) -> bool:
    """Whether the rules can go on after an action, though it may break them."""
    ((player, action),) = actions.items()
    if state.phase == "play":
        return player == state.turn and card_of(action) in DECK
    return state.phase == "deal" or player == state.turn != CHANCE


def _wrong_marks(deal: Deal, tricks: Sequence[Taken], end: State) -> int:
    """The marks, and the points of the result, that do not agree with the play."""
    wrong = sum(
        (said.lead not in (None, taken.lead)) + (said.winner not in (None, taken.winner))
        for said, taken in zip(deal.tricks, tricks, strict=False)
    )
    if len(tricks) < len(deal.tricks) and end.phase == "play":
        wrong += deal.tricks[len(tricks)].lead not in (None, end.lead)
    outcome = end.outcome
    if outcome is not None:
        wrong += deal.friend_player not in (None, outcome.friend)
        if deal.result is not None and outcome.points is not None:
            wrong += deal.result.points not in (None, outcome.points)
            wrong += not _pays(deal.result, outcome)
    return wrong


def _pays(result: Result, outcome: Outcome) -> bool:
    """Whether the payoffs of a result, whatever the score, are those of president and friend."""
    paid, president = result.payoffs, outcome.president
    if paid is None or president is None or len(paid) != PLAYERS:
        return True
    value = paid[president] // (PLAYERS - 1 if outcome.friend is None else 2)
    return paid == payoffs(value, president, outcome.friend)
