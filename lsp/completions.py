"""Completion: the legal actions at a place, written as in the text's notation, and other words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from typing import Any

from lsprotocol.types import CompletionItem, CompletionItemKind, CompletionList, TextEdit
from msgspec import Struct

from .. import replayer
from ..browser.written import actions_written
from ..findings.shown import visible
from ..formats.interface.catalog import notation
from ..formats.interface.drawn import said
from ..formats.interface.notation import CannotHold, Notation, Reading, Unsound, judging
from ..formats.text.text import Text
from ..repair.suggestions.samples import samples
from ..replayer.replay.match import replay_round
from ..replayer.replay.round import RecordedRound, Step, walk
from ..replayer.replay.trajectory import (
    Trajectory,
    TrajectoryStep,
    header_values,
    trajectories,
)
from ..replayer.rules import Action
from ..replayer.scene.scene import Scene
from ..replayer.scene.scenes import Scenes, Speaker
from .documents import Document, Part

TRIGGERS = ('"', "[", " ", ",", "-", "☖", "☗")
"""The characters after which an action or a word may begin."""

LONGEST = 200_000
"""Longer records have no completion, as they would have to be read for each key."""

MOST_STARTS = 9
"""How many places on a line are tried as the start of the action that is being written."""
MOST_KINDS = 12
"""How many actions are tried at each of them."""
ABOVE = 2000
"""How far above the words of a record are looked for."""
MOST_WRITTEN = 60
"""How many actions are written at most to see how the notation writes them."""
MOST_WORDS = 40

_NONSENSE = "☃"
_START = re.compile(r"(?<![\w☖☗♠-♯])(?=[\w☖☗♠-♯])|[\[(\"'|]|(?<=\s)(?=\S)|(?<=[,;])")
_WORD = re.compile(r"[\w♠-♯☆]+\Z")
_REST = re.compile(r"[\w♠-♯☆]*+[\"\']?")
_CLOSING = "\"'])"
_TOKEN = re.compile(r'"[^"\n]*+"|[^\s,\[\](){};:"]++')
_PAIRS = {"{": "}", "[": "]", "(": ")"}
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"|\\.|[\[\](){}]', re.DOTALL)


class Here(Struct, frozen=True):
    """The step at a place in a text, and where the action that is being written starts and ends."""

    start: int
    end: int
    line: Trajectory[Any, Any]
    step: TrajectoryStep[Any]


def completions(document: Document, offset: int) -> CompletionList | None:
    """Return what may be written at an offset, or None if that is not known.

    Nothing is offered in comments, names and other places where any text is sound.
    """
    if document.is_left_out or document.is_too_large:
        return None
    with document.assuming_options():
        for part in document.parts_between(offset, offset):
            for outcome in part.outcomes:
                if outcome.notation is not None and part.end - part.start <= LONGEST:
                    return _Place(document, part, outcome.notation, offset).items()
                break
    return None


class _Place:
    """A place in a piece of a document, whose text is read with changes there."""

    def __init__(self, document: Document, part: Part, one: Notation[Any], offset: int) -> None:
        self.document, self.notation, self.first = document, one, part.start
        self.text = document.text[part.start : max(part.end, offset)]
        self.caret = offset - part.start

    def items(self) -> CompletionList | None:
        """Return the legal actions, if an action is being written here, or else other words."""
        here = self._here()
        if here is not None:
            return CompletionList(False, [*self._actions(here)])
        typed = _WORD.search(self.text, self._line, self.caret)
        if typed is None or self._is_sound(typed.start(), self.caret, _NONSENSE):
            return None
        return CompletionList(True, [*self._words(typed.start())])

    @property
    def _line(self) -> int:
        return self.text.rfind("\n", 0, self.caret) + 1

    def _changed(self, start: int, end: int, words: str) -> str:
        return self.text[:start] + words + self.text[end:]

    def _is_sound(self, start: int, end: int, words: str) -> bool:
        return _sound(self.notation, Text(self._changed(start, end, words))) is not None

    # Actions

    def _here(self) -> Here | None:
        """Return the step whose action is being written, found by writing others there."""
        for start in self._starts():
            typed = self.text[start : self.caret]
            alike = partial(_shared, typed)
            for words in sorted(self._tried, key=alike, reverse=True):
                end = self._end(start, words)
                rest = _REST.match(self.text, end)
                ends = dict.fromkeys((end, end if rest is None else rest.end()))
                changed = [self._changed(start, each, words) for each in ends]
                for content in (*changed, self._cut(start, words)):
                    text = Text(content)
                    read = _sound(self.notation, text)
                    found = read and _at(read, text, start)
                    if found:
                        return Here(start, end, *found)
        return None

    @cached_property
    def _tried(self) -> Sequence[str]:
        """The texts of actions to try: one of each kind, and words above, such as cards held."""
        known = set(_vocabulary(self.notation.id))
        above = _TOKEN.findall(self.text, max(0, self.caret - ABOVE), self.caret)
        own = dict.fromkeys(each for each in reversed(above) if each in known)
        return [*_kinds(self.notation.id)[:MOST_KINDS], *[*own][:MOST_KINDS]]

    def _cut(self, start: int, words: str) -> str:
        """Return the text up to an action, with its brackets and quotes closed."""
        content = self.text[:start] + words
        if content.lstrip()[:1] not in ("{", "[", "("):
            return f"{content}\n"
        opened = list[str]()
        for each in _BRACKET.finditer(content):
            if each[0] in _PAIRS:
                opened.append(_PAIRS[each[0]])
            elif opened and opened[-1] == each[0]:
                opened.pop()
        return content + "".join(reversed(opened))

    def _starts(self) -> Iterator[int]:
        """Yield the places where the action at the caret may begin, the nearest first."""
        found = [each.start() for each in _START.finditer(self.text, self._line, self.caret)]
        before = max(self._line, self.caret - 1)
        yield from [*dict.fromkeys([self.caret, before, *reversed(found)])][:MOST_STARTS]

    def _end(self, start: int, words: str) -> int:
        """Return the end of what `words` would replace: editors close brackets and quotes."""
        behind = self.text[self.caret :]
        if start == self.caret:
            return start
        closed = len(behind) - len(behind.lstrip(_CLOSING))
        sizes = range(min(closed, len(words)), 0, -1)
        return self.caret + next((n for n in sizes if words.endswith(behind[:n])), 0)

    def _actions(self, here: Here) -> Iterator[CompletionItem]:
        typed = self.text[here.start : self.caret].casefold()
        texts, scenes = _Texts(self.notation, here), replayer.scenes(self.notation.game)
        drawn = None if scenes is None else _speaker(here, scenes)
        every = [(player, each) for player, some in here.step.legal.items() for each in some]
        for order, (player, action) in enumerate(every):
            words = texts.of(player, action)
            if words is not None and words.casefold().startswith(typed):
                detail = action
                if scenes is not None and drawn is not None:
                    detail = said(scenes, drawn, here.step, player, action)
                yield self._item(words, here.start, here.end, order, detail)

    def _item(
        self, words: str, start: int, end: int, order: int, detail: str | None = None
    ) -> CompletionItem:
        span = self.document.positions.range(self.first + start, self.first + end)
        return CompletionItem(
            visible(words),
            kind=CompletionItemKind.Keyword if detail is None else CompletionItemKind.Value,
            detail=detail,
            sort_text=f"{order:04}",
            filter_text=words,
            text_edit=TextEdit(span, words),
        )

    # Words

    def _words(self, start: int) -> Iterator[CompletionItem]:
        """Yield the notation's words that begin with what is typed, and are sound here."""
        typed = self.text[start : self.caret]
        tried = [each for each in _vocabulary(self.notation.id) if each.startswith(typed)]
        for order, words in enumerate(tried[:MOST_WORDS]):
            if words != typed and self._is_sound(start, self.caret, words):
                yield self._item(words, start, self.caret, order)


def _sound(one: Notation[Any], text: Text) -> Reading[Any] | None:
    """Return the reading of a text with a single record and no errors of syntax, or None."""
    try:
        with judging():
            found = [*one.read(text)]
    except Unsound:
        return None
    sound = len(found) == 1 and found[0].whole and found[0].record is not None
    return found[0] if sound else None


def _at(
    reading: Reading[Any], text: Text, start: int
) -> tuple[Trajectory[Any, Any], TrajectoryStep[Any]] | None:
    """Return the line and the step of the action that begins at an offset, or None."""
    found = None
    for line, step, _, span in _written(reading, text):
        if span[0] == start:  # the last one: some notations leave out those before it
            found = line, step
    return found


def _written(
    reading: Reading[Any], text: Text
) -> Iterator[tuple[Trajectory[Any, Any], TrajectoryStep[Any], int, tuple[int, int]]]:
    """Yield the actions by players, each with its line, its step, its player and its span."""
    assert reading.notation is not None
    for each in trajectories(replayer.game(reading.notation.game), reading.record):
        for line in each.tree() if isinstance(each, Trajectory) else ():
            for written in actions_written(reading, line):
                found, step = written.place, written.step
                if found.line is None or found.end_line is None or not step.actors:
                    continue
                start = text.offset(found.line, found.column or 1)
                end = text.offset(found.end_line, found.end_column or 1)
                ahead = max(0, written.ply - step.ply)
                yield line, step, [*(step.actions or ())][ahead], (start, end)


def _shared(typed: str, words: str) -> int:
    """Return how many characters two texts share at their start."""
    sizes = range(min(len(typed), len(words)), 0, -1)
    return next((size for size in sizes if typed[:size] == words[:size]), 0)


@cache
def _kinds(identifier: str) -> Sequence[str]:
    """Return how a notation writes one action of each kind, in generated records."""
    one, found = notation(identifier), dict[str, str]()
    for sample in samples(identifier).texts[:2]:
        text = Text(sample.content)
        for reading in one.read(text):
            for _, step, player, (start, end) in _written(reading, text):
                kind = f"{_kind(one.game, step, (step.actions or {})[player])} {player}"
                found.setdefault(kind, sample.content[start:end])
    return [*dict.fromkeys(found.values())]


def _kind(game: str, step: TrajectoryStep[Any], action: Action) -> str:
    """Return the kind of an action: those of a kind are written in the same way."""
    scenes = replayer.scenes(game)
    if scenes is None:
        return f"{len(action.split())}"
    mode = scenes.scene(step.position).mode
    return f"{mode} {scenes.act(mode, action).match} {len(action.split())}"


@cache
def _vocabulary(identifier: str) -> Sequence[str]:
    """Return the words of the notation, apart from those that differ from record to record."""
    closed = (each for each in samples(identifier).kinds.values() if each.closed)
    return sorted({word for each in closed for word in each.words})


class _Texts:
    """Writes actions that are possible in a step as a notation does.

    Each is written at the end of a record that is cut there. If all words of an action stand in its
    text, others of its kind are written in the same way.
    """

    def __init__(self, one: Notation[Any], here: Here) -> None:
        self._one, self._here = one, here
        self._game = replayer.game(one.game)
        self._templates = dict[tuple[int, str], str]()
        self._left = MOST_WRITTEN

    def of(self, player: int, action: Action) -> str | None:
        """Return the text of an action, or None if the notation cannot hold it here."""
        kind = player, _kind(self._one.game, self._here.step, action)
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
            reading = _sound(self._one, text)
            for line, found, by, (start, end) in _written(reading, text) if reading else ():
                here = line.number == self._here.line.number and by == player
                if here and line.steps.index(found) == self._index:
                    return text.content[start:end]
        return None

    def _record(self, actions: Mapping[int, Action]) -> Any:
        """Return the record up to the step, and these actions in it."""
        game, (*before, last) = self._game, self._steps[: self._index + 1]
        given = iter([actions])
        recorded = RecordedRound(last.state, lambda state, node: next(given, None), {})
        line, record = self._here.line, self._here.line.record
        own = walk(game.rules(record), recorded, max(0, last.ply - 1))
        cut = game.rounds(game.written(game.with_rounds(record, ()), [(*before, *own)]))
        return game.with_rounds(record, (*game.rounds(record)[: line.number - 1], *cut))

    @cached_property
    def _index(self) -> int:
        return self._here.line.steps.index(self._here.step)

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
        found, count = re.subn(rf"(?<!\w){re.escape(word)}(?!\w)", f"{{{at}}}", found)
        if count != 1:
            return None
    return found


def _speaker(here: Here, scenes: Scenes[Any]) -> tuple[Scene, Speaker]:
    game, scene = replayer.game_of(here.line.record), scenes.scene(here.step.position)
    players = header_values(game, here.line.record)["players"]
    return scene, Speaker(scenes, players, grid=scene.grid)
