"""Run a player as a program for an arbiter: it reads commands and writes replies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...formats.interface.protocol import COMMENT, Protocol, is_blank
from ...replayer import game_of
from .player import Player, Seen


def replies(protocol: Protocol, player: Player, lines: Iterable[str]) -> Iterator[str]:
    """Yield the reply to each command, without the empty line that ends it.

    Invalid commands are refused with a reason.
    """
    listener = protocol.listen()
    for raw in lines:
        line = raw.rstrip("\r\n")
        if is_blank(line) or line.startswith(COMMENT):
            continue
        if line.strip() == protocol.parting:
            yield "="
            return
        try:
            asks = listener.heard(line)
        except ValueError as why:
            yield f"? {' '.join(str(why).split())}"
            continue
        if not asks:
            yield "="
            continue
        record = listener.record
        game = game_of(record)
        seen = Seen(game, record, game.rules(record), listener.player, listener.rounds)
        action = player.choose(seen)
        listener.decided(action)
        yield f"= {action}"
