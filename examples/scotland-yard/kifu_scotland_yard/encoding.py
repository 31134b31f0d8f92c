"""The encoding of Scotland Yard for programs that learn."""

from __future__ import annotations

from kifu.replayer.encoding.encoding import Encoding
from kifu.replayer.encoding.fields import Field, Layout
from kifu.replayer.game import Game
from kifu.replayer.rules import Rules

from .board import LINES, STARTS, TICKETS
from .record import Record
from .rules import MOVERS, State

STATIONS, KINDS = tuple(LINES), tuple(TICKETS)


class ScotlandYardEncoding(Encoding[Record, State]):
    """Ids are the tickets with the stations that they lead to."""

    names = tuple(sorted({ticket + end for ends in LINES.values() for end, ticket in ends.items()}))
    perfect = Layout((Field("station", (len(STATIONS),), about="the station of Mr. X"),))
    min_utility, max_utility, utility_sum = -1, 1, 0
    max_chance_outcomes = len(STARTS)
    perfect_recall = True

    def __init__(self, game: Game[Record, State], rules: Rules[State]) -> None:
        super().__init__(game, rules)
        self.max_game_length = most = MOVERS * rules.initial_state().options.rounds
        self.observation = Layout(
            (
                Field("start", (len(STATIONS),), about="Mr. X's start, if the seat knows it"),
                Field("tickets", (most, len(KINDS)), about="the ticket of each move: T, B, U"),
                Field("stations", (most, len(STATIONS)), about="its station, if the seat knows it"),
            )
        )

    def observe(self, state: State, player: int, out: bytearray, at: int) -> None:
        """Write Mr. X's start and all moves, as far as the player knows them."""
        seen = state if player == 0 else state.public
        self._station(seen.start, out, at)
        tickets = at + len(STATIONS)
        stations = tickets + self.max_game_length * len(KINDS)
        for number, move in enumerate(seen.moves):
            out[tickets + number * len(KINDS) + KINDS.index(move[0])] = 1
            self._station(move[1:], out, stations + number * len(STATIONS))

    def reveal(self, state: State, out: bytearray, at: int) -> None:
        """Write Mr. X's station."""
        self._station(state.station(0), out, at)

    def _station(self, name: str, out: bytearray, at: int) -> None:
        if name in STATIONS:
            out[at + STATIONS.index(name)] = 1
