"""Board documents contain what replays contain; a seat's document, only what it was shown."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu import replayer as games
from kifu.browser import document
from kifu.browser.page import component, embedded, page
from kifu.formats.interface.replay_schema import shared_schema
from kifu.replayer.replay import trajectory
from kifu.replayer.replay.match import replay_all
from kifu.replayer.replay.trajectory import trajectories
from kifu.replayer.replay.view import view

from ..campaign import few
from ..command import Kifu
from ..imports import ROOT
from .documents import EXAMPLES, of_file, of_text


@pytest.mark.parametrize("path", few(EXAMPLES, 5), ids=lambda path: path.name)
def test_a_document_fits_its_schema_and_has_the_steps_of_the_replay(path: Path) -> None:
    values = json.loads(json.dumps(of_file(path)))
    validator = jsonschema_rs.validator_for(shared_schema("board"))
    assert [str(each) for each in validator.iter_errors(values)] == []
    for record, outcome in zip(values["records"], kifu.outcomes(path), strict=True):
        assert outcome.notation is not None
        game = games.game(outcome.notation.game)
        lines = trajectories(game, outcome.record)
        due = [_without(json.loads(json.dumps(each.values()))) for each in lines]
        assert [_plain(each) for each in record["replay"]["rounds"]] == due


def test_hidden_parts_of_a_move_are_marked() -> None:
    """A document says how the others saw a partly hidden action."""
    for path, due in (("goita/match.json", "92"), ("mighty/deal.json", "bury ?? ?? ??")):
        (record,) = of_file(ROOT / "examples" / path)["records"]
        steps = record["replay"]["rounds"][0]["steps"]
        first, *_ = (step["shown"] for step in steps if "shown" in step)
        assert [*first.values()] == [due]


def _plain(line: Any) -> Any:
    """Return a line in the form used by replays."""
    own = {key: each for key, each in line.items() if key != "shared"}
    own["variations"] = [_plain(each) for each in line["variations"]]
    assert all(step["scene"]["seats"] for step in line["steps"])
    shown = ("scene", "refused", "shown")
    steps = [{key: step[key] for key in step if key not in shown} for step in line["steps"]]
    return own | {"steps": steps}


def _without(line: Any) -> Any:
    """Return a line of a replay without positions and observations."""
    below = [_without(each) for each in line.get("variations", [])]
    more = {"variations": below} if "variations" in line else {}
    kept = [
        {key: each[key] for key in each if key not in ("position", "public", "private")}
        for each in line["steps"]
    ]
    return line | more | {"steps": kept}


def test_illegal_moves_have_a_reason() -> None:
    (record,) = of_file(ROOT / "examples/goita/match.json")["records"]
    refused = record["replay"]["rounds"][0]["steps"][10]["refused"]["1"]
    told = {
        action: record["reasons"][why]["code"] for why, actions in refused for action in actions
    }
    # Player 3 attacks with shi, which only shi can receive; everyone else has to pass.
    assert told["32"] == "G105"
    assert not {"0", "82", "83", "88"} & told.keys()


@pytest.mark.parametrize("count", [10, 11])
def test_large_collections_explain_no_actions_that_players_might_try(count: int) -> None:
    """Otherwise, documents of few and of many records have the same replays."""
    line = (ROOT / "examples/goita/archive.jsonl").read_text("utf-8").splitlines(keepends=True)[0]
    (one,), many = of_text(line)["records"], of_text(line * count)["records"]
    steps = [step for its in one["replay"]["rounds"] for step in its["steps"]]
    assert any("refused" in step for step in steps)
    if count > 10:
        for step in steps:
            step.pop("refused", None)
        one["reasons"] = []
    assert all(
        (each["replay"], each["reasons"]) == (one["replay"], one["reasons"]) for each in many
    )


# A page for a seat


@pytest.mark.parametrize("path", few(EXAMPLES, 4), ids=lambda path: path.name)
def test_a_page_for_a_seat_is_made_of_the_view_alone(path: Path) -> None:
    for outcome in kifu.outcomes(path):
        assert outcome.notation is not None
        game = games.game(outcome.notation.game)
        if game.viewer(outcome.record) is not None or path.name == "fault.log":
            continue
        record: Any = outcome.record
        for player in range(game.rules(record).players):
            seen = of_text(kifu.dumps(view(game, record, player)))
            seen["records"][0]["notation"] = None
            assert page(of_text(kifu.dumps(record), player), "") == page(seen, "")


@given(st.permutations(range(3)), st.integers(0, 3))
def test_hidden_hands_change_no_byte_of_a_page(order: list[int], player: int) -> None:
    hands = ["11777788", "22444488", "35555888", "36666888"]
    others = [hand for seat, hand in enumerate(hands) if seat != player]
    dealt = [others[each] for each in order]
    dealt.insert(player, hands[player])

    def text(given: list[str]) -> str:
        rounds = [{"hands": given, "record": "", "dealer": player}]
        return json.dumps({"format": "goita/json", "version": 1, "rounds": rounds})

    assert page(of_text(text(hands), player), "x") == page(of_text(text(dealt), player), "x")
    assert others[0] not in embedded(of_text(text(hands), player))


def test_variations_are_not_shown_to_a_seat() -> None:
    text = (ROOT / "examples/goita/match.json").read_text("utf-8")
    assert "Botan keeps a king" in embedded(of_text(text))
    assert "Botan keeps a king" not in embedded(of_text(text, 0))


# Pages


def test_records_cannot_end_the_script_that_holds_them() -> None:
    text = "</script><script>alert(1)</script><!-- \u2028 \ud800"
    held = embedded({"title": text})
    assert "<" not in held
    assert "\u2028" not in held
    assert json.loads(held)["title"] == text


def test_the_component_is_small() -> None:
    assert len(gzip.compress(component().encode(), 9)) <= 40 * 1024


def test_pages_are_at_most_ten_times_as_large_as_their_records() -> None:
    lines = (ROOT / "examples/goita/archive.jsonl").read_text("utf-8").splitlines(keepends=True)
    text = "".join(lines[:4])
    own = len(page(of_text(text), "four matches").encode()) - len(component().encode())
    assert own <= 10 * len(text.encode())


@pytest.mark.parametrize("count", [10, 11])
def test_large_collections_offer_fewer_texts(count: int) -> None:
    played = {"hands": ["11777788", "22444488", "35555888", "36666888"], "record": "", "dealer": 0}
    line = json.dumps({"format": "goita/json", "version": 1, "rounds": [played]}) + "\n"
    records = of_text(line * count)["records"]
    assert len(records) == count
    for each in records:
        assert ("goita/history" in each["texts"], "goita/json" in each["texts"]) == (
            count < 11,
            True,
        )


# The command


def test_the_command_writes_a_page(run: Kifu) -> None:
    done = run("board", str(ROOT / "examples/leduc/match.json"), "-o", "match.html")
    assert (done.status, done.out, done.err) == (0, "", "")
    text = (run.folder / "match.html").read_text("utf-8")
    assert "<title>Four hands</title>" in text
    again = run("board", str(ROOT / "examples/leduc/match.json"), "-o", "match.html")
    assert (again.status, "--force" in again.err) == (2, True)


def test_a_collection_has_its_records_in_one_page(run: Kifu) -> None:
    lines = (ROOT / "examples/goita/archive.jsonl").read_bytes().splitlines(keepends=True)
    run.write({"three.jsonl": b"".join(lines[:3])})
    assert run("board", "three.jsonl", "-o", "all.html").status == 0
    assert "<title>3 records</title>" in (run.folder / "all.html").read_text("utf-8")


def test_a_page_for_guessing_is_only_a_page(run: Kifu) -> None:
    deal = str(ROOT / "examples/mighty/deal.json")
    assert " guess><script" in run("board", deal, "--guess").out
    for other in (["--document"], ["--svg", "1:1"]):
        refused = run("board", deal, "--guess", *other)
        assert (refused.status, "--guess" in refused.err) == (2, True)


def test_a_record_with_errors_is_shown_with_its_findings(run: Kifu) -> None:
    run.write({"wrong.txt": "12345678,12345679,11112345,11112345,s1,113,2p,3p,418"})
    done = run("board", "wrong.txt", "--document")
    assert (done.status, done.err) == (1, "")
    assert '"code":"G105"' in done.out
    refused = run("board", "wrong.txt", "--player", "1")
    assert (refused.status, refused.out) == (2, "")
    assert run("board", "wrong.txt", "--record", "2").status == 2


def test_a_part_of_a_record_replays_no_other_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed: list[int] = []

    def counted(*arguments: Any) -> Iterator[Any]:
        found: Iterator[Any] = replay_all(*arguments)
        for each in found:
            replayed.append(each.number)
            yield each

    monkeypatch.setattr(trajectory, "replay_all", counted)
    (outcome,) = kifu.outcomes(ROOT / "examples/goita/match.json")
    document.record_values(document.Shown("", outcome), part=document.Part(2))
    assert replayed == [2]
