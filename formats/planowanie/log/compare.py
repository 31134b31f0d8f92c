"""Holds the exchanges of a log against one another and against the rules, and writes down the game.

Source: the rules of the tournament, "Protokół"; `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ....findings import Rule
from ....replayer.game import IllegalAction
from ....replayer.planowanie import codes as game_codes
from ....replayer.planowanie.cards import HIDDEN, is_card
from ....replayer.planowanie.record import Deck, Reason, Record, Result
from ....replayer.planowanie.well_formed import setup_breaches
from .. import codes
from ..protocol.commands import unknown
from ..protocol.conversation import Steps
from ..protocol.words import COMMANDS, decision, number, plan_of
from .builder import Draft
from .dialogue import Dialogue, Exchange
from .header import Notes
from .reporter import Early, Reporter, Stop

SILENT = ("crashed", "timeout", "flood", "unanswered")
"""Reasons that a comment may name for a reply that is missing."""


class Fault(Struct, frozen=True):
    """What a program did that ends the game, and the rule behind it, to be told if it does not."""

    exchange: Exchange
    reason: Reason
    rule: Rule
    why: str


class Referee:
    """Follows a log. `seats` are those whose lines it holds, None for a log of one, whichever."""

    def __init__(self, seats: Sequence[int] | None, draft: Draft, dialogue: Dialogue) -> None:
        self.draft = draft
        self.own = seats is None
        self.steps = Steps(seats, draft)
        self.report = Reporter(dialogue, draft, self.steps)
        self.fault: Fault | None = None
        self.quit = False
        self._declared: dict[int, set[int]] = {}
        self._pending: dict[int, Exchange] = {}
        self._card: str | None = None
        self._announced: str | None = None
        self._turn = 0

    # Commands

    def sent(self, exchange: Exchange) -> None:
        """A command goes to a seat. Raises Stop where the log cannot be followed further."""
        silent = self._pending.get(exchange.seat)
        if exchange.name == "quit":
            self.quit = True
            return
        if self.fault is not None and not self._is_beside(exchange, self.fault):
            blamed = self.fault.exchange
            self.report.stop(self.fault.rule, self.fault.why, blamed.reply[0], blamed)
        if silent is not None and silent.command is None:
            self.report.stop(codes.UNKNOWN_COMMAND, unknown(silent.name), silent.line)
        if silent is not None:
            why = f"`{silent.line.content.strip()}` was not answered, but another command follows"
            self.report.stop(codes.REPLY_MISSING, why, silent.line, silent)
        if exchange.command is None:
            if exchange.name in COMMANDS:
                raise Stop  # its arguments are wrong, which has been reported
            self._pending[exchange.seat] = exchange
            return
        if self.quit:
            why = "the game was quit, and goes on"
            self.report.stop(codes.OUT_OF_ORDER, why, exchange.line)
        self._reach(exchange)
        self._pending[exchange.seat] = exchange
        self._accept(exchange)

    def _is_beside(self, exchange: Exchange, fault: Fault) -> bool:
        """Whether a command could as well stand before a fault, since it is of the same step.

        An answer to `gen_…` was read before anything else was sent, and an arbiter knows the rules.
        """
        blamed = fault.exchange
        if blamed.name.startswith("gen_") or blamed.seat == exchange.seat:
            return False
        return exchange.name in self.steps.due(exchange.seat)

    def _reach(self, exchange: Exchange) -> None:
        """Go on to the step to which a command belongs."""
        steps = self.steps
        while exchange.name not in steps.due(exchange.seat):
            if not steps.complete:
                why = f"`{exchange.line.content.strip()}` stands where {steps.all_due} is due"
                self.report.stop(codes.OUT_OF_ORDER, why, exchange.line)
            for other in self._pending.values():
                if other.command is not None:
                    raise Early(exchange, other)
            self._declared = {}
            if steps.name != "gen_move":
                self._card = self._announced = None
            if self._is_misshapen():
                raise Stop  # the check of the record says why
            steps.advance()
            if steps.name == "over":
                why = "all deals were played, but the game goes on"
                self.report.stop(game_codes.GOES_ON_AFTER_END, why, exchange.line)

    def _is_misshapen(self) -> bool:
        """Whether what this step has told cannot be played."""
        if self.steps.name == "set_game":
            return any(setup_breaches(self.draft.record(Record())))
        return self.steps.name == "set_cards" and self.draft.is_misshapen

    # What the commands say

    def _accept(self, exchange: Exchange) -> None:
        command, seat = exchange.command, exchange.seat
        assert command is not None
        self.steps.told(seat, exchange.name)
        if exchange.name == "time_left":
            self.draft.current.clocks[self.report.player(seat)].append(command.number(0))
            self.report.zeros(exchange)
            return
        getattr(self, f"_on_{exchange.name}")(exchange, command.arguments)
        self.report.zeros(exchange)

    def _on_set_deck(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        deck = Deck(*arguments)
        self._alike("deck", self.draft.deck, deck, exchange, "/deck")
        self.draft.deck = deck

    def _on_set_players(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        seats, player = int(arguments[0]), int(arguments[1])
        self._alike("number of players", self.draft.seats, seats, exchange, "/seats")
        self.draft.seats = seats
        if self.own:
            self.steps.me = player
        if player not in range(seats):
            why = f"player {player} is none of {seats}: players are 0 to {seats - 1}"
            self.report.stop(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.argument(1))
        if not self.own and player != exchange.seat:
            why = f"seat {exchange.seat} is told that it is player {player}"
            self.report.stop(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.argument(1))

    def _on_set_game(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        if (number(arguments[0]) or 0) < 1:
            why = f"{arguments[0]} deals are planned: there is at least one"
            self.report.stop(game_codes.BAD_PLAN, why, exchange.argument(0))
        try:
            plan = plan_of(arguments)
        except ValueError as why:
            self.report.stop(codes.BAD_ARGUMENTS, f"`set_game`: {why}", exchange.line)
        self._alike("plan", self.draft.plan, plan, exchange, "/plan")
        self.draft.plan = plan

    def _on_set_cards(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        count, *cards = arguments
        if int(count) != len(cards):
            why = f"{int(count)} cards are announced, and {len(cards)} follow"
            self.report.stop(game_codes.WRONG_SIZE, why, exchange.argument(0))
        if HIDDEN in cards:
            why = f"{HIDDEN} is no card: whoever is dealt one is told which"
            place = 1 + cards.index(HIDDEN)
            self.report.stop(game_codes.CARD_NOT_IN_DECK, why, exchange.argument(place), exchange)
        player, draft = self.report.player(exchange.seat), self.draft
        draft.current.hands[player] = tuple(cards)
        pointer = f"{draft.pointer}/hands/{player}"
        self._place(pointer, exchange)
        for at in range(len(cards)):
            card = exchange.argument(at + 1)
            draft.places.add(f"{pointer}/{at}", card.start, card.end)
        self._place(draft.pointer, exchange)

    def _on_gen_declare(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        self._asked(exchange)

    def _on_gen_move(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        self._asked(exchange)

    def _asked(self, exchange: Exchange) -> None:
        if not self.steps.has_clock(exchange.seat):
            why = f"`time_left` is due before `{exchange.name}`"
            self.report.say(codes.NO_CLOCK, why, exchange.line, exchange)
            self.draft.current.clocks[self.report.player(exchange.seat)].append(None)

    def _on_declare(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        player, said = int(arguments[0]), int(arguments[1])
        seat, deal = exchange.seat, self.draft.current
        if player not in range(self.draft.rules.players):
            why = f"{player} is no player: players are 0 to {self.draft.rules.players - 1}"
            self.report.stop(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.argument(0))
        told = self._declared.setdefault(seat, set())
        if player in told:
            why = f"what player {player} declares was told already"
            self.report.stop(codes.OUT_OF_ORDER, why, exchange.line)
        told.add(player)
        answered = deal.bids.get(player)
        self._announce(exchange, player, said, answered, deal.said.get(player))
        deal.said.setdefault(player, said)
        self._place(f"{self.draft.pointer}/declarations/{player}", exchange)
        if len(told) == 1:
            self._place(f"{self.draft.pointer}/declarations", exchange)

    def _on_play(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        player, card, state = int(arguments[0]), arguments[1], self.draft.state
        first = self._announced is None
        turn = state.turn if first else self._turn
        if player != turn:
            why = f"player {player} plays, but it is player {turn}'s turn"
            self.report.stop(game_codes.OUT_OF_TURN, why, exchange.argument(0), player=player)
        self._announce(exchange, player, card, self._card, self._announced)
        if first:
            self._check_new(exchange, player, card)
            self._turn, self._announced = turn, card
            trick = len(state.tricks)
            self._place(f"{self.draft.pointer}/tricks/{trick}", exchange)
            self._place(f"{self.draft.pointer}/tricks/{trick}/cards/{player}", exchange)
            self.draft.played(card)

    def _check_new(self, exchange: Exchange, player: int, card: str) -> None:
        """A card that a player whose hand nobody told cannot hold: others had it, or it is gone."""
        deal, draft = self.draft.current, self.draft
        deck = draft.rules.deck
        if player in deal.hands:
            return
        told = exchange.argument(1)
        if not is_card(deck.ranks, deck.suits, card):
            why = f"{card!r} is no card of the deck {deck.ranks} {deck.suits}"
            self.report.stop(game_codes.CARD_NOT_IN_DECK, why, told, player=player)
        if card in draft.played_by(deal, player):
            why = f"player {player} does not hold {card}: it was played already"
            self.report.stop(game_codes.CARD_NOT_HELD, why, told, player=player)
        for other in range(draft.rules.players):
            if other != player and card in (
                *deal.hands.get(other, ()),
                *draft.played_by(deal, other),
            ):
                why = f"{card} is dealt twice: to player {other} and to player {player}"
                self.report.stop(game_codes.CARD_TWICE, why, told, player=player)

    def _announce(
        self, exchange: Exchange, player: int, said: object, answered: object, told: object
    ) -> None:
        """Compare what is announced with the player's answer, and with what others were told."""
        truth = told if answered is None else answered
        if truth is None or truth == said:
            return
        if answered is not None and player == self.report.player(exchange.seat):
            why = f"player {player} answered {answered}, but {said} is announced"
            self.report.stop(codes.REPLY_DIFFERS, why, exchange.argument(1), player=player)
        source = "others were told" if answered is None else "the answer was"
        why = f"{said} is announced for player {player}, but {source} {truth}"
        self.report.stop(codes.DIFFERS_BETWEEN_SEATS, why, exchange.argument(1), player=player)

    def _alike(
        self, what: str, before: object, now: object, exchange: Exchange, pointer: str
    ) -> None:
        """Compare what all seats are told; it stands where the first one is."""
        if before is None:
            self._place(pointer, exchange)
        elif before != now:
            why = f"the {what} is another than what was told to other seats"
            self.report.stop(codes.DIFFERS_BETWEEN_SEATS, why, exchange.line)

    # Replies

    def answered(self, exchange: Exchange) -> None:
        """A reply is in."""
        if self._pending.get(exchange.seat) is exchange:
            del self._pending[exchange.seat]
        name, kind = exchange.name, exchange.kind
        if name == "quit" or self.fault is not None:
            return
        if exchange.command is None:
            if kind != "refused":
                self.report.stop(codes.UNKNOWN_COMMAND, unknown(name), exchange.line)
        elif kind == "malformed":
            why = (
                "a reply begins with = or ?, and only one with ? has several lines; "
                "another one ends the game, but it goes on"
            )
            self._blame(exchange, "malformed", codes.REPLY_MALFORMED, why)
        elif kind == "refused":
            if name.startswith("gen_"):
                why = f"`{name}` was refused, which ends the game, but it goes on"
                self._blame(exchange, "refused", codes.NOT_PUNISHED, why)
            elif name != "time_left":
                why = f"`{name}` has to be known to every program"
                self.report.say(codes.REFUSED, why, exchange.reply[0], exchange)
        elif name.startswith("gen_"):
            self._decided(exchange)

    def _decided(self, exchange: Exchange) -> None:
        player, state, rules = self.report.player(exchange.seat), self.draft.state, self.draft.rules
        word = decision(exchange.name, exchange.value)
        try:
            rules.verify(state, player, word)
        except IllegalAction as breach:
            why = f"this answer ends the game, but it goes on: {breach}"
            self._blame(exchange, "invalid", codes.NOT_PUNISHED, why)
            return
        if exchange.name == "gen_declare":
            self.draft.current.bids[player] = int(word)
            if word != exchange.value:
                why = f"the number is {word}"
                self.report.say(codes.LEADING_ZEROS, why, exchange.reply[0], exchange)
        else:
            self._card = word

    def _blame(self, exchange: Exchange, reason: Reason, rule: Rule, why: str) -> None:
        self.fault = Fault(exchange, reason, rule, why)

    # The end

    def result(self, notes: Notes) -> Result:
        """How the game ended; the log itself may have noted why."""
        found = self._result(notes)
        self.draft.forget_questions(found.player)
        return found

    def _result(self, notes: Notes) -> Result:
        reasons = notes.reasons
        if self.fault is not None:
            exchange, reason = self.fault.exchange, self.fault.reason
            reply = exchange.answer if reason == "malformed" else exchange.value
            return self._fault(exchange, reason, reply)
        waiting = [each for each in self._pending.values() if each.command is not None]
        if waiting and not (notes.names_faults and not reasons):
            named = [each for each in waiting if self.report.player(each.seat) in reasons]
            first = min(named or waiting, key=lambda each: each.line.start)
            player = self.report.player(first.seat)
            noted = reasons.get(player, "unanswered")
            return self._fault(first, noted if noted in SILENT else "unanswered", None)
        return Result(end="complete" if self.steps.over else "stopped", totals=self._totals)

    @property
    def _totals(self) -> tuple[int, ...] | None:
        return self.draft.state.totals if self.draft.deals else None

    def _fault(self, exchange: Exchange, reason: Reason, reply: str | None) -> Result:
        return Result(
            end="fault",
            totals=self._totals,
            player=self.report.player(exchange.seat),
            reason=reason,
            command=exchange.name,
            reply=reply,
        )

    # Helpers

    def _place(self, pointer: str, exchange: Exchange) -> None:
        self.draft.places.add(pointer, exchange.line.start, exchange.line.end)
