"""goita/yaml: comments on a row, a round or the match are annotations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu import formats
from kifu.formats.text.comments_lost import unheld
from kifu.replayer.goita.record import Record
from kifu.replayer.play.annotation import Annotation

from ...command import Kifu
from ...helpers import MODEL_A, codes, goita

YAML = formats.notation("goita/yaml")
TEXT = YAML.write(kifu.loads(goita(MODEL_A, MODEL_A | {"score": [100, 0]}), type=Record))
RECORD = kifu.loads(TEXT, type=Record)
PLAYS = (1, 5, 9, 13)
"""The plies of a round of `RECORD` that are not passes."""


def notes(text: str) -> tuple[tuple[Annotation, ...], ...]:
    """Return the annotations of a match and of each of its rounds."""
    record = kifu.loads(text, type=Record)
    return record.annotations, *(each.annotations for each in record.rounds)


def with_lines(*changes: tuple[str, str]) -> str:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


FIRST = '    - ["0","し","香"]'
PLACES = {
    "the head": (("version", "# a\n# b\n\n#c\nversion"), (Annotation(before=("a\nb", "c")),), ()),
    "before ---": (("version", "# a\n---\nversion"), (Annotation(before=("a",)),), ()),
    "a round": ((" - hand", " # a\n - hand"), (), (Annotation(before=("a",)),)),
    "a dash": ((" - hand", " - # a\n   hand"), (), (Annotation(before=("a",)),)),
    "a row": (
        (FIRST, f"    # a\n{FIRST}  # b"), (), (Annotation(ply=1, before=("a",), after=("b",)),)
    ),
    "no blank": ((FIRST, f"{FIRST} #b#"), (), (Annotation(ply=1, after=("b#",)),)),
    "further to the right": (
        (FIRST, f"{FIRST} # a\n           # b"), (), (Annotation(ply=1, after=("a\nb",)),)
    ),
    "like the row": (
        (f"{FIRST}\n", f"{FIRST}\n      # a\n"), (), (Annotation(ply=5, before=("a",)),)
    ),
    "after a round": ((" - hand", "# a\n - hand"), (), (Annotation(before=("a",)),)),
    "the name of a schema": (
        ("version", "# yaml-language-server: $schema=a\n# b\nversion"),
        (Annotation(before=("b",)),), (),
    ),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_the_subject_of_a_comment(place: str) -> None:
    change, match, first = PLACES[place]
    text = with_lines(change)
    assert notes(text) == (match, first, ())
    assert codes(text) == codes(TEXT)
    record = kifu.loads(text, type=Record)
    assert kifu.loads(YAML.write(record)) == record


def test_behind_the_last_row_the_indentation_tells() -> None:
    first_round, second_round = TEXT[: TEXT.rindex(" - hand")], TEXT[TEXT.rindex(" - hand") :]
    text = f"{first_round}   # a\n\n   # b\n # c\n{second_round}      # d\n# e\n"
    match, first, second = notes(text)
    assert match == (Annotation(after=("e",)),)
    assert first == (Annotation(after=("a", "b")),)
    assert second == (Annotation(before=("c",), after=("d",)),)


def test_each_match_of_a_file_has_its_own() -> None:
    both = f"{TEXT}# a\n---\n# b\n{TEXT}# c\n"
    found = [each.record.annotations for each in kifu.read(both.encode()) if each.record]
    assert found == [
        (Annotation(after=("a",)),),
        (Annotation(before=("b",), after=("c",)),),
    ]


ELSEWHERE = (
    ("version: 1.0", "version: 1.0  # a"),
    ("log:", "# a\nlog:"),
    ("log:", "log:  # a"),
    ("   uchidashi", "   # a\n   uchidashi"),
    ("   game:", "   game:  # a"),
    (FIRST, '    - ["0",  # a\n       "し","香"]'),
)


@pytest.mark.parametrize("change", ELSEWHERE)
def test_any_other_comment_is_about_nothing(change: tuple[str, str], run: Kifu) -> None:
    text = with_lines(change)
    record = kifu.loads(text, type=Record)
    assert record == RECORD
    assert unheld(text, YAML, [record]) == ["# a"]
    run.write({"a.yaml": text})
    found = run("convert", "--to", "goita/json", "a.yaml")
    assert (found.status, "comments after # are left out (1)" in found.err) == (0, True)
    assert run("convert", "--strict", "--to", "goita/json", "a.yaml").status == 1
    assert "it would lose 1 comment: # a" in run("fmt", "a.yaml").err


def test_formatting_keeps_comments(run: Kifu) -> None:
    text = with_lines((FIRST, f"    #a\n{FIRST} # b"), ("version", "# c\nversion"))
    run.write({"a.yaml": text})
    assert run("fmt", "a.yaml").last == "1 file formatted"
    done = (run.folder / "a.yaml").read_text("utf-8")
    assert done == with_lines((FIRST, f"    # a\n{FIRST}  # b"), ("version", "# c\nversion"))


UNHELD = "\r\x85\u2028\ud800"
TEXTS = st.text(st.sampled_from([*"aé王 \t\n#:-[]{}\"'%&*|>", *UNHELD]), max_size=12)
SOME = st.lists(TEXTS, max_size=2).map(tuple)
NOTES = st.builds(Annotation, ply=st.none() | st.integers(0, 13), before=SOME, after=SOME)
LISTS = st.lists(NOTES, max_size=3).map(tuple)


About = tuple[int, int | None, str]


def texts(record: Record) -> dict[About, list[str]]:
    """Return a record's comments in order, grouped by what they are about."""
    found: dict[About, list[str]] = {}
    lists = [record.annotations, *(each.annotations for each in record.rounds)]
    for number, notes in enumerate(lists):
        for each in notes:
            found.setdefault((number, each.ply, "before"), []).extend(each.before)
            found.setdefault((number, each.ply, "after"), []).extend(each.after)
    return {about: some for about, some in found.items() if some}


@given(LISTS, LISTS, LISTS)
def test_annotations_survive_or_are_named(
    match: tuple[Annotation, ...], first: tuple[Annotation, ...], second: tuple[Annotation, ...]
) -> None:
    match = tuple(replace(each, ply=None) for each in match)
    noted = (
        replace(played, annotations=each)
        for played, each in zip(RECORD.rounds, (first, second), strict=True)
    )
    record = replace(RECORD, rounds=tuple(noted), annotations=match)
    kept = kifu.loads(YAML.write(record), type=Record)
    assert kifu.loads(YAML.write(kept), type=Record) == kept
    before, held = texts(record), dict[About, list[str]]()
    for about, some in before.items():
        _, ply, _ = about
        if ply is None or ply in PLAYS:
            held[about] = [each for each in some if not {*each} & {*UNHELD}]
    assert texts(kept) == {about: some for about, some in held.items() if some}
    lost = sum(map(len, before.values())) - sum(map(len, held.values()))
    passes = sum(len(some) for (_, ply, _), some in before.items() if ply and ply not in PLAYS)
    counts = {"comments on passes": passes, "comments": lost - passes}
    named = [f"{each}: what people wrote about the play ({n})" for each, n in counts.items() if n]
    assert formats.lost(record, YAML) == named
