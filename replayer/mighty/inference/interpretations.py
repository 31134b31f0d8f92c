"""Plays a deal through under every assumption, and keeps those under which the least is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from ...game import CHANCE, Chance, RecordedRound
from ...replay import first_breach
from .. import codes
from ..cards import CARDS, HIDDEN_KITTY, SEATS, TRUMPS, Cards, card_of
from ..continuity import Before, start_of
from ..options import Options
from ..record import Deal, Result
from ..recorded import RecordedDeal, cards_played
from ..rules.auction import contract_of
from ..rules.exchange import legal_contracts
from ..rules.scoring import payoffs, shares
from ..rules.state import Contract, Outcome, State
from .partial import Missing, PartialRules, PartialState

# Assumptions


class Assumption(Struct, frozen=True):
    """What is assumed of a deal that does not say it."""

    president: int | None
    trump: str


def assumptions(options: Options, deal: Deal) -> list[Assumption]:
    """All assumptions that a deal allows: a single one where nothing is missing.

    The president won the auction, or is marked, or leads the first trick (where mark and lead
    differ, either may be wrong); otherwise it may be anybody. The trump is that of the contract;
    otherwise it may be any that the auction allows, first of all the one that was bid.
    """
    bid, needed = deal.highest_bid, deal.is_played
    presidents: list[int | None] = [*_presidents(deal)]
    if not presidents:
        presidents = list(SEATS) if needed else [None]
    contract = _partial_contract(deal.contract)
    trumps = list(TRUMPS if needed else "N")
    if contract is not None and contract.trump in TRUMPS:
        trumps = [contract.trump]
    elif bid is not None:
        possible = _possible_contracts(options, bid[1], contract) if needed else []
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


def _partial_contract(word: str | None) -> Contract | None:
    """A contract of which a part may be unknown (`?H`, `15?`)."""
    if word is None:
        return None
    if word.startswith("?"):
        return Contract(None, word[1:])
    return contract_of(word.replace("?", "X"))


def _possible_contracts(options: Options, bid: Contract, known: Contract | None) -> list[Contract]:
    """All that a president may make of a bid, as far as it is known; the bid itself first."""
    words = legal_contracts(options, State(dealer=0, contract=bid))
    contracts = [each for each in map(contract_of, words) if each is not None]
    if known is None or known.points is None:
        return contracts
    return [each for each in contracts if each.points == known.points]


# A deal under an assumption


def rounds_under(
    options: Options, deal: Deal, assumed: Iterable[Assumption], before: Before
) -> dict[Assumption, RecordedRound[State]]:
    """A well-formed deal to be replayed, under each assumption."""
    start, played = start_of(options, deal, before), cards_played(deal)
    rounds: dict[Assumption, RecordedRound[State]] = {}
    for each in assumed:
        partial = PartialState(
            dealer=start.dealer,
            last_president=start.last_president,
            totals=start.totals,
            missing=_missing(options, deal, each, played),
        )
        rounds[each] = RecordedDeal(deal).starting(partial)
    return rounds


def _missing(
    options: Options, deal: Deal, assumption: Assumption, played: tuple[Cards, ...]
) -> Missing:
    """The decisions that are not recorded, though later ones are."""
    after_exchange = deal.contract is not None or deal.is_played
    after_auction = deal.discard is not None or after_exchange or deal.president is not None
    no_auction = deal.bids is None and after_auction
    contract = None
    if no_auction or (after_exchange and "?" in (deal.contract or "?")):
        contract = _assumed_contract(options, deal, assumption)
    return Missing(
        president=assumption.president if no_auction else None,
        discard=HIDDEN_KITTY if deal.discard is None and after_exchange else None,
        contract=contract,
        friend=deal.friend is None and bool(deal.tricks),
        friend_player=deal.friend_player,
        held=played,
    )


def _assumed_contract(options: Options, deal: Deal, assumption: Assumption) -> Contract:
    known = _partial_contract(deal.contract)
    number = None if known is None else known.points
    bid = deal.highest_bid
    if number is None and bid is not None:
        possible = _possible_contracts(options, bid[1], known)
        numbers = {each.points for each in possible if each.trump == assumption.trump}
        number = numbers.pop() if len(numbers) == 1 else None
    return Contract(number, assumption.trump)


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
    assumed = assumptions(rules.options, deal)
    for assumption, recorded in rounds_under(rules.options, deal, assumed, before).items():
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
