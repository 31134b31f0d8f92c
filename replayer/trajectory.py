"""The steps of a replay as JSON values."""

from __future__ import annotations

from typing import Any

from .game import CHANCE, Decision, IllegalAction, Rules
from .replay import RoundReplay, Step


def line_values(line: RoundReplay[Any]) -> dict[str, Any]:
    """Which round it is, and which variation of it."""
    named = {"variation": variation_values(line)} if line.path else {}
    return {"round": line.number, **named}


def variation_values(line: RoundReplay[Any]) -> dict[str, Any]:
    """Where a variation stands in the record, where it leaves its line, and what it is called."""
    return {"path": line.path, "ply": line.ply, "name": line.name}


def moment_values(rules: Rules[Any], step: Step[Any]) -> dict[str, Any]:
    """A state: its ply, what kind of node it is, who acts, and what is legal for each."""
    actors = step.node.players if isinstance(step.node, Decision) else ()
    return {
        "ply": step.ply,
        "node": step.node.kind,
        "actors": actors,
        "legal": {str(player): rules.legal_actions(step.state, player) for player in actors},
    }


def step_values(rules: Rules[Any], step: Step[Any]) -> dict[str, Any]:
    """A state, what is done in it, and what that shows to everybody and to single players.

    `actions` is null where the record stops, and `public` and `private` where nothing follows.
    `returns` are the points of the players in this state.
    """
    actions = step.actions
    following = step.transition
    return moment_values(rules, step) | {
        "actions": None if actions is None else {_actor(key): actions[key] for key in actions},
        "public": None if following is None else following.public,
        "private": None if following is None else following.private,
        "returns": rules.returns(step.state),
        "breach": None if step.breach is None else breach_values(step.breach),
    }


def breach_values(breach: IllegalAction) -> dict[str, str]:
    """The rule that an action breaks, and why."""
    return {"code": breach.rule.code, "name": breach.rule.name, "message": str(breach)}


def _actor(player: int) -> str:
    return "chance" if player == CHANCE else str(player)
