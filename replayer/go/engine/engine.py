"""The rules of Go using integers: legal moves, captures, ko, repetition, area.

A move is the number of a point, row by row from the top left, or the number after the last one for
a pass. If there is a compiler, this file is compiled with the types in `engine.pxd`.

The board has a border, so that each point has four neighbours: the point in column `c` and row `r`
is at `(r + 1) * stride + c + 1`. Such a place is called `at` here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TypeAlias

from .numbers import (
    ALLOWED,
    BLACK,
    COLOUR_FIRST,
    EDGE,
    EMPTY,
    FORBIDDEN,
    FREE,
    GOES_ON,
    KO,
    LEGAL,
    NONE,
    OCCUPIED,
    OFF_BOARD,
    PASS_AFTER_END,
    PERHAPS_SUICIDE,
    PERHAPS_SUPERKO,
    POSITIONAL,
    SITUATION,
    SITUATIONAL,
    SUICIDE,
    SUPERKO,
    TWICE,
    UNKNOWN,
    WHITE,
)

_STACK = [0] * 2704
"""The places in a chain or an empty region, on a board of up to 52 by 52."""

_TAKEN = [0] * 2704
"""The places of the stones that the last move took."""

_EMPTY_SIEVE = [0] * 64
_ONE = 1

_SEEN = 4
"""Added to the contents of a point while a search visits it."""

_WORD = 0xFFFFFFFFFFFFFFFF
_GOLDEN, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

History: TypeAlias = "tuple[dict[int, int], int, History | None]"
"""Positions before a line left its parent: the parent's, their number, and any before those."""


def _key(number: int) -> int:
    """Return a fixed random number of 64 bits (SplitMix64)."""
    mixed = (number + 1) * _GOLDEN & _WORD
    mixed = (mixed ^ mixed >> 30) * _FIRST & _WORD
    mixed = (mixed ^ mixed >> 27) * _SECOND & _WORD
    return mixed ^ mixed >> 31


class Table:
    """A game in progress. Playing changes it: use `copy` to be able to go back.

    `board` has the contents of each place. `turn` is the player to move, and `last` is the player
    who moved last (NONE before the first move). `spot` is the place of the last move (0 for a
    pass). If it took a single stone, and recapturing at once would be a ko, `ko` is the place of
    that stone. `passes` counts the passes in a row, by players in turn. `prisoners` are the stones
    that each player has taken. `moved` counts moves and passes, and `done` counts all actions.

    `zobrist` is a hash of the board. `past` has the hash of each earlier position since the last
    change by an arbiter, with its number. The first `known` of them are those of this line, and
    `older` leads to those before it left its parent. A position whose bit in `sieve` is not set has
    not occurred, nor has one with a stone on a place that was not `used`. `repeated` says whether a
    position has occurred twice. `certain` is false if either player may begin.
    """

    columns: int
    rows: int
    stride: int
    steps: list[int]
    suicide: int
    superko: int
    board: bytearray
    turn: int
    last: int
    spot: int
    ko: int
    passes: int
    prisoners: list[int]
    moved: int
    done: int
    zobrist: int
    past: dict[int, int]
    known: int
    older: History | None
    sieve: list[int]
    used: bytearray
    repeated: bool
    certain: bool
    taken: int

    def __init__(
        self, columns: int, rows: int, suicide: int = UNKNOWN, superko: int = UNKNOWN
    ) -> None:
        self.columns, self.rows, self.stride = columns, rows, columns + 1
        self.suicide, self.superko = suicide, superko
        self.steps = [1, -1, columns + 1, -columns - 1]
        self.board = bytearray([EDGE]) * ((rows + 2) * self.stride + 1)
        for point in range(columns * rows):
            self.board[self.at(point)] = EMPTY
        self.turn, self.last, self.spot, self.ko, self.passes = 0, NONE, 0, 0, 0
        self.prisoners = [0, 0]
        self.moved, self.done, self.zobrist, self.taken = 0, 0, 0, 0
        self.certain = True
        self.forget()

    def copy(self) -> Table:
        """Return a copy of the game that can be played independently."""
        other = Table.__new__(Table)
        other.columns, other.rows, other.stride = self.columns, self.rows, self.stride
        other.steps, other.suicide, other.superko = self.steps[:], self.suicide, self.superko
        other.board = self.board[:]
        other.turn, other.last, other.spot, other.ko = self.turn, self.last, self.spot, self.ko
        other.passes, other.prisoners = self.passes, self.prisoners[:]
        other.moved, other.done, other.zobrist = self.moved, self.done, self.zobrist
        other.past, other.known, other.older = self.past, self.known, self.older
        other.sieve, other.used = self.sieve[:], self.used[:]
        other.repeated, other.certain, other.taken = self.repeated, self.certain, self.taken
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((self.zobrist, self.done))

    def _values(self) -> tuple[object, ...]:
        """Return everything that can differ between games on boards of one size."""
        course = (self.turn, self.last, self.spot, self.ko, self.passes, self.moved, self.done)
        return (bytes(self.board), course, list(self.prisoners), self.known, self.repeated)

    @property
    def over(self) -> bool:
        """Whether two passes in a row have ended play."""
        return self.passes > 1

    def at(self, point: int) -> int:
        """Return the place of a point."""
        return (point // self.columns + 1) * self.stride + point % self.columns + 1

    def point(self, at: int) -> int:
        """Return the point at a place."""
        return (at // self.stride - 1) * self.columns + at % self.stride - 1

    def stone(self, point: int) -> int:
        """Return the contents of a point: EMPTY, BLACK or WHITE."""
        return self.board[self.at(point)]

    # Legal moves

    def breach(self, player: int, move: int) -> int:
        """Return the first rule that a move breaks, or LEGAL: an error before a warning."""
        verdict = LEGAL
        if move != self.columns * self.rows:
            if not 0 <= move < self.columns * self.rows:
                return OFF_BOARD
            at = self.at(move)
            if self.board[at] != EMPTY:
                return OCCUPIED
            if not self._is_quiet(at):
                found = self._put(player, at)
                verdict = self._stone_breach(player, at, found)
                self._undo(player, at)
            if verdict != LEGAL and verdict != PERHAPS_SUICIDE and verdict != PERHAPS_SUPERKO:
                return verdict
        course = self._turn_breach(player, move)
        return course if course != LEGAL else verdict

    def legal(self, player: int) -> list[int]:
        """Return the legal moves of a player."""
        out = bytearray(self.columns * self.rows + 1)
        self.mask(player, out, 0)
        return [*compress(range(len(out)), out)]

    def mask(self, player: int, out: bytearray, start: int) -> None:
        """Write 1 for each legal move of a player, where there are zeros from `start` on."""
        board, points, move = self.board, self.columns * self.rows, 0
        if self._turn_breach(player, points) != LEGAL:
            return
        for row in range(1, self.rows + 1):
            for at in range(row * self.stride + 1, row * self.stride + self.columns + 1):
                if board[at] == EMPTY:
                    legal = self._is_quiet(at) or self.breach(player, move) == LEGAL
                    out[start + move] = legal
                move += 1
        out[start + points] = 1

    def repeats(self, player: int, move: int) -> bool:
        """Return whether a move repeats a position for the first time, which the rules allow."""
        if self.superko != FREE or self.repeated or move == self.columns * self.rows:
            return False
        at = self.at(move)
        self._put(player, at)
        found = self._occurred(self.zobrist)
        self._undo(player, at)
        return found

    def _turn_breach(self, player: int, move: int) -> int:
        """Return the warning or note that a move by this player causes now, or LEGAL."""
        if self.passes > 1:
            return PASS_AFTER_END if move == self.columns * self.rows else GOES_ON
        if self.last == player:
            return TWICE
        if player != self.turn and self.certain:
            return COLOUR_FIRST
        return LEGAL

    def _is_quiet(self, at: int) -> bool:
        """Return whether a stone has a liberty here, takes no ko and repeats nothing."""
        if self.used[at] and (self.superko != FREE or at == self.ko):
            return False
        board, stride = self.board, self.stride
        return (
            board[at + 1] == EMPTY
            or board[at - 1] == EMPTY
            or board[at + stride] == EMPTY
            or board[at - stride] == EMPTY
        )

    def _stone_breach(self, player: int, at: int, found: int) -> int:
        """Return the first rule that a move broke, now that its stone is on the board, or LEGAL."""
        if found < 0 and (self.suicide == FORBIDDEN or (found == -1 and self.suicide != ALLOWED)):
            return SUICIDE
        if at == self.ko and self.last == 1 - player and found > 0 and self.taken == 1:
            return KO  # this recaptures the stone that has just captured
        if self.superko == POSITIONAL and self._occurred(self.zobrist):
            return SUPERKO
        if self.superko == SITUATIONAL and self._occurred(self._situation(1 - player)):
            return SITUATION
        if found < 0 and self.suicide == UNKNOWN:
            return PERHAPS_SUICIDE
        if self.superko == UNKNOWN and not self.repeated and self._occurred(self.zobrist):
            return PERHAPS_SUPERKO
        return LEGAL

    def _put(self, player: int, at: int) -> int:
        """Put a stone on the board, and take chains without liberties.

        Return 1, or minus the number of the player's own stones that are taken.
        """
        board, own, other = self.board, player + 1, 2 - player
        board[at] = own
        self.zobrist ^= _key(2 * at + player)
        self.taken = 0
        free = False
        for side in range(4):
            there = board[at + self.steps[side]]
            if there == EMPTY:
                free = True
            elif there == other:
                self._take(at + self.steps[side], other)
        if free or self.taken or self._chain(at, own) == 0:
            return 1
        self._take(at, own)
        return -self.taken

    def _take(self, at: int, stone: int) -> None:
        """Take a chain if it has no liberty."""
        for index in range(self._chain(at, stone)):
            place = _STACK[index]
            self.board[place] = EMPTY
            self.zobrist ^= _key(2 * place + stone - 1)
            _TAKEN[self.taken] = place
            self.taken += 1

    def _undo(self, player: int, at: int) -> None:
        """Remove the last stone, and restore what it took: other stones, or its own chain."""
        stone = player + 1 if self.board[at] == EMPTY else 2 - player
        for index in range(self.taken):
            place = _TAKEN[index]
            self.board[place] = stone
            self.zobrist ^= _key(2 * place + stone - 1)
        self.board[at] = EMPTY
        self.zobrist ^= _key(2 * at + player)
        self.taken = 0

    def _chain(self, at: int, stone: int) -> int:
        """Find a chain without liberties: return its number of stones, or 0 if it has a liberty.

        Its places are then in `_STACK`.
        """
        board = self.board
        count, index, free = 1, 0, False
        _STACK[0] = at
        board[at] = stone + _SEEN
        while index < count and not free:
            place = _STACK[index]
            index += 1
            for side in range(4):
                near = place + self.steps[side]
                there = board[near]
                if there == EMPTY:
                    free = True
                elif there == stone:
                    board[near] = stone + _SEEN
                    _STACK[count] = near
                    count += 1
        for index in range(count):
            board[_STACK[index]] = stone
        return 0 if free else count

    # Consequences

    def act(self, player: int, move: int) -> None:
        """Make a move, legal or not, unless its point is not on the board."""
        if move == self.columns * self.rows:
            again = self.passes > 0 and self.last == player
            self.passes = 1 if again else self.passes + 1
            self.spot, self.ko, self.taken = 0, 0, 0
        else:
            at = self.at(move)
            self._lift(at)
            self._finish(player, at, self._put(player, at))
        self._next(player)

    def move(self, player: int, move: int) -> bool:
        """Make a move if it causes no error, warning or note; return whether it was made."""
        points = self.columns * self.rows
        if not 0 <= move <= points or self._turn_breach(player, move) != LEGAL:
            return False
        if move == points:
            self.act(player, move)
            return True
        at = self.at(move)
        if self.board[at] != EMPTY:
            return False
        found = self._put(player, at)
        repeats = self.superko == FREE and not self.repeated and self._occurred(self.zobrist)
        if repeats or self._stone_breach(player, at, found) != LEGAL:
            self._undo(player, at)
            return False
        self._finish(player, at, found)
        self._next(player)
        return True

    def _finish(self, player: int, at: int, found: int) -> None:
        """Record the stones taken by a stone that has been put on the board."""
        self.prisoners[player if found > 0 else 1 - player] += self.taken
        self.ko = _TAKEN[0] if found > 0 and self.taken == 1 else 0
        self.spot, self.passes, self.used[at] = at, 0, 1

    def _next(self, player: int) -> None:
        """End a player's move."""
        self.turn, self.last = 1 - player, player
        self.moved += 1
        self.done += 1
        self._remember()

    def _lift(self, at: int) -> None:
        """Remove a stone."""
        if self.board[at] != EMPTY:
            self.zobrist ^= _key(2 * at + self.board[at] - 1)
            self.board[at] = EMPTY

    def set_up(self, point: int, stone: int) -> None:
        """Change the contents of a point; call `settle` after all changes."""
        at = self.at(point)
        self._lift(at)
        if stone != EMPTY:
            self.board[at] = stone
            self.zobrist ^= _key(2 * at + stone - 1)

    def settle(self, turn: int, handicap: bool) -> None:
        """End an arbiter's changes: a player moves next, and earlier positions do not count.

        If `turn` is NONE, the stones determine it: White begins if all of them are black.
        """
        self.certain = True
        if turn == NONE:
            black, white = self.board.count(BLACK) > 0, self.board.count(WHITE) > 0
            if self.moved:
                turn, self.certain = self.turn, False
            else:
                turn = int(black and not white)
                self.certain = bool(turn) if handicap else not (black or white)
        self.turn = turn
        self.last, self.spot, self.ko, self.passes, self.taken = NONE, 0, 0, 0, 0
        self.done += 1
        self.forget()

    def forget(self) -> None:
        """Forget all positions before this one."""
        self.past, self.known, self.older, self.repeated = {}, 0, None, False
        self.sieve, self.used = _EMPTY_SIEVE[:], self.board[:]
        self._remember()

    # Earlier positions

    def _situation(self, turn: int) -> int:
        """Return the hash of the board with a player to move."""
        return self.zobrist ^ _key(turn) if self.superko == SITUATIONAL else self.zobrist

    def _occurred(self, key: int) -> bool:
        """Return whether a position occurred before in this line."""
        if not self.sieve[key >> 58] >> (key & 63) & 1:
            return False
        number = self.past.get(key, NONE)
        if 0 <= number < self.known:
            return True
        older = self.older
        while older is not None:
            number = older[0].get(key, NONE)
            if 0 <= number < older[1]:
                return True
            older = older[2]
        return False

    def _remember(self) -> None:
        """Add this position to the earlier ones."""
        key = self._situation(self.turn)
        if self._occurred(key):
            self.repeated = self.repeated or self.spot > 0
        else:
            before = 0 if self.older is None else self.older[1]
            if len(self.past) > self.known - before:
                # Another line has continued from here: leave its positions alone.
                self.older = (self.past, self.known, self.older)
                self.past = {}
            self.past[key] = self.known
            self.known += 1
            self.sieve[key >> 58] |= _ONE << (key & 63)

    # The board

    def write_stones(self, stone: int, out: bytearray, start: int) -> None:
        """Write 1 for each point with this content, where there are zeros from `start` on."""
        for row in range(1, self.rows + 1):
            for at in range(row * self.stride + 1, row * self.stride + self.columns + 1):
                if self.board[at] == stone:
                    out[start] = 1
                start += 1

    def area(self) -> int:
        """Return Black's area minus White's, if all stones live (Tromp-Taylor)."""
        board, total = self.board, 0
        for at in range(len(board)):
            there = board[at]
            if there == BLACK:
                total += 1
            elif there == WHITE:
                total -= 1
            elif there == EMPTY:
                total += self._region(at)
        for at in range(len(board)):
            if board[at] == EMPTY + _SEEN:
                board[at] = EMPTY
        return total

    def _region(self, at: int) -> int:
        """Mark an empty region as seen, and return its size if only Black borders on it.

        The size is negative if only White does, and 0 if both or neither do.
        """
        board = self.board
        count, index, borders = 1, 0, 0
        _STACK[0] = at
        board[at] = EMPTY + _SEEN
        while index < count:
            place = _STACK[index]
            index += 1
            for side in range(4):
                near = place + self.steps[side]
                there = board[near]
                if there == EMPTY:
                    board[near] = EMPTY + _SEEN
                    _STACK[count] = near
                    count += 1
                elif there == BLACK or there == WHITE:  # noqa: SIM109  # a set is slow when compiled
                    borders |= there
        return count if borders == BLACK else -count if borders == WHITE else 0


def play(table: Table, players: Sequence[int], moves: Sequence[int]) -> int:
    """Play moves up to the first one that causes an error, a warning or a note.

    This changes the table. Return the number of moves played.
    """
    for taken, move in enumerate(moves):
        if not table.move(players[taken], move):
            return taken
    return len(moves)
