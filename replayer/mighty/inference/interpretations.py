"""Plays a deal through under every assumption, and keeps those with the fewest errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from ...check import Place
from .. import codes
from ..cards import CALL, CARDS, HIDDEN_KITTY, JOKER, SEATS, TRUMPS, Cards, caller, card_of
from ..check.continuity import Before, start_of
from ..check.marks import wrong_marks
from ..check.reading import but, legible_tricks, piles_of
from ..check.recorded import DealRound, bids_of, following, round_of
from ..check.result import check_result
from ..engine.engine import Engine
from ..engine.phases import OVER, PLAY
from ..engine.variant import variant_of
from ..options import Options
from ..record import Deal
from ..rules.exchange import contracts_from
from ..rules.state import Contract, State
from .partial import Missing, PartialRules, PartialState

# Assumptions


class Assumption(Struct, frozen=True):
    """Assumptions about values that a deal does not give.

    `called` is the lead that called the joker without a mark, or None if no mark is missing: the
    trick (from 0), its leader, and the joker caller.
    """

    president: int | None
    trump: str
    called: tuple[int, int, str] | None = None


def assumptions(rules: PartialRules, deal: Deal) -> list[Assumption]:
    """Return all assumptions that a deal allows; there is only one if nothing is missing.

    The president is the player who won the auction, is marked, or leads the first trick (if the
    mark and the lead differ, either may be wrong); otherwise, it may be anybody. The trump is the
    contract's; otherwise, it may be any that the auction allows, starting with the one that was
    bid.
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
    """Return the possible presidents according to the auction, the mark or the first lead."""
    bid = deal.highest_bid
    lead = deal.tricks[0].lead if deal.tricks else None
    named = [deal.president]
    if deal.bids is None or (bid is None and deal.president is None):
        named = [deal.president, lead]
    elif bid is not None and deal.president is None:
        named = [bid[0]]
    return [each for each in dict.fromkeys(named) if each is not None]


def _possible_contracts(rules: PartialRules, deal: Deal) -> list[Contract]:
    """Return the highest bid, and all contracts that the president may have changed it to."""
    if deal.highest_bid is None:
        return []
    _, bid = deal.highest_bid
    possible = contracts_from(rules.options, bid)
    return [each for each in possible if deal.points in (None, each.points)]


# Deals under assumptions


def rounds_under(
    rules: PartialRules, deal: Deal, assumed: Iterable[Assumption], before: Before
) -> dict[Assumption, DealRound]:
    """Return a well-formed deal ready for replay, under each assumption."""
    start, played = start_of(rules.options, deal, before), deal.cards_played
    rounds: dict[Assumption, DealRound] = {}
    for each in assumed:
        partial = PartialState(
            dealer=start.dealer,
            last_president=start.last_president,
            totals=start.totals,
            missing=_missing(rules, deal, each, played),
        )
        called = _with_call(deal, each)
        rounds[each] = round_of(called, partial)
    return rounds


def _missing(
    rules: PartialRules, deal: Deal, assumption: Assumption, played: tuple[Cards, ...]
) -> Missing:
    """Return the decisions that are not recorded, although later ones are."""
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
    """Return the parts of the contract that are written or can be derived from the auction."""
    if deal.points is not None:
        return Contract(deal.points, assumption.trump)
    possible = _possible_contracts(rules, deal)
    points = {each.points for each in possible if each.trump == assumption.trump}
    return Contract(points.pop() if len(points) == 1 else None, assumption.trump)


# Forgotten marks of calls


def forgotten_call(options: Options, deal: Deal, trump: str) -> tuple[int, int, str] | None:
    """Return the lead of the trick with the joker, if it may be a joker call without a mark.

    This is the trick (from 0), its leader, and the card. None if there is no such trick, or if the
    joker has no power in it anyway.
    """
    calling = caller(trump, options.caller_when_clubs)
    for number, trick in enumerate(deal.tricks):
        if any(card_of(play) == JOKER for play in trick.played):
            seat = trick.cards.index(calling) if calling in trick.cards else -1
            alive = number > 0 and not variant_of(options).joker_is_dead(number + 1)
            led = seat >= 0 and trick.lead in (None, seat)
            return (number, seat, calling) if led and alive else None
    return None


def _with_call(deal: Deal, assumption: Assumption) -> Deal:
    """Return the deal with the mark that, under an assumption, was forgotten."""
    if assumption.called is None:
        return deal
    number, seat, calling = assumption.called
    return but(deal, {f"/tricks/{number}/cards/{seat}": calling + CALL})


# Interpretations


class Interpretation(Struct, frozen=True):
    """A deal played through under an assumption, up to the state `end`.

    `faults` counts its errors. A trick counts once, however many rules are broken in it; a Mighty
    held back when it was forced counts once, however often; and each wrong mark counts. The first
    `sound` tricks have no errors.
    """

    assumption: Assumption
    faults: int
    sound: int
    end: State


def interpretations(rules: PartialRules, deal: Deal, before: Before) -> list[Interpretation]:
    """Return the interpretations under which a well-formed deal has the fewest errors.

    Only tricks before the first one that cannot be read are considered.
    """
    found: list[Interpretation] = []
    rounds = rounds_under(rules, deal, _with_forgotten_calls(rules, deal), before)
    tricks = legible_tricks(deal)
    for assumption, recorded in rounds.items():
        most = found[0].faults if found else None
        each = _played_through(rules, deal, assumption, recorded, tricks, most)
        if each is not None:
            found = [*found, each] if each.faults == most else [each]
    # If a forgotten call explains a deal equally well, it is preferred.
    assumed = [each.assumption for each in found]
    explained = [replace(each, called=None) for each in assumed if each.called is not None]
    return [each for each in found if each.assumption not in explained]


def _with_forgotten_calls(rules: PartialRules, deal: Deal) -> Iterator[Assumption]:
    """Yield all assumptions that a deal allows, with and without a call that may be unmarked."""
    for each in assumptions(rules, deal):
        yield each
        called = forgotten_call(rules.options, deal, each.trump)
        if called is not None:
            yield replace(each, called=called)


def _played_through(
    rules: PartialRules,
    deal: Deal,
    assumption: Assumption,
    recorded: DealRound,
    tricks: int,
    most: int | None,
) -> Interpretation | None:
    """Play a deal through, whatever rules it breaks; return None if it has more faults than `most`.

    Only the first `tricks` tricks can be read.
    """
    wrong = set[object]()
    if assumption.called is not None:
        wrong.add(assumption)
    start = recorded.start
    unsound = [tricks if assumption.called is None else assumption.called[0]]
    engine = rules.dealt(start, piles_of(recorded.deal))
    rules.proceed(start, engine)
    action = following(recorded.deal, engine)
    while action is not None and _can_be_carried_out(engine, *action, tricks):
        breach = rules.breach(engine, *action)
        if breach is not None:
            forced = breach.rule is codes.MIGHTY_FORCED
            wrong.add(breach.rule if forced else (engine.phase, engine.number))
            unsound.append(engine.number - 1)
            if most is not None and len(wrong) > most:
                return None
        rules.carry_out(engine, *action)
        rules.proceed(start, engine)
        action = None if engine.phase == OVER else following(recorded.deal, engine)
    state = rules.reached(start, engine, bids_of(recorded.deal, engine))
    # If an action cannot be carried out, the remaining cards are not played.
    stopped = action is not None and not (engine.phase == PLAY and engine.number > tricks)
    left = 1 + _cards_left(deal, state) if stopped else 0
    marks = [each.number for each in wrong_marks(deal, state, stopped)]
    result = check_result(rules, deal, state, Place(1)) if tricks == len(deal.tricks) else ()
    faults = len(wrong) + left + len(marks) + len(list(result))
    if most is not None and faults > most:
        return None
    return Interpretation(assumption, faults, min(*unsound, *marks, tricks), state)


def _can_be_carried_out(engine: Engine, player: int, action: str, tricks: int) -> bool:
    """Return whether play can continue after an action, which may break a rule.

    Only the first `tricks` tricks can be read.
    """
    if player != engine.turn:
        return False
    return engine.phase != PLAY or (card_of(action) in CARDS and engine.number <= tricks)


def _cards_left(deal: Deal, state: State) -> int:
    """Return the number of recorded cards that are not played yet."""
    recorded = sum(len(trick.played) for trick in deal.tricks)
    played = sum(len(trick.plays) for trick in state.tricks) + len(state.table)
    return max(0, recorded - played)
