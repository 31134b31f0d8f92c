"""Completion: the legal actions at a place, as the notation writes them."""

from pathlib import Path

import pytest

from ..imports import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")


from kifu.lsp.completions import completions
from kifu.lsp.documents import Document
from kifu.lsp.places import Places, rounds_of

from .editor import Editor

EXAMPLES = ROOT / "examples"


def offered(path: str, before: str, typed: str, replaced: str = "") -> list[str]:
    """Return what is offered after typing behind `before`, in place of what was there."""
    text = (EXAMPLES / path).read_text("utf-8")
    at = text.index(before) + len(before)
    changed = text[:at] + typed + text[at:].removeprefix(replaced)
    found = completions(Document(changed, str(EXAMPLES / path)), at + len(typed))
    return [] if found is None else [each.text_edit.new_text for each in found.items]


@pytest.mark.parametrize(
    ("path", "before", "typed", "replaced", "expected"),
    [
        ("go/lesson.sgf", ";W[gc]", ";B[c", ";B[cg]", "B[cg]"),
        ("goita/match-2015.json", '"record": "', "", "", "13"),
        ("goita/online.yaml", '    - ["2","香","飛"]\n    - ', '["1","飛', '["1","飛","王"]', ""),
        ("mighty/match.gibo", "Friend: ", "♠", "♠K", "♠K"),
        ("mighty/match.gibo", "Rules: ", "", "seed", ""),
        ("mighty/match.gibo", "Deal: 1\nDealer: ", "", "P0", ""),
        ("mighty/match.gibo", "Deal: 1\n", "Dea", "Dealer: P0", "Dealer:"),
        ("mighty/match.gibo", "P4 pass\n", "Re", "Result: thrown-in", "Result:"),
        ("mighty/match.gibo", "table\n", "P", "Players: Aram Byeol Chan Dahee Eun", "Players:"),
        ("mighty/match.gibo", "Eun\n", "S", "Rules: seed", "Start:"),
        ("mighty/match.gibo", "Result: ", "", "thrown-in", "unfinished"),
        ("planowanie/fault.json", '"declarations": [', "", "0", "0"),
        ("leduc/match.json", '"end": ', '"f', '"fold"', ""),
        ("mighty/deal.json", '"preset": ', '"', '"seed"', ""),
    ],
)
def test_legal_actions_and_words_are_offered(
    path: str, before: str, typed: str, replaced: str, expected: str
) -> None:
    found = offered(path, before, typed, replaced)
    assert (expected or replaced) in found
    assert all(each.startswith(typed.lstrip(";")) for each in found)


@pytest.mark.parametrize(
    "name", ["go/game.json", "goita/online.yaml", "goita/table.txt", "leduc/match.json"]
)
def test_what_is_offered_is_read_as_that_action(name: str) -> None:
    path = EXAMPLES / name
    document = Document(path.read_text("utf-8"), str(path))
    (part,) = document.parts()
    ((outcome, _),) = rounds_of(part)
    plays = [each for each in Places(part, outcome).plays(1) if each.step.actors]
    for play in plays[:: max(1, len(plays) // 4)]:
        without = document.text[: play.start] + document.text[play.end :]
        found = completions(Document(without, str(path)), play.start)
        assert found is not None
        texts = [each.text_edit.new_text for each in found.items]
        assert document.text[play.start : play.end] in texts
        assert len(texts) == len(set(texts))
        assert all(each.detail for each in found.items)


def test_nothing_is_offered_in_free_text() -> None:
    assert offered("goita/online.yaml", 'p0: "', "A") == []
    assert offered("go/lesson.sgf", "C[", "B") == []
    assert offered("go/game.json", '"players": [', '"', '"Ada"') == []
    assert offered("mighty/match.gibo", "Title: ", "", "Tuesday table") == []


def test_a_header_that_is_there_or_belongs_elsewhere_is_not_offered() -> None:
    assert offered("mighty/match.gibo", "Deal: 1\n", "Dea") == []
    assert offered("mighty/match.gibo", "Rules: seed\n", "Pl") == []
    assert "Rules:" not in offered("mighty/match.gibo", "Dealer: P0\n", "R")


def test_an_editor_completes(tmp_path: Path) -> None:
    text = (EXAMPLES / "leduc/match.json").read_text("utf-8")
    lines = text.splitlines()
    line = next(at for at, each in enumerate(lines) if '"actions": ["' in each)
    column = lines[line].index('"actions": ["') + len('"actions": ["')
    editor = Editor(tmp_path)
    editor.open("match.json", text)
    found = editor.completed("match.json", line, column)
    assert [each.label for each in found] == ['"call"', '"raise"']
    assert editor.close() == 0
