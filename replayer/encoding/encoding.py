"""The encoding of a game: the interface, and what follows from it for every game."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from msgspec import Struct

from ..choices import ActionRange, listed, ranges
from ..game import Game
from ..replay.match import replay
from ..rules import CHANCE, Action, Chance, Decision, IllegalAction, Rules
from .encoder import Encoder, Unencodable
from .episode import Episode, Sizes
from .fields import Layout
from .numbers import MISSING
from .states import StateEncoder

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")

DIGITS = tuple("0123456789")

AT_FIRST = "a round can only be encoded from its first decision on"


class Amounts(Struct, frozen=True):
    """Actions that differ in one number, such as `raise 12`: an id, then one for each digit.

    Numbers have `width` digits, with leading zeros.
    """

    prefix: str
    width: int


class Segment(Struct):
    """A round of a record: its start, and the ids and chance outcomes that follow.

    `plies` has the number of the ply of each id, 0 for a decision that is not a ply. `seats` are
    the players who act first according to the record, as far as it names them.
    """

    encoder: Encoder
    numbers: list[int]
    plies: Sequence[int]
    seats: bytes = b""


class Rows(Struct):
    """The decisions of a record, a row each; arrays are in the order of the rows."""

    count: int
    arrays: Mapping[str, bytearray | array[Any]]
    """The arrays by the names of `Encoding.columns`."""


class Encoding(Generic[RecordT, StateT]):
    """The encoding of a game under given rules.

    An action is spelled by one or more ids. `names` says what each id stands for; usually, this is
    an action. Numbers are written digit by digit (`amounts`). The points of a round are from
    `min_utility` to `max_utility`, and it has at most `max_game_length` decisions, counting each
    id. `max_chance_outcomes` is the number of outcomes that a chance node lists, 1 if outcomes can
    only be drawn, or 0 if nothing is left to chance.
    """

    names: tuple[str, ...]
    groups: tuple[tuple[str, int], ...] = ()
    """The meaning of consecutive ids, and their number, if `names` do not document themselves."""
    amounts: tuple[Amounts, ...] = ()
    observation: Layout
    perfect: Layout = Layout()
    """The fields that are hidden from some players; players are in the order of their numbers."""
    max_game_length: int
    min_utility: float
    max_utility: float
    utility_sum: float | None = None
    """The sum of the points of all players in a round, if it is always the same."""
    max_chance_outcomes: int = 1
    perfect_recall: bool = False
    """Whether the observation of a player who acts has everything that the player has seen and done
    in the round."""

    def __init__(self, game: Game[RecordT, StateT], rules: Rules[StateT]) -> None:
        self.game, self.rules = game, rules

    @property
    def num_distinct_actions(self) -> int:
        """The number of ids."""
        return len(self.names)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The ids by their names."""
        return {name: number for number, name in enumerate(self.names)}

    # Actions and ids

    def encode(self, state: StateT, player: int, action: Action) -> tuple[int, ...]:
        """Return the ids that spell an action. Raises KeyError if no ids spell it."""
        if action in self.numbers:
            return (self.numbers[action],)
        for each in self.amounts:
            digits = action.removeprefix(each.prefix)
            if action.startswith(each.prefix) and digits.isdecimal() and len(digits) <= each.width:
                return self._spelled(each, digits)
        raise KeyError(action)

    def decode(self, state: StateT, player: int, ids: Sequence[int]) -> Action | None:
        """Return the action that ids spell, or None if more have to follow."""
        name = self.names[ids[0]]
        found = next((each for each in self.amounts if each.prefix == name), None)
        if found is None:
            return name
        digits = "".join(self.names[each] for each in ids[1:])
        return f"{name}{int(digits)}" if len(digits) == found.width else None

    def legal_actions(self, state: StateT, player: int, begun: Sequence[int] = ()) -> list[int]:
        """Return the ids that a player may take next, after the ids of an unfinished action."""
        done, legal = tuple(begun), self.rules.legal_actions(state, player)
        spelled = (self.encode(state, player, each) for each in listed(legal))
        found = {ids[len(done)] for ids in spelled if ids[: len(done)] == done}
        for each in ranges(legal):
            found.update(self._digits(each, done))
        return sorted(found)

    def legal_actions_mask(
        self, state: StateT, player: int, begun: Sequence[int] = ()
    ) -> bytearray:
        """Return a byte for each id, 1 if the player may take it next."""
        mask = bytearray(self.num_distinct_actions)
        for number in self.legal_actions(state, player, begun):
            mask[number] = 1
        return mask

    def outcome(self, state: StateT, action: Action) -> int:
        """Return the number of a chance outcome that a state lists, from 0."""
        return [*(self.rules.chance_outcomes(state) or ())].index(action)

    def _spelled(self, amount: Amounts, digits: str) -> tuple[int, ...]:
        word = digits.zfill(amount.width)
        return (self.numbers[amount.prefix], *map(self.numbers.__getitem__, word))

    def _digits(self, legal: ActionRange, begun: tuple[int, ...]) -> Iterator[int]:
        """Yield the ids that may follow in a number of a range."""
        amount = next(each for each in self.amounts if each.prefix == legal.prefix)
        if not begun:
            yield self.numbers[amount.prefix]
        elif self.names[begun[0]] == amount.prefix:
            done = "".join(self.names[each] for each in begun[1:])
            unit = 10 ** (amount.width - len(done) - 1)
            for digit in DIGITS:
                first = int(done + digit) * unit
                ahead = -(first - legal.low) % legal.step
                least = legal.low if first <= legal.low else first + ahead
                if least < first + unit and least <= legal.high:
                    yield self.numbers[digit]

    # Rounds in progress

    def begin(self, state: StateT) -> Episode:
        """Return a round that begins in a state, at its first decision.

        Raises ValueError if the round depends on play before that state.
        """
        return self._episode(self.encoder(state))

    def _episode(self, encoder: Encoder) -> Episode:
        width, seen, unseen = self.num_distinct_actions, self.observation.size, self.perfect.size
        sizes = Sizes(width, seen, unseen, self.rules.players, self.max_chance_outcomes)
        return Episode(encoder, sizes)

    def after(self, record: RecordT) -> Episode:
        """Return the last round of a record, in progress after everything that was played.

        Raises Unencodable as `rows` does, also if there is no round.
        """
        parts = list(self.segments(record))
        if not parts:
            raise Unencodable("there is no round")
        given, encoder, most = parts[-1].numbers, parts[-1].encoder, len(parts[-1].numbers)
        width, seen = self.num_distinct_actions, self.observation.size
        masks, rows = bytearray(most * width), bytearray(most * seen)
        taken = encoder.run(
            given, 0, masks, width, rows, seen, None, 0, bytearray(most), [0] * most
        )
        if taken < most - given.count(MISSING):
            raise Unencodable("the last round breaks a rule, or is not played in turn")
        return self._episode(encoder)

    def encoder(self, state: StateT) -> Encoder:
        """Return the encoder for `begin`, whose methods do not check their arguments.

        A game without an encoder of its own defines `observe` and `reveal` instead.
        """
        return StateEncoder(self, state)

    def observe(self, state: StateT, player: int, out: bytearray, at: int) -> None:
        """Write a player's observation of a state, where `out` has zeros from `at` on."""
        raise NotImplementedError

    def reveal(self, state: StateT, out: bytearray, at: int) -> None:
        """Write what is hidden from some players, as `perfect` describes it."""

    # Records

    def segments(self, record: RecordT) -> Iterator[Segment]:
        """Yield the rounds of a record. Raises Unencodable if it cannot be replayed as it is."""
        if self.game.viewer(record) is not None:
            raise Unencodable("a view hides something")
        for line in replay(self.game, record):
            if line.breach is not None:
                raise Unencodable(f"{line.label}: {line.breach}")
            yield self._segment(line.steps)

    def _segment(self, steps: Sequence[Any]) -> Segment:
        encoder, numbers, plies = None, list[int](), list[int]()
        for step in steps:
            if isinstance(step.node, Decision):
                encoder = encoder or StateEncoder(self, step.state)
            if encoder is not None and isinstance(step.node, Chance) and step.actions:
                encoder.drawn.append(step.actions[CHANCE])
                numbers.append(-len(encoder.drawn))
            elif isinstance(step.node, Decision):
                actions: Mapping[int, Action] = step.actions or {}
                for at, (player, action) in enumerate(actions.items()):
                    ids = self.encode(step.state, player, action)
                    numbers += ids
                    plies += [step.ply + at if step.ply else 0] * len(ids)
        return Segment(encoder or Encoder(), numbers, plies)

    @cached_property
    def columns(self) -> Mapping[str, tuple[str, int]]:
        """The arrays of decisions: the type of their items, as in `array`, and items in a row."""
        return {
            "mask": ("B", self.num_distinct_actions),
            "observation": ("B", self.observation.size),
            "perfect": ("B", self.perfect.size),
            "action": ("H", 1),
            "seat": ("B", 1),
            "round": ("I", 1),
            "ply": ("H", 1),
            "return": ("d", 1),
        }

    def rows(self, record: RecordT, perfect: bool = False) -> Rows:
        """Return all decisions of a record: what the seat to act saw, might do, and did.

        `perfect` also reveals what was hidden. A return is not a number if the round is not over.
        Raises Unencodable if the record breaks a rule or has something unknown.
        """
        try:
            parts = list(self.segments(record))
        except IllegalAction as why:
            raise Unencodable(str(why)) from None
        most = sum(len(each.numbers) for each in parts)
        width, seen, unseen = self.num_distinct_actions, self.observation.size, self.perfect.size
        masks, seats = bytearray(most * width), bytearray(most)
        observations = bytearray(most * seen)
        hidden = bytearray(most * unseen) if perfect else None
        ids = [0] * most
        rounds, plies, returns = array("I"), array("H"), array("d")
        row = 0
        for number, each in enumerate(parts, start=1):
            given, count = each.numbers, len(each.plies)
            taken = each.encoder.run(
                given, row, masks, width, observations, seen, hidden, unseen, seats, ids
            )
            count -= len(given) - taken
            done = seats[row : row + count]
            if taken < len(given) - given.count(MISSING) or not done.startswith(each.seats):
                raise Unencodable(f"round {number} breaks a rule, or is not played in turn")
            points = each.encoder.returns() or [float("nan")] * self.rules.players
            plies.extend(each.plies[:count])
            rounds.extend([number] * count)
            returns.extend([points[seat] for seat in done])
            row += count
        del masks[row * width :], observations[row * seen :], seats[row:], ids[row:]
        if hidden is not None:
            del hidden[row * unseen :]
        arrays: dict[str, bytearray | array[Any]] = {
            "mask": masks,
            "observation": observations,
            "action": array("H", ids),
            "seat": seats,
            "round": rounds,
            "ply": plies,
            "return": returns,
        }
        return Rows(row, arrays if hidden is None else arrays | {"perfect": hidden})

    def batches(self, records: Iterable[RecordT], arrays: Mapping[str, Any]) -> Iterator[int]:
        """Fill arrays with the decisions of records; yield the number of rows each time they are
        full.

        `arrays` are writable buffers, such as NumPy arrays, with the names, types and widths of
        `columns`; only the given ones are filled. Records are not divided: a batch ends
        before a record that does not fit. Raises ValueError for an array that does not fit, or is
        too small for a record, and Unencodable as `rows` does.
        """
        views = {name: self._view(name, each) for name, each in arrays.items()}
        room = min((len(view) // self.size_of(name) for name, view in views.items()), default=0)
        filled = 0
        for record in records:
            rows = self.rows(record, "perfect" in views)
            if filled + rows.count > room:
                if filled:
                    yield filled
                filled = 0
            if rows.count > room:
                raise ValueError(f"a record has {rows.count} decisions: more than {room} rows")
            for name, view in views.items():
                size = self.size_of(name)
                made = memoryview(rows.arrays[name]).cast("B")[: rows.count * size]
                view[filled * size : (filled + rows.count) * size] = made
            filled += rows.count
        if filled:
            yield filled

    def size_of(self, name: str) -> int:
        """Return the number of bytes in a row of an array."""
        code, width = self.columns[name]
        return array(code).itemsize * width

    def _view(self, name: str, given: Any) -> memoryview:
        view = memoryview(given)
        code, width = self.columns[name]
        same = view.itemsize == array(code).itemsize and view.c_contiguous and not view.readonly
        if not same or view.nbytes % max(1, self.size_of(name)):
            raise ValueError(
                f"the array {name!r} must be writable and contiguous, with rows of {width} items "
                f"of type {code!r}"
            )
        return view.cast("B")
