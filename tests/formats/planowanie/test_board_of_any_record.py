"""Planowanie's board shows any record: with variations, from untrusted sources, or random."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu.cli.output import coloured
from kifu.formats.planowanie.board.board import BOARD
from kifu.formats.text.columns import width
from kifu.formats.text.roles import plain
from kifu.replayer.planowanie.game import GAME
from kifu.replayer.planowanie.record import Deck, Record, Result, Trick
from kifu.replayer.play.variations import Variation
from kifu.replayer.replay.trajectory import Trajectory

from ...boards import shown_everywhere, text, trajectory
from ...campaign import examples
from ...helpers import RANDOM, on_a_terminal
from .board_sample import (
    DEAL,
    GAME_FILE,
    VARIATION,
    WHOLE,
    game,
    head,
    played,
    whole,
)

# Variations


def varied(*variations: Variation) -> tuple[Record, Trajectory[Any, Any]]:
    record = game(replace(DEAL, variations=variations))
    return record, trajectory(record)


def test_a_variation() -> None:
    actions = ("QD", "AD", "KH", "TH", "TC", "9H", "JC", "AC", "KC")
    record, main = varied(Variation(ply=4, actions=actions, name="all hit"))
    (other,) = main.variations
    assert whole(record) == WHOLE
    assert text(BOARD.variation(other)) == VARIATION
    shown = text(BOARD.whole(other))
    assert shown.startswith("round 1, variation 1 (all hit), from ply 4: 3 cards, Celina leads")
    assert "\n1         AD*    KH     (QD\n" in shown


def test_other_declarations() -> None:
    deal = replace(DEAL, variations=(Variation(ply=1, actions=("1", "2", "1", "9H")),))
    record = game(deal, result=Result(end="fault", player=0))
    (other,) = trajectory(record).variations
    assert list(map(plain, BOARD.variation(other))) == [
        "plays:  1 Ala 1  2 Bolek 2  3 Celina 1  4 Celina 9H",
        "          Ala  Bolek  Celina",
        "declared  1    2      1",
        "taken     0    0      0",
        "the variation stops here: Ala is to follow H",
    ]


def test_a_variation_that_breaks_a_rule() -> None:
    _, main = varied(Variation(ply=4, actions=("KH",)), Variation(ply=1, actions=("2",)))
    wrong, short = main.variations
    assert list(map(plain, BOARD.variation(wrong)))[-2:] == [
        "the replay stops at ply 4, Celina: KH",
        "  P104 planowanie-card-not-held: player 2 does not hold KH: the hand is AC QD 9H",
    ]
    # A variation that replaces the declarations does not inherit the record's.
    assert list(BOARD.variation(short)) == [
        "the variation stops here: all players declare at once, from 0 to 3"
    ]


# Records from untrusted sources


def test_strangers_cannot_command_the_terminal() -> None:
    evil = "\x1b[31mAla\x07"
    deals = [
        played((evil, None, "9H")),
        replace(played(("TH", None, "9H")), variations=(Variation(ply=5, actions=(evil,)),)),
        replace(DEAL, variations=(Variation(ply=1, actions=("1", evil, "1"), name=evil),)),
    ]
    result = Result(end="fault", player=1, reply=evil)
    for deal in deals:
        record = game(deal, players=(evil,) * 3, title=evil, end_time=evil, result=result)
        for each in trajectory(record).tree():
            shown = [*BOARD.head(record), *BOARD.whole(each), *BOARD.variation(each)]
            shown += BOARD.position(each, each.last)
            left = text(shown)
            assert "\x1b" not in left
            assert "\x07" not in left
            assert "\x1b[31m" not in coloured("".join(shown))
            assert "\\x1b[31mAla\\x07" in left


@pytest.mark.parametrize(
    "record", [Record(deck=Deck("", "")), Record(plan=()), Record(seats=10**9), Record(players=())]
)
def test_an_empty_game_has_a_head(record: Record) -> None:
    assert head(record)[0].startswith("deck:")


# Random records


def cut_off(record: Record, rng: Random) -> Record:
    """Return a game cut off in its last deal, with some values unrecorded."""
    *deals, last = record.deals[: rng.randint(1, len(record.deals))]
    tricks = last.tricks[: rng.randint(0, len(last.tricks))]
    if tricks and rng.random() < 0.5:
        tricks = (*tricks[:-1], Trick(cards=(None,) * record.seats))
    names = ["hands", "declarations", "points", "clocks"]
    lost = dict.fromkeys(rng.sample(names, rng.randint(0, 2)))
    end: Any = rng.choice(["complete", "fault", "stopped", None])
    result = Result(end=end, player=rng.choice([None, 0, 1]), reply=rng.choice([None, "2", "AC"]))
    return replace(record, deals=(*deals, replace(last, **lost, tricks=tricks)), result=result)


@given(RANDOM, st.integers(0, 1), st.booleans())
@examples(12)
def test_random_games(rng: Random, player: int, whole: bool) -> None:
    record = GAME.generate(rng)
    record = record if whole else cut_off(record, rng)
    assert max(map(width, shown_everywhere(BOARD, record))) <= 120
    assert list(shown_everywhere(BOARD, kifu.view(record, player)))


# The command


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kifu.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_the_command_shows_a_game() -> None:
    done = run("replay", GAME_FILE)
    record = kifu.load(GAME_FILE, type=Record)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    for number in (1, 2, 3):
        assert f"\n\n{whole(record, number)}\n" in done.stdout
    assert "\nround 3, variation 1 (everybody hits), from ply 4\nplays:  4 Celina QD" in done.stdout


def test_a_terminal_has_colours_and_a_pipe_has_none() -> None:
    command = [sys.executable, "-m", "kifu.cli", "replay", str(GAME_FILE)]
    piped, shown = run("replay", GAME_FILE).stdout, on_a_terminal(command)
    assert "\x1b[30;43m9C*\x1b[0m" in shown
    assert click.unstyle(shown) == on_a_terminal(command, NO_COLOR="1") == piped


def test_the_command_shows_a_moment_of_a_variation() -> None:
    arguments = ("replay", GAME_FILE, "--round", 3, "--variation", 1, "--ply", 6)
    done = run(*arguments)
    assert done.returncode == 0
    assert done.stdout.startswith("round 3, variation 1, ply 6: trick 1, card 3\n")
    assert "Bolek is to follow D but has none\nlegal:  TC  JC  KH\ndone:   KH" in done.stdout
    (shown,) = json.loads(run(*arguments, "--output-format", "json").stdout)["rounds"]
    (step,) = shown["steps"]
    assert (step["ply"], step["actions"]) == (6, {"1": "KH"})
    assert step["legal"] == {"1": ["TC", "JC", "KH"]}


def test_the_command_shows_what_is_done_in_variations() -> None:
    out = run("replay", GAME_FILE, "--round", 3, "--ply", 1).stdout
    assert "done:   Ala 1  Bolek 1  Celina 1\n" in out
    assert "as Bolek should have declared), from ply 1: 1 2 1" in out


def test_an_invalid_deal(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(kifu.dumps(game(replace(DEAL, hands=(("KC",),) * 3))), encoding="utf-8")
    done = run("replay", file)
    assert done.returncode == 1
    assert "round 1 cannot be replayed: P004 planowanie-wrong-size: " in done.stdout
