"""Leduc poker for human readers."""

from collections.abc import Iterator

import kifu
from kifu.formats import board
from kifu.replayer.leduc.record import Record

from ...boards import trajectory
from ...replayer.leduc.helpers import FOLDED, SHOWN, hand, match, read

SHOWS = board("leduc")


def whole(text: str, number: int = 1, path: tuple[int, ...] = ()) -> list[str]:
    found = trajectory(read(text), number).variation(path)
    return [each for each in SHOWS.whole(found) if each]


def position(text: str, ply: int) -> list[str]:
    found = trajectory(read(text))
    return [each for each in SHOWS.position(found, found.at(ply)) if each]


def head(record: Record) -> Iterator[str]:
    return SHOWS.head(record)


def test_the_head() -> None:
    whole = read(match(FOLDED, title="Tonight", players=["Ada", "Bo\x1b"]))
    assert list(head(whole)) == ["Tonight", "P0 Ada against P1 Bo\\x1b"]
    assert list(head(kifu.view(whole, 1)))[-1] == (
        "as P1 knew it; a card that player did not see is ??"
    )


def test_a_hand() -> None:
    assert whole(match(FOLDED, SHOWN, players=["Ada", "Bo"]), 2) == [
        "round 2, totals -3 +3",
        "player  card  bets       after Js  chips in",
        "P0 Ada  Jh    call call  call      3",
        "P1 Bo   Kh    raise      call      3",
        "showdown: P0 Ada wins 3, totals 0 0",
    ]


def test_how_a_hand_ends() -> None:
    ends = {
        "fold: P1 wins 3, totals -3 +3": FOLDED,
        "showdown: the pot is shared, totals 0 0": SHOWN | {"cards": ["Kh", "Ks"]},
        "showdown: a card is hidden, totals 0 0": SHOWN | {"cards": ["Kh", "??"]},
        "the record stops here: P1 is to act": hand("raise"),
        "the record stops here: a card has to be dealt": hand("raise", "call"),
        "  L102 leduc-nothing-to-fold-to: player 0 cannot fold: there is no bet to meet": hand(
            "fold"
        ),
        "the record continues after the end": hand("raise", "fold", "fold"),
    }
    for line, played in ends.items():
        assert whole(match(played))[-1] == line
    assert whole(match(hand("fold")))[-2] == "the replay stops at ply 1, P0: fold"
    assert whole(match(hand("call", "call", "\x1b")))[-2] == "the replay stops at a card: \\x1b"


def test_a_position() -> None:
    assert position(match(FOLDED), 5) == [
        "round 1, ply 5, totals 0 0",
        "player  card  bets   after Qs  chips in",
        "P0      Ks    raise  call      3",
        "P1      Jh    call   raise     7",
        "P0 is to act",
        "legal:  fold  call  raise",
        "done:   fold",
    ]
    assert position(match(FOLDED), 6)[-1] == "fold: P1 wins 3, totals -3 +3"
    assert position(match(hand("fold")), 1)[-2:] == [
        "done:   fold",
        "  L102 leduc-nothing-to-fold-to: player 0 cannot fold: there is no bet to meet",
    ]


def test_a_view_before_the_showdown() -> None:
    view = kifu.dumps(kifu.view(read(match(SHOWN)), 1))
    assert "P0      ??    call" in position(view, 2)[2]
    assert "P0      Jh    call call" in position(view, 6)[2]


def test_variations() -> None:
    varied = match(
        FOLDED | {"variations": [{"ply": 2, "actions": ["raise", "call", "Kh", "call", "call"]}]}
    )
    (variation,) = trajectory(read(varied)).variations
    assert list(SHOWS.variation(variation)) == [
        "plays:  2 P1 raise  3 P0 call  Kh is dealt  4 P0 call  5 P1 call",
        "showdown: P0 wins 5, totals +5 -5",
    ]
    assert whole(varied, path=(1,))[-1] == "showdown: P0 wins 5, totals +5 -5"
