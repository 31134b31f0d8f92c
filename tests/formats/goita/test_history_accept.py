"""History strings accepted without being read, as there is nothing to report about them."""

from itertools import islice
from random import Random

from kifu import formats
from kifu.formats.files.piece import Piece
from kifu.formats.goita.history.accept import accept
from kifu.validation.outcomes import of_piece

from ...campaign import sample
from ...differential.cases import cases
from ...loops import all_of

NOTATION = formats.notation("goita/history")
MATCH = (
    "86321111,87554311,75432111,65443221,s1,111,213,331,413,182,2p,327,4p,1p,278,3p,4p,1p,255,3p,"
    "452,1p,2p,3p,462,1p,2p,3p,444\n"
    "77551111,86554421,64322111,84333211,s4,432,1p,225,3p,483,1p,2p,336,4p,1p,2p,341,4p,117,284,"
    "3p,441,1p,214,3p,4p,1p,256\n"
)


def found(text: str | bytes) -> set[str]:
    data = text if isinstance(text, bytes) else text.encode()
    return {each.code for one in of_piece(NOTATION, Piece(data)) for each in one.findings}


def test_counts_are_those_of_the_record() -> None:
    (one,) = of_piece(NOTATION, Piece(MATCH.encode()))
    assert accept(MATCH.encode()) == one.counts
    assert found(MATCH) == set()


@all_of(
    ("old", "new", "code"),
    [
        ("s4", "s2", "G505"),  # the dealer is not the previous winner
        ("86321111", "86321112", "G003"),  # one piece too few
        ("452", "152", "G101"),  # out of turn
        ("213", "223", "G103"),  # not the piece that was required
        ("182", "192", "G012"),  # 玉 played by the player with 王
        (MATCH, MATCH.split("\n")[0] + "\n" + MATCH.split("\n")[0], "G506"),  # a duplicate
        (",444", ",444,1p", "G109"),  # after the end
        ("s1", "s0", "G006"),
        ("1p", "1P", "F301"),
    ],
)
def test_nobody_vouches_for_what_is_wrong(old: str, new: str, code: str) -> None:
    text = MATCH.replace(old, new, 1)
    assert text != MATCH
    assert accept(text.encode()) is None
    assert code in found(text)


def test_accepted_records_have_no_findings() -> None:
    vouched = 0
    for data in islice(cases(NOTATION.id, Random(1)), sample(150)):
        for part in data.split(b"\n\n"):
            if accept(part) is not None:
                vouched += 1
                assert found(part + b"\n") == set()
    assert vouched
