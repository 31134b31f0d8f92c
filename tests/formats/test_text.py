"""Positions in text, and places in trees of values."""

from hypothesis import given
from hypothesis import strategies as st

from kifu.formats.document.tree import pointer, split_pointer
from kifu.formats.text.text import EXCERPT, Text

from ..helpers import offset

LINES = st.lists(st.sampled_from([*"ab し😀", "\n", "\r", "\r\n", "\u2028", "\x85"])).map("".join)


@given(LINES, st.integers(1, 5), st.data())
def test_positions_count_lines_and_characters(
    content: str, first: int, data: st.DataObject
) -> None:
    text = Text(content, first)
    at = data.draw(st.integers(0, len(content)))
    line, column = text.position(at)
    assert offset(content, line - first + 1, column) == at
    assert len(text.starts()) == content.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


@given(LINES | st.text("ab", min_size=150, max_size=400), st.data())
def test_excerpts_hold_what_they_are_about(content: str, data: st.DataObject) -> None:
    text = Text(content)
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, len(content)))
    excerpt = text.excerpt(start, end)
    assert len(excerpt.text) <= EXCERPT
    assert "\n" not in excerpt.text
    assert 0 <= excerpt.start <= len(excerpt.text) + 1
    assert excerpt.length >= 1
    about = content[start : min(end, start + excerpt.length)]
    line = about.replace("\r", "\n").split("\n")[0]
    assert excerpt.text[excerpt.start :].startswith(line[: EXCERPT - excerpt.start])


def test_an_excerpt_says_where_it_was_cut() -> None:
    text = Text("a" * (EXCERPT + 100))
    for content, at, cut in (
        (text, 0, (False, True)),
        (text, EXCERPT, (True, True)),
        (text, EXCERPT + 99, (True, False)),
        (Text("ab"), 1, (False, False)),
        (Text("ab", 1, 5), 1, (True, False)),
    ):
        excerpt = content.excerpt(at, at + 1)
        assert (excerpt.more_before, excerpt.more_after) == cut


@given(st.lists(st.text(max_size=4), max_size=4))
def test_pointers_hold_any_key(parts: list[str]) -> None:
    assert split_pointer(pointer(*parts)) == parts
