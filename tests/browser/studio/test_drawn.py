"""The studio does not redraw steps that play has not changed."""

from typing import Any

import pytest

from kifu.browser.document import Showing
from kifu.browser.studio.answers import answer
from kifu.browser.studio.going import play_of, played, put
from kifu.browser.studio.programs import acting
from kifu.browser.studio.sheet import Kept, Played, Sheet, Written
from kifu.replayer.play.going_on import Moment, standing

from ...imports import ROOT

GO = "(;FF[4]CA[UTF-8]GM[1]SZ[5]\n;B[cc];W[cb];B[bb];W[bc];B[ab];W[ca])\n"
MIGHTY = (ROOT / "examples/mighty/deal.json").read_text("utf-8")


def sheet_of(text: str, notation: str) -> Sheet:
    return Sheet(Kept(name="record", written=Written(text, notation), folder="."))


def go_on(sheet: Sheet, path: tuple[int, ...], step: int) -> Moment:
    """Play the first legal action that the record does not have there."""
    moment, one = Moment(1, path, step), play_of(sheet, 1)
    now = standing(one.game, one.record, moment).step
    (seat,) = acting(now)
    legal = one.game.rules(one.record).legal_actions(now.state, seat)
    action = next(each for each in legal if each != (now.actions or {}).get(seat))
    went = played(sheet, one, moment, {seat: action})
    put(sheet, 1, one, went.record, Played(moment, went.moment))
    return went.moment


@pytest.mark.parametrize(
    ("text", "notation", "moments"),
    [
        (GO, "go/sgf", [((), 6), ((), 7), ((), 3), ((1,), 4), ((), 8), ((), 0)]),
        (MIGHTY, "mighty/json", [((), 12), ((), 40), ((1,), 24)]),
    ],
)
def test_a_board_after_play_is_that_of_its_text(
    text: str, notation: str, moments: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[int]()
    draw: Any = Showing._drawn  # pyright: ignore[reportPrivateUsage]

    def counted(showing: Any, line: Any, step: Any) -> Any:
        drawn.extend([] if line.path else [step.ply])
        return draw(showing, line, step)

    sheet = sheet_of(text, notation)
    changes: list[Any] = [None, *moments, "undo", ((), 5), "typed", ((), 5)]
    for change in changes:
        if change == "undo":
            sheet.undo()
        elif change == "typed":
            sheet.write(sheet.text.replace("B[cc]", "B[dd]").replace("Mighty", "mighty"))
        elif change is not None:
            go_on(sheet, *change)
        monkeypatch.setattr(Showing, "_drawn", counted)
        drawn.clear()
        shown = answer(sheet)["board"]
        if change in moments:
            path, step = moments[moments.index(change)]
            (line,) = shown["records"][0]["replay"]["rounds"]
            assert len(drawn) == (0 if path else len(line["steps"]) - step)
        monkeypatch.undo()
        assert shown == answer(sheet_of(sheet.text, notation))["board"], change
