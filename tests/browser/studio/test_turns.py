"""A person and programs at one table, as the page shows it."""

from typing import Any

from kifu import formats, replayer

from ...campaign import in_a_campaign
from .client import RULES, Studio, new, opened, until


def seat_of(board: Any, name: str) -> Any:
    return board.locator(".seat").filter(has_text=name)


@in_a_campaign
def test_moves_of_programs_while_the_page_was_closed_are_shown(visit: Any, studio: Studio) -> None:
    """The programs may have moved on; the page catches up and continues from there."""
    one = new(studio, "goita", levels=[RULES] * 4, seed="unheard 2")
    page = visit(one.sheet["id"])
    let = page.get_by_role("button", name="Let it play")
    let.wait_for()
    one.change("respond", place=one.place)
    one.change("respond", place=one.place)
    let.click()
    page.get_by_role("button", name="Deal the next round").wait_for()


def test_programs_stop_at_once(visit: Any, studio: Studio) -> None:
    """This also cancels a search that would run much longer."""
    slow = {"level": "monte-carlo", "seconds": 60}
    one = new(studio, "mighty", levels=[None, *[slow] * 4], seed="stop")
    page = visit(one.sheet["id"])
    with page.expect_request("**/respond"):
        page.get_by_role("button", name="pass", exact=True).first.click()
    page.get_by_text("Player 1 is thinking").first.wait_for()
    board = page.locator("kifu-board")
    assert board.locator(".offers button, button.thing").count() == 0, "no seat takes clicks"
    board.locator(".legal > summary").click()
    board.locator(".legal").get_by_role("button", name="pass", exact=True).click()
    with page.expect_response("**/respond") as answered:
        page.get_by_role("button", name="Stop", exact=True).click()
    assert answered.value.status == 409
    page.get_by_text("The programs have stopped.").wait_for()
    page.get_by_role("button", name="Let it play").wait_for()
    seat_of(board, "Player 1").get_by_role("button", name="pass", exact=True).wait_for()


def test_a_second_click_plays_nothing_for_a_program_that_thinks(visit: Any, studio: Studio) -> None:
    slow = {"level": "monte-carlo", "seconds": 60}
    one = new(studio, "go", options={"size": 9}, levels=[None, slow], seed="twice")
    page = visit(one.sheet["id"])
    places = page.locator("kifu-board .place")
    places.nth(40).click()
    page.get_by_text("White is thinking").first.wait_for()
    places.nth(41).click()
    assert places.evaluate_all("all => all.every(each => each.matches('.shut'))")
    assert page.locator("kifu-board .offers button").count() == 0
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_text("White, a program, acts next.").wait_for()
    assert studio(f"sheets/{one.sheet['id']}/show", {"record": 1})["text"].count('"W ') == 0


@in_a_campaign
def test_acting_for_a_program_is_announced(visit: Any, studio: Studio) -> None:
    """This is possible when all players choose at once, as in Planowanie."""
    one = new(studio, "planowanie", levels=[None, *[RULES] * 3], seed="instead")
    page = visit(one.sheet["id"])
    board = page.locator("kifu-board")
    seat_of(board, "Player 2").get_by_role("button", name="declares 1").click()
    page.get_by_text("You chose for Player 2, a program.").wait_for()
    page.get_by_role("button", name="take back").click()
    assert page.get_by_text("You chose for").count() == 0
    seat_of(board, "Player 0").get_by_role("button", name="declares 0").click()
    until(page, lambda: "step=1" not in page.evaluate("location.hash"))


@in_a_campaign
def test_a_seats_view_is_used_unchanged(visit: Any, studio: Studio) -> None:
    """The view cannot be saved in any other notation, and its name says whose view it is."""
    one = new(studio, "mighty", levels=[None, *[RULES] * 4], seat=0, seed="own", title="Ours")
    page = visit(one.sheet["id"])
    page.get_by_role("button", name="Save", exact=True).click()
    dialog = page.locator("dialog")
    until(page, lambda: dialog.get_by_label("File name").input_value() == "Ours-seat-0.json")
    assert dialog.locator("select").count() == 0
    with page.expect_download() as got:
        dialog.get_by_role("button", name="Download").click()
    assert got.value.suggested_filename == "Ours-seat-0.json"


@in_a_campaign
def test_estimates_are_those_of_who_looks(visit: Any, studio: Studio) -> None:
    one = new(studio, "planowanie", levels=[None] * 4, seed="looking")
    page = visit(one.sheet["id"])
    page.locator("kifu-board").get_by_label("Seen by").select_option("2")
    page.get_by_role("button", name="Programs").click()
    panel = page.locator("studio-programs")
    panel.get_by_label("Playouts").first.fill("4")
    panel.get_by_role("button", name="Estimate").click()
    panel.get_by_text("Points that Player 2 can expect").wait_for()
    panel.get_by_text("too few to compare them").wait_for()
    one.change("play", place=one.place, actions={str(seat): "0" for seat in range(4)})
    page.reload()
    page.locator("kifu-board .playground").press("End")
    page.get_by_role("button", name="Programs").click()
    panel.get_by_text("Player 2 does not act here.").wait_for()
    assert panel.get_by_role("button", name="Estimate").is_disabled()


@in_a_campaign
def test_a_match_that_is_over_offers_nothing_more(visit: Any, studio: Studio) -> None:
    text = formats.notation("goita/json").write(replayer.generate("goita", 1))
    one = opened(studio, "over.json", text)
    rounds = len(one.record["replay"]["rounds"])
    page = visit(f"{one.sheet['id']}&round={rounds}&step=999")
    page.locator(".state").get_by_text("The round is over.").wait_for()
    assert page.locator(".state button:visible").all_inner_texts() == ["✎ Annotate"]


@in_a_campaign
def test_others_are_practised_under_the_same_rules(visit: Any, studio: Studio) -> None:
    """This includes the options of a match whose first round has begun."""
    options = {"preset": "pagat", "misdeal": "off"}
    one = new(studio, "mighty", options=options, seed="rules", title="Begun")
    one.change("play", place=one.place, actions={"0": "pass"})
    page = visit(one.sheet["id"])
    page.get_by_role("button", name="Practice", exact=True).click()
    page.get_by_role("button", name="New deal").click()
    page.get_by_text("mighty.json is open.").wait_for()
    page.get_by_role("button", name="Text", exact=True).click()
    text = page.locator("textarea").input_value()
    assert '"preset": "pagat"' in text
    assert '"misdeal": "off"' in text


def test_undo_takes_back_ones_own_move_with_the_replies_of_programs(studio: Studio) -> None:
    one = new(studio, "go", options={"size": 5}, levels=[None, {"level": "random"}], seed="back")
    texts, places = [one.text], [one.place]
    for action in ("B cc", "B pass"):
        one.change("play", place=one.place, actions={"0": action})
        one.change("respond", place=one.place)
        texts.append(one.text)
        places.append(one.place)
    for number in (1, 0):
        one.change("undo")
        assert (one.text, one.place) == (texts[number], places[number])
        assert one.answer["next"] == {"seats": [0], "program": None}
    assert one.change("redo")["text"] == texts[1]
    assert one.place == places[1]
    one.change("play", place=places[0], actions={"0": "B bb"})
    assert one.place["path"] == [1]
    one.change("undo")
    assert one.place == places[0], "where the variation began"


def test_moves_that_programs_made_by_themselves_are_undone_one_by_one(studio: Studio) -> None:
    one = new(studio, "go", options={"size": 5}, levels=[{"level": "random"}] * 2, seed="alone")
    texts = [one.text]
    for _ in range(2):
        one.change("respond", place=one.place)
        texts.append(one.text)
    assert one.change("undo")["text"] == texts[1]
    assert one.change("undo")["text"] == texts[0]
    assert one.change("redo")["text"] == texts[1]


def test_other_choices_at_a_moment_are_listed_together(studio: Studio) -> None:
    """They are listed whichever line leads to the moment, and deleting one keeps the others."""
    one = new(studio, "mighty", seed="beside")
    start = one.place
    paths: list[list[int]] = []
    for path, action in (([], "pass"), ([], "13S"), ([1], "14S")):
        one.change("play", place=start | {"path": path}, actions={"0": action})
        paths.append(one.place["path"])
    assert paths == [[], [1], [2]]
    one.change("delete", round=1, path=[1])
    assert [each["path"] for each in one.record["replay"]["rounds"][0]["variations"]] == [[1]]
