"""planowanie/log and seat-log: comments become annotations of the game, a deal or a ply."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu import formats
from kifu.formats.text.comments_lost import unheld
from kifu.replayer.planowanie.game import GAME
from kifu.replayer.planowanie.record import Record
from kifu.replayer.play.annotation import Annotation

from ...command import Kifu
from ...helpers import RANDOM
from ...loops import all_of

ARBITERS, SEATS = formats.notation("planowanie/log"), formats.notation("planowanie/seat-log")

SEAT_LOG = """\
set_deck 9TJQKA CD
=

set_players 2 0
=

set_game 2 1 0 1 1
=

set_cards 1 9C
=

gen_declare
= 1

declare 0 1
=

declare 1 0
=

gen_move
= 9C

play 0 9C
=

play 1 AD
=

set_cards 1 TC
=

gen_declare
= 0

"""


def notes(text: str) -> tuple[tuple[Annotation, ...], ...]:
    """Return the annotations of a game and of each of its deals."""
    record = kifu.loads(text, type=Record)
    return record.annotations, *(each.annotations for each in record.deals)


A, B = ("a",), ("b",)
PLACES = {
    "the head": ("set_deck", "# a\nset_deck", 0, Annotation(before=A)),
    "several lines": ("set_deck", "# a\n#  b\n\n# c\n##\n#d\nset_deck", 0,
                      Annotation(before=("a\n b", "c", "d"))),
    "the set-up": ("set_players", "# a\nset_players", 1, Annotation(before=A)),
    "before a deal": ("set_cards 1 TC", "# a\nset_cards 1 TC", 2, Annotation(before=A)),
    "after a deal": ("set_cards 1 TC", "# a\n\nset_cards 1 TC", 1, Annotation(after=A)),
    "before the player's own declaration": ("gen_declare", "# a\ngen_declare", 1,
                                   Annotation(ply=1, before=A)),
    "within a question": ("gen_declare\n", "gen_declare\n# a\n", 1, Annotation(ply=1, before=A)),
    "after an answer": ("= 1\n", "= 1\n# a\n", 1, Annotation(ply=1, after=A)),
    "another declaration": ("declare 1 0\n", "# a\ndeclare 1 0\n# b\n", 1,
                            Annotation(ply=2, before=A, after=B)),
    "the player's own card": ("gen_move\n= 9C\n", "# a\ngen_move\n= 9C\n# b\n", 1,
                     Annotation(ply=3, before=A, after=B)),
    "another card": ("play 1 AD\n", "# a\nplay 1 AD\n# b\n", 1,
                     Annotation(ply=4, before=A, after=B)),
    "not at the head": ("play 1 AD\n", "# title: a\nplay 1 AD\n", 1,
                        Annotation(ply=4, before=("title: a",))),
}  # fmt: skip


@all_of("place", PLACES)
def test_the_subjects_of_comments(place: str) -> None:
    old, new, number, annotation = PLACES[place]
    text = SEAT_LOG.replace(old, new, 1)
    expected: list[tuple[Annotation, ...]] = [(), (), ()]
    expected[number] = (annotation,)
    assert notes(text) == tuple(expected)
    record = kifu.loads(text, type=Record)
    written = SEATS.write(record)
    assert kifu.loads(written) == record
    assert unheld(text, SEATS, [record]) == []


def test_behind_the_game_an_empty_line_tells() -> None:
    text = f"{SEAT_LOG}# a\n\n# b\n"
    assert notes(text) == ((Annotation(after=B),), (), (Annotation(after=A),))


def test_comments_of_the_protocol_keep_their_meaning() -> None:
    head = "# title: A game\n# arbiter: kifu\n# seat: 0\n# mine\n"
    record = kifu.loads(f"{head}{SEAT_LOG}# end: 2026-04-01\n# b\n", type=Record)
    assert (record.title, record.end_time) == ("A game", "2026-04-01")
    assert record.annotations == (Annotation(before=("mine",), after=B),)


def test_games_of_one_file_keep_their_own() -> None:
    one = kifu.loads(f"# a\n{SEAT_LOG}# b\n", type=Record)
    other = kifu.loads(f"# c\n{SEAT_LOG}", type=Record)
    text = "".join(SEATS.texts([one, other, one]))
    assert [each.record for each in kifu.read(text.encode())] == [one, other, one]


def test_comments_of_programs_are_named(run: Kifu) -> None:
    text = ARBITERS.write(GAME.generate(Random(1)))
    noted = text.replace("<< 0: =\n", "<< 0: # thinking\n<< 0: =\n", 1)
    run.write({"a.log": noted})
    assert "it would lose 1 comment: << 0: # thinking" in run("fmt", "a.log").err
    assert "comments after # are left out (1)" in run("convert", "--to", "json", "a.log").err


def test_a_conversion_to_views_names_what_they_leave_out(run: Kifu) -> None:
    text = ARBITERS.write(GAME.generate(Random(1)))
    run.write({"a.log": f"# a\n{text}# b\n"})
    command = ("convert", "--to", "planowanie/seat-log", "-d", "views", "a.log")
    assert "comments" in run(*command).err
    assert run(*command, "--strict", "--force").status == 1


def test_formatting_keeps_comments(run: Kifu) -> None:
    run.write({"a.log": SEAT_LOG.replace("= 9C\n", "=  9C\n#a\n")})
    assert run("fmt", "a.log").last == "1 file formatted"
    assert "gen_move\n= 9C\n# a\n\n" in (run.folder / "a.log").read_text()


UNHELD = "\r\x00\x85\u2028\ud800"
LINES = ("title: a", "player 0: b", "end: 2026-04-01", "fault: player 0: timeout", "seed: 1", "#")
TEXTS = st.text(st.sampled_from([*"aé王 \t\n#:", *UNHELD]), max_size=9) | st.sampled_from(LINES)
SOME = st.lists(TEXTS, max_size=2).map(tuple)
NOTES = st.builds(Annotation, ply=st.none() | st.integers(0, 12), before=SOME, after=SOME)
LISTS = st.lists(st.lists(NOTES, max_size=4).map(tuple), min_size=14, max_size=14)

About = tuple[int, int | None, str]


def texts(record: Record) -> dict[About, list[str]]:
    """Return a record's comments in order, grouped by what they are about."""
    found: dict[About, list[str]] = {}
    lists = [record.annotations, *(each.annotations for each in record.deals)]
    for number, some in enumerate(lists):
        for each in some:
            found.setdefault((number, each.ply, "before"), []).extend(each.before)
            found.setdefault((number, each.ply, "after"), []).extend(each.after)
    return {about: some for about, some in found.items() if some}


def is_held(text: str, about: About) -> bool:
    number, ply, side = about
    at_ends = number == 0 or (ply is None and side == "after")
    said = text in LINES[:-1] if at_ends else text.startswith(("end:", "fault:"))
    return not said and not {*text} & {*UNHELD}


@given(RANDOM, LISTS, st.booleans(), st.none() | st.integers(0, 3), st.floats(0, 1))
def test_annotations_survive_or_are_named(
    rng: Random, lists: list[tuple[Annotation, ...]], named: bool, seat: int | None, cut: float
) -> None:
    record = GAME.generate(rng)
    record = record if seat is None else kifu.view(record, min(seat, record.seats - 1))
    notation = ARBITERS if seat is None else SEATS
    lines = notation.write(record).splitlines(keepends=True)
    (reading,) = kifu.read("".join(lines[: int(cut * len(lines)) + 1]).encode(), notation.id)
    if isinstance(reading.written, Record) and reading.whole and cut < 0.8:
        record = reading.written
    match = tuple(replace(each, ply=None) for each in lists[0])
    deals = tuple(
        replace(deal, annotations=some) for deal, some in zip(record.deals, lists[1:], strict=False)
    )
    title = "t" if named else None
    record = replace(record, title=title, deals=deals, annotations=match)
    kept = kifu.loads(notation.write(record), notation.id, type=Record)
    assert kifu.loads(notation.write(kept), notation.id, type=Record) == kept
    before, held = texts(record), dict[About, list[str]]()
    for about, some in before.items():
        number, ply, _ = about
        if ply is None or 1 <= ply <= record.deals[number - 1].plies:
            held[about] = [each for each in some if is_held(each, about)]
    assert texts(kept) == {about: some for about, some in held.items() if some}
    lost = sum(map(len, before.values())) - sum(map(len, held.values()))
    said = [f"comments: what people wrote about the play ({lost})"] if lost else []
    assert formats.lost(record, notation) == said
