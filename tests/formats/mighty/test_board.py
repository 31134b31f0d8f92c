"""Mighty for human readers: the screen of the paper's simulator as text."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

import kifu
from kifu.cli.output import coloured
from kifu.formats.mighty.board.board import BOARD
from kifu.formats.mighty.board.result import formula
from kifu.formats.text.roles import plain
from kifu.replayer.mighty.cards import DECK
from kifu.replayer.mighty.options import PRESETS, Options
from kifu.replayer.mighty.record import Deal, Result
from kifu.replayer.mighty.rules.deal import dealt
from kifu.replayer.mighty.rules.scoring import score
from kifu.replayer.mighty.rules.state import Bid, Contract

from ... import boards
from ...boards import trajectory
from ...helpers import on_a_terminal
from ...loops import all_of
from .board_sample import (
    BARE,
    BEFORE_EXCHANGE,
    DEAL,
    POSITION,
    WHOLE,
    bids,
    match,
    position,
    tricks,
    whole,
)


def test_a_whole_deal() -> None:
    assert whole() == WHOLE


def test_a_position() -> None:
    assert position(33) == POSITION


def test_the_head() -> None:
    options = replace(PRESETS["league"], risk=100)
    record = match(title="마이티", start_time="2022-01-28", rules=options, view=2)
    assert list(BOARD.head(record)) == [
        "마이티",
        "from 2022-01-28",
        "rules:  league,  risk = 100",
        "players:  P0 Alice  P1 Bob  P2 Carol  P3 Dave  P4 Eve",
        "as Carol knew it; cards that player did not see are ??",
    ]
    assert next(BOARD.head(match(rules=replace(Options(), preset="ours")))) == "rules:  ours"


# Colours


def test_colours_only_add() -> None:
    record = match()
    marked = "\n".join(BOARD.whole(trajectory(record)))
    shown = coloured(marked)
    assert click.unstyle(shown) == plain(marked) == WHOLE
    assert "\x1b[1;31mDave!\x1b[0m" in shown
    assert "\x1b[1;34mCarol~\x1b[0m" in shown
    assert "\x1b[30;43m(♥A*\x1b[0m" in shown


def test_the_friend_is_blue_from_when_it_is_met() -> None:
    # ♣6 is the last card played to the first trick.
    assert "~" not in position(14)
    assert "friend     ♣6: not met yet" in position(14)
    assert "taken      president 1 (buried 1)  the others 0" in position(14)
    assert "friend     ♣6: Carol~" in position(15)


def test_a_terminal_has_colours_and_a_pipe_has_none(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(kifu.dumps(match()), encoding="utf-8")
    command = [sys.executable, "-m", "kifu.cli", "replay", str(file)]
    piped = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    shown = on_a_terminal(command)
    players = "players:  P0 Alice  P1 Bob  P2 Carol  P3 Dave  P4 Eve"
    assert piped == f"rules:  seed\n{players}\n\n{WHOLE}\n"
    assert "\x1b[1;31mDave!\x1b[0m" in shown
    assert click.unstyle(shown) == piped
    assert on_a_terminal(command, NO_COLOR="1") == piped


# Where the board stops


@all_of(
    ("changes", "stop"),
    [
        (
            {**BEFORE_EXCHANGE, "bids": DEAL.bids[:3] if DEAL.bids else None, "president": None},
            "Carol is to bid or pass; Alice has bid 13♥",
        ),
        (
            {**BEFORE_EXCHANGE, "bids": (), "president": None},
            "Eve is to bid or pass; nobody has bid",
        ),
        (BEFORE_EXCHANGE, "Dave is to bury three cards"),
        ({**BEFORE_EXCHANGE, "discard": DEAL.discard}, "Dave is to settle the contract"),
        (
            {**BEFORE_EXCHANGE, "discard": DEAL.discard, "contract": "17S"},
            "Dave is to name the friend",
        ),
        ({"tricks": (), "result": None, "friend_player": None}, "Dave is to lead"),
        (
            {"tricks": tricks("3 .  . . . C9 CK"), "result": None, "friend_player": None},
            "Alice is to follow ♣",
        ),
    ],
)
def test_a_deal_that_stops_early(changes: dict[str, Any], stop: str) -> None:
    deal = replace(DEAL, **changes)
    assert whole(deal).splitlines()[-1] == f"the record stops here: {stop}"
    assert stop in position(0, deal)


def test_facts_settled_by_then() -> None:
    deal = replace(DEAL, **{**BEFORE_EXCHANGE, "discard": DEAL.discard, "contract": "17S"})
    assert "trump      ♠, changed from ♦\npoints     17 (the bid was 15)\nburied" in whole(deal)
    assert "friend  " not in whole(deal)
    assert "legal:  286 possible actions\ndone:   bury ♠J ♠4 ♥6" in position(7)
    assert "done:   ♣6" in position(9)


def test_the_counter_of_a_trick_under_way() -> None:
    out = whole(replace(DEAL, tricks=tricks("3 .  . . . C9 CK"), result=None, friend_player=None))
    assert "1 . . . (♣9 ♣K trump ♦" in " ".join(out.split())
    assert "♣             11       4  AQJT8765432" in out
    assert "all           48      18" in out


def test_the_counter_counts_what_was_buried_as_gone_for_who_saw_it() -> None:
    president, other = (kifu.view(match(DEAL), seat) for seat in (3, 0))
    seen, unseen = (boards.position(BOARD, each, 33) for each in (president, other))
    assert "♠              3       0  953" in seen
    assert "♠              5       1  J9543" in unseen


def test_everybody_passes() -> None:
    passed = replace(DEAL, **BEFORE_EXCHANGE, bids=bids("pass " * 5), president=None)
    out = whole(passed)
    assert "auction    Eve pass  Alice pass  Bob pass  Carol pass  Dave pass" in out
    assert out.splitlines()[-1] == "result     thrown in, since everybody passed"
    assert "president" not in out
    assert position(0, passed).startswith("round 1: the end\n\nAlice  ♠8")
    with_tricks = replace(passed, tricks=DEAL.tricks, friend="C6")
    assert whole(with_tricks).splitlines()[-1] == "the record continues after this point"


def test_a_misdeal() -> None:
    (weak,) = dealt("S2 S3 S4 D2 D3 D4 HT H3 C4 C5")
    rest = [card for card in DECK if card not in weak]
    deal = replace(
        DEAL,
        **BEFORE_EXCHANGE,
        hands=(weak, *(tuple(rest[first : first + 10]) for first in range(0, 40, 10))),
        kitty=tuple(rest[40:]),
        bids=bids("14N misdeal"),
        president=None,
    )
    options = PRESETS["pagat"]
    ending = (
        "result     thrown in by Alice, with a hand worth 0.5: ♠4 ♠3 ♠2  ♦4 ♦3 ♦2  ♥T ♥3  ♣5 ♣4"
    )
    assert whole(deal, rules=options).splitlines()[-1] == ending
    assert position(0, deal, rules=options).splitlines()[-1] == ending
    seen = kifu.view(match(deal, rules=options), 3)
    assert seen.deals[0].hands is not None
    assert boards.whole(BOARD, seen).splitlines()[-1] == ending


def test_a_broken_rule() -> None:
    revoke = replace(DEAL, tricks=tricks("3 4  CQ C8 C6 C9 CK\n 4 1  S7 S2 S2 JK ST"))
    out = whole(revoke)
    assert "2  .   .   .   .    (♠T" not in out.partition("the replay stops")[2]
    assert (
        "the replay stops at ply 17, Bob: ♠2\n  M302 mighty-card-not-in-hand: P1 does not hold ♠2:"
    ) in out
    assert "recorded   lost,  8 points,  score −2300\npayoffs    Alice 2300" in out
    assert "legal:  ♠A  ♠K\ndone:   ♠2\n  M302" in position(17, revoke)


def test_players_who_do_not_act() -> None:
    out_of_turn = replace(DEAL, **BEFORE_EXCHANGE, bids=(Bid(2, "14S"),), president=None)
    assert "the replay stops at ply 1, Carol: 14♠\n  M101" in whole(out_of_turn)
    assert "done:   Carol: 14♠\n  M101" in position(1, out_of_turn)


# Unknown values


def test_a_bare_table() -> None:
    out = whole(BARE)
    assert out.startswith("round 1: the dealer is unknown\n")
    assert "inferred   the president (P3),  the trump (♦)," in out
    assert "unknown    the dealer,  the hand dealt to P3," in out
    assert "points     unknown" in out
    assert "buried     ♠J ♠4  ♥6" in out
    assert "taken      president 8 (Dave 7, buried 1)  the others 12 (Alice 4, Bob 5, Eve 3)" in out
    assert out.splitlines()[-1] == "result     unknown, as the friend is unknown"
    assert "score" not in out


def test_a_trump_that_is_only_assumed() -> None:
    out = whole(Deal(tricks=tricks("3 4  CQ C8 C6 C9 CK")))
    assert "trump      unknown; ♠ is assumed here" in out
    assert "the trump (♠ or ♦ or ♥ or ♣ or N would fit)," in out
    assert "taken      president 0 (buried ?)  the others 2 (Eve 2)" in out
    nobody = whole(
        Deal(tricks=tuple(replace(each, lead=None) for each in tricks("3 4  CQ C8 C6 C9 CK")))
    )
    assert "president  Alice! (assumed, as the real one is unknown)" in nobody


def test_a_contract_of_unknown_points() -> None:
    ended = Result(end="lost", points=8)
    out = whole(replace(DEAL, bids=None, contract="?D", result=ended))
    assert "points     unknown" in out
    result = "result     unknown, as the points of the contract are unknown\n"
    assert f"{result}recorded   lost,  8 points" in out
    told = whole(replace(DEAL, bids=None, contract="?D"))
    assert "inferred   the contract (15♦)" in told
    assert told.partition("taken")[2] == WHOLE.partition("taken")[2]


def test_a_friend_whom_only_the_payoffs_tell() -> None:
    deal = replace(DEAL, friend=None, friend_player=None)
    out = whole(deal)
    assert "friend     Carol~, named in an unknown way" in out
    assert out.partition("taken")[2] == WHOLE.partition("taken")[2]
    assert "friend     unknown" in position(20, deal)


def test_a_view() -> None:
    record = kifu.view(match(), 2)
    out = boards.whole(BOARD, record)
    assert "Dave!   ?? ?? ??" in out
    assert "unknown" not in out
    assert out.partition("auction")[2] == WHOLE.partition("auction")[2]


def test_nothing_at_all() -> None:
    assert whole(Deal()).endswith("the record stops here: Alice is to bid or pass; nobody has bid")
    after_gap = whole(replace(DEAL, gap=True)).splitlines()
    assert after_gap[1] == "deals are missing before this one"


# Marks of the gibo


def test_a_caller_that_calls() -> None:
    table = "3 4  CQ C8 C6 C9 CK\n 4 1  S7 SA S2 S3 ST\n 1 4  C5 C3! C7 JK CA"
    called = replace(DEAL, tricks=tricks(table), result=None)
    assert "3  ♣5     (♣3!  ♣7      ☆      ♣A*" in whole(called)
    assert "Carol is to follow ♣; the joker is called\n" in position(21, called)
    assert "caller ♣3   gone" in position(21, called)


def test_a_joker_that_leads() -> None:
    table = "3 3  HT H2 H3 HA H4\n 3 3  H9 HK H5 JKH S5"
    led = replace(DEAL, tricks=tricks(table), result=None, friend_player=None)
    assert "2  ♥9     ♥K   ♥5     (☆♥*   ♠5" in whole(led)
    assert "2  .      .    .      (☆♥    ." in position(16, led)
    assert "Eve is to follow ♥\n" in position(16, led)


# The score


@all_of(
    ("options", "contract", "points", "solo", "text"),
    [
        (Options(), "17H", 18, False, "(17 − 13 + 1) × 300 + (18 − 17 + 1) × 200 = 1900"),
        (Options(), "15H", 13, False, "−((15 − 13 + 1) × 300 + (15 − 13) × 200) = −1300"),
        (PRESETS["pagat"], "15D", 16, False, "(15 − 13) × 2 + (16 − 15) = 5"),
        (PRESETS["pagat"], "16N", 18, False, "((16 − 13) × 2 + (18 − 16)) × 2 (no-trump) = 16"),
        (
            PRESETS["pagat"],
            "17H",
            20,
            True,
            "((17 − 13) × 2 + (20 − 17)) × 2 (run) × 2 (solo) = 44",
        ),
        (PRESETS["pagat"], "15H", 9, False, "−(15 − 9) × 2 (backrun) = −12"),
        (
            replace(PRESETS["pagat"], nt_min_offset=-1),
            "12N",
            12,
            False,
            "((12 − 13) × 2 + (12 − 12)) × 2 (no-trump) = −4, raised to 0",
        ),
        (
            Options(risk=-5, base=20),
            "13H",
            13,
            False,
            "(13 − 20 + 1) × −5 + (13 − 13 + 1) × 200 = 230",
        ),
    ],
)
def test_formulas(options: Options, contract: str, points: int, solo: bool, text: str) -> None:
    bid = Contract(int(contract[:-1]), contract[-1])
    assert formula(score(options, bid, points, solo)) == text
