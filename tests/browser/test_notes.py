"""Boards show a record's annotations; a seat's board shows only those that it may see."""

import io
import json
from typing import Any

import jsonschema
import pytest

from kifu.browser.document import Shown, document
from kifu.formats.interface.replay_schema import shared_schema
from kifu.validation.outcomes import outcomes

from ..helpers import MODEL_A, Json, goita

NOTED: Json = MODEL_A | {
    "record": "87-0",
    "winner": -1,
    "ended": {"how": "time", "by": 1, "text": "asleep"},
    "annotations": [{"ply": 1, "after": ["a bluff"], "time_used": 3}],
    "variations": [{"ply": 1, "actions": ["81"], "annotations": [{"after": ["or so"]}]}],
}


@pytest.mark.parametrize("player", [None, 0, 1])
def test_a_board_has_what_is_noted(player: int | None) -> None:

    (found,) = outcomes(io.BytesIO(goita(NOTED, annotations=[{"after": ["final"]}]).encode()))
    values: Any = json.loads(json.dumps(document([Shown("a", found)], player)))
    validator: Any = jsonschema.Draft202012Validator(shared_schema("board"))
    validator.validate(values)
    replay = values["records"][0]["replay"]
    (played,) = replay["rounds"]
    if player is None:
        assert replay["annotations"] == [{"after": ["final"]}]
        assert (played["annotations"], played["ended"]) == (NOTED["annotations"], NOTED["ended"])
        assert played["variations"][0]["annotations"] == [{"after": ["or so"]}]
    else:
        assert played["annotations"] == [{"ply": 1, "time_used": 3}]
        assert played["ended"] == {"how": "time", "by": 1}
        assert not any(text in json.dumps(values) for text in ("bluff", "asleep", "final", "or so"))
