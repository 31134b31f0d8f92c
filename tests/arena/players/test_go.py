"""Players of Go."""

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import kifu
from kifu.arena.players.go.playouts import candidates, finish
from kifu.arena.players.levels import player
from kifu.arena.players.limit import Limit
from kifu.arena.players.match import Match
from kifu.arena.players.player import Seen
from kifu.replayer import game
from kifu.replayer.beliefs.dice import Dice
from kifu.replayer.go.engine.engine import Table
from kifu.replayer.go.engine.numbers import NONE
from kifu.replayer.go.rules import GoRules
from kifu.replayer.play.start import Setup
from kifu.replayer.replay.round import Step
from kifu.validation.beginning import begun

from ...imports import ROOT

GAME = game("go")


def chosen(rows: str, turn: int, playouts: int, *moves: str) -> str:
    """Return the move of the monte-carlo player after some moves from a position."""
    lines = rows.split()
    size = len(lines)
    words = {"B": list[str](), "W": list[str]()}
    for row, line in enumerate(lines):
        for column, each in enumerate(line):
            if each in words:
                words[each].append(f"{chr(97 + column)}{chr(97 + row)}")
    setup = "; ".join(f"{colour} {' '.join(found)}" for colour, found in words.items() if found)
    rules = GoRules(columns=size, rows=size)
    state = rules.start(Setup(position=setup, to_act=turn))
    steps = list[Step[Any]]()
    for at, move in enumerate(moves):
        actions = {(turn + at) % 2: move}
        transition = rules.apply(state, actions)
        steps.append(Step(at + 1, state, rules.node(state), actions, transition))
        state = transition.state
    now = Step(len(steps) + 1, state, rules.node(state))
    record = begun("go", {"size": size})
    seen = Seen(GAME, record, rules, state.table.turn, [[*steps, now]])
    return str(player("go", "monte-carlo", 1, Limit(playouts)).choose(seen))


OVER = """
.BBW.
BBBWW
.BBWW
BBBWW
.BBW.
"""


def test_it_passes_when_nothing_is_left_to_do() -> None:
    assert chosen(OVER, 0, 20) == "B pass"
    assert chosen(OVER, 1, 20) == "W pass"


def test_it_passes_after_a_pass_if_that_wins() -> None:
    ahead = "....... .BBBBB. .B...B. .B...B. .BBBBB. ....... .......".replace(" ", "\n")
    assert chosen(ahead, 1, 20, "W pass") == "B pass"


def test_it_takes_stones_in_atari() -> None:
    atari = """
    .......
    ..BBB..
    .BWWWB.
    .BWWWB.
    ..BB.W.
    ....W..
    .......
    """
    assert chosen(atari, 0, 300) == "B ee"
    assert chosen(atari, 1, 300) == "W ee"


def test_nobody_fills_an_eye() -> None:
    table = Table(5, 5)
    for point, stone in enumerate(OVER.replace("\n", "")):
        table.set_up(point, ".BW".index(stone))
    table.settle(0, True)
    assert candidates(table) == [25]
    left = finish(table, Dice(1), [NONE] * 26)
    assert (left, table.area()) == (2, 5)


def test_superko_is_respected() -> None:
    rng = Random(1)
    for rules in ("chinese", "aga", "japanese"):
        record = begun("go", {"size": [4, 3], "preset": rules})
        levels = ("monte-carlo", "random")
        players = [player("go", each, rng.getrandbits(32), Limit(6)) for each in levels]
        match = Match(GAME, record, players, rules)
        text = kifu.dumps(match.play())
        assert not [each for each in kifu.validate(text) if each.severity == "error"]


PASSES = """
import sys
for line in sys.stdin:
    word, *rest = line.split()
    if word == "play":
        print(line, end="", file=open("sent", "a"))
    moves = word == "genmove" and len(sys.argv) == 1
    print("= C2" if moves else "= pass", end="\\n\\n", flush=True)
    if moves:
        sys.argv.append("moved")
"""


def test_programs_that_speak_gtp_can_play(tmp_path: Path) -> None:
    program, script = tmp_path / "passes.py", ROOT / "examples" / "go" / "gtp.py"
    program.write_text(PASSES)
    command = [sys.executable, str(script), f"{sys.executable} {program}", "rules", "--size", "3"]
    subprocess.run([*command, "-o", "a.sgf"], cwd=tmp_path, check=True, capture_output=True)
    record: Any = kifu.load(tmp_path / "a.sgf")
    black = record.rounds[0].actions[::2]
    assert black == ("B cb", *["B pass"] * (len(black) - 1))
    assert (tmp_path / "sent").read_text().startswith("play B C2\n")
    assert [each for each in kifu.validate(tmp_path / "a.sgf") if each.severity == "error"] == []
