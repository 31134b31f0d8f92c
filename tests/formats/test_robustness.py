"""What is no record at all, and what is no notation. `tests/hostile` tries any bytes there are."""

import pytest

import kifu
from kifu.replayer.goita.record import Record

from ..helpers import goita


def test_only_an_unknown_notation_is_no_record() -> None:
    for text in ("", "x", "[1]", "Once upon a time", "\x00", "{}"):
        (finding,) = kifu.validate(text)
        assert finding.code == "F001"
        assert "no record of any notation" in finding.message
    with pytest.raises(KeyError):
        kifu.validate(goita(), "goita/sgf")
    with pytest.raises(KeyError):
        kifu.dumps(kifu.loads("12345678,12345679,11112345,11112345,s1", type=Record), "chess/pgn")
