"""What a log says more than once, so that a slip in one place can be mended from another.

All players are told the same of the game, of declarations and of plays; a reply is told to the
others; and what a player was dealt is what the player plays.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from ..text.vocabulary import Change

SHARED = ("set_deck", "set_players", "set_game", "declare", "play")
"""Commands that all players get with the same words, but for the own number of `set_players`."""

MOST = 40
"""In so many lines before and behind one, the same is told to the other players."""

_ASKS = {"gen_declare": "declare", "gen_move": "play"}

_LINE = re.compile(
    r"^(?P<head>(?P<way>>>|<<)[ \t]*(?P<seat>[0-9]*):[ \t]*)?(?P<words>\S[^\r\n]*|)\r?$",
    re.MULTILINE,
)
_CARD = re.compile(r"[2-9TJQKA][CDHS]")


class _Line(Struct, frozen=True):
    """A line of a log: whether it is to or from a seat, and its words."""

    start: int
    end: int
    head: str
    way: str
    seat: str
    words: tuple[str, ...]

    @property
    def verb(self) -> str:
        return self.words[0] if self.words else ""

    def saying(self, words: Sequence[str]) -> Change:
        """The change that makes it say this."""
        return Change(self.start, self.end, self.head + " ".join(words))

    def of(self, seat: str) -> Change:
        """The change that makes it a line to or from another seat."""
        head = self.head.replace(self.seat, seat)
        return Change(self.start, self.end, head + " ".join(self.words))

    def before(self, line: str) -> Change:
        """The change that puts another line before it."""
        return Change(self.start, self.start, f"{line}\n")

    def behind(self, line: str) -> Change:
        """The change that puts another line behind it."""
        return Change(self.end, self.end, f"\n{line}")


def echoes(content: str, place: int) -> Iterator[Change]:
    """The changes near a place that make a log say there what it says elsewhere."""
    lines = _lines(content)
    here = max(0, bisect_right(lines, place, key=lambda each: each.start) - 1)
    near = [at for at in (here, here - 1, here - 2, here - 3, here + 1) if 0 <= at < len(lines)]
    own = (at for at in range(here - 1, -1, -1) if lines[at].seat == lines[here].seat)
    hand = next((at for at in own if lines[at].verb == "set_cards"), None)
    found = chain(
        *(_of_words(lines, at) for at in near),
        _of_words(lines, hand) if hand is not None and lines[here].verb == "=" else (),
        *(_of_seat(lines, at) for at in near if at >= here),
        *(_left_out(lines, at) for at in near[:1]),
    )
    changes = dict.fromkeys(change.least(content) for change in found)
    return (each for each in changes if each.start < each.end or each.text)


@lru_cache(maxsize=2)
def _lines(content: str) -> Sequence[_Line]:
    """The lines of a log, which is asked about many places."""
    return [_line(match) for match in _LINE.finditer(content)]


def _line(match: re.Match[str]) -> _Line:
    head, way, seat = (match[group] or "" for group in ("head", "way", "seat"))
    start, end = match.start(), match.end("words")
    return _Line(start, end, head, way, seat, tuple(match["words"].split()))


def _of_words(lines: Sequence[_Line], at: int) -> Iterator[Change]:
    """What one line should say."""
    line = lines[at]
    if line.verb in SHARED:
        untold = _untold(line.seat, [each for each in _batch(lines, at) if each is not line])
        yield from (line.saying(words) for words in untold if _one_apart(line.words, words))
    elif line.verb == "=" and at and lines[at - 1].verb.startswith("gen_"):
        yield from _as_told(line, _batch(lines, at))
    elif line.verb == "set_cards":
        yield from _as_played(line, lines[at + 1 :])


def _batch(lines: Sequence[_Line], at: int) -> Sequence[_Line]:
    """The lines around one, up to those that ask a player."""
    start, end = at, at + 1
    while start and not lines[start].verb.startswith("gen_") and at - start < MOST:
        start -= 1
    while end < len(lines) and not lines[end].verb.startswith("gen_") and end - at < MOST:
        end += 1
    return lines[start:end]


def _untold(seat: str, lines: Sequence[_Line]) -> list[tuple[str, ...]]:
    """What others are told here, or reply, and this seat is not told; what is frequent first."""
    told = {each.words for each in lines if each.seat == seat}
    others = Counter[tuple[str, ...]]()
    for at, line in enumerate(lines):
        if line.verb == "=" and at and lines[at - 1].verb in _ASKS and len(line.words) > 1:
            others[_ASKS[lines[at - 1].verb], line.seat, *line.words[1:]] += 1
        elif line.verb in SHARED and line.seat != seat:
            own = line.verb == "set_players"
            others[(*line.words[:2], seat) if own else line.words] += 1
    return [words for words, _ in others.most_common() if words not in told]


def _as_told(line: _Line, after: Sequence[_Line]) -> Iterator[Change]:
    """A reply as the others are told of it."""
    for other in after:
        if other.verb in _ASKS.values() and other.words[1:2] == (line.seat,):
            yield line.saying(("=", *other.words[2:]))


def _as_played(line: _Line, after: Sequence[_Line]) -> Iterator[Change]:
    """The cards that the player plays, up to the next deal; and as many as there are."""
    words = line.words[1:]
    played = dict.fromkeys(_played(line.seat, after))
    strange = [each for each in words if _CARD.fullmatch(each) and each not in played]
    lacking = [each for each in played if each not in words]
    if len(lacking) == 1:
        for card in strange:
            yield _dealt(line, [lacking[0] if each == card else each for each in words])
        yield _dealt(line, [*words, *lacking])
    elif not lacking and len(strange) == 1:
        yield _dealt(line, [each for each in words if each != strange[0]])
    yield _dealt(line, words)


def _dealt(line: _Line, words: Sequence[str]) -> Change:
    """The line with some cards, each once, and their number."""
    cards = [each for each in dict.fromkeys(words) if _CARD.fullmatch(each)]
    return line.saying((line.verb, str(len(cards)), *cards))


def _played(seat: str, lines: Sequence[_Line]) -> Iterator[str]:
    for line in lines:
        if line.verb == "set_cards" and line.seat == seat:
            return
        if line.verb == "=" and line.seat == seat:
            yield from filter(_CARD.fullmatch, line.words[1:])


def _of_seat(lines: Sequence[_Line], at: int) -> Iterator[Change]:
    """The line as one of the seat before or behind it."""
    line = lines[at]
    near = [*lines[max(0, at - 1) : at], *lines[at + 1 : at + 2]]
    seats = dict.fromkeys(each.seat for each in near if each.seat)
    yield from (line.of(seat) for seat in seats if line.seat not in ("", seat))


def _left_out(lines: Sequence[_Line], at: int) -> Iterator[Change]:
    """A line that is missing before or behind one."""
    line = lines[at]
    if not line.seat:
        return
    if line.way == "<<":
        untold = _untold(line.seat, _batch(lines, at))
        yield from (line.before(f">> {line.seat}: {' '.join(words)}") for words in untold)
    yield line.behind(f"<< {line.seat}: ")
    yield line.before(f"<< {line.seat}: ")
    yield line.before(f"<< {line.seat}: =")


def _one_apart(one: Sequence[str], two: Sequence[str]) -> bool:
    """Whether one word is another one, is missing or too many, or two neighbours are swapped."""
    same = 0
    while same < min(len(one), len(two)) and one[same] == two[same]:
        same += 1
    one, two = one[same:], two[same:]
    swapped = sorted(one[:2]) == sorted(two[:2]) and one[2:] == two[2:]
    return one != two and (one[1:] == two[1:] or one[1:] == two or one == two[1:] or swapped)
