import pytest

import kifu
from kifu.replayer.goita.record import Record

from ..command import Kifu
from ..imports import ROOT
from .conftest import HISTORY, KING, WON


@pytest.mark.parametrize("player", range(4))
def test_a_view_is_a_valid_record(run: Kifu, match: str, player: int) -> None:
    result = run("view", "-", "--player", str(player), stdin=match.encode())
    assert (result.status, result.err) == (0, "")
    record = kifu.loads(result.stdout, type=Record)
    assert record == kifu.view(kifu.loads(match, type=Record), player)
    assert record.view == player
    checked = run("validate", "-", "--strict", stdin=result.stdout)
    assert (checked.status, checked.out) == (0, "")


def test_things_that_a_player_was_not_shown_are_hidden(run: Kifu) -> None:
    record = kifu.loads(run("view", "-", "--player", "1", stdin=WON.encode()).stdout, type=Record)
    hands = ("99999999", "23456788", "99999999", "99999999")
    assert record.rounds[0].hands == hands
    assert record.rounds[0].record == "94000940009200011"


def test_the_notation(run: Kifu) -> None:
    own = run("view", "-", "--player", "1", stdin=HISTORY.encode())
    assert own.out == "xxxxxxxx,12345679,xxxxxxxx,xxxxxxxx,s1,1x3,2p,3p,431\n"
    history = run("view", "-", "--player", "1", "--to", "goita/history", stdin=WON.encode())
    assert history.out.startswith("xxxxxxxx,")


def test_several_records(run: Kifu, lines: str) -> None:
    result = run("view", "-", "--player", "0", stdin=lines.encode())
    assert len(result.out.splitlines()) == len(lines.splitlines())


def test_a_file(run: Kifu) -> None:
    run.write({"a.json": WON})
    arguments = ("view", "a.json", "--player", "2", "-o", "b.json")
    assert run(*arguments).status == 0
    assert kifu.load(run.folder / "b.json", type=Record).view == 2
    assert run(*arguments).status == 2
    assert run(*arguments, "--force").status == 0


def test_records_without_views(run: Kifu) -> None:
    nobody = run("view", "-", "--player", "4", stdin=WON.encode())
    assert nobody.status == 2
    assert nobody.err == "kifu: there is no player 4: players are 0 to 3\n"
    broken = run("view", "-", "--player", "0", stdin=KING.encode())
    assert broken.status == 2
    assert broken.err.startswith("kifu: <stdin>: round 1, ply 1 cannot be replayed: G104 ")
    view = run("view", "-", "--player", "1", stdin=WON.encode()).stdout
    other = run("view", "-", "--player", "0", stdin=view)
    assert other.status == 2
    assert "this is the view of player 1" in other.err
    assert run("view", "-", "--player", "1", stdin=b"{").status == 1


def test_losses_of_the_notation_are_named(run: Kifu, match: str) -> None:
    named = match.replace('"rounds"', '"title": "A match", "rounds"', 1)
    arguments = ("--to", "goita/history")
    result = run("view", "-", "--player", "1", *arguments, stdin=named.encode())
    assert (result.status, result.out[:9]) == (0, "xxxxxxxx,")
    losses = result.err.splitlines()
    assert "kifu: <stdin>: goita/history cannot hold title: the name of the match" in losses
    assert "kifu: <stdin>: goita/history cannot hold scores: the score before each round" in losses
    assert len(losses) == len(set(losses))
    view = run("view", "-", "--player", "1", stdin=named.encode()).stdout
    converted = run("convert", "-", *arguments, stdin=view)
    assert (converted.status, converted.err, converted.out) == (0, result.err, result.out)


def test_a_notation_of_another_game(run: Kifu) -> None:
    result = run("view", "-", "--player", "1", "--to", "leduc/json", stdin=WON.encode())
    assert (result.status, result.out) == (2, "")
    assert result.err == "kifu: <stdin>: leduc/json cannot hold a record of goita\n"


def test_the_name_of_the_file_tells_the_notation(run: Kifu) -> None:
    """A seat's log is named like an arbiter's; YAML cannot hold hidden values."""
    examples = ROOT / "examples"
    log, yaml = str(examples / "planowanie/fault.log"), str(examples / "goita/online.yaml")
    assert run("view", log, "--player", "0", "-o", "a.log").status == 0
    (reading,) = kifu.read(run.folder / "a.log")
    assert reading.notation is not None
    assert reading.notation.id == "planowanie/seat-log"
    refused = run("view", yaml, "--player", "0", "-o", "a.yaml")
    assert (refused.status, len(refused.err.splitlines())) == (2, 1)
    assert "goita/yaml cannot hold hidden or unknown pieces" in refused.err
    assert not (run.folder / "a.yaml").exists()
