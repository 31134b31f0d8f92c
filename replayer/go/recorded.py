"""The games of a record, prepared for replay and replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..play.variations import Variation
from ..replay.replayed import Replayed, replay_from
from ..replay.round import LenientRound, RecordedRound
from ..rules import Action, Node
from .engine.engine import Table, play
from .points import SETUP
from .record import Round
from .rules import GoRules, numbers
from .state import State


def recorded_round(rules: GoRules, played: Round, start: State) -> RecordedRound[State]:
    """Return a game that begins in this state, ready to be replayed."""
    actions = played.actions

    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        done = state.table.done
        if done == len(actions):
            return None
        return {rules.actor(state, actions[done]): actions[done]}

    return LenientRound(start, choose, rules.fouls(played.annotations))


def replay(rules: GoRules, played: Round, start: State) -> tuple[Replayed[State], int]:
    """Replay a game up to the first broken rule.

    Also return the number of actions that the engine played, which cause no findings.
    """
    table = start.table.copy()
    plain = play(table, *numbers(table, played.actions))
    recorded = recorded_round(rules, played, start)
    return replay_from(rules, recorded, State(table), plain), plain


def are_plain(
    table: Table, actions: Sequence[Action], ply: int, variations: Sequence[Variation]
) -> bool:
    """Return whether the variations of a line cause no findings.

    The line begins at `ply` in the position on the table, and has only moves.
    """
    players, moves = numbers(table, actions)
    table, at = table.copy(), 0
    for each in sorted(variations, key=lambda one: one.ply):
        begins = each.ply - ply
        if not at <= begins < len(actions):
            return False
        played = slice(at, begins)
        if play(table, players[played], moves[played]) < begins - at:
            return False
        at = begins
        if each.actions == (SETUP,) and not each.variations:  # nobody moves
            continue
        own = numbers(table, each.actions)
        is_same = each.actions[:1] == actions[at : at + 1]
        if is_same or play(table.copy(), *own) < len(each.actions):
            return False
        if each.variations and not are_plain(table, each.actions, each.ply, each.variations):
            return False
    return True
