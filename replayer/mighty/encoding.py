"""The encoding of Mighty for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..encoding.encoder import Unencodable
from ..encoding.encoding import AT_FIRST, Encoding, Segment
from ..encoding.fields import Field, Layout
from ..encoding.numbers import MISSING
from ..rules import Action
from .cards import CALL, HIDDEN, JOKER, PLAYERS, SUITS, TRUMPS
from .engine.encoder import MightyEncoder
from .engine.engine import Engine
from .engine.numbers import ALONE, CARD_ID, FRIENDS
from .engine.phases import EXCHANGE
from .record import Deal, Record
from .rules.deal import deal_action
from .rules.exchange import BURY, bury_action
from .rules.mighty import MightyRules
from .rules.scoring import ALL_POINTS, score
from .rules.state import Contract, State

if TYPE_CHECKING:
    from ..game import Game

_PLAYS, _KITTY = 50, 3


class MightyEncoding(Encoding[Record, State]):
    """Burying three cards takes three ids. Everything else takes one, by its word in records."""

    rules: MightyRules
    utility_sum = 0
    perfect = Layout(
        (
            Field("hands", (PLAYERS, 53), about="the cards that the players hold"),
            Field(
                "buried", (53,), about="the kitty until the president takes it, then the discard"
            ),
        )
    )

    def __init__(self, game: Game[Record, State], rules: MightyRules) -> None:
        super().__init__(game, rules)
        options = rules.options
        least = max(0, min(options.bid_min, options.bid_min + options.nt_min_offset))
        most = max(options.bid_max, options.change_cap or 0, least)
        self.contracts = contracts = [
            f"{points}{trump}" for points in range(least, most + 1) for trump in TRUMPS
        ]
        callers = (f"C3{CALL}", f"{options.caller_when_clubs}{CALL}")
        named = (f"{JOKER}{suit}" for suit in SUITS)
        self.names = ("pass", "misdeal", *FRIENDS, *named, *callers, *contracts)
        self.groups = (
            *(("pass", 1), ("`misdeal`", 1)),
            ("cards, to bury, to name the friend or to play: ♠A to ♠2, ♦, ♥, ♣, joker", 53),
            *(("`first`", 1), ("`none`", 1), ("friend by seat, `P0` to `P4`", 5), ("`last`", 1)),
            ("joker that names a suit: ♠, ♦, ♥, ♣", 4),
            ("joker caller that calls, ♣3 or the one when clubs are trump", 2),
            (f"bids and contracts, `{contracts[0]}` to `{contracts[-1]}`", len(contracts)),
        )
        self.observation = _layout(len(contracts), most)
        bids = 2 * (options.bid_max - least + 1)
        calls = PLAYERS + 1 + bids if options.pass_final else PLAYERS * (bids + 2)
        self.max_game_length = calls + _KITTY + 2 + _PLAYS
        worth = max(
            abs(score(options, Contract(points, trump), won, solo).value)
            for points in (least, most)
            for trump in TRUMPS
            for won in range(ALL_POINTS + 1)
            for solo in (False, True)
        )
        self.max_utility, self.min_utility = worth * (PLAYERS - 1), -worth * (PLAYERS - 1)

    def encode(self, state: State, player: int, action: Action) -> tuple[int, ...]:
        """Return the id of an action, or those of the cards to bury."""
        word, *cards = action.split(" ")
        return tuple(map(self.numbers.__getitem__, cards if word == BURY else [word]))

    def decode(self, state: State, player: int, ids: Sequence[int]) -> Action | None:
        """Return the action that ids spell; burying three cards takes three."""
        names = tuple(self.names[each] for each in ids)
        if state.engine is None or state.engine.phase != EXCHANGE:
            return names[0]
        return bury_action(names) if len(names) == _KITTY else None

    def legal_actions(self, state: State, player: int, begun: Sequence[int] = ()) -> list[int]:
        """Return the ids that a player may take next; cards may be buried in any order."""
        engine = state.engine
        if engine is None or engine.phase != EXCHANGE or player != engine.turn:
            return super().legal_actions(state, player, begun)
        hand = (CARD_ID + card for card in range(53) if engine.hands[player] >> card & 1)
        return [number for number in hand if number not in begun]

    def encoder(self, state: State) -> MightyEncoder:
        """Return a deal that begins in a state right after the cards are dealt."""
        if state.engine is None or state.engine.auction.calls:
            raise ValueError(AT_FIRST)
        return MightyEncoder(state.engine, self._settled)

    def _settled(self, engine: Engine) -> Sequence[int]:
        points = 0 if engine.president < 0 else engine.side_points(engine.buried_points())
        sides, contract = (engine.president, engine.friend_player), (engine.points, engine.trump)
        solo = engine.friend == ALONE
        return self.rules.totals_after(State(dealer=0), *sides, *contract, points, solo)

    def segments(self, record: Record) -> Iterator[Segment]:
        """Yield the deals of a record."""
        last: int | None = None
        for number, deal in enumerate(record.deals, start=1):
            hands, kitty = deal.hands or (), deal.kitty or ()
            if deal.dealer not in range(PLAYERS) or any(HIDDEN in each for each in (*hands, kitty)):
                raise Unencodable(f"deal {number} is incomplete, or hides cards")
            state = State(dealer=deal.dealer or 0, last_president=None if deal.gap else last)
            self.rules.verify(state, -1, deal_action(hands, kitty))
            engine = self.rules.dealt(state, (*hands, kitty))
            encoder = MightyEncoder(engine, self._settled)
            yield self._segment_of(deal, encoder)
            bids = [each.player for each in deal.bids or () if each.call in self.contracts]
            last = bids[-1] if bids else last

    def _segment_of(self, deal: Deal, encoder: MightyEncoder) -> Segment:
        """Return a deal; the plays of a trick are in the order of the seats."""
        known, bids = self.numbers, deal.bids or ()
        words = [each.call for each in bids]
        plies = [*range(1, len(bids) + 1)]
        if deal.discard is not None:
            words += deal.discard
            plies += [len(bids) + 1] * len(deal.discard)
        decided = [each for each in (deal.contract, deal.friend) if each is not None]
        words += decided
        encoder.tricks, encoder.players = len(words), PLAYERS
        numbers = [known.get(word, len(known)) for word in words]
        for trick in deal.tricks:
            numbers += [
                MISSING if card is None else known.get(card, len(known)) for card in trick.cards
            ]
        first = plies[-1] + 1 if plies else 1
        plies += range(first, first + len(numbers) - len(plies))
        seats = bytes(each.player for each in bids if 0 <= each.player < PLAYERS)
        return Segment(encoder, numbers, plies, seats)


def _layout(contracts: int, most: int) -> Layout:
    seats = (PLAYERS,)
    return Layout(
        (
            Field("phase", (5,), about="auction, exchange, contract, friend or play"),
            Field("hand", (53,), about="the cards that the seat holds"),
            Field("buried", (53,), about="the cards that the seat buried, or picked to bury"),
            Field("table", (53,), about="the cards of the current trick"),
            Field("order", (53,), _PLAYS, "when a card was played, from 1"),
            Field("played", (PLAYERS, 53), about="the cards that each player has played"),
            Field(
                "calls", seats, contracts + 2, "each last call: 1 is a pass, 2 a misdeal, then bids"
            ),
            Field("president", seats, about="the president"),
            Field("friend", seats, about="the friend, once revealed"),
            Field("dealer", seats, about="the dealer"),
            Field("won", seats, ALL_POINTS, "the points that each player has won in tricks"),
            Field(
                "trump", (len(TRUMPS),), about="the trump of the contract, or of the highest bid"
            ),
            Field("points", (1,), most, "the points of the contract, or of the highest bid"),
            Field("named", (1,), len(FRIENDS), "how the friend was named: 1 is the first card"),
            Field("called", (1,), about="whether the joker is called in the current trick"),
            Field("led", (4,), about="the suit to follow"),
        )
    )


def encoding(game: Game[Record, State], rules: MightyRules) -> MightyEncoding:
    """Return the encoding for the options of a match."""
    return MightyEncoding(game, rules)
