"""The studio's page in a browser, as users see it."""

from pathlib import Path
from typing import Any

import kifu
from kifu import formats, replayer
from kifu.browser.page import LANGUAGES

from ...campaign import in_a_campaign
from ...chromium import node
from ...imports import ROOT
from ..steering import resize
from .client import RULES, Page, Studio, Values, new, opened, until
from .test_typing import Held

SEEN = """board => JSON.stringify([board.place.step,
  [...board.renderRoot.querySelectorAll(".thing")].map(each => each.ariaPressed)])"""
"""What a click changes: the moment that the board shows, or what is selected on it."""


LAST_TRICKS = 53
"""The ply at which a deal of Mighty has about one trick to go."""


TEXT = "12345678,12345679,11112345,11112345,s1,113,2p,3p,418"


def sheet(studio: Studio, identifier: str) -> Values:
    return studio(f"sheets/{identifier}/show", {"record": 1, "round": 1})


@in_a_campaign
def test_a_match_of_mighty_is_played_saved_and_opened_again(
    visit: Any, studio: Studio, tmp_path: Path
) -> None:
    """Play by clicking against programs with hidden cards; save as a gibo and check it.
    The page is only used for the last tricks, as it is slow.
    """
    one = new(studio, "mighty", levels=[None, *[RULES] * 4], seat=0, seed="page 2")
    while one.step()["ply"] < LAST_TRICKS or one.answer["next"]["program"] is not None:
        one.go_on()
    page = visit(one.sheet["id"])
    assert page.evaluate("location.hash").startswith(f"#sheet={one.sheet['id']}")
    board, over = page.locator("kifu-board"), page.get_by_text("Deal the next round")
    mine = board.locator(".hand .thing.open:not([disabled]), .offers .choice:not([disabled])")
    while not over.count():
        mine.or_(over).first.wait_for()
        if mine.count():
            before = board.evaluate(SEEN)
            mine.last.click()
            until(page, lambda before=before: board.evaluate(SEEN) != before)
    shown = sheet(studio, one.sheet["id"])
    assert shown["sheet"]["hidden"]
    page.get_by_text("Programs", exact=True).click()
    page.get_by_role("button", name="Show all hands").click()
    page.get_by_role("button", name="Show all hands").click()
    page.get_by_role("button", name="Cancel").wait_for(state="detached")
    page.get_by_role("button", name="Save", exact=True).click()
    dialog = page.locator("dialog")
    dialog.locator("select").select_option("mighty/gibo")
    name = f"{one.sheet['id']}.gibo"
    field = dialog.get_by_label("File name")
    until(page, lambda: field.input_value().endswith(".gibo"))  # a name is suggested first
    field.fill(name)
    dialog.get_by_role("button", name="Save", exact=True).click()
    dialog.wait_for(state="detached")
    told = page.get_by_text("Saved: ").first.inner_text()
    path = Path(studio("sheets")["folder"], name)
    assert f"{path}" in told
    assert [each for each in kifu.validate(path) if each.severity == "error"] == []
    again = opened(studio, name, path.read_bytes())
    visit(again.sheet["id"]).get_by_text("President").first.wait_for()
    assert again.sheet["notation"] == "mighty/gibo"
    assert again.line()[-1]["node"] == "terminal"


@in_a_campaign
def test_a_contract_of_hidden_play_is_planned_and_settled(visit: Any, studio: Studio) -> None:
    """The president plans after taking the kitty; trump and points are then fixed."""

    def exchanging() -> Page:
        one = new(studio, "mighty", levels=[None, *[RULES] * 4], seat=0, seed="president")
        while one.answer["next"]["program"] is not None:
            one.change("respond", place=one.place)
        one.change("play", place=one.place, actions={"0": "20S"})
        while one.step()["position"]["phase"] == "auction":
            one.change("respond", place=one.place)
        return one

    def phase(one: Page) -> str:
        shown = Page(studio, studio(f"sheets/{one.sheet['id']}/show", {"record": 1}))
        found: str = shown.step()["position"]["phase"]
        return found

    one = exchanging()
    page = visit(one.sheet["id"])
    page.get_by_text("Practice", exact=True).click()
    page.locator("studio-panel").get_by_label("Playouts").fill("20")
    page.get_by_role("button", name="Propose").click()
    page.locator(".plan").first.click()
    page.get_by_role("button", name="Confirm the contract").click()
    page.get_by_text("The contract is settled.").wait_for()
    assert phase(one) == "play"

    other = exchanging()
    bury = other.step()["legal"]["0"][0]
    other.change("line", place=other.place, line=[bury, "20S"])
    page = visit(other.sheet["id"])
    page.get_by_text("Practice", exact=True).click()
    page.get_by_text("Trump and points are settled").wait_for()
    assert page.get_by_role("group", name="Trump").locator("button:disabled").count() == 5
    page.get_by_role("button", name="No friend").click()
    page.get_by_role("button", name="Confirm the contract").click()
    page.get_by_text("The contract is settled.").wait_for()
    assert phase(other) == "play"


def test_findings_follow_what_is_typed(visit: Any, studio: Studio) -> None:
    one = opened(studio, "typed.txt", TEXT)
    page = visit(one.sheet["id"])
    finding = page.get_by_text("し (1) cannot receive").filter(visible=True)
    finding.first.wait_for()
    page.locator("textarea").fill(TEXT.replace("418", "431"))
    page.get_by_text("Nothing is wrong.").filter(visible=True).first.wait_for()
    assert finding.count() == 0
    assert sheet(studio, one.sheet["id"])["text"] == TEXT.replace("418", "431")


def test_what_is_not_checked_yet_is_not_praised_and_the_last_board_stays(
    visit: Any, studio: Studio
) -> None:
    """While an answer is awaited, no text is called right; an unreadable one greys the board."""
    one = opened(studio, "stray.txt", TEXT.replace("418", "431"))
    page = visit(one.sheet["id"])
    fine, checking = page.get_by_text("✓ Nothing is wrong."), page.get_by_text("Checking …")
    fine.wait_for()
    held = Held(page)
    held.hold("text")
    page.locator("textarea").fill('"' + TEXT.replace("418", "431"))
    checking.wait_for()
    assert fine.count() == 0
    held.let_go("text")
    checking.wait_for(state="detached")
    page.get_by_text("This is how it was before.").wait_for()
    board = page.locator("kifu-board")
    assert board.get_attribute("inert") == ""
    assert board.locator(".seat").count() == 4
    held.end()
    page.locator("textarea").fill(TEXT.replace("418", "431"))
    fine.wait_for()
    assert board.get_attribute("inert") is None


@in_a_campaign
def test_many_findings_are_listed_in_part(visit: Any, studio: Studio) -> None:
    one = opened(
        studio,
        "many.jsonl",
        '{"format": "goita/json", "version": 1, "rounds": [' + ", ".join(["{}"] * 1200) + "]}",
    )
    page = visit(one.sheet["id"])
    listed, rest = page.locator("button.finding"), page.get_by_text("more findings are not listed")
    rest.wait_for()
    assert 0 < listed.count() <= 100
    assert rest.inner_text().startswith(str(one.answer["unlisted"]))


def test_a_new_game_is_begun_at_once_and_back_leads_to_the_one_before(
    visit: Any, start: Any
) -> None:
    page = visit(None, of=start(), language="ja")
    for number, (width, height) in enumerate([(1280, 800), (390, 844)]):
        resize(page, width, height)
        page.locator("main .main, .bar button").first.click()
        game = page.locator("dialog select[name=game]")
        assert "ごいた" in game.locator("option").all_inner_texts()
        game.select_option("mighty")
        box = page.locator("dialog button.main").bounding_box()
        assert box["y"] + box["height"] <= height, "Begin is in the window"
        page.locator("dialog button.main").click()
        page.locator("studio-tabs li").nth(number).wait_for()
        page.locator("kifu-board .playground:focus").wait_for()
    tabs = page.locator("studio-tabs .tab")
    names = [each.split()[0] for each in tabs.all_inner_texts()]
    assert names == ["mighty.json", "mighty-2.json"]
    current = page.locator("studio-tabs .tab[aria-current]")
    page.go_back()
    until(page, lambda: current.inner_text().startswith("mighty.json"))
    page.go_forward()
    until(page, lambda: current.inner_text().startswith("mighty-2.json"))
    page.go_back()
    page.go_back()
    page.locator("main.empty").wait_for()
    assert tabs.count() == 2
    tabs.first.click()
    page.locator("kifu-board").wait_for()


def test_the_pencil_opens_the_comment_field_below_the_board(visit: Any, studio: Studio) -> None:
    text = (ROOT / "examples/go/lesson.sgf").read_text("utf-8")
    page = visit(opened(studio, "lesson.sgf", text).sheet["id"])
    page.locator("kifu-board").press("ArrowRight")
    page.get_by_role("button", name="Annotate").click()
    field = page.get_by_role("textbox", name="comment")
    field.press_sequentially("j k f")  # these keys do not reach the board
    page.get_by_role("button", name="Save the comment").click()
    page.locator("kifu-board .notes", has_text="j k f").wait_for()
    bar = page.locator("kifu-board .foot").bounding_box()
    assert 0 <= field.bounding_box()["y"] - bar["y"] - bar["height"] <= 100


def test_a_game_against_programs_begins_after_two_clicks(visit: Any, start: Any) -> None:
    page = visit(None, of=start())
    resize(page, 390, 844)
    page.get_by_role("button", name="Mighty").click()
    page.get_by_role("button", name="Me against programs").click()
    page.get_by_text("Only what Player 0 sees is shown.").first.wait_for()
    page.get_by_role("button", name="pass", exact=True).first.click()
    page.get_by_text("is thinking").first.wait_for()
    page.locator(".controls .share").click()
    page.evaluate(
        """() => Object.defineProperty(navigator, "clipboard", { value: {
          writeText: async (text) => { window.taken = text; } } })"""
    )
    link = page.get_by_role("group", name="Link to this position")
    link.get_by_role("button", name="Copy").click()
    address = page.evaluate("taken")
    assert page.url == address
    other = page.context.new_page()  # without the token in its address
    other.goto(address)
    other.get_by_text("Only what Player 0 sees is shown.").first.wait_for()


def test_options_that_are_not_set_are_shown_so_and_nothing_is_asked_about_hidden_cards(
    visit: Any, start: Any
) -> None:
    page = visit(None, of=start())
    page.locator("main .main, .bar button").first.click()
    page.locator("dialog select[name=game]").select_option("go")
    dialog = page.locator("dialog")
    assert dialog.locator("option", has_text="open for all").count() == 0
    assert dialog.locator("option[value='all-seeing']").count() == 0
    dialog.locator("summary").click()
    assert dialog.locator("label", has_text="suicide").locator("select").input_value() == ""
    page.locator("dialog button.main").click()
    page.get_by_text("Black to act").first.wait_for()


def test_the_form_for_a_new_game_has_a_row_for_each_seat_and_shows_its_errors(
    visit: Any, start: Any
) -> None:
    page = visit(None, of=start())
    resize(page, 1280, 800)
    page.locator("main .main").first.click()
    dialog = page.locator("dialog")
    dialog.locator("select[name=game]").select_option("planowanie")
    dialog.locator("summary").click()
    seats = dialog.locator("label", has=page.locator("code", has_text="seats")).locator("input")
    begin, wrong = dialog.locator("button.main"), dialog.get_by_role("alert")
    seats.fill("7")
    begin.click()
    wrong.get_by_text("expected 2 to 4").wait_for()
    assert wrong.bounding_box()["y"] < begin.bounding_box()["y"], "no button covers it"
    assert page.locator(".says").get_by_text("expected 2 to 4").count() == 0
    seats.fill("2")
    seats.blur()
    until(page, lambda: dialog.locator("fieldset li").count() == 2)
    assert wrong.inner_text() == ""
    seats.fill("3")
    begin.click()
    page.locator("kifu-board .seat").nth(2).wait_for()
    assert page.locator("kifu-board .seat").count() == 3


@in_a_campaign
def test_the_board_goes_to_the_record_in_which_the_caret_is(visit: Any, studio: Studio) -> None:
    notation = formats.notation("goita/yaml")
    text = "".join(notation.texts(replayer.generate("goita", number) for number in range(3)))
    page = visit(opened(studio, "several.yaml", text).sheet["id"])
    area, record = page.locator("textarea"), page.locator(".records input")
    area.click()
    for place, due in ((text.index("---") + 4, 2), (text.rindex("log"), 3), (2, 1)):
        area.evaluate("(area, at) => area.setSelectionRange(at, at)", place)
        page.keyboard.press("ArrowRight")
        until(page, lambda due=due: record.input_value() == str(due))
        assert area.evaluate("area => area.selectionStart") == place + 1


@in_a_campaign
def test_missing_values_have_the_place_of_the_next(visit: Any, studio: Studio) -> None:
    """The caret goes to the next value; until the user acts, lines are shown from their start."""
    one = opened(studio, "passes.yaml", (ROOT / "examples/goita/online.yaml").read_bytes())
    steps: dict[tuple[int, ...], list[int]] = {}
    for *place, _, step in one.answer["links"]:
        steps.setdefault(tuple(place), []).append(step)
    (line, column, *_), several = next(item for item in steps.items() if len(item[1]) > 1)
    lines = one.text.split("\n")
    page = visit(one.sheet["id"])
    area = page.locator("textarea")
    area.focus()
    at = sum(len(each) + 1 for each in lines[: line - 1]) + column - 1
    area.evaluate("(area, at) => area.setSelectionRange(at, at)", at)
    page.keyboard.press("ArrowRight")
    until(page, lambda: f"step={several[-1] + 1}" in page.evaluate("location.hash"))

    text = (ROOT / "examples/goita/match.json").read_bytes()
    page = visit(opened(studio, "wide.json", text).sheet["id"])
    page.locator("mark").wait_for(state="attached")
    assert page.locator("textarea").evaluate("area => area.scrollLeft") == 0
    page = visit(opened(studio, "unread.json", "{").sheet["id"])
    assert "Infinity" not in page.evaluate("location.hash")


def test_names_are_text_on_the_page(visit: Any, studio: Studio) -> None:
    hostile = '</script><img src=x onerror="document.title=1">\u202e'
    one = new(studio, "leduc", title=hostile, players=[hostile, "Bo"], seed="hostile")
    page = visit(one.sheet["id"])
    assert page.locator("kifu-studio img").count() == 0
    assert hostile in page.locator("kifu-board h2").first.inner_text()
    assert page.title() != "1"
    area = page.locator("studio-editor textarea")
    page.get_by_role("button", name="U+202E").first.click()  # names what cannot be seen
    picked = "each => each.value.slice(each.selectionStart, each.selectionEnd)"
    assert area.evaluate(picked) == "\u202e"
    assert area.input_value() == one.text


@in_a_campaign
def test_folded_parts_stay_folded_for_another_seat_and_have_names(
    visit: Any, studio: Studio
) -> None:
    one = new(studio, "mighty", players=["Ala", "Bo", "Cy", "Di", "Ed"], seed="folded")
    page = visit(one.sheet["id"])
    board = page.locator("kifu-board")
    board.locator(".counter > summary").click()
    board.locator(".legal > summary").click()
    board.get_by_label("Seen by").select_option("0")
    board.locator(".hand [aria-label=hidden]").first.wait_for()
    assert board.locator("details:not([open])").count() == 0
    page.get_by_role("button", name="Practice").click()
    names = page.get_by_role("group", name="President").get_by_role("button").all_inner_texts()
    assert names == ["Ala", "Bo", "Cy", "Di", "Ed"]
    page.get_by_role("button", name="New game").click()
    page.locator("dialog summary").click()
    option = page.get_by_label("The outcome if nobody bids all_pass")
    assert option.locator("option").all_inner_texts() == ["thrown in", "dealer plays minimum"]


@in_a_campaign
def test_options_are_explained_in_every_language(visit: Any, studio: Studio) -> None:
    """Every installed game's options are checked."""
    page = visit(new(studio, "leduc", seed="options").sheet["id"])
    for language in LANGUAGES:
        page.locator(".top select").select_option(language)
        page.locator(f"kifu-board .root[lang={language}]").wait_for()
        page.locator(".bar button").first.click()
        for game in ("mighty", "goita"):
            page.locator("dialog select[name=game]").select_option(game)
            told = page.locator("dialog details label").filter(has=page.locator("code"))
            told.first.wait_for(state="attached")
            assert told.count() >= 9
            left = told.locator("[lang=en]").all_text_contents()
            assert (left == []) == (language != "en"), (language, game, left)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")


DROP = """files => {
  const data = new DataTransfer();
  for (const [name, bytes] of files) data.items.add(new File([new Uint8Array(bytes)], name));
  const app = document.querySelector("kifu-studio").shadowRoot.firstElementChild;
  for (const type of ["dragover", "drop"])
    app.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


@in_a_campaign
def test_files_are_dropped_on_the_page(visit: Any, start: Any) -> None:
    """Drop a valid, a broken and a binary file on the start page, which fits any width."""
    page = visit(None, of=start())
    for width in (360, 700, 1000, 1400):
        resize(page, width, 900)
        boxes = [each.bounding_box() for each in page.locator("main > *").all()]
        assert {round(each["x"] + each["width"] / 2) for each in boxes} == {width // 2}

    def drop(*files: tuple[str, bytes]) -> None:
        page.evaluate(DROP, [[name, list(data)] for name, data in files])

    tabs = page.locator("studio-tabs li")
    drop(("good.txt", TEXT.replace("418", "431").encode()))
    page.get_by_text("Nothing is wrong.").wait_for()
    drop(("broken.txt", TEXT[:-9].encode()), ("leduc.json", LEDUC))
    page.get_by_text("leduc.json is open.").wait_for()
    assert [each.split()[0] for each in tabs.all_inner_texts()] == [
        "good.txt",
        "broken.txt",
        "leduc.json",
    ]
    drop(("binary.gz", bytes(range(256))), ("again.json", LEDUC))
    page.get_by_role("alert").filter(has_text="⚠ binary.gz: byte 0x80 is not UTF-8").wait_for()
    assert tabs.count() == 4
    assert page.locator(".dropping").count() == 0


LEDUC = (ROOT / "examples/leduc/match.json").read_bytes()


def test_the_built_page_matches_its_sources(
    component_folder: Path,
    tmp_path: Path,
) -> None:
    built = tmp_path / "built.js"
    node(component_folder, "build.mjs", "studio", str(built))
    assert built.read_text("utf-8") == (ROOT / "browser/studio/kifu-studio.js").read_text("utf-8")
