"""Applying fixes: in several passes, undoing those that do harm, and leaving other bytes alone."""

import json
import re

import pytest

import kifu
from kifu.findings import Edit, Finding, Fix
from kifu.formats import UnknownNotation
from kifu.formats.codes import TRAILING_COMMA
from kifu.repair import Look, mended
from kifu.repair.suggestions import suggest
from kifu.validation.outcome import Outcome

from ..imports import ROOT

LEDUC = '{"format": "leduc/json", "version": 1, "hands": [{"cards": ["Js", "Ks"], "actions": []}]}'
RAISED = LEDUC.replace('"actions": []', '"actions": ["raise", "fold"], "end": "fold"')


def test_sound_records_stay_the_same() -> None:
    done = mended(LEDUC.encode())
    assert (done.data, done.made, done.changed) == (LEDUC.encode(), (), False)
    assert [each.findings for each in done.left] == [[]]


def test_texts_without_records_are_refused() -> None:
    with pytest.raises(UnknownNotation):
        mended(b"nothing")
    with pytest.raises(KeyError):
        mended(LEDUC.encode(), "", "leduc/xml")


def test_damaged_packing_is_left() -> None:
    done = mended(b"\x1f\x8b\x08\x00damaged", "a.json.gz", "leduc/json")
    assert done.is_refused
    assert not done.changed
    assert [each.code for each in done.left[0].findings] == ["F004"]


def test_one_line_of_many_is_mended_and_the_others_stay() -> None:
    broken = LEDUC.replace("]}]}", "]},]}")
    text = f'{LEDUC}\r\n\r\n  {broken}\n{{"no": \n\xff\n{LEDUC}'.encode("latin-1")
    done = mended(text, "a.jsonl")
    assert done.data == text.replace(b"]},]}", b"]}]}")
    assert [each.code for each in done.made] == ["F105"]


def test_a_record_with_many_slips_is_mended_in_turns() -> None:
    hands = ",".join(['{"cards": ["Js", "Ks",], "actions": [],}'] * 60)
    done = mended(LEDUC.replace('{"cards": ["Js", "Ks"], "actions": []}', hands).encode())
    assert len(done.made) == 120
    assert not any(each.findings for each in done.left if not each.counts)
    assert b",}" not in done.data
    assert b",]" not in done.data


@pytest.mark.parametrize("bare", ["raise,fold", "Js,Ks", "fold", "raise"])
def test_words_without_quotation_marks_get_them_where_only_a_string_fits(bare: str) -> None:
    right = RAISED.replace('["Js", "Ks"]', '["Js","Ks"]').replace('raise", ', 'raise",')
    wrong = right.replace(f'"{bare}"'.replace(",", '","'), bare)
    done = mended(wrong.encode())
    assert {each.code for each in done.made} <= {"F101"}
    assert (done.changed, done.after.decode()) == (True, right)


def test_several_bare_words_are_one_string_where_a_text_belongs() -> None:
    wrong = LEDUC.replace('"version": 1', '"version": 1, "title": Match of the day')
    right = LEDUC.replace('"version": 1', '"version": 1, "title": "Match of the day"')
    assert mended(wrong.encode()).data == right.encode()


def test_a_word_in_place_of_a_number_stays() -> None:
    wrong = LEDUC.replace('"version": 1', '"version": one').encode()
    assert mended(wrong, unsafe=True).data == wrong


def test_new_lines_end_as_those_around_them() -> None:
    table = (ROOT / "examples/goita/table.txt").read_text("utf-8").replace("\n", "\r\n")
    joined = table.replace("\r\n1. ", "1. ", 1)
    assert joined != table
    assert mended(joined.encode(), "", "goita/table").data.decode() == table


def bad(*edits: Edit, message: str = "a fix") -> Finding:
    return Finding(
        rule=TRAILING_COMMA, message="m", line=1, column=1, fix=Fix(message, edits=edits)
    )


def looking(*findings: Finding) -> Look:
    """Return a function that adds some findings for the original text only."""
    seen = list[str]()

    def look(outcome: Outcome[object]) -> list[Finding]:
        assert outcome.reading.text is not None
        seen.append(outcome.reading.text.content)
        return [*outcome.findings, *(findings if seen[-1] == seen[0] else ())]

    return look


def test_fixes_that_make_it_worse_are_taken_back() -> None:
    worse = bad(Edit(1, 1, 1, 2, ""))
    assert mended(LEDUC.encode(), look=looking(worse)).data == LEDUC.encode()


def test_a_fix_that_helps_is_made_though_another_does_not() -> None:
    broken = LEDUC.replace("]}]}", "]},]}")
    done = mended(broken.encode(), look=looking(bad(Edit(1, 2, 1, 3, ""))))
    assert done.data.decode() == LEDUC
    assert [each.line for each in done.made] == [1]


def test_fixes_that_change_the_game_are_taken_back() -> None:
    other = bad(Edit(1, 1, 1, len(LEDUC) + 1, '{"format": "goita/json"}'))
    assert mended(LEDUC.encode(), unsafe=True, look=looking(other)).data == LEDUC.encode()


def test_suggestions_are_written_on_request() -> None:
    wrong = RAISED.replace('"Ks"', '"Kx"')
    plain = mended(wrong.encode(), unsafe=True)
    assert not plain.changed
    found = kifu.suggest(next(iter(kifu.outcomes(wrong))))
    done = mended(wrong.encode(), unsafe=True, look=suggest)
    assert done.changed == any(each.fix for each in found)
    assert not mended(wrong.encode(), look=suggest).changed


def test_numbers_in_a_list_change_one_by_one() -> None:
    text = RAISED.replace('"end"', '"returns": [ -1,\n  9 ], "end"')
    done = mended(text.encode(), unsafe=True)
    assert done.data.decode() == text.replace("-1,", "1,").replace(" 9 ", " -1 ")
    assert json.loads(done.data)["hands"][0]["returns"] == [1, -1]


@pytest.mark.parametrize("name", ["goita/match.json", "mighty/deal.json"])
def test_a_repeated_round_is_removed(name: str) -> None:
    text = (ROOT / "examples" / name).read_text("utf-8")
    record = json.loads(text)
    key = "rounds" if "rounds" in record else "deals"
    record[key].insert(1, record[key][0])
    done = mended(json.dumps(record, indent=1).encode(), unsafe=True)
    assert json.loads(done.data) == json.loads(text)
    assert [each.code for each in done.made] in (["G506"], ["M503"])


def test_only_one_of_two_guesses_about_a_slip_is_applied() -> None:
    """Either a different dealer or missing rows of the previous round would explain this slip."""
    text = (ROOT / "examples/goita/online.yaml").read_text("utf-8")
    places = [at for at in range(len(text)) if text.startswith("uchidashi: ", at)]
    at = places[3] + len("uchidashi: ")
    assert text[at] == "1"
    wrong = f"{text[:at]}2{text[at + 1 :]}"
    (outcome,) = kifu.outcomes(wrong)
    guesses = [each.code for each in suggest(outcome) if each.fix and not each.fix.safe]
    assert guesses == ["G503", "G604"]
    done = mended(wrong.encode(), unsafe=True, look=suggest)
    assert done.after.decode() == text
    assert [each.code for each in done.made] == ["G503"]


@pytest.mark.parametrize("number", range(5))
def test_no_sound_row_is_lost_where_a_wrong_dealer_has_a_rival(number: int) -> None:
    """With a different dealer, all rows of a round look wrong, and rows before it look missing."""
    text = (ROOT / "examples/goita/online.yaml").read_text("utf-8")
    places = [found.end() for found in re.finditer("uchidashi: ", text)]
    at = places[number]
    for dealer in "0123".replace(text[at], ""):
        wrong = f"{text[:at]}{dealer}{text[at + 1 :]}"
        after = mended(wrong.encode(), unsafe=True, look=suggest).after.decode()
        lost = [line for line in text.splitlines() if line not in after.splitlines()]
        assert [line for line in lost if '["' in line] == []
        assert after.count('["') >= text.count('["')
