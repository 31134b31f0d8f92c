"""Input without a record, and unknown notations. `tests/hostile` tries arbitrary bytes."""

import pytest

import kifu
from kifu.replayer.goita.record import Record

from ..helpers import goita


def test_only_files_in_unknown_notations_are_skipped() -> None:
    for text in ("", "x", "[1]", "Once upon a time", "\x00", "{}"):
        (finding,) = kifu.validate(text)
        assert finding.code == "F001"
        assert "not a record in any notation" in finding.message
    with pytest.raises(KeyError):
        kifu.validate(goita(), "goita/sgf")
    with pytest.raises(KeyError):
        kifu.dumps(kifu.loads("12345678,12345679,11112345,11112345,s1", type=Record), "chess/pgn")
