"""Each error in a record is reported once, in its place, and nothing right is blamed."""

import json
import re
from random import Random

import pytest

import kifu
from kifu.formats.go.sgf.sgf import NOTATION
from kifu.formats.text.text import Text
from kifu.replayer.go.check import check
from kifu.replayer.go.hoshi import handicap_points
from kifu.replayer.go.points import place, point
from kifu.replayer.go.record import Record
from kifu.validation.outcome import outcome

from ...campaign import sample
from ...formats.go.games import played
from ...helpers import codes
from ...loops import all_of
from .helpers import Json, game, words

KO = words("Bcb Wdb Bbc Wec Bcd Wdd Bhh Wcc Bdc")
SNAKE = words("Bab Waa Bbb Whh Bca Wba")
CYCLE = words(
    "Bab Wbb Bca Wcb Bba Wcc Bbc Wcc Baa Wbb Bac Wcb Bab Waa Bba Wbc Bca Waa Bba Wac Bca Wac Baa "
    "Wcc Bbc"
)
HANDICAP: Json = {"position": "B gc cg"}


def rules(preset: str, **more: str) -> Json:
    return {"rules": {"preset": preset, **more}}


def found(text: str) -> list[tuple[str, str | None, int | None]]:
    """Return the code, severity and ply of each finding."""
    return [(each.code, each.severity, each.ply) for each in kifu.validate(text)]


def by(winner: str, points: object) -> Json:
    return {"result": {"winner": winner, "by": points}}


SOUND = {
    "nothing remarkable": game("B ee", "W gc", "B cg"),
    "passes": game("B ee", "W pass", "B cc"),
    "a ko after another move each": game(*KO, *words("W- Bff Wcc"), **rules("nz")),
    "suicide of several stones": game(*SNAKE, **rules("goe")),
    "suicide of a single stone": game(*words("Bab Whh Bba Waa"), **rules("nz")),
    "handicap": game("W ee", setup=HANDICAP, handicap=2),
    "White begins": game("W ee", setup={"position": "", "to_act": 1}),
    "a problem for either player": game("W ee", setup={"position": "B aa; W bb"}),
    "a margin and its komi": game(komi=6.5, **by("B", 3.5)),
    "a margin in Chinese stones": game(komi=3.75, **by("B", 0.75)),
    "Chinese stones with a komi in points": game(komi=7.5, **by("B", 0.25)),
    "a draw with a whole komi": game(*words("Bee W- B-"), komi=6, result="draw"),
    "a draw agreed after the end": game(
        *words("Bee W- B-"), komi=6.5, result="draw", ended={"how": "adjudication"}
    ),
    "all points of the board": game(*words("Bee W- B-"), komi=-6.5, **by("B", 87.5)),
    "handicap stones in area scoring": game(
        setup=HANDICAP, handicap=2, komi=0.5, **rules("chinese"), **by("W", 83.5)
    ),
    "dead stones count twice": game(
        *words("Baa Wab B- Wac B- W-"), komi=6.5, **rules("japanese"), **by("B", 75.5)
    ),
    "prisoners that are not in the record": game("B ee", komi=6, **rules("korean"), **by("B", 150)),
    "a resignation": game("B ee", komi=6.5, **by("W", "R")),
    "a resignation after the end": game(
        *words("Bee W- B-"), ended={"how": "resignation", "by": 1}, **by("B", "R")
    ),
    "dates": game(date="1996-12-27,28,1997-01-03,04"),
    "half a date": game(date="1996-05,06"),
}


@all_of("name", SOUND)
def test_nothing_is_wrong(name: str) -> None:
    assert found(SOUND[name]) == []


WRONG: dict[str, tuple[str, str, int | None]] = {
    "a stone on a stone": (game("B ee", "W ee"), "O103", 2),
    "tt is not a pass on 21 lines": (game("B tt", "W tt", size=21), "O103", 2),
    "a point outside": (game("B jj"), "O102", 1),
    "not a move": (game("B ee", "W 3"), "O101", 2),
    "a ko": (game(*KO, "W cc"), "O104", 10),
    "a ko under superko": (game(*KO, "W cc", **rules("chinese")), "O104", 10),
    "suicide": (game(*words("Bab Whh Bba Waa")), "O105", 4),
    "suicide of a single stone under Ing's rules": (
        game(*words("Bab Whh Bba Waa"), **rules("goe")),
        "O105",
        4,
    ),
    "suicide of two": (game(*SNAKE, **rules("japanese")), "O105", 6),
    "a repetition": (game(*CYCLE, size=3, **rules("aga")), "O106", 25),
    "a point set up twice": (game("W aa", setup={"position": "B cc; W cc"}), "O107", None),
    "a set-up outside": (game(setup={"position": "B jj"}), "O102", None),
    "a set-up in other words": (game(setup={"position": "black cc"}), "O101", None),
    "a wrong set-up later": (game("B ee", "setup B aa aa"), "O107", 1),
    "another number of handicap stones": (game("W ee", setup=HANDICAP, handicap=3), "O004", None),
    "a handicap of one": (game(handicap=1), "O003", None),
    "no lines": (game("B aa", size=0), "O001", None),
    "too many columns": (game("B aa", size=[53, 9]), "O001", None),
    "an odd komi": (game(komi=6.4), "O002", None),
    "a margin against the komi": (game(komi=6.5, **by("B", 3)), "O301", None),
    "a margin of nothing": (game(komi=0, **by("B", 0)), "O301", None),
    "a draw against the komi": (
        game(*words("Bee W- B-"), komi=6.5, result="draw"),
        "O301",
        None,
    ),
    "a draw against the score": (
        game(
            *words("W- B-"),
            setup={"position": "B ba ab bb cb bc", "to_act": 1},
            size=3,
            komi=6,
            **rules("chinese"),
            result="draw",
        ),
        "O302",
        None,
    ),
    "more points than the board has": (game("B ee", komi=6, **by("B", 500)), "O301", None),
    "more points than the area": (
        game("B ee", komi=6.5, **rules("chinese"), **by("B", 75.5)),
        "O301",
        None,
    ),
    "more points than the territory": (
        game(*words("Baa Wab B- Wac B- W-"), komi=6.5, **rules("japanese"), **by("B", 76.5)),
        "O301",
        None,
    ),
    "no month 13": (game(date="2017-13-01"), "O006", None),
    "no such day": (game(date="2017-02-28,29"), "O006", None),
}


@all_of("name", WRONG)
def test_one_slip_is_one_error(name: str) -> None:
    text, code, ply = WRONG[name]
    assert found(text) == [(code, "error", ply)]


TWO_WRONG = {
    "two words": (game("B ee", " cc", "B dd", "W"), [("O101", 2), ("O101", 4)]),
    "a stone on a stone and a point off the board": (
        game("B ee", "W ee", "B zz", "W yy"),
        [("O103", 2), ("O102", 3)],
    ),
    "a board that is too small": (game("B ee", "W zz", "B yy"), [("O102", 2)]),
    "a stone on a stone and a word": (game("B ee", "W ee", "BB dd"), [("O103", 2), ("O101", 3)]),
    "a word and a margin": (
        game("B ee", "cc", komi=6.5, **by("B", 3)),
        [("O101", 2), ("O301", None)],
    ),
    "a word and more points than the board has": (
        game("B ee", "cc", komi=6, **by("B", 500)),
        [("O101", 2), ("O301", None)],
    ),
    "a word and more points than the board and all prisoners have": (
        game("B ee", "cc", size=9, komi=6, **by("B", 159)),
        [("O101", 2), ("O301", None)],
    ),
    "a word and almost as many points": (
        game("B ee", "cc", size=9, komi=6, **by("B", 158)),
        [("O101", 2)],
    ),
}


@all_of("name", TWO_WRONG)
def test_words_and_results_are_checked_after_an_illegal_move(name: str) -> None:
    text, expected = TWO_WRONG[name]
    assert [(each.code, each.ply) for each in kifu.validate(text)] == expected


REMARKABLE: dict[str, tuple[str, str, str, int | None]] = {
    "a colour twice": (game("B ee", "B gc", "W aa"), "O202", "warning", 2),
    "White first": (game("W ee", "B gc"), "O201", "warning", 1),
    "Black first after handicap stones": (
        game("B ee", "W ff", setup=HANDICAP, handicap=2),
        "O201",
        "warning",
        1,
    ),
    "no handicap stones": (game("W ee", "B cc", handicap=2), "O005", "warning", None),
    "stones later": (game("setup B cc gg", "W ee", handicap=2), "O005", "warning", None),
    "suicide of two": (game(*SNAKE), "O204", "warning", 6),
    "a repetition": (game(*CYCLE, size=3), "O205", "warning", 19),
    "a repetition that is allowed": (
        game(*CYCLE, size=3, **rules("japanese")),
        "O206",
        "note",
        19,
    ),
    "a move after the end": (game(*words("Bee W- B- Wcc Bdd")), "O203", "warning", 4),
    "a pass after the end": (game(*words("Bee W- B- W-")), "O209", "note", 4),
    "a set-up after moves": (
        game("B ee", "W cc", "setup B gg; empty cc", "B gc"),
        "O207",
        "note",
        2,
    ),
    "a ko on purpose": (
        game(*KO, "W cc", annotations=[{"ply": 10, "properties": [{"key": "KO", "values": [""]}]}]),
        "O208",
        "note",
        10,
    ),
    "a draw that may have been agreed": (
        game("B ee", komi=6.5, result="draw"),
        "O303",
        "warning",
        None,
    ),
    "a date with an hour": (game(date="2017-05-23 14:30"), "O007", "warning", None),
}


@all_of("name", REMARKABLE)
def test_one_remark(name: str) -> None:
    text, code, severity, ply = REMARKABLE[name]
    assert found(text) == [(code, severity, ply)]


@all_of("name", REMARKABLE.keys() | WRONG.keys())
def test_variations_are_checked_as_the_main_line(name: str) -> None:
    """The same moves as a variation from the first ply give the same finding."""
    text, code, *_, ply = (REMARKABLE | WRONG)[name]
    given = json.loads(text)
    (played,) = given.pop("rounds")
    if ply is None or "setup" in played:
        return
    main = ["B pass", "W pass"]
    line = {"ply": 1, "actions": played["actions"]}
    line |= {key: played[key] for key in ("annotations",) if key in played}
    whole = json.dumps(given | {"rounds": [{"actions": main, "variations": [line]}]})
    assert [(each.code, each.ply) for each in kifu.validate(whole)] == [(code, ply)]


def marked(preset: str, winner: str, points: float) -> str:
    """Return a finished game: 3 points for Black, 9 for White with a dead stone on one of them."""
    marks = [{"key": "TB", "values": ["aa:ac"]}, {"key": "TW", "values": ["da", "db:fc", "ea:fa"]}]
    return game(
        *words("B- W-"),
        size=[6, 3],
        komi=0.5,
        setup={"position": "B ba bb bc eb; W ca cb cc"},
        annotations=[{"ply": 2, "properties": marks}],
        **rules(preset),
        **by(winner, points),
    )


def test_marked_territory_is_counted() -> None:
    """Under area rules, three stones of each player count as well."""
    assert found(marked("chinese", "W", 6.5)) == []
    assert found(marked("chinese", "W", 5.5)) == [("O302", "error", None)]
    assert found(marked("japanese", "W", 7.5)) == []
    assert found(marked("japanese", "W", 6.5)) == [("O302", "error", None)]


def test_certain_areas_are_counted() -> None:
    setup = {"position": "B ba ab bb cb bc"}
    played = ("W pass", "B pass")
    values: Json = {"size": 3, "komi": 0.5, "setup": setup}
    assert found(game(*played, **values, **rules("aga"), **by("B", 8.5))) == []
    assert codes(game(*played, **values, **rules("aga"), **by("B", 7.5))) == ["O302"]
    assert codes(game(*played, **values, **rules("japanese"), **by("B", 7.5))) == []
    assert codes(game(*played, **values, **rules("chinese"), **by("B", 4.25))) == []
    assert codes(game(*played, **values, **rules("chinese"), **by("B", 8.25))) == ["O302"]


def test_another_score_suggests_no_other_play() -> None:
    """With one more pass, play would not be over and the score unknown."""
    played = words("Baa Wba Bcb Wbc Bbb W- Bca W- Bac W- Bcc W- B-")
    text = game(*played, size=3, komi=7, **rules("tromp-taylor"), **by("W", 3))
    (outcome,) = kifu.outcomes(text)
    (finding,) = kifu.suggest(outcome)
    assert (finding.code, finding.fix, finding.suggestions) == ("O302", None, ())


@pytest.mark.parametrize(
    ("ended", "result"),
    [
        ({"how": "resignation", "by": 0}, {"winner": "B", "by": "R"}),
        ({"how": "time", "by": 0}, {"winner": "W", "by": "R"}),
        ({"how": "resignation", "by": 0}, "draw"),
    ],
)
def test_an_end_and_a_result_that_differ(ended: Json, result: object) -> None:
    assert codes(game("B ee", ended=ended, result=result)) == ["R013"]


def test_variations_played_by_the_engine_alone_have_the_same_findings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = Random(1)
    texts = [slipped(played(rng), rng) for _ in range(sample(30))]
    assert sum(len(read(text)) for text in texts) > 5
    alone = [read(text) for text in texts]
    monkeypatch.setattr(check, "are_plain", none_is_plain)
    assert alone == [read(text) for text in texts]


def none_is_plain(*_: object) -> bool:
    """Leave all variations to the readable rules."""
    return False


def read(text: str) -> list[str]:
    """Return the findings about a text, all of which is read."""
    (reading,) = NOTATION.read(Text(text))
    return [str(each) for each in outcome(reading).unproven]


def slipped(text: str, rng: Random) -> str:
    """Replace a few points by others, most of which are legal."""
    points = [each.start() for each in re.finditer(r"(?<=[BW]\[)[a-s]{2}\]", text)]
    for at in rng.sample(points, min(len(points), rng.choice((0, 1, 3)))):
        other = rng.choice(points)
        text = text[:at] + text[other : other + 2] + text[at + 2 :]
    return text


@pytest.mark.parametrize(
    "size", [(5, 9), (7, 7), (8, 9), (9, 9), (9, 13), (13, 13), (19, 19), (19, 12)]
)
def test_the_points_of_handicap_stones(size: tuple[int, int]) -> None:
    columns, rows = size
    is_odd = min(size) > 8 and columns % 2 == rows % 2 == 1
    most = 0 if min(size) < 7 else 9 if is_odd else 4
    for stones in range(12):
        if not 2 <= stones <= most:
            with pytest.raises(ValueError, match=f"for 2 to {most}" if most else "no handicap"):
                handicap_points(columns, rows, stones)
            continue
        points = handicap_points(columns, rows, stones)
        places = [found for each in points if (found := place(each))]
        turned = {point(columns - 1 - x, rows - 1 - y) for x, y in places}
        assert len(points) == len(set(points)) == stones
        assert (turned == set(points)) == (stones != 3)
        assert (point(columns // 2, rows // 2) in points) == (stones in (5, 7, 9))


@all_of(
    ("actions", "moves"),
    [
        (["W aa", "B cc", "dd"], ["W dd"]),
        (["W aa", "dd", "ee", "ff"], ["B dd", "W ee", "B ff"]),
        (["aa", "dd"], ["W aa", "B dd"]),
        (["W aa", "setup B bb", "dd", "ee"], ["B dd", "W ee"]),
        (["W aa", "setup B bb; turn W", "dd"], ["W dd"]),
        (["setup B zz", "dd"], ["W dd"]),
        (["setup B zz", "setup x", "dd"], ["W dd"]),
    ],
)
def test_moves_without_a_colour_after_an_illegal_one_take_turns(
    actions: list[str], moves: list[str]
) -> None:
    wrong = check.check(kifu.loads(game("B aa", *actions), type=Record)).findings
    fixes = [each.fix.changes[0][1] for each in wrong if each.fix is not None]
    assert fixes == moves
