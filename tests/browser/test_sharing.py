"""Sharing a position, on pages, in frames and in other pages; and boards on phones."""

import base64
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import kifu
from kifu.browser.page import component, embedded, page

from ..imports import ROOT
from .conftest import Open
from .documents import of_file
from .steering import resize

GOITA = ROOT / "examples/goita/match.json"
MIGHTY = ROOT / "examples/mighty/deal.json"
AT = "#round=4&step=9"

TAKING = """() => {
  window.taken = [];
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  document.execCommand = () => {
    let area = document.activeElement;
    while (area.shadowRoot?.activeElement) area = area.shadowRoot.activeElement;
    taken.push(area.value);
  }; }"""
"""Keeps what is copied on a page that may not use the clipboard."""

COLOURS = """async (address) => {
  const image = new Image(), canvas = document.createElement("canvas");
  image.src = address;
  await image.decode();
  Object.assign(canvas, { width: image.width, height: image.height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const all = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  return [image.width, image.height, new Set(all).size]; }"""

TOUCHED = """() => [...document.querySelectorAll("kifu-board")].map(each => each.place.step)"""


def part(shown: Any, name: str) -> Any:
    """Return a part of the menu."""
    return shown.get_by_role("dialog", name="Share").get_by_role("group", name=name, exact=True)


def downloaded(shown: Any, name: str, on: Any = None) -> tuple[str, bytes]:
    """Return the name and the content of a file that is downloaded."""
    with shown.expect_download() as file:
        part(on or shown, name).get_by_role("button", name="Download").click()
    return file.value.suggested_filename, Path(file.value.path()).read_bytes()


def copied(shown: Any, name: str) -> str:
    shown.evaluate(TAKING)
    part(shown, name).get_by_role("button", name="Copy").click()
    (text,) = shown.evaluate("taken")
    return str(text)


def test_a_position_is_shared_as_a_link_in_each_notation_and_as_a_picture(show: Open) -> None:
    shown = show(page(of_file(GOITA), "sharing"), AT)
    shown.get_by_role("button", name="Share").click()
    assert copied(shown, "Link to this position") == shown.url
    record = kifu.load(GOITA)
    for notation in ("goita/json", "goita/history"):
        text = kifu.dumps(record, notation)
        assert copied(shown, notation) == text
        name, content = downloaded(shown, notation)
        assert name.startswith("Sunday club, table 2.")
        assert content.decode() == text
    board = shown.locator(".playground").bounding_box()
    name, content = downloaded(shown, "Picture (SVG)")
    assert name == "Sunday club, table 2 4-9.svg"
    drawn = ElementTree.fromstring(content)
    assert "Botan attacks with gold" in " ".join("".join(drawn.itertext()).split())
    name, content = downloaded(shown, "Picture (PNG)")
    assert name.endswith(".png")
    address = f"data:image/png;base64,{base64.b64encode(content).decode()}"
    wide, high, colours = shown.evaluate(COLOURS, address)
    assert (wide, high) == (2 * round(board["width"]), 2 * round(board["height"]))
    assert colours > 50, "the table and its pieces are drawn"


def test_a_seat_shares_only_what_it_sees(show: Open) -> None:
    shown = show(page(of_file(GOITA), "sharing"), "#round=4&step=1&seat=0")
    shown.get_by_role("button", name="Share").click()
    shown.get_by_role("dialog", name="Share").wait_for()
    names = shown.locator("dialog section").evaluate_all("all => all.map(each => each.ariaLabel)")
    assert names == ["Link to this position", "Picture (SVG)", "Picture (PNG)"]
    _, content = downloaded(shown, "Picture (SVG)")
    drawn = "".join(ElementTree.fromstring(content).itertext())
    assert "飛" in drawn
    assert "角" not in drawn, "only in the hands of others"


def test_a_board_in_a_notebook_shares_files_and_no_link(show: Open) -> None:
    frame = kifu.board(kifu.load(GOITA)).frame
    shown = show(f"<!doctype html><meta charset=utf-8>{frame}")
    inside = shown.frame_locator("iframe")
    inside.get_by_role("button", name="Share").click()
    assert part(inside, "Link to this position").count() == 0
    name, content = downloaded(shown, "Picture (PNG)", inside)
    assert (name[-4:], content[:4]) == (".png", b"\x89PNG")


def test_a_link_opens_a_board_in_another_page(show: Open) -> None:
    """Its address need not follow the board."""
    data = f'<script type="application/json">{embedded(of_file(GOITA))}</script>'
    html = f"<!doctype html><meta charset=utf-8><kifu-board id=final lang=en>{data}</kifu-board>"
    shown = show(f"{html}<script>{component()}</script>", "#final:round=4&step=9")
    shown.locator(".playground").wait_for()
    shown.keyboard.press("ArrowRight")
    assert shown.evaluate(TOUCHED) == [10]
    shown.get_by_role("button", name="Share").click()
    assert copied(shown, "Link to this position").endswith("#final:round=4&step=10")
    assert shown.url.endswith("step=9")
    shown.evaluate("location.hash = '#final:round=4&step=12'")
    assert shown.evaluate(TOUCHED) == [12]


# Phones


def swipe(shown: Any, over: str, across: int, down: int) -> int:
    """Move a finger over an element, and return the step shown afterwards."""
    box = shown.locator(over).first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = shown.context.new_cdp_session(shown)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for kind, share in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
        point = {"x": x + share * across, "y": y + share * down}
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    session.detach()
    (step,) = shown.evaluate(TOUCHED)
    return int(step)


def bottom(shown: Any, selector: str) -> float:
    box = shown.locator(selector).bounding_box()
    return float(box["y"] + box["height"])


def test_a_phone_shows_the_trick_the_own_hand_the_caption_and_a_bar_of_one_row(show: Open) -> None:
    shown = show(page(of_file(MIGHTY), "phone"), "#round=1&step=31")
    for width, height in ((390, 844), (360, 800), (844, 390), (640, 400)):  # the last: 200 %
        resize(shown, width, height)
        buttons = shown.locator(".controls > button:visible")
        tops = buttons.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
        assert len(tops) >= 7
        assert len(set(tops)) == 1
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        bar = shown.locator(".foot").bounding_box()["y"]
        assert bottom(shown, ".now") <= height
        assert bottom(shown, ".table > .at0 .hand") <= bar, "no card of one's own is covered"
        assert bottom(shown, "div.trick") <= bar
        assert shown.locator("div.trick").bounding_box()["y"] >= 0
    resize(shown, 390, 844)
    stops = 0
    while not shown.locator(".playground:focus").count():
        shown.keyboard.press("Tab")
        stops += 1
    assert stops <= 10
    assert swipe(shown, "div.trick", -120, 10) == 32
    assert swipe(shown, "div.trick", 120, 10) == 31
    assert swipe(shown, "div.trick", -30, 0) == 31, "too short"
    assert swipe(shown, "div.trick", -90, -90) == 31, "the page scrolls"


def test_a_hidden_action_is_guessed_by_a_click_on_a_card(show: Open) -> None:
    shown = show(page(of_file(MIGHTY), "puzzle"), "#round=1&step=31&seat=2")
    shown.get_by_role("button", name="eight of diamonds").first.click()
    assert "Another move was played here." in shown.locator(".foot").inner_text()
    shown.get_by_role("button", name="Step forward").click()
    assert "seven of clubs" in shown.locator(".now").inner_text(), "the answer"
    shown.get_by_role("button", name="Step back").click()
    shown.get_by_role("button", name="seven of clubs").first.click()
    assert shown.evaluate(TOUCHED) == [32]
