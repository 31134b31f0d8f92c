import json
from pathlib import Path

import pytest

from ..command import Kifu
from .conftest import KING, WON

GAME = KING.encode()


def test_the_legal_actions(run: Kifu) -> None:
    result = run("legal", "-", "--round", "1", "--ply", "2", stdin=WON.encode())
    assert result.status == 0
    assert result.out.split() == ["0", "42", "43", "45", "46", "47", "48"]
    assert result.err == ""


def test_the_legal_actions_as_json(run: Kifu) -> None:
    result = run("legal", "-", "--ply", "2", "--output-format", "json", stdin=WON.encode())
    assert json.loads(result.out) == {
        "round": 1,
        "ply": 2,
        "node": "decision",
        "actors": [1],
        "legal": {"1": ["0", "42", "43", "45", "46", "47", "48"]},
    }


@pytest.mark.parametrize(
    ("action", "status", "said"),
    [
        ("86", 0, "legal"),
        ("81", 1, "G104 goita-king-may-not-attack: a king may not attack yet: "),
        ("0", 1, "G102 goita-attacker-may-not-pass: "),
        ("88", 1, "G103 goita-piece-not-in-hand: "),
        ("8", 1, "G108 goita-play-cut-short: "),
        ("nonsense", 1, "G004 goita-unknown-digit: "),
        ("", 1, "G004 goita-unknown-digit: "),
    ],
)
def test_why(run: Kifu, action: str, status: int, said: str) -> None:
    result = run("legal", "-", "--round", "1", "--ply", "1", "--why", action, stdin=GAME)
    assert result.status == status
    assert result.out.startswith(said)
    assert len(result.out.splitlines()) == 1


def test_why_as_json(run: Kifu) -> None:
    arguments = ["legal", "-", "--ply", "1", "--output-format", "json", "--why"]
    found = json.loads(run(*arguments, "81", stdin=GAME).out)
    assert (found["action"], found["breach"]["code"]) == ("81", "G104")
    assert json.loads(run(*arguments, "86", stdin=GAME).out)["breach"] is None


def test_where_nobody_acts(run: Kifu) -> None:
    end = run("legal", "-", "--ply", "14", stdin=WON.encode())
    assert (end.status, end.out) == (0, "")
    assert end.err == "kifu: round 1 is over here: nobody acts\n"
    why = run("legal", "-", "--ply", "14", "--why", "0", stdin=WON.encode())
    assert why.status == 2


def test_invalid_questions(run: Kifu) -> None:
    assert run("legal", "-", stdin=GAME).status == 2
    far = run("legal", "-", "--ply", "15", stdin=WON.encode())
    assert far.status == 2
    assert far.err == "kifu: there is no ply 15: round 1 goes from ply 1 to ply 14, its end\n"
    deal = KING.replace("56778888", "56778887")
    broken = run("legal", "-", "--ply", "1", stdin=deal.encode())
    assert broken.status == 2
    assert broken.err.startswith("kifu: round 1 cannot be replayed: G00")


def test_pieces_that_may_receive_a_king_are_named_once(run: Kifu) -> None:
    match = Path(__file__).parents[2] / "examples" / "goita" / "match.json"
    result = run("legal", str(match), "--round", "4", "--ply", "5", "--why", "81")
    assert result.status == 1
    assert result.out.endswith("し (8) cannot receive 王 (1): only 王 (1) can\n")
