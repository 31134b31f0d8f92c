import kifu
from kifu.replayer.goita.record import Record

from ..command import Kifu
from ..helpers import goita
from .conftest import KING, WON

HIDDEN = "99999999"
IMPOSSIBLE = goita({"hands": [*3 * [HIDDEN], "23456788"], "record": "9112"}, view=3)


def test_deals_are_counted(run: Kifu) -> None:
    asked = ("deals", "-", "--player", "1", "--ply", "5")
    result = run(*asked, stdin=WON.encode())
    assert (result.status, result.err) == (0, "")
    assert int(result.out) == kifu.deals(kifu.loads(WON), 1, 5).count() > 1
    assert run(*asked, "--count", stdin=WON.encode()).out == result.out


def test_without_a_player_nothing_is_hidden_of_a_whole_record(run: Kifu) -> None:
    assert run("deals", "-", "--ply", "5", stdin=WON.encode()).out == "1\n"


def test_deals_are_drawn(run: Kifu) -> None:
    result = run(
        *("deals", "-", "--player", "1", "--ply", "5", "--sample", "3", "--seed", "a"),
        stdin=WON.encode(),
    )
    assert (result.status, result.err) == (0, "")
    again = run(
        *("deals", "-", "--player", "1", "--ply", "5", "--sample", "3", "--seed", "a"),
        stdin=WON.encode(),
    )
    assert again.stdout == result.stdout
    drawn = [reading.record for reading in kifu.read(result.stdout)]
    assert len(drawn) == 3
    assert len({record.rounds[0].hands for record in drawn if isinstance(record, Record)}) == 3
    assert {each.rounds[0].hands[1] for each in drawn if isinstance(each, Record)} == {"23456788"}
    checked = run("validate", "-", stdin=result.stdout)
    assert (checked.status, checked.out) == (0, "")


def test_a_seed_is_chosen_and_reported(run: Kifu) -> None:
    asked = ("deals", "-", "--player", "1", "--ply", "5", "--sample", "1")
    result = run(*asked, stdin=WON.encode())
    seed = result.err.removeprefix("kifu: the seed is ").strip()
    assert seed.isdigit()
    assert run(*asked, "--seed", seed, stdin=WON.encode()).stdout == result.stdout


def test_the_file_and_the_notation(run: Kifu) -> None:
    run.write({"a.json": WON})
    asked = ("deals", "a.json", "--player", "1", "--ply", "5", "--sample", "2", "--seed", "1")
    assert run(*asked, "-o", "b.jsonl").status == 0
    lines = (run.folder / "b.jsonl").read_bytes().splitlines()
    assert [kifu.loads(line, type=Record).view for line in lines] == [None, None]
    assert run(*asked, "-o", "b.jsonl").status == 2
    assert run(*asked, "-o", "b.jsonl", "--force").status == 0
    history = run(*asked, "--to", "goita/history")
    assert len(history.out.split()) == 2
    other = run(*asked, "--to", "mighty/gibo")
    assert (other.status, other.err) == (2, "kifu: mighty/gibo is not a notation of goita\n")


def test_the_round_must_be_named_where_there_are_several(run: Kifu, match: str) -> None:
    asked = ("deals", "-", "--player", "0", "--ply", "1")
    result = run(*asked, stdin=match.encode())
    assert result.status == 2
    assert "--round" in result.err
    assert run(*asked, "--round", "99", stdin=match.encode()).status == 2
    assert run(*asked, "--round", "1", stdin=match.encode()).status == 0


def test_missing_things(run: Kifu) -> None:
    for asked, why in (
        (("--player", "1", "--ply", "99"), "kifu: round 1 has plies 1 to 13, not 99\n"),
        (("--player", "4", "--ply", "1"), "kifu: there is no player 4: players are 0 to 3\n"),
        (("--player", "-1", "--ply", "1"), "kifu: there is no player -1: players are 0 to 3\n"),
        (
            ("--ply", "1", "--count", "--sample", "1"),
            "kifu: --count and --sample cannot be used together\n",
        ),
    ):
        result = run("deals", "-", *asked, stdin=WON.encode())
        assert (result.status, result.out, result.err) == (2, "", why)
    assert run("deals", "-", "--ply", "1", "--sample", "0", stdin=WON.encode()).status == 2
    assert run("deals", "-", stdin=WON.encode()).status == 2


def test_the_view_of_another_player(run: Kifu) -> None:
    view = run("view", "-", "--player", "1", stdin=WON.encode()).stdout
    other = run("deals", "-", "--player", "0", "--ply", "5", stdin=view)
    assert other.status == 2
    assert "this is the view of player 1" in other.err
    own = run("deals", "-", "--player", "1", "--ply", "5", stdin=view)
    whole = run("deals", "-", "--player", "1", "--ply", "5", stdin=WON.encode())
    assert own.out == whole.out
    assert run("deals", "-", "--ply", "5", stdin=view).out == own.out


def test_a_view_that_no_deal_allows(run: Kifu) -> None:
    asked = ("deals", "-", "--player", "3", "--ply", "3")
    counted = run(*asked, stdin=IMPOSSIBLE.encode())
    assert counted.out == "0\n"
    drawn = run(*asked, "--sample", "1", "--seed", "1", stdin=IMPOSSIBLE.encode())
    assert (drawn.status, drawn.out) == (2, "")
    assert drawn.err.endswith("kifu: no deal is possible\n")
    first = run(*asked[:-1], "2", stdin=IMPOSSIBLE.encode())
    assert int(first.out) > 0


def test_records_with_errors(run: Kifu) -> None:
    """Deals are found up to the first error in a record."""
    assert run("deals", "-", "--player", "0", "--ply", "1", stdin=KING.encode()).status in (0, 1)
    broken = run("deals", "-", "--player", "0", "--ply", "2", stdin=KING.encode())
    assert (broken.status, broken.out) == (2, "")
    assert run("deals", "-", "--player", "0", "--ply", "1", stdin=b"{").status == 1
