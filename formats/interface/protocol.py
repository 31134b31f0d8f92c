r"""The interface of an arbiter to the protocol by which programs play a game.

The frame is the same for all games: a command is one line; a reply is one or more lines and ends
with an empty one; a line that begins with `#` is a comment. What the lines say, and which of them
is due, is up to the `Protocol` of a game, which its descriptor in `formats` names.
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
"""A line that begins with this is a comment, also if a program wrote it."""

REPLY_LIMIT = 64 * 1024
"""The most bytes of a reply, comments before it included."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

Silence: TypeAlias = Literal["crashed", "timeout", "flood"]
"""Why a program gives no reply: it ended, it took too long, it wrote without end."""


def clean(line: str) -> str:
    r"""A line as it is read: tabs are blanks, other control characters are dropped.

    >>> clean("= 3\x00\r"), clean("play\t2 AS")
    ('= 3', 'play 2 AS')
    """
    return line if line.isprintable() else _CONTROL.sub("", line.replace("\t", " "))


def is_blank(line: str) -> bool:
    r"""Whether a line that is `clean` has nothing but blanks: such a line ends a reply.

    Other characters that show nothing are content.

    >>> is_blank(" "), is_blank("\u3000")
    (True, False)
    """
    return not line.strip(" ")


class Fault(Struct, frozen=True):
    """What ended a game early: the player at fault, the command that went wrong, and why.

    `reason` is one word, `why` says more. `place` is where in the game it happened, by the names of
    its parts (`deal`, `trick`), each counted from 1, None before the first.
    """

    player: int
    command: str
    reason: str
    why: str
    place: Mapping[str, int | None]


class Conversation(typing.Protocol):
    """The state of a game under way between an arbiter and programs; without input or output."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each player so far."""
        ...

    def commands(self, left: Callable[[int], int]) -> Mapping[int, Sequence[str]]:
        """The commands to send to each seat now, each after the reply to the one before.

        Empty if the game is over. `left` gives the milliseconds that a seat has left. Once all of
        them were answered, ask again.
        """
        ...

    def sent(self, seat: int, command: str) -> None:
        """A command goes to a seat."""
        ...

    def replied(self, seat: int, command: str, lines: Sequence[str]) -> Fault | None:
        """A seat replied to a command. If the reply ends the game, this returns the fault."""
        ...

    def silent(self, seat: int, command: str, reason: Silence, why: str) -> Fault:
        """A seat will not reply to a command; this ends the game."""
        ...


class Listener(typing.Protocol):
    """What a program is told of a game; without input or output.

    `player` is whose program it is. `record` is the game without its rounds, as this player's view,
    and `rounds` are the steps of each round as the player followed them. If a decision is due, the
    last step is the one in which it is.
    """

    @property
    def player(self) -> int: ...  # noqa: D102

    @property
    def record(self) -> Any: ...  # noqa: D102

    @property
    def rounds(self) -> Sequence[Sequence[Step[Any]]]: ...  # noqa: D102

    def heard(self, line: str) -> bool:
        """Take a command down; return whether it asks for a decision.

        Raises ValueError, which says what would be right, where the command is wrong.
        """
        ...

    def decided(self, action: Action) -> None:
        """Take down what was decided when that was asked for."""
        ...


class Protocol(typing.Protocol):
    """How programs play a game; its module has one as `PROTOCOL`.

    `title` is the name of the game. `notation` is the identifier of the notation in which an
    arbiter writes the log. `parting` is the command after which a program has to end.
    """

    title: str
    notation: str
    parting: str

    def set_up(
        self, players: int, deck: str | None, plan: str | None
    ) -> Callable[[Random], Conversation]:
        """A function that begins a game with so many players; it draws the deals at random.

        `deck` and `plan` are written as in the commands of the protocol; None means the usual ones.
        Raises ValueError if no such game is possible.
        """
        ...

    def listen(self) -> Listener:
        """What a program knows that was told nothing yet."""
        ...

    def head(
        self, title: str | None, players: Sequence[str], seed: int, date: str
    ) -> Iterator[str]:
        """The comments at the head of a log."""
        ...

    def tail(self, fault: Fault) -> str:
        """The comment after a game that a fault ended."""
        ...

    def sent(self, seat: int, command: str) -> str:
        """A command to a seat, as a line of the log."""
        ...

    def received(self, seat: int, line: str) -> str:
        """A line from a seat, as a line of the log."""
        ...

    def is_over(self, record: Any) -> bool:
        """Whether the record of a log has the end of its game. If not, its arbiter was stopped."""
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
