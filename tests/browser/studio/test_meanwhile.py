"""Changes made while a program is thinking are kept along with its move, or a loss is reported."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from kifu.browser.studio.autosave import Autosave
from kifu.browser.studio.beginning import new_sheet
from kifu.browser.studio.calls import playing
from kifu.browser.studio.calls.playing import At, respond
from kifu.browser.studio.calls.text import Back, Typed, typed, undo
from kifu.browser.studio.desk import Desk
from kifu.browser.studio.errors import Refused
from kifu.browser.studio.programs import choices
from kifu.browser.studio.sheet import Level, Sheet
from kifu.replayer.play.going_on import Moment

from .client import Page, Studio, Values, new

RULES = Level("rules")
START = Moment(1, (), 1)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    autosave = Autosave(tmp_path / "state")
    yield Desk(str(tmp_path), autosave)
    autosave.release()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Arrange for something to happen while a program thinks."""

    def do(work: Callable[[], Any]) -> None:
        def thinking(*arguments: Any) -> Any:
            monkeypatch.undo()
            work()
            return choices(*arguments)

        monkeypatch.setattr(playing, "choices", thinking)

    return do


def begun(desk: Desk) -> tuple[Sheet, Moment]:
    """A match of Goita between programs, and the moment at which the first has to act."""
    sheet = desk.add(new_sheet("goita", ".", {}, [RULES] * 4, None, "meanwhile", "A", None))
    answer = respond(desk, sheet, At(place=START))
    return sheet, Moment(1, (), answer["place"]["step"])


def write(desk: Desk, sheet: Sheet, text: str) -> None:
    typed(desk, sheet, Typed(version=sheet.version, text=text))


def test_a_text_and_a_move_are_both_there(desk: Desk, meanwhile: Any) -> None:
    sheet, place = begun(desk)
    before = sheet.text
    meanwhile(lambda: write(desk, sheet, before.replace('"title": "A"', '"title": "B"')))
    answer = respond(desk, sheet, At(place=place))
    assert answer["place"]["step"] == place.step + 1
    assert '"title": "B"' in sheet.text
    undo(desk, sheet, Back(version=sheet.version))
    assert sheet.text == before.replace('"title": "A"', '"title": "B"')


def taken_back(desk: Desk, sheet: Sheet, place: Moment) -> None:
    undo(desk, sheet, Back(version=sheet.version))


def spoilt(desk: Desk, sheet: Sheet, place: Moment) -> None:
    write(desk, sheet, "nothing")


def played(desk: Desk, sheet: Sheet, place: Moment) -> None:
    respond(desk, sheet, At(place=place))


def shortened(desk: Desk, sheet: Sheet, place: Moment) -> None:
    write(desk, sheet, new_sheet("goita", ".", {}, [], None, "meanwhile", "A", None).text)


@pytest.mark.parametrize("change", [taken_back, spoilt, played, shortened])
def test_a_move_is_played_at_its_moment_or_not_at_all(
    change: Callable[[Desk, Sheet, Moment], None], desk: Desk, meanwhile: Any
) -> None:
    """Someone else may have played, changed the move, or taken something back."""
    sheet, place = begun(desk)
    after: list[str] = []

    def work() -> None:
        change(desk, sheet, place)
        after.append(sheet.text)

    meanwhile(work)
    with pytest.raises(Refused) as refused:
        respond(desk, sheet, At(place=place))
    assert refused.value.more["overtaken"]
    assert "steps" not in str(refused.value)
    assert [sheet.text] == after


# Programs that think for an hour


def stop(page: Page) -> None:
    page.ask("stop")


def take_back(page: Page) -> None:
    page.change("text", text=page.text + " ")
    page.change("undo")


def spoil(page: Page) -> None:
    page.change("text", text="nothing")


def sit_down(page: Page) -> None:
    page.change("seats", seat=None, levels=[None] * 4)


def close(page: Page) -> None:
    page.ask("close")


@pytest.mark.parametrize("end", [stop, take_back, spoil, sit_down, close])
def test_nobody_thinks_on_in_vain(end: Callable[[Page], None], studio: Studio) -> None:
    slow = {"level": "monte-carlo", "seconds": 3600}
    page, found = new(studio, "goita", levels=[slow] * 4, seed="slow"), list[Values]()
    call, due = f"sheets/{page.sheet['id']}/respond", {"place": page.place}
    thinking = Thread(target=lambda: found.append(studio(call, due)))
    thinking.start()
    while thinking.is_alive():  # it may not have started thinking yet
        end(page)
        thinking.join(0.05)
    assert "error" in found[0]
