r"""What an arbiter needs of the protocol by which programs play a game, whatever the game.

The frame is the same for all: a command is one line; a reply is one or more lines and ends with an
empty one; a line that begins with `#` is a comment. What the lines say, and which of them is due,
is for the `Protocol` of a game, which its descriptor in `formats` names.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from ..replayer.discovery import load_attribute
from .catalog import formats

COMMENT = "#"
"""A line that begins so is a comment, from a program too."""

REPLY_LIMIT = 64 * 1024
"""The most bytes that a reply has, with all that stands before it."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

Silence: TypeAlias = Literal["crashed", "timeout", "flood"]
"""Why a program gives no reply: it ended, it took too long, it wrote without end."""


def clean(line: str) -> str:
    r"""A line as it is read: tabs are blanks, other control characters are dropped.

    >>> clean("= 3\x00\r"), clean("play\t2 AS")
    ('= 3', 'play 2 AS')
    """
    return line if line.isprintable() else _CONTROL.sub("", line.replace("\t", " "))


class Fault(Struct, frozen=True):
    """What ended a game early: the player at fault, the command that went wrong, and why.

    `reason` is one word, `why` says more. `place` is where in the game it was, by the names that
    the game has for its parts (`deal`, `trick`), each counted from 1, or None before the first.
    """

    player: int
    command: str
    reason: str
    why: str
    place: Mapping[str, int | None]


class Conversation(typing.Protocol):
    """A game under way, as an arbiter tells it to the programs; without input or output."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each player so far."""
        ...

    def commands(self, left: Callable[[int], int]) -> Mapping[int, Sequence[str]]:
        """What each seat is to be sent now, one command after the reply to the other.

        Nothing where the game is over. `left` gives the milliseconds that a seat has left. What
        follows is known when all of these were answered.
        """
        ...

    def sent(self, seat: int, command: str) -> None:
        """A command goes to a seat."""
        ...

    def replied(self, seat: int, command: str, lines: Sequence[str]) -> Fault | None:
        """A seat replied to a command: the fault by which that ends the game, if it does."""
        ...

    def silent(self, seat: int, command: str, reason: Silence, why: str) -> Fault:
        """A seat will not reply to a command, by which the game ends."""
        ...


class Protocol(typing.Protocol):
    """How programs play a game: what its module offers as `PROTOCOL`.

    `title` is what the game is called. `notation` is the identifier of the notation in which an
    arbiter writes the log. `parting` is the command after which a program has to end.
    """

    title: str
    notation: str
    parting: str

    def set_up(
        self, players: int, deck: str | None, plan: str | None
    ) -> Callable[[Random], Conversation]:
        """What begins a game with so many players, given where its deals are drawn from.

        `deck` and `plan` are written as in the commands of the protocol; None is what is usual.
        Raises ValueError where they make no game.
        """
        ...

    def head(
        self, title: str | None, players: Sequence[str], seed: int, date: str
    ) -> Iterator[str]:
        """The comments at the head of a log."""
        ...

    def tail(self, fault: Fault) -> str:
        """The comment behind a game that a fault ended."""
        ...

    def sent(self, seat: int, command: str) -> str:
        """A command to a seat, as a line of the log."""
        ...

    def received(self, seat: int, line: str) -> str:
        """A line from a seat, as a line of the log."""
        ...

    def is_over(self, record: Any) -> bool:
        """Whether the record of a log has the end of its game, or else its arbiter was stopped."""
        ...


def protocol(game: str | None = None) -> Protocol:
    """The protocol of a game; without a name, that of the one game that has a protocol.

    Raises KeyError where there is no such game, and LookupError where it has no protocol, or where
    several have one and none is named.

    >>> protocol().parting
    'quit'
    """
    offered = {name: each.protocol for name, each in formats().items() if each.protocol}
    if game is None and len(offered) != 1:
        raise LookupError(f"one game is to be named: {', '.join(offered) or 'none has a protocol'}")
    name = next(iter(offered)) if game is None else game
    module = formats()[name].protocol
    if module is None:
        raise LookupError(f"programs cannot play {name}")
    found: Protocol = load_attribute("PROTOCOL", module, name)
    return found
