"""A deal of thousands of tricks is rejected quickly."""

import time

from kifu.replayer.mighty.check.reading import legible_tricks
from kifu.replayer.mighty.record import Deal, Trick


def test_reading_takes_as_long_as_there_are_tricks() -> None:
    cards = ("S2", "S3", "S4", "S5", "S6")
    deal = Deal(tricks=(Trick(cards=cards), Trick(cards=cards[::-1])) * 5000)
    began = time.process_time()
    assert legible_tricks(deal) == 10_000
    assert time.process_time() - began < 2
