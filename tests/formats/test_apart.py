"""Text files are split into matches, with the same findings as for the whole file."""

from io import BytesIO
from itertools import accumulate, islice
from random import Random

import pytest

from kifu import formats, replayer
from kifu.findings import Finding
from kifu.formats.files.division import pieces
from kifu.formats.files.piece import Piece
from kifu.formats.files.source import records_in
from kifu.validation.outcome import Outcome
from kifu.validation.outcomes import of_piece, outcomes

from ..campaign import sample
from ..hostile.inputs import change_words, flip
from ..hostile.seeds import Seed

TEXTS = ("goita/history", "goita/table", "mighty/gibo")


def matches(identifier: str) -> list[str]:
    notation = formats.notation(identifier)
    return [notation.write(replayer.generate(notation.game, number)) for number in range(6)]


def spoilt(identifier: str, rng: Random, written: list[str]) -> bytes:
    """A few matches with a few slips; they still end in a newline and are valid UTF-8."""
    between = formats.notation(identifier).between
    text = between.join(rng.sample(written, rng.randint(2, 3)))
    text = rng.choice(["", "\n", "---\n"]) + text + rng.choice(["", "\n", "---\n\n"])
    data = rng.choice([text, text.replace("\n", "\r\n"), text.replace("\n", "\r", 3)]).encode()
    for _ in range(rng.randrange(3)):
        data = rng.choice((change_words, flip))(Seed(identifier, data), rng)
    return data.decode(errors="replace").encode() + b"\n"


def without_fixes(found: Outcome[object]) -> list[Finding]:
    """Return the findings without their fixes, as more fixes are possible in a match on its own."""
    return [each.but(fix=None) for each in found.findings]


@pytest.mark.parametrize("identifier", TEXTS)
def test_matches_are_judged_apart_as_they_are_together(identifier: str) -> None:
    notation, rng, written = formats.notation(identifier), Random(identifier), matches(identifier)
    for _ in range(sample(6)):
        data = spoilt(identifier, rng, written)
        apart = [without_fixes(each) for each in outcomes(BytesIO(data), "x", identifier)]
        together = [without_fixes(each) for each in of_piece(notation, Piece(data), "x", 1)]
        assert apart == together, data


@pytest.mark.parametrize("identifier", TEXTS)
def test_it_is_all_one_in_which_chunks_a_file_comes(identifier: str) -> None:
    apart, rng, written = (
        formats.notation(identifier).pieces,
        Random(identifier),
        matches(identifier),
    )
    assert apart is not None
    for _ in range(sample(15)):
        data = spoilt(identifier, rng, written)
        data += rng.choice([b"x\n", b"<<<<<<< a\n\n=======\n---\n>>>>>>> b\n", b"x"])
        size = rng.choice([1, 7, 100])
        chunks = [data[at : at + size] for at in range(0, len(data), size)]
        whole = list(apart(records_in(iter([data]))))
        assert list(apart(records_in(iter(chunks)))) == whole
        text = b"".join(match for _, match in whole)
        assert text == data.replace(b"\r\n", b"\n").removesuffix(b"\n") + b"\n"
        lines = accumulate((match.count(b"\n") for _, match in whole), initial=1)
        assert [number for number, _ in whole] == list(lines)[:-1]


@pytest.mark.parametrize("identifier", TEXTS)
def test_a_match_is_read_before_the_next_is_looked_at(identifier: str) -> None:
    notation = formats.notation(identifier)
    text = notation.between.join(matches(identifier)).encode()
    stream = BytesIO(text + b"".join([b"\n---\n", text] * 40))
    assert len(list(islice(pieces(stream, "x", identifier), 2))) == 2
    assert stream.tell() < len(stream.getvalue()) / 2


@pytest.mark.parametrize("identifier", [*TEXTS, "planowanie/log"])
def test_lines_are_counted_behind_many_that_are_empty(identifier: str) -> None:
    notation = formats.notation(identifier)
    first, *others = notation.texts([replayer.generate(notation.game, 1)] * 2)
    lines = "".join(others).splitlines(True)
    lines[-3] = f"x{lines[-3]}"
    wrong = "".join([first, "\n" * 70_000, *lines]).encode()
    found = [each for one in outcomes(BytesIO(wrong)) for each in one.findings]
    assert wrong.count(b"\n") - 2 in [each.line for each in found]


def test_a_conflict_is_not_split() -> None:
    first, second = matches("goita/history")[:2]
    text = f"<<<<<<< ours\n{first}\n{second}=======\n{second}>>>>>>> theirs\n\n{first}"
    found = [each.findings for each in outcomes(BytesIO(text.encode()), "x", "goita/history")]
    assert [[each.code for each in one] for one in found] == [["F008"], []]
