"""The text of one record in a text of several."""

from kifu.formats.interface.catalog import notation
from kifu.repair.suggestions.record import text_of_record

from ...loops import all_of


@all_of("identifier", ["goita/yaml", "mighty/gibo"])
@all_of("separator", ["---\n", "-----\n", "--- \r\n"])
def test_records_between_lines_of_dashes(identifier: str, separator: str) -> None:
    records = ["one\n--\n", "two\n", "three\n"]
    content = separator + separator.join(records)
    for each in records:
        start = content.index(each)
        for place in (start, start + len(each) - 1):
            first, last = text_of_record(content, notation(identifier), place)
            assert content[first:last] == each


def test_records_between_empty_lines() -> None:
    content = "one\none\n\ntwo\n"
    first, last = text_of_record(content, notation("goita/history"), content.index("two"))
    assert content[first:last] == "two\n"


def test_a_notation_with_one_record_a_text() -> None:
    assert text_of_record("one\n---\ntwo", notation("goita/json"), 9) == (0, 11)
