"""Possible deals: counting and drawing them agrees with trying them all."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given

from kifu.replayer.beliefs.beliefs import Belief
from kifu.replayer.beliefs.piles import Bound, Cards, Case, Pile

from ..helpers import RANDOM
from ..loops import all_of


def every(numbers: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield all ways to deal numbered cards to piles."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(numbers, sizes[0]):
        rest = [each for each in numbers if each not in chosen]
        yield from ((chosen, *others) for others in every(rest, sizes[1:]))


def keeps(dealt: Cards, pile: Pile) -> bool:
    """Return whether a pile can have these cards."""
    return all(
        bound.least <= sum(card in bound.kinds for card in dealt) <= bound.most
        for bound in pile.bounds
    )


def by_force(cards: Cards, case: Case) -> list[tuple[Cards, ...]]:
    """Return all possible deals of a case; equal cards are told apart."""
    if sum(pile.size for pile in case) != len(cards):
        return []
    return [
        deal
        for each in every(range(len(cards)), [pile.size for pile in case])
        for deal in [tuple(tuple(cards[number] for number in chosen) for chosen in each)]
        if all(map(keeps, deal, case))
    ]


def some_belief(rng: Random) -> Belief:
    """Return a few cards, some of them equal, and piles with bounds that can usually be met."""
    cards = tuple(rng.choice("abcdef") for _ in range(rng.randint(0, 7)))
    cuts = sorted(rng.randint(0, len(cards)) for _ in range(rng.randint(0, 3)))
    sizes = [end - start for start, end in zip([0, *cuts], [*cuts, len(cards)], strict=True)]

    def bound(size: int) -> Bound:
        kinds = frozenset(rng.sample("abcdef", rng.randint(1, 3)))
        least = rng.choice([0, 0, 1, 2])
        return Bound(kinds, least, rng.randint(least, size)) if size >= least else Bound(kinds)

    def case() -> Case:
        return tuple(
            Pile(f"player {seat}", size, tuple(bound(size) for _ in range(rng.choice([0, 1, 2]))))
            for seat, size in enumerate(sizes)
        )

    return Belief(cards, tuple(case() for _ in range(rng.choice([1, 1, 2]))))


@given(rng=RANDOM)
def test_deals_are_counted_as_by_trying_them_all(rng: Random) -> None:
    for _ in range(5):
        belief = some_belief(rng)
        deals = [deal for case in belief.cases for deal in by_force(belief.cards, case)]
        assert belief.count() == len(deals)
        assert belief.is_possible() == bool(deals)
        if deals:
            drawn = [tuple(sorted(cards)) for cards in belief.draw(rng)]
            assert drawn in [[tuple(sorted(cards)) for cards in deal] for deal in deals]
        else:
            assert belief.contradiction()


TOLD_APART = Pile("player 1", 3, (Bound(frozenset("ab"), 1, 2), Bound(frozenset("bc"), most=2)))
BELIEFS = {
    "bounds that share a kind": Belief(
        tuple("aabbcd"), ((TOLD_APART, Pile("player 2", 2), Pile("the rest", 1)),)
    ),
    "two cases": Belief(
        tuple("aabcd"),
        tuple(
            (Pile("player 1", 2, (Bound(frozenset("a"), number, number),)), Pile("player 2", 3))
            for number in (0, 2)
        ),
    ),
    "no bound": Belief(tuple("abcd"), ((Pile("player 1", 2), Pile("player 2", 2)),)),
}


@pytest.mark.parametrize("belief", BELIEFS.values(), ids=BELIEFS.keys())
def test_every_deal_is_drawn_equally_often(belief: Belief) -> None:
    deals = Counter(
        tuple(tuple(sorted(cards)) for cards in deal)
        for case in belief.cases
        for deal in by_force(belief.cards, case)
    )
    rng, times = Random(20), 1200
    drawn = Counter(tuple(tuple(sorted(cards)) for cards in belief.draw(rng)) for _ in range(times))
    assert set(drawn) <= set(deals)
    expected = {deal: times * ways / deals.total() for deal, ways in deals.items()}
    squares = sum((drawn[deal] - mean) ** 2 / mean for deal, mean in expected.items())
    assert squares < critical(len(deals) - 1)


def critical(freedom: int) -> float:
    """Return the value that chi-squared exceeds once in a thousand times.

    This is Wilson and Hilferty's approximation.
    """
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 3.0902 * spread**0.5) ** 3


def test_the_approximation_of_chi_squared() -> None:
    assert critical(3) == pytest.approx(16.27, rel=0.02)
    assert critical(10) == pytest.approx(29.59, rel=0.01)
    assert critical(50) == pytest.approx(86.66, rel=0.01)


def test_the_same_seed_draws_the_same() -> None:
    belief = BELIEFS["bounds that share a kind"]
    assert belief.draw(Random(3)) == belief.draw(Random(3))


VOID = Bound(frozenset("ab"), most=0)


@all_of(
    ("cards", "case", "why"),
    [
        (
            "abc",
            (Pile("player 1", 2, (Bound(frozenset("d"), most=-1),)), Pile("player 2", 1)),
            "player 1 shows d, but cannot have held it",
        ),
        (
            "abc",
            (Pile("player 1", 2, (Bound(frozenset("d"), least=1),)), Pile("player 2", 1)),
            "player 1 must have another d, but not enough are left",
        ),
        (
            "aab",
            (Pile("player 1", 1, (Bound(frozenset("a"), least=2),)), Pile("player 2", 2)),
            "player 1 must have 2 more of a, but not enough are left",
        ),
        (
            "abc",
            (Pile("player 1", 2, (VOID,)), Pile("the kitty", 1)),
            "there is no room for all of these 2: a b",
        ),
        ("ac", (Pile("player 1", 2, (VOID,)),), "there is no room for a"),
        (
            "ab",
            (
                Pile("player 1", 1, (Bound(frozenset("a"), least=1),)),
                Pile("player 2", 1, (Bound(frozenset("a"), least=1),)),
            ),
            "the observations of the players contradict each other",
        ),
    ],
)
def test_why_no_deal_is_possible(cards: str, case: Case, why: str) -> None:
    belief = Belief(tuple(cards), (case,))
    assert not belief.is_possible()
    assert belief.count() == 0
    assert belief.contradiction() == why
    with pytest.raises(ValueError, match="no deal is possible"):
        belief.draw(Random(1))


def test_cards_are_named_as_people_call_them() -> None:
    belief = Belief(("a",), ((Pile("player 1", 1, (VOID,)),),))
    assert belief.contradiction(str.upper) == "there is no room for A"


def test_there_may_be_no_case() -> None:
    belief = Belief(("a",), ())
    assert (belief.is_possible(), belief.count()) == (False, 0)
    assert belief.contradiction() == "the observations of the players contradict each other"
