"""Board documents: everything that `<kifu-board>` shows about one or more records, as JSON.

`schemas/board.schema.json` describes them. A document holds the steps of the records, packed, with
their scenes, and everything else that a board shows: how the games look, the reasons why actions
are illegal, the seats' views, findings, and the record in every notation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from .. import replayer
from ..findings import SEVERITIES, Finding
from ..formats import CannotHold, canonical_notation, lost, notations
from ..formats import board as text_board
from ..formats.text.roles import plain
from ..replayer.game import Game
from ..replayer.replay.match import replay_all
from ..replayer.replay.round import RoundReplay
from ..replayer.replay.trajectory import (
    JsonObject,
    Malformed,
    Trajectory,
    TrajectoryStep,
    actions_values,
    header_values,
    trajectories,
    viewer_of,
)
from ..replayer.replay.view import masked, view
from ..replayer.rules import IllegalAction
from ..replayer.scene.scenes import Scenes
from ..validation.outcome import Outcome
from ..validation.outcomes import outcomes
from .packing import change, packed

Line: TypeAlias = Trajectory[Any, Any]

VERSION = 2
MOST_TEXT = 65_536
"""The maximum length of a text offered for copying; use `kifu convert` for longer ones."""

_VARIATION = re.compile(r"/variations/(\d+)")


class Shown(Struct, frozen=True):
    """A record to show: its label and its outcome."""

    label: str
    outcome: Outcome[Any]


def document(records: Iterable[Shown], player: int | None = None) -> JsonObject:
    """Return the board document of records; with a `player`, only what that player was shown.

    Raises ValueError if a view cannot be made.
    """
    return document_of([record_values(each, player) for each in records])


def document_of(records: Sequence[JsonObject]) -> JsonObject:
    """Return the document of records, as `record_values` returns them."""
    replays = filter(None, (each["replay"] for each in records))
    names = dict.fromkeys(each["game"] for each in replays)
    games = {name: found for name in names if (found := _looks(name)) is not None}
    return {"board": VERSION, "games": games, "records": [*records]}


@cache
def _looks(name: str) -> JsonObject | None:
    """Return how a game looks, as JSON, or None if it has only a text board."""
    scenes = replayer.scenes(name)
    return None if scenes is None else to_builtins(scenes.looks)


class Part(Struct, frozen=True):
    """Part of a record: one round, with the views of the given seats.

    The other rounds have no steps, and the record's texts are omitted. There are at most `findings`
    findings: those about the round come first, and then the most severe.
    """

    round: int
    seats: Collection[int] = ()
    findings: int = 100

    def listed(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return the part's findings, in their original order."""
        if len(findings) <= self.findings:
            return [*findings]
        ranked = sorted(
            (each.round != self.round, SEVERITIES.index(each.severity), place)
            for place, each in enumerate(findings)
            if each.left_out is None
        )
        return [findings[place] for place in sorted(each[-1] for each in ranked[: self.findings])]


def record_values(shown: Shown, player: int | None = None, part: Part | None = None) -> JsonObject:
    """Return a document's record, or only a `part` of it. Raises ValueError like `document`."""
    outcome = shown.outcome if player is None else _seen(shown.outcome, player)
    values = _without_replay(shown.label, outcome, player, part)
    notation, record = outcome.notation, outcome.record
    if notation is None or record is None or not outcome.reading.whole:
        return values
    game = replayer.game(notation.game)
    wanted = None if part is None else (part.round,)
    lines = list(trajectories(game, record, wanted))
    values |= replay_values(game, record, lines, positions=part is not None)
    if game.has_views and viewer_of(game, record) is None:
        values["views"] = _views(game, record, part) if _plays(outcome) else {}
    if part is None:
        values["texts"] = dict(_texts(game, record))
    return values


def _without_replay(
    label: str, outcome: Outcome[Any], player: int | None, part: Part | None
) -> JsonObject:
    notation = outcome.notation
    # A part does not show fixes, so they need not be proven.
    findings = outcome.findings if part is None else part.listed(outcome.unproven)
    return {
        "label": label,
        "notation": None if player is not None or notation is None else notation.id,
        "replay": None,
        "views": {},
        "reasons": [],
        "findings": [finding_values(each) for each in findings],
        "texts": {},
    }


def replay_values(
    game: Game[Any, Any], record: Any, lines: Iterable[Line | Malformed], positions: bool = False
) -> JsonObject:
    """Return the replay of certain rounds of a record, and the reasons why actions are illegal.

    With `positions`, steps have those as well as scenes.
    """
    reasons, shown = Reasons(), Showing(replayer.scenes(game.name), positions)
    replayed = {each.number: _round(game, each, shown, reasons) for each in lines}
    rounds = [
        replayed.get(number, {"round": number, "steps": []})
        for number in range(1, len(game.rounds(record)) + 1)
    ]
    return {
        "replay": header_values(game, record) | {"rounds": rounds},
        "reasons": [
            {"code": code, "name": name, "message": message} for code, name, message in reasons
        ],
    }


def _seen(outcome: Outcome[Any], player: int) -> Outcome[Any]:
    """Return the outcome of a player's view, which contains nothing else from the full record."""
    if outcome.notation is None or outcome.record is None or not outcome.reading.whole:
        raise ValueError("part of the record cannot be read, so it has no view of a player")
    game = replayer.game(outcome.notation.game)
    players = game.rules(outcome.record).players
    if player not in range(players):
        raise ValueError(f"there is no player {player}: players are 0 to {players - 1}")
    canonical = canonical_notation(game.name)
    text = canonical.write(view(game, outcome.record, player))
    (found,) = outcomes_of(text, canonical.id)
    return found


def outcomes_of(text: str, notation: str) -> Iterator[Outcome[Any]]:
    """Return the outcomes of the records in a text."""
    from io import BytesIO

    from ..formats.files.source import UTF_8, Source

    data = BytesIO(text.encode("utf-8", "surrogatepass"))
    return outcomes(Source(data, encoding=UTF_8), "", notation)


# Rounds


class Reasons(dict[tuple[str, str, str], int]):
    """The reasons why actions are illegal (code, name, message), each with its number."""


class Showing(Struct, frozen=True):
    """How steps are shown: by scenes, if the game has any, and by positions if wanted."""

    scenes: Scenes[Any] | None
    positions: bool

    def seen(self, step: TrajectoryStep[Any]) -> JsonObject:
        """Return the parts of a step that differ between views."""
        found: JsonObject = {}
        if self.scenes is not None:
            found["scene"] = to_builtins(self.scenes.scene(step.position))
        if self.positions:
            found["position"] = to_builtins(step.position, str_keys=True)
        return found

    def step(self, step: TrajectoryStep[Any]) -> JsonObject:
        """Return a step as JSON."""
        return step.outline() | self.seen(step)


def _round(
    game: Game[Any, Any], line: Line | Malformed, shown: Showing, reasons: Reasons
) -> JsonObject:
    if isinstance(line, Malformed):
        return line.values()
    return _line(game, line, line.values(shown.step), line.steps, shown, reasons)


def _line(
    game: Game[Any, Any],
    line: Line,
    values: JsonObject,
    own: Sequence[TrajectoryStep[Any]],
    shown: Showing,
    reasons: Reasons,
) -> JsonObject:
    """Return a line of play with packed steps, and whatever else the component needs."""
    scenes = shown.scenes
    more: JsonObject = {"steps": packed(values["steps"])}
    if scenes is None:
        more["texts"] = [_text(game, line, each) for each in own]
    else:
        more["refused"] = [_refused(scenes, each, line.viewer, reasons) for each in own]
    below = zip(line.variations, values["variations"], strict=True)
    more["variations"] = [
        _line(game, each, its, each.own, shown, reasons) | {"shared": each.shared}
        for each, its in below
    ]
    if line.fault is not None and not values.get("breach"):
        fault = line.fault
        more["breach"] = {"code": fault.code, "name": fault.name, "message": fault.message}
    return values | more


def _text(game: Game[Any, Any], line: Line, step: TrajectoryStep[Any]) -> str:
    return "\n".join(map(plain, text_board(game.name).position(line, step)))


def _refused(
    scenes: Scenes[Any], step: TrajectoryStep[Any], viewer: int | None, reasons: Reasons
) -> JsonObject:
    """Return the illegal actions that players might try, grouped by player and by reason.

    In a view, only one player's hand is known, so only that player's actions are explained.
    """
    found: dict[str, list[tuple[int, list[str]]]] = {}
    for player in step.actors:
        if viewer not in (None, player):
            continue
        by_reason: dict[int, list[str]] = defaultdict(list)
        legal = set(step.legal[player])
        for action in dict.fromkeys(scenes.tries(step.position, player)):
            breach = None if action in legal else step.breach_of(action)
            if breach is not None:
                reason = (breach.rule.code, breach.rule.name, str(breach))
                by_reason[reasons.setdefault(reason, len(reasons))].append(action)
        if by_reason:
            found[str(player)] = list(by_reason.items())
    return found


# Views


_PLAYS: WeakKeyDictionary[Outcome[Any], bool] = WeakKeyDictionary()


def _plays(outcome: Outcome[Any]) -> bool:
    """Return whether all rounds of a record can be replayed to the end; the result is cached."""
    if not outcome.is_wrong:
        return True
    if outcome not in _PLAYS:
        assert outcome.notation is not None
        rounds = replay_all(replayer.game(outcome.notation.game), outcome.record)
        _PLAYS[outcome] = all(
            not isinstance(each, IllegalAction) and each.breach is None for each in rounds
        )
    return _PLAYS[outcome]


def _views(game: Game[Any, Any], record: Any, part: Part | None) -> JsonObject:
    """Return each round's scenes as each player knew them, or nothing if that is unclear.

    Variations are shown as if they had been played.
    """
    numbers = range(1, len(game.rounds(record)) + 1)
    shown = [each for each in numbers if part is None or each == part.round]
    rules, found, wanted = game.rules(record), JsonObject(), list[RoundReplay[Any]]()
    for each in replay_all(game, record, shown):
        if isinstance(each, IllegalAction) or each.breach is not None:
            return {}
        wanted.append(each)
    seats = range(rules.players) if part is None else part.seats
    showing = Showing(replayer.scenes(game.name), part is not None)
    opened = [_own(Trajectory(game, rules, record, each), showing) for each in wanted if seats]
    for player in range(rules.players):
        if player not in seats:
            found[str(player)] = []
            continue
        try:
            lines = known_lines(game, record, wanted, player)
            both = list(zip(opened, (_own(each, showing) for each in lines), strict=True))
        except ValueError:
            return {}
        found[str(player)] = [{"steps": [], "actions": {}, "variations": []} for _ in numbers]
        for each, pair in zip(wanted, both, strict=True):
            found[str(player)][each.number - 1] = _changes(*pair)
    return found


def known_lines(
    game: Game[Any, Any], record: Any, rounds: Iterable[RoundReplay[Any]], player: int
) -> Iterator[Line]:
    """Yield rounds of a record as a player saw them, with their variations.

    Names of variations are omitted, since they may reveal more than the player knew. Raises
    ValueError if the view does not exist.
    """
    rules, known = game.rules(record), view(game, record, player)
    for each in rounds:
        mask = masked(game.positions, rules, each, player)
        yield Trajectory(game, rules, known, _unnamed(mask))


def _unnamed(replayed: RoundReplay[Any]) -> RoundReplay[Any]:
    return replace(replayed, name=None, variations=tuple(map(_unnamed, replayed.variations)))


class Own(Struct, frozen=True):
    """The parts of a line's own steps that differ between views, as JSON, and its variations'."""

    shown: list[JsonObject]
    actions: list[JsonObject | None]
    variations: list[Own]


def _own(line: Line, showing: Showing) -> Own:
    shown = [showing.seen(each) for each in line.own]
    # Chance actions are shown only as a deal.
    actions = [actions_values(each.actions) if each.actors else None for each in line.own]
    return Own(shown, actions, [_own(each, showing) for each in line.variations])


def _changes(opened: Own, seen: Own) -> JsonObject:
    """Return the changes that turn a line into a player's view of it."""
    shown = zip(opened.shown, seen.shown, strict=True)
    actions = enumerate(zip(opened.actions, seen.actions, strict=True))
    below = zip(opened.variations, seen.variations, strict=True)
    return {
        "steps": packed([change(*each) or {} for each in shown]),
        "actions": {str(at): known for at, (done, known) in actions if done != known},
        "variations": [_changes(*each) for each in below],
    }


# Findings and texts


def finding_values(finding: Finding) -> JsonObject:
    """Return a finding with the path of its variation."""
    path = [int(each) + 1 for each in _VARIATION.findall(finding.pointer or "")]
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "line": finding.line,
        "column": finding.column,
        "round": finding.round,
        "ply": finding.ply,
        "player": finding.player,
        "path": path,
    }


def _texts(game: Game[Any, Any], record: Any) -> Iterator[tuple[str, JsonObject]]:
    """Yield the record in each notation that can hold it, with a list of losses."""
    for notation in notations(game.name):
        try:
            text = notation.write(record)
            if len(text) <= MOST_TEXT:
                yield notation.id, {"text": text, "lost": lost(record, notation)}
        except CannotHold:
            continue
