"""Names that look alike."""

import pytest

from kifu.arena.ratings.alike import alike, told_apart

from ...loops import all_of

ALIKE = {
    "a blank": ("Bob", "Bob "),
    "a no-break space": ("Bob", "Bob\u00a0"),
    "case": ("Анна", "АННА"),
    "a zero-width space": ("Bob", "Bo\u200bb"),
    "a zero-width joiner": ("Bob", "Bob\u200d"),
    "a byte order mark": ("Bob", "\ufeffBob"),
    "a variation selector": ("Bob", "Bob\ufe0f"),
    "a Korean filler": ("김", "김\u3164"),
    "a Cyrillic letter": ("Bob", "B\u043eb"),
    "Cyrillic letters only": ("Tom", "\u0422\u043em"),
    "a Cyrillic capital": ("bob", "\u0412ob"),
    "a Greek letter": ("Ann", "\u0391nn"),
    "full-width letters": ("Bob", "Ｂｏｂ"),
    "two characters for one letter": ("Zoë", "Zoe\u0308"),
    "parts of a Korean letter": ("가", "\u1100\u1161"),
}


@all_of("name", ALIKE)
def test_names_that_look_alike(name: str) -> None:
    one, other = ALIKE[name]
    assert [sorted(each) for each in alike([one, "Eve", other])] == [sorted([one, other])]
    first, second = told_apart([one, other])
    assert first != second
    assert name == "case" or name.startswith("full") or (first + second).isascii() or "\\" in second


def test_one_group_for_several_differences() -> None:
    (found,) = alike(["Bob", "B\u043eb", "b\u043eb ", "BOB", "Ann"])
    assert len(found) == 4


@pytest.mark.parametrize("other", ["Bop", "Bób", "Bob2", "밥", "Вова"])
def test_names_that_differ(other: str) -> None:
    assert alike(["Bob", other]) == []


def test_a_difference_in_case_needs_no_escapes() -> None:
    assert told_apart(["Анна", "анна"]) == ['"Анна"', '"анна"']
