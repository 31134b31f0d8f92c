"""Calls from the page to the studio: opening and editing records, and playing on."""

import json
from itertools import product, takewhile
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu import formats, replayer
from kifu.browser.studio.calls.studio import choices
from kifu.browser.studio.records import LONG
from kifu.replayer.replay.trajectory import trajectories

from ...campaign import few
from ...imports import ROOT
from .client import RULES, Page, Studio, Values, new, opened, parts

GAMES = ["goita", "leduc", "mighty", "planowanie"]
EXAMPLES = ROOT / "examples"
WRONG = "12345678,12345679,11112345,11112345,s1,113,2p,3p,418"


def example(studio: Studio, name: str) -> Page:
    return opened(studio, Path(name).name, (EXAMPLES / name).read_bytes())


@pytest.mark.parametrize("game", GAMES)
def test_an_unfinished_game_has_no_errors(game: str, studio: Studio) -> None:
    page = new(studio, game, seed="begun")
    assert page.record["findings"] == []
    page.go_on()
    assert page.record["findings"] == []


# Opening records


@pytest.mark.parametrize(
    "name", ["goita/match.json", "goita/online.yaml", "mighty/table.gibo", "leduc/match.json"]
)
def test_an_opened_record_is_shown_as_by_replay(studio: Studio, name: str) -> None:
    page = example(studio, name)
    record: Any = kifu.load(EXAMPLES / name)
    game = replayer.game_of(record)
    assert page.text == (EXAMPLES / name).read_text("utf-8")
    assert page.sheet["game"] == game.name
    for number in range(1, len(game.rounds(record)) + 1):
        page.answer = page.ask("show", round=number)
        (found,) = trajectories(game, record, (number,))
        due = json.loads(json.dumps(found.values()["steps"]))
        for shown, step in zip(page.line(number), due, strict=True):
            assert {*shown} - {*step} - {"refused", "shown"} == {"scene"}
            assert {*step} - {*shown} == {"public", "private"}
            assert {key: shown[key] for key in step if key in shown}.items() <= step.items()


def test_findings_and_their_places(studio: Studio) -> None:
    page = opened(studio, "wrong.txt", WRONG)
    (finding,) = page.record["findings"]
    assert (finding["code"], finding["line"], finding["column"]) == ("G105", 1, 51)
    assert page.sheet["wrong"] == [1]
    page.change("text", text=WRONG.replace("418", "431"))
    assert page.record["findings"] == []
    assert page.sheet["wrong"] == []
    assert not page.sheet["saved"]


def test_the_nearest_and_worst_of_many_findings_are_listed(studio: Studio) -> None:
    """The rest are counted, as listing them all would be too much for a page."""
    titled = '{"format": "goita/json", "version": 1, "rounds": [%s]}'
    wrong = '{"dealer": 0, "hands": ["a", "b", "c", "d"], "record": ""}'
    page = opened(studio, "many.json", titled % ",\n".join([wrong] * 1200))
    counts: list[int] = []
    for number in (1, 1100):
        page.answer = page.ask("show", round=number)
        found = page.record["findings"]
        assert len(found) <= 100
        counts.append(len(found) + page.answer["unlisted"])
    assert counts[0] == counts[1] > 1200
    few = opened(studio, "wrong.txt", WRONG)
    assert few.answer["unlisted"] == 0


def test_text_and_board_are_linked(studio: Studio) -> None:
    page = opened(studio, "right.txt", WRONG.replace("418", "431"))
    said: dict[int, str] = {
        step: page.text.splitlines()[line - 1][column - 1 : end - 1]
        for line, column, _, end, path, step in page.answer["links"]
        if not path
    }
    decisions = [n for n, each in enumerate(page.line()) if each["actions"] and each["ply"]]
    assert [said[each] for each in decisions] == ["113", "2p", "3p", "431"]


def test_a_text_without_a_record_is_named(studio: Studio) -> None:
    page = opened(studio, "notes.txt", "Hello\n")
    assert [each["code"] for each in page.record["findings"]] == ["F001"]
    assert page.record["replay"] is None
    assert page.ask("play", place={"round": 1, "path": [], "step": 0}, actions={})["error"]
    assert studio.status == 422
    empty = opened(studio, "", "")
    assert empty.record["findings"]
    studio("open?name=x", b"\xff\xfe\xfd")
    assert studio.status == 422


def test_a_file_of_several_records(studio: Studio) -> None:
    page = example(studio, "goita/archive.jsonl")
    assert page.sheet["records"] == 20
    page.answer = page.ask("show", record=9)
    assert page.sheet["record"] == 9
    before = page.text
    step: int
    line, column, _, end, _, step = page.answer["links"][1]
    done: str
    (done,) = page.line()[step]["actions"].values()
    assert page.text.splitlines()[line - 1][column - 1 : end - 1] == done
    place: Values = {"round": 1, "path": [], "step": step}
    (seat,) = page.step(place)["actors"]
    other = next(each for each in page.step(place)["legal"][str(seat)] if each != done)
    answer = page.ask("play", place=place, actions={str(seat): other})
    assert answer["sheet"]["id"] != page.sheet["id"]
    assert answer["sheet"]["records"] == 1
    assert answer["place"] == {"round": 1, "path": [1], "step": step + 1}
    assert page.ask("show", record=9)["text"] == before


@pytest.mark.parametrize(
    ("identifier", "times"),
    few(
        [
            ("goita/history", 1),
            ("goita/history", 300),  # a long text, read only in part
            ("goita/json", 1),
            ("goita/yaml", 1),
            ("mighty/gibo", 1),
            ("planowanie/log", 1),
        ],
        3,
    ),
)
def test_the_text_says_where_each_record_begins(
    identifier: str, times: int, studio: Studio
) -> None:
    """A record begins with everything before its first round, such as names, options and marks."""
    notation = formats.notation(identifier)
    records = [replayer.generate(notation.game, number) for number in range(3)] * times
    texts = list(notation.texts(records, lines=notation.medium == "json"))
    page = opened(studio, f"several{notation.suffix}", "".join(texts))
    begins = page.answer["records"]
    heads = [each.removeprefix(notation.between).splitlines()[0] for each in texts]
    assert [page.text.splitlines()[line - 1] for line in begins] == heads
    assert begins == sorted(set(begins))
    assert (len(page.text) > LONG) == (times > 1)
    assert page.change("text", text=texts[0])["records"] == []


def test_line_ends_and_marks_stay_as_they_are(studio: Studio) -> None:
    text = (EXAMPLES / "mighty/table.gibo").read_text("utf-8")
    data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    page = opened(studio, "windows.gibo", data)
    assert page.text == text
    saved = page.ask("save", name="windows.gibo")
    assert Path(saved["saved"]).read_bytes() == data
    mixed = opened(studio, "mixed.gibo", text.replace("\n", "\r\n", 1).encode())
    assert "line endings" in mixed.answer["notice"]


def test_the_encoding_stays_as_it_is(studio: Studio) -> None:
    text = (EXAMPLES / "goita/online.yaml").read_text("utf-8")
    page = opened(studio, "old.yaml", text.encode("cp932"))
    assert page.text == text
    assert "read as cp932" in page.answer["notice"]
    page.change("text", text=text.replace("Aki", "秋"))
    saved = page.change("save", name="old.yaml")
    assert Path(saved["saved"]).read_bytes() == text.replace("Aki", "秋").encode("cp932")
    other = page.change("save", name="old.json", notation="goita/json")
    assert "秋" in Path(other["saved"]).read_text("utf-8")
    page.change("text", text=text.replace("Aki", "José"))
    refused = page.ask("save", name="other.yaml")["error"]
    assert "cp932 cannot hold é" in refused
    assert refused.endswith(": choose goita/yaml as the notation to save it in utf-8")
    assert studio.status == 422


def test_a_chosen_notation_has_an_encoding_that_holds_the_text(studio: Studio) -> None:
    data = "(;FF[4]CA[Shift_JIS]GM[1]SZ[9]PB[黒];B[aa])\n".encode("cp932")
    page = opened(studio, "old.sgf", data)
    page.change("text", text=page.text.replace("B[aa]", "B[aa]C[😀]"))
    right = page.text.replace("Shift_JIS", "UTF-8")
    assert "cannot hold 😀" in page.ask("save", name="new.sgf")["error"]
    for name, notation in (("new.sgf", "go/sgf"), ("as-it-is.sgf", None)):
        saved = page.change("save", name=name, notation=notation)
        assert Path(saved["saved"]).read_text("utf-8") == right


# Playing on


@pytest.mark.parametrize(("game", "seat"), few(product(GAMES, [None, 0]), 1))
def test_a_match_against_programs(studio: Studio, game: str, seat: int | None) -> None:
    others = replayer.game(game).rules(replayer.new_record(game)).players - 1
    page = new(studio, game, levels=[None, *[RULES] * others], seat=seat, seed=f"match/{seat}")
    played = len(list(takewhile(bool, iter(page.go_on, None))))
    assert played >= 2
    assert page.step()["node"] == "terminal"
    page.change("seats", seat=None, levels=page.sheet["levels"], place=page.place)
    findings = kifu.validate(page.text)
    assert {each.code for each in findings} <= {"P205"}  # it ends before its last deal
    if page.answer["goes_on"]:
        page.change("deal")
        assert page.place["round"] == 2


@pytest.mark.parametrize("game", GAMES)
def test_another_move_begins_a_variation_and_both_are_kept(studio: Studio, game: str) -> None:
    page = new(studio, game, levels=[RULES] * 2, seed="both")
    while page.go_on():
        pass
    main = page.line()
    index = next(
        number
        for number, each in enumerate(main)
        if any(len(legal) > 1 for legal in each["legal"].values())
    )
    place: Values = {"round": 1, "path": [], "step": index}
    chosen = dict(main[index]["actions"])
    seat = next(key for key in chosen if len(main[index]["legal"][key]) > 1)
    chosen[seat] = next(each for each in main[index]["legal"][seat] if each != chosen[seat])
    page.change("play", place=place, actions=chosen)
    assert page.place["path"] == [1]
    assert page.line() == main
    assert page.line(1, [1])[index]["actions"] == chosen
    assert {each.code for each in kifu.validate(page.text)} <= {"P205"}
    # An existing move is followed, not played a second time.
    before = page.text
    page.change("play", place=place, actions=chosen)
    assert (page.text, page.place["path"]) == (before, [1])
    page.change("play", place=place, actions=main[index]["actions"])
    assert (page.text, page.place["path"]) == (before, [])
    # At the end of the variation, a move extends it.
    page.change("play", place=place, actions=chosen)
    if page.go_on():
        assert page.place["path"] == [1]
    page.change("name", round=1, path=[1], name="better")
    assert page.record["replay"]["rounds"][0]["variations"][0]["name"] == "better"
    page.change("delete", round=1, path=[1])
    assert page.line() == main
    assert page.record["replay"]["rounds"][0]["variations"] == []
    page.change("undo")
    assert page.record["replay"]["rounds"][0]["variations"][0]["name"] == "better"
    page.change("redo")
    assert page.record["replay"]["rounds"][0]["variations"] == []


def test_a_rule_that_forbids_a_move_is_named(studio: Studio) -> None:
    page = opened(studio, "right.txt", WRONG.replace("418", "431"))
    before = page.answer
    answer = page.ask("play", place={"round": 1, "path": [], "step": 4}, actions={"3": "99"})
    assert studio.status == 422
    assert answer["error"]
    assert page.ask("show")["text"] == before["text"]
    places: list[Values] = [
        {"round": 1, "path": [], "step": 99},
        {"round": 9, "path": [], "step": 0},
        {"round": 1, "path": [4], "step": 0},
    ]
    for place in places:
        answer = page.ask("play", place=place, actions={"0": "11"})
        assert (studio.status, answer["error"]) == (
            409,
            "this position is no longer in the record",
        )


def test_a_notation_that_cannot_hold_a_variation_gives_way(studio: Studio) -> None:
    page = opened(studio, "right.txt", WRONG.replace("418", "431"))
    place: Values = {"round": 1, "path": [], "step": 4}
    (seat,) = page.step(place)["actors"]
    page.change("play", place=place, actions={str(seat): "0"})
    assert page.sheet["notation"] == "goita/json"
    assert page.sheet["name"] == "right.json"
    assert "cannot hold" in page.answer["notice"]
    page.change("undo")
    assert page.sheet["notation"] == "goita/history"


def test_the_rest_of_the_text_is_kept(studio: Studio) -> None:
    """A note reports text that is lost because the changed line contained it."""
    page = new(studio, "goita", levels=[RULES] * 4, seed="typing")
    mine = '"version":   1,\n\n'
    page.change("text", text=page.text.replace('"version": 1,', mine))
    page.answer = page.ask("show")
    for _ in range(4):
        assert page.go_on()
        assert mine in page.text
        assert not page.answer["notice"]
    place, played = page.place, page.text.replace('"dealer": 0', '"dealer":  0')
    page.change("text", text=played)
    page.change("respond", place=place)
    assert '"dealer":  0' in page.text
    place, played = page.place, page.text.replace('"dealer":  0', '"\\u0064ealer": 0')
    page.change("text", text=played)
    page.change("respond", place=place)
    assert "rewritten" in page.answer["notice"]
    assert mine not in page.text
    assert page.change("undo")["text"] == played


def test_a_gibo_grows_as_it_is_played(studio: Studio) -> None:
    page = new(studio, "mighty", levels=[RULES] * 5, seed="gibo")
    page.change("convert", notation="mighty/gibo")
    for _ in range(30):
        page.go_on()
    assert page.sheet["notation"] == "mighty/gibo"
    assert page.sheet["name"].endswith(".gibo")
    assert not [each for each in kifu.validate(page.text) if each.severity == "error"]


def test_all_of_a_line_is_played_or_nothing(studio: Studio) -> None:
    page = new(studio, "leduc", seed="line")
    text = page.text
    assert page.ask("line", place=page.place, line=["call", "jump"])["error"]
    assert page.ask("show")["text"] == text
    page.change("line", place=page.place, line=["call", "call"])


def test_the_player_is_asked_for_among_several(studio: Studio) -> None:
    page = new(studio, "planowanie", levels=[None, None, RULES, RULES], seed="at once")
    assert len(page.answer["next"]["seats"]) == 4
    answer = page.ask("play", place=page.place, actions={"0": "1"})
    assert answer["missing"] == [1]
    page.change("play", place=page.place, actions={"0": "1", "1": "0"})


def test_hands_are_composed_and_rotated(studio: Studio) -> None:
    page = new(studio, "mighty", seed="hands")
    mine = ["SA", "SK", "SQ", "SJ", "ST", "HA", "HK", "DA", "CA", "JK"]
    page.change("game/compose", round=1, hands=[mine, ["S2"]], kitty=["C2", "C3", "C4"], seed="1")
    position = page.step()["position"]
    assert sorted(position["hands"][0]) == sorted(mine)
    assert "S2" in position["hands"][1]
    assert sorted(position["kitty"]) == ["C2", "C3", "C4"]
    page.change("game/rotate", round=1)
    assert sorted(page.step()["position"]["hands"][4]) == sorted(mine)
    for hands in ([["SA", "SA"]], [["S1"]], [mine, ["SA"]], [[*mine, "S2"]]):
        assert page.ask("game/compose", round=1, hands=hands)["error"]
        assert studio.status == 422
    page.go_on()
    assert "already" in page.ask("game/rotate", round=1)["error"]


def test_new_matches_that_cannot_be(studio: Studio) -> None:
    for body in (
        {"game": "chess"},
        {"game": "goita", "options": {"nonsense": 1}},
        {"game": "goita", "levels": [{"level": "genius"}]},
        {"game": "goita", "levels": [{"level": "monte-carlo", "playouts": 0}]},
        {"game": "goita", "levels": [None] * 9},
        {"game": "goita", "levels": [{"level": "search"}]},
        {"game": "goita", "seat": 7},
        {"game": "goita", "players": ["a"]},
        {"game": "mighty", "options": {"preset": "mine"}},
        {"game": "go", "options": {"size": 99}},
    ):
        assert studio("new", body)["error"], body
        assert studio.status == 422, body
    assert studio("new", {"game": 1})["error"]
    assert studio.status == 400


def test_the_level_that_searches_is_offered_where_it_can_play(studio: Studio) -> None:
    offered = {each["name"]: each["levels"] for each in studio("sheets")["games"]}
    searched = [name for name, levels in offered.items() if "search" in levels]
    assert {"go", "leduc"} <= {*searched}
    assert not {"goita", "mighty", "planowanie"} & {*searched}
    small = {"seats": 2, "deck": {"ranks": "QK", "suits": "CD"}, "plan": [[1, 0]]}
    assert "search" in studio("seats", {"game": "planowanie", "options": small})["levels"]
    level = {"level": "search", "playouts": 5}
    page = new(studio, "leduc", levels=[level, level], seed="searched")
    page.go_on()
    assert page.record["replay"]["rounds"][0]["steps"][-1]["scene"]


def test_presets_hold(studio: Studio) -> None:
    page = new(
        studio, "mighty", options={"preset": "pagat"}, title="a/b <i>", players=list("abcde")
    )
    assert json.loads(page.text)["rules"]["preset"] == "pagat"
    more = {"options": {"bid_min": 14}, "like": [page.sheet["id"], 1]}
    rules = json.loads(new(studio, "mighty", **more).text)["rules"]
    assert rules == json.loads(page.text)["rules"] | {"bid_min": 14}
    assert page.sheet["name"] == "a b i.json"
    assert page.record["replay"]["players"] == list("abcde")


def test_a_board_and_a_handicap_are_options(studio: Studio) -> None:
    games = {each["name"]: each for each in choices()["games"]}
    assert games["planowanie"]["options"].keys() == {"seats", "deck"}
    described = games["go"]
    assert {"size", "komi", "handicap"} <= described["options"].keys()
    assert all(described["words"][name]["about"]["ko"] for name in ("size", "komi", "handicap"))
    page = new(studio, "go", options={"size": 7, "handicap": 2, "komi": 0.5})
    assert len(page.step()["position"]["rows"]) == 7
    assert page.step()["actors"] == [1]
    again = new(studio, "go", like=[page.sheet["id"], 1])
    assert json.loads(again.text) == json.loads(page.text)
    usual, japanese = described["presets"][:2]
    assert (usual["name"], usual["options"]) == ("", described["options"])
    assert (japanese["name"], japanese["options"]["suicide"]) == ("japanese", "forbidden")


def test_texts_in_other_notations(studio: Studio) -> None:
    page = example(studio, "goita/match.json")
    found = page.ask("texts", notation="goita/history")
    record: Any = kifu.load(EXAMPLES / "goita/match.json")
    notation = formats.notation("goita/history")
    assert found["text"] == notation.write(record)
    assert found["lost"] == formats.lost(record, notation)
    assert page.ask("texts", notation="mighty/gibo")["error"]
    assert page.ask("convert", notation="goita/history")["lost"]
    assert studio.status == 422


# Program estimates


def test_lines_are_estimated(studio: Studio) -> None:
    page = new(studio, "mighty", levels=[RULES] * 5, seed="estimates")
    found = page.ask("estimate", place=page.place, playouts=60)
    assert found["seat"] == page.answer["next"]["seats"][0]
    assert len(found["estimates"]) > 1
    for each in found["estimates"]:
        assert each["low"] <= each["mean"] <= each["high"]
    (one,) = page.ask("estimate", place=page.place, lines=[["pass"]], playouts=20)["estimates"]
    assert one["line"] == ["pass"]
    for wrong in ({"lines": [["99S"]]}, {"seat": 4}, {"playouts": 0}):
        assert page.ask("estimate", place=page.place, **wrong)["error"]
        assert studio.status == 422


def test_wins_count_the_round_and_not_the_match(studio: Studio) -> None:
    page = example(studio, "leduc/match.json")
    found: list[tuple[float, float]] = []
    for number, line in ((2, ["raise", "fold"]), (4, ["raise", "raise", "fold"])):
        place: Values = {"round": number, "path": [], "step": 2}
        (one,) = page.ask("estimate", place=place, lines=[line], playouts=4)["estimates"]
        found.append((one["mean"], one["wins"]))
    assert found == [(1, 1), (-3, 0)]  # player 0: behind before one action, ahead before the other


def test_a_contract_is_proposed_changed_and_played(studio: Studio) -> None:
    page = new(studio, "mighty", seed="contract")
    panel = page.panel({"seat": 2, "playouts": 60})
    panel = page.panel(panel["answers"] | {"kitty": True}, press="best")
    rows = panel["answers"]["rows"]
    best = rows[0]["plan"]
    assert best["estimate"]["mean"] == max(each["plan"]["estimate"]["mean"] for each in rows)
    (plans,) = parts(panel, "plans")
    mine = plans["plans"][0]["sets"] | {"points": 20, "friend": "none"}
    panel = page.panel(panel["answers"] | mine, press="mine")
    assert [each["mine"] for each in panel["answers"]["rows"]].count(True) == 1
    (confirm,) = [each for each in parts(panel, "button") if each.get("main") and "call" in each]
    name, body = confirm["call"]
    page.change(name, **body)
    position = page.step()["position"]
    assert (position["president"], position["phase"]) == (2, "play")
    assert position["contract"] == {"points": 20, "trump": mine["trump"]}
    assert sorted(position["discard"]) == sorted(best["discards"])
    assert page.ask("game/panel", place=page.place, press="best")["error"]


def test_a_contract_that_breaks_a_rule_cannot_be_confirmed(studio: Studio) -> None:
    page = new(studio, "mighty", seed="contract")
    hand = page.step()["position"]["hands"][2]
    whole: Values = {"trump": "S", "points": 12, "friend": "none", "discards": hand[:3]}
    panel = page.panel({"seat": 2})
    panel = page.panel(panel["answers"] | {"kitty": True} | whole)
    (confirm,) = [each for each in parts(panel, "button") if each.get("main") and "call" in each]
    assert confirm["off"]
    assert "13" in parts(panel, "note")[-1]["text"]
