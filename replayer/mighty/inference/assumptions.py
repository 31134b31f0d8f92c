"""What may be assumed of a deal that does not say everything, and the deal under an assumption."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ...game import RecordedRound
from ..cards import CARDS, HIDDEN, HIDDEN_KITTY, PLAYERS, SEATS, TRUMPS
from ..options import Options
from ..record import Cards, Deal
from ..recorded import recorded
from ..rules.auction import MISDEAL, contract_of, highest
from ..rules.exchange import NONE, legal_contracts
from ..rules.mighty import MightyRules
from ..rules.state import Contract, Outcome, State, card_of
from ..rules.tricks import parts
from .partial import Missing, PartialState

# What earlier deals say about a deal


class Before(Struct, frozen=True):
    """What the deals before one say about it, as far as their records say it."""

    dealer: int | None = None
    last_president: int | None = None
    certain: bool = True
    """Whether no deal is missing that could have had a president."""


LOOK_BACK = 50
"""The number of deals that are looked back at. So many are never thrown in one after the other, and
the time for a record stays in proportion to its length.
"""


def before_of(rules: MightyRules, earlier: Sequence[Deal]) -> Before:
    """What some deals say about the one that follows them."""
    before = Before(certain=len(earlier) <= LOOK_BACK)
    for deal in earlier[-LOOK_BACK:]:
        before = after(rules, before, deal)
    return before


def after(rules: MightyRules, before: Before, deal: Deal) -> Before:
    """What a deal, and those before it, say about the one that follows.

    What a match carries over is for `MightyRules.next_round` to say; a record may not say how the
    deal ended.
    """
    best = highest(deal.bids or ())
    president = deal.president if best is None else best[0]
    if any(bid.call == MISDEAL for bid in deal.bids or ()):
        president = None
    friend = None if deal.friend == NONE else deal.friend_player
    dealer = before.dealer if deal.dealer is None else deal.dealer
    end = State(
        dealer=dealer or 0,
        last_president=before.last_president,
        outcome=Outcome(end=None, president=president, friend=friend),
    )
    following = rules.next_round(end)
    if president is not None:
        known = friend is not None or deal.friend == NONE
        return Before(following.dealer if known else None, following.last_president)
    thrown_in = deal.result is None or deal.result.end == "thrown-in"
    certain = before.certain and thrown_in and not deal.gap
    return Before(None if dealer is None else following.dealer, following.last_president, certain)


def dealer_of(rules: MightyRules, deal: Deal, before: Before) -> int | None:
    """Who deals: as is written, or follows from the auction, or from the deal before."""
    if deal.dealer is not None:
        return deal.dealer
    bids = list(deal.bids or ())
    first = bids[0].player if bids else None
    if first is not None and rules.options.first_bidder == "dealer":
        return first
    if first is not None and rules.options.first_bidder == "left-of-dealer":
        return (first - 1) % PLAYERS
    minimum = rules.options.all_pass == "dealer-plays-minimum" and len(bids) > PLAYERS
    if minimum and highest(bids[:PLAYERS]) is None:
        return bids[PLAYERS].player
    return None if deal.gap else before.dealer


def _last_president(rules: MightyRules, deal: Deal, before: Before) -> int | None:
    """The president of the deal before, where that decides who bids first."""
    if rules.options.first_bidder != "previous-president":
        return None
    unknown = before.last_president is None and not before.certain
    if (deal.gap or unknown or deal.dealer is None) and deal.bids:
        return deal.bids[0].player if deal.bids[0].player in SEATS else None
    return before.last_president


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
    best = None if deal.bids is None else highest(deal.bids)
    needed = _after_contract(deal)
    presidents: list[int | None] = [*_presidents(deal)]
    if not presidents:
        presidents = list(SEATS) if needed else [None]
    contract = _partial_contract(deal.contract)
    trumps = list(TRUMPS if needed else "N")
    if contract is not None and contract.trump in TRUMPS:
        trumps = [contract.trump]
    elif best is not None:
        possible = _possible_contracts(options, best[1], contract) if needed else []
        trumps = list(dict.fromkeys(each.trump for each in possible)) or [best[1].trump]
    return [Assumption(president, trump) for president in presidents for trump in trumps]


def _presidents(deal: Deal) -> Iterable[int]:
    """The players who may be the president by the auction, the mark or the first lead."""
    best = None if deal.bids is None else highest(deal.bids)
    lead = deal.tricks[0].lead if deal.tricks else None
    named = [deal.president]
    if deal.bids is None or (best is None and deal.president is None):
        named = [deal.president, lead]
    elif best is not None and deal.president is None:
        named = [best[0]]
    return [each for each in dict.fromkeys(named) if each is not None]


def _after_contract(deal: Deal) -> bool:
    return deal.friend is not None or bool(deal.tricks)


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


# The deal under an assumption


def start_of(rules: MightyRules, deal: Deal, before: Before) -> State:
    """The state in which a deal begins."""
    dealer = dealer_of(rules, deal, before) or 0
    last_president = _last_president(rules, deal, before)
    totals = deal.totals
    if totals is None or len(totals) != PLAYERS:
        return State(dealer=dealer, last_president=last_president)
    return State(dealer=dealer, last_president=last_president, totals=totals)


def rounds_under(
    rules: MightyRules, deal: Deal, assumed: Iterable[Assumption], before: Before
) -> dict[Assumption, RecordedRound[State]]:
    """A well-formed deal to be replayed, under each assumption."""
    start = start_of(rules, deal, before)
    held = cards_played(deal) if _hides_cards(deal) else ()
    rounds: dict[Assumption, RecordedRound[State]] = {}
    for each in assumed:
        partial = PartialState(
            dealer=start.dealer,
            last_president=start.last_president,
            totals=start.totals,
            missing=_missing(rules, deal, each, held),
        )
        rounds[each] = recorded(deal, partial)
    return rounds


def _hides_cards(deal: Deal) -> bool:
    piles = (*(deal.hands or ((),)), deal.kitty, deal.discard)
    return any(not pile or HIDDEN in pile for pile in piles)


def _missing(
    rules: MightyRules, deal: Deal, assumption: Assumption, held: tuple[Cards, ...]
) -> Missing:
    """The decisions that are not recorded, though later ones are."""
    after_contract = _after_contract(deal)
    after_exchange = deal.contract is not None or after_contract
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
        held=held,
    )


def _assumed_contract(rules: MightyRules, deal: Deal, assumption: Assumption) -> Contract:
    known = _partial_contract(deal.contract)
    number = None if known is None else known.points
    best = None if deal.bids is None else highest(deal.bids)
    if number is None and best is not None:
        possible = _possible_contracts(rules.options, best[1], known)
        numbers = {each.points for each in possible if each.trump == assumption.trump}
        number = numbers.pop() if len(numbers) == 1 else None
    return Contract(number, assumption.trump)


def cards_played(deal: Deal) -> tuple[Cards, ...]:
    """The cards that each player plays; one that is played twice is only the first player's."""
    found: list[list[str]] = [[] for _ in SEATS]
    seen = set[str]()
    for trick in deal.tricks:
        for seat, play in zip(SEATS, trick.cards, strict=False):
            card = None if play is None or parts(play) is None else card_of(play)
            if card in CARDS and card not in seen:
                seen.add(card)
                found[seat].append(card)
    return tuple(map(tuple, found))
