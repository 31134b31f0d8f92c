"""A record as it grows while a log is read, and where in the log its parts stand."""

from __future__ import annotations

from msgspec.structs import replace

from ....replayer.game import CHANCE
from ....replayer.planowanie.cards import HIDDEN, cards_of
from ....replayer.planowanie.deal import deal_action
from ....replayer.planowanie.record import Deal, Deck, Planned, Record, Result, Trick
from ....replayer.planowanie.rules import PlanowanieRules
from ....replayer.planowanie.state import State, Taken
from ....replayer.planowanie.well_formed import misshapen
from ...lines import Places


class DealDraft:
    """One deal, as far as the log has told it."""

    def __init__(self, seats: int) -> None:
        self.hands: dict[int, tuple[str, ...]] = {}
        self.bids: dict[int, int] = {}
        self.said: dict[int, int] = {}
        self.clocks: list[list[int | None]] = [[] for _ in range(seats)]
        self.tricks: tuple[Taken, ...] = ()
        self.table: tuple[str, ...] = ()
        self.lead = 0
        self.points: tuple[int, ...] | None = None


class Draft:
    """A game, as far as its log has told it."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.deck: Deck | None = None
        self.seats: int | None = None
        self.plan: tuple[Planned, ...] | None = None
        self.deals: list[DealDraft] = []
        self.rules = PlanowanieRules()
        self.state = State()

    # What happens

    def begin(self) -> None:
        """All is set: the first deal comes."""
        self.rules = PlanowanieRules(self.deck or Deck(), self.seats or 4, self.plan or ())
        self.state = self.rules.initial_state()

    def deal(self) -> None:
        """Another deal begins."""
        self.deals.append(DealDraft(self.rules.players))

    @property
    def current(self) -> DealDraft:
        """The deal under way."""
        return self.deals[-1]

    @property
    def pointer(self) -> str:
        """The JSON pointer of the deal under way."""
        return f"/deals/{len(self.deals) - 1}"

    def dealt(self) -> None:
        """All hands are told."""
        self.state = self.rules.apply(
            self.state, {CHANCE: deal_action(self._hand(self.current, seat) for seat in self._all)}
        ).state

    def declared(self) -> None:
        """All declarations are told."""
        said = {seat: str(self.current.said[seat]) for seat in self._all}
        self.state = self.rules.apply(self.state, said).state

    def played(self, card: str) -> None:
        """The player in turn plays a card."""
        deal, before = self.current, self.state
        after = self.rules.apply(before, {before.turn: card}).state
        deal.tricks, deal.table, deal.lead = after.tricks, after.table, after.lead
        deal.points = after.points
        over = after.phase == "over"
        self.state = (self.rules.next_round(after) if over else None) or after

    @property
    def is_misshapen(self) -> bool:
        """Whether the hands of the deal under way cannot be dealt."""
        number = len(self.deals) - 1
        return misshapen(self.rules, self._deal(self.current), number) is not None

    def forget_questions(self, at_fault: int | None) -> None:
        """Leave out the time that was left before a question that nobody waited for.

        A fault of somebody else ended the game while it was under way. That a player was asked is
        part of a record only with the answer.
        """
        if not self.deals:
            return
        deal = self.current
        for seat, clocks in enumerate(deal.clocks):
            if seat != at_fault:
                answers = (seat in deal.bids) + len(self.played_by(deal, seat))
                del clocks[answers:]

    @property
    def _all(self) -> range:
        return range(self.rules.players)

    # What comes of it

    def record(
        self, header: Record, view: int | None = None, result: Result | None = None
    ) -> Record:
        """The record, with a header."""
        return replace(
            header,
            view=view,
            deck=self.deck or Deck(),
            seats=self.seats or 4,
            plan=self.plan or (),
            deals=tuple(map(self._deal, self.deals)),
            result=result,
        )

    def _deal(self, deal: DealDraft) -> Deal:
        clocks = [tuple(each) if set(each) != {None} else () for each in deal.clocks]
        return Deal(
            hands=tuple(self._hand(deal, seat) for seat in self._all),
            declarations=self._declarations(deal),
            tricks=tuple(self._tricks(deal)),
            points=deal.points,
            clocks=tuple(clocks) if any(clocks) else None,
        )

    def _declarations(self, deal: DealDraft) -> tuple[int | None, ...] | None:
        known = {**deal.bids, **deal.said}
        return tuple(known.get(seat) for seat in self._all) if known else None

    def _hand(self, deal: DealDraft, seat: int) -> tuple[str, ...]:
        """A hand as it was told, or else the cards that were played from it."""
        if seat in deal.hands:
            return deal.hands[seat]
        order = {
            card: at
            for at, card in enumerate(cards_of(self.rules.deck.ranks, self.rules.deck.suits))
        }
        played = sorted(self.played_by(deal, seat), key=lambda card: order.get(card, 0))
        number = self.deals.index(deal)
        planned = self.rules.plan[number].cards if number < len(self.rules.plan) else 0
        return (*played, *(HIDDEN,) * (planned - len(played)))

    def played_by(self, deal: DealDraft, seat: int) -> list[str]:
        """The cards that a seat has played in a deal."""
        players = self.rules.players
        rows = [*((each.lead, each.cards) for each in deal.tricks), (deal.lead, deal.table)]
        places = ((cards, (seat - lead) % players) for lead, cards in rows)
        return [cards[place] for cards, place in places if place < len(cards)]

    def _tricks(self, deal: DealDraft) -> list[Trick]:
        rows: list[tuple[int, tuple[str, ...], int | None]] = [
            (each.lead, each.cards, each.winner) for each in deal.tricks
        ]
        if deal.table:
            rows.append((deal.lead, deal.table, None))
        return [
            Trick(lead=lead, cards=self._seated(lead, cards), winner=winner)
            for lead, cards, winner in rows
        ]

    def _seated(self, lead: int, cards: tuple[str, ...]) -> tuple[str | None, ...]:
        places = ((seat - lead) % self.rules.players for seat in self._all)
        return tuple(cards[place] if place < len(cards) else None for place in places)
