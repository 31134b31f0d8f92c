"""The records of a changing text: what is cached about them matches a fresh reading."""

from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kifu import formats, replayer
from kifu.browser.studio import records
from kifu.browser.studio import sheet as sheets
from kifu.browser.studio.autosave import Autosave
from kifu.browser.studio.calls.call import Body
from kifu.browser.studio.calls.looking import check
from kifu.browser.studio.desk import Desk
from kifu.browser.studio.errors import Refused
from kifu.browser.studio.sheet import Kept, Sheet, Written
from kifu.formats.files.reading import read_in_file
from kifu.validation import outcomes as validation
from kifu.validation.outcome import Outcome
from kifu.validation.outcomes import outcomes

from ...campaign import few
from ...hostile.inputs import change_words, flip
from ...hostile.oracles import shown_findings
from ...hostile.seeds import Seed

ACCEPTED = ("goita/history",)
"""The notations whose records are accepted without being read."""
CHECKED = ("goita/json", "goita/table", "leduc/json", "mighty/gibo", "planowanie/log")


def text_of(identifier: str) -> str:
    notation = formats.notation(identifier)
    records = [replayer.generate(notation.game, number) for number in range(4)]
    return "".join(notation.texts(records, lines=notation.medium == "json"))


def sheet_of(identifier: str) -> Sheet:
    return Sheet(Kept(name="a", written=Written(text_of(identifier), identifier), folder="."))


def findings_shown(sheet: Sheet) -> list[str]:
    return [shown_findings(each.findings) for each in sheet.outcomes]


@pytest.mark.parametrize(
    ("identifier", "long"), few(product(ACCEPTED + CHECKED, [100, records.LONG]), 3)
)
def test_findings_are_those_of_a_new_look(
    identifier: str, long: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LONG", long)
    rng, sheet = Random(identifier), sheet_of(identifier)
    for number in range(6):
        _ = findings_shown(sheet) if number % 3 else sheet.outcomes
        if number % 4 == 3:
            sheet.undo()
        elif number % 4 == 2:
            sheet.write("\n" + sheet.text, identifier)
        else:
            data = rng.choice((flip, change_words))(Seed(identifier, sheet.text.encode()), rng)
            sheet.write(data.decode(errors="replace"), identifier)
        stream = BytesIO(sheet.text.encode())
        again = [shown_findings(each.findings) for each in outcomes(stream, "a", identifier)]
        assert findings_shown(sheet) == again


@pytest.mark.parametrize("identifier", CHECKED)
def test_a_record_that_stays_as_it_was_is_not_checked_again(identifier: str) -> None:
    sheet = sheet_of(identifier)
    before = [each.replayed for each in sheet.outcomes]
    sheet.write(formats.notation(identifier).between + sheet.text, identifier)
    sheet.write("\n" + sheet.text, identifier)
    for then, now in zip(before, (each.replayed for each in sheet.outcomes), strict=True):
        assert then is not None
        assert now is not None
        assert then[2] is now[2]


@pytest.mark.parametrize("identifier", ACCEPTED + CHECKED)
def test_only_what_is_changed_is_read(identifier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counted(*arguments: Any) -> Iterator[Any]:
        read.append(1)
        return read_in_file(*arguments)

    def readings(sheet: Sheet) -> int:
        read.clear()
        assert len(sheet.outcomes) == 4
        assert sheet.wrong == []
        return len(read)

    monkeypatch.setattr(validation, "read_in_file", counted)
    sheet = sheet_of(identifier)
    sound = identifier.endswith("/json") or identifier in ACCEPTED  # accepted without being read
    assert readings(sheet) == (0 if sound else 4)
    before = sheet.text
    sheet.write("\n" + before, identifier)  # read again if the empty line belongs to the record
    assert readings(sheet) <= 1
    sheet.undo()
    assert readings(sheet) <= 1
    sheet.write(before + "\n", identifier)
    assert readings(sheet) <= 1
    assert all(each.reading.written for each in sheet.outcomes)


def test_all_records_of_a_long_text_are_checked_when_one_asks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sheets, "LONG", 100)
    monkeypatch.setattr(records, "LONG", 100)
    sheet = sheet_of("goita/history")
    right = sheet.text
    first, rest = right.split("\n", maxsplit=1)
    sheet.write(f"{right}\n{first[:-1]}\n{rest}", "goita/history")
    autosave = Autosave(tmp_path)
    desk = Desk(".", autosave)
    autosave.release()
    assert sheet.wrong is None
    assert check(desk, sheet, Body()) == {"version": sheet.version, "wrong": [5]}
    assert sheet.wrong == [5]
    sheet.write(sheet.text.replace(f"{right}\n", ""), "goita/history")
    assert sheet.wrong == [1]  # still known, though its line number has changed
    asked = check_while(monkeypatch, sheet, desk)
    assert asked["wrong"] is None


def check_while(monkeypatch: pytest.MonkeyPatch, sheet: Sheet, desk: Desk) -> Any:
    """Return the answer when the text changes while its records are being checked."""
    monkeypatch.setattr(Outcome, "is_wrong", property(lambda _: sheet.changed()))
    return check(desk, sheet, Body())


def test_a_long_text_has_fewer_undoable_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_KEPT", 10)
    sheet = Sheet(Kept(name="a", written=Written("abcd"), folder="."))
    for text in ("abc", "abcde", "abcdef", "a" * 20, "b"):
        sheet.write(text)
    sheet.undo()
    assert sheet.text == "a" * 20  # the last change can always be undone, however long the text was
    sheet.write("abc")
    sheet.write("abcd")
    sheet.write("x" * 9)
    for text in ("abcd", "abc"):
        sheet.undo()
        assert sheet.text == text
    with pytest.raises(Refused, match="nothing to undo"):
        sheet.undo()
