"""JSON as a language whose texts can be mended (`text/repairs.py`).

Errors inside strings, comments and unusual whitespace are accepted here: `faults.py` reports them
in a text that follows this language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from ...text.edits import Insertion, Word
from ...text.spelling import ODD_SPACE, QUOTES, plain
from ..shapes import Shape

State: TypeAlias = "tuple[Any, Shape | None, State | None]"
"""The expectation (one of the words below; YAML has others), the shape of the open or next value,
and the state after it.
"""

BETWEEN = rf"(?:[ \t\n\r]++|{ODD_SPACE.pattern}|(?:\#|//)[^\n\r]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
INNER = r'(?:[^"\\\n\r]|\\[^\n\r])*+'
NUMBER = r"-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][-+]?+[0-9]++)?+"
_BETWEEN = re.compile(BETWEEN)
_SCALAR = rf"(?:{NUMBER}|true|false|null)"
_BARE = r"[\w.+−–$-]++"
_WORD = re.compile(
    rf'(?P<string>"{INNER}(?:[\n\r]++{INNER})?+"(?=[ \t\n\r]*+[,:\]}}]))'
    r'|(?P<empty>""\w++)'
    rf'|(?P<closed>"{INNER}"(?P<glued>(?!{_SCALAR}[\s,:\]}}"])\w++)?+)'
    r'|(?P<open>"[^\n\r]*+)'
    rf'|(?P<number>{NUMBER})(?![\w.+-]|"")'
    r"|(?P<literal>true|false|null)(?!\w)"
    r"|,(?:[ \t\n\r]*+,)++"
    r"|(?P<sign>[{}\[\],:])"
    rf'|[{QUOTES}][^\n\r{QUOTES}"]*+[{QUOTES}"](?=[ \t\n\r]*+(?:[,:\]}}]|\Z))'
    rf'|{_BARE}(?:[ \t]++{_BARE})*+(?:"{INNER}")?+|=>|.',
    re.DOTALL,
)
_SIGNS = frozenset("{}[],:")
_NEAR = 3
"""How many punctuation marks in a string to try as its end, from either side."""
_TEXT = re.compile(r"(?!(?:nan|inf|infinity)\Z)(?=.*[^\W\d_])(?:\w{2,}|\S+[ \t].*)", re.IGNORECASE)
"""Words with a letter, longer than a stray one, and not a number of another language."""
_SIGN = re.compile(r"[,:\]}\[{;]")
_LITERALS = {
    **dict.fromkeys(("none", "nil", "null", "undefined"), "null"),
    "true": "true",
    "false": "false",
}
# The states by what is expected: a value (at the start or after a colon), an item or a key (after
# an opening bracket or a comma), a colon, a comma or closing bracket, or the end of the text.
_ROOT, _VALUE, _FIRST, _ITEM, _KEY, _NEXT_KEY = "root", "value", "first", "item", "key", "next key"
_COLON, _IN_LIST, _IN_OBJECT, _END = "colon", "in list", "in object", "end"
_LISTS, _OBJECTS = (_FIRST, _ITEM, _IN_LIST), (_KEY, _NEXT_KEY, _IN_OBJECT)
_CLOSING = dict.fromkeys(_LISTS, "]") | dict.fromkeys(_OBJECTS, "}")
_SEPARATORS = {(_COLON, ":"): _VALUE, (_IN_LIST, ","): _ITEM, (_IN_OBJECT, ","): _NEXT_KEY}
_VALUE_KINDS = ("string", "number", "literal", "[", "{")

STAND_IN, KEY_STAND_IN = "null", '"?"'
"""The placeholders for an unknown value and an unknown key."""
_UNFINISHED = {
    _ROOT: STAND_IN,
    _VALUE: STAND_IN,
    _ITEM: STAND_IN,
    _COLON: f": {STAND_IN}",
    _NEXT_KEY: f"{KEY_STAND_IN}: {STAND_IN}",
}
"""The placeholders that complete a text cut off in each state."""
_VALUES = (Insertion("literal", STAND_IN, False),)
_KEYS = (Insertion("string", KEY_STAND_IN, False),)
_INSERTIONS = {
    _ROOT: _VALUES,
    _VALUE: _VALUES,
    _FIRST: (*_VALUES, Insertion("]", "]")),
    _ITEM: _VALUES,
    _KEY: (*_KEYS, Insertion("}", "}")),
    _NEXT_KEY: _KEYS,
    _COLON: (Insertion(":", ":"),),
    _IN_LIST: (Insertion(",", ","), Insertion("]", "]")),
    _IN_OBJECT: (Insertion(",", ","), Insertion("}", "}")),
    _END: (),
}


class JsonLanguage:
    """Follows JSON token by token; a `shape` defines where lists and objects may be."""

    def __init__(self, shape: Shape | None = None) -> None:
        self.start: State = (_ROOT, shape, (_END, None, None))

    def word(self, content: str, at: int, state: State) -> Word | None:
        """Return the first word at or after an offset, or None at the end of the text."""
        between = _BETWEEN.match(content, at)
        assert between is not None
        found = _WORD.match(content, between.end())
        if found is None:
            return None
        kind = found.lastgroup or ""
        if kind == "sign":
            kind = found[0]
        elif kind == "closed":
            kind = "string" if found["glued"] is None else ""
        elif kind in ("open", "empty"):
            kind = ""
        if kind == "string" and state[1] is not None:
            kind = found[0]
        return Word(kind, *found.span())

    def step(self, state: State, kind: str) -> State | None:
        """Return the state after a word of the given kind, or None if it is not expected.

        With a shape, the kind of a string is the string itself.
        """
        mode, shape, below = state
        text, kind = kind, "string" if kind[:1] == '"' else kind
        separated = _SEPARATORS.get((mode, kind))
        if separated is not None:
            is_full = mode == _IN_LIST and shape is not None and shape.is_full
            return None if is_full else (separated, shape, below)
        if kind == _CLOSING.get(mode) and mode not in (_ITEM, _NEXT_KEY):
            return below
        if mode in (_KEY, _NEXT_KEY) and kind == "string":
            if shape is not None and not shape.allows_key(text[1:-1]):
                return None
            value = None if shape is None else shape.key(text[1:-1])
            return _COLON, value, (_IN_OBJECT, shape, below)
        if mode not in (_ROOT, _VALUE, _FIRST, _ITEM) or kind not in _VALUE_KINDS:
            return None
        value, after = shape, below
        if mode in _LISTS:
            value, behind = (None, None) if shape is None else (shape.items, shape.behind)
            after = (_IN_LIST, behind, below)
        if value is not None and not value.allows(kind):
            return None
        return (_FIRST if kind == "[" else _KEY, value, after) if kind in "[{" else after

    def stand_ins(self, word: str) -> tuple[str, ...]:
        """Return no words: a damaged word may stand for any value."""
        del word
        return ()

    def ends(self, state: State) -> bool:
        """Return whether the text may end here."""
        return state[0] == _END

    def ending(self, content: str) -> str:
        """Return what is missing at the end of a text, or "" if it is not JSON up to there."""
        state: State | None = self.start
        at = 0
        while word := self.word(content, at, state):
            state, at = self.step(state, word.kind), word.end
            if state is None:
                return ""
        missing = ["\n", _UNFINISHED.get(state[0], "")]  # the text may end in a comment
        while state is not None:
            missing.append(_CLOSING.get(state[0], ""))
            state = state[2]
        return "".join(missing)

    def expected(self, state: State) -> Iterator[str]:
        """Return the kinds of words that may come next in a state."""
        return (each.kind for each in self.insertions(state))

    def insertions(self, state: State) -> list[Insertion]:
        """Return the words that can be inserted in a state."""
        mode, shape, _ = state
        expected = shape.items if shape is not None and mode in _LISTS else shape
        certain = expected is not None
        found = [*_INSERTIONS[mode]]
        if mode in (_ROOT, _VALUE, _FIRST, _ITEM):
            brackets = [each for each in "[{" if expected is None or expected.allows(each)]
            found += [Insertion(each, each, certain) for each in brackets]
        return found

    def respelt(self, word: str, state: State) -> Iterator[tuple[str, int]]:
        """Yield alternative spellings of a word in a state, with their costs."""
        if word[0] == "," and len(word) > 1:
            yield ",", 0
            yield f'{word[:-1]}"', 2
            yield f'"{word[1:]}', 2
        elif word[0] == '"':
            yield from _requoted(word)
            for each in self.insertions(state):
                if each.text in _SIGNS:  # it may replace the first quotation mark
                    yield each.text + word[1:], 4
        elif word[0] in QUOTES and len(word) > 1:
            yield f'"{word[1:-1]}"', 0
        elif word[0].isalnum() or (len(word) > 1 and word != "=>"):
            values = [*_as_value(word)]
            yield from values
            bare = word.replace('"', "")
            if (
                state[0] in (_KEY, _NEXT_KEY)
                or bare != word
                or (not values and _is_text(state, word))
            ):
                yield f'"{bare}"', 0
            head, glued, rest = word.partition('"')
            if len(head) == 1 and rest.strip('"'):
                yield f'"{rest}', 0
            if glued:
                yield f'{head},"{rest.removeprefix(glued)}', 2
            yield f'"{word}', 2
            if state[0] in (_VALUE, _FIRST, _ITEM):
                yield STAND_IN, 4
        else:
            meant = {"=": ":", "=>": ":", ";": ","}.get(plain(word), plain(word))
            if meant in _SIGNS:
                yield meant, 0
            if word == ",":
                yield "", 2
            yield '"', 0 if word in QUOTES else 4
        if _is_behind(word, state):
            yield f"{_CLOSING[state[0]]}, {word}", 2


def _is_behind(word: str, state: State) -> bool:
    """Return whether a word may come after the open list or object, whose end is then missing."""
    mode, _, below = state
    if word[0] == '"':  # a key of the object around it
        return mode in (_IN_LIST, _IN_OBJECT) and below is not None and below[0] == _IN_OBJECT
    return (mode, word) in ((_IN_OBJECT, "{"), (_IN_LIST, "["))  # the next item of its kind


def is_null(word: str) -> bool:
    """Return whether a word from another language means null."""
    return _LITERALS.get(plain(word).lower()) == "null"


def _as_value(word: str) -> Iterator[tuple[str, int]]:
    """Yield the number or literal that a word from another language means."""
    simple = plain(word)
    digits = simple.replace("_", "").removeprefix("+")
    digits = re.sub(r"\A(-?)0+(?=[0-9])", r"\1", digits)
    digits = re.sub(r"\A(-?)\.", r"\g<1>0.", digits).removesuffix(".")
    if re.fullmatch(NUMBER, digits):
        yield digits, 0
    right = _LITERALS.get(simple.lower())
    if right is not None:
        yield right, 0


def _is_text(state: State, word: str) -> bool:
    """Return whether bare words are a string without its quotation marks."""
    return _TEXT.fullmatch(word) is not None and _expects_text(state)


def _expects_text(state: State) -> bool:
    mode, shape, _ = state
    if shape is None or mode not in (_VALUE, _FIRST, _ITEM):
        return False
    return (shape.items if mode in _LISTS else shape).is_text


def _requoted(word: str) -> Iterator[tuple[str, int]]:
    """Yield variants of a string with a quotation mark inserted, removed or moved."""
    inner, quote, behind = word[1:].partition('"')
    if "\\" in inner:
        last = word.rfind('"')
        inner, quote, behind = (word[1:last], '"', word[last + 1 :]) if last else (word[1:], "", "")
    end = quote + behind
    if behind:
        yield f'"{inner}{behind}"', 2
        yield f'"{inner}":{behind}', 2
        yield f'"{inner}",{behind}', 2
        yield from ((f'"{inner}"{sign}', 4) for sign in ",:]}")
    signs = [each.start() for each in _SIGN.finditer(inner)]
    for at in dict.fromkeys([*signs[:_NEAR], *signs[-_NEAR:]]):
        before, sign, after = inner[:at], inner[at], inner[at + 1 :]
        text = before.strip()
        if text and text[-1] in QUOTES:  # the end, as another program writes it
            yield f'"{text[:-1]}"{sign}{after}{end}', 0
        if not after.strip() and end:
            yield f'"{before}"{sign}{after}{behind}', 0
        if not before.strip():
            yield f'{before}{sign}"{after}{end}', 0
        yield f'"{before}"{sign}{after}{end}', 2
        yield f'"{before}"{after}{end}', 4
    if not end:
        yield f'{word.rstrip()}"', 2
    yield f"{inner}{end}", 2 if not inner else 4
    if end:
        yield f'"{inner}{behind}', 4
