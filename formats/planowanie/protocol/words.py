r"""The words of the protocol: commands by the grammar `protocol.lark`, and the form of replies.

A command is a line. A reply begins with `=` (done) or `?` (refused), and ends with an empty line.

>>> command("play 2 TD").arguments
('2', 'TD')
>>> Command("play", ("2", "TD")).line
'play 2 TD'
>>> reply(["= AS"]), reply(["? unknown command"])
(Reply(kind='done', text='AS', why=''), Reply(kind='refused', text='unknown command', why=''))

Source: the rules of the tournament of 2009, "Protokół" and "Składnia poleceń"; for what they leave
open `docs/planowanie.md`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct

from ....findings import Finding
from ....replayer.planowanie.check import outcome
from ....replayer.planowanie.check.outcome import number
from ....replayer.planowanie.record import Deck, Planned
from ...interface.protocol import clean
from ...text.grammar import follows, grammar, parse
from ...text.place import place
from ...text.text import Text
from .. import codes

if TYPE_CHECKING:
    from lark import Token, Tree

GRAMMAR = "planowanie/protocol"

CLOCK = "time_left"
QUIT = "quit"
COMMANDS = (*outcome.COMMANDS, QUIT)
ASKING = outcome.ASKING
"""The commands that a program answers with a decision."""

QUOTED = 40
"""The most characters that are quoted of a reply: nothing that is right has as many."""

_DIGIT = re.compile("[0-9]")
_WORD = re.compile(r"[^ \t]+")


# Commands

Spans: TypeAlias = tuple[tuple[int, int], ...]


class Command(Struct, frozen=True):
    """A command: its name and arguments; where it was read, their spans within its text."""

    name: str
    arguments: tuple[str, ...] = ()
    spans: Spans = ()

    @property
    def line(self) -> str:
        """The command as a line, without its end."""
        return " ".join([self.name, *self.arguments])

    def number(self, place: int) -> int:
        """The argument at a place, which is a number."""
        return int(self.arguments[place])


def deck_words(deck: Deck) -> tuple[str, str]:
    """The arguments of `set_deck`."""
    return deck.ranks, deck.suits


def plan_words(plan: Iterable[Planned]) -> list[int]:
    """The arguments of `set_game`.

    >>> plan_words([Planned(1, 0), Planned(2, 1)])
    [2, 1, 0, 2, 1]
    """
    pairs = [(each.cards, each.start) for each in plan]
    return [len(pairs), *(value for pair in pairs for value in pair)]


def hand_words(hand: Sequence[str]) -> list[str]:
    """The arguments of `set_cards`.

    >>> hand_words(["2C", "AS"])
    ['2', '2C', 'AS']
    """
    return [str(len(hand)), *hand]


@lru_cache(maxsize=2**12)
def command(text: str) -> Command | None:
    """The command that a text is, None where it does not follow the grammar."""
    # To the grammar, one digit is like another: a clock that runs is parsed once.
    found = _parsed(_DIGIT.sub("0", text))
    if found is None:
        return None
    name, spans = found
    return Command(name, tuple([text[start:end] for start, end in spans]), spans)


@lru_cache(maxsize=2**15)
def _parsed(text: str) -> tuple[str, Spans] | None:
    """The name of a command, and the spans of its arguments."""
    if follows(GRAMMAR, "command", text):
        first, *arguments = _WORD.finditer(text)
        # What stands right behind a keyword belongs to its word.
        return (
            (first[0], tuple(each.span() for each in arguments)) if first[0] in COMMANDS else None
        )
    from lark.exceptions import UnexpectedInput

    parser: Any = grammar(GRAMMAR, "command")
    try:
        tree: Tree[Token] = parser.parse(text)
    except UnexpectedInput:
        return None
    (found,) = tree.children
    name = str(getattr(found, "data", ""))
    if re.match(rf"[ \t]*{name}(?![^ \t])", text) is None:
        return None  # What stands right behind a keyword belongs to its word.
    tokens: list[Any] = list(getattr(found, "children", []))
    spans = tuple((token.start_pos, token.end_pos) for token in tokens)
    return name, spans


_NAMES = {"NUMBER": "a number", "WORD": "a word", "$END": "the end"}
"""What the terminals of the grammar are, for people; keywords name themselves."""


def why_no_command(text: Text, start: int, content: str) -> Finding:
    """Why a line of a text, which is read as `content`, is no command."""
    word, *_ = content.split(maxsplit=1) or [""]
    end = start + len(content)
    if text.content[start:end] == content:
        tree = parse(GRAMMAR, "command", text, (start, end), _NAMES)
    else:
        # Without its control characters, the line is not what stands in the text.
        tree = parse(GRAMMAR, "command", Text(content), (0, len(content)), _NAMES)
        tree = place(tree, text, start, end) if isinstance(tree, Finding) else tree
    assert isinstance(tree, Finding)
    if word in COMMANDS:
        return tree.but(rule=codes.BAD_ARGUMENTS, message=f"`{word}`: {tree.message}")
    return tree.but(rule=codes.UNKNOWN_COMMAND, message=unknown(word))


def unknown(word: str) -> str:
    """Say that a word is no command, and which may be meant.

    >>> unknown("gen_mov")
    "'gen_mov' is no command; `gen_move` is meant?"
    """
    close = difflib.get_close_matches(word, COMMANDS, n=1)
    due = f"`{close[0]}` is meant?" if close else f"known are {', '.join(COMMANDS)}"
    return f"{word!r} is no command; {due}"


def meant(word: str) -> str | None:
    """The only command that is spelt nearly so, None if that is not clear.

    >>> meant("gen_mov"), meant("set_cord"), meant("gen"), meant("play")
    ('gen_move', 'set_cards', None, None)
    """
    close = difflib.get_close_matches(word, COMMANDS, n=2, cutoff=0.8)
    return close[0] if len(close) == 1 and word not in COMMANDS else None


def deck_of(text: str) -> Deck:
    """The deck that the arguments of `set_deck` set. Raises ValueError where they set none."""
    words = _words(text)
    if len(words) != 2:
        raise ValueError(f"ranks and suits are due, and there are {len(words)} words")
    return Deck(*words)


def plan_of(text: str) -> tuple[Planned, ...]:
    """The deals that the arguments of `set_game` plan. Raises ValueError where they plan none.

    >>> plan_of("2 1 0 2 1")
    (Planned(cards=1, start=0), Planned(cards=2, start=1))
    """
    values = list[int]()
    for word in _words(text):
        value = number(word)
        if value is None:
            raise ValueError(f"{word!r} is no number of at most nine digits")
        values.append(value)
    if not values:
        raise ValueError("the number of deals is missing")
    count, *pairs = values
    if count < 0:
        raise ValueError(f"{count} deals are announced: there is at least one")
    if len(pairs) != 2 * count:
        why = f"{count} deals are announced: {2 * count} numbers are due, and {len(pairs)} follow"
        raise ValueError(why)
    return tuple(map(Planned, pairs[::2], pairs[1::2]))


def _words(text: str) -> list[str]:
    return [each for each in clean(text).split(" ") if each]


# Replies


class Reply(Struct, frozen=True):
    """A reply and its text: what stands behind its mark, or all of it and `why` it is malformed."""

    kind: Literal["done", "refused", "malformed"]
    text: str
    why: str = ""


def reply(lines: Sequence[str]) -> Reply:
    """Read the lines of a reply; blanks at their ends mean nothing.

    >>> reply(["=", "= 3"]).why
    "'= 3' is a second line behind ="
    """
    if lines == ["="]:
        return _DONE
    first = clean(lines[0]).strip(" ")
    mark, text = first[:1], first[1:].strip(" ")
    if mark == "?":
        return Reply("refused", text)
    if mark == "=" and len(lines) == 1:
        return Reply("done", text)
    why = f"{lines[0][:QUOTED]!r} begins neither with = nor with ?"
    if mark == "=":
        why = f"{lines[1][:QUOTED]!r} is a second line behind ="
    return Reply("malformed", "\n".join(clean(each).strip(" ") for each in lines), why)


_DONE = Reply("done", "")


def decision(name: str, text: str) -> str:
    """The action, in the words of the rules, that the text of a reply to `gen_…` means.

    >>> decision("gen_declare", "03"), decision("gen_declare", "one"), decision("gen_move", "AS")
    ('3', 'one', 'AS')
    """
    value = number(text) if name == "gen_declare" else None
    return text if value is None else str(value)


# An arbiter's log


def sent(seat: int, command: str) -> str:
    """A command to a seat, as a line of the log.

    >>> sent(2, "gen_move")
    '>> 2: gen_move'
    """
    return f">> {seat}: {command}"


def received(seat: int, line: str) -> str:
    """A line from a seat, as a line of the log.

    >>> received(2, "= AS"), received(2, "")
    ('<< 2: = AS', '<< 2: ')
    """
    return f"<< {seat}: {line}"
