"""One slip in the text of goita/json is one error, and hides nothing else."""

from pathlib import Path

import kifu
from kifu.formats.text.place import mended
from kifu.formats.text.text import Text

EXAMPLES = Path(__file__).parents[3] / "examples" / "goita"
MATCH = (EXAMPLES / "match.json").read_text("utf-8")


def errors(text: str) -> list[kifu.Finding]:
    return [each for each in kifu.validate(text, "goita/json") if each.severity == "error"]


def test_a_lost_comma_hides_no_wrong_play_of_its_round() -> None:
    text = MATCH.replace('"winner": 1,', '"winner": 1', 1)
    assert [each.message for each in errors(text)] == ["a comma is missing here"]
    wrong = errors(text.replace("8215017", "8215027"))
    assert [each.code for each in wrong] == ["G103", "F101"]
    assert wrong[1].fix is not None
    assert mended(Text(text), wrong[1].fix) == MATCH


def test_a_word_of_another_language_is_judged_once() -> None:
    text = MATCH.replace('"points": 20', '"points": None', 1)
    (wrong,) = errors(text)
    assert (wrong.code, wrong.fix) == ("F101", None), "null is not allowed there either"
    text = text.replace('"points": 30', '"points": 40')
    assert [each.code for each in errors(text)][:1] == ["F101"]
    assert len(errors(text)) > 1


def test_a_typographic_quotation_mark_before_a_comma() -> None:
    text = MATCH.replace('"Sunday', "“Sunday", 1)
    (wrong,) = errors(text)
    assert wrong.message == 'expected a straight ", found “'
    assert wrong.fix is not None
    assert mended(Text(text), wrong.fix) == MATCH


def test_typographic_quotation_marks_between_two_values() -> None:
    text = MATCH.replace('"Aki", "Botan"', '"Aki”, “Botan"', 1)
    (wrong,) = errors(text)
    assert wrong.message == "expected a list of 4 values, found 3"
    assert wrong.fix is not None
    assert mended(Text(text), wrong.fix) == MATCH


def test_a_key_for_the_one_that_is_missing() -> None:
    text = MATCH.replace('"record": "82', '"dealer": "82', 1)
    assert [each.code for each in errors(text)] == ["F102"]
    text = MATCH.replace('"record": "8215017000680830002300088"', '"dealer": 0', 1)
    assert sorted(each.code for each in errors(text)) == ["F102", "S001"], "0 is not a play"


VIEW = (EXAMPLES / "view.json").read_text("utf-8")
BARE = VIEW.replace('  "view": 1,\n', "")


def test_a_view_that_does_not_say_so_is_one_error() -> None:
    (wrong,) = errors(BARE)
    assert wrong.code == "S001"
    assert wrong.message == 'the key "view" is missing: in every round, a whole hand is hidden'
    assert wrong.fix is not None
    assert errors(mended(Text(BARE), wrong.fix)) == []
    assert kifu.loads(mended(Text(BARE), wrong.fix)) == kifu.loads(VIEW)


def test_a_view_that_does_not_say_so_hides_nothing() -> None:
    both = errors(BARE.replace("8215", "8225").replace("9215", "9225"))
    assert [each.code for each in both] == ["S001", "G103"]
    both = errors(BARE.replace('"points": 20', '"ponts": 20', 1))
    assert [each.code for each in both] == ["S001", "S003"]


def test_hidden_pieces_in_one_round_are_no_view() -> None:
    text = MATCH.replace('"15667888"', '"99999999"', 1)
    assert [each.code for each in errors(text)] == ["G004"]


def test_a_key_that_nobody_knows_may_be_the_missing_one() -> None:
    assert [each.code for each in errors(VIEW.replace('"view": 1', '"json": 1'))] == ["S003"]
