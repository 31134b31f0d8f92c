"""The rules of Go: whose turn it is, legal moves, and their consequences.

The rules themselves are in `engine`; this module adds notation, reasons and observations.

Sources: the rules named in `options`; SGF FF[4] for records (red-bean.com/sgf). `docs/go.md` lists
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from operator import itemgetter
from sys import intern
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from ..play.annotation import Annotation
from ..play.start import Setup
from ..replay.round import endless, most_plies
from ..rules import (
    CHANCE,
    Action,
    Decision,
    IllegalAction,
    Node,
    Terminal,
    Transition,
    broken,
    illegal,
)
from . import codes
from .engine.encoder import Change, change_position
from .engine.engine import Table
from .engine.numbers import BLACK, EMPTY, NONE, UNKNOWN, WHITE
from .engine.numbers import KO as KO_BREACH
from .options import Options
from .points import (
    COLOURS,
    HEADS,
    MOST,
    NAMES,
    PASS,
    SETUP,
    Setting,
    actor,
    labelled,
    place,
    point,
    setting,
    size_in_words,
)
from .state import State, point_at

if TYPE_CHECKING:
    from random import Random

    from ..beliefs.dice import Dice
    from ..beliefs.playouts import PlayedOut

_OVER = Terminal()
_TURNS = (Decision((0,)), Decision((1,)))
_SUICIDES = {"forbidden": 0, "several": 1, "allowed": 2, None: UNKNOWN}
_SUPERKOS = {"none": 0, "positional": 1, "situational": 2, None: UNKNOWN}
_STONES = (BLACK, WHITE, EMPTY)

KO_PROPERTY = "KO"
"""The SGF property which says that a move was made although it is illegal."""


class GoRules(Struct, frozen=True, kw_only=True):
    """Go for two players, Black and White, on a board of any size up to 52 by 52."""

    players: int = 2
    columns: int = 19
    rows: int = 19
    komi: Fraction = Fraction(0)
    handicap: int | None = None
    options: Options = Options()

    def initial_state(self) -> State:
        """Return the empty board."""
        columns, rows = (min(max(each, 1), MOST) for each in (self.columns, self.rows))
        options = self.options
        return State(Table(columns, rows, _SUICIDES[options.suicide], _SUPERKOS[options.superko]))

    def start(self, setup: Setup | None) -> State:
        """Return the state in which a game begins; raises IllegalAction for a wrong position."""
        state = self.initial_state()
        if setup is None and self.handicap is None:
            return state
        setup = setup or Setup(position="")
        found, table = self._setting(state, setup.position), state.table.copy()
        if setup.to_act in (0, 1):
            found = replace(found, turn=COLOURS[setup.to_act])
        change_position(table, self._numbered(table, found))
        table.done = 0
        return State(table)

    def next_round(self, end: State) -> None:
        """Return None: a match is a single game."""
        return None

    def node(self, state: State) -> Node:
        """Return the node of the player to move, until two passes in a row end play."""
        return _OVER if state.table.over else _TURNS[state.table.turn]

    def returns(self, state: State) -> Sequence[Fraction]:
        """Return the difference of the areas with komi, as if all stones live (Tromp-Taylor)."""
        if not state.table.over:
            return (Fraction(0), Fraction(0))
        margin = state.table.area() - self.komi
        return (margin, -margin)

    # Chance: nothing is dealt in Go, but a record may change the position

    def chance_outcomes(self, state: State) -> None:
        """Return None: nothing is left to chance."""
        return None

    def sample(self, state: State, rng: Random) -> Action:
        """Never called: nothing is left to chance."""
        raise NotImplementedError

    # Legal moves

    def legal_actions(self, state: State, player: int) -> Sequence[Action]:
        """Return the legal moves of the player to move: points, and a pass."""
        table = state.table
        if table.over or player != table.turn:
            return ()
        words = move_words(table.columns, table.rows)[player]
        return [*map(words.__getitem__, table.legal(player))]

    def verify(self, state: State, player: int, action: Action) -> None:
        """Raise IllegalAction for the broken rule, if any."""
        table = state.table
        if player == CHANCE and actor(action) == CHANCE:
            self._setting(state, action[len(SETUP) :])
            return
        found = _numbers(table.columns, table.rows).get(action)
        if found is None or found[0] != player:
            raise self._nonsense(table, player, action)
        breach = table.breach(player, found[1])
        if breach:
            raise _broken(table, player, found[1], breach)

    def actor(self, state: State, action: Action) -> int:
        """Return the player whose colour is written, or CHANCE for a change of the position.

        A move without a colour is by the player to move.
        """
        return _actor(action, state.table.turn)

    def misspelt(self, state: State, turn: int, action: Action) -> tuple[int, IllegalAction | None]:
        """Return the player of an action, and why it is not a move in any position, if so.

        A move without a colour is by the player whose `turn` it is.
        """
        player = _actor(action, turn)
        if player == CHANCE or action in _numbers(state.table.columns, state.table.rows):
            return player, None
        return player, self._nonsense(state.table, player, action)

    def parse(self, state: State, player: int, spelled: str) -> Action:
        """Return the move meant by a point with or without a colour, as on boards or in records."""
        table = state.table
        known = spelled in _numbers(table.columns, table.rows)
        return spelled if known else _meant(table, player, spelled) or spelled

    def remarks(self, state: State, player: int, action: Action) -> Iterator[IllegalAction]:
        """Yield notes about changes of the position, repetitions, and intended illegal kos."""
        table = state.table
        if player == CHANCE:
            if table.moved and action != SETUP:
                yield illegal(codes.SET_UP_LATER)
            return
        move = _numbers(table.columns, table.rows)[action][1]
        word = labelled(action.split(" ")[1], table.rows)
        if table.breach(player, move) == KO_BREACH:
            yield illegal(codes.KO_ALLOWED, word=word)
        elif table.repeats(player, move):
            yield illegal(codes.REPETITION, word=word)

    def fouls(self, annotations: Sequence[Annotation]) -> Mapping[int, str]:
        """Return the plies at which the record says that an illegal ko was taken on purpose."""
        return {
            each.ply: codes.KO.code
            for each in annotations
            if each.ply
            and each.properties
            and any(said.key == KO_PROPERTY for said in each.properties)
        }

    def _nonsense(self, table: Table, player: int, action: Action) -> IllegalAction:
        """Return the reason why an action is not a move of this player on this board."""
        colour, _, word = action.partition(" ")
        expected = f"{COLOURS[player]} cc" if player in (0, 1) else "B cc"
        if colour in COLOURS and COLOURS.index(colour) == player and place(word) is not None:
            return illegal(codes.OFF_BOARD, word=word, size=_size(table))
        if action in _numbers(table.columns, table.rows) and player in (0, 1):
            name, other = NAMES[player], NAMES[1 - player]
            return illegal(codes.NO_ACTION, 2, word=action, name=name, other=other)
        meant = _meant(table, player, action)
        known = _numbers(table.columns, table.rows).get(meant or "")
        if known is None or known[0] != player:
            return illegal(codes.NO_ACTION, word=action, expected=expected)
        return illegal(codes.NO_ACTION, word=action, expected=meant, meant=meant)

    def play_out(self, state: State, times: int, dice: Dice) -> PlayedOut:
        """Return the results of games played out at random from a state."""
        from ..beliefs.playouts import PlayedOut
        from .engine.playout import play_outs

        try:
            moves, areas = play_outs(state.table, times, most_plies(self), dice)
        except OverflowError:
            raise endless(self) from None
        margins = [area - self.komi for area in areas]
        return PlayedOut(moves, [(margin, -margin) for margin in margins])

    # Set-ups

    def _setting(self, state: State, words: str) -> Setting:
        """Return a change of the position; raises IllegalAction if it is wrong."""
        table = state.table
        try:
            found = setting(words)
        except ValueError as part:
            expected = "B, W or empty with points, or turn with B or W, with ; between them"
            raise illegal(codes.NO_ACTION, 1, word=str(part), expected=expected) from None
        seen = set[str]()
        for _, each in found.stones:
            column, row = place(each) or (0, 0)
            if column >= table.columns or row >= table.rows:
                raise illegal(codes.OFF_BOARD, word=each, size=_size(table))
            if each in seen:
                raise illegal(codes.SET_UP_TWICE, word=labelled(each, table.rows))
            seen.add(each)
        return found

    def change(self, table: Table, action: Action) -> Change:
        """Return a legal change of the position as numbers."""
        return self._numbered(table, setting(action[len(SETUP) :]))

    def _numbered(self, table: Table, change: Setting) -> Change:
        places = ((_STONES[number], place(each) or (0, 0)) for number, each in change.stones)
        stones = [(row * table.columns + column, stone) for stone, (column, row) in places]
        turn = NONE if change.turn is None else COLOURS.index(change.turn)
        return stones, turn, self.handicap is not None

    # Consequences

    def apply(self, state: State, actions: Mapping[int, Action]) -> Transition[State]:
        """Make a move, or change the position."""
        ((player, action),) = actions.items()
        table = state.table.copy()
        if player == CHANCE:
            change_position(table, self.change(table, action))
            return Transition(State(table), {"setup": action[len(SETUP) :].strip()}, {})
        move = _numbers(table.columns, table.rows)[action][1]
        table.act(player, move)
        seen = {"player": player, "move": action.split(" ")[1], "taken": table.taken}
        return Transition(State(table), seen, {})


@lru_cache(maxsize=16)
def move_words(columns: int, rows: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the moves of both players on a board, in the order of their numbers."""
    points = [point(column, row) for row in range(rows) for column in range(columns)]
    black, white = (tuple(intern(f"{each} {word}") for word in (*points, PASS)) for each in COLOURS)
    return black, white


@lru_cache(maxsize=16)
def _numbers(columns: int, rows: int) -> Mapping[str, tuple[int, int]]:
    """Return the player and the number of each move on a board."""
    return {
        word: (player, move)
        for player, words in enumerate(move_words(columns, rows))
        for move, word in enumerate(words)
    }


_POINT = re.compile(
    r"\s*(?:([bw])\s+|([bw])(?=pass|[a-z]{2}\s*$))?(pass|[a-z]{2}|[a-z][1-9][0-9]?)\s*",
    re.IGNORECASE,
)
"""A point or a pass, with an optional colour."""


def _actor(action: Action, turn: int) -> int:
    found = _POINT.fullmatch(action)
    return actor(action) if found is None or found[1] or found[2] else turn


def _meant(table: Table, player: int, action: Action) -> Action | None:
    """Return the move that a misspelt word certainly means.

    >>> table = Table(9, 9)
    >>> [_meant(table, 0, each) for each in ("wcc", "W  Pass", "cc", "C7", "W c7", "I7", "k1")]
    ['W cc', 'W pass', 'B cc', 'B cc', 'W cc', None, None]
    """
    found = _POINT.fullmatch(action)
    if found is None:
        return None
    word = found[3]
    if word.lower() == PASS:
        word = PASS
    elif word[1].isdigit():
        head, row = word[0].upper(), table.rows - int(word[1:])
        if head not in HEADS[: table.columns] or row < 0:
            return None
        word = point(HEADS.index(head), row)
    colour = found[1] or found[2]
    return f"{colour.upper() if colour else COLOURS[player]} {word}"


def numbers(table: Table, actions: Sequence[Action]) -> tuple[list[int], list[int]]:
    """Return the players and moves of actions up to the first one that is not a move."""
    known = _numbers(table.columns, table.rows)
    found = [*filter(None, takewhile(bool, map(known.get, actions)))]
    return [*map(itemgetter(0), found)], [*map(itemgetter(1), found)]


def _size(table: Table) -> str:
    return size_in_words(table.columns, table.rows)


def _broken(table: Table, player: int, move: int, breach: int) -> IllegalAction:
    word = move_words(table.columns, table.rows)[player][move].split(" ")[1]
    stone = ("black", "white")[player]
    if breach % 1000 == 103:
        stone = "black" if table.stone(move) == BLACK else "white"
    facts = {
        "word": labelled(word, table.rows),
        "stone": stone,
        "name": NAMES[player],
        "other": NAMES[1 - player],
        "taker": labelled(point_at(table, table.spot) or "", table.rows),
    }
    return broken(codes.LETTER, breach, **facts)
