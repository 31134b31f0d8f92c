"""The options of matches that are played or generated."""

from typing import Any

import pytest

import kifu
from kifu.validation.beginning import WrongOption, begun

from ..command import Kifu


@pytest.mark.parametrize("command", [("generate",), ("play", "--players", "random")])
def test_a_match_is_played_with_its_options(run: Kifu, command: tuple[str, ...]) -> None:
    options = ("--option", "size=[5,4]", "--option", "komi=0.5", "--rules", "chinese")
    done = run(*command, "go", "--seed", "1", *options)
    record: Any = kifu.loads(done.out)
    assert (record.size, record.komi, record.rules.preset) == ((5, 4), 0.5, "chinese")
    assert kifu.validate(done.out) == []


@pytest.mark.parametrize("command", [("generate",), ("play", "--players", "random")])
def test_a_handicap_is_set_up(run: Kifu, command: tuple[str, ...]) -> None:
    options = ("--option=size=7", "--option=handicap=2", "--option=komi=0")
    done = run(*command, "go", "--seed", "1", *options)
    assert kifu.validate(done.out) == []
    record: Any = kifu.loads(done.out)
    assert record.rounds[0].setup.position == "B ec ce"
    assert record.rounds[0].actions[0].startswith("W")


@pytest.mark.parametrize("game", ["goita", "mighty"])
def test_without_options_the_rules_are_the_usual_ones(run: Kifu, game: str) -> None:
    done = run("generate", game, "-n", "6", "--seed", "1")
    found: list[Any] = [each.record for each in kifu.read(done.out.encode())]
    assert {each.rules for each in found} == {begun(game, {}).rules}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("go", "--option", "siz=9"), "option 'siz' is unknown (did you mean size?)"),
        (("go", "--option", "size"), "--option size needs a value"),
        (("go", "--option", "scoring"), "scoring=territory|area"),
        (("go", "--option", "size=99"), "option size: a board cannot have 99 lines"),
        (("go", "--option", "komi=x"), "option komi: expected a number"),
        (("go", "--rules", "chinesse"), '"chinese"'),
        (("go", "--rules", "aga", "--option", "preset=nz"), "option preset is given twice"),
        (("go", "--option", "size=5", "--option", "handicap=4"), "has no handicap points"),
        (("goita", "--rules", "x"), "goita has no named rule sets: its options (face_down"),
        (("mighty", "--option=bid_min=19", "--option=bid_max=17"), "bid_max is only 17"),
        (("leduc", "--option", "x=1"), "leduc has no options"),
        (("planowanie", "--option", "seats=5"), "option seats: there are 5 players"),
        (("planowanie", "--option", "plan=[[1, 4]]"), "option plan: player 4 is planned to lead"),
    ],
)
def test_wrong_options(run: Kifu, arguments: tuple[str, ...], said: str) -> None:
    for command in ("generate", "play"):
        done = run(command, *arguments)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), done.err
        assert said in done.err


def test_options_in_python() -> None:
    record = begun("mighty", {"preset": "pagat", "bid_min": 14})
    assert (record.rules.bid_min, record.rules.caller_when_clubs) == (14, "S3")
    assert begun("planowanie", {"seats": 2, "plan": [[1, 0]]}).seats == 2
    assert [each.start for each in begun("planowanie", {"seats": 3}).plan[:4]] == [0, 1, 2, 0]
    with pytest.raises(WrongOption, match="expected at most 20, found 30") as wrong:
        begun("mighty", {"bid_min": 30})
    assert wrong.value.option == "bid_min"
    with pytest.raises(WrongOption, match="no option 'bid'"):
        begun("mighty", {"bid": 30})
