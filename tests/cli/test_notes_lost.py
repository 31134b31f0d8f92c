"""What is noted of the play and a notation cannot hold is named by each conversion."""

import json
from pathlib import Path

import pytest

from kifu import replayer
from kifu.formats.interface.catalog import described

from ..command import Kifu
from ..imports import ROOT

EXAMPLES = {
    game: sorted((ROOT / "examples" / game).glob(name))[0]
    for game, name in {
        "goita": "match.json",
        "leduc": "match.json",
        "mighty": "deal.json",
        "planowanie": "game.json",
    }.items()
}


HOLDING = ("mighty/gibo",)
"""What has a place for any comment."""


def noted(path: Path) -> str:
    """A record with a comment that no text holds, on ply 0, and an evaluation of the first."""
    record = json.loads(path.read_text("utf-8"))
    rounds = record[replayer.game(record["format"].partition("/")[0]).rounds_field]
    rounds[0]["annotations"] = [
        {"ply": 0, "before": ["one\rand"], "evaluation": {"score": 1}},
        {"ply": 1, "after": ["two\rthree", "four\r"]},
    ]
    return json.dumps(record, ensure_ascii=False)


@pytest.mark.parametrize(
    "target",
    [each for each in sorted(described()) if each.partition("/")[2] not in ("json", "seat-log")],
)
def test_a_loss_is_named_with_its_number(target: str, run: Kifu) -> None:
    run.write({"a.json": noted(EXAMPLES[target.partition("/")[0]])})
    found = run("convert", "--to", target, "a.json")
    assert found.status == 0
    comments = "cannot hold comments: what people wrote about the play (3)"
    assert (comments in found.err) == (target not in HOLDING)
    assert "cannot hold evaluations: evaluations of positions (1)" in found.err
    strict = run("convert", "--strict", "--to", target, "a.json")
    assert (strict.status, strict.stdout) == (1, b"")
