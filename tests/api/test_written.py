"""Nothing is written that would be read as something else."""

from pathlib import Path

import pytest

import kifu
from kifu.formats import CannotHold
from kifu.replayer.planowanie.record import Record

from ..replayer.planowanie.helpers import FIRST, fault, game, stopped

REPLY = fault(2, "malformed", "no\n\nidea") | {"command": "gen_move", "totals": [2, 0, 1]}
RECORD = kifu.loads(game(FIRST, stopped([None, "TD", None]), result=REPLY), type=Record)
"""A game that a program's reply ended: in a log, the rest of the reply would be another one."""


def test_a_text_that_would_be_read_as_something_else_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotHold) as refused:
        kifu.lost(RECORD, "planowanie/log")
    with pytest.raises(CannotHold) as dumped:
        kifu.dumps(RECORD, "planowanie/log")
    assert str(dumped.value) == str(refused.value)
    with pytest.raises(CannotHold):
        kifu.dump(RECORD, tmp_path / "a.log", "planowanie/log")
    assert list(tmp_path.iterdir()) == []


def test_the_canonical_notation_holds_every_record() -> None:
    assert kifu.loads(kifu.dumps(RECORD)) == RECORD
    assert kifu.loads(kifu.dumps(RECORD, "planowanie/json")) == RECORD


def test_what_a_notation_is_declared_not_to_hold_is_left_out() -> None:
    record = kifu.loads("12345678,12345679,11112345,11112345,s1,113,2p")
    assert kifu.lost(record, "goita/yaml") != []
    assert kifu.loads(kifu.dumps(record, "goita/yaml")) != record
