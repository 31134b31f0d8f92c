"""Protocol logs of Planowanie on the command line: split, joined, in bounded memory."""

import json
import sys
import time
from random import Random

import pytest
from msgspec.structs import replace

import kifu
from kifu.replayer.planowanie.game import GAME
from kifu.replayer.planowanie.record import Record, Result

from ..command import Kifu
from ..imports import ROOT

RECORD = GAME.generate(Random(4))
LOG = kifu.dumps(RECORD, "planowanie/log")


def test_a_game_is_taken_apart_into_its_seats_and_put_together_again(run: Kifu) -> None:
    run.write({"game.log": LOG})
    taken = run("convert", "game.log", "--to", "planowanie/seat-log", "-d", "seats")
    assert (taken.status, taken.out) == (0, "")
    names = [f"seats/game.{seat}.log" for seat in range(RECORD.seats)]
    assert sorted(path.name for path in (run.folder / "seats").iterdir()) == [
        name.removeprefix("seats/") for name in names
    ]
    joined = run("convert", "--join", *reversed(names), "--to", "planowanie/log")
    assert (joined.status, joined.out) == (0, LOG)
    both = run("convert", "game.log", "--to", "planowanie/seat-log")
    again = run("convert", "--join", "-", "--to", "planowanie/log", stdin=both.stdout)
    assert (again.status, again.out) == (0, LOG)


def test_seats_that_disagree_are_not_joined(run: Kifu) -> None:
    one, other = (kifu.view(RECORD, seat) for seat in (0, 1))
    text = kifu.dumps(other, "planowanie/seat-log")
    card = text[text.rindex("play ") + 7 :].split()[0]
    run.write(
        {
            "0.log": kifu.dumps(one, "planowanie/seat-log"),
            "1.log": text.replace(
                f"set_deck {RECORD.deck.ranks}", f"set_deck 1{RECORD.deck.ranks}"
            ),
        }
    )
    refused = run("convert", "--join", "0.log", "1.log", "--to", "planowanie/json")
    assert (refused.status, refused.out) == (2, "")
    assert "the views of players 0 and 1 differ in the deck" in refused.err
    assert card


def test_sound_views_of_which_no_sound_record_can_be_made(run: Kifu) -> None:
    folder = ROOT / "examples" / "planowanie"
    whole = kifu.loads((folder / "game.json").read_text("utf-8"), type=Record)
    views = [kifu.view(whole, seat) for seat in range(3)]
    last = replace(views[2].deals[2], tricks=views[2].deals[2].tricks[:1], points=None)
    stop = Result(end="fault", totals=(4, 3, 4), player=2, command="play", reason="timeout")
    last = replace(last, hands=(("TH", "??", "??"), ("KH", "??", "??"), ("AC", "QD", "9H")))
    views[2] = replace(views[2], deals=(*views[2].deals[:2], last), result=stop)
    run.write({f"{seat}.json": kifu.dumps(view) for seat, view in enumerate(views)})
    names = ["0.json", "1.json", "2.json"]
    assert run("validate", *names).status == 0
    refused = run("convert", "--join", *names, "--to", "planowanie/json", "-o", "whole.json")
    assert (refused.status, refused.out) == (2, "")
    goes_on = "continues in the view of player 0"
    assert refused.err == f"kifu: the game should end with the fault of player 2, but {goes_on}\n"
    assert not (run.folder / "whole.json").exists()


@pytest.mark.parametrize("inputs", [["game.log"], ["a.json"]])
def test_records_that_are_not_views_are_not_joined(run: Kifu, inputs: list[str]) -> None:
    run.write({"game.log": LOG, "a.json": kifu.dumps(RECORD)})
    refused = run("convert", "--join", *inputs, "--to", "planowanie/json")
    assert (refused.status, refused.out) == (2, "")
    assert "each record must be the view of a different player" in refused.err


def test_the_view_of_a_log_is_what_the_seats_log_holds(run: Kifu) -> None:
    run.write({"game.log": LOG})
    for seat in range(RECORD.seats):
        seen = run("view", "game.log", "--player", str(seat), "--to", "planowanie/seat-log")
        assert (seen.status, kifu.loads(seen.out)) == (0, kifu.view(RECORD, seat))


def test_a_finding_in_a_long_log_has_its_line(run: Kifu) -> None:
    games = [kifu.dumps(GAME.generate(Random(seed)), "planowanie/log") for seed in range(30)]
    lines = "".join(games).splitlines()
    at = len("".join(games[:20]).splitlines())
    lines.insert(at + 1, "nonsense")
    run.write({"long.log": "\n".join(lines) + "\n"})
    result = run("validate", "long.log", "--output-format", "json")
    (finding,) = json.loads(result.out)["findings"]
    assert (finding["code"], finding["line"]) == ("P701", at + 2)


@pytest.mark.skipif(sys.platform != "linux", reason="process memory is read from /proc")
def test_memory_does_not_grow_with_the_log(run: Kifu) -> None:
    """Ten times as many games need less than twice the peak memory."""
    one = "".join(kifu.dumps(GAME.generate(Random(seed)), "planowanie/log") for seed in range(20))
    peaks: list[int] = []
    for times in (1, 10):
        run.write({"long.log": one * times})
        process = run.start("validate", "long.log")
        peak = 0
        while process.poll() is None:
            peak = max(peak, peak_of(process.pid))
            time.sleep(0.005)
        assert process.returncode == 0
        peaks.append(peak)
    assert 0 < peaks[1] < 2 * peaks[0]


def peak_of(pid: int) -> int:
    """Return the peak memory of a process in KiB, or 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            return next((int(line.split()[1]) for line in status if line.startswith("VmHWM")), 0)
    except (FileNotFoundError, ProcessLookupError):
        return 0
