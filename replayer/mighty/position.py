"""Positions of Mighty: everything visible in a deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from ..positions import Positions, position_of
from ..replay.round import RoundReplay, Step
from ..rules import CHANCE, Action, Observation
from .cards import (
    HIDDEN,
    HIDDEN_HANDS,
    HIDDEN_KITTY,
    PLAYERS,
    SUITS,
    caller,
    known,
    mighty,
    points,
)
from .engine.numbers import NOBODY
from .engine.phases import AUCTION
from .engine.tricks import is_called
from .inference.meaning import Meaning, meaning_of
from .inference.partial import PartialState, missing_of
from .options import Options
from .record import Bid, Cards, Deal, Record, Result
from .rules.auction import contract_of, highest
from .rules.deal import deal_action
from .rules.exchange import FIRST, NONE, bury_action
from .rules.scoring import Score, payoffs, score
from .rules.state import Contract, Phase, State, Taken


class Points(Struct, frozen=True):
    """The point cards that lie face-up, in points.

    `players` has the points that each player has won in tricks, and `buried` has the points in the
    discard (null if hidden). `president` has the points of the president's side as far as it is
    known, and `others` has all the other points.
    """

    players: tuple[int, ...]
    buried: int | None
    president: int
    others: int


class DealEnd(Struct, frozen=True):
    """How a deal ended.

    `score` is null if the deal was thrown in, or if the score depends on something unknown.
    `payoffs` has what each player gets, and `totals` has the totals afterwards (null if none are
    recorded).
    """

    thrown_in: bool = False
    score: Score | None = None
    payoffs: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None


class Summary(Struct, frozen=True):
    """A deal as far as it is known at the end.

    `gap` says that deals are missing before it. `hands` and `kitty` are as dealt. For the main
    line, `inferred` lists the missing values that could be inferred, and `gaps` those that could
    not; `recorded` is the recorded result if the play does not determine one; and `left_over` says
    that the record has more than could be replayed.
    """

    gap: bool
    hands: tuple[Cards, ...]
    kitty: Cards
    inferred: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    recorded: Result | None = None
    left_over: bool = False


class MightyPosition(Struct, frozen=True, kw_only=True):
    """A position in a deal of Mighty. Cards are a suit and a rank (SA), JK is the joker, ?? hidden.

    `dealer` is null if unknown, and `totals` (those before the deal) is null if not recorded.
    `hands` are the cards that the players still hold, in seat order; `kitty` is the kitty until the
    president takes it. `bids` are the calls so far (player and call), and `high_bid` is the highest
    bid. `must_name_trump` says that everybody passed and the dealer must play.

    `president` is null until the auction is over, and `contract` is null until there is a bid.
    Either may be assumed if the record does not give it. `trump` is N until there is a contract;
    `mighty` and `caller` are the special cards under it. `discard` are the cards that the president
    buried. `friend` is how the friend was named (a card, first, last, none, or a seat), and
    `friend_player` is the player revealed as the friend. `roles_known` says whether everybody knows
    the sides.

    `tricks` are the finished tricks, and `table` has the plays of the current trick, starting with
    `lead`; `led` is the suit to follow, or null until it is known. `turn` is the player to act.
    `points` counts the point cards; `end` is how the deal ended. The last position has a `summary`.
    """

    phase: Phase
    dealer: int | None
    totals: tuple[int, ...] | None
    hands: tuple[Cards, ...] = ()
    kitty: Cards = ()
    bids: tuple[Bid, ...] = ()
    high_bid: Contract | None = None
    high_bidder: int | None = None
    must_name_trump: bool = False
    president: int | None = None
    president_assumed: bool = False
    contract: Contract | None = None
    trump: str = "N"
    trump_assumed: bool = False
    mighty: str
    caller: str
    discard: Cards = ()
    friend: str | None = None
    friend_player: int | None = None
    roles_known: bool = False
    tricks: tuple[Taken, ...] = ()
    lead: int | None = None
    table: tuple[str, ...] = ()
    led: str | None = None
    joker_called: bool = False
    turn: int | None = None
    points: Points
    end: DealEnd | None = None
    summary: Summary | None = None

    @property
    def played(self) -> tuple[str, ...]:
        """The plays that lie face-up."""
        return (*(play for trick in self.tricks for play in trick.plays), *self.table)

    @property
    def playing(self) -> bool:
        """Whether the play has begun, even if it is over."""
        return self.phase == "play" or (self.phase == "over" and not self.thrown_in)

    @property
    def thrown_in(self) -> bool:
        """Whether the deal ended before there was a president."""
        return self.end is not None and self.end.thrown_in


class MightyPositions(Positions[Record, State]):
    """Positions of Mighty: hands, bids, contract, tricks, points, and how the deal ended."""

    type = MightyPosition

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """Hide the parts of hands, kitty and discard that a player is not shown."""
        if CHANCE in actions:
            hands = list(HIDDEN_HANDS)
            hands[player] = shown["hand"]
            if isinstance(state, PartialState):
                # Cards that others will play are not known yet.
                held = enumerate(state.missing.held)
                own = tuple(cards if seat == player else () for seat, cards in held)
                state = replace(state, missing=replace(state.missing, held=own))
            return state, {CHANCE: deal_action(hands, shown.get("kitty", HIDDEN_KITTY))}
        if "kitty" in shown:
            state = state.knowing(kitty=shown["kitty"])
        if "shown" in shown:
            hands = list(state.hands)
            hands[shown["player"]] = shown["shown"]
            return state.knowing(hands=hands, dealt=hands), actions
        if "buried" in shown:
            return state, {shown["player"]: bury_action(shown.get("discard", HIDDEN_KITTY))}
        return state, actions

    def of(
        self, record: Record, replayed: RoundReplay[State]
    ) -> Callable[[Step[State]], MightyPosition]:
        """Return a function that returns the positions of a deal.

        Parts of the auction and the contract that the record leaves out are inferred from the whole
        deal, since everybody knew them although nobody wrote them down.
        """
        meaning = meaning_of(record, replayed.number)
        main_line = not replayed.path
        viewer = record.view if record.view in range(PLAYERS) else None

        def position(step: Step[State]) -> MightyPosition:
            state = _completed(step, meaning.completed, viewer, main_line)
            found = _at(record.rules, state, meaning.completed, step.over)
            if step is not replayed.steps[-1]:
                return found
            found = replace(found, end=_end(record.rules, found) if step.over else None)
            return replace(found, summary=_summary(meaning, found, step, main_line))

        return position


def _completed(step: Step[State], deal: Deal, viewer: int | None, main_line: bool) -> State:
    """Return the state of a step, adding values that only the record contains."""
    state = step.state
    if state.president is None:
        return state
    contract = contract_of(deal.contract or "")
    if contract is not None and state.contract is not None and state.contract.points is None:
        state = state.knowing(contract=contract)
    if state.friend is None:
        # If the record does not say how the friend was named, nobody can tell when that was
        # revealed.
        if viewer is not None and not step.over:
            state = state.knowing(friend_player=NOBODY)
        elif step.over and main_line and state.friend_player is None:
            state = state.knowing(friend_player=deal.friend_player)
    if step.over:
        # All other cards lie face-up, so all unseen cards were buried.
        buried = (*known(state.discard), *state.unseen)
        state = state.knowing(hands=((),) * PLAYERS, discard=buried)
    return state


def _at(options: Options, state: State, deal: Deal, over: bool) -> MightyPosition:
    bid = highest(state.bids)
    met = state.friend in state.played or (state.friend == FIRST and state.number > 1)
    alone = state.friend == NONE or (state.friend is not None and (met or over))
    auction = state.phase == "auction" or (over and state.president is None)
    plays = state.phase == "play"
    missing, engine = missing_of(state), state.engine
    return position_of(
        MightyPosition,
        state,
        dealer=deal.dealer,
        totals=deal.totals,
        kitty=state.kitty if auction else (),
        high_bid=None if bid is None else bid[1],
        high_bidder=None if bid is None else bid[0],
        must_name_trump=_minimum_due(state),
        president_assumed=missing.president is not None and deal.president is None,
        trump_assumed=missing.contract is not None and deal.trump is None,
        mighty=mighty(state.trump),
        caller=caller(state.trump, options.caller_when_clubs),
        roles_known=state.friend_player is not None or alone,
        lead=state.lead if plays else None,
        led=None if engine is None or engine.led == NOBODY else SUITS[engine.led],
        joker_called=engine is not None and is_called(engine.plays),
        turn=None if over or state.phase == "deal" else state.turn,
        points=_points(state),
    )


def _minimum_due(state: State) -> bool:
    """Return whether everybody passed, and the dealer must name a trump."""
    engine = state.engine
    return engine is not None and engine.phase == AUCTION and engine.auction.minimum_due


def _points(state: State) -> Points:
    won = (0,) * PLAYERS if state.engine is None else tuple(state.engine.won)
    buried = None if HIDDEN in state.discard else points(state.discard)
    president = 0 if state.engine is None else state.engine.side_points(buried or 0)
    return Points(won, buried, president, sum(won) + (buried or 0) - president)


def _end(options: Options, now: MightyPosition) -> DealEnd:
    if now.president is None:
        return DealEnd(thrown_in=True)
    if now.contract is None or now.contract.points is None or not now.roles_known:
        return DealEnd()
    found = score(options, now.contract, now.points.president, solo=now.friend == NONE)
    paid = payoffs(found.value, now.president, now.friend_player)
    if now.totals is None:
        return DealEnd(score=found, payoffs=paid)
    totals = tuple(map(sum, zip(now.totals, paid, strict=True)))
    return DealEnd(score=found, payoffs=paid, totals=totals)


def _summary(meaning: Meaning, now: MightyPosition, last: Step[State], main_line: bool) -> Summary:
    deal, end = meaning.completed, now.end
    summary = Summary(gap=deal.gap, hands=deal.hands or (), kitty=deal.kitty or ())
    if not main_line:
        return summary
    settled = end is not None and (end.thrown_in or end.score is not None)
    return replace(
        summary,
        inferred=meaning.inferred,
        gaps=meaning.gaps,
        recorded=None if settled else deal.result,
        left_over=last.breach is None and _goes_on(deal, now),
    )


def _goes_on(deal: Deal, now: MightyPosition) -> bool:
    """Return whether the record has more than could be replayed."""
    auction = now.phase == "auction" or now.thrown_in
    decided = (deal.discard, deal.contract, deal.friend) if auction else ()
    return (
        len(deal.bids or ()) > len(now.bids)
        or any(each is not None for each in decided)
        or sum(len(trick.played) for trick in deal.tricks) > len(now.played)
    )
