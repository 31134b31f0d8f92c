"""`kifu annotate --evaluator search`: values near those of an equilibrium."""

import json

import pytest

from ...command import Kifu
from .test_exact import FOLDED


def test_a_search_finds_what_a_decision_cost(run: Kifu) -> None:
    arguments = ("annotate", "-", "-j", "1", "--evaluator", "search", "--playouts", "500")
    result = run(*arguments, stdin=json.dumps(FOLDED).encode())
    assert (result.status, result.err) == (0, "")
    hand = json.loads(result.out)["hands"][0]
    said = "Annotated by kifu (search, 50 simulations per decision, seed 0)"
    assert hand["annotations"][-1]["after"][0].startswith(said)
    blunder = next(each for each in hand["annotations"] if each.get("ply") == 5)
    assert (blunder["glyphs"], blunder["evaluation"]["score"]) == ([4], -3)


@pytest.mark.parametrize(
    ("game", "more", "why"),
    [
        ("goita", (), "goita cannot be searched: it has 4 players, not two"),
        ("leduc", ("--all-seeing",), "a search does not see all cards"),
    ],
)
def test_it_says_in_one_line_why_it_cannot_search(
    run: Kifu, game: str, more: tuple[str, ...], why: str
) -> None:
    record = run("play", game, "--players", "random", "--rounds", "1", "--seed", "1").stdout
    result = run("annotate", "-", "--evaluator", "search", *more, stdin=record)
    assert (result.status, result.out, result.err) == (2, "", f"kifu: -: {why}\n")
