"""The arbiter's side of the protocol: sets up a game, deals, and sends commands to programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from ....replayer.planowanie import GAME
from ....replayer.planowanie.check.well_formed import setup_breaches
from ....replayer.planowanie.record import TOURNAMENT, Cards, Deck, Planned, Record
from ....replayer.planowanie.rules import PlanowanieRules, dealt
from ...interface.protocol import COMMENT, Fault, Silence
from . import words
from .comments import ARBITER, head
from .conversation import Conversation, Failure
from .listener import PlanowanieListener


class ArbitersConversation:
    """A game in progress: what the arbiter knows, and the conversation."""

    def __init__(self, rules: PlanowanieRules, deals: Random) -> None:
        self.rules = rules
        self._deals = deals
        self._hands: list[tuple[Cards, ...]] = []
        self._conversation = Conversation(range(rules.players))
        self._left: Callable[[int], int] = lambda seat: 0

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the finished deals."""
        return self._conversation.state.totals or (0,) * self.rules.players

    def commands(self, left: Callable[[int], int]) -> Mapping[int, Sequence[str]]:
        """Return the commands to send to each seat now, or none if the game is over."""
        conversation, self._left = self._conversation, left
        if conversation.failure is not None or conversation.over:
            return {}
        if conversation.step.complete:
            conversation.advance()
            if conversation.step.name == "set_cards":
                action = self.rules.sample(conversation.state, self._deals)
                self._hands.append(dealt(action))
        return {
            seat: [
                " ".join(map(str, [name, *self._arguments(seat, name)]))
                for name in conversation.expected(seat)
            ]
            for seat in conversation.step.waiting
        }

    def sent(self, seat: int, command: str) -> None:
        """Record that a command is sent to a seat."""
        name, *arguments = command.split(" ")
        self._conversation.sent(seat, words.Command(name, tuple(arguments)))

    def replied(self, seat: int, command: str, lines: Sequence[str]) -> Fault | None:
        """Record a seat's reply to a command; return the fault if it ends the game."""
        name = command.partition(" ")[0]
        failure = self._conversation.replied(seat, name, words.reply(lines))
        return None if failure is None else self._fault(failure)

    def silent(self, seat: int, command: str, reason: Silence, why: str) -> Fault:
        """Record that a seat will not reply to a command, which ends the game."""
        name = command.partition(" ")[0]
        return self._fault(self._conversation.silent(seat, name, reason, why))

    def _fault(self, failure: Failure) -> Fault:
        state = self._conversation.asked_in
        trick = len(state.tricks) + 1 if state.phase == "play" else None
        place = {"deal": len(self._conversation.deals) or None, "trick": trick}
        return Fault(failure.seat, failure.command, failure.reason, failure.why, place)

    def _arguments(self, seat: int, name: str) -> Sequence[object]:
        """Return the arguments of a command for a seat."""
        rules, talk = self.rules, self._conversation
        match name:
            case "set_deck":
                return words.deck_words(rules.deck)
            case "set_players":
                return rules.players, seat
            case "set_game":
                return words.plan_words(rules.plan)
            case "set_cards":
                return words.hand_words(self._hands[-1][seat])
            case words.CLOCK:
                return (self._left(seat),)
            case "declare":
                player = talk.unannounced(seat)[0]
                return player, talk.deal.bids[player]
            case "play":
                return talk.asked_in.turn, talk.card
            case _:
                return ()


class PlanowanieProtocol:
    """The protocol of Planowanie."""

    title = GAME.title
    notation = "planowanie/log"
    parting = words.QUIT

    def set_up(
        self, players: int, deck: str | None, plan: str | None
    ) -> Callable[[Random], ArbitersConversation]:
        """Return a function that begins a game, by default with the tournament's deck and deals.

        `deck` is written as in `set_deck` (`V C`), `plan` as in `set_game` (`d c1 s1 …`). Raises
        ValueError if no such game is possible.
        """
        cards = Deck() if deck is None else _deck(deck)
        deals = _tournament(players, cards) if plan is None else _plan(plan)
        for _, breach in setup_breaches(Record(deck=cards, seats=players, plan=deals)):
            raise breach
        return partial(ArbitersConversation, PlanowanieRules(cards, players, deals))

    def listen(self) -> PlanowanieListener:
        """Return the game of a program that has received no commands yet."""
        return PlanowanieListener()

    def head(
        self, title: str | None, players: Sequence[str], seed: int, date: str
    ) -> Iterator[str]:
        """Yield the comments at the head of a log."""
        yield from head(Record(title=title, players=tuple(players), seed=seed, start_time=date))
        yield ARBITER

    def tail(self, fault: Fault) -> str:
        """Return the comment after a game that a fault ended."""
        return f"{COMMENT} fault: player {fault.player}: {fault.reason}: {fault.why}"

    def sent(self, seat: int, command: str) -> str:
        """Return a command to a seat, as a line of the log."""
        return words.sent(seat, command)

    def received(self, seat: int, line: str) -> str:
        """Return a line from a seat, as a line of the log."""
        return words.received(seat, line)

    def is_over(self, record: Record) -> bool:
        """Return whether a log includes the end of its game.

        If an arbiter is killed, its last command is not answered, and no comment says whose fault
        it was.
        """
        result = record.result
        return result is not None and (
            result.end == "complete" or (result.end == "fault" and result.reason != "unanswered")
        )


PROTOCOL = PlanowanieProtocol()


def _deck(text: str) -> Deck:
    if not text.isprintable():
        raise ValueError("the deck has invisible characters")
    try:
        return words.deck_of(text)
    except ValueError as why:
        raise ValueError(f"the deck: {why}") from None


def _plan(text: str) -> tuple[Planned, ...]:
    try:
        return words.plan_of(text)
    except ValueError as why:
        raise ValueError(f"the game: {why}") from None


def _tournament(players: int, deck: Deck) -> tuple[Planned, ...]:
    """Return the tournament's deals for which the deck has enough cards, led by each player in
    turn.
    """
    most = len(deck.ranks) * len(deck.suits) // max(players, 1)
    sizes = [each.cards for each in TOURNAMENT if each.cards <= most]
    if not sizes:
        raise ValueError(f"the deck has too few cards for {players} players")
    return tuple(Planned(cards, place % max(players, 1)) for place, cards in enumerate(sizes))
