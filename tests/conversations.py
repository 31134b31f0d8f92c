"""Games between an arbiter and programs that decide at random, some of which make mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from random import Random
from typing import Any

import kifu
from kifu import replayer
from kifu.formats.interface.protocol import protocol

from .altering import misspelt
from .generated import of, read

SETTINGS = [
    (4, "TJQKA SHDC", None),
    (3, "23456789 SH", "2 3 1 5 0"),
    (2, "?abc xy", "1 4 1"),
    (5, "0 1", None),
    (4, "AKQJ SHDC", "1 9 9"),
    (9, None, "1 2 3"),
]
"""Numbers of players, decks and plans; some are impossible."""


def conversation(game: str, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield everything said in a game, what is wrong with other words, and the log as read."""
    rng, spoken = Random(seed), protocol(game)
    setting = SETTINGS[seed % len(SETTINGS)]
    try:
        talk: Any = spoken.set_up(*setting)(rng)
    except ValueError:
        yield "refused", of(spoken.set_up, *setting)
        return
    seats: list[Any] = [spoken.listen() for _ in range(setting[0])]
    told = [list[tuple[str, str | None]]() for _ in seats]
    log = [*spoken.head("A game", [f"P{seat}" for seat in range(setting[0])], seed, "2020-02-03")]
    fault = None
    while fault is None and (asked := _asked(talk)):
        for seat, commands in asked.items():
            heard = told[seat]
            for line in commands:
                if rng.random() < 0.05:
                    other = _listener(spoken, heard)
                    yield "misheard", of(other.heard, misspelt(line + " ", rng))
                reply, action = _reply(seats[seat], line, game, rng)
                heard.append((line, action))
                log += [spoken.sent(seat, line), spoken.received(seat, reply)]
                talk.sent(seat, line)
                fault = fault or talk.replied(seat, line, [reply])
                if rng.random() < 0.002:
                    fault = fault or talk.silent(seat, line, "timeout", "too slow")
        yield "points", repr(talk.points).encode()
    log += [] if fault is None else [spoken.tail(fault)]
    yield "log", repr((log, fault)).encode()
    read_log = [each.record for each in kifu.outcomes(BytesIO("\n".join(log).encode()))]
    yield "over", repr([spoken.is_over(each) for each in read_log]).encode()
    text = "\n".join(log)
    for each in (text, *(misspelt(text, rng) for _ in range(2))):
        yield "log as read", of(read, each, spoken.notation)


def _asked(talk: Any) -> Mapping[int, Sequence[str]]:
    return talk.commands(_left)


def _left(seat: int) -> int:
    """Return the milliseconds that a seat has left."""
    return 1000 * seat


def _listener(spoken: Any, told: list[tuple[str, str | None]]) -> Any:
    """Return a listener that has heard and decided all this."""
    found = spoken.listen()
    for line, action in told:
        found.heard(line)
        if action is not None:
            found.decided(action)
    return found


def _reply(listener: Any, line: str, game: str, rng: Random) -> tuple[str, str | None]:
    """Return the reply of a program, and its decision if one was asked for."""
    if not listener.heard(line):
        return ("=" if rng.random() < 0.999 else "? no"), None
    rules = replayer.game(game).rules(listener.record)
    state = listener.rounds[-1][-1].state
    action: str = rng.choice([*rules.legal_actions(state, listener.player)])
    listener.decided(action)
    return f"= {action if rng.random() < 0.99 else rng.choice('019xA')}", action
