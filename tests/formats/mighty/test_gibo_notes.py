"""mighty/gibo: comments and notes, which are annotations."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu import Annotation, formats, replayer
from kifu.formats.conversion import rewritten
from kifu.formats.text.text import Text
from kifu.replayer.mighty.record import Record
from kifu.replayer.play.kinds import noted

from ...command import Kifu
from ...differential.thorough import thoroughly

GIBO = formats.notation("mighty/gibo")
GAME = replayer.game("mighty")

HEAD = """Title: Friday
# of the match

"""
DEAL = """Deal: 1
# of the deal
Dealer: P0
Auction: P0 15♥, P1 pass, P2 pass, P3 pass, P4 pass
# of the last call
Note 1: of the first
Contract: 15♥
# of the contract
#   in two lines
##
# and another
R   P0!  P1   P2   P3   P4
1   (♣2  ♣3   ♣4   ♣A*  ♣6
# of a trick
2   ♥A*  ♥9   ♥4   (♥K  ♥T
Note before 7: of its first card
Note: of the deal, too
"""


def notes(text: str) -> tuple[list[Annotation], list[Annotation]]:
    """Return the annotations of the match and of its only deal."""
    record = kifu.loads(text, "mighty/gibo", type=Record)
    return list(record.annotations), list(record.deals[0].annotations)


def test_comments_are_about_what_stands_before() -> None:
    of_match, of_deal = notes(HEAD + DEAL)
    assert of_match == [Annotation(after=("of the match",))]
    assert of_deal == [
        Annotation(after=("of the deal", "of the deal, too")),
        Annotation(ply=1, after=("of the first",)),
        Annotation(ply=5, after=("of the last call",)),
        Annotation(ply=6, after=("of the contract\n  in two lines", "and another")),
        Annotation(ply=7, before=("of its first card",)),
        Annotation(ply=11, after=("of a trick",)),
    ]


@pytest.mark.parametrize(
    ("above", "of_match", "of_deal"), [("# a\n", [], ["a"]), ("# a\n\n", ["a"], [])]
)
def test_a_comment_right_above_a_deal_is_about_it(
    above: str, of_match: list[str], of_deal: list[str]
) -> None:
    match, deal = notes(f"{above}Deal: 1\nDealer: P0\n")
    assert [text for each in match for text in each.after] == of_match
    assert [text for each in deal for text in each.after] == of_deal


def test_a_deal_begins_below_its_comment() -> None:
    """What is missing in a deal is reported where the deal begins."""
    table = "R   P0!  P1   P2~  P3   P4\n1   (♦A* ♦5   ♦T   ♦Q   ♦2\n"
    text = f"# first\nDeal: 1\n{table}\n# second\nDeal: 2\n{table}"
    assert [each.line for each in kifu.validate(text) if each.code == "M601"] == [2, 7]


def test_plies_that_are_inferred_move_no_comment() -> None:
    """A table without its contract has fewer plies than the completed record."""
    table = "R   P0!  P1   P2   P3   P4\n1   (♣2  ♣3   ♣4   ♣A*  ♣6\n# here\n"
    (reading,) = GIBO.read(Text(table))
    written, completed = reading.written.deals[0], reading.record.deals[0]
    assert [each.ply for each in written.annotations] == [written.plies] == [5]
    assert [each.ply for each in completed.annotations] == [completed.plies]


@pytest.mark.parametrize("comment", ["# 2  ♠X (♠A*", "# late: see above", "#Title: x"])
@pytest.mark.parametrize("slip", ["♥X", "♥9 ♥8"])
def test_a_comment_hides_no_slip_and_is_none_itself(comment: str, slip: str) -> None:
    wrong = DEAL.replace("♥9", slip).replace("# of a trick", comment)
    before = kifu.validate(wrong.replace(f"{comment}\n", ""), "mighty/gibo")
    after = kifu.validate(wrong, "mighty/gibo")
    assert [(each.code, each.message) for each in before] == [
        (each.code, each.message) for each in after
    ]


def test_a_ply_that_is_not_there_is_named() -> None:
    found = kifu.validate(DEAL.replace("Note 1:", "Note 99:"), "mighty/gibo")
    assert [(each.line, each.column) for each in found if each.code == "V011"] == [(6, 1)]


def test_commands_keep_comments(run: Kifu) -> None:
    text = GIBO.write(GAME.generate(Random(5)))
    lines = text.splitlines()
    row = next(at for at, line in enumerate(lines) if line.startswith("3 "))
    lines.insert(row + 1, "# a good one")
    (run.folder / "a.gibo").write_text("\n".join(lines) + "\n", "utf-8")
    assert run("validate", "--quiet", "a.gibo").status == 0
    assert run("fmt", "--check", "a.gibo").status == 0
    run("convert", "a.gibo", "--to", "mighty/json", "--strict", "-o", "a.json")
    run("convert", "a.json", "--to", "mighty/gibo", "--strict", "-o", "b.gibo")
    assert read(run, "b.gibo") == read(run, "a.gibo")
    assert "a good one" in json.dumps(json.loads(read(run, "a.json"))["deals"])


def test_notes_are_written_in_one_order() -> None:
    record: Record = kifu.loads(DEAL, "mighty/gibo", type=Record)
    noted = (
        Annotation(ply=9, before=("a",), after=("b",)),
        Annotation(ply=8, after=("c",)),
        Annotation(before=("d",)),
        Annotation(ply=9, before=("e",)),
    )
    record = replace(record, deals=(replace(record.deals[0], annotations=noted),))
    text = GIBO.write(record)
    assert GIBO.write(kifu.loads(text, "mighty/gibo", type=Record)) == text


@pytest.mark.parametrize("number", ["-1", "x", "before 3.5", "999999", "after 3"])
def test_errors_in_the_number_of_a_note_are_reported(number: str) -> None:
    reported = kifu.validate(DEAL.replace("Note 1:", f"Note {number}:"), "mighty/gibo")
    (found,) = (each for each in reported if each.severity == "error")
    word = number.removeprefix("before ")
    assert found.message.startswith(f"{word!r} is not the number of a ply: write `Note 7: …`")
    assert (found.code, found.line, found.column) == ("F301", 6, 6 + len(number) - len(word))


def read(run: Kifu, name: str) -> str:
    """Read a file's text."""
    return (run.folder / name).read_text("utf-8")


TEXTS = st.text(max_size=12) | st.sampled_from(["#", "##", " a ", "a\n", "\n#b", '"q"', "---", ""])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_all_comments_survive(data: st.DataObject) -> None:
    record: Record = GAME.generate(Random(data.draw(st.integers(0, 5))))
    deals = list(record.deals)
    number = data.draw(st.integers(0, len(deals) - 1))
    plies = st.none() | st.integers(0, deals[number].plies)
    made = data.draw(
        st.lists(
            st.builds(
                Annotation,
                ply=plies,
                before=st.lists(TEXTS, max_size=2).map(tuple),
                after=st.lists(TEXTS, max_size=3).map(tuple),
                glyphs=st.sampled_from([(), (1,)]),
            ),
            max_size=4,
        )
    )
    deals[number] = replace(deals[number], annotations=tuple(made))
    of_match = [replace(each, ply=None) for each in made[:1]]
    record = replace(record, deals=tuple(deals), annotations=tuple(of_match))
    text, lost = rewritten(record, GIBO)
    glyphs = sum(len(each.glyphs) for each in (*made, *of_match))
    assert lost == [f"glyphs: glyphs such as ! and ? ({glyphs})"] * bool(glyphs)
    (reading,) = GIBO.read(Text(text))
    with thoroughly():
        (other,) = GIBO.read(Text(text))
    assert other.written == reading.written
    left = noted(GAME, record) - noted(GAME, reading.record)
    assert Counter(kind for kind, _ in left) == Counter({"glyphs": len(left)} if left else {})
