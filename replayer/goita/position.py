"""Positions of Goita: everything visible in a round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..positions import Broken, Positions, broken, position_of
from ..replay.round import RoundReplay, Step, first_breach
from ..rules import CHANCE, Action, Chance, Decision, Observation
from .check.recorded import rules_of
from .record import End, Record, Round, split_plies
from .rules import PASS, GoitaRules, State
from .view import UNKNOWN_HAND

Phase: TypeAlias = Literal["deal", "decision", "play", "over"]


class Play(Struct, frozen=True):
    """A ply: its number, its player, and its pieces as two digits, or 0 for a pass.

    `face_down` says whether the first piece lies face-down, `shown` says whether everybody saw it
    then, and `foul` says whether the play broke a rule but counted.
    """

    ply: int
    player: int
    pieces: str
    face_down: bool
    foul: bool
    shown: bool


class RoundEnd(Struct, frozen=True):
    """How a round ended: its winner and points, and whether that wins the match.

    `winner` and `team` are null if the rules do not name them; `points` are null if they depend on
    a hidden piece.
    """

    end: End
    team: int | None
    winner: int | None
    points: int | None
    wins_match: bool


class EndingFoul(Struct, frozen=True):
    """A foul that ended the round: the play, which had no effect, and the rule it broke.

    `winner` and `points` are taken from the record.

    `play` and `breach` are null if they cannot be known.
    """

    play: Play | None
    breach: Broken | None
    winner: int | None
    points: int


class GoitaPosition(Struct, frozen=True, kw_only=True):
    """A position in a round of Goita. Pieces are the digits 1 to 8; 9 is a hidden piece.

    `score` has the scores of the two teams (players 0 and 2, players 1 and 3), or is null if not
    recorded; at the end of the round, it includes the round. `hands` are the pieces that the
    players still hold, in seat order; there are no hands before the deal. `plays` are all plays so
    far. `five_shi` are the players who have declared five shi. `turn` is the player to act.
    `attack` is the piece to receive, and `attacker` is the player who laid it; both are null if the
    player to act lays a piece face-down and attacks.

    The other fields are null before the end: `result` is how the round ended under the rules,
    `ending_foul` is a foul that ended it, and `left_over` is the number of plies recorded after its
    end.
    """

    phase: Phase
    dealer: int
    score: tuple[int, int] | None = None
    hands: tuple[str, ...] = ()
    plays: tuple[Play, ...] = ()
    five_shi: tuple[int, ...] = ()
    turn: int | None = None
    attack: str | None = None
    attacker: int | None = None
    result: RoundEnd | None = None
    ending_foul: EndingFoul | None = None
    left_over: int = 0


class GoitaPositions(Positions[Record, State]):
    """Positions of Goita: hands, all plays, the attack to receive, and how the round ended."""

    type = GoitaPosition

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """Hide the parts of a deal or a play that a player does not see."""
        if CHANCE in actions:
            opened: Mapping[int, str] = shown.get("shown", {})
            hands = [opened.get(seat, UNKNOWN_HAND) for seat in range(4)]
            hands[player] = shown["hand"]
            return state, {CHANCE: " ".join(hands)}
        if "play" not in shown:
            return state, actions
        play, face_down = shown["play"], shown.get("shown", "")
        return state, {shown["player"]: face_down + play[len(face_down) :]}

    def of(
        self, record: Record, replayed: RoundReplay[State]
    ) -> Callable[[Step[State]], GoitaPosition]:
        """Return a function that returns the positions of a round."""
        played, rules = record.rounds[replayed.number - 1], rules_of(record)
        plays = tuple(_plays(replayed.steps))

        def position(step: Step[State]) -> GoitaPosition:
            found = _at(step, plays if step.over else plays[: max(0, step.ply - 1)])
            if played.score is None:
                found = replace(found, score=None)
            if step is not replayed.steps[-1]:
                return found
            result = _result(rules, step.state)
            if replayed.path:
                return replace(found, result=result)
            return replace(
                found,
                result=result,
                ending_foul=_ending_foul(rules, played, step) if played.ended_by_foul else None,
                left_over=max(0, played.plies - len(plays)),
            )

        return position


def _plays(steps: Sequence[Step[State]]) -> Iterator[Play]:
    """Yield the plays, without a foul that ended the round."""
    for step in steps:
        if step.ply and step.transition is not None:
            for player, pieces in (step.actions or {}).items():
                shown = "shown" in step.transition.public
                yield _play(step.state, step.ply, player, pieces, step.breach is not None, shown)


def _play(
    state: State, ply: int, player: int, pieces: str, foul: bool, shown: bool = False
) -> Play:
    return Play(ply, player, pieces, state.leading and pieces != PASS, foul, shown)


def _at(step: Step[State], plays: tuple[Play, ...]) -> GoitaPosition:
    """Return the position before a step, after these plays."""
    state, acts = step.state, isinstance(step.node, Decision)
    receives = acts and not state.deciding and not state.leading
    return position_of(
        GoitaPosition,
        state,
        phase=_phase(step),
        plays=plays,
        five_shi=state.goshi,
        turn=state.turn if acts else None,
        attack=state.attack if receives else None,
        attacker=state.attacker if receives else None,
    )


def _phase(step: Step[State]) -> Phase:
    if isinstance(step.node, Decision):
        return "play" if step.node.counted else "decision"
    return "deal" if isinstance(step.node, Chance) else "over"


def _result(rules: GoitaRules, state: State) -> RoundEnd | None:
    outcome = state.outcome
    if outcome is None:
        return None
    wins_match = rules.next_round(state) is None
    return RoundEnd(outcome.end, outcome.team, outcome.winner, outcome.points, wins_match)


def _ending_foul(rules: GoitaRules, played: Round, last: Step[State]) -> EndingFoul:
    actions, state = split_plies(played.record), last.state
    points = 0 if played.result is None else played.result.points
    winner = played.winner if played.winner in range(4) else None
    if not actions or not isinstance(last.node, Decision):
        return EndingFoul(None, None, winner, points)
    breach = first_breach(rules, state, {state.turn: actions[-1]})
    return EndingFoul(
        _play(state, len(actions), state.turn, actions[-1], foul=True),
        None if breach is None else broken(breach),
        winner,
        points,
    )
