"""Text around records, as people paste them from a chat."""

from pathlib import Path

import pytest

import kifu
from kifu.repair import mended

EXAMPLES = Path(__file__).parents[2] / "examples"
DATA = ("goita/match.json", "goita/online.yaml", "leduc/match.json")
TEXTS = ("goita/table.txt", "mighty/match.gibo", "planowanie/fault.log")
FENCED = (
    "```json\n%s```\n",
    "Hi all,\n\nhere is the game (game 3):\n\n~~~\n%s~~~\nThanks! What about ply 7?\n",
)
SAID = (
    "Hi all,\n\nhere is the game we played yesterday:\n\n%s",
    "%s\n\nThanks, what do you think?\n",
)


def check(name: str, chat: str, severity: str) -> None:
    """Check a record in a chat: the text around it is reported, and the rest is read."""
    record = (EXAMPLES / name).read_text()
    text, after = chat % record, chat.partition("%s")[2].strip()
    (reading,) = kifu.read(text)
    lines = [text[: text.rindex(after)].count("\n") + 1] if after else []
    if not chat.startswith("%s"):
        lines.insert(0, 1)
    found = [(each.line, each.code, each.severity) for each in kifu.validate(text)]
    assert found == [(line, "F011", severity) for line in lines]
    assert reading.record == kifu.loads(record)
    fixed = mended(text.encode(), unsafe=True).after
    assert not kifu.validate(fixed)
    assert kifu.loads(fixed) == kifu.loads(record)


@pytest.mark.parametrize("name", [*DATA, *TEXTS])
def test_a_code_fence_is_passed_over(name: str) -> None:
    for chat in FENCED:
        check(name, chat, "note")
    check("goita/history.txt", FENCED[0], "note")


@pytest.mark.parametrize("name", DATA + TEXTS)
def test_prose_is_passed_over_in_data_and_an_error_in_a_text(name: str) -> None:
    before, after = SAID
    check(name, before, "note" if name in DATA else "error")
    if name != "planowanie/fault.log":  # its lines may quote anything
        check(name, after, "note" if name in DATA else "error")


def test_other_records_are_read_beside_prose() -> None:
    """In files of several records, text around them is a piece of its own."""
    lines = (EXAMPLES / "goita/archive.jsonl").read_text().splitlines(keepends=True)[:3]
    history = (EXAMPLES / "goita/history.txt").read_text()
    for text in (
        "".join(("Hi, see here:\n", *lines, "Thanks, see you.\n")),
        f"Hi, see here:\n\n{history}",
    ):
        outcomes = list(kifu.outcomes(text))
        told = [each.code for one in outcomes for each in one.findings]
        assert told == ["F011"] * (len(outcomes) - (3 if "{" in text else 1))


def test_a_damaged_line_is_not_prose() -> None:
    gibo = (EXAMPLES / "mighty/match.gibo").read_text()
    assert gibo.startswith("Title: Tuesday table\n")
    (finding,) = kifu.validate(gibo.replace("Title:", "Title", 1))
    assert finding.code == "F301"


def test_prose_before_a_record_on_its_line() -> None:
    record = (EXAMPLES / "goita/match.json").read_text()
    finding, last = kifu.validate(f"Game: {record}thanks\n")
    assert (finding.line, finding.column, finding.code, last.line) == (1, 1, "F011", 18)


def test_a_line_of_its_own_is_removed() -> None:
    lines = (EXAMPLES / "goita/archive.jsonl").read_text().splitlines(keepends=True)[:3]
    records = "".join(lines)
    for text, is_safe in (
        (f"```json\n{records}```\n", True),
        (f"Hi, see here:\n{records}Thanks, see you.\n", False),
        (f"{records}The same again\r\n{records}", False),
    ):
        found = kifu.validate(text)
        assert {each.code for each in found} == {"F011"}
        assert [each.fix and each.fix.safe for each in found] == [is_safe] * len(found)
        fixed = mended(text.encode(), unsafe=not is_safe).after.decode()
        assert kifu.validate(fixed) == []
        kept = [line for line in text.splitlines() if line.startswith("{")]
        assert [line for line in fixed.splitlines() if line] == kept


def test_a_file_is_never_emptied() -> None:
    text = b"Thanks, see you."
    assert mended(text, identifier="goita/json", unsafe=True).after == text


def test_a_second_block_of_code_is_an_error() -> None:
    block = f"```\n{kifu.dumps(kifu.loads('12345678,12345679,11112345,11112345,s1,113'))}```\n"
    found = kifu.validate(f"{block}and\n{block}")
    assert [(each.code, each.severity, each.fix is None) for each in found] == [
        ("F011", "note", False),
        ("F011", "error", True),
    ]
