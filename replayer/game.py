"""The operations on the records of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
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
    from .rules import Observation, Rules

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")


class Checked(Struct, Generic[StateT], frozen=True):
    """The result of checking a record.

    `ends` holds, for each round, the terminal state in which it ended, None if it did not (it
    breaks a rule, or the record stops). `completed` is the record with everything that the check
    inferred, None if checks of the game infer nothing.
    """

    findings: list[Finding]
    ends: list[StateT | None]
    completed: Any = None


class MatchResult(Struct, frozen=True):
    """How a finished match ended.

    `names` and `points` have one entry a player, in seat order; names are None where the record
    has none. `at_fault` is the player whose fault ended the match. `sides` has the side of each
    player: those of one side play together, and have no result between them. Without sides, each
    plays alone.
    """

    names: tuple[str, ...] | None
    points: tuple[Points, ...]
    at_fault: int | None = None
    sides: tuple[int, ...] | None = None

    __repr__ = short_struct


class Unsupported(ValueError):
    """A game does not have what was asked for."""


class Game(ABC, Generic[RecordT, StateT]):
    """The operations on the records of a game."""

    name: str
    """The name by which notations and commands know the game."""

    rounds_field: str = "rounds"
    """The field of a record that holds its rounds, in order."""

    positions: Positions[RecordT, StateT] = Positions()
    """The positions, and the part of them that each player knows; by default, all of them."""

    beliefs: Beliefs[RecordT, StateT] | None = None
    """The hidden parts of records; None if there are none, or the game does not say it."""

    # Records

    @abstractmethod
    def rules(self, record: RecordT) -> Rules[StateT]:
        """The rules that a record was played under."""

    def options(self, values: Mapping[str, Any]) -> Struct:
        """The options of a match, from values of those that are not the default.

        Raises ValueError where there is no such option or value, and where there are no options.
        """
        raise Unsupported(f"records of {self.name} have no options")

    def rounds(self, record: RecordT) -> Sequence[GameRound]:
        """The rounds of a record, as it has them."""
        rounds: Sequence[GameRound] = getattr(record, self.rounds_field)
        return rounds

    def with_rounds(self, record: RecordT, rounds: Sequence[GameRound]) -> RecordT:
        """The record with other rounds."""
        whole: Any = record
        changed: RecordT = replace(whole, **{self.rounds_field: tuple(rounds)})
        return changed

    def plies(self, record: RecordT) -> int:
        """The number of plies in all rounds of a record."""
        return sum(each.plies for each in self.rounds(record))

    @abstractmethod
    def recorded_round(
        self, record: RecordT, number: int, before: Callable[[], StateT | None]
    ) -> RecordedRound[StateT]:
        """The round with this number, from 1, ready to be replayed.

        `before` gives the last state of the round before it, None if there is none. A game calls it
        only if its records leave out what follows from that state.

        Raises IllegalAction where the round is not well-formed (three hands instead of four).
        """

    def variations(self, record: RecordT, number: int) -> tuple[Variation, ...]:
        """The variations of the round with this number, from 1."""
        return self.rounds(record)[number - 1].variations

    def with_variations(
        self, record: RecordT, number: int, variations: tuple[Variation, ...]
    ) -> RecordT:
        """The record with other variations of a round."""
        from .play.variations import varied

        return self.with_rounds(record, varied(self.rounds(record), number, variations))

    def pointer_of(
        self, record: RecordT, number: int, step: Step[StateT], player: int
    ) -> str | None:
        """The place of what a player (or `CHANCE`) does in a step of a round's main line.

        It is a JSON pointer into the canonical record; `number` counts rounds from 1. None where
        the game does not tell, or no place of the record says it.
        """
        return None

    def viewer(self, record: RecordT) -> int | None:
        """The player whose view a record is; None for a record of everybody.

        By default, the number that the record has as its `view`, if it has such a field.
        """
        view: object = getattr(record, "view", None)
        return view if isinstance(view, int) else None

    # Operations on records

    @abstractmethod
    def check(self, record: RecordT, unsupported: Collection[str] = ()) -> Checked[StateT]:
        """Everything wrong with a record, with one walk through its rounds.

        `unsupported` names what its notation cannot say: the record is not blamed for that.
        """

    def contradicts(self, record: RecordT, number: int, ended: Ended) -> str | None:
        """Evidence against the end outside play of the round with this number, from 1.

        A game compares a claim or a foul with the position, and an end with what else the record
        says of it; `match.replay_round` gives the position. By default, nothing can be said. That
        `by` is a player, and that the round is not over, is known already.
        """
        return None

    def facts(self, record: RecordT, ends: Sequence[StateT | None]) -> Sequence[RoundFacts]:
        """The facts of each round of a record, for questions to an archive.

        `ends` are those of `Checked`. By default, a round that ended is `complete`, and brought its
        players what was added to their returns.
        """
        from .facts import facts_by_returns

        return list(facts_by_returns(self.rules(record), ends))

    def written(self, record: RecordT, rounds: Sequence[Sequence[Step[StateT]]]) -> RecordT:
        """The record of a match with these rounds, as far as they were played.

        The last round may be under way. The steps may be those that one player was shown, if the
        record is the view of that player.

        Raises Unsupported where the game cannot write down what was played.
        """
        raise Unsupported(f"kifu cannot write down what was played of {self.name}")

    def options_of(self, record: RecordT) -> Mapping[str, Any]:
        """The options of a match that are not the default, with their values as JSON has them.

        By default, those of the struct that the record has as its `rules`.
        """
        from .facts import changed_options

        options: object = getattr(record, "rules", None)
        return changed_options(options) if isinstance(options, Struct) else {}

    def view(self, record: RecordT, player: int, shown: Iterable[Sequence[Observation]]) -> RecordT:
        """The record as one player knew it, made of what that player was shown in each round.

        A game that hides nothing leaves this out, and its records have no field for it.
        """
        why = "hides nothing from its players, so there are no views of it"
        raise Unsupported(f"{self.name} {why}")

    @property
    def has_views(self) -> bool:
        """Whether something may be hidden from a player: then the game has a `view`."""
        return type(self).view is not Game.view  # pyright: ignore[reportUnknownMemberType]

    @abstractmethod
    def generate(self, rng: Random) -> RecordT:
        """Return a random legal record."""

    # Operations of some games

    def join(self, records: Sequence[RecordT]) -> RecordT:
        """One record, put together from the views of its players.

        Raises ValueError if they are not views of one match, and Unsupported if the game cannot
        join views.
        """
        raise Unsupported(f"views of {self.name} cannot be joined")

    def match_result(self, record: RecordT, ends: Sequence[StateT | None]) -> MatchResult | None:
        """How the match of a sound record ended, None if it is not finished.

        `ends` are those of `Checked`. Raises Unsupported where matches of the game are not rated.
        """
        raise Unsupported(f"matches of {self.name} are not rated")


class GameInFolder(Game[RecordT, StateT]):
    """A game with modules beside it that are imported when somebody asks for what they do.

    Each has a function of its own name: `facts(record, ends)`, `generate(rng)`,
    `match_result(record, ends)`, and of single rounds `written(steps)` and
    `view(round, shown, player)`.
    """

    def facts(self, record: RecordT, ends: Sequence[StateT | None]) -> Sequence[RoundFacts]:
        """The facts of each round."""
        return list(self._beside("facts")(record, ends))

    def generate(self, rng: Random) -> RecordT:
        """A random match."""
        return self._beside("generate")(rng)

    def match_result(self, record: RecordT, ends: Sequence[StateT | None]) -> MatchResult | None:
        """How a match ended, None if it is not over."""
        return self._beside("match_result")(record, ends)

    def view(self, record: RecordT, player: int, shown: Iterable[Sequence[Observation]]) -> RecordT:
        """The record as one player knew it.

        Raises ValueError if there is no such player, or the record is another player's view.
        """
        players, viewer = self.rules(record).players, self.viewer(record)
        if player not in range(players):
            raise ValueError(f"there is no player {player}: players are 0 to {players - 1}")
        if viewer not in (None, player):
            raise ValueError(f"this is the view of player {viewer}, not a whole record")
        return self._seen(record, player, shown)

    def _seen(self, record: Any, player: int, shown: Iterable[Sequence[Observation]]) -> Any:
        """The record as a player who exists knew it."""
        view, rounds = self._beside("view"), zip(self.rounds(record), shown, strict=True)
        return self.with_rounds(
            replace(record, view=player), [view(*each, player) for each in rounds]
        )

    def written(self, record: RecordT, rounds: Sequence[Sequence[Step[StateT]]]) -> RecordT:
        """The record with these rounds, as far as they were played."""
        return self.with_rounds(record, list(map(self._beside("written"), rounds)))

    def _beside(self, name: str) -> Any:
        package = type(self).__module__.rpartition(".")[0]
        return getattr(import_module(f"{package}.{name}"), name)
