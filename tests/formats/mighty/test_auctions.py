"""What was meant by an auction with a slip: all auctions that one slip turns into it."""

from collections.abc import Iterator

import pytest

from kifu.formats.interface.catalog import vocabulary
from kifu.formats.mighty.auctions import auctions

from ...loops import all_of

AUCTION = [*("P1", "13S", ","), *("P2", "pass", ","), *("P3", "14D", ","), *("P4", "pass")]


def slips() -> Iterator[list[str]]:
    """The words of an auction, some of them missing, twice, or swapped with others."""
    for at in range(len(AUCTION)):
        before, after = AUCTION[:at], AUCTION[at:]
        for length in (1, 2, 3):
            one, rest = after[:length], after[length:]
            if "13S" not in one:  # Nobody knows which call that was.
                yield [*before, *rest]
            yield [*before, *one, *after]
            for gap in (0, 1, 2):
                between, other = rest[:gap], rest[gap : gap + length]
                if len(other) == length:
                    yield [*before, *other, *between, *one, *rest[gap + length :]]


def test_the_auction_is_found_whatever_the_slip() -> None:
    some = [each for each in slips() if each != AUCTION]
    assert len(some) > 50
    for words in some:
        assert AUCTION in auctions(words, "14D"), words


@all_of(
    ("written", "contract", "meant"),
    [
        ("P0 13S , P2 pass , P2 pass", None, ["P0 13S , P1 pass , P2 pass"]),
        (
            "P0 13S , P1 13H , P2 pass",
            "14H",
            [
                "P0 13S , P1 14H , P2 pass",  # The others do not end in the contract.
                "P1 13H , P2 pass",
                "P0 pass , P1 13H , P2 pass",
                "P0 13S , P1 pass , P2 pass",
                "P0 13S , P1 pass",
            ],
        ),
        (
            "P0 13S , P1 13N , P2 13H , P3 pass",
            "13N",
            ["P0 13S , P1 13N , P2 pass , P3 pass", "P0 13S , P1 13N , P2 pass"],
        ),
        (
            "P0 13S , P1 pass , P2 14H , P3 pass , P4 pass , P1 pass , P2 pass",
            None,
            [
                "P0 pass , P1 13S , P2 14H , P3 pass , P4 pass , P1 pass , P2 pass",
                "P0 13S , P1 pass , P2 14H , P3 pass , P4 pass , P0 pass , P1 pass , P2 pass",
                "P0 13S , P1 pass , P2 14H , P3 pass , P4 pass , P0 pass , P2 pass",
            ],
        ),
        ("pass , P1 pass", None, ["P0 pass , P1 pass", "P1 pass"]),
        ("nothing that is a bid", None, []),
    ],
)
def test_what_was_meant(written: str, contract: str | None, meant: list[str]) -> None:
    assert [" ".join(each) for each in auctions(written.split(), contract)] == meant


@pytest.mark.parametrize(
    ("notation", "text", "first"),
    [
        (
            "mighty/gibo",
            "Auction: P0 13♠, P1 13♥, P2 pass\nContract: 14♥\n",
            "Auction: P0 13♠, P1 14♥, P2 pass\nContract: 14♥\n",
        ),
        (
            "mighty/json",
            '"bids": [[0, "13S"], [1, "13H"], [2, "pass"]], "contract": "14H"',
            '"bids": [[0, "13S"], [1, "14H"], [2, "pass"]], "contract": "14H"',
        ),
    ],
)
def test_the_auction_that_ends_in_the_contract_comes_first(
    notation: str, text: str, first: str
) -> None:
    words = vocabulary(notation)
    assert words is not None
    change = next(iter(words.echoes(text, text.index("13"))))
    assert text[: change.start] + change.text + text[change.end :] == first
