"""Scores of finished games are those of GNU Go, which decides which stones are dead."""

from __future__ import annotations

import shutil
from fractions import Fraction
from random import Random

import pytest

import kifu
from kifu.arena.players.go.gtp import Gtp, point

from ...campaign import few, sample

GNUGO = shutil.which("gnugo", path="/usr/games:/usr/local/games:/usr/bin")
pytestmark = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (apt: gnugo)")
GAMES = sample(1)


def started(rules: str, seed: int) -> Gtp:
    """Start GNU Go."""
    command = [str(GNUGO), "--mode", "gtp", "--level", "1", f"--{rules}-rules"]
    return Gtp([*command, "--seed", str(seed)], seconds=600)


def played(engine: Gtp, rng: Random, size: int) -> list[str] | None:
    """Return a game of GNU Go against itself after some random moves; None if it is too long."""
    engine.ask(f"boardsize {size}")
    engine.ask("clear_board")
    moves, passes = list[str](), 0
    while passes < 2 and len(moves) < 3 * size * size:
        colour = ("black", "white")[len(moves) % 2]
        if len(moves) < rng.choice((0, 4, 8)):
            move = rng.choice(engine.ask(f"all_legal {colour}")[0].split())
            engine.ask(f"play {colour} {move}")
        else:
            move = engine.ask(f"genmove {colour}")[0]
        if move.lower() == "resign":
            return None
        passes = passes + 1 if move.lower() == "pass" else 0
        moves.append(move)
    return moves if passes == 2 else None


def coded(move: str, size: int) -> str:
    """Return a point as SGF writes it."""
    return (point(move, size) or "").replace("pass", "")


def status(engine: Gtp, kind: str, size: int) -> set[str]:
    """Return the points with a status at the end."""
    found = engine.ask(f"final_status_list {kind}")[0].split()
    return {coded(each, size) for each in found}


def sgf(moves: list[str], size: int, komi: Fraction, rules: str, end: str, result: str) -> str:
    head = f"(;FF[4]GM[1]SZ[{size}]KM[{float(komi)}]RU[{rules}]RE[{result}]\n"
    nodes = (f";{'BW'[number % 2]}[{coded(each, size)}]" for number, each in enumerate(moves))
    return f"{head}{''.join(nodes)}{end})\n"


def other(result: str) -> str:
    """Return another result that is possible with the komi."""
    points = Fraction(result[2:])
    return f"{result[:2]}{float(points + 2)}"


@pytest.mark.parametrize("rules", few(["chinese", "japanese"], 1))
def test_scores_are_those_of_gnu_go(rules: str) -> None:
    komi, done = Fraction(13, 2), 0
    engine, rng = started(rules, GAMES), Random(GAMES)
    engine.ask(f"komi {float(komi)}")
    while done < GAMES:
        size = rng.choice((7, 9, 9, 13)) if GAMES > 1 else 7
        moves = played(engine, rng, size)
        if moves is None or status(engine, "seki", size):
            continue  # eyes in seki count under area rules only
        done += 1
        result = engine.ask("final_score")[0]
        marks, dead = "", status(engine, "dead", size)
        for key, colour, rival in (("TB", "black", "white"), ("TW", "white", "black")):
            stones = {coded(each, size) for each in engine.ask(f"list_stones {rival}")[0].split()}
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
