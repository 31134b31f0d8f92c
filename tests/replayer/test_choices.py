"""Legal actions in ranges are a sequence like any other."""

from itertools import product

import pytest

from kifu.replayer.choices import ActionRange, Choices

RANGES = [
    ActionRange("raise ", 4, 12, step=4),
    ActionRange("raise ", 8, 9),
    ActionRange("bet ", 7, 7, suffix=" all in"),
    ActionRange("bet ", 7, 6),
    ActionRange("", -2, 1),
]


def test_it_is_the_sequence_of_all_actions() -> None:
    legal = Choices(["fold", "raise 8"], RANGES)
    listed = ["fold", "raise 8", "raise 4", "raise 8", "raise 12", "raise 8", "raise 9"]
    listed += ["bet 7 all in", "-2", "-1", "0", "1"]
    assert [*legal] == listed
    assert len(legal) == len(listed)
    assert [legal[at] for at in range(-len(listed), len(listed))] == 2 * listed
    for start, stop, step in product((None, 0, 3, -4), (None, 1, 9, -1), (None, 2, -1)):
        assert list(legal[start:stop:step]) == listed[start:stop:step]
    for each in [*listed, "raise 5", "raise 16", "raise 08", "bet 7", "bet 6 all in", "-3", "2"]:
        assert (each in legal, legal.count(each)) == (each in listed, listed.count(each)), each
    for index in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            legal[index]


def test_its_words() -> None:
    assert [str(each) for each in RANGES if each.numbers] == [
        "raise 4 to raise 12, by 4",
        "raise 8 to raise 9",
        "bet 7 all in",
        "-2 to 1",
    ]
