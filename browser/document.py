"""Board documents: everything that `<kifu-board>` shows about one or more records, as JSON.

`schemas/board.schema.json` describes them. A document holds the steps of the records with their
scenes, and everything else that a board shows: the look of the games, the reasons why actions are
illegal, the findings, and the record in every notation. Scenes give what each seat sees.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import filterfalse
from typing import Any, TypeAlias

from msgspec import Struct, to_builtins

from .. import replayer
from ..findings import SEVERITIES, Finding
from ..formats import CannotHold, Notation, canonical_notation, notations, rewritten
from ..replayer.choices import Choices, listed
from ..replayer.game import Game
from ..replayer.replay.trajectory import Malformed, Trajectory, header_values, trajectories
from ..replayer.replay.trajectory_step import JsonObject, TrajectoryStep, actions_values
from ..replayer.replay.view import view
from ..replayer.scene.scene import Grid
from ..replayer.scene.scenes import Scenes
from ..validation.outcome import Outcome
from ..validation.outcomes import outcomes

Line: TypeAlias = Trajectory[Any, Any]

VERSION = 3
MOST_TEXT = 65_536
"""The maximum length of a text offered for copying; use `kifu convert` for longer ones."""
MANY = 10
"""Documents of more records only offer texts in JSON and in the notation of the file.

They only explain illegal actions that fill an empty place of a grid (`Scenes.fills`).
"""

_VARIATION = re.compile(r"/variations/(\d+)")


class Shown(Struct, frozen=True):
    """A record to show: its label and its outcome."""

    label: str
    outcome: Outcome[Any]


def document(records: Iterable[Shown], player: int | None = None) -> JsonObject:
    """Return the board document of records; with a `player`, it holds what that player was shown.

    Raises ValueError if a view cannot be made.
    """
    every = [*records]
    return document_of([record_values(each, player, few=len(every) <= MANY) for each in every])


def document_of(records: Sequence[JsonObject]) -> JsonObject:
    """Return the document of records that `record_values` returned, as plain JSON values."""
    names = (each["replay"]["game"] for each in records if each["replay"])
    return document_with(to_builtins(records, str_keys=True), names)


def document_with(records: Sequence[JsonObject], names: Iterable[str]) -> JsonObject:
    """Return the document of records, which may be compressed, and of the games named."""
    looks = {name: _looks(name) for name in names}
    return {"board": VERSION, "games": looks, "records": [*records]}


@cache
def _looks(name: str) -> JsonObject:
    """Return how a game looks, as JSON."""
    return to_builtins(replayer.scenes(name).looks)


class Drawn(Struct):
    """The steps of a round's main line as they were last drawn, for drawing them again after play.

    Each has its position, its values, and the number of `reasons` known after it. Only the first
    `same` steps are drawn as before.
    """

    steps: list[tuple[object, JsonObject, int]] = []
    reasons: list[tuple[str, str, str]] = []
    same: int = 0


class Part(Struct, frozen=True):
    """Part of a record: one round.

    The other rounds have no steps, and the record's texts are omitted. `findings` is the maximum
    number of findings: those about the round come first, and then the most severe. `drawn` has the
    steps that were drawn before, and takes those that are drawn now.
    """

    round: int
    findings: int = 100
    drawn: Drawn | None = None

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


def record_values(
    shown: Shown, player: int | None = None, part: Part | None = None, few: bool = True
) -> JsonObject:
    """Return a record for a document, or only a `part` of it; some of its values are Structs.

    `few` says whether there are at most `MANY` records. Raises ValueError like `document`.
    """
    outcome = shown.outcome if player is None else _seen(shown.outcome, player)
    values = _without_replay(shown.label, outcome, player, part)
    notation, record = outcome.notation, outcome.record
    if notation is None or record is None or not outcome.reading.whole:
        return values
    game = replayer.game(notation.game)
    lines = trajectories(game, record, None if part is None else (part.round,))
    drawn = None if part is None else part.drawn
    values |= replay_values(game, record, lines, part is not None, drawn, few)
    if part is None:
        usual = {each.id: each for each in (notation, canonical_notation(game.name))}
        wanted = notations(game.name) if few else usual.values()
        values["texts"] = dict(_texts(record, wanted))
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
        "reasons": [],
        "findings": [finding_values(each) for each in findings],
        "texts": {},
    }


def replay_values(
    game: Game[Any, Any],
    record: Any,
    lines: Iterable[Line | Malformed],
    positions: bool = False,
    drawn: Drawn | None = None,
    tries: bool = True,
) -> JsonObject:
    """Return the replay of the given rounds of a record, and the reasons why actions are illegal.

    With `positions`, steps have positions as well as scenes. If only one round is `drawn`, some of
    its steps may be known. `tries` says whether to explain illegal actions that players might try.
    """
    scenes = replayer.scenes(game.name)
    showing = Showing(game, scenes, positions, tries, {}, drawn or Drawn(), [])
    replayed = {each.number: _round(each, showing) for each in lines}
    if drawn is not None:
        drawn.steps, drawn.reasons, drawn.same = showing.steps, [*showing.reasons], 0
    rounds = [
        replayed.get(number, {"round": number, "steps": []})
        for number in range(1, len(game.rounds(record)) + 1)
    ]
    return {
        "replay": header_values(game, record) | {"rounds": rounds},
        "reasons": [
            {"code": code, "name": name, "message": message}
            for code, name, message in showing.reasons
        ],
    }


def _seen(outcome: Outcome[Any], player: int) -> Outcome[Any]:
    """Return the outcome of a player's view, without anything else from the full record."""
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


def outcomes_of(text: str, notation: str | None) -> Iterator[Outcome[Any]]:
    """Return the outcomes of the records in a text."""
    from io import BytesIO

    from ..formats.files.source import UTF_8, Source

    data = BytesIO(text.encode("utf-8", "surrogatepass"))
    return outcomes(Source(data, encoding=UTF_8), "", notation)


# Rounds


class Showing(Struct, frozen=True):
    """How steps are shown: by scenes, and by `positions` and `tries` if wanted.

    `reasons` are the reasons why actions are illegal (code, name, message), each with its number.
    `steps` are those of the main line so far, and `before` has them as they were last drawn.
    """

    game: Game[Any, Any]
    scenes: Scenes[Any]
    positions: bool
    tries: bool
    reasons: dict[tuple[str, str, str], int]
    before: Drawn
    steps: list[tuple[object, JsonObject, int]]

    def step(self, line: Line, step: TrajectoryStep[Any]) -> JsonObject:
        """Return a step as JSON, with everything that boards show about it."""
        if line.path:
            return self._drawn(line, step)
        before, at = self.before, len(self.steps)
        if at < before.same and before.steps[at][0] == step.position:
            _, values, known = before.steps[at]
            for each in before.reasons[len(self.reasons) : known]:
                self.reasons[each] = len(self.reasons)
        else:
            before.same = 0
            values = self._drawn(line, step)
        self.steps.append((step.position, values, len(self.reasons)))
        return {**values}

    def _drawn(self, line: Line, step: TrajectoryStep[Any]) -> JsonObject:
        found = step.outline()
        found["scene"] = scene = self.scenes.scene(step.position)
        refused, legal = self._explained(scene.grid, step, line.viewer)
        found["legal"] |= legal
        if refused:
            found["refused"] = refused
        if self.positions:
            found["position"] = step.position
        if line.viewer is None and (shown := line.shown(step)):
            found["shown"] = actions_values(shown)
        return found

    def _explained(
        self, grid: Grid | None, step: TrajectoryStep[Any], viewer: int | None
    ) -> tuple[JsonObject, JsonObject]:
        """Return the illegal actions that players might try, and shorter lists of legal actions.

        The illegal ones are grouped by player and by reason. In a view, only one player's hand is
        known, so only that player's actions are explained. If all actions that fill an empty place
        are legal or explained, only the other legal actions are listed.
        """
        found: dict[str, list[tuple[int, list[str]]]] = {}
        shorter: JsonObject = {}
        for player in step.actors:
            if viewer not in (None, player):
                continue
            legal, fills = step.legal[player], self.scenes.fills(grid, player)
            tried = [*self.scenes.tries(step.position, player)] if self.tries else []
            left = fills if [*legal[: len(fills)]] == fills else None
            refused = self._refused(step, player, tried if left else [*fills, *tried])
            if left is None:
                without = {each for actions in refused.values() for each in actions}
                left = [*filterfalse(without.__contains__, fills)]
                left = left if [*legal[: len(left)]] == left else []
            if left:
                shorter[str(player)] = {"fills": [*listed(legal)[len(left) :]]}
            if refused:
                found[str(player)] = [*refused.items()]
        return found, shorter

    def _refused(
        self, step: TrajectoryStep[Any], player: int, tried: Sequence[str]
    ) -> dict[int, list[str]]:
        """Return those of a player's actions that are illegal, by the number of the reason."""
        found: dict[int, list[str]] = defaultdict(list)
        if not tried:
            return found
        legal = step.legal[player]
        known = legal if isinstance(legal, Choices) else set(legal)
        for action in dict.fromkeys(filterfalse(known.__contains__, tried)):
            breach = step.breach_by(player, action)
            if breach is not None:
                reason = (breach.rule.code, breach.rule.name, str(breach))
                found[self.reasons.setdefault(reason, len(self.reasons))].append(action)
        return found


def _round(line: Line | Malformed, showing: Showing) -> JsonObject:
    if isinstance(line, Malformed):
        return line.values()
    values = line.values(showing.step)
    if line.fault is not None:
        values["breach"] = to_builtins(line.fault)
    return _finished(line, values)


def _finished(line: Line, values: JsonObject) -> JsonObject:
    """Count the steps that variations share with their lines."""
    for each, its in zip(line.variations, values["variations"], strict=True):
        its["shared"] = each.shared
        _finished(each, its)
    return values


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


def _texts(record: Any, wanted: Iterable[Notation[Any]]) -> Iterator[tuple[str, JsonObject]]:
    """Yield the record in each of these notations that can hold it, each with its losses."""
    for notation in wanted:
        try:
            text, lost = rewritten(record, notation)
            if len(text) <= MOST_TEXT:
                yield notation.id, {"text": text, "lost": lost, "suffix": notation.suffix}
        except CannotHold:
            continue
