r"""The interface between an arbiter and the protocol by which programs play a game.

The framing is the same for all games: a command is one line; a reply is one or more lines, and ends
with an empty line; a line that begins with `#` is a comment. The meaning and order of lines are up
to the game's `Protocol`, which its descriptor in `formats` names.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from ...replayer.discovery import load_attribute
from ...replayer.replay.round import Step
from ...replayer.rules import Action
from .catalog import formats

COMMENT = "#"
"""The start of a comment line, including in a program's output."""

REPLY_LIMIT = 64 * 1024
"""The maximum number of bytes in a reply, including comments before it."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

Silence: TypeAlias = Literal["crashed", "timeout", "flood"]
"""Why a program did not reply: it exited, it took too long, or it wrote too much."""


def clean(line: str) -> str:
    r"""Return a line as read: tabs become spaces, and other control characters are dropped.

    >>> clean("= 3\x00\r"), clean("play\t2 AS")
    ('= 3', 'play 2 AS')
    """
    return line if line.isprintable() else _CONTROL.sub("", line.replace("\t", " "))


def is_blank(line: str) -> bool:
    r"""Return whether a `clean` line is only spaces, and so ends a reply.

    Other invisible characters count as content.

    >>> is_blank(" "), is_blank("\u3000")
    (True, False)
    """
    return not line.strip(" ")


class Fault(Struct, frozen=True):
    """An early end of a game: the player at fault, the command, and the reason.

    `reason` is one word; `why` explains it. `place` says where in the game it happened: it maps
    the names of parts (`deal`, `trick`) to their numbers, from 1, or to None before the first one.
    """

    player: int
    command: str
    reason: str
    why: str
    place: Mapping[str, int | None]


class Conversation(typing.Protocol):
    """A game between an arbiter and programs, without I/O."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each player so far."""
        ...

    def commands(self, left: Callable[[int], int]) -> Mapping[int, Sequence[str]]:
        """Return the commands to send to each seat now, each after the reply to the previous one.

        The result is empty if the game is over. `left` gives the milliseconds that a seat has left.
        Once all commands have been answered, call this again.
        """
        ...

    def sent(self, seat: int, command: str) -> None:
        """Record that a command is sent to a seat."""
        ...

    def replied(self, seat: int, command: str, lines: Sequence[str]) -> Fault | None:
        """Record a seat's reply to a command; return the fault if it ends the game."""
        ...

    def silent(self, seat: int, command: str, reason: Silence, why: str) -> Fault:
        """Record that a seat will not reply to a command, which ends the game."""
        ...


class Listener(typing.Protocol):
    """A game as one program sees it, without I/O.

    `player` is the program's player. `record` is the game without its rounds, as this player's
    view, and `rounds` are each round's steps as the player followed them. If a decision is
    expected, it belongs to the last step.
    """

    @property
    def player(self) -> int: ...  # noqa: D102

    @property
    def record(self) -> Any: ...  # noqa: D102

    @property
    def rounds(self) -> Sequence[Sequence[Step[Any]]]: ...  # noqa: D102

    def heard(self, line: str) -> bool:
        """Process a command; return whether it asks for a decision.

        Raises ValueError, saying what was expected, if the command is wrong.
        """
        ...

    def decided(self, action: Action) -> None:
        """Record a decision that was asked for."""
        ...


class Protocol(typing.Protocol):
    """The protocol of a game; its module provides one as `PROTOCOL`.

    `title` is the name of the game. `notation` identifies the notation of an arbiter's log.
    `parting` is the command after which a program must exit.
    """

    title: str
    notation: str
    parting: str

    def set_up(
        self, players: int, deck: str | None, plan: str | None
    ) -> Callable[[Random], Conversation]:
        """Return a function that begins a game for this many players and draws random deals.

        `deck` and `plan` are written as in the commands of the protocol; None means the usual ones.
        Raises ValueError if no such game is possible.
        """
        ...

    def listen(self) -> Listener:
        """Return the game of a program that has received no commands yet."""
        ...

    def head(
        self, title: str | None, players: Sequence[str], seed: int, date: str
    ) -> Iterator[str]:
        """Yield the comments at the head of a log."""
        ...

    def tail(self, fault: Fault) -> str:
        """Return the comment after a game that a fault ended."""
        ...

    def sent(self, seat: int, command: str) -> str:
        """Return a command to a seat, as a line of the log."""
        ...

    def received(self, seat: int, line: str) -> str:
        """Return a line from a seat, as a line of the log."""
        ...

    def is_over(self, record: Any) -> bool:
        """Return whether the record of a log includes the end of its game.

        If not, its arbiter was stopped.
        """
        ...


def protocol(game: str | None = None) -> Protocol:
    """Return the protocol of a game, or of the only game that has one.

    Raises KeyError if there is no such game, and LookupError if it has no protocol, or if several
    games have one and none is named.

    >>> protocol().parting
    'quit'
    """
    offered = {name: each.protocol for name, each in formats().items() if each.protocol}
    if game is None and len(offered) != 1:
        raise LookupError(f"name one game: {', '.join(offered) or 'none has a protocol'}")
    name = next(iter(offered)) if game is None else game
    module = formats()[name].protocol
    if module is None:
        raise LookupError(f"programs cannot play {name}")
    found: Protocol = load_attribute("PROTOCOL", module, name)
    return found
