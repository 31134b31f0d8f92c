"""The operations on the records of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ..findings import Finding
from ..findings.shown import short_struct
from .points import Points
from .positions import Positions

if TYPE_CHECKING:
    from random import Random

    from .beliefs.beliefs import Beliefs
    from .facts import RoundFacts
    from .play.ended import Ended
    from .play.variations import Variation
    from .record import GameRound
    from .replay.round import RecordedRound, Step
    from .rules import Action, Observation, Rules

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


class Checked(Struct, Generic[StateT], frozen=True):
    """The result of checking a record.

    `ends` holds the terminal state of each round, None if the round did not end (it breaks a rule,
    or the record stops). `completed` is the record with everything the check inferred, or None if
    the game infers nothing.
    """

    findings: list[Finding]
    ends: list[StateT | None]
    completed: Any = None


class MatchResult(Struct, frozen=True):
    """How a finished match ended.

    `names` and `points` have one entry per player, in seat order; names are None if the record has
    none. `at_fault` is the player whose fault ended the match. `sides` gives each player's side:
    players on the same side play together and have no result against each other. Without sides,
    every player plays alone.
    """

    names: tuple[str, ...] | None
    points: tuple[Points, ...]
    at_fault: int | None = None
    sides: tuple[int, ...] | None = None

    __repr__ = short_struct


class Unsupported(ValueError):
    """A game does not support what was asked for."""


class Game(ABC, Generic[RecordT, StateT]):
    """The operations on the records of a game."""

    name: str
    """The name of the game in notations and commands."""

    rounds_field: str = "rounds"
    """The field of a record that holds its rounds, in order."""

    settings: tuple[str, ...] = ()
    """The keys of a record, outside `rules`, that are also options, such as the size of a board."""

    positions: Positions[RecordT, StateT] = Positions()
    """Makes the positions of the game, masked for players; by default, nothing is masked."""

    beliefs: Beliefs[RecordT, StateT] | None = None
    """Describes what is hidden in records; None if nothing is, or this is unsupported."""

    # Records

    @abstractmethod
    def rules(self, record: RecordT) -> Rules[StateT]:
        """Return the rules that a record was played under."""

    def options(self, values: Mapping[str, Any]) -> Struct:
        """Return the options of a match, given values for the non-default ones.

        Raises ValueError if there is no such option or value, or the game has no options.
        """
        raise Unsupported(f"records of {self.name} have no options")

    def rounds(self, record: RecordT) -> Sequence[GameRound]:
        """Return the rounds of a record, as recorded."""
        rounds: Sequence[GameRound] = getattr(record, self.rounds_field)
        return rounds

    def with_rounds(self, record: RecordT, rounds: Sequence[GameRound]) -> RecordT:
        """Return the record with its rounds replaced."""
        whole: Any = record
        changed: RecordT = replace(whole, **{self.rounds_field: tuple(rounds)})
        return changed

    def plies(self, record: RecordT) -> int:
        """Return the number of plies in all rounds of a record."""
        return sum(each.plies for each in self.rounds(record))

    def plies_of(self, actions: Sequence[Action]) -> int | None:
        """Return how many actions of a variation are plies, or None if only a replay can tell."""
        return None

    @abstractmethod
    def recorded_round(
        self, record: RecordT, number: int, before: Callable[[], StateT | None]
    ) -> RecordedRound[StateT]:
        """Return the round with this number, from 1, ready to be replayed.

        `before` returns the last state of the previous round, or None. A game only calls it if its
        records leave out values that can be derived from that state.

        Raises IllegalAction if the round is malformed (three hands instead of four, say).
        """

    def variations(self, record: RecordT, number: int) -> tuple[Variation, ...]:
        """Return the variations of the round with this number, from 1."""
        return self.rounds(record)[number - 1].variations

    def with_variations(
        self, record: RecordT, number: int, variations: tuple[Variation, ...]
    ) -> RecordT:
        """Return the record with the variations of a round replaced."""
        from .play.variations import varied

        return self.with_rounds(record, varied(self.rounds(record), number, variations))

    def pointer_of(
        self, record: RecordT, number: int, step: Step[StateT], player: int
    ) -> str | None:
        """Return the place of an action by a player (or `CHANCE`) in a step of a round's main line.

        The place is a JSON pointer into the canonical record; `number` counts rounds from 1. None
        if the game does not support this, or the action has no place in the record.
        """
        return None

    def viewer(self, record: RecordT) -> int | None:
        """Return the player whose view this record is; None for a complete record.

        By default, this is the record's field `view`, if it has one.
        """
        view: object = getattr(record, "view", None)
        return view if isinstance(view, int) else None

    def encoding(self, rules: Rules[StateT]) -> Any:
        """Return the `Encoding` under these rules: action ids and observations for learners.

        Raises Unsupported if the game has no encoding.
        """
        raise Unsupported(f"{self.name} has no encoding for programs that learn")

    # Operations on records

    @abstractmethod
    def check(self, record: RecordT, unsupported: Collection[str] = ()) -> Checked[StateT]:
        """Return everything wrong with a record, found in one pass through its rounds.

        `unsupported` names the values that the notation cannot express; they are not reported as
        missing.
        """

    def contradicts(self, record: RecordT, number: int, ended: Ended) -> str | None:
        """Return evidence against the end outside play of the round with this number, from 1.

        A game compares claims and fouls with the position (see `match.replay_round`), and any end
        with the rest of the record. By default, no evidence is found. The caller has already
        checked that `by` is a player and that the round is not over.
        """
        return None

    def facts(self, record: RecordT, ends: Sequence[StateT | None]) -> Sequence[RoundFacts]:
        """Return the facts about each round of a record, for queries on an archive.

        See `Checked` for `ends`. By default, a round that ended is `complete`, and its points
        are the change in the players' returns.
        """
        from .facts import facts_by_returns

        return list(facts_by_returns(self.rules(record), ends))

    def written(self, record: RecordT, rounds: Sequence[Sequence[Step[StateT]]]) -> RecordT:
        """Return the record of a match from the steps played in its rounds.

        The last round may be unfinished. If the record is a player's view, the steps may be as that
        player saw them.

        Raises Unsupported if the game cannot record play.
        """
        raise Unsupported(f"{self.name} cannot record what was played")

    def options_of(self, record: RecordT) -> Mapping[str, Any]:
        """Return the non-default options of a match, with their values in JSON.

        By default, these are the options of the struct in the record's field `rules`.
        """
        from .facts import changed_options

        options: object = getattr(record, "rules", None)
        return changed_options(options) if isinstance(options, Struct) else {}

    def view(self, record: RecordT, player: int, shown: Iterable[Sequence[Observation]]) -> RecordT:
        """Return the record as one player knew it, made only from what that player saw.

        A game without hidden information does not define this; its records have no field for views.
        """
        why = "hides nothing from its players, so it has no views"
        raise Unsupported(f"{self.name} {why}")

    @property
    def has_views(self) -> bool:
        """Whether the game can hide something from players, and so has a `view`."""
        return type(self).view is not Game.view  # pyright: ignore[reportUnknownMemberType]

    @abstractmethod
    def generate(self, rng: Random) -> RecordT:
        """Return a random legal record, perhaps with random options."""

    def generate_from(self, start: RecordT, rng: Random) -> RecordT | None:
        """Return a random legal record with the options of `start`, a record without play.

        Return None, as by default, to have kifu play a few rounds at random.
        """
        return None

    # Operations of some games

    def begun(self, record: RecordT) -> RecordT:
        """Return a new match, without rounds, with everything that follows from its options.

        If they set up a position, it is the `setup` of a first round without actions. Raises
        ValueError if the options do not fit together.
        """
        return record

    def standard(self, record: RecordT) -> RecordT:
        """Return a record's standard form: its play is the same for all records of the same match.

        For a board that can be turned or mirrored, this is one of the rotations and reflections of
        the record. Names and times stay the same. By default, this is the record itself.
        """
        return record

    def join(self, records: Sequence[RecordT]) -> RecordT:
        """Combine the views of several players into one record.

        Raises ValueError if they are not views of the same match, and Unsupported if the game
        cannot join views.
        """
        raise Unsupported(f"views of {self.name} cannot be joined")

    def match_result(self, record: RecordT, ends: Sequence[StateT | None]) -> MatchResult | None:
        """Return how the match of a sound record ended, or None if it is not finished.

        See `Checked` for `ends`. Raises Unsupported if matches of the game are not rated.
        """
        raise Unsupported(f"matches of {self.name} are not rated")


class GameInFolder(Game[RecordT, StateT]):
    """A game whose operations are in sibling modules, imported when needed.

    Each module has a function with the same name: `facts(record, ends)`, `match_result(record,
    ends)`, `generate(rng, start=None)`, `encoding(game, rules)`, and for single rounds
    `written(steps)` and `view(round, shown, player)`.
    """

    def encoding(self, rules: Rules[StateT]) -> Any:
        """Return the `Encoding` under these rules."""
        if find_spec(f"{self._package}.encoding") is None:
            return super().encoding(rules)
        return self._beside("encoding")(self, rules)

    def facts(self, record: RecordT, ends: Sequence[StateT | None]) -> Sequence[RoundFacts]:
        """Return the facts about each round."""
        return list(self._beside("facts")(record, ends))

    def generate(self, rng: Random) -> RecordT:
        """Return a random match."""
        return self._beside("generate")(rng)

    def generate_from(self, start: RecordT, rng: Random) -> RecordT:
        """Return a random match with the options of another."""
        return self._beside("generate")(rng, start)

    def match_result(self, record: RecordT, ends: Sequence[StateT | None]) -> MatchResult | None:
        """Return how a match ended, or None if it is not over."""
        return self._beside("match_result")(record, ends)

    def view(self, record: RecordT, player: int, shown: Iterable[Sequence[Observation]]) -> RecordT:
        """Return the record as one player knew it.

        Raises ValueError if there is no such player, or the record is another player's view, and
        Unsupported if the game hides nothing.
        """
        if not self.has_views:
            return super().view(record, player, shown)
        players, viewer = self.rules(record).players, self.viewer(record)
        if player not in range(players):
            raise ValueError(f"there is no player {player}: players are 0 to {players - 1}")
        if viewer not in (None, player):
            raise ValueError(f"this is the view of player {viewer}, not a complete record")
        return self._seen(record, player, shown)

    @property
    def has_views(self) -> bool:
        """Whether the game can hide something from players, and so has a module `view`."""
        return find_spec(f"{self._package}.view") is not None

    def _seen(self, record: Any, player: int, shown: Iterable[Sequence[Observation]]) -> Any:
        """Return the record as one player knew it; the player must exist."""
        view, rounds = self._beside("view"), zip(self.rounds(record), shown, strict=True)
        return self.with_rounds(
            replace(record, view=player), [view(*each, player) for each in rounds]
        )

    def written(self, record: RecordT, rounds: Sequence[Sequence[Step[StateT]]]) -> RecordT:
        """Return the record of a match from the steps played in its rounds."""
        return self.with_rounds(record, list(map(self._beside("written"), rounds)))

    def _beside(self, name: str) -> Any:
        return getattr(import_module(f"{self._package}.{name}"), name)

    @property
    def _package(self) -> str:
        return type(self).__module__.rpartition(".")[0]
