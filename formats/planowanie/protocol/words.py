r"""The protocol between an arbiter and a program: commands, replies, and both in an arbiter's log.

A command is a line. A reply begins with `=` (done) or `?` (refused), and ends with an empty line.

>>> command("set_cards", *hand_words(["2C", "AS"]))
'set_cards 2 2C AS'
>>> reply("= AS"), reply("? unknown command"), reply("AS")
(Reply(kind='=', text='AS'), Reply(kind='?', text='unknown command'), Reply(kind='', text='AS'))

Source: the rules of the tournament of 2009, "Protokół" and "Składnia poleceń"; for what they leave
open `docs/planowanie.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from ....replayer.planowanie.record import Deck, Planned

COMMANDS = (
    "set_deck",
    "set_players",
    "set_game",
    "set_cards",
    "time_left",
    "gen_declare",
    "declare",
    "gen_move",
    "play",
    "quit",
)
ASKING = ("gen_declare", "gen_move")
"""The commands that a program answers with a decision."""

REPLY_LIMIT = 64 * 1024
"""The most bytes that a reply has, with all that stands before it."""

COMMENT = "#"
"""A line that begins so is a comment, from a program too."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_NUMBER = re.compile(r"(-?)0*([0-9]{1,9})")


# Words


def clean(line: str) -> str:
    r"""A line as it is read: tabs are blanks, other control characters are dropped.

    >>> clean("= 3\x00\r"), clean("play\t2 AS")
    ('= 3', 'play 2 AS')
    """
    return _CONTROL.sub("", line.replace("\t", " "))


def words(line: str) -> list[str]:
    """The words of a line, which blanks separate."""
    return [each for each in clean(line).split(" ") if each]


def number(word: str) -> int | None:
    """The number that a word is, None if it is none.

    >>> number("3"), number("03"), number("-1"), number("one"), number("+3")
    (3, 3, -1, None, None)
    """
    found = _NUMBER.fullmatch(word)
    return None if found is None else int(found[1] + found[2])


# Commands


def command(name: str, *arguments: object) -> str:
    """A command, without the end of its line.

    >>> command("play", 2, "AS")
    'play 2 AS'
    """
    return " ".join([name, *map(str, arguments)])


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
    """The arguments of `set_cards`."""
    return [str(len(hand)), *hand]


def deck_of(arguments: Sequence[str]) -> Deck:
    """The deck that `set_deck` sets. Raises ValueError where the arguments say none."""
    if len(arguments) != 2:
        raise ValueError(f"ranks and suits are due, and there are {len(arguments)} words")
    return Deck(*arguments)


def plan_of(arguments: Sequence[str]) -> tuple[Planned, ...]:
    """The deals that `set_game` plans. Raises ValueError where the arguments say none.

    >>> plan_of("2 1 0 2 1".split())
    (Planned(cards=1, start=0), Planned(cards=2, start=1))
    """
    values = list[int]()
    for word in arguments:
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


# Replies


class Reply(NamedTuple):
    """The first line of a reply: `kind` is `=` or `?`, or empty where it is malformed."""

    kind: Literal["=", "?", ""]
    text: str


def reply(line: str) -> Reply:
    """Read the first line of a reply; blanks before it mean nothing."""
    read = clean(line).lstrip(" ")
    if read.startswith("="):
        return Reply("=", read[1:].strip(" "))
    if read.startswith("?"):
        return Reply("?", read[1:].strip(" "))
    return Reply("", read.strip(" "))


def decision(name: str, text: str) -> str:
    """The action, in the words of the rules, that the text of a reply to `gen_…` means.

    >>> decision("gen_declare", "03"), decision("gen_declare", "one"), decision("gen_move", "AS")
    ('3', 'one', 'AS')
    """
    value = number(text) if name == "gen_declare" else None
    return text if value is None else str(value)


# An arbiter's log


def sent(seat: int, line: str) -> str:
    """A command to a seat, as a line of the log.

    >>> sent(2, "gen_move")
    '>> 2: gen_move'
    """
    return f">> {seat}: {line}"


def received(seat: int, line: str) -> str:
    """A line from a seat, as a line of the log.

    >>> received(2, "= AS"), received(2, "")
    ('<< 2: = AS', '<< 2: ')
    """
    return f"<< {seat}: {line}"
