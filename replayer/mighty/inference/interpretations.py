"""Plays a deal through under every assumption, and keeps those under which the least is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from ...replay import RecordedRound, first_breach
from ...rules import CHANCE, Chance
from .. import codes
from ..cards import CARDS, HIDDEN_KITTY, SEATS, TRUMPS, Cards, card_of
from ..record import Deal, Result
from ..recorded import Before, RecordedDeal, start_of
from ..rules.auction import contract_of
from ..rules.scoring import payoffs, shares
from ..rules.state import Contract, Outcome, State
from .partial import Missing, PartialRules, PartialState

# Assumptions


class Assumption(Struct, frozen=True):
    """What is assumed of a deal that does not say it."""

    president: int | None
    trump: str


def assumptions(rules: PartialRules, deal: Deal) -> list[Assumption]:
    """All assumptions that a deal allows: a single one where nothing is missing.

    The president won the auction, or is marked, or leads the first trick (where mark and lead
    differ, either may be wrong); otherwise it may be anybody. The trump is that of the contract;
    otherwise it may be any that the auction allows, first of all the one that was bid.
    """
    bid, needed = deal.highest_bid, deal.is_played
    presidents: list[int | None] = [*_presidents(deal)]
    if not presidents:
        presidents = list(SEATS) if needed else [None]
    trumps = list(TRUMPS if needed else "N")
    if deal.trump is not None:
        trumps = [deal.trump]
    elif bid is not None:
        possible = _possible_contracts(rules, deal) if needed else []
        trumps = list(dict.fromkeys(each.trump for each in possible)) or [bid[1].trump]
    return [Assumption(president, trump) for president in presidents for trump in trumps]


def _presidents(deal: Deal) -> Iterable[int]:
    """The players who may be the president by the auction, the mark or the first lead."""
    bid = deal.highest_bid
    lead = deal.tricks[0].lead if deal.tricks else None
    named = [deal.president]
    if deal.bids is None or (bid is None and deal.president is None):
        named = [deal.president, lead]
    elif bid is not None and deal.president is None:
        named = [bid[0]]
    return [each for each in dict.fromkeys(named) if each is not None]


def _possible_contracts(rules: PartialRules, deal: Deal) -> list[Contract]:
    """All that the president may have made of the highest bid, which comes first."""
    if deal.highest_bid is None:
        return []
    president, bid = deal.highest_bid
    settling = State(dealer=0, phase="contract", turn=president, contract=bid)
    contracts = map(contract_of, rules.legal_actions(settling, president))
    return [each for each in contracts if each and deal.points in (None, each.points)]


# A deal under an assumption


def rounds_under(
    rules: PartialRules, deal: Deal, assumed: Iterable[Assumption], before: Before
) -> dict[Assumption, RecordedRound[State]]:
    """A well-formed deal to be replayed, under each assumption."""
    start, played = start_of(rules.options, deal, before), deal.cards_played
    rounds: dict[Assumption, RecordedRound[State]] = {}
    for each in assumed:
        partial = PartialState(
            dealer=start.dealer,
            last_president=start.last_president,
            totals=start.totals,
            missing=_missing(rules, deal, each, played),
        )
        rounds[each] = RecordedDeal(deal).starting(partial)
    return rounds


def _missing(
    rules: PartialRules, deal: Deal, assumption: Assumption, played: tuple[Cards, ...]
) -> Missing:
    """The decisions that are not recorded, though later ones are."""
    after_exchange = deal.contract is not None or deal.is_played
    after_auction = deal.discard is not None or after_exchange or deal.president is not None
    no_auction = deal.bids is None and after_auction
    contract = None
    if no_auction or (after_exchange and "?" in (deal.contract or "?")):
        contract = _assumed_contract(rules, deal, assumption)
    return Missing(
        president=assumption.president if no_auction else None,
        discard=HIDDEN_KITTY if deal.discard is None and after_exchange else None,
        contract=contract,
        friend=deal.friend is None and bool(deal.tricks),
        friend_player=deal.friend_player,
        held=played,
    )


def _assumed_contract(rules: PartialRules, deal: Deal, assumption: Assumption) -> Contract:
    """The contract as far as it is written, or follows from the auction."""
    if deal.points is not None:
        return Contract(deal.points, assumption.trump)
    possible = _possible_contracts(rules, deal)
    points = {each.points for each in possible if each.trump == assumption.trump}
    return Contract(points.pop() if len(points) == 1 else None, assumption.trump)


# Interpretations


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
    rounds = rounds_under(rules, deal, assumptions(rules, deal), before)
    for assumption, recorded in rounds.items():
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
