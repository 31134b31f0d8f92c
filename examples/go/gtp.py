"""Have programs that speak GTP play a game of Go, against each other or against a level of kifu.

    python gtp.py 'gnugo --mode gtp --never-resign' monte-carlo --size 9 --komi 6.5 -o game.sgf

The first program plays Black. The game is played to the end under Tromp-Taylor scoring, so stones
that are not captured count as alive.
"""

import argparse
import shlex
import subprocess
import sys
from typing import Any

import kifu
from kifu.arena.players.levels import LEVELS, player
from kifu.arena.players.match import Match, called
from kifu.arena.players.player import Player, Seen
from kifu.replayer import game
from kifu.validation.beginning import WrongOption, begun

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""GTP has no column I, and at most 25 columns."""


class GtpPlayer:
    """A program that is sent all moves so far, and then asked for the next one."""

    sees_all = False

    def __init__(self, command: str, size: int, komi: float) -> None:
        self._size, self._komi = size, komi
        self._program = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def choose(self, seen: Seen) -> str:
        """Return the move that the program generates."""
        for command in (f"boardsize {self._size}", f"komi {self._komi}", "clear_board"):
            self._ask(command)
        for step in seen.steps[:-1]:
            (action,) = (step.actions or {}).values()
            self._ask(f"play {action[0]} {self._vertex(action[2:])}")
        colour = "BW"[seen.player]
        return f"{colour} {self._point(self._ask(f'genmove {colour}'))}"

    def close(self) -> None:
        """End the program."""
        self._ask("quit")
        self._program.communicate(timeout=10)

    def _ask(self, command: str) -> str:
        """Send a command, and return the answer without its `=`."""
        program = self._program
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(f"{command}\n")
        program.stdin.flush()
        answer = program.stdout.readline()
        line = answer
        while line.strip():
            line = program.stdout.readline()
        if not answer.startswith("="):
            raise SystemExit(f"{command}: {answer.strip() or 'the program has ended'}")
        return answer[1:].strip()

    def _vertex(self, point: str) -> str:
        if point == "pass":
            return point
        column, row = (ord(each) - ord("a") for each in point)
        return f"{COLUMNS[column]}{self._size - row}"

    def _point(self, vertex: str) -> str:
        if vertex.lower() == "pass":
            return "pass"
        if vertex.lower() == "resign":
            raise SystemExit("the program resigned: have it play to the end")
        column, row = COLUMNS.index(vertex[0].upper()), self._size - int(vertex[1:])
        return f"{chr(ord('a') + column)}{chr(ord('a') + row)}"


def main() -> None:
    """Play a game, and write it as SGF or JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("players", nargs=2, metavar="PROGRAM", help=f"or {', '.join(LEVELS)}")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=6.5)
    parser.add_argument("--seed", default="0")
    parser.add_argument("-o", "--output", default="game.sgf")
    wanted = parser.parse_args()
    try:
        start = begun("go", {"size": wanted.size, "komi": wanted.komi, "preset": "tromp-taylor"})
    except WrongOption as why:
        sys.exit(f"{why.option}: {why}")
    players: list[Player] = [
        player("go", each, f"{wanted.seed}/{seat}")
        if each in LEVELS
        else GtpPlayer(each, wanted.size, wanted.komi)
        for seat, each in enumerate(wanted.players)
    ]
    names = [each if each in LEVELS else shlex.split(each)[0] for each in wanted.players]
    record: Any = Match(game("go"), called(start, names), players, wanted.seed).play()
    for each in players:
        if isinstance(each, GtpPlayer):
            each.close()
    kifu.dump(record, wanted.output, "go/sgf" if wanted.output.endswith(".sgf") else None)
    print(record.rounds[0].result)


if __name__ == "__main__":
    main()
