"""The outcome of a deal: by its play, its marks, or its result alone."""

from __future__ import annotations

from msgspec.structs import replace

from ..options import Options
from ..record import Deal, Result
from ..rules.auction import contract_of
from ..rules.exchange import NONE
from ..rules.mighty import MightyRules
from ..rules.scoring import paid_president, payoffs, settled, shares
from ..rules.state import Outcome, State
from .marks import as_marked


def outcomes(rules: MightyRules, deal: Deal, end: State) -> list[Outcome]:
    """Return the outcome of a deal played out: by its play, and also by its marks if they differ.

    Wrong marks are reported; what follows from them is not reported again.
    """
    if end.outcome is None:
        return []
    found = [end.outcome]
    if len(end.tricks) == len(deal.tricks) and end.outcome.president is not None:
        marked = as_marked(deal, end)
        if marked is not None:
            found.append(rules.outcome(marked))
    return found


def unplayed(deal: Deal, result: Result, state: State) -> Outcome | None:
    """Return what is known of the outcome if the play was not recorded.

    None if the deal has not ended.
    """
    if result.end == "thrown-in":
        return None if deal.has_president else Outcome(end="thrown-in")
    if result.end == "unfinished" or deal.tricks or (deal.bids and state.phase == "auction"):
        return None
    bid = deal.highest_bid
    president = deal.president if bid is None else bid[0]
    return Outcome(
        end=None,
        president=president,
        friend=None if deal.friend_player == president else deal.friend_player,
        contract=contract_of(deal.contract or ""),
    )


def outcome_by_result(options: Options, deal: Deal, state: State) -> Outcome | None:
    """Return the outcome of a deal whose play was not recorded, by everything in its result.

    The payoffs determine president and friend. None if the deal is not known to have ended.
    """
    result = deal.result
    outcome = None if result is None else unplayed(deal, result, state)
    if result is None or outcome is None or outcome.end == "thrown-in":
        return outcome
    solo = deal.friend == NONE
    president, friend, contract = outcome.president, outcome.friend, outcome.contract
    if president is not None and (friend is not None or solo):
        if contract is not None and contract.points is not None and result.points is not None:
            return settled(options, replace(outcome, points=result.points), solo)
        if result.score is not None:
            return replace(outcome, payoffs=payoffs(result.score, president, friend))
    if result.payoffs is None:
        return outcome if friend is not None or solo else replace(outcome, president=None)
    president = paid_president(result.payoffs) if president is None else president
    paid = None if president is None else shares(result.payoffs, president)
    if paid is None:
        return replace(outcome, president=None)
    value, friend = paid
    friend = friend if value else deal.friend_player
    if deal.friend_player not in (None, friend):
        # one of them is wrong
        return replace(outcome, friend=deal.friend_player)
    return replace(outcome, president=president, friend=friend, payoffs=result.payoffs)
