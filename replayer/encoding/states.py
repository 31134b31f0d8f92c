"""The encoder of games that have none on an engine: it follows a round through the rules."""

from __future__ import annotations

from typing import Any

from ..rules import CHANCE, Action, Chance, Decision
from .encoder import Encoder
from .numbers import NOBODY


class StateEncoder(Encoder):
    """A round in progress, played by the rules of an `Encoding`, which writes the observations."""

    def __init__(self, encoding: Any, state: Any) -> None:
        super().__init__()
        self.encoding, self.state, self.start = encoding, state, encoding.rules.returns(state)
        self.begun: list[int] = []
        self.chosen: dict[int, Action] = {}
        self.drawn: list[Action] = []  # outcomes that `step` can take by their index
        self._find_seat()

    def _find_seat(self) -> None:
        node = self.encoding.rules.node(self.state)
        acting = node.players if isinstance(node, Decision) else ()
        self.seat = next((each for each in acting if each not in self.chosen), NOBODY)

    def copy(self) -> StateEncoder:
        """Return a copy that can be played independently."""
        other = StateEncoder(self.encoding, self.state)
        other.start, other.begun, other.chosen = self.start, self.begun[:], dict(self.chosen)
        other.seat, other.drawn = self.seat, self.drawn[:]
        return other

    def mask(self, out: bytearray, at: int) -> None:
        """Write 1 for each id that is legal for the seat."""
        for number in self.encoding.legal_actions(self.state, self.seat, self.begun):
            out[at + number] = 1

    def observe(self, out: bytearray, at: int, seat: int) -> None:
        """Write a seat's observation."""
        self.encoding.observe(self.state, seat, out, at)

    def reveal(self, out: bytearray, at: int) -> None:
        """Write what is hidden from some players."""
        self.encoding.reveal(self.state, out, at)

    def step(self, number: int) -> None:
        """Take a legal id, or the complement of the number of a chance outcome."""
        rules = self.encoding.rules
        if number < 0:
            self.state = rules.apply(self.state, {CHANCE: self._outcome(~number)}).state
        else:
            self.begun.append(number)
            action = self.encoding.decode(self.state, self.seat, self.begun)
            if action is None:
                return
            self.chosen[self.seat], self.begun = action, []
            self._find_seat()
            if self.seat != NOBODY:
                return
            self.state = rules.apply(self.state, self.chosen).state
        self.chosen = {}
        self._find_seat()

    def _outcome(self, number: int) -> Action:
        if self.drawn:
            return self.drawn[number]
        listed = self.encoding.rules.chance_outcomes(self.state) or ()
        return next(each for each in listed if self.encoding.outcome(self.state, each) == number)

    def returns(self) -> list[float] | None:
        """Return the points of each player in the round, or None until it is over."""
        rules = self.encoding.rules
        if isinstance(rules.node(self.state), Chance | Decision):
            return None
        ends = zip(rules.returns(self.state), self.start, strict=True)
        return [float(end - start) for end, start in ends]
