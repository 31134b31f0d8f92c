"""Goita for human readers: rounds, positions, variations."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import kifu
from kifu.cli.output import coloured
from kifu.formats.goita.board.board import BOARD
from kifu.formats.text.columns import width
from kifu.formats.text.roles import plain
from kifu.replayer.goita.record import Foul, Record, Result, Round
from kifu.replayer.play.variations import Variation

from ... import boards
from ...boards import shown_everywhere, text, trajectory

ROOT = Path(__file__).parents[3]
NAMES = ("Aki", "ボタン", "Chiyo", "Daichi")

ROUND = Round(
    dealer=1,
    score=(20, 0),
    hands=("23456788", "11244788", "34567888", "55667888"),
    record="84000840007200011",
    winner=1,
    result=Result("out", 100),
)

WHOLE = """\
round 1: player 1 (ボタン) deals, score 20–0

player             hand
0 Aki              飛角金銀馬香しし
1 ボタン (dealer)  王王飛金金香しし
2 Chiyo            角金銀馬香ししし
3 Daichi           銀銀馬馬香ししし

ply  1 ボタン  2 Chiyo  3 Daichi  0 Aki
  1  ☗し☖金    なし     なし      なし
  5  ☗し☖金    なし     なし      なし
  9  ☗香☖飛    なし     なし      なし
 13  ☗王☖王

player 1 (ボタン) goes out with ☖王: 100 points; score 20–100"""

POSITION = """\
round 1, ply 6, score 20–0

player             left              laid
0 Aki              飛角金銀馬香しし
1 ボタン (dealer)  王王飛香          ☗し☖金 ☗し☖金
2 Chiyo            角金銀馬香ししし
3 Daichi           銀銀馬馬香ししし

player 2 (Chiyo) receives ☖金 from player 1 (ボタン), or passes
legal:  0 なし  43 ☖金☖角  45 ☖金☖銀  46 ☖金☖馬  47 ☖金☖香  48 ☖金☖し
played: 0 なし"""


def match(played: Round = ROUND, **header: Any) -> Record:
    return replace(Record(players=NAMES, rounds=(played,)), **header)


def whole(played: Round = ROUND, **header: Any) -> str:
    return boards.whole(BOARD, match(played, **header))


def position(ply: int, played: Round = ROUND, **header: Any) -> str:
    return boards.position(BOARD, match(played, **header), ply)


def test_a_whole_round() -> None:
    assert whole() == WHOLE


def test_a_position() -> None:
    assert position(6) == POSITION
    assert "\n1 ボタン (dealer)                    ☗し☖金 ☗し☖金 ☗香☖飛 ☗王☖王\n" in position(14)


def test_the_head() -> None:
    assert list(BOARD.head(match(title="大会", view=2)))[::2] == [
        "大会",
        "as player 2 (Chiyo) knew it; pieces that player did not see are 裏",
    ]
    assert list(BOARD.head(match(view="partial")))[-1] == "some pieces are hidden (裏)"


def test_two_kings_look_different() -> None:
    played = replace(ROUND, kings="玉王王玉")
    assert "1 ボタン (dealer)  玉王飛金金香しし\n" in whole(played)
    assert "13  ☗王☖玉\n" in whole(played)
    assert "1 ボタン (dealer)  玉王飛香          ☗し" in position(6, played)
    begun = replace(ROUND, record="84430012", kings="玉王玉", winner=None, result=None)
    assert "1 ボタン (dealer)  王金香し          ☗し☖金 ☖玉☖飛\n" in position(0, begun)


def test_a_view() -> None:
    seen = kifu.view(match(), 2)
    shown = boards.whole(BOARD, seen)
    assert "1 ボタン (dealer)  裏裏裏裏裏裏裏裏\n" in shown
    assert "  1  ☗裏☖金    なし" in shown
    assert "1 ボタン (dealer)  裏裏裏裏          ☗裏☖金 ☗裏☖金\n" in boards.position(BOARD, seen, 6)
    assert "played: 92 ☗裏☖飛" in boards.position(BOARD, seen, 9)
    # The pair is revealed when it scores, and not before.
    assert "legal:  " in boards.position(BOARD, seen, 13)
    assert "91 ☗裏☖王" in boards.position(BOARD, seen, 13)
    assert "played: 11 ☗王☖王" in boards.position(BOARD, seen, 13)


def test_variations() -> None:
    more = Variation(ply=2, actions=("48", "88"), name="receives")
    main = trajectory(match(replace(ROUND, variations=(more,))))
    (other,) = main.variations
    assert text(BOARD.whole(main)) == WHOLE
    assert list(BOARD.variation(other)) == [
        "plays:  2 Chiyo ☖金☖し  3 Daichi ☖し☖し",
        "the variation stops here: player 0 (Aki) is to act",
    ]
    assert text(BOARD.whole(other)).startswith("round 1, variation 1 (receives), from ply 2: ")
    assert "  1  ☗し☖金    ☖金☖し   ☖し☖し\n" in text(BOARD.whole(other))


FIVE = Round(hands=("12345678", "12345678", "44556888", "67788888"), record="67", goshi=(3,))


@pytest.mark.parametrize(
    ("played", "end"),
    [
        (FIVE, "the record stops here: player 1 (ボタン) is to act"),
        (
            replace(FIVE, record="", result=Result("redeal")),
            "player 3 (Daichi) has five し; player 1 (ボタン) has the round redealt\n"
            "the deal is thrown in",
        ),
        (replace(ROUND, record=ROUND.record + "00"), "continues after the end: 2 more plies"),
    ],
)
def test_how_rounds_end(played: Round, end: str) -> None:
    assert whole(replace(played, score=None)).endswith(end)


def test_a_decision() -> None:
    assert position(0, replace(FIVE, record="")).endswith(
        "player 3 (Daichi) has five し; player 1 (ボタン) decides\nlegal:  redeal  play on"
    )
    found = trajectory(match(FIVE))
    assert text(BOARD.position(found, found.at(0))).endswith(
        "legal:  redeal  play on\nplayed: play on"
    )


def test_a_foul() -> None:
    played = replace(FIVE, dealer=1, goshi=(), record="81", fouls=(Foul(1, "G104"),))
    played = replace(played, hands=("12345678", "12345678", "44568888", "56778888"))
    assert "  1  ☗し☖王!\n" in whole(played)
    assert "ply 1!: a foul by player 1 (ボタン); play went on\n  G104 " in whole(played)
    ended = replace(played, result=Result("foul", 30), winner=0)
    assert "ply 1: player 1 (ボタン) plays 81 ☗し☖王, a foul\n  G104 " in whole(ended)
    assert whole(ended).endswith("the foul ends the round, won by player 0 (Aki): 30 points")
    stops = replace(played, fouls=())
    assert "the replay stops at ply 1: player 1 (ボタン) plays 81 ☗し☖王\n  G104 " in whole(stops)


def test_strangers_cannot_command_the_terminal() -> None:
    evil = "\x1b[31mAki\x07"
    variation = Variation(ply=1, actions=(evil,), name=evil)
    for played in (replace(ROUND, record=evil), replace(ROUND, variations=(variation,))):
        record = match(played, players=(evil,) * 4, title=evil, end_time=evil)
        for line in shown_everywhere(BOARD, record):
            assert "\x07" not in line
            assert "\x1b" not in coloured(line)


def test_everything_fits() -> None:
    record = kifu.load(ROOT / "examples" / "goita" / "match.json")
    shown = list(shown_everywhere(BOARD, record))
    assert max(map(width, shown)) <= 120
    assert shown == list(map(plain, shown))
