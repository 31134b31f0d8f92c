"""A recorded deal: whether it can be played, how it begins, and its replay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ...replay.round import RecordedRound
from ...rules import CHANCE, Action, IllegalAction, Node
from .. import codes
from ..cards import HIDDEN, HIDDEN_HANDS, HIDDEN_KITTY, PLAYERS, SEATS, TRUMPS, Cards, known
from ..engine.engine import Engine
from ..engine.phases import AUCTION, CONTRACT, EXCHANGE, PLAY
from ..options import Options
from ..record import Deal, Trick
from ..rules.auction import MISDEAL, PASS, highest, no_call, trump_breach
from ..rules.deal import deal_action, verify_deal
from ..rules.exchange import NONE, bury_action
from ..rules.mighty import MightyRules
from ..rules.scoring import paid_president, shares
from ..rules.state import Bid, Contract, Outcome, State

# Whether it can be played

Breach: TypeAlias = tuple[str, IllegalAction]
"""A place in a deal, as a JSON pointer, and what is wrong there."""

_CONTRACT = re.compile(r"(0|[1-9][0-9]{0,2}|\?)([A-Z]|\?)")


def malformed(deal: Deal) -> Breach | None:
    """Find a card, seat or contract that does not exist, or cards that cannot be dealt."""
    hands = HIDDEN_HANDS if deal.hands is None else deal.hands
    kitty = HIDDEN_KITTY if deal.kitty is None else deal.kitty
    try:
        verify_deal([*hands, kitty])
    except IllegalAction as breach:
        return _pile(breach), breach.with_traceback(None)
    for field, seat in _seats(deal):
        if seat is not None and seat not in SEATS:
            why = f"{seat} is not a player: players are 0 to 4"
            return field, IllegalAction(codes.PLAYER_OUT_OF_RANGE, why)
    breach = None if deal.contract is None else _contract_breach(deal.contract)
    return None if breach is None else ("/contract", breach)


def well_formed(deal: Deal) -> tuple[Deal, tuple[Breach, ...]]:
    """Return the deal without what does not exist, and everything `malformed` in it.

    The rest can be played: a card that is dealt twice is hidden, and so is a pile of the wrong
    size; a wrong seat counts as unknown, and so does the whole auction if the seat is a bidder's.
    """
    found: list[Breach] = []
    while (wrong := malformed(deal)) is not None:
        found.append(wrong)
        deal = _without(deal, *wrong)
    return deal, tuple(found)


def _without(deal: Deal, field: str, breach: IllegalAction) -> Deal:
    match field.split("/")[1:]:
        case ["hands" | "kitty", *_] if breach.part is not None:
            return _with_hidden(deal, breach.part, breach)
        case ["contract"]:
            number, known = (deal.contract or "")[:-1], _CONTRACT.fullmatch(deal.contract or "")
            return replace(deal, contract=f"{number}?" if known else None)
        case ["tricks", number, mark]:
            tricks = list(deal.tricks)
            tricks[int(number)] = replace(tricks[int(number)], **{mark: None})
            return replace(deal, tricks=tuple(tricks))
        case [name, *_]:
            return replace(deal, **{name: None})
        case _:
            raise AssertionError(f"the malformed part has a place: {breach}")


def _with_hidden(deal: Deal, part: int, breach: IllegalAction) -> Deal:
    """Hide what is wrong in a pile, and in another pile what is wrong with both of them.

    If a card is in the wrong hand, one hand has too many cards and another too few. Two piles that
    share several cards may be one pile written twice.
    """
    piles = [*(HIDDEN_HANDS if deal.hands is None else deal.hands)]
    piles.append(HIDDEN_KITTY if deal.kitty is None else deal.kitty)
    expected = [*HIDDEN_HANDS, HIDDEN_KITTY]
    if breach.rule is codes.WRONG_SIZE:
        cards = [card for pile in piles for card in known(pile)]
        same_number = sum(map(len, piles)) == sum(map(len, expected))
        moved = same_number and len({*cards}) == len(cards)
        for each, hidden in enumerate(expected):
            if each == part or (moved and len(piles[each]) != len(hidden)):
                piles[each] = hidden
    else:
        card = piles[part][breach.offset or 0]
        other = next(each for each, pile in enumerate(piles) if card in pile)
        shared = {card} if other == part else {*piles[part]}.intersection(piles[other])
        for each in (part, other):
            piles[each] = tuple(HIDDEN if card in shared else card for card in piles[each])
    *hands, kitty = piles
    return replace(
        deal,
        hands=None if deal.hands is None else tuple(hands),
        kitty=None if deal.kitty is None else kitty,
    )


def _pile(breach: IllegalAction) -> str:
    """Return the place of the wrong pile, or of the wrong card if it is a single one."""
    if breach.part is None:
        return "/hands"
    pile = f"/hands/{breach.part}" if breach.part < PLAYERS else "/kitty"
    return pile if breach.offset is None else f"{pile}/{breach.offset}"


def _seats(deal: Deal) -> Iterator[tuple[str, int | None]]:
    yield "/dealer", deal.dealer
    yield "/president", deal.president
    yield "/friend_player", deal.friend_player
    for number, bid in enumerate(deal.bids or ()):
        yield f"/bids/{number}/0", bid.player
    for number, trick in enumerate(deal.tricks):
        yield f"/tricks/{number}/lead", trick.lead
        yield f"/tricks/{number}/winner", trick.winner


def _contract_breach(word: str) -> IllegalAction | None:
    found = _CONTRACT.fullmatch(word)
    if found is None:
        expected = "expected a number and a trump, such as 15♥ or 16N"
        return IllegalAction(codes.NOT_A_BID, *no_call(word, expected, "contract"))
    trump = found[2]
    return None if trump in (*TRUMPS, "?") else trump_breach(Contract(None, trump))


# How it begins

LOOK_BACK = 50
"""The number of previous deals that are looked at. That many are never thrown in in a row, and it
keeps the time for a deal constant however long its match is.
"""


class Before(Struct, frozen=True):
    """Facts about a deal that follow from the records of the previous ones."""

    dealer: int | None = None
    last_president: int | None = None
    certain: bool = True
    """Whether all deals that could have had a president are there."""


def before_of(rules: MightyRules, earlier: Sequence[Deal]) -> Before:
    """Return what the records of some deals show about the next deal."""
    before = Before(certain=len(earlier) <= LOOK_BACK)
    for deal in earlier[-LOOK_BACK:]:
        before = after(rules, before, deal)
    return before


def after(rules: MightyRules, before: Before, deal: Deal) -> Before:
    """Return what the record of a deal, and of those before it, shows about the next deal.

    `next_round` decides what a match carries over; how the deal ended may not be recorded.
    """
    thrown_in = _was_thrown_in(rules.options, deal)
    president, friend = (None, None) if thrown_in else _sides(deal)
    dealer = before.dealer if deal.dealer is None else deal.dealer
    end = State(
        dealer=dealer or 0,
        last_president=_last_president(rules.options, deal, before),
        outcome=Outcome(end=None, president=president, friend=friend),
    )
    following = rules.next_round(end)
    if president is not None:
        known = friend is not None or deal.friend == NONE
        return Before(following.dealer if known else None, following.last_president)
    if not thrown_in:
        return Before(certain=False)
    certain = before.certain and not deal.gap
    return Before(None if dealer is None else following.dealer, following.last_president, certain)


def _was_thrown_in(options: Options, deal: Deal) -> bool:
    """Return whether a deal is known to have been thrown in."""
    if deal.result is not None and deal.result.end is not None:
        return deal.result.end == "thrown-in"
    calls = [bid.call for bid in deal.bids or ()]
    passed = calls == [PASS] * PLAYERS and options.all_pass == "thrown-in"
    return MISDEAL in calls or passed


def _sides(deal: Deal) -> tuple[int | None, int | None]:
    """Return the president and the friend of a deal, as far as they are marked or were paid."""
    bid = deal.highest_bid
    president = deal.president if bid is None else bid[0]
    friend = None if deal.friend == NONE else deal.friend_player
    payoffs = None if deal.result is None else deal.result.payoffs
    if payoffs is None or not any(payoffs):
        return president, friend
    president = paid_president(payoffs) if president is None else president
    paid = None if president is None or friend is not None else shares(payoffs, president)
    return president, friend if paid is None else paid[1]


def dealer_of(options: Options, deal: Deal, before: Before) -> int | None:
    """Return who deals: as recorded, or by the auction, or by the previous deal."""
    if deal.dealer is not None:
        return deal.dealer
    bids = list(deal.bids or ())
    first = bids[0].player if bids else None
    if first is not None and options.first_bidder == "dealer":
        return first
    if first is not None and options.first_bidder == "left-of-dealer":
        return (first - 1) % PLAYERS
    minimum = options.all_pass == "dealer-plays-minimum" and len(bids) > PLAYERS
    if minimum and highest(bids[:PLAYERS]) is None:
        return bids[PLAYERS].player
    return None if deal.gap else before.dealer


def _last_president(options: Options, deal: Deal, before: Before) -> int | None:
    """Return the president of the previous deal, if that determines who bids first."""
    if options.first_bidder != "previous-president":
        return None
    unknown = before.last_president is None and not before.certain
    if (deal.gap or unknown or deal.dealer is None) and deal.bids:
        return deal.bids[0].player if deal.bids[0].player in SEATS else None
    return before.last_president


def start_of(options: Options, deal: Deal, before: Before) -> State:
    """Return the state in which a deal begins."""
    dealer = dealer_of(options, deal, before) or 0
    last_president = _last_president(options, deal, before)
    totals = deal.totals
    if totals is None or len(totals) != PLAYERS:
        return State(dealer=dealer, last_president=last_president)
    return State(dealer=dealer, last_president=last_president, totals=totals)


# Its replay


class DealRound(RecordedRound[State], frozen=True):
    """A deal that can be replayed from some state on, and its `recorded` actions."""

    recorded: RecordedDeal


class RecordedDeal(Struct, frozen=True):
    """The actions of a deal in each state, as recorded."""

    deal: Deal

    def starting(self, state: State) -> DealRound:
        """Return the deal, to be replayed from this state on."""
        return DealRound(state, self.choose, {}, self)

    def choose(self, state: State, node: Node) -> Mapping[int, Action] | None:
        """Return the actions in a state, or None if the record stops."""
        if state.engine is None:
            *hands, kitty = self.piles
            return {CHANCE: deal_action(hands, kitty)}
        found = self.following(state.engine)
        return None if found is None else {found[0]: found[1]}

    def following(self, engine: Engine) -> tuple[int, Action] | None:
        """Return the next player and action in a deal, or None if the record stops."""
        deal = self.deal
        if engine.phase == PLAY:
            place = self.place_of_play(engine)
            return None if place is None else (place[1], self._play(*place))
        if engine.phase == AUCTION:
            bids, number = deal.bids or (), engine.auction.calls
            return (bids[number].player, bids[number].call) if number < len(bids) else None
        if engine.phase == EXCHANGE:
            return None if deal.discard is None else (engine.turn, bury_action(deal.discard))
        action = deal.contract if engine.phase == CONTRACT else deal.friend
        return None if action is None else (engine.turn, action)

    @property
    def piles(self) -> tuple[Cards, ...]:
        """The hands and the kitty."""
        hands, kitty = self.deal.hands, self.deal.kitty
        return (
            *(HIDDEN_HANDS if hands is None else hands),
            HIDDEN_KITTY if kitty is None else kitty,
        )

    def bids(self, engine: Engine) -> tuple[Bid, ...]:
        """Return the calls that were made in a deal."""
        return (self.deal.bids or ())[: engine.auction.calls]

    def _play(self, number: int, seat: int) -> Action:
        return self.deal.tricks[number].cards[seat] or ""

    def field_of(self, state: State) -> str:
        """Return the field of the deal that records the action in a state."""
        match state.phase:
            case "auction":
                return f"/bids/{len(state.bids)}"
            case "exchange":
                return "/discard"
            case "contract" | "friend":
                return f"/{state.phase}"
            case _:
                found = None if state.engine is None else self.place_of_play(state.engine)
                return "/tricks" if found is None else f"/tricks/{found[0]}/cards/{found[1]}"

    def place_of_play(self, engine: Engine) -> tuple[int, int] | None:
        """Return the trick (from 0) and the seat of the next play, or None if there is none.

        The play belongs to the player to act; if that is missing, the next recorded play is used.
        """
        tricks, number, turn = self.deal.tricks, engine.number - 1, engine.turn
        if number < len(tricks) and _has_played(tricks[number], turn):
            return number, turn
        laid = [(engine.lead + place) % PLAYERS for place in range(engine.place)]
        for number in range(engine.number - 1, len(tricks)):
            for place in range(1, PLAYERS + 1):
                seat = (turn + place) % PLAYERS
                if seat not in laid and _has_played(tricks[number], seat):
                    return number, seat
            laid = []
        return None


def _has_played(trick: Trick, seat: int) -> bool:
    return seat < len(trick.cards) and trick.cards[seat] is not None
