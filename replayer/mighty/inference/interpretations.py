"""The ways in which a deal may be understood that does not say everything.

A table alone holds neither auction nor contract. Whoever may be the president, and whatever may be
trump, is tried: the deal is meant as it is the least wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ...game import CHANCE, Chance, RecordedRound
from ...replay import first_breach
from .. import codes
from ..cards import DECK
from ..record import Deal, Result
from ..rules.mighty import MightyRules
from ..rules.scoring import payoffs, shares
from ..rules.state import Contract, Outcome, State, Taken, card_of
from ..well_formed import verify_shape
from .assumptions import Assumed, Before, assumptions, line


class Course(Struct, frozen=True):
    """A deal played through under an assumption; `faults` counts the places where it is wrong.

    A trick in which rules are broken is one such place, and so is a Mighty held back when it was
    forced, however often. Each wrong mark is one.

    `end` is the last state, `president` who won the auction, `contract` what was played, `friend`
    who turned out to be the friend.
    """

    assumed: Assumed
    line: RecordedRound[State]
    faults: int
    tricks: tuple[Taken, ...]
    president: int | None
    contract: Contract | None
    friend: int | None
    end: State


def best_line(rules: MightyRules, deal: Deal, before: Before) -> RecordedRound[State]:
    """The line of a deal, under the first of its best assumptions.

    Raises IllegalAction where the deal is not shaped like one.
    """
    return next(iter(best_lines(rules, deal, before).values()))


def best_lines(
    rules: MightyRules, deal: Deal, before: Before
) -> dict[Assumed, RecordedRound[State]]:
    """The lines of a deal, under all of its best assumptions.

    Raises IllegalAction where the deal is not shaped like one.
    """
    verify_shape(deal)
    assumed = assumptions(rules.options, deal)
    if len(assumed) == 1:
        return {assumed[0]: line(rules, deal, assumed[0], before)}
    return {course.assumed: course.line for course in courses(rules, deal, before)}


def courses(rules: MightyRules, deal: Deal, before: Before) -> list[Course]:
    """The courses of a deal, shaped like one, in which the fewest places are wrong."""
    found: list[Course] = []
    for assumed in assumptions(rules.options, deal):
        most = found[0].faults if found else None
        course = _course(rules, deal, assumed, line(rules, deal, assumed, before), most)
        if course is not None:
            found = [*found, course] if course.faults == most else [course]
    return found


def _course(
    rules: MightyRules, deal: Deal, assumed: Assumed, taken: RecordedRound[State], most: int | None
) -> Course | None:
    """Play a deal through, whatever rules it breaks; None where it has more faults than others."""
    wrong, tricks, last = set[object](), dict[int, Taken](), taken.start
    state = taken.start
    actions = taken.choose(state, Chance())
    while actions is not None and _can_be_carried_out(state, actions):
        breach = first_breach(rules, state, actions)
        if breach is not None:
            forced = breach.rule is codes.MIGHTY_FORCED
            wrong.add(breach.rule if forced else (state.phase, state.number))
        if most is not None and len(wrong) > most:
            return None
        last, state = state, rules.apply(state, actions).state
        past = state.tricks if state.outcome is None else state.outcome.tricks
        if past:
            tricks[len(past)] = past[-1]
        actions = None if state.phase == "over" else taken.choose(state, rules.node(state))
    # Nothing from an action on that cannot be carried out is played.
    left = 0 if actions is None else 1 + _cards_left(deal, state)
    president, friend, contract = state.president, state.friend_player, state.contract
    if state.outcome is not None:
        president, friend = state.outcome.president, state.outcome.friend
        contract = last.contract
    found = tuple(tricks.values())
    faults = len(wrong) + left + _wrong_marks(deal, found, state)
    faults += deal.president not in (None, president)
    if most is not None and faults > most:
        return None
    return Course(assumed, taken, faults, found, president, contract, friend, state)


def _can_be_carried_out(state: State, actions: Mapping[int, str]) -> bool:
    """Whether the rules can go on after an action, though it may break them."""
    ((player, action),) = actions.items()
    if state.phase == "play":
        return player == state.turn and card_of(action) in DECK
    return state.phase == "deal" or player == state.turn != CHANCE


def _cards_left(deal: Deal, state: State) -> int:
    """The number of cards that are not played yet."""
    recorded = sum(len(trick.played) for trick in deal.tricks)
    return max(0, recorded - len(state.played))


def _wrong_marks(deal: Deal, tricks: Sequence[Taken], end: State) -> int:
    """The marks, and the figures of the result, that do not agree with the play."""
    wrong = sum(
        (said.lead not in (None, taken.lead)) + (said.winner not in (None, taken.winner))
        for said, taken in zip(deal.tricks, tricks, strict=False)
    )
    if len(tricks) < len(deal.tricks) and end.phase == "play":
        wrong += deal.tricks[len(tricks)].lead not in (None, end.lead)
    outcome = end.outcome
    if outcome is not None:
        wrong += deal.friend_player not in (None, outcome.friend)
        wrong += deal.result is not None and _wrong_result(deal.result, outcome)
    return wrong


def _wrong_result(said: Result, outcome: Outcome) -> int:
    """The figures of a result that do not agree with the play, as far as they are known.

    Payoffs tell who was president and friend, whatever the score.
    """
    wrong = outcome.points is not None and said.points not in (None, outcome.points)
    wrong += outcome.score is not None and said.score not in (None, outcome.score)
    if said.payoffs is None or outcome.president is None:
        return wrong
    if outcome.payoffs is not None:
        return wrong + (said.payoffs != outcome.payoffs)
    paid = shares(said.payoffs, outcome.president)
    if paid is None or outcome.points is None:
        return wrong + (paid is None)
    return wrong + (said.payoffs != payoffs(paid[0], outcome.president, outcome.friend))
