"""A hand-typed gibo of Mighty, and what the command reports about its slips."""

import itertools

import pytest

from ..command import Kifu, Result
from ..replayer.mighty.helpers import TABLE

# Someone types a deal with a header, in symbols or letters.
DEAL = f"""\
Dealer: P0
Auction: P0 15♥, P1 pass, P2 pass, P3 pass, P4 pass
Discard: ♠2 ♦3 ♣2
Contract: 15♥
Friend: ♠A
{TABLE}Result: won
Points: 15
Score: 1100
Payoffs: 2200 -1100 1100 -1100 -1100
"""
ASCII = DEAL.translate(str.maketrans("♠♦♥♣", "SDHC")).replace("☆", "JK")


def validate(run: Kifu, text: str) -> Result:
    run.write({"typed.gibo": text})
    return run("validate", "typed.gibo")


def errors(result: Result) -> list[str]:
    """Return the place of each error and the first line of its explanation."""
    told = result.out.splitlines()
    return [
        f"{head.removeprefix('typed.gibo:')}: {why.strip()}"
        for head, why in itertools.pairwise(told)
        if head.startswith("typed.gibo:") and ": note " not in head
    ]


@pytest.mark.parametrize("text", [DEAL, ASCII, TABLE], ids=["symbols", "ASCII", "a bare table"])
def test_a_sound_gibo(run: Kifu, text: str) -> None:
    result = validate(run, text)
    assert (result.status, errors(result)) == (0, [])


def test_tokens_count_and_columns_do_not(run: Kifu) -> None:
    result = validate(run, "\n".join(" ".join(line.split()) for line in DEAL.split("\n")))
    assert (result.status, result.out) == (0, validate(run, DEAL).out)


REVOKE = {"♦5   ♦T": "♣6   ♦T", "♣6   ♦7   ♠T": "♦5   ♦7   ♠T"}
# P2's only spade is the Mighty, and the joker calls for spades.
FORCED = {"P2~": "P2", "(☆♠  ♠A*": "(☆♠* ♦8", "(♠3  ♦8": "(♠3  ♠A*", "♥A*": "♥A"}


@pytest.mark.parametrize(
    ("slips", "place", "told"),
    [
        (
            REVOKE,
            "7:10",
            "M303 mighty-must-follow-suit (round 1, ply 10, player 1): P1 must follow "
            "suit: ♦ was led",
        ),
        (FORCED, "9:15", "M304 mighty-is-forced (round 1, ply 20, player 2): the Mighty (♠A) is"),
        (
            {"♣K*  ♣8   ♣J ": "♣K   ♣8   ♣J*"},
            "12:22",
            "M402 mighty-wrong-winner (round 1, player 3): P3 is marked as winning, but P1 wins",
        ),
        (
            {"Score: 1100": "Score: 1300"},
            "19:8",
            "M406 mighty-wrong-score (round 1): the score is 1300, but the formula gives",
        ),
        (
            {"♥3   (♥5": "(♥3  ♥5"},
            "10:10",
            "M401 mighty-wrong-lead (round 1, player 1): P1 is marked as leading, but P2 leads",
        ),
        (
            {"P2~  P3 ": "P2   P3~"},
            "6:20",
            "M403 mighty-wrong-role (round 1, player 3): P3 is marked as the friend, but",
        ),
        (
            {"(☆♠ ": "(☆  "},
            "9:10",
            "M309 mighty-suit-missing (round 1, ply 19, player 1): the joker is led",
        ),
        (
            {"♣5 ": "♣5!"},
            "8:5",
            "M307 mighty-call-not-allowed (round 1, ply 14, player 0): ",
        ),
        (
            {"Contract: 15♥": "Contract: 16♠"},
            "4:11",
            "M204 mighty-wrong-change-cost (round 1, ply 7, player 0): ",
        ),
    ],
    ids=[
        *("a revoke", "a forced Mighty", "a wrong winner mark", "a wrong score"),
        *("a wrong lead mark", "a wrong role mark", "a joker without its suit"),
        *("a call by a card that cannot", "a change that costs more"),
    ],
)
def test_exact_reports_of_slips(run: Kifu, slips: dict[str, str], place: str, told: str) -> None:
    text = DEAL
    for right, wrong in slips.items():
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    result = validate(run, text)
    assert result.status == 1
    (error,) = errors(result)
    assert error.startswith(f"{place}: error {told}")
