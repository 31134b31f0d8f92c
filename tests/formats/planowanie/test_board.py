"""Planowanie for human readers: hands, the sheet of a deal, positions."""

from typing import Any

import click
import pytest
from msgspec.structs import replace

import kifu
from kifu.cli.output import coloured
from kifu.formats.planowanie.board.board import BOARD
from kifu.formats.text.roles import plain
from kifu.replayer.planowanie.record import Deal, Deck, Planned, Record, Result, Trick

from ...boards import shown_everywhere, trajectory
from ...loops import all_of
from .board_sample import (
    DEAL,
    FAULT_FILE,
    GAME_FILE,
    POSITION,
    ROOT,
    TWO_TRICKS,
    WHOLE,
    game,
    head,
    played,
    position,
    whole,
)


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
        "deals:    3 cards led by Celina",
        "seed:     7",
        "as Bolek knew it; cards that player did not see are ??",
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
                "all players declare at once, from 0 to 3\n"
                "legal:  0  1  2  3\n"
                "done:   Ala 1  Bolek 1  Celina 1"
            )
        )


def test_no_declaration_is_shown_before_all_are() -> None:
    assert "declared" not in position(game(), 1)
    assert "declared  1    1      1" in position(game(), 4)


def test_leaders_and_void_players() -> None:
    assert "Celina is to lead\nlegal:  AC  QD  9H\ndone:   9H" in position(game(), 4)
    assert "Bolek is to follow D but has none\nlegal:  JC" in position(game(), 12)


def test_the_end_of_a_deal() -> None:
    end = position(game(), 13)
    assert end.startswith("round 1: the end\n\ntrick     Ala")
    assert end.endswith("result     Celina wins with 4 points")
    assert "still out" not in end


def test_the_time_that_is_left() -> None:
    clocks = ((900, 800), (900, None), (900, 700, 600))
    record = game(replace(DEAL, clocks=clocks))
    assert "time:   Ala 900 ms  Bolek 900 ms  Celina 900 ms\n" in position(record, 1)
    assert "time:   Celina 700 ms\n" in position(record, 4)
    assert "time:   Ala 800 ms\n" in position(record, 5)
    assert "time:" not in position(record, 6)  # not recorded
    assert "time:   Celina 600 ms\n" in position(record, 8)
    assert "time:" not in position(record, 10)  # no more times were recorded


def test_many_legal_cards_are_counted() -> None:
    deck = Deck("".join(map(chr, range(0x4E00, 0x4E00 + 110))), "CD")
    record = Record(deck=deck, seats=2, plan=(Planned(1, 0),), deals=(Deal(declarations=(0, 0)),))
    assert "legal:  220 cards" in position(record, 3)


# Totals and winners


def test_totals_come_before_later_deals() -> None:
    record = game(deals=(DEAL, DEAL), plan=(Planned(3, 2),) * 2)
    assert "totals " not in whole(record, 1).partition("trick")[0]
    assert "wins" not in whole(record, 1)
    second = whole(record, 2)
    assert "\ntotals     Ala 0  Bolek 2  Celina 4\n" in second
    assert second.endswith(
        "totals    0         4         8\n\nresult     Celina wins with 8 points"
    )


def test_several_winners() -> None:
    deal = Deal(hands=(("9C",), ("TC",)), declarations=(0, 0), tricks=(Trick(cards=("9C", "TC")),))
    record = Record(seats=2, plan=(Planned(1, 0),), deals=(deal,))
    assert whole(record).endswith("result     P0 and P1 win with 1 point each")


# Missing values


@pytest.mark.parametrize(
    ("deal", "stop"),
    [
        (Deal(), "all players declare at once, from 0 to 3"),
        (replace(DEAL, tricks=(), points=None), "Celina is to lead"),
        (played(*TWO_TRICKS), "Celina is to follow C"),
    ],
)
def test_a_deal_that_stops_early(deal: Deal, stop: str) -> None:
    assert whole(game(deal)).splitlines()[-1] == f"the record stops here: {stop}"
    assert stop in position(game(deal), 0)


def test_some_declarations_are_known() -> None:
    record = game(Deal(hands=DEAL.hands, declarations=(None, 2, None)), view=1)
    for shown in (whole(record), position(record, 0)):
        assert "trick     Ala  Bolek  Celina\ndeclared  .    2      .\n\n" in shown


def test_points_of_a_deal_that_stops() -> None:
    record = game(replace(played(*TWO_TRICKS), points=(1, 2, 3)))
    assert whole(record).endswith("recorded   points:  Ala 1  Bolek 2  Celina 3")


def test_play_after_the_end() -> None:
    undeclared = replace(DEAL, declarations=None, points=None)
    assert whole(game(undeclared)).endswith("the record continues after this point")
    longer = replace(DEAL, tricks=(*DEAL.tricks, DEAL.tricks[0]))
    assert whole(game(longer)).endswith("the record continues after this point")


def test_hands_that_nobody_wrote_down() -> None:
    record = game(replace(DEAL, hands=None))
    assert "Ala     ?? ?? ??" in whole(record)
    assert whole(record).partition("trick")[2] == whole(game()).partition("trick")[2]
    assert "Ala is to follow H\n" in position(record, 5)


# Views


def test_a_view() -> None:
    seen = kifu.view(game(played(*TWO_TRICKS), result=Result(end="stopped")), 0)
    shown = whole(seen)
    assert "Ala     KC  AD  TH" in shown
    assert "Bolek   TC  KH  ??" in shown
    assert "Celina  9H  ?? ??" in shown
    assert shown.endswith("result     the game was stopped for an unknown reason")
    # A hidden card may be any card that has not been seen.
    assert "legal:  9C  JC  QC  AC  9D  TD  JD  QD  KD  JH  QH  AH\n" in position(seen, 0)


# Broken rules


def test_a_broken_rule() -> None:
    revoke = game(played(("TH", "JC", "9H")))
    assert whole(revoke).endswith(
        "the replay stops at ply 6, Bolek: JC\n"
        "  P105 planowanie-must-follow-suit: player 1 must follow suit: H was led, and the hand "
        "has KH, so JC is illegal"
    )
    assert "done:   JC\n  P105 planowanie-must-follow-suit" in position(revoke, 6)
    assert "recorded" not in whole(revoke)


def test_a_declaration_out_of_range() -> None:
    record = game(replace(DEAL, declarations=(1, 4, 5), points=None))
    assert whole(record).endswith(
        "the replay stops at ply 2, Bolek: 4\n"
        "  P101 planowanie-declaration-out-of-range: player 1 declares 4: expected 0 to 3"
    )
    assert "Bolek 4  Celina 5\n  P101" in position(record, 1)


def test_playing_out_of_turn() -> None:
    record = game(played((None, "KH", "9H")))
    assert "the replay stops at ply 5, Bolek: KH\n  P103" in whole(record)
    assert "done:   Bolek KH\n  P103" in position(record, 5)


# Faults


def fault(deal: Deal = DEAL, **said: Any) -> str:
    return whole(game(deal, result=Result(end="fault", **said)))


def test_an_answer_that_no_rule_allows() -> None:
    shown = fault(played(("TH", None, "9H")), player=1, reason="invalid", reply="JC")
    assert shown.endswith(
        "the record stops here: Bolek is to follow H\n"
        "fault      Bolek gave an illegal answer: JC\n"
        "  P105 planowanie-must-follow-suit: player 1 must follow suit: H was led, and the hand "
        "has KH, so JC is illegal\n"
        "result     Bolek loses to every other player"
    )


def test_a_declaration_that_no_rule_allows() -> None:
    shown = fault(Deal(hands=DEAL.hands), player=0, reason="invalid", reply="4")
    assert "Ala gave an illegal answer: 4\n  P101 planowanie-" in shown


@all_of(
    ("said", "told"),
    [
        ({"player": 0, "reason": "crashed"}, "Ala exited before the end of the game"),
        ({"player": 0, "reason": "timeout"}, "Ala took too long"),
        ({"player": 0, "reason": "flood", "reply": "x" * 90}, f"wrote too much: {'x' * 60}…"),
        ({"player": 0, "reason": "unanswered"}, "Ala did not answer"),
        ({"player": 0, "reason": "unanswered", "command": "play"}, "Ala did not answer (play)"),
        ({"player": 0, "reason": "malformed", "reply": "hm\n"}, "a malformed answer: hm\\n"),
        ({"player": 0, "reason": "refused", "reply": "no"}, "Ala refused to answer: no"),
        ({"player": 0}, "Ala ended the game"),
    ],
)
def test_how_a_game_was_ended(said: dict[str, Any], told: str) -> None:
    deal = played(("TH", None, "9H"))
    lines = fault(deal, **said).splitlines()
    assert lines[-2].startswith("fault ")
    assert lines[-2].endswith(told)
    assert lines[-1] == "result     Ala loses to every other player"
    shown = position(game(deal, result=Result(end="fault", **said)), 0)
    assert shown.endswith("\n".join(lines[-2:]))


def test_a_fault_of_nobody() -> None:
    assert fault().splitlines()[-1] == "fault      somebody ended the game"
    assert fault(player=9).splitlines()[-1] == "fault      P9 ended the game"


def test_a_fault_is_shown_where_the_record_ends() -> None:
    record = kifu.load(FAULT_FILE, type=Record)
    assert "fault" not in whole(record, 1)
    assert "fault" in whole(record, 2)


def test_a_fault_after_the_last_card() -> None:
    shown = fault(player=0, reason="crashed", command="play")
    assert "wins" not in shown
    assert shown.endswith("\nresult     Ala loses to every other player")


def test_a_fault_before_the_first_deal() -> None:
    record = game(deals=(), result=Result(end="fault", player=2, reason="crashed"))
    assert head(record)[-1] == "fault:    Celina exited before the end of the game"


# Colours


def test_the_winner_of_a_trick_has_a_colour() -> None:
    marked = "\n".join(BOARD.whole(trajectory(game())))
    shown = coloured(marked)
    assert shown.count("\x1b[30;43m") == 3
    assert "\x1b[30;43mKH*\x1b[0m" in shown
    assert click.unstyle(shown) == plain(marked) == whole(game())


def test_a_view_that_breaks_a_rule_says_where_the_replay_stops() -> None:
    view = kifu.view(game(), 0)
    (deal,) = view.deals
    first = replace(deal.tricks[0], cards=("TH", "TC", "9H"))
    broken = replace(view, deals=(replace(deal, tricks=(first, *deal.tricks[1:])),))
    shown = list(shown_everywhere(BOARD, broken))
    assert "the replay stops at ply 6, Bolek: TC" in shown
