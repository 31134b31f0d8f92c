"""Scores of finished games are those of GNU Go, which decides which stones are dead."""

from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from random import Random

import pytest

import kifu

from ...campaign import few, sample

GNUGO = shutil.which("gnugo", path="/usr/games:/usr/local/games:/usr/bin")
pytestmark = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (apt: gnugo)")
GAMES = sample(1)
LETTERS = "ABCDEFGHJKLMNOPQRST"


class Engine:
    """A running GNU Go."""

    def __init__(self, rules: str, seed: int) -> None:
        command = [str(GNUGO), "--mode", "gtp", "--level", "1", f"--{rules}-rules"]
        self.process = subprocess.Popen(
            [*command, "--seed", str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, command: str) -> str:
        """Return the answer to a command."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        lines = list[str]()
        while (line := self.process.stdout.readline()).strip() or not lines:
            lines.append(line)
        answer = "".join(lines)
        assert answer.startswith("="), (command, answer)
        return answer[1:].strip()

    def close(self) -> None:
        self.process.communicate("quit\n")


def played(engine: Engine, rng: Random, size: int) -> list[str] | None:
    """Return a game of GNU Go against itself after some random moves; None if it is too long."""
    engine(f"boardsize {size}")
    engine("clear_board")
    moves, passes = list[str](), 0
    while passes < 2 and len(moves) < 3 * size * size:
        colour = ("black", "white")[len(moves) % 2]
        if len(moves) < rng.choice((0, 4, 8)):
            move = rng.choice(engine(f"all_legal {colour}").split())
            engine(f"play {colour} {move}")
        else:
            move = engine(f"genmove {colour}")
        if move.lower() == "resign":
            return None
        passes = passes + 1 if move.lower() == "pass" else 0
        moves.append(move)
    return moves if passes == 2 else None


def point(move: str, size: int) -> str:
    """Return a point as SGF writes it."""
    if move.lower() == "pass":
        return ""
    small = "abcdefghijklmnopqrs"
    return small[LETTERS.index(move[0])] + small[size - int(move[1:])]


def status(engine: Engine, kind: str, size: int) -> set[str]:
    """Return the points with a status at the end."""
    found = engine(f"final_status_list {kind}").split()
    return {point(each, size) for each in found}


def sgf(moves: list[str], size: int, komi: Fraction, rules: str, end: str, result: str) -> str:
    head = f"(;FF[4]GM[1]SZ[{size}]KM[{float(komi)}]RU[{rules}]RE[{result}]\n"
    nodes = (f";{'BW'[number % 2]}[{point(each, size)}]" for number, each in enumerate(moves))
    return f"{head}{''.join(nodes)}{end})\n"


def other(result: str) -> str:
    """Return another result that is possible with the komi."""
    points = Fraction(result[2:])
    return f"{result[:2]}{float(points + 2)}"


@pytest.mark.parametrize("rules", few(["chinese", "japanese"], 1))
def test_scores_are_those_of_gnu_go(rules: str) -> None:
    komi, done = Fraction(13, 2), 0
    engine, rng = Engine(rules, GAMES), Random(GAMES)
    engine(f"komi {float(komi)}")
    while done < GAMES:
        size = rng.choice((7, 9, 9, 13)) if GAMES > 1 else 7
        moves = played(engine, rng, size)
        if moves is None or status(engine, "seki", size):
            continue  # eyes in seki count under area rules only
        done += 1
        result = engine("final_score")
        marks, dead = "", status(engine, "dead", size)
        for key, colour, rival in (("TB", "black", "white"), ("TW", "white", "black")):
            stones = {point(each, size) for each in engine(f"list_stones {rival}").split()}
            some = status(engine, f"{colour}_territory", size) | (dead & stones)
            marks += f"{key}[{']['.join(sorted(some))}]" if some else ""
        name = rules.capitalize()
        right = sgf(moves, size, komi, name, marks, result)
        wrong = sgf(moves, size, komi, name, marks, other(result))
        assert [each.code for each in kifu.validate(right)] == [], right
        unmarked = sgf(moves, size, komi, name, "", result)
        assert [each.code for each in kifu.validate(unmarked)] == [], unmarked
        assert [each.code for each in kifu.validate(wrong)] == ["O302"], wrong
    engine.close()
