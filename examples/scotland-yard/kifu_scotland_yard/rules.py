"""The rules of a small Scotland Yard.

Mr. X (player 0) and two detectives (both are player 1) move between stations, along a line by taxi,
bus or underground. Mr. X's moves are secret: the detectives see only his ticket, except in the
rounds in which he shows himself. He wins if they have not caught him after the last round.

Sources: "Scotland Yard" (Ravensburger, 1983); Nijssen and Winands, "Monte Carlo Tree Search for the
Hide-and-Seek Game Scotland Yard" (2012).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from kifu.replayer.rules import (
    CHANCE,
    Action,
    Chance,
    Decision,
    IllegalAction,
    Node,
    Observation,
    Terminal,
    Transition,
)

from . import codes
from .board import DETECTIVES, LINES, STARTS, TICKETS

HIDDEN = "?"
MOVERS = 3
"""Mr. X and the detectives, who move in this order."""
MOST_ROUNDS = 8


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The options of a match: the rounds of a game, and those in which Mr. X shows himself."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 3
    reveals: tuple[Annotated[int, Meta(ge=1, le=MOST_ROUNDS)], ...] = (2,)


class State(Struct, frozen=True):
    """The state of a game: Mr. X's start (empty before it is drawn), and all moves, in order.

    A move is a ticket and a station (`Td2`). `?` stands for a station that the detectives do not
    know. `totals` are the points so far.
    """

    options: Options = Options()
    start: str = ""
    moves: tuple[Action, ...] = ()
    totals: tuple[int, int] = (0, 0)

    @property
    def mover(self) -> int:
        """The next to move: 0 is Mr. X, 1 and 2 are the detectives."""
        return len(self.moves) % MOVERS

    @property
    def player(self) -> int:
        """The player who moves."""
        return min(self.mover, 1)

    @property
    def detectives(self) -> tuple[str, str]:
        """The stations of both detectives."""
        return self.station(1), self.station(2)

    @property
    def caught(self) -> bool:
        """Whether Mr. X is caught: a detective has come to his station, or he cannot move."""
        here = self.station(0)
        stuck = self.mover == 0 and here in LINES and not self._played and not self.ways()
        return here in self.detectives or stuck

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._played or self.caught

    @property
    def points(self) -> tuple[int, int]:
        """The points of each player in a finished game."""
        return (-1, 1) if self.caught else (1, -1)

    @property
    def _played(self) -> bool:
        return len(self.moves) == MOVERS * self.options.rounds

    def station(self, mover: int) -> str:
        """Return the station of Mr. X or a detective."""
        moves = self.moves[mover::MOVERS]
        return moves[-1][1:] if moves else (self.start, *DETECTIVES)[mover]

    def ways(self) -> list[Action]:
        """Return the moves along free lines of the next to move, if its station is known."""
        lines = LINES.get(self.station(self.mover), {})
        return [ticket + end for end, ticket in lines.items() if not self.is_taken(end)]

    def is_taken(self, station: str) -> bool:
        """Return whether a detective, other than the one to move, is at a station."""
        return any(self.station(each) == station for each in {1, 2} - {self.mover})

    def shows(self, number: int) -> bool:
        """Return whether Mr. X shows himself in the round of a move, counted from 0."""
        return number // MOVERS + 1 in self.options.reveals

    @property
    def public(self) -> State:
        """The state as the detectives know it."""
        if self.over:
            return self
        seen = [
            move[0] + HIDDEN if at % MOVERS == 0 and not self.shows(at) else move
            for at, move in enumerate(self.moves)
        ]
        return replace(self, start=self.start and HIDDEN, moves=tuple(seen))

    def worlds(self) -> list[State]:
        """Return all states that the detectives cannot tell from this one, as they know it."""
        found = [
            replace(self, start=start, moves=())
            for start in STARTS
            if self.start in (start, HIDDEN)
        ]
        for number, move in enumerate(self.moves):
            secret = number % MOVERS == 0
            found = [
                replace(world, moves=(*world.moves, way))
                for world in found
                if not world.over
                for way in (world.agreeing(move) if secret else [move])
            ]
        return [world for world in found if world.over == self.over]

    def agreeing(self, move: Action) -> list[Action]:
        """Return Mr. X's possible moves that look like a move that may be hidden."""
        return [way for way in self.ways() if move in (way, way[0] + HIDDEN)]


class ScotlandYardRules(Struct, frozen=True):
    """Scotland Yard. Mr. X's start is a station (`e1`), a move a ticket and a station (`Td2`)."""

    options: Options = Options()
    players: int = 2

    def initial_state(self) -> State:
        """Return the state at the beginning of a match."""
        return State(self.options)

    def next_round(self, end: State) -> State:
        """Return the next game, which keeps the points; a match never has to end."""
        return State(self.options, totals=end.totals)

    def node(self, state: State) -> Node:
        """Return the node: chance draws Mr. X's start, then he and the detectives move in turn."""
        if not state.start:
            return Chance()
        return Terminal() if state.over else Decision((state.player,))

    def chance_outcomes(self, state: State) -> Mapping[Action, Fraction]:
        """Return Mr. X's possible starts, which are all equally likely."""
        return {start: Fraction(1, len(STARTS)) for start in STARTS}

    def sample(self, state: State, rng: Random) -> Action:
        """Return one of the starts."""
        return rng.choice(STARTS)

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Return the moves along free lines if it is the player's turn, and nothing otherwise."""
        return state.ways() if self._moves(state, player) else []

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction if a rule forbids the action. Mr. X's stations may be hidden."""
        if player == CHANCE:
            if action not in (*STARTS, HIDDEN):
                why = f"Mr. X cannot start at {action!r}: expected one of {', '.join(STARTS)}"
                raise IllegalAction(codes.WRONG_START, why)
            return
        if not self._moves(state, player):
            raise IllegalAction(codes.NO_MOVE, f"it is not player {player}'s turn")
        ticket, end = action[:1], action[1:]
        if ticket not in TICKETS or end not in (*LINES, *[HIDDEN] * (1 - player)):
            why = f"{action!r} is not a ticket (T, B or U) and a station, such as `Td2`"
            raise IllegalAction(codes.NO_MOVE, why)
        lines = LINES.get(state.station(state.mover))
        if lines is not None and end != HIDDEN:
            _check_line(state, lines, ticket, end)
        if state.start == HIDDEN:
            _check_possible(state, action)
        elif end == HIDDEN:
            why = "the station is hidden, although Mr. X's start is given"
            raise IllegalAction(codes.WRONG_VIEW, why)

    def _moves(self, state: State, player: int) -> bool:
        node = self.node(state)
        return isinstance(node, Decision) and player in node.players

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Carry out the draw of Mr. X's start, or a move."""
        ((player, action),) = actions.items()
        if player == CHANCE:
            return Transition(replace(state, start=action), {}, {0: {"start": action}})
        after = replace(state, moves=(*state.moves, action))
        public: Observation = {"player": player, "move": action}
        private: Mapping[int, Observation] = {}
        if state.mover == 0 and not state.shows(len(state.moves)):
            private = {0: public}
            public = {"player": player, "move": action[0] + HIDDEN}
        if after.over:
            before, won = state.totals, after.points
            after = replace(after, totals=(before[0] + won[0], before[1] + won[1]))
            public = {**public, "path": [after.start, *after.moves[::MOVERS]]}
        return Transition(after, public, private)

    def returns(self, state: State) -> tuple[int, int]:
        """Return the points of each player in the match."""
        return state.totals


def _check_line(state: State, lines: Mapping[str, str], ticket: str, end: str) -> None:
    """Raise IllegalAction unless the next to move can take a line to a station."""
    here = state.station(state.mover)
    if end not in lines:
        ends = ", ".join(way[1:] for way in state.ways())
        why = f"there is no line from {here} to {end}: expected one of {ends}"
        raise IllegalAction(codes.NO_LINE, why)
    if ticket != lines[end]:
        needed, used = TICKETS[lines[end]], TICKETS[ticket]
        why = f"the line from {here} to {end} is for {needed}, not {used}"
        raise IllegalAction(codes.WRONG_TICKET, why, meant=lines[end] + end)
    if state.is_taken(end):
        raise IllegalAction(codes.TAKEN, f"a detective is at {end}")


def _check_possible(state: State, action: Action) -> None:
    """Raise IllegalAction unless what the detectives have seen allows a move."""
    worlds = state.worlds()
    if state.mover == 0 and not any(world.agreeing(action) for world in worlds):
        why = f"Mr. X cannot have been anywhere that allows {action}"
        raise IllegalAction(codes.IMPOSSIBLE, why)
    hidden = state.mover and state.station(0) == HIDDEN
    if hidden and all(world.station(0) == action[1:] for world in worlds):
        why = f"Mr. X can only have been at {action[1:]}, so this move would have caught him"
        raise IllegalAction(codes.IMPOSSIBLE, why)


def with_path(moves: Sequence[Action], path: Sequence[str]) -> tuple[str, tuple[Action, ...]]:
    """Return Mr. X's start, and all moves with his own replaced by those of a path.

    A path consists of his start and his moves.
    """
    opened = list(moves)
    opened[::MOVERS] = path[1:]
    return path[0], tuple(opened)
