"""Where the findings about a text stop, a line says how many more there are."""

import json

import pytest

import kifu
from kifu.formats.base import MOST, Found
from kifu.validation import MOST_OF_RECORD

from ..command import Kifu
from ..helpers import MODEL_A, goita

HANDS = "12345678,12345679,11112345,11112345,s1"


@pytest.mark.parametrize("more", [1, 2, 250])
def test_comments_in_json(more: int) -> None:
    text = goita(MODEL_A) + "\n# mine" * (MOST + more)
    *listed, last = kifu.validate(text)
    assert [each.code for each in listed] == ["F104"] * MOST
    assert (last.code, last.severity, last.line) == ("F007", "note", MOST + 2)
    assert last.message.startswith(f"{more} more finding{'s' if more > 1 else ''} ")


def test_as_many_as_are_listed() -> None:
    findings = kifu.validate(goita(MODEL_A) + "\n# mine" * MOST)
    assert [each.code for each in findings] == ["F104"] * MOST


def test_keys_that_nobody_knows() -> None:
    extra = {f"colour {number}": number for number in range(130)}
    text = goita(MODEL_A | extra)
    findings = kifu.validate(text)
    assert [each.code for each in findings] == ["S003"] * MOST + ["F007"]
    assert findings[-1].message.startswith("30 more")


def test_history_strings() -> None:
    findings = kifu.validate(f"{HANDS},1?3\n" * (MOST + 7), "goita/history")
    assert [each.code for each in findings if each.code == "F007"] == ["F007"]
    assert next(each for each in findings if each.code == "F007").message.startswith("7 more")


def test_lines_of_a_log_without_a_mark() -> None:
    text = ">> 0: set_deck 9TJQKA CD\n" + "gen_move\n" * (MOST + 20)
    found = kifu.validate(text, "planowanie/log")
    (last,) = (each for each in found if each.code == "F007")
    assert last.message.startswith("20 more")


def test_a_count_may_be_the_least() -> None:
    finding = kifu.validate(goita(MODEL_A) + "#")[0]
    found = Found([finding] * (MOST + 3))
    assert found.all()[-1].message.startswith("3 more")
    found.exact = False
    assert found.all()[-1].message.startswith("at least 3 more")


def test_findings_of_the_play_are_bounded_too(run: Kifu) -> None:
    more = 10
    head = {"format": "planowanie/json", "version": 1, "deck": {"ranks": "23", "suits": "C"}}
    deals = MOST_OF_RECORD + more + 1  # the last one may break off
    text = json.dumps(head | {"seats": 2, "plan": [[1, 0]] * deals, "deals": [{}] * deals})
    *listed, last = kifu.validate(text)
    assert len(listed) == MOST_OF_RECORD
    assert (last.code, last.severity) == ("F007", "error")
    assert last.message == f"{more} more findings about this record, not listed"
    run.write({"a.json": text})
    assert run("validate", "--ignore", listed[0].code, "a.json").status == 1


def test_it_is_told_in_text_and_in_json(run: Kifu) -> None:
    text = goita(MODEL_A) + "\n# mine" * (MOST + 5)
    result = run("validate", "-", stdin=text.encode())
    assert "F007 more-findings\n  5 more findings" in result.out
    told = json.loads(run("validate", "--output-format", "json", "-", stdin=text.encode()).out)
    assert told["findings"][-1]["code"] == "F007"
    assert (told["summary"]["errors"], told["summary"]["notes"]) == (MOST, 1)
