"""The rounds of a record, made ready to be replayed, and replayed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct
from msgspec.structs import replace

from ..replay import RecordedRound, Step, walk
from ..rules import CHANCE, Action, Chance, IllegalAction, Node
from . import codes
from .pieces import HIDDEN, verify_deal, with_five_shi
from .record import Record, Result, Round, split_plies
from .rules import PLAY_ON, REDEAL, GoitaRules
from .state import State

_PLAYABLE = frozenset(
    rule.code
    for rule in (codes.KING_MAY_NOT_ATTACK, codes.RECEIVE_MUST_MATCH, codes.KING_MAY_NOT_RECEIVE)
)
"""The rules that can be broken without the play coming to a stop."""


def rules_of(record: Record) -> GoitaRules:
    """The rules that a match was played under, as far as its record shows."""
    return GoitaRules(record.rules, partial=record.view == "partial")


def recorded_round(rules: GoitaRules, played: Round) -> RecordedRound[State]:
    """A round, ready to be replayed.

    Raises IllegalAction where it has not four hands, or a dealer that is no player.
    """
    if len(played.hands) != 4:
        verify_deal(played.hands)
    if played.dealer not in range(4):
        why = f"dealer {played.dealer} is no player: players are 0 to 3"
        raise IllegalAction(codes.PLAYER_OUT_OF_RANGE, why)
    score = played.score or (0, 0)
    start = rules.initial_state(played.dealer, (score[0], score[-1]))
    recorded = split_plies(played.record)
    actions = iter(recorded[:-1] if played.ended_by_foul else recorded)
    redealt = played.result is not None and played.result.end == "redeal"

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: " ".join(played.hands)}
        if state.deciding:
            if played.record:
                return {state.turn: PLAY_ON}
            return {state.turn: REDEAL} if redealt else None
        action = next(actions, None)
        return None if action is None else {state.turn: action}

    fouls = {foul.ply: foul.rule for foul in reversed(played.fouls) if foul.rule in _PLAYABLE}
    return RecordedRound(start, choose, fouls)


class Replayed(Struct, frozen=True):
    """A round as it was read, and what came of replaying it.

    `steps` are those of its replay, none where its deal is at fault. `breach` is the broken rule at
    which the replay stopped. The round is `sound` where it was replayed to its last action.
    `rotated` says that its hands were taken to start with the dealer.
    """

    round: Round
    steps: tuple[Step[State], ...] = ()
    breach: IllegalAction | None = None
    sound: bool = False
    rotated: bool = False

    @property
    def last(self) -> Step[State] | None:
        """The last step, None where there is none."""
        return self.steps[-1] if self.steps else None

    @property
    def end(self) -> State | None:
        """The state in which the round ended, None where it did not, or is not sound."""
        return self.steps[-1].state if self.sound and self.steps[-1].over else None

    def completed(self, winner: bool = True) -> Round:
        """The round with its result, and with its winner if that is to be added.

        Both follow from the replay; what the round says itself stays, right or wrong.
        """
        played, last = self.round, self.last
        if last is None or self.breach is not None:
            return played
        outcome = last.state.outcome
        if outcome is None:
            return replace(played, result=played.result or Result("unfinished"))
        result = None if outcome.points is None else Result(outcome.end, outcome.points)
        won = outcome.winner if winner and played.winner is None else played.winner
        return replace(played, winner=won, result=played.result or result)

    @property
    def taken(self) -> int:
        """The number of plies that were taken."""
        done = (step.ply for step in reversed(self.steps) if step.transition is not None)
        return next(done, 0)


def replay(
    rules: GoitaRules, played: Round, masked: bool = True, dealers: Collection[int] = ()
) -> Replayed:
    """Replay a round; its hands may hold hidden pieces only if it is `masked`.

    Where it cannot be played as it is written, but can if the hands start with the dealer, or with
    another dealer (one of `dealers`, who are due after the round before), it is read so.
    """
    found = replay_as_written(rules, played, masked)
    if found.sound or not found.steps:
        return found
    rotated = replay_rotated(rules, played)
    if rotated is not None and agrees(rotated):
        return rotated
    if dealers and played.dealer not in dealers:
        others = [replay_as_written(rules, replace(played, dealer=each)) for each in dealers]
        best = max(others, key=lambda each: (each.sound, each.taken))
        if best.sound or best.taken > found.taken:
            return best
    other = None if dealers else _replay_with_other_dealer(rules, played)
    return other or rotated or found


def _replay_with_other_dealer(rules: GoitaRules, played: Round) -> Replayed | None:
    """Replay a round with the one dealer with whom it ends as it says, None where there is none."""
    if any(HIDDEN in hand for hand in played.hands):
        return None
    others = [replace(played, dealer=each) for each in range(4) if each != played.dealer]
    replays = (replay_as_written(rules, each) for each in others)
    found = [each for each in replays if each.end is not None and agrees(each)]
    return found[0] if len(found) == 1 else None


def agrees(now: Replayed) -> bool:
    """Whether a round went as it says: its winner, result and five し."""
    said, outcome = now.round, None if now.end is None else now.end.outcome
    if outcome is None:
        open_end = said.result is None or said.result.end in ("unfinished", "foul")
        winner = said.winner is None or said.ended_by_foul
        return open_end and winner and said.goshi in (None, with_five_shi(said.hands))
    winner = said.winner is None or outcome.winner in (None, said.winner)
    result = said.result is None or (said.result.end, said.result.points) == (
        outcome.end,
        outcome.points,
    )
    return winner and result and said.goshi in (None, with_five_shi(said.hands))


def replay_as_written(rules: GoitaRules, played: Round, masked: bool = True) -> Replayed:
    """Replay a round."""
    try:
        verify_deal(played.hands, masked)
        steps = tuple(walk(rules, recorded_round(rules, played)))
    except IllegalAction as fault:
        return Replayed(played, breach=fault.with_traceback(None))
    last = steps[-1]
    if last.breach is not None:
        return Replayed(played, steps, last.breach)
    found = Replayed(played, steps, sound=True)
    if last.over and found.taken < len(split_plies(played.record)):
        return replace(found, sound=False)
    return found


def replay_rotated(rules: GoitaRules, played: Round) -> Replayed | None:
    """Replay a round with its hands taken to start with the dealer.

    None where that makes no difference, or the round cannot be played so.
    """
    if played.dealer not in (1, 2, 3):
        return None
    hands = tuple(played.hands[(seat - played.dealer) % 4] for seat in range(4))
    if hands == played.hands:
        return None
    found = replay_as_written(rules, replace(played, hands=hands))
    whole = found.sound and found.taken == len(split_plies(played.record))
    return replace(found, rotated=True) if whole else None
