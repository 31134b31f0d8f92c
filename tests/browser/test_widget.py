"""Boards as widgets: an anywidget front end in a browser, and the Python behind it."""

import json
import subprocess
import sys
from typing import Any

import msgspec
import pytest

import kifu
from kifu.replayer import game

from ..campaign import in_a_campaign
from ..imports import ROOT
from .conftest import Open

GOITA = ROOT / "examples/goita/match.json"

# A stand-in for the model a notebook passes to `render`: its values and its listeners.
_MODEL = """
class Model {
  constructor(state) { this.state = state; this.heard = {}; this.saved = []; this.sent = []; }
  get(key) { return this.state[key]; }
  set(key, value) {
    if (JSON.stringify(this.state[key]) === JSON.stringify(value)) return;
    this.state[key] = value;
    (this.heard[`change:${key}`] ?? []).forEach((each) => each());
  }
  on(event, listener) { (this.heard[event] ??= []).push(listener); }
  off(event, listener) { this.heard[event].splice(this.heard[event].indexOf(listener), 1); }
  save_changes() { this.saved.push(structuredClone(this.state.place)); }
  send(message) { this.sent.push(message); }
}
"""
_PAGE = """<!doctype html><html lang="en"><title>a notebook</title><main></main>
<script type="application/json">{state}</script>
<script>{model}
window.shown = (async () => {{
  const state = JSON.parse(document.querySelector("[type='application/json']").textContent);
  const source = new Blob([state._esm], {{ type: "text/javascript" }});
  const {{ default: widget }} = await import(URL.createObjectURL(source));
  window.model = new Model(state);
  for (const _ of state.views) {{
    const el = document.querySelector("main").appendChild(document.createElement("div"));
    window.close_one = await widget.render({{ model, el }});
  }}
}})();
</script></html>
"""


def opened(show: Open, widget: Any, views: int = 1, **options: Any) -> Any:
    """Open a page and wait until its views of a widget are drawn."""
    keys = ("_esm", "document", "place", "language")
    state = {"views": [*range(views)]} | {key: widget.get_state()[key] for key in keys}
    text = json.dumps(state).replace("<", "\\u003c")
    shown = show(_PAGE.format(state=text, model=_MODEL), **options)
    shown.evaluate("shown")
    return shown


def place(shown: Any, view: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = shown.locator("kifu-board").nth(view).evaluate("board => board.place")
    return found


@pytest.fixture
def widget() -> Any:
    pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")
    return kifu.widget(kifu.load(GOITA), language="en")


def test_python_follows_the_reader(widget: Any, show: Open) -> None:
    shown = opened(show, widget)
    shown.locator(".playground").focus()
    shown.keyboard.press("End")
    shown.keyboard.press("ArrowLeft")
    steps: list[int] = []

    def moved(change: Any) -> None:
        steps.append(change["new"]["step"])

    widget.observe(moved, "place")
    for each in shown.evaluate("model.saved"):
        widget.set_state({"place": each})
    assert steps == [1, 19, 18]  # it opens at the deal
    assert widget.place == place(shown)
    assert set(widget.place) == {"record", "round", "path", "step", "seat"}


@in_a_campaign
def test_the_board_follows_python(widget: Any, show: Open) -> None:
    widget.place = {"round": 4, "path": [1], "step": 6}
    shown = opened(show, widget, views=2)
    there = {"record": 1, "round": 4, "path": [1], "step": 6, "seat": None}
    assert [place(shown, 0), place(shown, 1)] == [there, there]
    assert shown.evaluate("model.get('place')") == there  # complete, though only part of it was set
    shown.evaluate("model.set('place', {round: 1, path: [], step: 99})")
    shown.wait_for_function("model.get('place').step === 19")  # the nearest step
    assert place(shown, 1) == there | {"round": 1, "path": [], "step": 19}


def test_python_plays_on_from_what_is_chosen(widget: Any, show: Open) -> None:
    record = kifu.load(GOITA)
    heard: list[Any] = []

    def reply(choice: Any) -> None:
        heard.append(choice)
        other = kifu.branch(record, choice["ply"], [choice["action"]], choice["round"])
        widget.show(other)
        widget.place = {"path": [1], "step": choice["step"] + 1}

    widget.on_choice(reply)
    widget.place = {"round": 1, "step": 2}
    shown = opened(show, widget)
    shown.locator(".choice:not(.done)").first.click()
    (message,) = shown.evaluate("model.sent")
    getattr(widget, "_handle_custom_msg")(message, [])  # noqa: B009  as a message of the page
    assert heard[0]["player"] == 1
    assert heard[0]["action"] in game("goita").rules(record).legal_actions(
        kifu.replay(record)[0].steps[2].state, 1
    )
    state = {key: widget.get_state()[key] for key in ("document", "place")}
    shown.evaluate("state => Object.entries(state).forEach((each) => model.set(...each))", state)
    shown.wait_for_function("model.get('place').path?.length === 1")
    assert place(shown) == {"record": 1, "round": 1, "path": [1], "step": 3, "seat": None}


@in_a_campaign
def test_a_view_that_is_closed_hears_no_more(widget: Any, show: Open) -> None:
    shown = opened(show, widget)
    shown.evaluate("close_one()")
    assert shown.evaluate("Object.values(model.heard).flat()") == []


def test_texts_of_records_are_plain_text_and_a_view_stays_one(show: Open) -> None:
    pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")
    evil = "</script><img src=x onerror=alert(1)>"
    values = json.loads(GOITA.read_text("utf-8"))
    record = kifu.loads(json.dumps(values | {"title": evil, "players": [evil] * 4}))
    seat: Any = kifu.widget(record, player=2)
    shown = opened(show, seat, language="ja")
    assert evil in shown.locator("h2").inner_text()
    assert shown.locator("img").count() == 0
    assert shown.locator(".root").get_attribute("lang") == "ja"
    assert place(shown)["seat"] == 2
    assert seat.document == kifu.board(record, player=2).document
    seat.show(kifu.load(GOITA))
    assert seat.document["records"][0]["replay"]["viewer"] == 2


def test_an_exported_notebook_shows_the_board_of_a_widget(widget: Any) -> None:
    """Where no program runs, exporters and viewers show the page in its place."""
    values, _ = getattr(widget, "_repr_mimebundle_")()  # noqa: B009  as a notebook
    assert "application/vnd.jupyter.widget-view+json" in values
    assert values["text/html"].startswith("<iframe srcdoc=")
    assert len(values["text/plain"]) < 100


def test_half_a_character_can_be_sent(widget: Any) -> None:
    widget.show(msgspec.structs.replace(kifu.load(GOITA), title="\ud800"))
    assert "\\ud800" in widget.get_state()["document"].encode().decode()


@pytest.mark.parametrize("wrong", [{"round": "1"}, {"path": 1}, {"step": None}, 5])
def test_a_place_that_cannot_be_is_refused(wrong: Any, widget: Any) -> None:
    with pytest.raises(pytest.importorskip("traitlets").TraitError):
        widget.place = wrong


def test_without_the_extra_one_line_says_what_to_install() -> None:
    code = "import sys; sys.modules['anywidget'] = None; import kifu\n"
    code += "record = kifu.loads('12345678,12345679,11112345,11112345,s1,113,2p,3p,431')\n"
    code += "assert kifu.board(record).html\n"
    code += "try: kifu.widget(record)\nexcept ImportError as why: print(why)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    said = "a widget needs anywidget: pip install 'kifu[notebook]' (the extra `notebook`)\n"
    assert (done.stdout, done.stderr) == (said, "")
