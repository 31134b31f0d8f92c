"""A game from end to end: played, validated, round-tripped, taken apart, rated."""

import json
import shlex
import sys

import pytest

import kifu
from kifu.replayer.planowanie.record import Record

from ..campaign import few
from .programs import PLAYER, REVOKE, Arena, bot

SAMPLE = shlex.join([sys.executable, str(PLAYER)])
DEALS = "7 1 0 2 1 3 2 4 3 5 0 6 1 7 2"
KILLED = bot("gen_move", 20, "os.kill(os.getpid(), signal.SIGKILL)")
REVOKING = bot("gen_move", 0, REVOKE)
NAMES = ("Ala", "Bo", "Celina", "Darek")


@pytest.mark.parametrize(
    ("third", "reason", "results"),
    few([(SAMPLE, None, 6), (KILLED, "crashed", 3), (REVOKING, "invalid", 3)], 1),
)
def test_the_whole_way(arena: Arena, third: str, reason: str | None, results: int) -> None:
    run, log = arena.run, arena.log
    names = tuple(word for name in NAMES for word in ("--name", name))
    played = arena.play(SAMPLE, SAMPLE, third, SAMPLE, game=DEALS, more=names)
    assert played.values["complete"] is (reason is None)
    if reason is not None:
        assert (played.fault["player"], played.fault["reason"]) == (2, reason)
    assert played.left == []
    assert run("validate", "--strict", "game.log").status == 0

    def convert(*arguments: str) -> None:
        result = run("convert", *arguments)
        assert result.status == 0, result.err

    convert("game.log", "--to", "planowanie/json", "-o", "game.json")
    convert("game.json", "--to", "planowanie/log", "-o", "again.log")
    record = kifu.load(log, type=Record)
    assert (
        record
        == kifu.load(run.folder / "game.json", type=Record)
        == kifu.load(run.folder / "again.log", type=Record)
    )
    convert("game.log", "--to", "planowanie/seat-log", "-d", "seats")
    seats = sorted(f"seats/{path.name}" for path in (run.folder / "seats").iterdir())
    assert len(seats) == 4
    assert run("validate", "--strict", *seats).status == 0
    for number, path in enumerate(seats):
        assert kifu.load(run.folder / path, type=Record) == kifu.view(record, number)
    convert("--join", *seats, "--to", "planowanie/json", "-o", "joined.json")
    joined = kifu.load(run.folder / "joined.json", type=Record)
    assert [deal.hands for deal in joined.deals] == [deal.hands for deal in record.deals]

    rated = [
        json.loads(run("rate", file, "--output-format", "json").out)
        for file in ("game.log", "game.json", "again.log")
    ]
    assert rated[0] == rated[1] == rated[2]
    games = {each["name"]: each["games"] for each in rated[0]["ratings"]}
    assert sum(games.values()) == 2 * results
    assert games["Celina"] == 3
    if reason is not None:
        assert rated[0]["ratings"][-1]["name"] == "Celina"
        assert rated[0]["ratings"][-1]["score"] == 0
