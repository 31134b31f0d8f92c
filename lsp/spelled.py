"""Actions in a text: which step one belongs to, and how its notation writes others."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import Any

from msgspec import Struct

from .. import replayer
from ..browser.written import actions_written, place_of
from ..formats.interface.catalog import notation
from ..formats.interface.notation import CannotHold, Notation, Reading, Unsound, judging
from ..formats.text.grammar import source
from ..formats.text.text import Text
from ..repair.suggestions.samples import samples
from ..replayer.replay.match import replay_round
from ..replayer.replay.round import RecordedRound, Step, walk
from ..replayer.replay.trajectory import Trajectory, trajectories
from ..replayer.replay.trajectory_step import TrajectoryStep
from ..replayer.rules import Action

MOST_WRITTEN = 60
"""How many actions are written at most to see how the notation writes them."""


class Here(Struct, frozen=True):
    """The step at a place in a text, and where the action that is being written starts and ends."""

    start: int
    end: int
    line: Trajectory[Any, Any]
    step: TrajectoryStep[Any]

    @property
    def index(self) -> int:
        """The index of the step in its line."""
        return self.line.steps.index(self.step)


def sound(one: Notation[Any], text: Text) -> Reading[Any] | None:
    """Return the reading of a text with a single record and no errors of syntax, or None."""
    try:
        with judging():
            found = [*one.read(text)]
    except Unsound:
        return None
    sound = len(found) == 1 and found[0].whole and found[0].record is not None
    return found[0] if sound else None


def step_at(
    reading: Reading[Any], text: Text, start: int
) -> tuple[Trajectory[Any, Any], TrajectoryStep[Any]] | None:
    """Return the line and the step of the action that begins at an offset, or None."""
    found = None
    for line, step, _, span in _written(reading, text, [_round_at(reading, text, start)]):
        if span[0] == start:  # the last one: some notations leave out those before it
            found = line, step
    return found


def _round_at(reading: Reading[Any], text: Text, offset: int) -> int:
    """Return the number of the round at an offset; rounds are in order."""
    assert reading.notation is not None
    game = replayer.game(reading.notation.game)

    def start(number: int) -> int:
        found = place_of(reading, f"/{game.rounds_field}/{number - 1}", number)
        return text.offset(found.line, found.column or 1) if found and found.line else 0

    return bisect_right(range(1, len(game.rounds(reading.record)) + 1), offset, key=start)


def _written(
    reading: Reading[Any], text: Text, numbers: Collection[int] | None = None
) -> Iterator[tuple[Trajectory[Any, Any], TrajectoryStep[Any], int, tuple[int, int]]]:
    """Yield the actions by players, each with its line, its step, its player and its span.

    If `numbers` are given, only those in these rounds.
    """
    assert reading.notation is not None
    game = replayer.game(reading.notation.game)
    for each in trajectories(game, reading.record, numbers):
        for line in each.tree() if isinstance(each, Trajectory) else ():
            for written in actions_written(reading, line):
                found, step = written.place, written.step
                if found.line is None or found.end_line is None or not step.actors:
                    continue
                start = text.offset(found.line, found.column or 1)
                end = text.offset(found.end_line, found.end_column or 1)
                ahead = max(0, written.ply - step.ply)
                yield line, step, [*(step.actions or ())][ahead], (start, end)


class Kinds(Struct, frozen=True):
    """How a notation writes one action of each kind, and whether it leaves out actions."""

    texts: Sequence[str]
    leave_out: bool


@cache
def kinds(identifier: str) -> Kinds:
    """Return how a notation writes actions in generated records."""
    one, found, leave_out = notation(identifier), dict[str, str](), False
    for sample in samples(identifier).texts[:2]:
        text = Text(sample.content)
        for reading in one.read(text):
            before = -1
            for _, step, player, (start, end) in _written(reading, text):
                kind = f"{_kinds_in(one.game, step)((step.actions or {})[player])} {player}"
                found.setdefault(kind, sample.content[start:end])
                leave_out |= start == before
                before = start
    return Kinds([*dict.fromkeys(found.values())], leave_out)


def _kinds_in(game: str, step: TrajectoryStep[Any]) -> Callable[[Action], str]:
    """Return a function that returns the kind of an action in a step.

    Actions of one kind are written in the same way.
    """
    scenes = replayer.scenes(game)
    mode = scenes.scene(step.position).mode
    return lambda action: f"{mode} {scenes.act(mode, action).match} {len(action.split())}"


_HEADER = re.compile(r"^([A-Za-z]\w*+(?: \w++)?:)[ \t]++(\S.*)$", re.MULTILINE)
_LITERAL = re.compile(r'(?<=[\s(|])"([^"\\\n]++)"(?=[\s)|+*?]|\Z)')
_NOTES = re.compile(r"//.*$", re.MULTILINE)
_LIKELY = ("1", "P0", "2000-01-01", "A B C D E")
"""Values to try behind the headers that random records do not have."""


@cache
def literals(one: str) -> Sequence[str]:
    """Return the words that the grammar of a notation in lines of text spells out, in its order."""
    found = notation(one)
    if found.grammar is None or found.medium != "text":
        return ()
    return [*dict.fromkeys(_LITERAL.findall(_NOTES.sub("", source(found.grammar))))]


@cache
def headers(one: str) -> Mapping[str, Sequence[str]]:
    """Return the words that begin lines and end with a colon, each with values to try behind it."""
    if notation(one).medium != "text":
        return {}
    found = {each: dict[str, None]() for each in literals(one) if each.endswith(":")}
    for sample in samples(one).texts:
        for header, value in _HEADER.findall(sample.content):
            found.setdefault(header, {})[value] = None
    return {header: [*values][:3] or _LIKELY for header, values in found.items()}


class Texts:
    """Writes actions that are possible in a step as a notation does.

    Each is written at the end of a record that is cut there. If the text contains all words of an
    action, others of its kind are written in the same way.
    """

    def __init__(self, one: Notation[Any], here: Here) -> None:
        self._one, self._here = one, here
        self._game = replayer.game(one.game)
        self._kind = _kinds_in(one.game, here.step)
        self._templates = dict[tuple[int, str], str]()
        self._left = MOST_WRITTEN

    def of(self, player: int, action: Action) -> str | None:
        """Return the text of an action, or None if the notation cannot hold it here."""
        kind = player, self._kind(action)
        template = self._templates.get(kind)
        if template is not None:
            return template.format(*action.split())
        if not self._left:
            return None
        self._left -= 1
        words = self._text(player, action)
        if words is not None and (made := _template(words, action)) is not None:
            self._templates[kind] = made
        return words

    def _text(self, player: int, action: Action) -> str | None:
        step = self._here.step
        actions = {each: action if each == player else step.legal[each][0] for each in step.actors}
        with suppress(CannotHold):
            text = Text(self._one.write(self._record(actions)))
            reading = sound(self._one, text)
            for line, found, by, (start, end) in _written(reading, text) if reading else ():
                here = line.number == self._here.line.number and by == player
                if here and line.steps.index(found) == self._here.index:
                    return text.content[start:end]
        return None

    def _record(self, actions: Mapping[int, Action]) -> Any:
        """Return the record up to the step, and these actions in it."""
        game, (*before, last) = self._game, self._steps[: self._here.index + 1]
        given = iter([actions])
        recorded = RecordedRound(last.state, lambda state, node: next(given, None), {})
        line, record = self._here.line, self._here.line.record
        own = walk(game.rules(record), recorded, max(0, last.ply - 1))
        cut = game.rounds(game.written(game.with_rounds(record, ()), [(*before, *own)]))
        return game.with_rounds(record, (*game.rounds(record)[: line.number - 1], *cut))

    @cached_property
    def _steps(self) -> Sequence[Step[Any]]:
        line = self._here.line
        return replay_round(self._game, line.record, line.number).variation(line.path).steps


def _template(words: str, action: Action) -> str | None:
    """Return the text of an action with numbers for its words, or None if one is not in it.

    >>> _template("B[dd]", "B dd")
    '{0}[{1}]'
    """
    found = words.replace("{", "{{").replace("}", "}}")
    for at, word in enumerate(action.split()):
        found, times = re.subn(rf"(?<!\w){re.escape(word)}(?!\w)", f"{{{at}}}", found)
        if times != 1:
            return None
    return found
