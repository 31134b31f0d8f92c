"""Access to the studio, the content of a seat's page, what is saved, and how a studio ends."""

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kifu
from kifu import formats, replayer

from ...campaign import in_a_campaign
from ...command import Kifu
from ...imports import ROOT
from .client import RULES, Studio, Values, new, opened, parts

Start = Callable[..., Studio]
TEXT = "12345678,12345679,11112345,11112345,s1,113,2p,3p,431"


# Access


def test_only_who_knows_the_token_may_ask(studio: Studio) -> None:
    for token in ({}, {"X-Kifu-Token": "x"}, {"X-Kifu-Token": studio.token + "x"}):
        for call in ("sheets", "new", "open?name=a", "sheets/1/show", "sheets/1/game/x", "nothing"):
            status, _, _ = studio.request("POST", f"/api/{call}", b"{}", token)
            assert status == 403, (token, call)


def test_nothing_is_answered_for_another_host_or_page(studio: Studio) -> None:
    right = {"X-Kifu-Token": studio.token}
    for headers in (
        {"Host": "kifu.example"},
        {"Host": f"kifu.example:{studio.port}"},
        {"Host": "127.0.0.1"},
        {"Origin": "https://kifu.example"},
        {"Origin": "null"},
        {"Origin": f"http://127.0.0.1:{studio.port + 1}"},
    ):
        for method, path in (("POST", "/api/sheets"), ("GET", "/")):
            if method == "GET" and "Origin" in headers:
                continue
            assert studio.request(method, path, b"{}", right | headers)[0] == 403, headers
    own = right | {"Origin": f"http://127.0.0.1:{studio.port}"}
    assert studio.request("POST", "/api/sheets", b"{}", own)[0] == 200


def test_the_page_loads_nothing_from_elsewhere(studio: Studio) -> None:
    for path, kind in (("/", "text/html"), ("/kifu-studio.js", "text/javascript")):
        status, headers, data = studio.request("GET", path)
        assert status == 200
        assert headers["content-type"].startswith(kind)
        assert headers["content-security-policy"].startswith("default-src 'none'; ")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in headers
        assert studio.token.encode() not in data


def test_nothing_of_the_disk_is_served(studio: Studio) -> None:
    for path in ("/etc/passwd", "/../server.py", "/%2e%2e/app.py", "/api/sheets", "/state"):
        assert studio.request("GET", path)[0] in (403, 404, 405), path


def test_bodies_are_bounded_and_checked(studio: Studio) -> None:
    studio("open?name=long", b"x" * (34 * 2**20))
    assert studio.status == 413
    page = opened(studio, "right.txt", TEXT)
    assert "16 MiB" in page.ask("text", text="\n" * (16 * 2**20 + 1))["error"]
    assert studio.status == 413
    for body in (b"", b"[]", b"{", b'{"version": "x"}', b'{"more": 1}', b"\xff", b"[" * 100_000):
        answer = studio(f"sheets/{page.sheet['id']}/play", body)
        assert studio.status == 400, body[:20]
        assert answer["error"].startswith("invalid call")
    for call in ("sheets/nothing/show", f"sheets/{page.sheet['id']}/nothing", "nothing"):
        assert studio(call)["error"]
        assert studio.status == 404


def test_an_older_version_is_not_changed(studio: Studio) -> None:
    page = opened(studio, "right.txt", TEXT)
    old = page.sheet["version"]
    page.change("text", text=TEXT + "\n")
    answer = page.ask("text", version=old, text="mine")
    assert (studio.status, answer["stale"]) == (409, True)
    assert page.ask("show")["text"] == TEXT + "\n"


# What a seat's page contains


@pytest.mark.parametrize("game", ["goita", "leduc", "mighty", "planowanie"])
def test_a_page_for_a_seat_holds_nothing_that_it_was_not_shown(game: str, studio: Studio) -> None:
    """Swapping cards that the seat cannot see changes no byte of its page."""
    one = new(studio, game, levels=[None, *[RULES] * 4][: _seats(game)], seed="hidden")
    for _ in range(1 if game == "leduc" else 4):
        one.go_on()
    record: Any = kifu.loads(one.text)
    other = kifu.deals(record, 0, one.step()["ply"]).sample(Random(1))
    pages = [one, opened(studio, one.sheet["name"], kifu.dumps(other))]
    answers: list[dict[str, Any]] = []
    for each in pages:
        # The written deals may end differently, so compare only what the seat knows.
        levels = [None] * _seats(game)
        each.change("seats", seat=0, levels=levels, place={"round": 1, "path": [], "step": 0})
        answer = dict(each.answer)
        for name in ("id", "version", "undo", "saved", "path", "levels", "name"):
            answer["sheet"].pop(name)
        answer["board"]["records"][0].pop("label")
        answers.append(answer)
    assert kifu.dumps(record) != kifu.dumps(other)
    assert answers[0] == answers[1]


def _seats(game: str) -> int:
    return replayer.game(game).rules(replayer.new_record(game)).players


@pytest.mark.parametrize(("game", "action"), [("goita", "88"), ("leduc", "call")])
def test_nobody_plays_for_a_hidden_hand(game: str, action: str, studio: Studio) -> None:
    page = new(studio, game, levels=[None] * _seats(game), seat=0, seed="7")
    page.change("play", place=page.place, actions={"0": action})
    for tried in ("81", "82", "call", "raise", "??"):
        answer = page.ask("play", place=page.place, actions={"1": tried})
        assert studio.status == 422
        assert answer["error"] == "cards are hidden from player 0, who cannot act for player 1"


def test_hidden_things_cannot_be_requested(studio: Studio) -> None:
    page = new(studio, "mighty", levels=[None, *[RULES] * 4], seat=0, seed="asked")
    text = page.ask("texts")["text"]
    assert json.loads(text)["view"] == 0
    calls: list[tuple[str, Values]] = [
        ("save", {"name": "x.json"}),
        ("text", {"text": "x"}),
        ("convert", {"notation": "mighty/gibo"}),
        ("line", {"place": page.place, "line": ["pass", "pass"]}),
        ("estimate", {"place": page.place, "seat": 3}),
        ("game/compose", {"round": 1, "hands": [[]]}),
        ("game/rotate", {"round": 1}),
    ]
    for call, more in calls:
        assert "error" in page.ask(call, **more), call
        assert studio.status == 422, call
    hands = page.step()["position"]["hands"]
    assert all(set(hand) == {"??"} for hand in hands[1:])
    for seat in range(5):
        panel = page.panel({"seat": seat, "kitty": True, "playouts": 20}, press="best")
        panel = page.panel(panel["answers"] | {"seat": 3, "kitty": True})
        (own,) = parts(panel, "pick")
        assert sorted(own["things"]) == sorted(hands[0])
        assert panel["answers"]["seat"] == 0
        assert not {*re.findall(r"'([SHDC][2-9TJQKA]|JK)'", panel["answers"]["about"])} - {
            *hands[0]
        }


def test_names_of_variations_are_hidden_in_hidden_play(studio: Studio) -> None:
    """The person who named a variation could see all the cards."""
    page = opened(studio, "match.json", (ROOT / "examples/goita/match.json").read_bytes())
    assert "Botan keeps a king" in json.dumps(page.ask("show", round=4))
    page.change("seats", seat=0, levels=[], round=4)
    assert "Botan keeps a king" not in json.dumps(page.answer)
    assert len(page.record["replay"]["rounds"][3]["variations"]) > 0


def test_hidden_play_is_not_seen_from_another_seat(studio: Studio) -> None:
    page = new(studio, "mighty", levels=[None, *[RULES] * 4], seat=0, seed="seen from")
    why = "cards are hidden: show them first"
    assert page.ask("seats", seat=3, levels=[]) == {"error": why}
    assert studio.status == 422
    page.change("seats", seat=None, levels=[])
    page.change("seats", seat=3, levels=[])
    assert page.sheet["seat"] == 3


def test_the_president_of_hidden_play_settles_the_contract_by_hand(studio: Studio) -> None:
    """The kitty is hidden until the president takes it; a line ends at another seat's turn."""
    page = new(studio, "mighty", levels=[None, *[RULES] * 4], seat=0, seed="president")
    asked = {"playouts": 20}
    assert page.panel(asked, press="best")["answers"]["rows"][0]["plan"]["contract"] is None
    while page.answer["next"]["program"] is not None:
        page.change("respond", place=page.place)
    page.change("play", place=page.place, actions={"0": "20S"})
    refused = page.ask("line", place=page.place, line=["pass", "pass"])["error"]
    assert refused == "cards are hidden from player 0, who cannot act for player 1"
    while page.step()["position"]["phase"] == "auction":
        page.change("respond", place=page.place)
    plan = page.panel(asked, press="best")["answers"]["rows"][0]["plan"]
    hand = page.step()["position"]["hands"][0]
    assert {*plan["discards"]} < {*hand}
    assert page.ask("line", place=page.place, line=[*plan["line"], "pass", "pass"])["error"]
    page.change("line", place=page.place, line=plan["line"])
    position = page.step()["position"]
    assert (position["president"], position["phase"]) == (0, "play")
    assert position["discard"] == plan["discards"]


# Files


def test_no_file_is_replaced_unasked(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("precious", "utf-8")
    studio = start()
    page = opened(studio, "right.txt", TEXT)
    answer = page.ask("save", name="mine.txt")
    assert (studio.status, answer["exists"]) == (409, True)
    assert path.read_text("utf-8") == "precious"
    path.write_text("changed since", "utf-8")
    again = page.ask("save", name="mine.txt", replace=answer["stamp"])
    assert (studio.status, path.read_text("utf-8")) == (409, "changed since")
    saved = page.ask("save", name="mine.txt", replace=again["stamp"])
    assert (saved["saved"], path.read_text("utf-8")) == (str(path), TEXT)
    assert saved["sheet"]["saved"]
    page.answer = saved
    for name in (
        "../out.txt",
        "/tmp/out.txt",
        "",
        " ",
        "state",
        "a/",
        "state/ ",
        "no/folder.txt",
        "a\0b",
        "x" * 300,
    ):
        assert page.ask("save", name=name)["error"], name
        assert studio.status == 422, name
    (tmp_path / "link").symlink_to("/")
    assert page.ask("save", name="link/out.txt")["error"]
    converted = page.ask("save", name="b.json", notation="goita/json")
    assert "error" not in converted
    assert kifu.load(tmp_path / "b.json") is not None


def test_records_are_saved_in_other_notations(start: Start) -> None:
    """Saving this way is allowed only if nothing is lost and the text has only one record."""
    studio = start()
    page = new(studio, "mighty", levels=[RULES] * 5, seed="saved")
    while page.go_on():
        pass
    assert not page.sheet["saved"]
    saved = page.ask("save", name="a.gibo", notation="mighty/gibo")
    assert (saved["lost"], saved["sheet"]["saved"]) == ([], True)
    page.answer |= {"sheet": saved["sheet"]}
    page.change("text", text=page.text + "\n")
    assert not page.sheet["saved"]
    titled = new(studio, "goita", title="Kept?", levels=[RULES] * 4, seed="saved")
    saved = titled.ask("save", name="a.txt", notation="goita/history")
    assert (bool(saved["lost"]), saved["sheet"]["saved"]) == (True, False)
    records = [replayer.generate("goita", number) for number in range(2)]
    several = opened(
        studio, "b.jsonl", "".join(formats.notation("goita/json").texts(records, lines=True))
    )
    saved = several.ask("save", name="c.json", notation="goita/json-2015", number=1)
    assert (saved["lost"], saved["sheet"]["saved"]) == ([], False)


def test_inputs_are_opened_and_saved_where_they_are(start: Start, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    path = tmp_path / "games" / "a.txt"
    path.write_text(TEXT, "utf-8")
    studio = start("games/a.txt")
    (sheet,) = studio("sheets")["sheets"]
    assert (sheet["path"], sheet["saved"]) == (str(path), True)
    assert studio.address.endswith(f"&sheet={sheet['id']}")
    answer = studio(
        f"sheets/{sheet['id']}/text", {"version": sheet["version"], "text": TEXT + "\n"}
    )
    version = answer["sheet"]["version"]
    saved = studio(f"sheets/{sheet['id']}/save", {"version": version, "name": "a.txt"})
    assert saved["exists"]


# What is saved


@in_a_campaign
def test_open_records_are_restored(start: Start, tmp_path: Path) -> None:
    studio = start()
    page = new(studio, "leduc", levels=[None, RULES], seat=0, seed="kept")
    page.go_on()
    other = opened(studio, "closed.txt", TEXT)
    other.ask("close")
    assert "are kept in" in studio.end()
    private = {
        each.name: stat.S_IMODE(each.stat().st_mode) for each in (tmp_path / "state").iterdir()
    }
    assert private[f"{page.sheet['id']}.sheet"] == 0o600
    assert private["closed"] == stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    again = start()
    (sheet,) = again("sheets")["sheets"]
    assert sheet["id"] == page.sheet["id"]
    shown = again(f"sheets/{sheet['id']}/show", {"record": 1, "round": 1})
    assert shown["text"] == page.text
    assert shown["sheet"]["levels"] == [None, RULES]
    assert len(list((tmp_path / "state/closed").iterdir())) == 1


def test_a_studio_that_is_killed_loses_nothing(start: Start) -> None:
    studio = start()
    page = opened(studio, "right.txt", TEXT)
    page.change("text", text=TEXT + "\n\n")
    studio.process.kill()
    studio.process.wait()
    assert [each["name"] for each in start()("sheets")["sheets"]] == ["right.txt"]


@in_a_campaign
def test_broken_autosaves_are_put_aside(start: Start, visit: Any, tmp_path: Path) -> None:
    """Each broken file is reported on its own line, in the terminal and on the page."""
    studio = start()
    one = opened(studio, "right.txt", TEXT)
    studio.end()
    for name in ("0.sheet", "1.sheet"):
        (tmp_path / "state" / name).write_bytes(b'{"id": 3')
    again = start()
    page = visit(one.sheet["id"], of=again)
    told = page.locator("[role=status]", has_text="cannot be read").inner_text()
    for name, line in zip(("0.broken", "1.broken"), told.splitlines(), strict=True):
        assert name in line
        assert any(name in each for each in again.said)
        assert (tmp_path / "state" / name).read_bytes() == b'{"id": 3'
    found = again("sheets")
    assert [each["name"] for each in found["sheets"]] == ["right.txt"]
    assert found["notices"] == []


# Start and end


@in_a_campaign
def test_a_second_studio_says_where_the_first_is(start: Start, run: Kifu, tmp_path: Path) -> None:
    studio = start()
    result = run("studio", "--no-browser", "--state", str(tmp_path / "state"))
    assert result.status == 2
    assert len(result.err.splitlines()) == 1
    assert f"a studio is already running at {studio.url}" in result.err
    assert studio("sheets")["sheets"] == []


def test_a_port_in_use(run: Kifu, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("studio", "--no-browser", "--state", "state", "--port", str(port))
    assert (result.status, result.out) == (2, "")
    due = f"port {port} is in use; omit --port to use a free one"
    assert result.err == f"kifu: {due}\n"


def test_a_browser_that_cannot_be_opened(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn", reason="the extra `studio` is not installed")
    words = [sys.executable, "-m", "kifu", "studio", "--state", "state"]
    variables = {**os.environ, "BROWSER": "/nowhere/browser", "PATH": "/nowhere"}
    with subprocess.Popen(
        words, cwd=tmp_path, env=variables, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stderr is not None
        said: list[str] = []
        for line in process.stderr:
            said.append(line)
            if "no browser could be opened" in line:
                break
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=60)
        finally:
            process.kill()
        assert process.returncode == 0
    assert any("open the address yourself" in each for each in said), said


@in_a_campaign
def test_it_ends_at_once_while_a_program_thinks(start: Start, visit: Any) -> None:
    """The page must not claim that someone changed the record."""
    studio = start()
    slow = {"level": "monte-carlo", "seconds": 3600}
    one = new(studio, "goita", levels=[slow] * 4, seed="slow")
    page = visit(one.sheet["id"], of=studio)
    with page.expect_request("**/respond"):
        page.get_by_role("button", name="Let it play").click()
    thinks = page.get_by_text("Player 0 is thinking")
    thinks.wait_for()
    assert studio("sheets")["sheets"]
    said = studio.end()
    assert "Traceback" not in said
    assert "the studio has stopped" in said
    thinks.wait_for(state="detached")
    told = page.locator(".says").inner_text()
    assert "The studio has stopped" in told or "The programs have stopped" in told
    assert "the record was changed" not in told


def test_files_that_cannot_be_opened(run: Kifu) -> None:
    run.write({"folder/a.txt": TEXT, "bad.gz": b"\x1f\x8b\x08nonsense"})
    for name, why in (("nothing.txt", "nothing.txt"), ("folder", "a folder"), ("bad.gz", "")):
        result = run("studio", "--no-browser", "--state", "state", name)
        assert result.status == 2, name
        assert len(result.err.splitlines()) == 1
        assert why in result.err
    result = run("studio", "--no-browser", "--state", "folder/a.txt/state")
    assert (result.status, len(result.err.splitlines())) == (2, 1)
