"""A game of Planowanie between programs: the arbiter.

It asks for what only programs can say, holds it against the rules, and tells everybody. Source: the
rules of the tournament of 2009, "Protokół"; `docs/planowanie.md`.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from msgspec import Struct

from ..formats.planowanie.protocol.words import (
    COMMENT,
    command,
    deck_words,
    hand_words,
    plan_words,
    received,
    sent,
)
from ..replayer.game import CHANCE, Action, IllegalAction
from ..replayer.planowanie.record import Reason
from ..replayer.planowanie.rules import PlanowanieRules
from ..replayer.planowanie.state import State
from .judge import judged
from .processes.exchange import Event, Missing, Replied, Sent, exchange
from .processes.seat import Failed, Seat

PARTING = 1.0
"""The seconds in which a program may answer `quit` and end by itself."""

_LONGEST = 200
"""The most characters of an explanation."""

Lines: TypeAlias = Generator[str, None, None]
Decisions: TypeAlias = dict[int, Action]


class Fault(Struct, frozen=True):
    """What ended a game early: whose fault it was, why, and where.

    `deal` and `trick` count from 1, and are None before the first. `line` is that of the log: of
    the reply, or of the command that was not answered.
    """

    player: int
    reason: Reason
    why: str
    deal: int | None
    trick: int | None
    command: str
    line: int


class _Over(Exception):
    """A fault has ended the game."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.why)
        self.fault = fault


class Match:
    """One game between the programs of seats; `lines` is how many its log has already.

    `fault` is what ended it early.
    """

    def __init__(
        self, rules: PlanowanieRules, seats: Sequence[Seat], deals: Random, lines: int = 0
    ) -> None:
        self.fault: Fault | None = None
        self._rules = rules
        self._seats = seats
        self._deals = deals
        self._state = rules.initial_state()
        self._lines = lines
        self._unanswered: dict[int, int] = {}
        """The line of the command that a seat has not answered."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the deals that are finished."""
        return self._state.totals

    def play(self) -> Lines:
        """Play the game, and yield each line of its log before it becomes true."""
        for line in self._whole():
            self._lines += 1
            yield line

    def _whole(self) -> Lines:
        try:
            yield from self._game()
        except _Over as over:
            self.fault = over.fault
            self._seats[over.fault.player].kill()
        yield from self._part()
        if self.fault is not None:
            at_fault = f"player {self.fault.player}: {self.fault.reason}"
            yield f"{COMMENT} fault: {at_fault}: {self.fault.why}"

    # The scheme of the communication

    def _game(self) -> Lines:
        rules = self._rules
        yield from self._tell(command("set_deck", *deck_words(rules.deck)))
        yield from self._step(
            {seat: [command("set_players", rules.players, seat)] for seat in range(rules.players)}
        )
        yield from self._tell(command("set_game", *plan_words(rules.plan)))
        following: State | None = self._state
        while following is not None:
            self._state = following
            yield from self._deal()
            following = rules.next_round(self._state)

    def _deal(self) -> Lines:
        players = range(self._rules.players)
        self._apply({CHANCE: self._rules.sample(self._state, self._deals)})
        hands = self._state.hands
        yield from self._step(
            {seat: [command("set_cards", *hand_words(hands[seat]))] for seat in players}
        )
        said = yield from self._ask("gen_declare", players)
        for player in players:
            yield from self._tell(command("declare", player, said[player]))
        self._apply(said)
        while self._state.phase == "play":
            turn = self._state.turn
            moved = yield from self._ask("gen_move", [turn])
            try:
                yield from self._tell(command("play", turn, moved[turn]))
            finally:
                # The card is played, whoever fails to take note of it.
                self._apply(moved)

    def _part(self) -> Lines:
        """Let the programs end by themselves. What they answer now changes nothing."""
        deadline = time.monotonic() + PARTING
        living = [seat for seat in self._seats if not seat.ended]
        # Their next reply is the one that the fault did not wait for.
        pending = set(self._unanswered)
        for seat in living:
            seat.left = PARTING
        for event in exchange({seat: ["quit"] for seat in living}):
            number = event.seat.number
            if isinstance(event, Sent):
                yield sent(number, event.command)
            elif isinstance(event, Replied) and number not in pending and _is_proper(event):
                yield from _received(event)
        for seat in living:
            seat.hang_up()
        for seat in living:
            seat.wait(deadline)

    # Its steps

    def _apply(self, actions: Mapping[int, Action]) -> None:
        self._state = self._rules.apply(self._state, actions).state

    def _tell(self, line: str) -> Lines:
        """Send everybody the same."""
        yield from self._step({seat: [line] for seat in range(self._rules.players)})

    def _ask(self, name: str, players: Iterable[int]) -> Generator[str, None, Decisions]:
        """Ask players for a decision, all at once, each with the time that is left."""
        left = {player: int(self._seats[player].left * 1000) for player in players}
        return (
            yield from self._step(
                {player: [command("time_left", left[player]), command(name)] for player in left}
            )
        )

    def _step(self, work: Mapping[int, Sequence[str]]) -> Generator[str, None, Decisions]:
        """Send commands; return what was decided in reply. Raises _Over."""
        decided: Decisions = {}
        for event in exchange({self._seats[number]: each for number, each in work.items()}):
            number = event.seat.number
            match event:
                case Sent():
                    yield sent(number, event.command)
                    self._unanswered[number] = self._lines
                case Missing():
                    raise self._over(event, event.failed, self._unanswered[number])
                case Replied():
                    line = self._lines + 1
                    yield from _received(event)
                    del self._unanswered[number]
                    try:
                        decision = judged(event.command, event.lines)
                        if decision is not None:
                            self._rules.verify(self._state, number, decision)
                            decided[number] = decision
                    except IllegalAction as breach:
                        raise self._over(event, Failed("invalid", str(breach)), line) from None
                    except Failed as failed:
                        raise self._over(event, failed, line) from None
        return decided

    def _over(self, event: Event, failed: Failed, line: int) -> _Over:
        state, why = self._state, str(failed)
        dealt, played = state.phase in ("declare", "play"), state.phase == "play"
        return _Over(
            Fault(
                player=event.seat.number,
                reason=failed.reason,
                why=why if len(why) <= _LONGEST else f"{why[:_LONGEST]}…",
                deal=state.number + 1 if dealt else None,
                trick=len(state.tricks) + 1 if played else None,
                command=event.command.partition(" ")[0],
                line=line,
            )
        )


def _received(event: Replied) -> Iterator[str]:
    """A reply in the log, with the empty line that ends it."""
    for line in (*event.lines, ""):
        yield received(event.seat.number, line)


def _is_proper(event: Replied) -> bool:
    try:
        judged(event.command, event.lines)
    except Failed:
        return False
    return True
