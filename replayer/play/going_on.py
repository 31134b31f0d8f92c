"""Plays on from any moment of a record: along a line, at its end, or in a new variation.

Actions at the end of an unfinished line extend it.

Elsewhere, actions that differ from all recorded ones start a variation, so that no play is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import fields, replace

from .. import codes
from ..game import Game
from ..lenient import Arbiter
from ..replay.match import replay_all, replay_round
from ..replay.round import RecordedRound, RoundReplay, Step, first_breach, next_ply, walk
from ..rules import CHANCE, Action, Chance, Decision, IllegalAction, Node, Rules
from .branch import with_branch
from .changes import annotations_of, ended_of, with_line_annotations
from .ended import Ended, in_words
from .variations import Variation, changed

StateT = TypeVar("StateT")
RecordT = TypeVar("RecordT")

Draw: TypeAlias = Callable[[Rules[Any], Any], Action]
"""A function that draws a chance outcome in a state."""


class Moment(Struct, frozen=True):
    """A moment of a record: a round (from 1), the path of a variation, and a step (from 0)."""

    round: int
    path: tuple[int, ...] = ()
    step: int = 0


class WentOn(Struct, Generic[RecordT], frozen=True):
    """A record with more play, and the moment after that play."""

    record: RecordT
    moment: Moment


class CannotGoOn(ValueError):
    """Play cannot continue from a moment; the message says why.

    `missing` are the players whose actions are missing from a step where several act at once.
    """

    def __init__(self, why: str, missing: tuple[int, ...] = ()) -> None:
        super().__init__(why)
        self.missing = missing


class Standing(Struct, Generic[StateT], frozen=True):
    """A moment as replayed: its round, its line and its step."""

    round: RoundReplay[StateT]
    line: RoundReplay[StateT]
    step: Step[StateT]


def standing(game: Game[RecordT, StateT], record: RecordT, moment: Moment) -> Standing[StateT]:
    """Return the replay at the given moment; raises IndexError if there is no such moment."""
    replayed = replay_round(game, record, moment.round)
    line = replayed.variation(moment.path)
    if moment.step not in range(len(line.steps)):
        raise IndexError(f"{line.label} has no step {moment.step}: it has {len(line.steps)} steps")
    return Standing(replayed, line, line.steps[moment.step])


def go_on(
    game: Game[RecordT, StateT],
    record: RecordT,
    moment: Moment,
    actions: Mapping[int, Action],
    draw: Draw,
) -> WentOn[RecordT]:
    """Play the actions of all players who act at once, then any chance events, chosen by `draw`.

    Raises IllegalAction if a rule forbids one of them, IndexError if there is no such moment, and
    CannotGoOn if nobody acts or the record cannot contain the play.
    """
    found = standing(game, record, moment)
    replayed, line, step = found.round, found.line, found.step
    chosen = _of_all(step, actions)
    rules = game.rules(record)
    breach = first_breach(rules, step.state, chosen)
    if breach is not None:
        raise breach
    for each in (line, *replayed.tree()):
        if _passes(each, line, moment.step) and each.steps[moment.step].actions == chosen:
            return WentOn(record, _behind_chance(each, moment.step + 1))
    own = _walked(rules, step.state, [chosen], draw, next_ply(line, moment.step) - 1)
    if step.actions is None:
        longer = _longer(game, record, replayed, line, own)
        return WentOn(longer, Moment(moment.round, line.path, moment.step + len(own) - 1))
    return _beside(game, record, replayed, line, moment, own)


def next_round(game: Game[RecordT, StateT], record: RecordT, draw: Draw) -> WentOn[RecordT]:
    """Begin the next round of a match, or the first one, and deal up to its first decision.

    Raises CannotGoOn if a round is not over, or if the match is over.
    """
    rules, rounds = game.rules(record), main_lines(game, record)
    if not rounds:
        start = rules.initial_state()
    else:
        last = rounds[-1][-1]
        if not last.over:
            raise CannotGoOn(f"round {len(rounds)} is not over")
        following = rules.next_round(last.state)
        if following is None:
            raise CannotGoOn("the match is over")
        start = following
    return _begun(game, record, rounds, start, draw)


def deal_again(
    game: Game[RecordT, StateT], record: RecordT, number: int, draw: Draw
) -> WentOn[RecordT]:
    """Redeal the last round, which has this `number`, before anybody has acted.

    Raises CannotGoOn if it is not the last one, or if somebody has acted.
    """
    rounds = main_lines(game, record)
    if number != len(rounds):
        raise CannotGoOn(f"round {number} is not the last one: others follow from it")
    if game.variations(record, number) or any(
        isinstance(each.node, Decision) and each.actions is not None for each in rounds[-1]
    ):
        raise CannotGoOn(f"a player has already acted in round {number}")
    old, start = game.rounds(record)[-1], rounds[-1][0].state
    _require_open(ended_of(old))
    went = _begun(game, record, rounds[:-1], start, draw)
    notes = annotations_of(old)
    if not notes:
        return went
    kept = with_line_annotations(game, went.record, number, (), lambda _: notes)
    return WentOn(kept, went.moment)


def _require_open(ended: Ended | None) -> None:
    if ended is not None:
        raise CannotGoOn(
            f"{in_words(ended)}: the round cannot continue as long as the record says so"
        )


def _begun(
    game: Game[RecordT, StateT],
    record: RecordT,
    before: Sequence[Sequence[Step[StateT]]],
    start: StateT,
    draw: Draw,
) -> WentOn[RecordT]:
    """Add a round that begins in this state to the record, after these rounds."""
    steps = _walked(game.rules(record), start, [], draw)
    written = game.written(record, [*before, steps])
    kept = game.rounds(record)[: len(before)]
    dealt = game.with_rounds(written, [*kept, *game.rounds(written)[len(before) :]])
    return WentOn(dealt, Moment(len(before) + 1, (), len(steps) - 1))


def _of_all(step: Step[Any], actions: Mapping[int, Action]) -> dict[int, Action]:
    """Return the actions of all players who act in a step, in seat order."""
    if not isinstance(step.node, Decision):
        raise CannotGoOn(
            "the round is over" if step.over else "it is chance's turn, so nobody acts"
        )
    acting = step.node.players
    for player in actions:
        if player not in acting:
            raise CannotGoOn(f"player {player} does not act here: {_players(acting)} to act")
    missing = tuple(each for each in acting if each not in actions)
    if missing:
        raise CannotGoOn(f"all players act at once here, but {_players(missing)} missing", missing)
    return {each: actions[each] for each in acting}


def _players(seats: Sequence[int]) -> str:
    if len(seats) == 1:
        return f"player {seats[0]} is"
    return f"players {', '.join(map(str, seats))} are"


def _passes(line: RoundReplay[StateT], other: RoundReplay[StateT], index: int) -> bool:
    """Return whether a line contains another line's step; lines share steps until they diverge."""
    return index < len(line.steps) and all(
        one is two for one, two in zip(line.steps[:index], other.steps[:index], strict=True)
    )


def _behind_chance(line: RoundReplay[StateT], index: int) -> Moment:
    """Return the next moment when somebody acts, or otherwise the last one."""
    steps = line.steps
    while (
        index + 1 < len(steps)
        and isinstance(steps[index].node, Chance)
        and steps[index].transition is not None
    ):
        index += 1
    return Moment(line.number, line.path, min(index, len(steps) - 1))


def _walked(
    rules: Rules[StateT],
    start: StateT,
    given: list[Mapping[int, Action]],
    draw: Draw,
    taken: int = 0,
) -> tuple[Step[StateT], ...]:
    """Return the steps from a state, given the players' actions and a function that draws chance.

    `taken` is the number of plies before that state.
    """

    def choose(state: StateT, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: draw(rules, state)}
        return given.pop() if given else None

    return tuple(walk(rules, RecordedRound(start, choose, {}), taken))


def actions_of(own: Sequence[Step[StateT]]) -> tuple[Action, ...]:
    """Return the actions of steps in order, including those of chance."""
    return tuple(action for step in own for action in (step.actions or {}).values())


def _longer(
    game: Game[RecordT, StateT],
    record: RecordT,
    replayed: RoundReplay[StateT],
    line: RoundReplay[StateT],
    own: Sequence[Step[StateT]],
) -> RecordT:
    """Return the record with a line extended by these steps; the first one is its current end."""
    number = line.number
    if line.path:
        more = actions_of(own)
        return with_variation(
            game,
            record,
            number,
            line.path,
            lambda one: replace(one, actions=(*one.actions, *more)),
        )
    return with_last_line(game, record, number, (*replayed.steps[:-1], *own))


def with_last_line(
    game: Game[RecordT, StateT], record: RecordT, number: int, steps: Sequence[Step[StateT]]
) -> RecordT:
    """Return the record with other steps in the main line of its last round.

    Raises CannotGoOn if this is not the round with this `number`, or if it ended outside play.
    """
    _require_open(ended_of(game.rounds(record)[number - 1]))
    rounds = main_lines(game, record)
    if number != len(rounds):
        raise CannotGoOn(
            f"round {number} cannot continue: round {number + 1} follows it in the record"
        )
    old, written = game.written(record, rounds), game.written(record, [*rounds[:-1], steps])
    kept: list[Any] = [*game.rounds(record)]
    kept[-1] = _with_what_else(kept[-1], game.rounds(old)[-1], game.rounds(written)[-1])
    return game.with_rounds(written, kept)


def _with_what_else(said: Any, played: Any, now: Any) -> Any:
    """Return the round `now` with those values of the round `said` that do not depend on play."""
    besides = {
        each.name: getattr(said, each.name)
        for each in fields(said)
        if getattr(said, each.name) != getattr(played, each.name)
        and getattr(played, each.name) == getattr(now, each.name)
    }
    return replace(now, **besides)


def _beside(
    game: Game[RecordT, StateT],
    record: RecordT,
    replayed: RoundReplay[StateT],
    line: RoundReplay[StateT],
    moment: Moment,
    own: Sequence[Step[StateT]],
) -> WentOn[RecordT]:
    """Add a variation that begins with these steps to the record."""
    # An alternative to the first action of a variation is its sibling, not part of it.
    while line.path and moment.step <= line.shared:
        line = replayed.variation(line.path[:-1])
    step = line.steps[moment.step]
    ways = [
        index
        for index, each in enumerate(line.steps)
        if index >= line.shared and isinstance(each.node, Decision) and each.ply == step.ply
    ]
    if ways[0] != moment.step:
        raise CannotGoOn("a record cannot hold a variation that begins at this decision")
    begin = moment.step
    while isinstance(line.steps[begin - 1].node, Arbiter) and begin > line.shared:
        begin -= 1  # the variation repeats an arbiter's changes before its first ply
    new = Variation(ply=step.ply, actions=actions_of((*line.steps[begin : moment.step], *own)))
    try:
        both = with_branch(game, record, replayed, line.path, new)
    except IllegalAction as why:
        if why.rule is codes.DOES_NOT_DIFFER:
            raise CannotGoOn(str(why)) from None
        raise
    path = (*line.path, len(line.variations) + 1)
    return WentOn(both, Moment(moment.round, path, moment.step + len(own) - 1))


def main_lines(
    game: Game[RecordT, StateT], record: RecordT, first: int | None = None
) -> list[tuple[Step[StateT], ...]]:
    """Return the steps of each round of a record, or only of the `first` rounds.

    Raises CannotGoOn if one cannot be replayed.
    """
    count = len(game.rounds(record)) if first is None else first
    found: list[tuple[Step[StateT], ...]] = []
    for number, each in enumerate(replay_all(game, record, range(1, count + 1)), start=1):
        if isinstance(each, IllegalAction) or each.breach is not None:
            raise CannotGoOn(f"round {number} breaks a rule, which must be corrected first")
        found.append(each.steps)
    return found


def with_variation(
    game: Game[RecordT, Any],
    record: RecordT,
    number: int,
    path: Sequence[int],
    change: Callable[[Variation], Variation | None],
) -> RecordT:
    """Return the record with a variation changed, or removed if `change` returns None.

    Raises IndexError if there is no such variation.
    """
    if not path or number not in range(1, len(game.rounds(record)) + 1):
        raise IndexError(f"round {number} has no such variation")
    variations = changed(game.variations(record, number), path, change)
    return game.with_variations(record, number, variations)
