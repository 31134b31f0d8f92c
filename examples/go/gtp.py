"""Have programs that speak GTP play a game of Go, against each other or against a level of kifu.

    python gtp.py 'gnugo --mode gtp --never-resign' monte-carlo --size 9 --komi 6.5 -o game.sgf

The first program plays Black. The game is played to the end under Tromp-Taylor scoring, so stones
that are not captured count as alive.
"""

import argparse
import shlex
import sys
from typing import Any

import kifu
from kifu.arena.players.engine import EngineFailed
from kifu.arena.players.go.gtp import Gtp, point, vertex
from kifu.arena.players.levels import LEVELS, player
from kifu.arena.players.match import Match, called
from kifu.arena.players.player import Player, Seen
from kifu.replayer import game
from kifu.validation.beginning import WrongOption, begun


class GtpPlayer:
    """A program that is sent all moves so far, and then asked for the next one."""

    sees_all = False

    def __init__(self, command: str, size: int, komi: float) -> None:
        self._size, self._komi = size, komi
        self._program = Gtp(shlex.split(command), seconds=60)

    def choose(self, seen: Seen) -> str:
        """Return the move that the program generates."""
        start = (f"boardsize {self._size}", f"komi {self._komi}", "clear_board")
        moves = [action for step in seen.steps[:-1] for action in (step.actions or {}).values()]
        played = [f"play {each[0]} {vertex(each[2:], self._size)}" for each in moves]
        colour = "BW"[seen.player]
        answer = self._program.ask(*start, *played, f"genmove {colour}")[-1]
        if answer.lower() == "resign":
            raise SystemExit("the program resigned: have it play to the end")
        return f"{colour} {point(answer, self._size)}"

    def close(self) -> None:
        """End the program."""
        self._program.close()


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
    try:
        record: Any = Match(game("go"), called(start, names), players, wanted.seed).play()
    except EngineFailed as why:
        sys.exit(str(why))
    for each in players:
        if isinstance(each, GtpPlayer):
            each.close()
    kifu.dump(record, wanted.output, "go/sgf" if wanted.output.endswith(".sgf") else None)
    print(record.rounds[0].result)


if __name__ == "__main__":
    main()
