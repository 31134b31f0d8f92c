"""Vouch for `goita/history` matches with nothing to report, without making a record.

All pieces of such a match are known. Any other match may be right or wrong: the reader decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....replayer.goita.engine.engine import Table, packed, play
from ....replayer.goita.options import Options
from ....replayer.goita.pieces import DECK, team
from ...interface.notation import Counts

DIGITS = str.maketrans("123456789xp", "87654321190")
"""Our digits for goita-core's pieces (8 and 9 are the two kings), and for a pass."""

_ROUND = re.compile(r"(?:[1-9]{8},){4}s[1-4](?:,[1-4](?:[1-9]{2}|p))*\n")
_DECK, _OPTIONS = packed(DECK), Options()
_TURNS = {opener: "".join(str((opener + ply) % 4 + 1) for ply in range(4)) for opener in range(4)}


def accept(data: bytes) -> Counts | None:
    """Return the counts of a match, or None if it cannot be vouched for."""
    if not data.isascii():
        return None
    text, at = data.strip(b"\n").decode() + "\n", 0
    rounds = plies = 0
    dealers: tuple[int, ...] = ()  # empty if unknown
    dealt = list[str]()
    while at < len(text):
        found = _ROUND.match(text, at)
        if found is None:
            return None
        hands, (due, *moves) = split(found[0][:-1])
        opener = int(due[1:]) - 1
        if (dealers and opener not in dealers) or hands == dealt or not are_in_turn(moves, opener):
            return None
        table = _played(opener, hands, moves)
        if table is None:
            return None
        dealers, dealt, at = _next_dealers(table), hands, found.end()
        rounds, plies = rounds + 1, plies + len(moves)
    return Counts(rounds, plies)


def _played(opener: int, hands: Sequence[str], moves: Sequence[str]) -> Table | None:
    """Return a round after its last move, or None if the deal or a move is illegal."""
    table = Table(_OPTIONS, opener, [hand.translate(DIGITS) for hand in hands], False)
    # If a count overflows into the next kind's, fewer pieces than in the deck remain.
    if sum(table.hands) != _DECK or not _hold_their_kings(opener, hands, moves):
        return None
    actions = "".join([move[1:] for move in moves]).translate(DIGITS)
    return None if play(table, actions) is None else table


def _next_dealers(table: Table) -> tuple[int, ...]:
    """Return the players who may deal after a round: its winners, or none if it is not over."""
    if not table.ended:
        return ()
    if table.winner >= 0:
        return (table.winner,)
    # Neither the rules nor the pieces say which of two partners wins by their five し.
    return tuple([seat for seat in range(4) if team(seat) == table.side])


def _hold_their_kings(opener: int, hands: Sequence[str], moves: Sequence[str]) -> bool:
    """Return whether no player plays more kings as 玉 than were in the hand."""
    played = [0, 0, 0, 0]
    for ply, move in enumerate(moves):
        if "9" in move:
            played[(opener + ply) % 4] += move.count("9")
    return all(count <= hand.count("9") for count, hand in zip(played, hands, strict=True))


def split(content: str) -> tuple[list[str], list[str]]:
    """Return the hands in a line that follows the grammar, and the rest of the line."""
    *hands, rest = content.split(",", 4)
    return hands, rest.split(",")


def are_in_turn(moves: Sequence[str], opener: int) -> bool:
    """Return whether all moves look like actions, each by the player whose turn it is."""
    movers = "".join([move[0] for move in moves])
    turns = _TURNS.get(opener, "") * (len(moves) // 4 + 1)
    if not turns.startswith(movers):
        return False
    return "0" not in "".join(moves) or all(move[1] != "0" for move in moves)
