"""Read the players and results of games in a PGN file, skipping the moves.

Source: Portable Game Notation Specification and Implementation Guide (1994), sections 7 and 8.
Files are read line by line, so they may be of any size.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, field

from ...findings import Finding, Rule
from ...formats import codes
from ...formats.files.source import Source, Unreadable, decode, wide_encoding
from ...formats.interface.notation import CannotHold
from ...formats.text.columns import visible
from ...formats.text.grammar import parse
from ...formats.text.place import place
from ...formats.text.text import Text
from ...replayer.game import MatchResult
from .results import GameResult

NEEDED = ("White", "Black", "Result")
POINTS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0, 0)}
NO_RESULT = "*"
UNKNOWN = ("", "?")
"""The values that stand for an unknown name."""

NAME_BYTES = 63
"""How many bytes of a name BayesElo keeps."""

_GRAMMAR = f"{__package__}/pgn_results"
_CLAIM = re.compile(r"\s*(?:[;%][^\n]*\n\s*)*\[[ \t]*[A-Za-z]\w*[ \t]*[\s\"]")
_TAG = re.compile(r'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:\\.|[^"\\])*)"[ \t]*\][ \t]*')
_MARK = re.compile(r"[{;()]|(?<![\w/-])(?:1-0|0-1|1/2-1/2|\*)(?![\w/-])")
_ESCAPED = re.compile(r"\\(.)")
_TERMINALS = {"NAME": "the name of a tag", "VALUE": "a value in quotes"}


class PgnGame(Struct, frozen=True):
    """A game's result, or None if it has none (`*`), and the findings about the game.

    The result is None if any finding is an error.
    """

    result: MatchResult | None
    findings: tuple[Finding, ...] = ()


def claims(head: bytes) -> bool:
    r"""Return whether a file with this beginning is a PGN file: it starts with a tag.

    >>> claims(b'; 2026\n[White "Ada"]\n'), claims(b'["White", "Ada"]')
    (True, False)
    """
    text = head.decode(wide_encoding(head) or "utf-8-sig", "replace")
    return _CLAIM.match(text) is not None


def read(source: Source) -> Iterator[PgnGame]:
    r"""Yield the games in a file.

    >>> import io
    >>> text = b'[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 e5 {...} 1-0\n'
    >>> next(read(Source(io.BytesIO(text)))).result
    MatchResult(names=('Ada', 'Bo'), points=(1, 0))
    """
    reader = _Reader()
    try:
        for number, line in source.lines():
            yield from reader.line(number, line)
    except Unreadable as trouble:
        yield from reader.end()
        yield PgnGame(None, (trouble.finding,))
    else:
        yield from reader.end()


def write(counts: Mapping[GameResult, int]) -> Iterator[str]:
    r"""Yield the games as text for BayesElo; `counts` holds how often each was played.

    Raises CannotHold if two names would look the same to BayesElo.

    >>> print(*write({GameResult("Ada", "Bo", 1): 1}), end="")
    [White "Ada"]
    [Black "Bo"]
    [Result "1/2-1/2"]
    <BLANKLINE>
    1/2-1/2
    <BLANKLINE>
    """
    names = short_names(name for game in counts for name in (game.white, game.black))
    results = ("0-1", "1/2-1/2", "1-0")
    for game, count in counts.items():
        white, black = _quoted(names[game.white]), _quoted(names[game.black])
        result = results[game.score]
        text = f'[White {white}]\n[Black {black}]\n[Result "{result}"]\n\n{result}\n\n'
        for _ in range(count):
            yield text


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return the names as BayesElo keeps them: at most 63 bytes, without control characters.

    Names are cut at character boundaries. Raises CannotHold if two names become the same.

    >>> short_names(["Ada", "ż" * 40])["ż" * 40] == "ż" * 31
    True
    """
    short = {name: _cut(name) for name in dict.fromkeys(names)}
    often = Counter(short.values())
    same = [name for name in short if often[short[name]] > 1]
    if same:
        one, other = [name for name in same if short[name] == short[same[0]]][:2]
        raise CannotHold(
            f"bayeselo-pgn cannot hold both {one!r} and {other!r}: "
            f"it keeps {NAME_BYTES} bytes of a name, and these are the same in both"
        )
    return short


def _cut(name: str) -> str:
    return visible(name).encode()[:NAME_BYTES].decode(errors="ignore")


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class _Tag(Struct, frozen=True):
    """A tag's value, and its place: a text, a start and an end."""

    value: str
    span: tuple[Text, int, int]


class _Game(Struct):
    """The part of a game read so far; once it has `begun`, no more tags follow."""

    span: tuple[Text, int, int]
    tags: dict[str, _Tag] = field(default_factory=dict[str, _Tag])
    findings: list[Finding] = field(default_factory=list[Finding])
    begun: bool = False
    ending: str | None = None

    def find(self, rule: Rule, why: str, span: tuple[Text, int, int]) -> None:
        self.findings.append(place(Finding(rule=rule, message=why), *span))


class _Reader:
    """Reads lines, and yields games as they end."""

    def __init__(self) -> None:
        self.game: _Game | None = None
        self.comment: tuple[Text, int, int] | None = None
        self.unterminated = False
        self.variations = 0
        """The number of open variations; a result in a variation is not the game's result."""

    def line(self, number: int, raw: bytes) -> Iterator[PgnGame]:
        if number == 1:
            raw = raw.removeprefix(BOM_UTF8)
        if raw[:1] == b"%" or (not raw.strip() and self.comment is None):
            return
        if self.comment is None and raw.lstrip()[:1] == b"[":
            try:
                yield from self.tags(decode(raw, number))
            except Unreadable as trouble:
                yield from self.next_game(Text("", number), 0, after=("",))
                assert self.game is not None
                self.game.findings.append(trouble.finding)
        else:
            # Moves and comments may be in any encoding.
            yield from self.moves(Text(raw.decode("latin-1"), number), 0)

    def tags(self, text: Text) -> Iterator[PgnGame]:
        """Read a line of tags, and any moves after them."""
        line = text.content
        start = len(line) - len(line.lstrip())
        while line[start : start + 1] == "[":
            tag = _TAG.match(line, start)
            if tag is None:
                yield from self.next_game(text, start, after=())
                assert self.game is not None
                found = parse(_GRAMMAR, "start", text, (start, len(line)), _TERMINALS)
                self.game.findings.extend([found] if isinstance(found, Finding) else [])
                return
            name, value = tag.groups()
            yield from self.next_game(text, start, after=(name,))
            assert self.game is not None
            span = (text, *tag.span(2))
            if name in self.game.tags and name in NEEDED:
                why = f"the game has the tag {name} twice"
                self.game.find(codes.PGN_REPEATED_TAG, why, (text, *tag.span(1)))
            elif name in NEEDED:
                self.game.tags[name] = _Tag(_ESCAPED.sub(r"\1", value), span)
            start = tag.end()
        yield from self.moves(text, start)

    def next_game(self, text: Text, start: int, after: tuple[str, ...]) -> Iterator[PgnGame]:
        """Start a new game at a tag if it cannot belong to the current game."""
        game = self.game
        if game is not None:
            whole = all(name in game.tags for name in NEEDED)
            if game.begun or (whole and any(name in game.tags for name in after)):
                yield self.over(game)
        if self.game is None:
            self.game = _Game((text, start, len(text.content)))

    def moves(self, text: Text, start: int) -> Iterator[PgnGame]:
        """Skip moves and comments, and read the result after them."""
        line = text.content
        while start < len(line):
            if self.comment is not None:
                close = line.find("}", start)
                if close < 0:
                    return
                self.comment, start = None, close + 1
                continue
            mark = _MARK.search(line, start)
            end = len(line) if mark is None else mark.start()
            if line[start:end].strip():
                self.begin(text, start)
            if mark is None or mark.group() == ";":
                return
            start = mark.end()
            if mark.group() == "{":
                self.comment = (text, mark.start(), mark.end())
                continue
            if mark.group() in "()":
                self.variations = max(0, self.variations + (1 if mark.group() == "(" else -1))
                continue
            if self.variations:
                continue
            game = self.begin(text, mark.start())
            game.ending = mark.group()
            tag = game.tags.get("Result")
            decided = tag is not None and tag.value in POINTS and game.ending in POINTS
            if tag is not None and decided and tag.value != game.ending:
                why = f"the game ends with {game.ending}, but its tag says {tag.value}"
                game.find(codes.PGN_CONTRADICTION, why, (text, *mark.span()))
            yield self.over(game)

    def begin(self, text: Text, start: int) -> _Game:
        """Return the game that the moves here belong to."""
        if self.game is None:
            self.game = _Game((text, start, len(text.content)))
        self.game.begun = True
        return self.game

    def over(self, game: _Game) -> PgnGame:
        self.game, self.variations = None, 0
        found = _read_game(game)
        if game.ending is None and not self.unterminated and not found.findings:
            self.unterminated = True
            why = "the game does not end with its result: expected 1-0, 0-1, 1/2-1/2 or *"
            game.find(codes.PGN_NOT_TERMINATED, why, game.span)
            return PgnGame(found.result, tuple(game.findings))
        return found

    def end(self) -> Iterator[PgnGame]:
        if self.comment is not None:
            game = self.begin(*self.comment[:2])
            why = "this comment is not closed by `}`; the rest of the file is not read"
            game.find(codes.PGN_COMMENT_NOT_CLOSED, why, self.comment)
        if self.game is not None:
            yield self.over(self.game)


def _read_game(game: _Game) -> PgnGame:
    """Return the result in a game's tags, unless something was wrong with its text."""
    result = None
    if not game.findings:
        missing = [name for name in NEEDED if name not in game.tags]
        if missing:
            why = f"the game lacks the tag {' and the tag '.join(missing)}"
            game.find(codes.PGN_TAG_MISSING, why, game.span)
        else:
            result = _result(game)
    return PgnGame(None if game.findings else result, tuple(game.findings))


def _result(game: _Game) -> MatchResult | None:
    white, black, result = (game.tags[name] for name in NEEDED)
    if result.value not in (*POINTS, NO_RESULT):
        why = f"{result.value!r} is not a result: expected 1-0, 0-1, 1/2-1/2 or *"
        game.find(codes.PGN_UNKNOWN_RESULT, why, result.span)
    names = (white.value, black.value)
    known = not any(name.strip() in UNKNOWN for name in names)
    if known and white.value == black.value:
        why = f"White and Black are both {white.value!r}"
        game.find(codes.PGN_SAME_PLAYER, why, black.span)
    points = POINTS.get(result.value)
    return None if points is None else MatchResult(names if known else None, points)
