"""Vouches for sound games in SGF without making their records.

With a C compiler, this file is compiled with the types in `vouch.pxd`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ....replayer.check import Place
from ....replayer.go.check.check import check_handicap, check_header
from ....replayer.go.check.result import check_result
from ....replayer.go.engine.engine import Table
from ....replayer.go.engine.numbers import NONE
from ....replayer.go.options import Options
from ....replayer.go.record import Record, Round
from ....replayer.go.rules import GoRules
from ....replayer.go.score import MARKS
from ....replayer.go.state import State
from ....replayer.play.annotation import Annotation, Property
from ....replayer.play.start import Setup
from ...files.conflict import BEGINS, ENDS
from ...interface.notation import Counts
from . import values
from .scan import Scanner, key_number

_KO, _TB, _TW = map(key_number, ("KO", *MARKS))
_VALUE = re.compile(r"\[([^]]*+)\]")


def accept(data: bytes) -> Counts | None:
    """Return the counts of a game, or None if it cannot be vouched for."""
    if BEGINS in data or ENDS in data:
        return None
    try:
        data.decode()
    except UnicodeDecodeError:
        return None
    game = Vouching(data)
    return Counts(1, game.moves) if game.vouched() else None


class Vouching(Scanner):
    """A game without anything to report, not even a remark.

    For each open bracket, `firsts` is the first move after it, from which those of variations must
    differ, and `tables` is the position before that move.
    """

    options: Options
    table: Table
    tables: list[Table]
    firsts: list[int]
    is_main: bool
    moves: int
    first_table: Table
    last_table: Table
    arranged: bool
    marked: list[tuple[int, Property]]

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.tables, self.marked, self.firsts = [], [], []
        self.is_main, self.arranged, self.moves = True, False, 0

    def vouched(self) -> bool:
        """Return whether the whole text is such a game."""
        return self.game() and self.at == self.end and self._is_result()

    def begun(self) -> bool:
        """Begin with an empty board."""
        self.options, empty = _start(self.columns, self.rows, self.fields.get("RU", ""))
        self.table = empty.copy()
        self.table.forget()
        return True

    def put(self, point: int, stone: int) -> None:
        """Put a stone on the board, or remove it."""
        self.table.set_up(point, stone)

    def noded(self) -> bool:
        """Play the move of a node, or end its set-up."""
        table = self.table
        if self.move != NONE:
            if self.marked and self.is_main:  # before this node
                self.marked = [each for each in self.marked if each[0] == self.node_number]
            if not table.move(self.player, self.move):
                return False
            return not self.pending or self._differs()
        if self.is_setup or (self.rooting and "HA" in self.fields):
            # Changes after a move cause a note, and variations repeat those before it.
            if not self.rooting and (self.ply or self.depth or "HA" in self.fields):
                return False
            table.settle(self.turn, "HA" in self.fields)
            self.arranged = True
        if self.rooting:
            table.done = 0
            self.first_table = table.copy() if "HA" in self.fields else table
        return True

    def _differs(self) -> bool:
        """Return whether the first move of a line differs from the move that it replaces."""
        first = 2 * self.move + self.player
        if self.pending == 2:
            return self.firsts[self.depth - 1] != first
        self.firsts[self.depth - 1] = first
        return True

    def noted(self, key: int, first: int) -> bool:
        """Refuse marks of illegal kos (KO), and keep marks of territory in the main line."""
        if key == _KO:
            return False
        if self.is_main and key in (_TB, _TW) and self.rooting != 1:
            said = tuple(_VALUE.findall(self.data[first : self.at].decode()))
            self.marked.append((self.node_number, Property(key=MARKS[key == _TW], values=said)))
        return True

    def opened(self) -> bool:
        """Return to the position before the branch."""
        if self.pending == 1:
            del self.tables[self.depth :], self.firsts[self.depth :]
            self.tables.append(self.table.copy())
            self.firsts.append(NONE)
            return True
        self.table = self.tables[self.depth].copy()
        return True

    def closed(self) -> bool:
        """Remember the end of the main line."""
        if self.is_main:
            self.is_main = False
            self.last_table, self.moves = self.table, self.ply
        return True

    def _is_result(self) -> bool:
        """Return whether the fields are right, and a result is possible in the final position."""
        fields = self.fields
        handicap = values.handicap(fields["HA"]) if "HA" in fields else None
        marked = tuple([each for _, each in self.marked])
        notes = (Annotation(ply=0, properties=marked),) if marked else ()
        setup = Setup(position="") if self.arranged else None
        result = values.result(fields.get("RE", ""))
        played = Round(setup=setup, result=result, annotations=notes)
        record = Record(
            date=fields.get("DT"),
            komi=values.number(fields.get("KM", "")),
            handicap=handicap,
            rules=self.options,
            rounds=(played,),
        )
        place = Place(1)
        return not (
            any(check_header(record))
            or (handicap and any(check_handicap(record, played, State(self.first_table), place)))
            or any(check_result(record, played, State(self.last_table), place))
        )


@lru_cache(maxsize=64)
def _start(columns: int, rows: int, rules: str) -> tuple[Options, Table]:
    """Return the options with the name `rules`, and an empty board."""
    found = GoRules(columns=columns, rows=rows, options=values.rules(rules) or Options())
    return found.options, found.initial_state().table
