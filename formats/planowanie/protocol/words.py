r"""The words of the protocol: commands in the grammar `protocol.lark`, and the form of replies.

A command is a line. A reply begins with `=` (done) or `?` (refused), and ends with an empty line.

Source: the rules of the tournament of 2009, "Protokół" and "Składnia poleceń"; `docs/planowanie.md`
explains what they leave open.

>>> command("play 2 TD").arguments
('2', 'TD')
>>> Command("play", ("2", "TD")).line
'play 2 TD'
>>> reply(["= AS"]), reply(["? unknown command"])
(Reply(kind='done', text='AS', why=''), Reply(kind='refused', text='unknown command', why=''))
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from ....findings import Finding
from ....replayer.planowanie.check import outcome
from ....replayer.planowanie.check.outcome import number
from ....replayer.planowanie.record import Deck, Planned
from ...interface.protocol import clean
from ...text.grammar import expression, parse
from ...text.place import place
from ...text.text import Text
from .. import codes

GRAMMAR = "planowanie/protocol"

CLOCK = "time_left"
QUIT = "quit"
COMMANDS = (*outcome.COMMANDS, QUIT)
ASKING = outcome.ASKING
"""The commands that a program answers with a decision."""

QUOTED = 40
"""How many characters of a reply are quoted, which is more than any correct reply has."""

_DIGIT = re.compile("[0-9]")
_WORD = re.compile(r"[^ \t]+")


# Commands

Spans: TypeAlias = tuple[tuple[int, int], ...]


class Command(Struct, frozen=True):
    """A command: its name and arguments, and their spans in the text that was read."""

    name: str
    arguments: tuple[str, ...] = ()
    spans: Spans = ()

    @property
    def line(self) -> str:
        """The command as a line, without its line ending."""
        return " ".join([self.name, *self.arguments])

    def number(self, place: int) -> int:
        """Return the argument at an index, which is a number."""
        return int(self.arguments[place])


def deck_words(deck: Deck) -> tuple[str, str]:
    """Return the arguments of `set_deck`."""
    return deck.ranks, deck.suits


def plan_words(plan: Iterable[Planned]) -> list[int]:
    """Return the arguments of `set_game`.

    >>> plan_words([Planned(1, 0), Planned(2, 1)])
    [2, 1, 0, 2, 1]
    """
    pairs = [(each.cards, each.start) for each in plan]
    return [len(pairs), *(value for pair in pairs for value in pair)]


def hand_words(hand: Sequence[str]) -> list[str]:
    """Return the arguments of `set_cards`.

    >>> hand_words(["2C", "AS"])
    ['2', '2C', 'AS']
    """
    return [str(len(hand)), *hand]


@lru_cache(maxsize=2**12)
def command(text: str) -> Command | None:
    """Parse a command; return None if it does not follow the grammar."""
    # the grammar treats all digits alike, so `time_left` is parsed only once
    found = _parsed(_DIGIT.sub("0", text))
    if found is None:
        return None
    name, spans = found
    return Command(name, tuple([text[start:end] for start, end in spans]), spans)


@lru_cache(maxsize=2**15)
def _parsed(text: str) -> tuple[str, Spans] | None:
    """The name of a command, and the spans of its arguments."""
    if expression(GRAMMAR, "command").fullmatch(text) is None:
        return None
    name, *arguments = _WORD.finditer(text)
    # Characters right after a keyword belong to its word.
    return (name[0], tuple(each.span() for each in arguments)) if name[0] in COMMANDS else None


_NAMES = {"NUMBER": "a number", "WORD": "a word", "$END": "the end"}
"""The names of the grammar's terminals in messages; keywords are their own names."""


def why_no_command(text: Text, start: int, content: str) -> Finding:
    """Return a finding that explains why a line, read as `content`, is not a command."""
    word, *_ = content.split(maxsplit=1) or [""]
    end = start + len(content)
    if text.content[start:end] == content:
        tree = parse(GRAMMAR, "command", text, (start, end), _NAMES)
    else:
        # without its control characters, the line differs from the text
        tree = parse(GRAMMAR, "command", Text(content), (0, len(content)), _NAMES)
        tree = place(tree, text, start, end) if isinstance(tree, Finding) else tree
    assert isinstance(tree, Finding)
    if word in COMMANDS:
        return tree.but(rule=codes.BAD_ARGUMENTS, message=f"`{word}`: {tree.message}")
    return tree.but(rule=codes.UNKNOWN_COMMAND, message=unknown(word))


def unknown(word: str) -> str:
    """Return a message saying that a word is not a command, and suggesting a similar one.

    >>> unknown("gen_mov")
    "'gen_mov' is not a command: did you mean `gen_move`?"
    """
    close = difflib.get_close_matches(word, COMMANDS, n=1)
    right = f"did you mean `{close[0]}`?" if close else f"expected one of {', '.join(COMMANDS)}"
    return f"{word!r} is not a command: {right}"


def meant(word: str) -> str | None:
    """Return the only command that is spelt similarly, or None if that is unclear.

    >>> meant("gen_mov"), meant("set_cord"), meant("gen"), meant("play")
    ('gen_move', 'set_cards', None, None)
    """
    close = difflib.get_close_matches(word, COMMANDS, n=2, cutoff=0.8)
    return close[0] if len(close) == 1 and word not in COMMANDS else None


def deck_of(text: str) -> Deck:
    """Return the deck in the arguments of `set_deck`. Raises ValueError if they are wrong."""
    words = _words(text)
    if len(words) != 2:
        raise ValueError(f"expected ranks and suits, not {len(words)} words")
    return Deck(*words)


def plan_of(text: str) -> tuple[Planned, ...]:
    """Return the deals in the arguments of `set_game`. Raises ValueError if they are wrong.

    >>> plan_of("2 1 0 2 1")
    (Planned(cards=1, start=0), Planned(cards=2, start=1))
    """
    values = list[int]()
    for word in _words(text):
        value = number(word)
        if value is None:
            raise ValueError(f"{word!r} is not a number of at most nine digits")
        values.append(value)
    if not values:
        raise ValueError("the number of deals is missing")
    count, *pairs = values
    if count < 0:
        raise ValueError(f"{count} deals are announced: expected at least one")
    if len(pairs) != 2 * count:
        why = f"{count} deals need {2 * count} numbers, but {len(pairs)} follow"
        raise ValueError(why)
    return tuple(map(Planned, pairs[::2], pairs[1::2]))


def _words(text: str) -> list[str]:
    return [each for each in clean(text).split(" ") if each]


# Replies


class Reply(Struct, frozen=True):
    """A reply, with the text after its mark or, if it is malformed, its whole text and `why`."""

    kind: Literal["done", "refused", "malformed"]
    text: str
    why: str = ""


def reply(lines: Sequence[str]) -> Reply:
    """Read the lines of a reply, ignoring leading and trailing spaces.

    >>> reply(["=", "= 3"]).why
    "a reply with = has one line, not also '= 3'"
    """
    if lines == ["="]:
        return _DONE
    first = clean(lines[0]).strip(" ")
    mark, text = first[:1], first[1:].strip(" ")
    if mark == "?":
        return Reply("refused", text)
    if mark == "=" and len(lines) == 1:
        return Reply("done", text)
    why = f"expected a reply to begin with = or ?, not {lines[0][:QUOTED]!r}"
    if mark == "=":
        why = f"a reply with = has one line, not also {lines[1][:QUOTED]!r}"
    return Reply("malformed", "\n".join(clean(each).strip(" ") for each in lines), why)


_DONE = Reply("done", "")


def decision(name: str, text: str) -> str:
    """Return the action that the text of a reply to `gen_…` stands for, as the rules write it.

    >>> decision("gen_declare", "03"), decision("gen_declare", "one"), decision("gen_move", "AS")
    ('3', 'one', 'AS')
    """
    value = number(text) if name == "gen_declare" else None
    return text if value is None else str(value)


# An arbiter's log


def sent(seat: int, command: str) -> str:
    """Return a command to a seat, as a line of the log.

    >>> sent(2, "gen_move")
    '>> 2: gen_move'
    """
    return f">> {seat}: {command}"


def received(seat: int, line: str) -> str:
    """Return a line from a seat, as a line of the log.

    >>> received(2, "= AS"), received(2, "")
    ('<< 2: = AS', '<< 2: ')
    """
    return f"<< {seat}: {line}"
