"""One slip in a valid text: a token replaced, swapped with its neighbour, missing or doubled.

Tokens are what people type: a digit of a hand, a piece, a card, a call, a mark, a player, a number.
`tests/one_slip.py` makes slips in punctuation, too, and shows what kifu reports about many of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from msgspec import Struct

import kifu
from kifu import replayer
from kifu.findings import Finding
from kifu.formats.interface.catalog import notation
from kifu.formats.interface.notation import CannotHold, Notation
from kifu.replayer.replay.match import replay_all
from kifu.replayer.replay.round import RoundReplay, seen

KINDS = ("replaced", "swapped", "missing", "too many")


class Token(Struct, frozen=True):
    """A part of a text between two offsets; `key` says what it is.

    A `compound` (a call in an auction, a row of plays) consists of other tokens: it can be
    swapped, missing or doubled as a whole.
    """

    start: int
    end: int
    key: str
    compound: bool = False


class Slip(Struct, frozen=True):
    """One slip: the text from `start` to `end` became `new`; `key` says what was there."""

    kind: str
    key: str
    start: int
    end: int
    old: str
    new: str

    def made(self, text: str) -> str:
        """Return the text with the slip."""
        return text[: self.start] + self.new + text[self.end :]

    @property
    def span(self) -> tuple[int, int]:
        """Return the span of the slip in the resulting text."""
        return self.start, self.start + len(self.new)

    def shows(self, text: str) -> str:
        """Describe the slip briefly."""
        line = text.count("\n", 0, self.start) + 1
        return f"{self.key} {self.kind} on line {line}: {self.old[:60]!r} → {self.new[:60]!r}"


# Tokens


_JSON = re.compile(r'"(?:[^"\\]|\\.)*"(?P<key>\s*:)?|-?\d+|null|true|false|[\[\]{}]')
_HEAD = ("format", "version", "rules", "title", "players", "start_time", "end_time", "seed")


def _json(text: str) -> Iterator[Token]:
    """Yield the values in a JSON text, and the elements of structured arrays, outside the head."""
    opened: list[tuple[str, str, int]] = []
    key = ""
    for found in _JSON.finditer(text):
        start, end, word = found.start(), found.end(), found[0]
        if found["key"]:
            key = word[1 : word.rindex('"')]
        elif word in "[{":
            opened.append((word, key, start))
        elif word in "]}":
            bracket, key, start = opened.pop()
            if bracket == "[" and opened and opened[-1][0] == "[" and key not in _HEAD:
                yield Token(start, end, f"one of {key}", compound=True)
        elif key not in _HEAD and not any(each in _HEAD for _, each, _ in opened):
            if re.fullmatch(r'"[0-9]{4,}"', word):
                yield from (Token(at, at + 1, key) for at in range(start + 1, end - 1))
            else:
                yield Token(start, end, key)


def _history(text: str) -> Iterator[Token]:
    for found in re.finditer(r"[^,\n]+", text):
        at, word = found.start(), found[0]
        if word[0] == "s":
            yield Token(at + 1, at + 2, "start")
        elif len(word) == 8:
            yield from (Token(each, each + 1, "hand") for each in range(at, at + 8))
        else:
            yield Token(at, found.end(), "ply", compound=True)
            yield Token(at, at + 1, "player")
            yield from (Token(each, each + 1, "piece") for each in range(at + 1, found.end()))


def _table(text: str) -> Iterator[Token]:
    for line in re.finditer(r".+", text):
        words = list(re.finditer(r"\(dealer\)|[^\s]+", line[0]))
        for word in words:
            start, end = line.start() + word.start(), line.start() + word.end()
            if line[0].startswith("player"):
                continue
            if line[0].startswith("turn"):
                yield from [] if word[0] == "turn" else [Token(start, end, "turn")]
            elif word is words[0]:
                yield Token(start, end, "ordinal")
            elif word[0] in ("なし", "(dealer)"):
                yield Token(start, end, word[0])
            elif re.match(r"\d\.", line[0]):
                yield from (Token(at, at + 1, "hand") for at in range(start, end))
            else:
                yield Token(start, end, "cell", compound=True)
                yield from (
                    Token(at, at + 1, "colour" if text[at] in "☗☖" else "piece")
                    for at in range(start, end)
                )


def _yaml(text: str) -> Iterator[Token]:
    for line in re.finditer(r".+", text):
        head = re.match(r"\s*(?:- )?(\w+:|\[)", line[0])
        key = "" if head is None else head[1].strip(":[") or "play"
        if key == "version" or re.match(r'p\d: ""', line[0]):
            continue
        if key == "play":
            start = line.start() + line[0].index("[")
            yield Token(start, line.end(), "row", compound=True)
        begin = 0 if head is None else head.end()
        pieces = key in ("p0", "p1", "p2", "p3", "play")
        word_pattern = r"[^\s\",\[\]]" if pieces else r"\d+"
        for word in re.finditer(word_pattern, line[0][begin:]):
            start = line.start() + begin + word.start()
            what = "player" if key == "play" and word[0].isdigit() else key
            yield Token(start, start + len(word[0]), "hand" if re.match(r"p\d", key) else what)


def _gibo(text: str) -> Iterator[Token]:
    for line in re.finditer(r".+", text):
        name, colon, _ = line[0].partition(":")
        at = line.start() + (len(name) + 1 if colon else 0)
        rest = text[at : line.end()]
        words = list(re.finditer(r"[^\s,]+", rest))
        if name in ("Title", "Players", "Rules", "Options", "Deal"):
            continue
        if name == "Auction":
            for bid in re.finditer(r"(\S+) ([^\s,]+)", rest):
                yield Token(at + bid.start(), at + bid.end(), "bid", compound=True)
                yield Token(at + bid.start(1), at + bid.end(1), "bidder")
                yield Token(at + bid.start(2), at + bid.end(2), "call")
        elif colon:
            key = "Hand" if name.startswith("Hand") else name
            yield from (Token(at + each.start(), at + each.end(), key) for each in words)
        elif name.startswith("R "):
            for each in re.finditer(r"[!~]", rest):
                yield Token(at + each.start(), at + each.end(), "role")
        else:
            yield Token(at, at + words[0].end(), "ordinal")
            for cell in words[1:]:
                yield Token(at + cell.start(), at + cell.end(), "cell", compound=True)
                for each in re.finditer(r"[(*!]|[^(*!]+", cell[0]):
                    start = at + cell.start() + each.start()
                    key = "mark" if each[0] in "(*!" else "card"
                    yield Token(start, start + len(each[0]), key)


def _log(text: str) -> Iterator[Token]:
    for line in re.finditer(r"((?:>>|<<) )?(\d+)?(: )?(\S+)(.*)", text):
        if line[1]:
            yield Token(line.start(2), line.end(2), "seat")
        key = "reply" if line[4] == "=" else line[4]
        if key not in ("set_deck",) and line[5]:
            yield Token(line.start(), line.end(), "line", compound=True)
        for each in re.finditer(r"\S+", line[5]):
            start = line.start(5) + each.start()
            yield Token(start, start + len(each[0]), key)


def _sgf(text: str) -> Iterator[Token]:
    for node in re.finditer(r";(?:[A-Z]+(?:\[(?:[^\]\\]|\\.)*\])+)*", text):
        is_move = re.match(r";[BW]\[", node[0]) is not None
        if is_move:
            yield Token(*node.span(), "node", compound=True)
        for each in re.finditer(r"([A-Z]+)((?:\[(?:[^\]\\]|\\.)*\])+)", node[0]):
            start = node.start() + each.start(2) + 1
            if is_move:
                yield Token(node.start() + each.start(), start - 1, "colour")
            if each[1] not in ("FF", "GM", "CA", "RU"):
                yield Token(start, node.start() + each.end() - 1, "move" if is_move else each[1])
    yield from (Token(each.start(), each.end(), each[0]) for each in re.finditer(r"[\[\]]", text))
    yield Token(len(text) - 2, len(text) - 1, "end")


_TOKENS: Mapping[str, Callable[[str], Iterator[Token]]] = {
    "go/sgf": _sgf,
    "goita/history": _history,
    "goita/table": _table,
    "goita/yaml": _yaml,
    "mighty/gibo": _gibo,
    "planowanie/log": _log,
    "planowanie/seat-log": _log,
}


def tokens(identifier: str, text: str) -> list[Token]:
    """Return the tokens of a text in a notation, in order of their starts."""
    read = _json if notation(identifier).medium == "json" else _TOKENS[identifier]
    return sorted(read(text), key=lambda each: (each.start, -each.end))


# Slips


@cache
def vocabulary(identifier: str) -> Mapping[str, Sequence[str]]:
    """Return the words in some records of a notation, by the keys of their tokens."""
    words: dict[str, dict[str, None]] = defaultdict(dict)
    for seed in range(12):
        text = sound(identifier, Random(seed))
        for each in tokens(identifier, text):
            words[each.key][text[each.start : each.end]] = None
    return {key: list(found) for key, found in words.items()}


def sound(identifier: str, rng: Random) -> str:
    """Return a valid text in a notation: a generated record, or a player's view of one."""
    while True:
        try:
            return _written(notation(identifier), rng)
        except CannotHold:
            continue


def _written(one: Notation[Any], rng: Random) -> str:
    game = replayer.game(one.game)
    record = game.generate(rng)
    if one.parts is not None:
        player = rng.randrange(game.rules(record).players)
        shown = [
            list(seen(each.steps, player))
            for each in replay_all(game, record)
            if isinstance(each, RoundReplay)
        ]
        record = game.view(record, player, shown)
    return one.write(record)


def slip(identifier: str, text: str, rng: Random) -> Slip:
    """Make a slip in a valid text; all kinds of slips and all keys are equally likely."""
    found = tokens(identifier, text)
    by_key: dict[str, list[Token]] = defaultdict(list)
    for each in found:
        by_key[each.key].append(each)
    while True:
        kind = rng.choice(KINDS)
        some = by_key[rng.choice(sorted(by_key))]
        made = _MAKE[kind](identifier, text, some, rng)
        if made is not None and made.made(text) != text:
            return made


def _replaced(identifier: str, text: str, some: list[Token], rng: Random) -> Slip | None:
    token = rng.choice(some)
    if token.compound:
        return None
    old = text[token.start : token.end]
    choices = [each for each in vocabulary(identifier).get(token.key, ()) if each != old]
    if re.fullmatch(r"-?\d+", old):
        digit = rng.randrange(len(old.lstrip("-"))) + old.startswith("-")
        choices.append(old[:digit] + rng.choice("0123456789") + old[digit + 1 :])
        choices.append(str(int(old) + rng.choice((-1, 1))))
    elif not choices:
        return None
    return Slip("replaced", token.key, token.start, token.end, old, rng.choice(choices))


def _between(text: str, left: Token, right: Token) -> str | None:
    """Return the text between two tokens, or None if they are not neighbours."""
    gap = text[left.end : right.start]
    row = left.compound and re.fullmatch(r"[\s,-]*", gap)
    return gap if left.end <= right.start and (row or re.fullmatch(r"[ ,☗☖]*", gap)) else None


def _pairs(text: str, some: list[Token]) -> list[tuple[Token, Token]]:
    return [pair for pair in pairwise(some) if _between(text, *pair) is not None]


def _swapped(identifier: str, text: str, some: list[Token], rng: Random) -> Slip | None:
    pairs = _pairs(text, some)
    if not pairs:
        return None
    left, right = rng.choice(pairs)
    one, other = text[left.start : left.end], text[right.start : right.end]
    new = f"{other}{_between(text, left, right)}{one}"
    old = text[left.start : right.end]
    return Slip("swapped", left.key, left.start, right.end, old, new)


def _missing(identifier: str, text: str, some: list[Token], rng: Random) -> Slip | None:
    token = rng.choice(some)
    pair = next((each for each in _pairs(text, some) if token in each), None)
    if pair is None:
        # A token alone in its place can only be removed if the text can do without it.
        old = text[token.start : token.end]
        return Slip("missing", token.key, token.start, token.end, old, "")
    left, right = pair
    start, end = (left.start, right.start) if token is left else (left.end, right.end)
    return Slip("missing", token.key, start, end, text[start:end], "")


def _too_many(identifier: str, text: str, some: list[Token], rng: Random) -> Slip | None:
    pairs = _pairs(text, some)
    if not pairs:
        return None
    left, right = rng.choice(pairs)
    gap = _between(text, left, right) or ""
    same = text[left.start : left.end]
    new = same if left.compound else rng.choice((same, *vocabulary(identifier).get(left.key, ())))
    return Slip("too many", left.key, left.end, left.end, "", gap + new)


_MAKE = {
    "replaced": _replaced,
    "swapped": _swapped,
    "missing": _missing,
    "too many": _too_many,
}


# What kifu reports about slips


class Told(Struct, frozen=True):
    """A slip, the resulting text, and the errors reported about it."""

    slip: Slip
    text: str
    errors: list[Finding]

    @property
    def where(self) -> str:
        """Where the first error is: `at`, `before` or `after` the slip; `none` if there is none.

        A syntax error counts as at the slip if it is on the same line. Before the slip,
        nothing can be known to be wrong.
        """
        if not self.errors:
            return "none"
        first = self.errors[0]
        starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        begin = starts[(first.line or 1) - 1] + (first.column or 1) - 1
        end = starts[(first.end_line or 1) - 1] + (first.end_column or 1) - 1
        start, stop = self.slip.span
        line = self.text.count("\n", 0, start) + 1
        if begin <= stop + 1 and end >= start - 1:
            return "at"
        if first.code[0] in "FS" and first.line == line:
            return "at"
        return "before" if begin < start else "after"


def told(identifier: str, text: str, made: Slip) -> Told:
    """Return the errors that kifu reports about a text with a slip."""
    wrong = made.made(text)
    errors = [each for each in kifu.validate(wrong, identifier) if each.severity == "error"]
    return Told(made, wrong, errors)


def several(identifier: str, number: int, seed: int) -> Iterator[Told]:
    """Yield the errors reported about some random slips, each in a different record."""
    rng = Random(f"{identifier} {seed}")
    for _ in range(number):
        text = sound(identifier, rng)
        yield told(identifier, text, slip(identifier, text, rng))


# Two slips


def both(text: str, one: Slip, other: Slip) -> str:
    """Return the text with two slips."""
    first, second = sorted((one, other), key=lambda each: each.start)
    return first.made(second.made(text))


def beside(one: Told, other: Told) -> bool:
    """Return whether two slips are separate and in one round, each found in its place or later."""
    first, second = sorted((one.slip, other.slip), key=lambda each: each.start)
    places = {each.where for each in (one, other)}
    rounds = {each.errors[0].round for each in (one, other) if each.errors}
    return places <= {"at", "after"} and len(rounds) == 1 and first.end + 2 < second.start


def together(notation: str, number: int, rng: Random) -> list[bool]:
    """Return, for some records with two slips in one round, whether both are reported."""
    found: list[bool] = []
    while len(found) < number:
        text = sound(notation, rng)
        one, other = (told(notation, text, slip(notation, text, rng)) for _ in range(2))
        if beside(one, other):
            due = {(each.errors[0].code, each.errors[0].line) for each in (one, other)}
            wrong = kifu.validate(both(text, one.slip, other.slip), notation)
            lines = [each.line for each in wrong if each.severity == "error"]
            found.append(all(line in lines for _, line in due) and len(lines) >= len(due))
    return found
