"""Plays a deal through under every assumption, and keeps those under which the least is wrong."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ...game import CHANCE, Chance, RecordedRound
from ...replay import first_breach
from .. import codes
from ..cards import CARDS
from ..record import Deal, Result
from ..rules.scoring import payoffs, shares
from ..rules.state import Outcome, State, card_of
from .assumptions import Assumption, Before, assumptions, rounds_under
from .partial import PartialRules


class Interpretation(Struct, frozen=True):
    """A deal played through under an assumption, up to the state `end`.

    `faults` counts the places where it is wrong. A trick in which rules are broken is one such
    place; a Mighty that was held back when it was forced is one, however often; each wrong mark is
    one.
    """

    assumption: Assumption
    faults: int
    end: State


def interpretations(rules: PartialRules, deal: Deal, before: Before) -> list[Interpretation]:
    """The interpretations of a well-formed deal in which the fewest places are wrong."""
    found: list[Interpretation] = []
    assumed = assumptions(rules.options, deal)
    for assumption, recorded in rounds_under(rules, deal, assumed, before).items():
        most = found[0].faults if found else None
        each = _played_through(rules, deal, assumption, recorded, most)
        if each is not None:
            found = [*found, each] if each.faults == most else [each]
    return found


def _played_through(
    rules: PartialRules,
    deal: Deal,
    assumption: Assumption,
    recorded: RecordedRound[State],
    most: int | None,
) -> Interpretation | None:
    """Play a deal through, whatever rules it breaks; None where it has more faults than `most`."""
    wrong, state = set[object](), recorded.start
    actions = recorded.choose(state, Chance())
    while actions is not None and _can_be_carried_out(state, actions):
        breach = first_breach(rules, state, actions)
        if breach is not None:
            forced = breach.rule is codes.MIGHTY_FORCED
            wrong.add(breach.rule if forced else (state.phase, state.number))
            if most is not None and len(wrong) > most:
                return None
        state = rules.apply(state, actions).state
        actions = None if state.phase == "over" else recorded.choose(state, rules.node(state))
    # Where an action cannot be carried out, the cards from there on are not played.
    left = 0 if actions is None else 1 + _cards_left(deal, state)
    faults = len(wrong) + left + _wrong_marks(deal, state)
    if most is not None and faults > most:
        return None
    return Interpretation(assumption, faults, state)


def _can_be_carried_out(state: State, actions: Mapping[int, str]) -> bool:
    """Whether the rules can go on after an action, though it may break them."""
    ((player, action),) = actions.items()
    if state.phase == "play":
        return player == state.turn and card_of(action) in CARDS
    return state.phase == "deal" or player == state.turn != CHANCE


def _cards_left(deal: Deal, state: State) -> int:
    """The number of recorded cards that are not played yet."""
    recorded = sum(len(trick.played) for trick in deal.tricks)
    played = sum(len(trick.plays) for trick in state.tricks) + len(state.table)
    return max(0, recorded - played)


def _wrong_marks(deal: Deal, end: State) -> int:
    """The number of marks, and figures of the result, that do not agree with the play."""
    tricks = end.tricks
    wrong = deal.president not in (None, end.president)
    wrong += sum(
        (marked.lead not in (None, taken.lead)) + (marked.winner not in (None, taken.winner))
        for marked, taken in zip(deal.tricks, tricks, strict=False)
    )
    if len(tricks) < len(deal.tricks) and end.phase == "play":
        wrong += deal.tricks[len(tricks)].lead not in (None, end.lead)
    outcome = end.outcome
    if outcome is not None:
        wrong += deal.friend_player not in (None, outcome.friend)
        wrong += deal.result is not None and _wrong_figures(deal.result, outcome)
    return wrong


def _wrong_figures(result: Result, outcome: Outcome) -> int:
    """The number of figures of a result that do not agree with the play, as far as it is known.

    Payoffs tell who was president and friend, whatever the score.
    """
    wrong = outcome.points is not None and result.points not in (None, outcome.points)
    wrong += outcome.score is not None and result.score not in (None, outcome.score)
    if result.payoffs is None or outcome.president is None:
        return wrong
    if outcome.payoffs is not None:
        return wrong + (result.payoffs != outcome.payoffs)
    paid = shares(result.payoffs, outcome.president)
    if paid is None or outcome.points is None:
        return wrong + (paid is None)
    return wrong + (result.payoffs != payoffs(paid[0], outcome.president, outcome.friend))
