"""A mended text says which of its spans a repair changed."""

from kifu.formats.text.grammar import grammar
from kifu.formats.text.language import GrammarLanguage
from kifu.formats.text.slips import MendedText
from kifu.formats.text.text import Text

LINE = "12345678,12345679,11112345,11112345,s1,113\n"


def respelt(word: str) -> list[str]:
    return [word.replace("b", "9")]


def mended(text: str) -> MendedText:
    language = GrammarLanguage(grammar("goita/history", "match"), "match", respell=respelt)
    return MendedText(Text(text), 0, len(text), language, {})


def test_a_removal_changes_the_spans_that_begin_or_end_there() -> None:
    text = mended(LINE + LINE.replace(",", ",,", 1) + LINE.replace(",s", ",,s"))
    for comma in (len(LINE) + len("12345678,"), 2 * len(LINE) + LINE.index("s")):
        for start, end in ((comma - 3, comma), (comma, comma + 3), (comma - 3, comma + 3)):
            assert text.is_mended(start, end)
            assert not text.keeps(start, end)
        for start, end in ((comma - 3, comma - 1), (comma + 1, comma + 3)):
            assert not text.is_mended(start, end)
            assert text.keeps(start, end)


def test_a_misspelling_changes_no_span_beside_it() -> None:
    wrong = LINE.replace("12345679", "1234567b")
    text, at = mended(LINE + wrong + LINE), len(LINE) + wrong.index("b")
    assert text.is_mended(at, at + 1)
    assert text.keeps(at, at + 1)
    assert not text.is_mended(0, at)
    assert not text.is_mended(at + 1, len(text.content))
