"""The records of a text that changes: what is known of them is what a new look at it would say."""

from io import BytesIO
from random import Random

import pytest

from kifu import formats, replayer
from kifu.studio.sheet import Kept, Sheet, Written
from kifu.validation import outcomes

from ..hostile.inputs import change_words, flip
from ..hostile.oracles import shown_findings
from ..hostile.seeds import Seed

ACCEPTED = ("goita/history",)
"""What is vouched for is not checked at all."""
CHECKED = ("goita/json", "goita/table", "leduc/json", "mighty/gibo", "planowanie/log")


def text_of(identifier: str) -> str:
    notation = formats.notation(identifier)
    records = [replayer.generate(notation.game, number) for number in range(4)]
    return "".join(notation.texts(records, lines=notation.medium == "json"))


def sheet_of(identifier: str) -> Sheet:
    return Sheet(Kept(name="a", written=Written(text_of(identifier), identifier), folder="."))


def told(sheet: Sheet) -> list[str]:
    return [shown_findings(each.findings) for each in sheet.outcomes]


@pytest.mark.parametrize("identifier", ACCEPTED + CHECKED)
def test_findings_are_those_of_a_new_look(identifier: str) -> None:
    rng, sheet = Random(identifier), sheet_of(identifier)
    for number in range(12):
        _ = told(sheet) if number % 3 else sheet.outcomes
        if number % 4 == 3:
            sheet.undo()
        else:
            data = rng.choice((flip, change_words))(Seed(identifier, sheet.text.encode()), rng)
            sheet.write(data.decode(errors="replace"), identifier)
        stream = BytesIO(sheet.text.encode())
        again = [shown_findings(each.findings) for each in outcomes(stream, "a", identifier)]
        assert told(sheet) == again


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
