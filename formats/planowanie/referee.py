"""Holds the exchanges of a log against one another and against the rules, and writes down the game.

Source: the rules of the tournament, "Protokół"; `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from msgspec import Struct

from ...findings import Rule
from ...replayer.game import IllegalAction
from ...replayer.planowanie import codes as game_codes
from ...replayer.planowanie.record import Deck, Reason, Record, Result
from ...replayer.planowanie.shape import setup_breaches
from . import codes
from .commands import unknown
from .dialogue import Exchange, Line
from .draft import Draft
from .protocol import COMMANDS, decision, number, plan_of
from .steps import Steps

Say = Callable[[Rule, str, Line], None]


class Stop(Exception):
    """The log cannot be followed further; why has been reported."""


class Fault(Struct, frozen=True):
    """What a program did that ends the game, and the rule behind it, to be told if it does not."""

    exchange: Exchange
    reason: Reason
    rule: Rule
    why: str


class Referee:
    """Follows a log. `seats` are those whose lines it holds, None for a log of one, whichever."""

    def __init__(self, seats: Sequence[int] | None, draft: Draft, say: Say) -> None:
        self.draft = draft
        self.say = say
        self.own = seats is None
        self.me: int | None = None
        self.steps = Steps(seats, draft)
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
            self._pending.pop(exchange.seat, None) if self._is_over else None
            self.quit = True
            return
        if self.fault is not None:
            self._stop(self.fault.rule, self.fault.why, self.fault.exchange.reply[0])
        if silent is not None and silent.command is None:
            self._stop(codes.UNKNOWN_COMMAND, unknown(silent.name), silent.line)
        if silent is not None:
            why = f"`{silent.line.content.strip()}` was not answered, but another command follows"
            self._stop(codes.REPLY_MISSING, why, silent.line)
        if exchange.command is None:
            if exchange.name in COMMANDS:
                raise Stop  # its arguments are wrong, which has been reported
            self._pending[exchange.seat] = exchange
            return
        if self.quit:
            why = "the game was quit, and goes on"
            self._stop(codes.OUT_OF_ORDER, why, exchange.line)
        self._reach(exchange)
        self._pending[exchange.seat] = exchange
        self._accept(exchange)

    def _reach(self, exchange: Exchange) -> None:
        """Go on to the step to which a command belongs."""
        steps = self.steps
        while exchange.name not in steps.due(exchange.seat):
            if not steps.complete:
                why = f"`{exchange.line.content.strip()}` stands where {steps.all_due} is due"
                self._stop(codes.OUT_OF_ORDER, why, exchange.line)
            for other in self._pending.values():
                if other.command is not None:
                    why = f"the game goes on, but seat {other.seat} has not answered"
                    asked = other.line.content.strip()
                    self._stop(codes.WENT_ON, f"{why} `{asked}`", exchange.line)
            self._declared = {}
            if steps.name != "gen_move":
                self._card = self._announced = None
            if steps.name == "set_game" and any(setup_breaches(self.draft.record(Record()))):
                raise Stop  # the check of the record says why
            steps.advance()
            if steps.name == "over":
                why = "all deals were played, but the game goes on"
                self._stop(game_codes.GOES_ON_AFTER_END, why, exchange.line)

    # What the commands say

    def _accept(self, exchange: Exchange) -> None:
        command, seat = exchange.command, exchange.seat
        assert command is not None
        self.steps.told(seat, exchange.name)
        if exchange.name == "time_left":
            self.draft.current.clocks[self._player(seat)].append(command.number(0))
            self._plain_numbers(exchange)
            return
        getattr(self, f"_on_{exchange.name}")(exchange, command.arguments)
        if exchange.name not in ("set_deck", "play"):
            self._plain_numbers(exchange)

    def _player(self, seat: int) -> int:
        return seat if not self.own else self.me or 0

    def _on_set_deck(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        deck = Deck(*arguments)
        self._alike("deck", self.draft.deck, deck, exchange)
        self.draft.deck = deck
        self._place("/deck", exchange)

    def _on_set_players(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        seats, player = int(arguments[0]), int(arguments[1])
        self._alike("number of players", self.draft.seats, seats, exchange)
        self.draft.seats = seats
        self._place("/seats", exchange)
        if self.own:
            self.me = self.steps.me = player
        if player not in range(seats) or (not self.own and player != exchange.seat):
            due = f"0 to {seats - 1}" if self.own else f"{exchange.seat}, the seat's"
            why = f"the player is {player} where {due} is due"
            self._stop(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.line)

    def _on_set_game(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        try:
            plan = plan_of(arguments)
        except ValueError as why:
            self._stop(codes.BAD_ARGUMENTS, f"`set_game`: {why}", exchange.line)
        self._alike("plan", self.draft.plan, plan, exchange)
        self.draft.plan = plan
        self._place("/plan", exchange)

    def _on_set_cards(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        count, *cards = arguments
        if int(count) != len(cards):
            why = f"{int(count)} cards are announced, and {len(cards)} follow"
            self._stop(game_codes.WRONG_SIZE, why, exchange.line)
        player, draft = self._player(exchange.seat), self.draft
        draft.current.hands[player] = tuple(cards)
        pointer = f"{draft.pointer}/hands/{player}"
        self._place(pointer, exchange)
        spans = exchange.command.spans[1:] if exchange.command is not None else ()
        for at, (start, end) in enumerate(spans):
            offset = exchange.line.start
            draft.places.add(f"{pointer}/{at}", offset + start, offset + end)
        self._place(draft.pointer, exchange)

    def _on_gen_declare(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        self._asked(exchange)

    def _on_gen_move(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        self._asked(exchange)

    def _asked(self, exchange: Exchange) -> None:
        if not self.steps.has_clock(exchange.seat):
            why = f"`time_left` is due before `{exchange.name}`"
            self.say(codes.NO_CLOCK, why, exchange.line)
            self.draft.current.clocks[self._player(exchange.seat)].append(None)

    def _on_declare(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        player, said = int(arguments[0]), int(arguments[1])
        seat, deal = exchange.seat, self.draft.current
        if player not in range(self.draft.rules.players):
            why = f"{player} is no player: players are 0 to {self.draft.rules.players - 1}"
            self._stop(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.line)
        told = self._declared.setdefault(seat, set())
        if player in told:
            why = f"what player {player} declares was told already"
            self._stop(codes.OUT_OF_ORDER, why, exchange.line)
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
            self._stop(game_codes.OUT_OF_TURN, why, exchange.line)
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
        if player in deal.hands:
            return
        if card in draft.played_by(deal, player):
            why = f"player {player} does not hold {card}: it was played already"
            self._stop(game_codes.CARD_NOT_HELD, why, exchange.line)
        for other in range(draft.rules.players):
            if other != player and card in (
                *deal.hands.get(other, ()),
                *draft.played_by(deal, other),
            ):
                why = f"{card} is dealt twice: to player {other} and to player {player}"
                self._stop(game_codes.CARD_TWICE, why, exchange.line)

    def _announce(
        self, exchange: Exchange, player: int, said: object, answered: object, told: object
    ) -> None:
        """Compare what is announced with the player's answer, and with what others were told."""
        truth = told if answered is None else answered
        if truth is None or truth == said:
            return
        if answered is not None and player == self._player(exchange.seat):
            why = f"player {player} answered {answered}, but {said} is announced"
            self._stop(codes.REPLY_DIFFERS, why, exchange.line)
        source = "others were told" if answered is None else "the answer was"
        why = f"{said} is announced for player {player}, but {source} {truth}"
        self._stop(codes.DIFFERS_BETWEEN_SEATS, why, exchange.line)

    def _alike(self, what: str, before: object, now: object, exchange: Exchange) -> None:
        if before not in (None, now):
            why = f"the {what} is another than what was told to other seats"
            self._stop(codes.DIFFERS_BETWEEN_SEATS, why, exchange.line)

    # Replies

    def answered(self, exchange: Exchange) -> None:
        """A reply is in."""
        self._pending.pop(exchange.seat, None)
        name, kind = exchange.name, exchange.kind
        if name == "quit" or self.fault is not None:
            return
        if exchange.command is None:
            if kind != "refused":
                self._stop(codes.UNKNOWN_COMMAND, unknown(name), exchange.line)
        elif kind == "malformed":
            why = "a reply begins with = or ?, and only one with ? has several lines"
            self._blame(exchange, "malformed", codes.REPLY_MALFORMED, why)
        elif kind == "refused":
            if name.startswith("gen_"):
                why = f"`{name}` was refused, which ends the game, but it goes on"
                self._blame(exchange, "refused", codes.NOT_PUNISHED, why)
            elif name != "time_left":
                why = f"`{name}` has to be known to every program"
                self.say(codes.REFUSED, why, exchange.reply[0])
        elif name.startswith("gen_"):
            self._decided(exchange)

    def _decided(self, exchange: Exchange) -> None:
        player, state, rules = self._player(exchange.seat), self.draft.state, self.draft.rules
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
                self.say(codes.LEADING_ZEROS, f"the number is {word}", exchange.reply[0])
        else:
            self._card = word

    def _blame(self, exchange: Exchange, reason: Reason, rule: Rule, why: str) -> None:
        self.fault = Fault(exchange, reason, rule, why)

    # The end

    def result(self, reasons: dict[int, Reason]) -> Result:
        """How the game ended; `reasons` are those that the log itself gives, by player."""
        if self.fault is not None:
            exchange, reason = self.fault.exchange, self.fault.reason
            reply = exchange.answer if reason == "malformed" else exchange.value
            return self._fault(exchange, reason, reply)
        waiting = [each for each in self._pending.values() if each.command is not None]
        if waiting:
            named = [each for each in waiting if self._player(each.seat) in reasons]
            first = min(named or waiting, key=lambda each: each.line.start)
            player = self._player(first.seat)
            return self._fault(first, reasons.get(player, "unanswered"), None)
        return Result(end="complete" if self.steps.over else "stopped", totals=self._totals)

    @property
    def _is_over(self) -> bool:
        return self.fault is not None or self.steps.over

    @property
    def _totals(self) -> tuple[int, ...] | None:
        return self.draft.state.totals if self.draft.deals else None

    def _fault(self, exchange: Exchange, reason: Reason, reply: str | None) -> Result:
        return Result(
            end="fault",
            totals=self._totals,
            player=self._player(exchange.seat),
            reason=reason,
            command=exchange.name,
            reply=reply,
        )

    # Helpers

    def _place(self, pointer: str, exchange: Exchange) -> None:
        self.draft.places.add(pointer, exchange.line.start, exchange.line.end)

    def _plain_numbers(self, exchange: Exchange) -> None:
        """Warn of numbers that are written with zeros before them."""
        for word in exchange.command.arguments if exchange.command is not None else ():
            value = number(word)
            if value is not None and str(value) != word:
                self.say(codes.LEADING_ZEROS, f"{word} stands for {value}", exchange.line)
                return

    def _stop(self, rule: Rule, why: str, line: Line) -> NoReturn:
        self.say(rule, why, line)
        raise Stop
