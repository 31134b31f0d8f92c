"""A Mighty record: a match of one or more deals.

Cards are in ASCII (`cards`); an unknown card is `??`. Parts that are not recorded are None. A
record may contain anything; `check` finds what is wrong.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from msgspec import Struct, field

from ..assumed import assumed
from ..play.annotation import Annotation
from ..play.ended import Ended
from ..play.variations import Variation
from ..record import GameRecord
from ..tricks import Trick as Trick
from .cards import CARDS, HIDDEN, SEATS, Cards, card_of, parts
from .options import Options
from .rules.auction import contract_of, highest, means_misdeal
from .rules.exchange import NONE
from .rules.state import Bid, Contract, End, State


class Result(Struct, frozen=True, kw_only=True):
    """How a deal ended: the points of the president's side, the score, and the payoffs."""

    end: End | None = None
    points: int | None = None
    score: int | None = None
    payoffs: tuple[int, ...] | None = None


class Deal(Struct, frozen=True, kw_only=True):
    """One deal played out.

    `totals` are the players' totals before the deal. `hands` and `kitty` are as dealt. `president`
    is the player marked as having won the auction, `contract` is the points and the trump that were
    played (`17H`; `?` for an unknown part), and `discard` has the cards that the president buried.
    `friend` is how the friend was named: a card, `first`, `last`, `none` or a seat (`P3`);
    `friend_player` is the player marked as the friend. In `tricks`, a joker that is led is followed
    by the suit it names (`JKH`), and a joker caller by `!` if it calls the joker (`C3!`). `gap`
    says that deals are missing before this one.
    """

    gap: bool = False
    dealer: int | None = None
    totals: tuple[int, ...] | None = None
    hands: tuple[Cards, ...] | None = None
    kitty: Cards | None = None
    bids: tuple[Bid, ...] | None = None
    president: int | None = None
    discard: Cards | None = None
    contract: str | None = None
    friend: str | None = None
    friend_player: int | None = None
    tricks: tuple[Trick, ...] = ()
    result: Result | None = None
    variations: tuple[Variation, ...] = ()
    ended: Ended | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def plies(self) -> int:
        """The number of recorded calls, decisions and plays."""
        decisions = (self.discard, self.contract, self.friend)
        played = sum(len(trick.played) for trick in self.tricks)
        return len(self.bids or ()) + sum(each is not None for each in decisions) + played

    @property
    def trump(self) -> str | None:
        """The trump of the contract; None if unknown."""
        return None if self.contract is None or self.contract[-1:] == "?" else self.contract[-1:]

    @property
    def points(self) -> int | None:
        """The points of the contract; None if unknown."""
        contract = contract_of((self.contract or "").replace("?", "X"))
        return None if contract is None else contract.points

    @property
    def highest_bid(self) -> tuple[int, Contract] | None:
        """The highest bid of the auction and its bidder; None if there is no bid."""
        return highest(self.bids or ())

    @property
    def is_misdeal(self) -> bool:
        """Whether the deal ended with the claim of a misdeal, after the friend was named."""
        return self.claims_misdeal and self.ended is not None and self.ended.accepted is not False

    @property
    def claims_misdeal(self) -> bool:
        """Whether the deal ended with the claim of a misdeal, even if not accepted or misspelt."""
        claim = None if self.ended is None else self.ended.claim
        return claim is not None and means_misdeal(claim)

    @property
    def is_played(self) -> bool:
        """Whether the friend was named, or a card was played."""
        return self.friend is not None or bool(self.tricks)

    @property
    def has_president(self) -> bool:
        """Whether anything is recorded that requires a president or shows who it is."""
        marks = (self.president, self.friend_player)
        decided = (self.bids, self.discard, self.contract, self.friend, *marks)
        return bool(self.tricks) or any(each is not None for each in decided)

    @property
    def declared_solo(self) -> tuple[bool, ...]:
        """Whether the president declared a solo (no friend); both values if unknown."""
        return (False, True) if self.friend is None else (self.friend == NONE,)

    @property
    def hides_cards(self) -> bool:
        """Whether cards that were dealt or buried are hidden."""
        piles = (*(self.hands or ()), self.kitty or (), self.discard or ())
        return any(HIDDEN in pile for pile in piles)

    @property
    def says_all(self) -> bool:
        """Whether the deal leaves nothing out, though cards may be hidden."""
        begun = None not in (self.dealer, self.hands, self.kitty, self.bids)
        ends = self.result is None or self.result.end is not None
        decided = [each is not None for each in (self.discard, self.contract, self.friend)]
        if self.tricks:
            roles = all(decided) and self.president is not None and self._friend_is_marked
            play = roles and all(
                trick.lead is not None and (trick.winner is not None or None in trick.cards)
                for trick in self.tricks
            )
        else:
            play = decided == sorted(decided, reverse=True)
        return begun and ends and play and "?" not in (self.contract or "")

    @property
    def _friend_is_marked(self) -> bool:
        """Whether the friend is marked, or it is known that there was none."""
        bid, friend = self.highest_bid, self.friend
        is_met = bid is None or any(
            play is not None and seat != bid[0] and card_of(play) == friend
            for trick in self.tricks
            for seat, play in enumerate(trick.cards)
        )
        marked = self.friend_player is not None or friend == NONE
        return marked or (friend in CARDS and not is_met)

    @property
    def cards_played(self) -> tuple[Cards, ...]:
        """The cards that each player plays, without repetitions."""
        plays = [
            (seat, card_of(play))
            for trick in self.tricks
            for seat, play in zip(SEATS, trick.cards, strict=False)
            if play is not None and parts(play) is not None
        ]
        times = Counter(card for _, card in plays)
        return tuple(
            tuple(card for seat, card in plays if seat == each and times[card] == 1)
            for each in SEATS
        )


Taken: TypeAlias = tuple[str, int]
"""The place of a decision in a deal: a field, and the number of the bid or the trick."""


def plies(deal: Deal) -> dict[Taken, int]:
    """Return the ply of each bid and decision, and the last ply of each trick."""
    keys = [("bids", number) for number in range(len(deal.bids or ()))]
    decided = ("discard", "contract", "friend")
    keys += [(each, 0) for each in decided if getattr(deal, each) is not None]
    found = {key: ply for ply, key in enumerate(keys, start=1)}
    taken = len(keys)
    for number, trick in enumerate(deal.tricks):
        taken += len(trick.played)
        if trick.played:
            found["tricks", number] = taken
    return found


class Record(GameRecord[State], frozen=True, kw_only=True):
    """A match. `view` is the player whose view it is, or None for a complete record."""

    title: str | None = None
    start_time: str | None = None
    end_time: str | None = None
    players: tuple[str, ...] | None = None
    rules: Options = field(default_factory=lambda: assumed(Options))
    view: int | None = None
    deals: tuple[Deal, ...] = ()
