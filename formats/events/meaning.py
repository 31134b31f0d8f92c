"""Interprets moves whose meaning depends on the state, by asking the rules move by move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from ...replayer.game import Game
from ...replayer.replay.match import replay_round
from ...replayer.replay.round import first_breach
from ...replayer.rules import CHANCE, Chance, Decision, IllegalAction, Rules
from ...replayer.spelling import parse
from .drafts import DraftLine

RecordT = TypeVar("RecordT")

Refuse: TypeAlias = Callable[[DraftLine, int, int, int, IllegalAction], None]
"""Reports why a player cannot make a move, given its index in a line and its ply."""


def start(game: Game[RecordT, Any], record: RecordT, number: int) -> tuple[Rules[Any], Any] | None:
    """Return the rules of a record, and the state before the first move of a round.

    The round has no actions yet. Returns None if it cannot begin.
    """
    try:
        replayed = replay_round(game, record, number)
    except IllegalAction:
        return None
    return None if replayed.breach else (game.rules(record), replayed.steps[-1].state)


def resolve(rules: Rules[Any], state: Any, line: DraftLine, refuse: Refuse) -> None:
    """Find the actions meant by the moves of a line and its variations.

    A move without a meaning cuts its line. After an illegal move, the state is unknown, and moves
    stay as written.
    """
    before = dict[int, Any]()
    acted, ply = dict[int, str](), line.ply
    for index, move in enumerate(line.moves):
        node = rules.node(state)
        players = node.players if isinstance(node, Decision) else (CHANCE,)
        player = next((each for each in players if each not in acted), CHANCE)
        if not isinstance(node, Chance | Decision):
            break
        if not acted and isinstance(node, Decision):
            before.setdefault(ply if node.counted else 0, state)
        try:
            acted[player] = parse(rules, state, player, move)
        except IllegalAction as why:
            refuse(line, index, ply, player, why)
            line.cut = True
            break
        line.actions.append(acted[player])
        ply += isinstance(node, Decision) and node.counted
        if len(acted) == len(players):
            if first_breach(rules, state, acted) is not None:
                break
            state, acted = rules.apply(state, acted).state, {}
    else:
        if not acted:
            before.setdefault(ply, state)  # variations may also branch off at the end of the line
    if not line.cut:
        line.actions += line.moves[len(line.actions) :]
    for each in line.variations:
        if each.ply in before:
            resolve(rules, before[each.ply], each, refuse)
        else:
            each.actions = each.moves
