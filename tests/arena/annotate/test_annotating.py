"""`kifu annotate`: what each decision cost."""

import json
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu.arena.annotate.annotating import HEADER, annotated_round
from kifu.arena.annotate.evaluators import Computed, Judgement, Playouts
from kifu.arena.players.levels import player
from kifu.arena.players.match import Match
from kifu.arena.players.player import Seen
from kifu.replayer import game, games
from kifu.replayer.go.record import Record
from kifu.validation.beginning import begun

from ...command import Kifu

FOLDED: dict[str, Any] = {
    "format": "leduc/json",
    "version": 1,
    "hands": [
        {
            "cards": ["Ks", "Jh"],
            "actions": ["raise", "call", "Kh", "call", "raise", "fold"],
            "returns": [-3, 3],
        },
        {"cards": ["Qs", "Jh"], "actions": ["raise", "fold"], "returns": [1, -1]},
    ],
}
"""Player 0 folds a pair of kings, the best hand there is."""

QUICK = "--evaluator", "monte-carlo", "--playouts", "200"


def annotated(run: Kifu, record: dict[str, Any], *arguments: str, said: str = "") -> dict[str, Any]:
    text = json.dumps(record).encode()
    result = run("annotate", "-", *QUICK, "-j", "1", *arguments, stdin=text)
    assert (result.status, result.err) == (0, said)
    found: dict[str, Any] = json.loads(result.out)
    return found


def test_a_blunder_gets_a_glyph_a_comment_and_the_better_action(run: Kifu) -> None:
    result = annotated(run, FOLDED)
    assert kifu.validate(json.dumps(result)) == []
    first, second = result["hands"]
    notes = {each.get("ply"): each for each in first["annotations"]}
    assert list(notes) == [1, 2, 3, 4, 5, None]
    assert notes[5]["glyphs"] == [4]
    assert notes[5]["after"][0].startswith("Blunder. Value -3.00, loses ")
    assert " Best: raise (" in notes[5]["after"][0] or " Best: call (" in notes[5]["after"][0]
    judged = notes[5]["evaluation"]
    assert (judged["score"], judged["loss"] > 1, 0 <= judged["accuracy"] < 21) == (-3, True, True)
    (variation,) = [each for each in first["variations"] if each["ply"] == 5]
    assert variation["actions"][0] in ("call", "raise")
    (summary,) = notes[None]["after"]
    assert summary.startswith(f"{HEADER} (monte-carlo, 200 playouts per decision, seed 0).")
    assert " Accuracy: Player 0 " in summary
    assert second["annotations"][-1]["after"][0].startswith(HEADER)


def test_annotated_rounds_are_left_alone_and_the_rest_is_the_same(run: Kifu) -> None:
    """An interrupted command goes on with what it wrote."""
    whole = annotated(run, FOLDED)
    half = {**FOLDED, "hands": [whole["hands"][0], FOLDED["hands"][1]]}
    assert annotated(run, half, "--seed", "0") == whole
    said = "kifu: -: all rounds are annotated already, and stay as they are\n"
    assert annotated(run, whole, "--seed", "1", said=said) == whole


def test_processes_do_not_change_the_result(run: Kifu) -> None:
    assert annotated(run, FOLDED, "-j", "2") == annotated(run, FOLDED)


def test_a_game_in_sgf_is_annotated_in_sgf(run: Kifu, tmp_path: Path) -> None:
    """SGF holds comments, glyphs, evaluations and variations, but not losses as numbers."""
    source, made = tmp_path / "game.sgf", tmp_path / "annotated.sgf"
    source.write_text("(;FF[4]GM[1]SZ[3]RU[Chinese];B[aa];W[bb];B[cc];W[ab];B[ba])")
    result = run("annotate", str(source), "-o", str(made), "--playouts", "200", "-j", "1")
    lost = "go/sgf cannot hold losses: losses and accuracies of actions (5)"
    assert (result.status, result.err.strip()) == (0, f"kifu: {source}: {lost}")
    (read,) = kifu.read(made)
    (line,) = kifu.loads(made.read_text(), type=Record).rounds
    assert [each.ply for each in line.variations] == [1, 3]
    assert "Accuracy: Black " in made.read_text()
    assert "Best: B2 (" in made.read_text()
    assert read.findings == []


def test_all_seeing_is_labelled(run: Kifu) -> None:
    result = annotated(run, FOLDED, "--all-seeing")
    assert "(all-seeing (sees all cards), " in result["hands"][1]["annotations"][-1]["after"][0]


def test_what_cannot_be_annotated_is_reported(run: Kifu) -> None:
    wrong = json.loads(json.dumps(FOLDED))
    wrong["hands"][0]["actions"][0] = "fold"
    result = run("annotate", "-", "-j", "1", *QUICK, stdin=json.dumps(wrong).encode())
    assert result.status == 1
    assert result.err.count("player 0 cannot fold") == 1
    assert json.loads(result.out)["hands"][0].get("annotations") is None
    view = run("view", "-", "--player", "0", stdin=json.dumps(FOLDED).encode()).stdout
    result = run("annotate", "-", "-j", "1", *QUICK, stdin=view)
    assert (result.status, "views cannot be annotated" in result.err) == (1, True)
    assert run("annotate", "-", stdin=b"{}").status == 1


@pytest.mark.parametrize("name", games())
def test_every_game_can_be_annotated(name: str) -> None:
    start: Any = begun(name, {"size": 3} if name == "go" else {})
    seats = range(game(name).rules(start).players)
    record: Any = Match(
        game(name), start, [player(name, "random", seat) for seat in seats], "1"
    ).play(1)
    noted: Any = annotated_round(game(name), record, 1, Playouts(2), "0")
    assert HEADER in str(game(name).rounds(noted)[0])
    assert annotated_round(game(name), record, 1, Playouts(2), "0") == noted
    assert kifu.validate(kifu.dumps(noted)) == []


def test_a_seat_is_judged_by_what_it_could_know() -> None:
    """A king with an opponent's king in the deck: another deal of the same view costs the same."""
    other = json.loads(json.dumps(FOLDED))
    other["hands"][0]["cards"][1] = "Qh"
    notes = list[Any]()
    for each in (FOLDED, other):
        record: Any = kifu.loads(json.dumps(each))
        noted: Any = annotated_round(game("leduc"), record, 1, Playouts(100), "0")
        rounds: Any = game("leduc").rounds(noted)
        notes.append([one for one in rounds[0].annotations if one.ply in (1, 3, 5)])
    assert notes[0] == notes[1]


def test_no_decision_is_judged_twice(
    run: Kifu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what is kept nor a damaged file changes the result."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("KIFU_NO_CACHE")
    command = ("annotate", "-", "--playouts", "200", "--evaluator", "monte-carlo", "-j", "1")
    text = json.dumps(FOLDED).encode()
    first = run(*command, stdin=text)
    kept = sorted((tmp_path / "cache" / "kifu" / "judged").iterdir())
    assert (first.status, len(kept)) == (0, 2)
    whole = kept[0].read_bytes()
    for data in (whole, whole[:20], b""):
        kept[0].write_bytes(data)
        assert run(*command, stdin=text).out == first.out
        assert kept[0].read_bytes() == whole
    assert run(*command, "--no-cache", stdin=text).out == first.out
    assert run(*command, "--seed", "1", stdin=text).status == 0
    assert len([*kept[0].parent.iterdir()]) == 4


class Strict(Computed, frozen=True):
    """Calls every decision a blunder."""

    name: str = "strict"
    sees_all: bool = False

    def judge(self, seen: Seen, action: str, seed: str) -> Judgement:
        best = next(each for each in seen.legal if each != action)
        return Judgement(action, best, 0.0, 1e9, 0.0, 0.0)


@pytest.mark.parametrize("name", games())
def test_better_actions_are_lines_that_can_be_played(name: str) -> None:
    start: Any = begun(name, {"size": 3} if name == "go" else {})
    seats = range(game(name).rules(start).players)
    players = [player(name, "random", seat) for seat in seats]
    record: Any = Match(game(name), start, players, "1").play(1)
    noted: Any = annotated_round(game(name), record, 1, Strict(), "0")
    lines = game(name).variations(noted, 1)
    assert max(len(each.actions) for each in lines) > 1
    assert kifu.validate(kifu.dumps(noted)) == []
