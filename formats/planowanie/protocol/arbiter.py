"""The protocol as an arbiter needs it: sets a game up, deals, and tells it to the programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from ....replayer.planowanie import GAME
from ....replayer.planowanie.check.well_formed import setup_breaches
from ....replayer.planowanie.deal import dealt
from ....replayer.planowanie.record import TOURNAMENT, Cards, Deck, Planned, Record
from ....replayer.planowanie.rules import PlanowanieRules
from ...interface.protocol import COMMENT, Fault, Silence
from . import words
from .comments import ARBITER, head
from .conversation import Conversation, Failure
from .listener import PlanowanieListener
from .teller import commands


class ArbitersConversation:
    """A game under way: what the arbiter knows of it, and the conversation about it."""

    def __init__(self, rules: PlanowanieRules, deals: Random) -> None:
        self.rules = rules
        self._deals = deals
        self._hands: list[tuple[Cards, ...]] = []
        self._conversation = Conversation(range(rules.players))
        self._left: Callable[[int], int] = lambda seat: 0

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the deals that are over."""
        return self._conversation.state.totals or (0,) * self.rules.players

    def commands(self, left: Callable[[int], int]) -> Mapping[int, Sequence[str]]:
        """What each seat is to be sent now; nothing where the game is over."""
        conversation, self._left = self._conversation, left
        if conversation.failure is not None or conversation.over:
            return {}
        if conversation.step.complete:
            conversation.advance()
            if conversation.step.name == "set_cards":
                action = self.rules.sample(conversation.state, self._deals)
                self._hands.append(dealt(action))
        due = ((seat, commands(conversation, self, seat)) for seat in conversation.step.waiting)
        return {seat: [each.line for each in some] for seat, some in due}

    def sent(self, seat: int, command: str) -> None:
        """A command goes to a seat."""
        name, *arguments = command.split(" ")
        self._conversation.sent(seat, words.Command(name, tuple(arguments)))

    def replied(self, seat: int, command: str, lines: Sequence[str]) -> Fault | None:
        """A seat replied to a command: the fault by which that ends the game, if it does."""
        name = command.partition(" ")[0]
        failure = self._conversation.replied(seat, name, words.reply(lines))
        return None if failure is None else self._fault(failure)

    def silent(self, seat: int, command: str, reason: Silence, why: str) -> Fault:
        """A seat will not reply to a command, by which the game ends."""
        name = command.partition(" ")[0]
        return self._fault(self._conversation.silent(seat, name, reason, why))

    def _fault(self, failure: Failure) -> Fault:
        state = self._conversation.asked_in
        trick = len(state.tricks) + 1 if state.phase == "play" else None
        place = {"deal": len(self._conversation.deals) or None, "trick": trick}
        return Fault(failure.seat, failure.command, failure.reason, failure.why, place)

    # What an arbiter knows

    def reaches(self, name: str, player: int) -> bool:
        """An arbiter goes on to the end of the game."""
        return True

    def hand(self, player: int) -> Cards | None:
        """The hand that a player is dealt in the deal under way."""
        return self._hands[-1][player]

    def clock(self, player: int) -> int | None:
        """The milliseconds that a player has left."""
        return self._left(player)

    def declaration(self, player: int) -> int | None:
        """What a player has answered in the deal under way."""
        return self._conversation.deal.bids[player]

    def card(self) -> str | None:
        """What the player in turn has answered."""
        return self._conversation.card


class PlanowanieProtocol:
    """How programs play Planowanie."""

    title = GAME.title
    notation = "planowanie/log"
    parting = words.QUIT

    def set_up(
        self, players: int, deck: str | None, plan: str | None
    ) -> Callable[[Random], ArbitersConversation]:
        """What begins a game, with the tournament's deck and deals unless others are given.

        `deck` is written as in `set_deck` (`V C`), `plan` as in `set_game` (`d c1 s1 …`). Raises
        ValueError where they make no game.
        """
        cards = Deck() if deck is None else _deck(deck)
        deals = _tournament(players, cards) if plan is None else _plan(plan)
        for _, breach in setup_breaches(Record(deck=cards, seats=players, plan=deals)):
            raise breach
        return partial(ArbitersConversation, PlanowanieRules(cards, players, deals))

    def listen(self) -> PlanowanieListener:
        """What a program knows that was told nothing yet."""
        return PlanowanieListener()

    def head(
        self, title: str | None, players: Sequence[str], seed: int, date: str
    ) -> Iterator[str]:
        """The comments at the head of a log."""
        yield from head(Record(title=title, players=tuple(players), seed=seed, start_time=date))
        yield ARBITER

    def tail(self, fault: Fault) -> str:
        """The comment behind a game that a fault ended."""
        return f"{COMMENT} fault: player {fault.player}: {fault.reason}: {fault.why}"

    def sent(self, seat: int, command: str) -> str:
        """A command to a seat, as a line of the log."""
        return words.sent(seat, command)

    def received(self, seat: int, line: str) -> str:
        """A line from a seat, as a line of the log."""
        return words.received(seat, line)

    def is_over(self, record: Record) -> bool:
        """Whether a log has the end of its game.

        An arbiter that is killed leaves a command that was not answered, and does not say whose
        fault it was.
        """
        result = record.result
        return result is not None and (
            result.end == "complete" or (result.end == "fault" and result.reason != "unanswered")
        )


PROTOCOL = PlanowanieProtocol()


def _deck(text: str) -> Deck:
    if not text.isprintable():
        raise ValueError("the deck has characters that cannot be seen")
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
    """The deals of the tournament, as far as there are cards, led by everybody in turn."""
    most = len(deck.ranks) * len(deck.suits) // max(players, 1)
    sizes = [each.cards for each in TOURNAMENT if each.cards <= most]
    if not sizes:
        raise ValueError(f"the deck has too few cards for {players} players")
    return tuple(Planned(cards, place % max(players, 1)) for place, cards in enumerate(sizes))
