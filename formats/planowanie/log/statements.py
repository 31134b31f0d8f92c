"""Checks what the commands of a log state against what is known, and remembers the places."""

from __future__ import annotations

from collections.abc import Sequence

from ....findings import Rule
from ....replayer.planowanie import codes as game_codes
from ....replayer.planowanie.record import Deck
from ....replayer.rules import IllegalAction
from ...text.lines import Places
from .. import codes
from ..protocol.conversation import Conversation
from ..protocol.words import plan_of
from .dialogue import Exchange
from .reporter import Reporter
from .shape import misshape


class Statements:
    """Checks what commands state, and remembers in `places` where the parts of the record are."""

    def __init__(self, conversation: Conversation, report: Reporter, places: Places) -> None:
        self._conversation = conversation
        self._report = report
        self._places = places

    def check(self, exchange: Exchange) -> None:
        """Check an expected command before it is sent.

        Raises Stop if it cannot be true.
        """
        assert exchange.command is not None
        arguments = exchange.command.arguments
        wrong = misshape(exchange.command)
        if wrong is not None:
            where = exchange.line if wrong.place is None else exchange.argument(wrong.place)
            self._report.stop(wrong.rule, wrong.why, where)
        match exchange.name:
            case "set_deck":
                self._check_same("deck", self._conversation.deck, Deck(*arguments), exchange)
            case "set_players":
                known, players = self._conversation.players, int(arguments[0])
                self._check_same("number of players", known, players, exchange)
            case "set_game":
                plan = plan_of(" ".join(arguments))
                self._check_same("plan", self._conversation.plan, plan, exchange)
            case "set_cards":
                self._check_hand(exchange, arguments)
            case "gen_declare" | "gen_move":
                if exchange.seat not in self._conversation.step.timed:
                    why = f"expected `time_left` before `{exchange.name}`"
                    self._report.say(codes.NO_CLOCK, why, exchange.line, exchange)
            case "declare":
                self._check_declaration(exchange, int(arguments[0]), int(arguments[1]))
            case "play":
                self._check_card(exchange, int(arguments[0]), arguments[1])
            case _:
                pass

    def _check_same(self, what: str, known: object, said: object, exchange: Exchange) -> None:
        """Check a statement that all seats should get alike."""
        if known is not None and known != said:
            why = f"the {what} differs from what other seats were sent"
            self._report.stop(codes.DIFFERS_BETWEEN_SEATS, why, exchange.line)

    def _check_hand(self, exchange: Exchange, arguments: Sequence[str]) -> None:
        _, *cards = arguments
        hidden = self._conversation.rules.deck.hidden
        if hidden in cards:
            why = f"{hidden} is not a card: a player sees the cards dealt to them"
            card = exchange.argument(1 + cards.index(hidden))
            self._report.stop(game_codes.CARD_NOT_IN_DECK, why, card, exchange)

    def _check_declaration(self, exchange: Exchange, player: int, tricks: int) -> None:
        players = self._conversation.rules.players
        if player not in range(players):
            why = f"{player} is not a player: players are 0 to {players - 1}"
            self._report.stop(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.argument(0))
        if player not in self._conversation.unannounced(exchange.seat):
            why = f"the declaration of player {player} was announced before"
            self._report.stop(codes.OUT_OF_ORDER, why, exchange.line)
        self._check_announcement(exchange, player, tricks)

    def _check_card(self, exchange: Exchange, player: int, card: str) -> None:
        conversation = self._conversation
        rules, state = conversation.rules, conversation.asked_in
        try:
            if player != state.turn:
                rules.verify(state, player, card)
        except IllegalAction as breach:
            self._stop_at(breach.rule, str(breach), exchange, player, 0)
        self._check_announcement(exchange, player, card)
        try:
            if conversation.is_unannounced and player not in conversation.deal.hands:
                rules.verify_shown(state, player, card)
        except IllegalAction as breach:
            self._stop_at(breach.rule, str(breach), exchange, player, 1)

    def _check_announcement(self, exchange: Exchange, player: int, said: object) -> None:
        """Compare an announcement with the player's answer, and with what other seats were sent."""
        conversation = self._conversation
        answer = conversation.answered(player)
        truth = conversation.announced(player) if answer is None else answer
        if truth is None or truth == said:
            return
        if answer is not None and player == conversation.player(exchange.seat):
            why = f"player {player} answered {answer}, but {said} is announced"
            self._stop_at(codes.REPLY_DIFFERS, why, exchange, player, 1)
        source = "other seats were sent" if answer is None else "the answer was"
        why = f"{said} is announced for player {player}, but {source} {truth}"
        self._stop_at(codes.DIFFERS_BETWEEN_SEATS, why, exchange, player, 1)

    def _stop_at(self, rule: Rule, why: str, exchange: Exchange, player: int, place: int) -> None:
        self._report.stop(rule, why, exchange.argument(place), player=player)

    def check_player(self, exchange: Exchange) -> None:
        """Check the player that a seat is given, once the number of players is known."""
        assert exchange.command is not None
        players, player = exchange.command.number(0), exchange.command.number(1)
        why = None
        if player not in range(players):
            why = f"{player} is not a player: players are 0 to {players - 1}"
        elif not self._conversation.own and player != exchange.seat:
            why = f"seat {exchange.seat} should be player {exchange.seat}, not {player}"
        if why is not None:
            self._report.stop(game_codes.PLAYER_OUT_OF_RANGE, why, exchange.argument(1))

    # The places of the parts of the record

    def place(self, exchange: Exchange) -> None:
        """Remember the place of a command that was sent.

        A statement to all seats has the place of the first command; hands and declarations have the
        place of the last one.
        """
        conversation, seat = self._conversation, exchange.seat
        deal = f"/deals/{len(conversation.deals) - 1}"
        match exchange.name:
            case "set_deck" | "set_players" | "set_game":
                if conversation.step.is_first:
                    self._add(_SET_UP[exchange.name], exchange)
            case "set_cards":
                self._place_hand(exchange, f"{deal}/hands/{conversation.player(seat)}")
                self._add(deal, exchange)
            case "declare":
                player = exchange.command.number(0) if exchange.command is not None else 0
                self._add(f"{deal}/declarations/{player}", exchange)
                if conversation.step.sent_to(seat) == 1:
                    self._add(f"{deal}/declarations", exchange)
            case "play":
                if conversation.step.is_first:
                    state = conversation.asked_in
                    trick = f"{deal}/tricks/{len(state.tricks)}"
                    self._add(trick, exchange)
                    self._add(f"{trick}/cards/{state.turn}", exchange)
            case "time_left":
                player = conversation.player(seat)
                asked = len(conversation.deal.clocks[player])
                self._add(f"{deal}/clocks/{player}/{asked - 1}", exchange)
            case _:
                pass

    def _place_hand(self, exchange: Exchange, pointer: str) -> None:
        self._add(pointer, exchange)
        arguments = exchange.command.arguments if exchange.command is not None else ()
        for at in range(len(arguments) - 1):
            card = exchange.argument(at + 1)
            self._places.add(f"{pointer}/{at}", card.start, card.end)

    def _add(self, pointer: str, exchange: Exchange) -> None:
        self._places.add(pointer, exchange.line.start, exchange.line.end)


_SET_UP = {"set_deck": "/deck", "set_players": "/seats", "set_game": "/plan"}
