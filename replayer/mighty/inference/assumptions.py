"""A deal of a record as a line to walk, under what is assumed of what was not written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ...game import CHANCE, Action, Chance, Decision, Node, RecordedRound
from ..cards import DECK, HAND_SIZE, HIDDEN, PLAYERS, SEATS, TRUMPS
from ..options import Options
from ..record import Cards, Deal
from ..rules.auction import MISDEAL, contract_of, highest
from ..rules.deal import deal_action
from ..rules.exchange import bury_action, legal_contracts
from ..rules.mighty import MightyRules
from ..rules.state import UNKNOWN_CARDS, Contract, Given, State, card_of
from ..rules.tricks import parts

UNKNOWN_HANDS = ((HIDDEN,) * HAND_SIZE,) * PLAYERS


class Before(Struct, frozen=True):
    """What the deals before one say about it, as far as is known."""

    dealer: int | None = None
    last_president: int | None = None
    certain: bool = True
    """Whether nothing is missing: without a last president, there was none."""


class Assumed(Struct, frozen=True):
    """What is assumed of a deal that does not say it."""

    president: int | None
    trump: str


LOOK_BACK = 50
"""The deals before one that are looked at. More are never thrown in one after the other, and the
time for a record stays in proportion to its length.
"""


def before_of(earlier: Sequence[Deal]) -> Before:
    """What the deals before one say about it, as they are recorded."""
    dealer, settled, certain = None, False, len(earlier) <= LOOK_BACK
    for deal in reversed(earlier[-LOOK_BACK:]):
        best = highest(deal.bids or ())
        president = deal.president if best is None else best[0]
        if any(bid.call == MISDEAL for bid in deal.bids or ()):
            president = None
        if president is None and deal.result is not None and deal.result.end != "thrown-in":
            certain = False
        if not settled and president is None and deal.dealer is not None:
            dealer, settled = deal.dealer, True
        if president is not None:
            alone = deal.friend == "none"
            if not settled:
                dealer = president if alone else deal.friend_player
            return Before(dealer, president)
        certain = certain and not deal.gap
    return Before(dealer, None, certain)


def assumptions(options: Options, deal: Deal) -> list[Assumed]:
    """All that may be assumed of a deal: one of them where nothing is missing.

    The president won the auction, or is said, or leads the first trick (where these two differ,
    either mark may be wrong); otherwise it may be anybody. The trump is said; otherwise it may be
    any that the auction allows, first of all the one that was bid.
    """
    best = None if deal.bids is None else highest(deal.bids)
    said = _partial(deal.contract)
    needed = _after_contract(deal)
    trumps = list(TRUMPS if needed else "N")
    if said is not None and said.trump in TRUMPS:
        trumps = [said.trump]
    elif best is not None:
        settled = _settled(options, best[1], said) if needed else []
        trumps = list(dict.fromkeys(each.trump for each in settled)) or [best[1].trump]
    lead = deal.tricks[0].lead if deal.tricks else None
    marked = [deal.president, lead] if deal.bids is None else [deal.president]
    if best is not None:
        marked = [best[0] if deal.president is None else deal.president]
    elif deal.president is None:
        marked = [lead]
    presidents: list[int | None] = [each for each in dict.fromkeys(marked) if each is not None]
    if not presidents:
        presidents = list(SEATS) if needed else [None]
    return [Assumed(each, other) for each in presidents for other in trumps]


def _partial(word: str | None) -> Contract | None:
    """A contract of which a part may be unknown (`?H`, `15?`)."""
    if word is None:
        return None
    if word.startswith("?"):
        return Contract(None, word[1:])
    return contract_of(word.replace("?", "X"))


def _settled(options: Options, bid: Contract, said: Contract | None) -> list[Contract]:
    """All that a president may make of a bid, as it stands first, as far as the record says."""
    words = legal_contracts(options, State(dealer=0, contract=bid))
    contracts = [each for each in map(contract_of, words) if each is not None]
    if said is None or said.points is None:
        return contracts
    return [each for each in contracts if each.points == said.points]


def line(rules: MightyRules, deal: Deal, assumed: Assumed, before: Before) -> RecordedRound[State]:
    """A deal as a line to walk, if it is shaped like one."""
    hands = UNKNOWN_HANDS if deal.hands is None else deal.hands
    kitty = UNKNOWN_CARDS if deal.kitty is None else deal.kitty
    start = State(
        dealer=dealer_of(rules, deal, before) or 0,
        totals=_totals(deal),
        last_president=_last_president(rules, deal, before),
        given=_given(rules, deal, assumed, hidden=HIDDEN in (*kitty, *sum(hands, ()))),
    )
    bids = deal.bids or ()

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if not isinstance(node, Decision):
            return {CHANCE: deal_action(hands, kitty)} if isinstance(node, Chance) else None
        match state.phase:
            case "auction":
                bid = bids[len(state.bids)] if len(state.bids) < len(bids) else None
                return None if bid is None else {bid.player: bid.call}
            case "exchange":
                action = None if deal.discard is None else bury_action(deal.discard)
            case "contract":
                action = deal.contract
            case "friend":
                action = deal.friend
            case _:
                return next_play(deal, state)
        return None if action is None else {state.turn: action}

    return RecordedRound(start, choose, {})


def next_play(deal: Deal, state: State) -> Mapping[int, Action] | None:
    """The next card of a deal: that of the player in turn, or else whichever stands there."""
    found = place_of_play(deal, state)
    if found is None:
        return None
    number, seat = found
    return {seat: deal.tricks[number].cards[seat] or ""}


def place_of_play(deal: Deal, state: State) -> tuple[int, int] | None:
    """The number of the trick (from 0) and the seat of the next card, None where there is none."""
    laid = [(state.lead + place) % PLAYERS for place in range(len(state.table))]
    for number in range(len(state.tricks), len(deal.tricks)):
        cards = deal.tricks[number].cards
        for place in range(PLAYERS):
            seat = (state.turn + place) % PLAYERS
            if seat not in laid and seat < len(cards) and cards[seat] is not None:
                return number, seat
        laid = []
    return None


def dealer_of(rules: MightyRules, deal: Deal, before: Before) -> int | None:
    """Who deals: as is said, or follows from the auction, or from the deal before."""
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
    """The president of the deal before, where it matters: who bids first, if nothing tells."""
    if rules.options.first_bidder != "previous-president":
        return None
    unknown = before.last_president is None and not before.certain
    if (deal.gap or unknown or deal.dealer is None) and deal.bids:
        return deal.bids[0].player if deal.bids[0].player in SEATS else None
    return before.last_president


def _totals(deal: Deal) -> tuple[int, ...]:
    known = deal.totals is not None and len(deal.totals) == PLAYERS
    return deal.totals if known and deal.totals is not None else (0,) * PLAYERS


def _after_contract(deal: Deal) -> bool:
    return deal.friend is not None or bool(deal.tricks)


def _given(rules: MightyRules, deal: Deal, assumed: Assumed, hidden: bool) -> Given:
    """The decisions that are not recorded, though later ones are."""
    after_contract = _after_contract(deal)
    after_exchange = deal.contract is not None or after_contract
    after_auction = deal.discard is not None or after_exchange or deal.president is not None
    no_auction = deal.bids is None and after_auction
    contract = None
    if no_auction or (after_exchange and "?" in (deal.contract or "?")):
        contract = _assumed_contract(rules, deal, assumed)
    return Given(
        president=assumed.president if no_auction else None,
        discard=UNKNOWN_CARDS if deal.discard is None and after_exchange else None,
        contract=contract,
        friend=deal.friend is None and bool(deal.tricks),
        friend_player=deal.friend_player if deal.friend_player in SEATS else None,
        held=held(deal) if hidden or HIDDEN in (deal.discard or UNKNOWN_CARDS) else (),
    )


def _assumed_contract(rules: MightyRules, deal: Deal, assumed: Assumed) -> Contract:
    said = _partial(deal.contract)
    number = None if said is None else said.points
    best = None if deal.bids is None else highest(deal.bids)
    if number is None and best is not None:
        settled = _settled(rules.options, best[1], said)
        numbers = {each.points for each in settled if each.trump == assumed.trump}
        number = numbers.pop() if len(numbers) == 1 else None
    return Contract(number, assumed.trump)


def held(deal: Deal) -> tuple[Cards, ...]:
    """The cards that each player is seen to play, each where it is played first."""
    found: list[list[str]] = [[] for _ in SEATS]
    seen = set[str]()
    for trick in deal.tricks:
        for seat, play in zip(SEATS, trick.cards, strict=False):
            card = None if play is None or parts(play) is None else card_of(play)
            if card in DECK and card not in seen:
                seen.add(card)
                found[seat].append(card)
    return tuple(map(tuple, found))
