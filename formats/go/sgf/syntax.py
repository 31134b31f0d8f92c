"""Parses SGF: games, variations, nodes and properties, each with its offset.

It takes one pass, in time linear in the length of the text. Names and brackets that are certainly
misspelt or missing are read as they were meant, with a slip that says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....replayer.go.points import COLOURS, place
from .. import codes
from .brackets import next_in_value, rest_of_value
from .properties import FORMS, joined
from .tokens import Closed, Entry, Node, Opened, Slip, Token
from .values import next_move

_VALUE = r"\[(?:[^\]\\]++|\\[\s\S])*+\]"
_SPACE = re.compile(r"\s*+")
_PROPERTY = re.compile(rf"\s*+((?![BW][0-9])[a-z]*+[A-Z][A-Za-z]*+[0-9]*+)\s*+((?:{_VALUE}\s*+)++)")
_LOWER = re.compile(rf"([a-z]++)\s*+((?:{_VALUE}\s*+)++)")
VALUES = re.compile(_VALUE)
_ALL_VALUES = re.compile(r"\[(?:[^\]\\]++|\\[\s\S])*+(?:\]|\\?\Z)")
"""Values, one of which may not be closed."""
_OPEN_VALUE = re.compile(r"(?:[A-Za-z]++\s*+)?\[")
_ORPHAN = re.compile(rf"(?:{_VALUE}\s*+)++")
_REST = re.compile(r"[^\[\];()]{0,200}+(?:\[[^\[\];()]{0,200}+\][^\[\];()]{0,200}+){0,5}+\]")
"""The rest of a value that ended early, at a `]` inside it."""
_MORE = re.compile(rf"(?:{_VALUE}\s*+|[^\[\];()]{{0,200}}+\]\s*+)++")
"""The rest of a property that cannot be read."""
_WORDS = re.compile(r"(?:[^\[\];()A-Za-z]++|[A-Za-z]++(?!\s*+\[))++|[A-Za-z]++|[\s\S]")
_GAME = re.compile(r"\(\s*+(?:[;()]|[A-Z]{1,2}\s*+\[|FF;\[|\Z)")
_FIRST = re.compile(r"\(\s*+;|;\s*+[A-Za-z]++\s*+\[")
"""The first game after other text, perhaps without its bracket."""
_NEXT = re.compile(rf"{_FIRST.pattern}|\)")
"""The next game after other text, or something that shows that the last one was closed early."""
_CLOSING = re.compile(r"\)[\s)]*+")
_START = re.compile(r"\(\s*+;")
_NAMED = re.compile(
    r"([A-Z]{1,2})(?:(?:[({<]|;(?=[^\[\](){}<>;]{1,1000}+\]))([^\[\](){}<>;]{0,1000}+)[\])}>]"
    r"|(?<=[BW])([a-z]{2})\])"
)
"""A property with other brackets, or a move whose opening bracket is missing."""
_MISPLACED = re.compile(r"[BW][a-z]{2}")
"""A move whose opening bracket comes after its point."""
_SPLIT = re.compile(rf"([A-Z]{{1,2}})(;|(?<=[BW])[0-9]++)((?:{_VALUE}\s*+)++)")
"""A property with a `;` or a number after its name."""
_BARE = re.compile(rf"\s*+[A-Za-z]{{2}}\]((?:\s*+{_VALUE})*+)")
"""A value without its opening bracket, and the values after it."""
_ODD_FIRST = re.compile(
    r"\(\s*+([^\s()\[\];]{1,16}?|[\[(])\s*+(?=(?:FF|GM|SZ|CA|AP)\s*+\[)", re.ASCII
)
"""The beginning of a game with something in place of its first `;`."""
_NAME = re.compile(r"[A-Z]{1,2}\s*+\[")
_ENDED = re.compile(rf"([}}>]|\)(?=\s*+;))?+\s*+(?:(;)|\)|\(\s*+;|{_NAME.pattern})", re.ASCII)
"""Something that ends a value, perhaps instead of its `]`."""
_INSTEAD = re.compile(r";\s*+(?:;|(?:FF|GM|SZ|CA|AP|KM|RU|RE|HA|DT|P[BW])\s*+\[)")
"""A `;` that does not begin a node, and so stands for the `]` of a value."""
_FAR = 1000
"""The maximum distance of a missing `]` from the next one, so that this takes linear time."""
_DOUBLED = re.compile(r";\s*+(?=;\s*+(?:FF|GM|SZ|CA|AP)\s*+\[)")
_VARIATION = re.compile(r"\s*+\(\s*+;\s*+[BW]\s*+\[")
_INDENT = 80
"""The maximum number of spaces before a game on a line."""
_LAST = re.compile(r"(?:[^\[\];()\\\s]++|\s++(?=[^\s)]))*+(\s*+(?:\)[\s)]*+)?)\Z")
"""The rest of a text that ends within a value, and the brackets at its end."""
_BEGINS = re.compile(r"\(\s*+;\s*+(?:FF|GM|SZ|CA|AP)\s*+\[")
"""The beginning of a game, even if the one before it is not closed."""
MOST_IN_NODE = 100_000
"""The maximum number of values in a node; any further ones are dropped."""


class _Lexer:
    """The position in a text being read."""

    def __init__(self, content: str) -> None:
        self.content = content
        self.at = 0
        self.depth = 0
        self.last: int = 0
        """The end of the last token."""
        self.is_open = False
        """Whether the text ends within a value."""
        self.surplus: int | None = None
        """The answer of `extra`, once it is known."""
        self.split: tuple[int, int] | None = None
        """If a `;` is missing, the number of properties of the node before it, and its place."""
        self.is_after = False
        """Whether the last token ends a variation."""

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens of the whole text."""
        content, size = self.content, len(self.content)
        while True:
            found = _SPACE.match(content, self.at)
            self.at = found.end() if found else self.at
            if self.at >= size:
                break
            if not self.depth:
                yield from self.outside()
                self.is_after = False
                continue
            char = content[self.at]
            if char == ";":
                if self.is_after and self.extra() == 1:
                    self.surplus = 0
                    self.depth += 1
                    edit = (self.at, self.at, "(")
                    yield Slip(self.at, self.at + 1, codes.STRAY, "( is missing here", edit)
                    yield Opened(self.at, False)
                self.at += 1
                yield from self.properties(self.at - 1)
            elif char == ")":
                self.at += 1
                if self.depth == 1 and _VARIATION.match(content, self.at) and self.extra() == 1:
                    self.surplus = 0
                    why = "the game ends here, but a variation follows"
                    edit = (self.at - 1, self.at, "")
                    yield Slip(self.at - 1, self.at, codes.CLOSED_TWICE, why, edit)
                    continue
                self.depth -= 1
                yield Closed(self.at)
                self.is_after, self.last = True, self.at
                continue
            elif char == "(":
                yield from self.opened()
            else:
                yield from self.skipped()
            self.is_after, self.last = False, self.at
        if self.depth:
            yield from self.unclosed()

    def extra(self) -> int:
        """Return how many more `)` than `(` the text has, without those that are explained."""
        if self.surplus is None:
            rest = _ALL_VALUES.sub("", self.content)
            self.surplus = rest.count(")") - rest.count("(")
        return self.surplus

    def outside(self) -> Iterator[Token]:
        """Read the text between two games."""
        content, at = self.content, self.at
        if _GAME.match(content, at) or (not self.last and _ODD_FIRST.match(content, at)):
            yield from self.opened()
            self.last = self.at
            return
        if content[at] == ")" and self.last:
            found = _CLOSING.match(content, at)
            self.at = found.end() if found else at + 1
            yield Slip(at, at + 1, codes.CLOSED_TWICE, "no bracket is open here")
            return
        if not self.last and content[at] == ";" and _FIRST.match(content, at):
            yield Slip(at, at + 1, codes.STRAY, "expected ( before the first node", (at, at, "("))
            yield Opened(at, True)
            self.depth = 1
            return
        following = (_NEXT if self.last else _FIRST).search(content, at)
        if following is not None and following[0][0] == ";" and self.last:
            found = _START.search(content, at)
            self.at = found.start() if found else len(content)
            why = "the game ends here, but nodes follow"
            yield Slip(self.last - 1, self.last, codes.CLOSED_TWICE, why, cuts=True)
            return
        end = len(content) if following is None else following.start()
        self.at = max(end, at + 1)
        end = at + len(content[at : self.at].rstrip())
        yield Slip(at, end, codes.TEXT_OUTSIDE, "this text is not part of a game")

    def opened(self) -> Iterator[Token]:
        """Read the beginning of a game or variation, which needs a node."""
        content, at = self.content, self.at
        line = content.rfind("\n", max(0, at - _INDENT), at) + 1
        is_first = line > 0 and not content[line:at].strip()
        if self.depth and is_first and _BEGINS.match(content, at):
            yield from self.unclosed()
            return
        if self.depth and not self.is_after and _NAME.match(content, at + 1) and self.extra() < 0:
            self.at, self.surplus = at + 1, self.extra() + 1
            edit = (at, at + 1, ";")
            yield Slip(at, at + 1, codes.STRAY, "expected ; instead of (", edit)
            yield from self.properties(at)
            return
        yield Opened(at, not self.depth)
        self.depth += 1
        found = _SPACE.match(content, at + 1)
        self.at = found.end() if found else at + 1
        doubled = _DOUBLED.match(content, self.at) if self.depth == 1 else None
        if doubled is not None:
            edit = (self.at, doubled.end(), "")
            self.at = doubled.end()
            yield Slip(self.at, self.at + 1, codes.STRAY, "this ; is written twice", edit)
        following = content[self.at : self.at + 1]
        odd = _ODD_FIRST.match(content, at)
        if odd is None and following in ("(", ")"):
            what = "a game" if self.depth == 1 else "a variation"
            yield Slip(at, self.at + 1, codes.NO_GAME, f"{what} begins with a node: expected ;")
        elif following not in (";", ""):
            why = "expected ; before the properties of a node"
            begin, self.at = (self.at, self.at) if odd is None else odd.span(1)
            edit = (begin, self.at, ";")
            if _SPLIT.match(content, self.at) is None:  # otherwise, it is mended below
                yield Slip(begin, max(self.at, begin + 1), codes.STRAY, why, edit)
            yield from self.properties(self.at)

    def unclosed(self) -> Iterator[Token]:
        """Report that a game is not closed, and close it."""
        if not self.is_open:
            what = "the game is" if self.depth == 1 else f"{self.depth} brackets are"
            missing = ")" * self.depth
            tail = self.content[max(0, self.last - _INDENT) : self.last]
            end = self.last - len(tail) + len(tail.rstrip())
            edit = (end, end, missing) if self.depth < _INDENT else None
            why = f"{what} never closed: expected {missing if edit else ')'} at the end"
            yield Slip(max(0, end - 1), end, codes.NOT_CLOSED, why, edit)
        while self.depth:
            self.depth -= 1
            yield Closed(self.last)

    def properties(self, start: int) -> Iterator[Token]:
        """Read the properties of a node that begins at `start`, and yield it after its slips.

        If they cut the line after the node's move, they come after the node.
        """
        content, entries, end, spoiled = self.content, list[Entry](), self.at, False
        late = list[Token]()
        while True:
            found = _PROPERTY.match(content, self.at)
            if found is None:
                space = _SPACE.match(content, self.at)
                self.at = space.end() if space else self.at
                if content[self.at : self.at + 1] in ("", ";", "(", ")"):
                    break
                slips = self.stray(entries)
            else:
                self.at = end = found.end()
                slips = self.added(_entry(found, content), entries)
            for each in slips:
                spoiled = True
                if each.cuts and any(one.key in COLOURS for one in entries):
                    late.append(each)
                else:
                    yield each
            del entries[MOST_IN_NODE + 1 :]
            if self.split is not None:
                count, at = self.split
                yield Node(start, at, entries[:count], spoiled)
                yield from late
                start, entries, late, self.split = at, entries[count:], [], None
        yield Node(start, end, entries, spoiled)
        yield from late

    def added(self, entry: Entry, entries: list[Entry]) -> Iterator[Slip]:
        """Add a property to those of its node, and yield its slip, if any."""
        content, start, name = self.content, entry.start, joined(entry.key)
        if _MISPLACED.fullmatch(entry.name) and entry.values == [""]:
            said, edit = entry.name[1:], (start + 1, self.at, f"[{entry.name[1:]}]")
            entry = Entry(entry.key, start, start + 1, [said], [start + 1], entry.key)
            yield Slip(start + 1, self.at, codes.STRAY, f"expected {edit[2]}", edit)
        elif name is not None and (name not in COLOURS or _is_move(entry.values)):
            is_next = name in COLOURS and any(each.key in COLOURS for each in entries)
            self.split = (len(entries), start) if is_next else None
            at = start + len(name) if entry.key == 2 * name else start
            why = f"{entry.name} is not a property: expected {name}"
            edit = (start, entry.end, f";{name}" if is_next else name)
            entry = Entry(name, start, entry.end, entry.values, entry.starts, name)
            yield Slip(at, entry.end, codes.STRAY, why, edit)
        parted = next_in_value(entry) if len(entry.values) == 2 else None
        if parted is not None:
            slip, following = parted
            yield slip
            entries.append(entry)
            entry = following
        entries.append(entry)
        for number, (raw, at) in enumerate(zip(entry.values, entry.starts, strict=True)):
            slip = self.ended(entry.key, number, at, at + len(raw), len(entries))
            if slip is not None:
                is_held = slip.start >= at
                del entry.values[number + is_held :], entry.starts[number + is_held :]
                if is_held:
                    entry.values[-1] = content[at : slip.start]
                yield slip
                return

    def ended(self, key: str, number: int, start: int, end: int, count: int) -> Slip | None:
        """Return the slip in a value of a property that should have ended before `end`, if any.

        The text is then read on from there; the node so far has `count` properties.
        """
        content, known = self.content, FORMS.get(key)
        if known is None:
            return None
        form = known.form
        if form.pattern is None or key == "LB":
            held = next_move(content[start:end])
            at = end if held is None else start + held
            net = content.count(")", at, end) - content.count("(", at, end)
            if not net or abs(self.extra() + net) >= abs(self.extra()):
                return None
            self.at, self.surplus = at, self.extra() + net
            why = "this text seems to hold the next move: expected ] before it"
            return Slip(at, end, codes.HOLDS_NODES, why, (at, at, "]"), severity="error")
        if number and not form.several and _NAME.match(content, start, end + 1):
            self.at, self.split = start, (count, start)
            edit = (start - 1, start, ";")
            return Slip(start - 1, start, codes.STRAY, "expected ; instead of [", edit)
        found = form.pattern.match(content, start, end) if end - start <= _FAR else None
        after = found and _ENDED.match(content, found.end(), end)
        if found is None or after is None:
            return None
        at = start + len(content[start : found.end()].rstrip())
        self.at, new = at, "]"
        if after[1] or _INSTEAD.match(content, at, end):
            self.at = after.end(1) if after[1] else at + 1
        elif after.end() == end < len(content):
            if not after[2]:
                return None
            self.at, self.split, new = end + 1, (count, end + 1), "];"
        return Slip(at, at + 1, codes.STRAY, f"expected {new} after this value", (at, self.at, new))

    def stray(self, entries: list[Entry]) -> Iterator[Slip]:
        """Read something in a node that is not a property."""
        content, at = self.content, self.at
        ended_early = rest_of_value(content, at, entries[-1]) if entries else None
        if ended_early is not None:
            self.at = ended_early.end
            yield ended_early
            return
        lower = _LOWER.match(content, at)
        if lower is not None and lower[1].upper() in _SHORT:
            entry = _entry(lower, content)
            entries.append(entry)
            self.at = lower.end()
            why = f"properties are written in capitals: expected {entry.key}"
            yield Slip(at, entry.end, codes.STRAY, why, (at, entry.end, entry.key))
            return
        mended = self.mended(entries)
        if mended is not None:
            yield mended
            return
        if _OPEN_VALUE.match(content, at) and not _ORPHAN.match(content, at) and lower is None:
            opens, size = content.index("[", at), len(content)
            name = content[at:opens].strip()
            known = FORMS.get(name)
            if known is not None and known.form.pattern is not None:
                ended = self.ended(name, 0, opens + 1, size, len(entries))
            else:
                ended = None
            if ended is not None:
                said = content[opens + 1 : ended.start]
                entries.append(Entry(name, at, at + len(name), [said], [opens + 1], name))
                yield ended
                return
            self.at, self.is_open = len(content), True
            why, edit = "this value is never closed", self.ending(opens + 1)
            yield Slip(opens, opens + 1, codes.VALUE_OPEN, why, edit, cuts=True)
            return
        held = bool(entries) and "[" in entries[-1].values[-1]
        rest, orphan = _REST.match(content, at), _ORPHAN.match(content, at)
        found = rest or orphan or lower or _WORDS.match(content, at)
        self.at = found.end() if found else at + 1
        ending = self.ending(at) if held and rest is None else None
        if ending is not None:
            opens = entries[-1].starts[-1] - 1
            first = opens + 1 + len(entries[-1].values[-1])
            said = content[first : ending[0]].replace("]", "\\]")
            self.at, self.is_open = len(content), True
            why, edit = "this value is never closed", (first, ending[0], said + ending[2])
            yield Slip(opens, opens + 1, codes.VALUE_OPEN, why, edit, cuts=True)
            return
        if rest is None or not held:
            more = _MORE.match(content, self.at)
            self.at = more.end() if more else self.at
            why = "this value has no property" if orphan else "this is not a property"
            yield Slip(at, self.at, codes.STRAY, why, cuts=bool(orphan or lower or more))
            return
        first = entries[-1].starts[-1] + len(entries[-1].values[-1])
        inside = content[first : self.at - 1].replace("]", "\\]")
        why = "the value ended at an earlier ]: write \\] for a ] in a value"
        yield Slip(first, self.at, codes.STRAY, why, (first, self.at - 1, inside))

    def mended(self, entries: list[Entry]) -> Slip | None:
        """Read a property whose brackets or name are certainly misspelt."""
        content, at = self.content, self.at
        named, split, bare = (each.match(content, at) for each in (_NAMED, _SPLIT, _BARE))
        if named is not None and named[1] in FORMS:
            group, end = 3 if named[2] is None else 2, named.end(1)
            self.at = named.end()
            key, said = named[1], named[group]
            entries.append(Entry(key, at, end, [said], [named.start(group)], key))
            why = f"expected [{said[:40]}]"
            return Slip(end, self.at, codes.STRAY, why, (end, self.at, f"[{said}]"))
        if split is not None and split[1] in FORMS:
            entry, self.at = _entry(split, content, 3), split.end()
            count, start, end = len(entries), *split.span(2)
            entries.append(entry)
            if split[2] == ";":
                is_first = content[at - 1 : at] == "("
                self.split, new = None if is_first else (count, at), f";{entry.key}"
                return Slip(at, end, codes.STRAY, f"expected {new}", (at, end, new))
            why = f"expected [ after {entry.key}"
            return Slip(start, end, codes.STRAY, why, (start, end, ""))
        if content[at] in ",:" and _NAME.match(content, at + 1):
            self.at, self.split = at + 1, (len(entries), at)
            edit = (at, at + 1, ";")
            return Slip(at, at + 1, codes.STRAY, f"expected ; instead of {content[at]}", edit)
        if bare is not None and entries:
            known = FORMS.get(entries[-1].key)
            if known is not None and known.form.several:
                last, rest = entries[-1], VALUES.finditer(content, *bare.span(1))
                spans = [(at - 1, bare.start(1)), *(each.span() for each in rest)]
                last.values.extend(content[start + 1 : end - 1] for start, end in spans)
                last.starts.extend(start + 1 for start, _ in spans)
                self.at = bare.end()
                return Slip(at, at + 2, codes.STRAY, "expected [ before this", (at, at, "["))
        return None

    def ending(self, start: int) -> tuple[int, int, str] | None:
        """Return the edit that closes the last value of a text and its game, or None."""
        found = _LAST.match(self.content, start)
        if found is None or self.depth >= _INDENT:
            return None
        closed = found[1].count(")")
        missing = self.depth - closed if closed else self.depth
        return None if closed and missing else (found.start(1), found.start(1), "]" + ")" * missing)

    def skipped(self) -> Iterator[Token]:
        """Skip text where only a node may be."""
        start = self.at
        found = _PROPERTY.match(self.content, start) or _ORPHAN.match(self.content, start)
        found = found or _WORDS.match(self.content, start)
        self.at = found.end() if found else start + 1
        yield Slip(start, self.at, codes.STRAY, "expected a node, ( or )")


_SHORT = frozenset({"B", "W", "C", "AB", "AW", "AE", "PB", "PW", "KM", "SZ", "RE", "DT", "HA"})
"""Properties that are recognised in lower case."""


def _entry(found: re.Match[str], content: str, group: int = 2) -> Entry:
    spans = [each.span() for each in VALUES.finditer(content, *found.span(group))]
    name = found[1]
    key = "".join(each for each in name if not each.islower()) or name.upper()
    values = [content[start + 1 : end - 1] for start, end in spans]
    return Entry(key, *found.span(1), values, [start + 1 for start, _ in spans], name)


def _is_move(raws: list[str]) -> bool:
    return len(raws) == 1 and place(raws[0]) is not None


def tokens(content: str) -> Iterator[Token]:
    """Yield the tokens of a text in order.

    >>> [type(each).__name__ for each in tokens("(;SZ[9];B[aa];W[bb])")]
    ['Opened', 'Node', 'Node', 'Node', 'Closed']
    """
    return _Lexer(content).tokens()
