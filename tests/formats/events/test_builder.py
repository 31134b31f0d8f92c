"""Building records from events, with the builder available to all move notations."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kifu import Annotation, Finding
from kifu.findings.limits import MOST_VARIATIONS
from kifu.formats import notation
from kifu.formats.events.builder import readings
from kifu.formats.events.drafts import DraftLine, DraftMatch, DraftRound
from kifu.formats.events.events import Clock, Comment, Move, Remark
from kifu.formats.events.skipping import counted
from kifu.formats.interface.notation import Counts
from kifu.formats.text.text import Text
from kifu.replayer import game
from kifu.replayer.leduc.record import Hand, Record
from kifu.replayer.play.check import checked
from kifu.replayer.play.ended import Ended
from kifu.replayer.play.variations import Variation

from ...loops import all_of
from .toy import Toy, events, read

GAME = """[title "The final"] {of the club} -- [cards "Ks Jh"] {a quiet hand}
. $6 {a trap} %108 ({instead>} b (.) f) {waits} b . Qh . (b .) b resigns
"""


def only(content: str) -> tuple[Record, list[Finding]]:
    """Return the only record in a text, and all findings about it in order."""
    (reading,) = read(content)
    assert reading.written is not None
    found = checked(game("leduc"), reading.written).findings
    placed = [reading.place(each) for each in found]
    return reading.written, [*reading.findings, *(each for each in placed if each is not None)]


def places(content: str) -> list[tuple[str, int | None]]:
    """Return the codes and columns of everything wrong with a one-line text."""
    return [(each.code, each.column) for each in only(content)[1]]


def test_a_record_has_all_that_its_text_says() -> None:
    record, findings = only(GAME)
    assert not findings
    assert record == Record(
        title="The final",
        annotations=(Annotation(after=("of the club",)),),
        hands=(
            Hand(
                cards=("Ks", "Jh"),
                actions=("call", "raise", "call", "Qh", "call", "raise"),
                ended=Ended(how="resignation", by=0),
                annotations=(
                    Annotation(after=("a quiet hand",)),
                    Annotation(ply=1, after=("a trap", "waits"), glyphs=(6,), time_left=108),
                ),
                variations=(
                    Variation(
                        ply=1,
                        actions=("raise", "fold"),
                        annotations=(Annotation(ply=1, before=("instead",)),),
                        variations=(Variation(ply=1, actions=("call",)),),
                    ),
                    Variation(ply=4, actions=("raise", "call")),
                ),
            ),
        ),
    )


def test_a_remark_may_be_a_whole_annotation() -> None:
    line = DraftLine()
    line.play(Move(0, 1, "."))
    line.actions = line.moves
    whole = Annotation(after=("a trap", "waits"), glyphs=(6, 1), time_left=0)
    line.note(Remark(2, 3, whole))
    line.note(Comment(4, 5, "!"))
    line.note(Clock(6, 7, left=9))
    first = replace(whole, ply=1, after=("a trap", "waits", "!"))
    assert line.annotations() == (first, Annotation(ply=1, time_left=9))


@all_of(
    ("content", "found"),
    {
        "a move without meaning in its state": (". . Qh f .", [("L101", 8)]),
        "the same in a variation": (". (b b b b) b f", [("L101", 8)]),
        "an illegal action": (". b f b", [("L201", 7)]),
        "a slip that leaves the rest unknown": (". ? x b", [("F301", 3), ("F301", 5)]),
        "a slip in a variation": (". (b ?) b f (f)", [("F301", 6), ("V003", 14)]),
        "a variation without a move": (". () b f", [("F301", 3)]),
        "a variation that replaces nothing": ("(b) . b f", [("F301", 1)]),
        "a variation never closed": (". (b f", [("F301", 3)]),
        "a variation never opened": (". ) b f", [("F301", 3)]),
        "a move after the end": (". resigns b", [("F301", 11)]),
        "a second end": (". resigns resigns", [("F301", 11)]),
        "a variation identical to the main line": (". (.) b f", [("V003", 4)]),
    }.values(),
)
def test_each_slip_is_found_in_its_place(content: str, found: list[tuple[str, int]]) -> None:
    assert places(content) == found


def test_a_slip_hides_no_other_record() -> None:
    first, second = read(". ? === . b f")
    assert [each.column for each in first.findings] == [3]
    assert not second.findings
    assert second.written is not None
    assert second.written.hands[0].actions == ("call", "raise", "fold")


def test_variations_that_are_too_deep_take_no_time() -> None:
    """They are reported once, and the record is not whole."""
    deep = 100_000
    reading = read(". " + "(b " * deep + ")" * deep)[0]
    assert [each.code for each in reading.findings] == ["V004"]
    assert reading.written is not None
    assert not reading.whole
    found = checked(game("leduc"), reading.written).findings
    assert "V004" not in {each.code for each in found}


def test_too_many_variations_are_not_left_out_in_silence() -> None:
    reading = read(". b" + " (f)" * (MOST_VARIATIONS + 2))[0]
    assert [each.code for each in reading.findings].count("V005") == 1
    assert not reading.whole


def test_events_count_without_a_record() -> None:
    assert [*counted(events(Text(GAME + "===" + GAME)))] == [Counts(1, 5), Counts(1, 5)]


def test_a_move_is_not_left_out_in_silence() -> None:
    """An adapter that yields fewer actions than moves must say why, as notes would be lost too."""

    class Short(Toy):
        def start(self, match: DraftMatch, played: DraftRound) -> None:
            return None

        def actions(self, played: DraftRound, line: DraftLine) -> list[str]:
            return line.moves[:-1]

    text = Text(". b f {well done}")
    with pytest.raises(ValueError, match="returns 2 for 3 moves"):
        list(readings(text, events(text), Short, notation("leduc/json")))
