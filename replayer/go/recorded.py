"""The games of a record, prepared for replay and replayed."""

from __future__ import annotations

from collections.abc import Mapping

from ..replay.replayed import Replayed, replay_from
from ..replay.round import LenientRound, RecordedRound
from ..rules import Action, Node
from .engine.engine import play
from .points import actor
from .record import Round
from .rules import GoRules, numbers
from .state import State


def recorded_round(rules: GoRules, played: Round, start: State) -> RecordedRound[State]:
    """Return a game that begins in this state, ready to be replayed."""
    actions = played.actions

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        done = state.table.done
        return {actor(actions[done]): actions[done]} if done < len(actions) else None

    return LenientRound(start, choose, rules.fouls(played.annotations))


def replay(rules: GoRules, played: Round, start: State) -> tuple[Replayed[State], int]:
    """Replay a game up to the first broken rule.

    Also return how many actions the engine played: there is nothing to say about these.
    """
    table = start.table.copy()
    plain = play(table, *numbers(table, played.actions))
    recorded = recorded_round(rules, played, start)
    return replay_from(rules, recorded, State(table), plain), plain
