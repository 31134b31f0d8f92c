"""Planowanie for people: hands, the sheet of a deal, positions."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu.cli.style import coloured
from kifu.formats.columns import width
from kifu.formats.planowanie.board.board import BOARD
from kifu.formats.roles import plain
from kifu.replayer.planowanie.game import GAME
from kifu.replayer.planowanie.record import Deal, Deck, Planned, Record, Result, Trick
from kifu.replayer.trajectory import Trajectory
from kifu.replayer.variations import Variation

from ... import boards
from ...boards import shown_everywhere, text, trajectory
from ...campaign import examples
from ...helpers import RANDOM, on_a_terminal

ROOT = Path(__file__).parents[3]
GAME_FILE = ROOT / "examples" / "planowanie" / "game.json"
FAULT_FILE = ROOT / "examples" / "planowanie" / "fault.json"

NAMES = ("Ala", "Bolek", "Celina")

# Three cards each, clubs are trump: P2 leads hearts, then clubs, then diamonds.
DEAL = Deal(
    hands=(("KC", "AD", "TH"), ("JC", "TC", "KH"), ("AC", "QD", "9H")),
    declarations=(1, 1, 1),
    tricks=(
        Trick(lead=2, cards=("TH", "KH", "9H"), winner=1),
        Trick(lead=1, cards=("KC", "TC", "AC"), winner=2),
        Trick(lead=2, cards=("AD", "JC", "QD"), winner=1),
    ),
    points=(0, 2, 4),
)


def game(deal: Deal = DEAL, **header: Any) -> Record:
    record = Record(
        players=NAMES, deck=Deck("9TJQKA", "CDH"), seats=3, plan=(Planned(3, 2),), deals=(deal,)
    )
    return replace(record, **header)


def head(record: Record) -> list[str]:
    return list(BOARD.head(record))


def whole(record: Record, number: int = 1) -> str:
    return boards.whole(BOARD, record, number)


def position(record: Record, ply: int) -> str:
    """The position before a ply; 0 is the last that there is."""
    return boards.position(BOARD, record, ply)


def played(*tricks: Sequence[str | None]) -> Deal:
    """The deal as far as some tricks, whose cards stand in seat order."""
    return replace(DEAL, tricks=tuple(Trick(cards=tuple(each)) for each in tricks), points=None)


TWO_TRICKS = (("TH", "KH", "9H"), (None, "TC", None))

# The whole of it


WHOLE = """\
round 1: 3 cards, P2 Celina leads

P0 Ala     KC  AD  TH
P1 Bolek   JC TC  KH
P2 Celina  AC  QD  9H

trick     P0        P1        P2
declared  1         1         1
1         TH        KH*       (9H
2         KC        (TC       AC*
3         AD        JC*       (QD
taken     0 missed  2 missed  1 hit
points    0         2         4
totals    0         2         4

result     P2 Celina wins with 4 points"""

POSITION = """\
round 1, ply 8: trick 2, card 2

P0 Ala     KC  AD
P1 Bolek   JC
P2 Celina  AC  QD

trick     P0  P1   P2     still out  cards
declared  1   1    1      C trump        5  AKQJ9
1         TH  KH*  (9H    D              6  AKQJT9
2         .   (TC  .      H              3  AQJ
taken     0   1    0      all           14
                          in hands       5

P2 Celina is to follow C
legal:  AC
done:   AC"""

VARIATION = """\
plays:  4 P2 QD  5 P0 AD  6 P1 KH  7 P0 TH  8 P1 TC  9 P2 9H  10 P1 JC  11 P2 AC
        12 P0 KC
          P0     P1     P2
declared  1      1      1
taken     1 hit  1 hit  1 hit
points    4      4      4
totals    4      4      4
result     P0 Ala and P1 Bolek and P2 Celina win with 4 points each"""


def test_a_whole_deal() -> None:
    assert whole(game()) == WHOLE


def test_a_position() -> None:
    assert position(game(), 8) == POSITION


def test_the_head() -> None:
    record = game(title="Trzy", start_time="2009-05-01", seed=7, view=1)
    assert head(record) == [
        "Trzy",
        "from 2009-05-01",
        "deck:     9TJQKA in C (trump) D H",
        "players:  P0 Ala  P1 Bolek  P2 Celina",
        "deals:    3 cards led by P2",
        "seed:     7",
        "as P1 knew it; what that player was not shown is ??",
    ]
    assert head(Record())[:2] == ["deck:     23456789TJQKA in C (trump) D H S", "players:  4"]
    assert "13 cards led by P0" in head(Record())[-1]


def test_the_documentation_shows_a_deal() -> None:
    page = (ROOT / "docs" / "planowanie.md").read_text("utf-8")
    assert whole(kifu.load(GAME_FILE, type=Record), 2) in page


# Positions


def test_all_declare_at_once() -> None:
    for ply in (1, 2, 3):
        assert (
            position(game(), ply)
            .partition("\n\n")[2]
            .endswith(
                "all are to declare at once, from 0 to 3\n"
                "legal:  0  1  2  3\n"
                "done:   P0 Ala 1  P1 Bolek 1  P2 Celina 1"
            )
        )


def test_no_declaration_is_shown_before_all_are() -> None:
    assert "declared" not in position(game(), 1)
    assert "declared  1   1   1" in position(game(), 4)


def test_who_leads_and_who_is_void() -> None:
    assert "P2 Celina is to lead\nlegal:  AC  QD  9H\ndone:   9H" in position(game(), 4)
    assert "P1 Bolek is to follow D, and has none\nlegal:  JC" in position(game(), 12)


def test_the_end_of_a_deal() -> None:
    end = position(game(), 13)
    assert end.startswith("round 1: the end\n\ntrick     P0")
    assert end.endswith("result     P2 Celina wins with 4 points")
    assert "still out" not in end


def test_the_time_that_is_left() -> None:
    clocks = ((900, 800), (900, None), (900, 700, 600))
    record = game(replace(DEAL, clocks=clocks))
    assert "time:   P0 Ala 900 ms  P1 Bolek 900 ms  P2 Celina 900 ms\n" in position(record, 1)
    assert "time:   P2 Celina 700 ms\n" in position(record, 4)
    assert "time:   P0 Ala 800 ms\n" in position(record, 5)
    assert "time:" not in position(record, 6)  # not written down
    assert "time:   P2 Celina 600 ms\n" in position(record, 8)
    assert "time:" not in position(record, 10)  # the clock has no more


def test_many_legal_cards_are_counted() -> None:
    deck = Deck("".join(map(chr, range(0x4E00, 0x4E00 + 110))), "CD")
    record = Record(deck=deck, seats=2, plan=(Planned(1, 0),), deals=(Deal(declarations=(0, 0)),))
    assert "legal:  220 cards" in position(record, 3)


# Totals and winners


def test_totals_stand_before_the_later_deals() -> None:
    record = game(deals=(DEAL, DEAL), plan=(Planned(3, 2),) * 2)
    assert "totals " not in whole(record, 1).partition("trick")[0]
    assert "wins" not in whole(record, 1)
    second = whole(record, 2)
    assert "\ntotals     P0 Ala 0  P1 Bolek 2  P2 Celina 4\n" in second
    assert second.endswith(
        "totals    0         4         8\n\nresult     P2 Celina wins with 8 points"
    )


def test_several_winners() -> None:
    deal = Deal(hands=(("9C",), ("TC",)), declarations=(0, 0), tricks=(Trick(cards=("9C", "TC")),))
    record = Record(seats=2, plan=(Planned(1, 0),), deals=(deal,))
    assert whole(record).endswith("result     P0 and P1 win with 1 point each")


# What is not there


@pytest.mark.parametrize(
    ("deal", "stop"),
    [
        (Deal(), "all are to declare at once, from 0 to 3"),
        (replace(DEAL, tricks=(), points=None), "P2 Celina is to lead"),
        (played(*TWO_TRICKS), "P2 Celina is to follow C"),
    ],
)
def test_a_deal_that_stops_early(deal: Deal, stop: str) -> None:
    assert whole(game(deal)).splitlines()[-1] == f"the record stops here: {stop}"
    assert stop in position(game(deal), 0)


def test_some_declarations_are_known() -> None:
    record = game(Deal(hands=DEAL.hands, declarations=(None, 2, None)), view=1)
    for shown in (whole(record), position(record, 0)):
        assert "trick     P0  P1  P2\ndeclared  .   2   .\n\n" in shown


def test_points_of_a_deal_that_stops() -> None:
    record = game(replace(played(*TWO_TRICKS), points=(1, 2, 3)))
    assert whole(record).endswith("recorded   points:  P0 Ala 1  P1 Bolek 2  P2 Celina 3")


def test_what_goes_on_behind_the_end() -> None:
    undeclared = replace(DEAL, declarations=None, points=None)
    assert whole(game(undeclared)).endswith("the record goes on behind this")
    longer = replace(DEAL, tricks=(*DEAL.tricks, DEAL.tricks[0]))
    assert whole(game(longer)).endswith("the record goes on behind this")


def test_hands_that_nobody_wrote_down() -> None:
    record = game(replace(DEAL, hands=None))
    assert "P0 Ala     ?? ?? ??" in whole(record)
    assert whole(record).partition("trick")[2] == whole(game()).partition("trick")[2]
    assert "P0 Ala is to follow H\n" in position(record, 5)


# Views


def test_a_view() -> None:
    seen = kifu.view(game(played(*TWO_TRICKS), result=Result(end="stopped")), 0)
    shown = whole(seen)
    assert "P0 Ala     KC  AD  TH" in shown
    assert "P1 Bolek   TC  KH  ??" in shown
    assert "P2 Celina  9H  ?? ??" in shown
    assert shown.endswith("result     the game was stopped: why is not known")
    # Any card that was not seen may be in a hand that is not known.
    assert "legal:  9C  JC  QC  AC  9D  TD  JD  QD  KD  JH  QH  AH\n" in position(seen, 0)


# Broken rules


def test_a_broken_rule() -> None:
    revoke = game(played(("TH", "JC", "9H")))
    assert whole(revoke).endswith(
        "the replay stops at ply 6, P1 Bolek: JC\n"
        "  P105 planowanie-must-follow-suit: H is led, and player 1 holds KH: JC may not be played"
    )
    assert "done:   JC\n  P105 planowanie-must-follow-suit" in position(revoke, 6)
    assert "recorded" not in whole(revoke)


def test_a_declaration_out_of_range() -> None:
    record = game(replace(DEAL, declarations=(1, 4, 5), points=None))
    assert whole(record).endswith(
        "the replay stops at ply 2, P1 Bolek: 4\n"
        "  P101 planowanie-declaration-out-of-range: player 1 declares 4: 0 to 3 can be declared"
    )
    assert "P1 Bolek 4  P2 Celina 5\n  P101" in position(record, 1)


def test_who_plays_out_of_turn() -> None:
    record = game(played((None, "KH", "9H")))
    assert "the replay stops at ply 5, P1 Bolek: KH\n  P103" in whole(record)
    assert "done:   P1 Bolek KH\n  P103" in position(record, 5)


# Faults


def fault(deal: Deal = DEAL, **said: Any) -> str:
    return whole(game(deal, result=Result(end="fault", **said)))


def test_an_answer_that_no_rule_allows() -> None:
    shown = fault(played(("TH", None, "9H")), player=1, reason="invalid", reply="JC")
    assert shown.endswith(
        "the record stops here: P1 Bolek is to follow H\n"
        "fault      P1 Bolek gave an answer that no rule allows: JC\n"
        "  P105 planowanie-must-follow-suit: H is led, and player 1 holds KH:"
        " JC may not be played\n"
        "result     P1 Bolek loses to every other player"
    )


def test_a_declaration_that_no_rule_allows() -> None:
    shown = fault(Deal(hands=DEAL.hands), player=0, reason="invalid", reply="4")
    assert "P0 Ala gave an answer that no rule allows: 4\n  P101 planowanie-" in shown


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"player": 0, "reason": "crashed"}, "P0 Ala ended before the game did"),
        ({"player": 0, "reason": "timeout"}, "P0 Ala took too long"),
        ({"player": 0, "reason": "flood", "reply": "x" * 90}, f"wrote without end: {'x' * 60}…"),
        ({"player": 0, "reason": "unanswered"}, "P0 Ala did not answer"),
        ({"player": 0, "reason": "unanswered", "command": "play"}, "P0 Ala did not answer (play)"),
        ({"player": 0, "reason": "malformed", "reply": "hm\n"}, "an answer without form: hm\\n"),
        ({"player": 0, "reason": "refused", "reply": "no"}, "P0 Ala refused to answer: no"),
        ({"player": 0}, "P0 Ala ended the game"),
    ],
)
def test_how_a_game_was_ended(said: dict[str, Any], told: str) -> None:
    deal = played(("TH", None, "9H"))
    lines = fault(deal, **said).splitlines()
    assert lines[-2].startswith("fault ")
    assert lines[-2].endswith(told)
    assert lines[-1] == "result     P0 Ala loses to every other player"
    shown = position(game(deal, result=Result(end="fault", **said)), 0)
    assert shown.endswith("\n".join(lines[-2:]))


def test_a_fault_of_nobody() -> None:
    assert fault().splitlines()[-1] == "fault      somebody ended the game"
    assert fault(player=9).splitlines()[-1] == "fault      P9 ended the game"


def test_a_fault_is_told_where_the_record_ends() -> None:
    record = kifu.load(FAULT_FILE, type=Record)
    assert "fault" not in whole(record, 1)
    assert "fault" in whole(record, 2)


def test_a_fault_after_the_last_card() -> None:
    shown = fault(player=0, reason="crashed", command="play")
    assert "wins" not in shown
    assert shown.endswith("\nresult     P0 Ala loses to every other player")


def test_a_fault_before_the_first_deal() -> None:
    record = game(deals=(), result=Result(end="fault", player=2, reason="crashed"))
    assert head(record)[-1] == "fault:    P2 Celina ended before the game did"


# Variations


def varied(*variations: Variation) -> tuple[Record, Trajectory[Any, Any]]:
    record = game(replace(DEAL, variations=variations))
    return record, trajectory(record)


def test_a_variation() -> None:
    actions = ("QD", "AD", "KH", "TH", "TC", "9H", "JC", "AC", "KC")
    record, main = varied(Variation(ply=4, actions=actions, name="all hit"))
    (other,) = main.variations
    assert whole(record) == WHOLE
    assert text(BOARD.variation(other)) == VARIATION
    shown = text(BOARD.whole(other))
    assert shown.startswith("round 1, variation 1 (all hit), from ply 4: 3 cards, P2 Celina leads")
    assert "\n1         AD*    KH     (QD\n" in shown


def test_other_declarations() -> None:
    deal = replace(DEAL, variations=(Variation(ply=1, actions=("1", "2", "1", "9H")),))
    record = game(deal, result=Result(end="fault", player=0))
    (other,) = trajectory(record).variations
    assert list(map(plain, BOARD.variation(other))) == [
        "plays:  1 P0 1  2 P1 2  3 P2 1  4 P2 9H",
        "          P0  P1  P2",
        "declared  1   2   1",
        "taken     0   0   0",
        "the variation stops here: P0 Ala is to follow H",
    ]


def test_a_variation_that_breaks_a_rule() -> None:
    _, main = varied(Variation(ply=4, actions=("KH",)), Variation(ply=1, actions=("2",)))
    wrong, short = main.variations
    assert list(map(plain, BOARD.variation(wrong)))[-2:] == [
        "the replay stops at ply 4, P2 Celina: KH",
        "  P104 planowanie-card-not-held: player 2 does not hold KH: the hand is AC QD 9H",
    ]
    # What the record declares is not declared in a variation of its declarations.
    assert list(BOARD.variation(short)) == [
        "the variation stops here: all are to declare at once, from 0 to 3"
    ]


# What strangers wrote


def test_strangers_cannot_command_the_terminal() -> None:
    evil = "\x1b[31mAla\x07"
    deals = [
        played((evil, None, "9H")),
        replace(played(("TH", None, "9H")), variations=(Variation(ply=5, actions=(evil,)),)),
        replace(DEAL, variations=(Variation(ply=1, actions=("1", evil, "1"), name=evil),)),
    ]
    result = Result(end="fault", player=1, reply=evil)
    for deal in deals:
        record = game(deal, players=(evil,) * 3, title=evil, end_time=evil, result=result)
        for each in trajectory(record).tree():
            shown = [*BOARD.head(record), *BOARD.whole(each), *BOARD.variation(each)]
            shown += BOARD.position(each, each.last)
            left = text(shown)
            assert "\x1b" not in left
            assert "\x07" not in left
            assert "\x1b[31m" not in coloured("".join(shown))
            assert "\\x1b[31mAla\\x07" in left


@pytest.mark.parametrize(
    "record", [Record(deck=Deck("", "")), Record(plan=()), Record(seats=10**9), Record(players=())]
)
def test_a_game_that_is_none_has_a_head(record: Record) -> None:
    assert head(record)[0].startswith("deck:")


# Colours


def test_the_winner_of_a_trick_has_a_colour() -> None:
    marked = "\n".join(BOARD.whole(trajectory(game())))
    shown = coloured(marked)
    assert shown.count("\x1b[30;43m") == 3
    assert "\x1b[30;43mKH*\x1b[0m" in shown
    assert click.unstyle(shown) == plain(marked) == whole(game())


# Whatever is there


def cut_off(record: Record, rng: Random) -> Record:
    """A game that stops somewhere in its last deal, and of which something was not written down."""
    *deals, last = record.deals[: rng.randint(1, len(record.deals))]
    tricks = last.tricks[: rng.randint(0, len(last.tricks))]
    if tricks and rng.random() < 0.5:
        tricks = (*tricks[:-1], Trick(cards=(None,) * record.seats))
    names = ["hands", "declarations", "points", "clocks"]
    lost = dict.fromkeys(rng.sample(names, rng.randint(0, 2)))
    end: Any = rng.choice(["complete", "fault", "stopped", None])
    result = Result(end=end, player=rng.choice([None, 0, 1]), reply=rng.choice([None, "2", "AC"]))
    return replace(record, deals=(*deals, replace(last, **lost, tricks=tricks)), result=result)


@given(RANDOM, st.integers(0, 1), st.booleans())
@examples(12)
def test_random_games(rng: Random, player: int, whole: bool) -> None:
    record = GAME.generate(rng)
    record = record if whole else cut_off(record, rng)
    assert max(map(width, shown_everywhere(BOARD, record))) <= 120
    assert list(shown_everywhere(BOARD, kifu.view(record, player)))


# The command


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kifu.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_the_command_shows_a_game() -> None:
    done = run("replay", GAME_FILE)
    record = kifu.load(GAME_FILE, type=Record)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    for number in (1, 2, 3):
        assert f"\n\n{whole(record, number)}\n" in done.stdout
    assert "\nround 3, variation 1 (everybody hits), from ply 4\nplays:  4 P2 QD" in done.stdout


def test_a_terminal_has_colours_and_a_pipe_has_none() -> None:
    command = [sys.executable, "-m", "kifu.cli", "replay", str(GAME_FILE)]
    piped, shown = run("replay", GAME_FILE).stdout, on_a_terminal(command)
    assert "\x1b[30;43m9C*\x1b[0m" in shown
    assert click.unstyle(shown) == on_a_terminal(command, NO_COLOR="1") == piped


def test_the_command_shows_a_moment_of_a_variation() -> None:
    arguments = ("replay", GAME_FILE, "--round", 3, "--variation", 1, "--ply", 6)
    done = run(*arguments)
    assert done.returncode == 0
    assert done.stdout.startswith("round 3, variation 1, ply 6: trick 1, card 3\n")
    assert "P1 Bolek is to follow D, and has none\nlegal:  TC  JC  KH\ndone:   KH" in done.stdout
    (shown,) = json.loads(run(*arguments, "--output-format", "json").stdout)["rounds"]
    (step,) = shown["steps"]
    assert (step["ply"], step["actions"]) == (6, {"1": "KH"})
    assert step["legal"] == {"1": ["TC", "JC", "KH"]}


def test_the_command_shows_what_is_done_in_variations() -> None:
    out = run("replay", GAME_FILE, "--round", 3, "--ply", 1).stdout
    assert "done:   P0 Ala 1  P1 Bolek 1  P2 Celina 1\n" in out
    assert "as Bolek should have declared), from ply 1: 1 2 1" in out


def test_a_deal_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(kifu.dumps(game(replace(DEAL, hands=(("KC",),) * 3))), encoding="utf-8")
    done = run("replay", file)
    assert done.returncode == 1
    assert "round 1 cannot be replayed: P004 planowanie-wrong-size: " in done.stdout
