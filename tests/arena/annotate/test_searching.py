"""`kifu annotate --evaluator search`: values near those of an equilibrium."""

import json

import pytest

import kifu

from ...command import Kifu
from .test_exact import FOLDED


def test_a_search_finds_what_a_decision_cost_and_shows_its_tree(run: Kifu) -> None:
    record = json.dumps({**FOLDED, "hands": FOLDED["hands"][:1]}).encode()
    arguments = ("-j", "1", "--evaluator", "search", "--playouts", "200", "--tree")
    result = run("annotate", "-", *arguments, stdin=record)
    assert (result.status, result.err) == (0, "")
    (hand,) = json.loads(result.out)["hands"]
    said = "Annotated by kifu (search, 20 simulations per decision, seed 0)"
    assert hand["annotations"][-1]["after"][0].startswith(said)
    blunder = next(each for each in hand["annotations"] if each.get("ply") == 5)
    assert (blunder["glyphs"], blunder["evaluation"]["score"]) == ([4], -3)
    tree = [each for each in hand["variations"] if each["ply"] == 5]
    assert {each["actions"][0] for each in tree} == {"call", "raise"}
    assert all(each["annotations"][0]["after"][0].startswith("Taken ") for each in tree)
    assert kifu.validate(result.stdout) == []


@pytest.mark.parametrize(
    ("game", "more", "why"),
    [
        ("goita", (), "-: goita cannot be searched: it has 4 players, not two"),
        ("leduc", ("--all-seeing",), "-: a search does not see all cards"),
        ("leduc", ("--evaluator", "exact", "--tree"), "--tree needs --evaluator search"),
    ],
)
def test_it_says_in_one_line_why_it_cannot_search(
    run: Kifu, game: str, more: tuple[str, ...], why: str
) -> None:
    record = run("play", game, "--players", "random", "--rounds", "1", "--seed", "1").stdout
    result = run("annotate", "-", "--evaluator", "search", *more, stdin=record)
    assert (result.status, result.out, result.err) == (2, "", f"kifu: {why}\n")
