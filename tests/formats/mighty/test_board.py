"""Mighty for people: the screen of the paper's simulator as text."""

import subprocess
import sys
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
from kifu.formats.mighty.board.board import BOARD
from kifu.formats.mighty.board.result import formula
from kifu.formats.roles import plain
from kifu.replayer.match import replay
from kifu.replayer.mighty.cards import DECK, SEATS
from kifu.replayer.mighty.game import GAME
from kifu.replayer.mighty.options import PRESETS, Options
from kifu.replayer.mighty.record import Deal, Record, Result, Trick
from kifu.replayer.mighty.rules.deal import dealt
from kifu.replayer.mighty.rules.scoring import score
from kifu.replayer.mighty.rules.state import Bid, Contract
from kifu.replayer.trajectory import Trajectory, trajectories
from kifu.replayer.variations import Variation

from ... import boards
from ...boards import shown_everywhere, text, trajectory
from ...campaign import examples
from ...helpers import RANDOM, on_a_terminal

NAMES = ("Alice", "Bob", "Carol", "Dave", "Eve")

# A deal of our own: P3 plays 15♦ with P2, who holds ♣6, and loses.
*HANDS, KITTY = dealt(
    "S8 S7 DA DJ D3 HQ HT H9 CQ C5 | SA SK DK DT HK H2 CT C8 C4 C3 | S2 D7 D6 HJ H8 H7 H5 H3 C7 C6"
    " | SJ S4 S3 DQ D8 HA H6 C9 C2 JK | SQ ST S9 S5 D9 D4 H4 CA CK CJ | S6 D5 D2"
)
PLAYED = """
    3 4  CQ C8 C6 C9 CK
    4 1  S7 SA S2 JK ST
    1 4  C5 C4 C7 C2 CA
    4 1  S8 SK H5 S6 SQ
    1 3  D3 DT D7 DQ D9
    3 3  HT H2 H7 HA H4
    3 0  DA DK D6 D2 D4
    0 1  H9 HK H8 S3 S5
    1 3  HQ C3 HJ D5 CJ
    3 0  DJ CT H3 D8 S9
"""


def tricks(table: str) -> tuple[Trick, ...]:
    """Tricks, a line each: who leads, who wins, the cards in seat order; `.` for none yet."""
    rows = (line.split() for line in table.split("\n") if line.strip())
    return tuple(
        Trick(
            lead=int(lead),
            winner=None if winner == "." else int(winner),
            cards=tuple(None if card == "." else card for card in cards),
        )
        for lead, winner, *cards in rows
    )


def bids(text: str, first: int = 4) -> tuple[Bid, ...]:
    """Calls from the first bidder on, who passed not being left out."""
    return tuple(Bid((first + place) % 5, call) for place, call in enumerate(text.split()))


DEAL = Deal(
    dealer=4,
    totals=(0, 0, 0, 0, 0),
    hands=tuple(HANDS),
    kitty=KITTY,
    bids=(*bids("pass 13H pass pass 15D"), Bid(0, "pass")),
    president=3,
    discard=("SJ", "S4", "H6"),
    contract="15D",
    friend="C6",
    friend_player=2,
    tricks=tricks(PLAYED),
    result=Result(end="lost", points=8, score=-2300, payoffs=(2300, 2300, -2300, -4600, 2300)),
)
BEFORE_EXCHANGE: dict[str, Any] = {
    "discard": None,
    "contract": None,
    "friend": None,
    "friend_player": None,
    "tricks": (),
    "result": None,
}
PAID = Result(end="lost", points=8, payoffs=(2300, 2300, -2300, -4600, 2300))
BARE = Deal(tricks=DEAL.tricks)


def match(deal: Deal = DEAL, **header: Any) -> Record:
    return replace(Record(players=NAMES, deals=(deal,)), **header)


def whole(deal: Deal = DEAL, **header: Any) -> str:
    return boards.whole(BOARD, match(deal, **header))


def position(ply: int, deal: Deal = DEAL, **header: Any) -> str:
    """The position before a ply; 0 is the last that there is."""
    return boards.position(BOARD, match(deal, **header), ply)


# The whole of it

WHOLE = """\
round 1: P4 Eve deals
totals     P0 Alice 0  P1 Bob 0  P2 Carol 0  P3 Dave 0  P4 Eve 0

P0 Alice   ♠8 ♠7  ♦A ♦J ♦3  ♥Q ♥T ♥9  ♣Q ♣5
P1 Bob     ♠A ♠K  ♦K ♦T  ♥K ♥2  ♣T ♣8 ♣4 ♣3
P2~ Carol  ♠2  ♦7 ♦6  ♥J ♥8 ♥7 ♥5 ♥3  ♣7 ♣6
P3! Dave   ♠J ♠4 ♠3  ♦Q ♦8  ♥A ♥6  ♣9 ♣2  ☆
P4 Eve     ♠Q ♠T ♠9 ♠5  ♦9 ♦4  ♥4  ♣A ♣K ♣J
kitty      ♠6  ♦5 ♦2

auction    P4 pass  P0 13♥  P1 pass  P2 pass  P3 15♦  P0 pass

R   P0   P1   P2~  P3!   P4     president  P3! Dave
1   ♣Q   ♣8   ♣6   (♣9   ♣K*    trump      ♦
2   ♠7   ♠A*  ♠2   ☆     (♠T    points     15
3   ♣5   (♣4  ♣7   ♣2    ♣A*    buried     ♠J ♠4  ♥6
4   ♠8   ♠K*  ♥5   ♠6    (♠Q    friend     ♣6: P2~ Carol
5   ♦3   (♦T  ♦7   ♦Q*   ♦9
6   ♥T   ♥2   ♥7   (♥A*  ♥4
7   ♦A*  ♦K   ♦6   (♦2   ♦4
8   (♥9  ♥K*  ♥8   ♠3    ♠5
9   ♥Q   (♣3  ♥J   ♦5*   ♣J
10  ♦J*  ♣T   ♥3   (♦8   ♠9

taken      president's side 8 (P3 7, buried 1)  defenders 12 (P0 4, P1 5, P4 3)
result     lost: 8 points, and the contract was 15♦
score      −((15 − 13 + 1) × 300 + (15 − 8) × 200) = −2300
payoffs    P0 Alice 2300  P1 Bob 2300  P2 Carol −2300  P3 Dave −4600
           P4 Eve 2300
totals     P0 Alice 2300  P1 Bob 2300  P2 Carol −2300  P3 Dave −4600
           P4 Eve 2300"""

POSITION = """\
round 1, ply 33: trick 5, card 4

P0 Alice   ♦A ♦J ♦3  ♥Q ♥T ♥9
P1 Bob     ♦K  ♥K ♥2  ♣T ♣3
P2~ Carol  ♦6  ♥J ♥8 ♥7 ♥3
P3! Dave   ♠3  ♦8 ♦5 ♦2  ♥A
P4 Eve     ♠9 ♠5  ♦9 ♦4  ♥4  ♣J

auction    P4 pass  P0 13♥  P1 pass  P2 pass  P3 15♦  P0 pass

R  P0  P1   P2~  P3!  P4     president  P3! Dave
1  ♣Q  ♣8   ♣6   (♣9  ♣K*    trump      ♦
2  ♠7  ♠A*  ♠2   ☆    (♠T    points     15
3  ♣5  (♣4  ♣7   ♣2   ♣A*    buried     ♠J ♠4  ♥6
4  ♠8  ♠K*  ♥5   ♠6   (♠Q    friend     ♣6: P2~ Carol
5  .   (♦T  ♦7   ♦Q   .
                             still out  cards  points
                             ♠              5       1  J9543
                             ♦ trump       10       3  AKJ9865432
                             ♥             12       5  AKQJT9876432
                             ♣              3       2  JT3
                             ☆ joker        0       0
                             all           30      11
                             Mighty ♠A   gone
                             caller ♣3    out

taken      president's side 1 (buried 1)  defenders 7 (P1 4, P4 3)
P4 Eve is to follow ♦
legal:  ♦9  ♦4
done:   ♦9"""


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
        "as P2 knew it; what that player was not shown is ??",
    ]
    assert list(BOARD.head(match(rules=replace(Options(), preset="ours")))) == ["rules:  ours"]


# Colours


def test_colours_only_add() -> None:
    record = match()
    marked = "\n".join(BOARD.whole(trajectory(record)))
    shown = coloured(marked)
    assert click.unstyle(shown) == plain(marked) == WHOLE
    assert "\x1b[1;31mP3!\x1b[0m Dave" in shown
    assert "\x1b[1;34mP2~\x1b[0m Carol" in shown
    assert "\x1b[30;43m(♥A*\x1b[0m" in shown


def test_the_friend_is_blue_from_when_it_is_met() -> None:
    # ♣6 falls as the last card of the first trick.
    assert "~" not in position(14)
    assert "friend     ♣6: not met yet" in position(14)
    assert "taken      president 1 (buried 1)  the others 0" in position(14)
    assert "friend     ♣6: P2~ Carol" in position(15)


def test_a_terminal_has_colours_and_a_pipe_has_none(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    file.write_text(kifu.dumps(match()), encoding="utf-8")
    command = [sys.executable, "-m", "kifu.cli", "replay", str(file)]
    piped = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    shown = on_a_terminal(command)
    assert piped == f"rules:  seed\n\n{WHOLE}\n"
    assert "\x1b[1;31mP3!\x1b[0m" in shown
    assert click.unstyle(shown) == piped
    assert on_a_terminal(command, NO_COLOR="1") == piped


# How far it goes


@pytest.mark.parametrize(
    ("changes", "stop"),
    [
        (
            {**BEFORE_EXCHANGE, "bids": DEAL.bids[:3] if DEAL.bids else None, "president": None},
            "P2 Carol is to bid or pass; P0 Alice has bid 13♥",
        ),
        (
            {**BEFORE_EXCHANGE, "bids": (), "president": None},
            "P4 Eve is to bid or pass; nobody has bid",
        ),
        (BEFORE_EXCHANGE, "P3 Dave is to bury three cards"),
        ({**BEFORE_EXCHANGE, "discard": DEAL.discard}, "P3 Dave is to settle the contract"),
        (
            {**BEFORE_EXCHANGE, "discard": DEAL.discard, "contract": "17S"},
            "P3 Dave is to name the friend",
        ),
        ({"tricks": (), "result": None, "friend_player": None}, "P3 Dave is to lead"),
        (
            {"tricks": tricks("3 .  . . . C9 CK"), "result": None, "friend_player": None},
            "P0 Alice is to follow ♣",
        ),
    ],
)
def test_a_deal_that_stops_early(changes: dict[str, Any], stop: str) -> None:
    deal = replace(DEAL, **changes)
    assert whole(deal).splitlines()[-1] == f"the record stops here: {stop}"
    assert stop in position(0, deal)


def test_what_is_settled_by_then() -> None:
    deal = replace(DEAL, **{**BEFORE_EXCHANGE, "discard": DEAL.discard, "contract": "17S"})
    assert "trump      ♠, changed from ♦\npoints     17, 15 were bid\nburied" in whole(deal)
    assert "friend  " not in whole(deal)
    assert "legal:  286 ways to do so\ndone:   bury ♠J ♠4 ♥6" in position(7)
    assert "done:   ♣6" in position(9)


def test_the_counter_of_a_trick_under_way() -> None:
    out = whole(replace(DEAL, tricks=tricks("3 .  . . . C9 CK"), result=None, friend_player=None))
    assert "1  .   .   .   (♣9  ♣K    trump      ♦" in out
    assert "♣             11       4  AQJT8765432" in out
    assert "all           51      19" in out


def test_everybody_passes() -> None:
    passed = replace(DEAL, **BEFORE_EXCHANGE, bids=bids("pass " * 5), president=None)
    out = whole(passed)
    assert "auction    P4 pass  P0 pass  P1 pass  P2 pass  P3 pass" in out
    assert out.splitlines()[-1] == "result     thrown in, since everybody passed"
    assert "president" not in out
    assert position(0, passed).startswith("round 1: the end\n\nP0 Alice  ♠8")
    with_tricks = replace(passed, tricks=DEAL.tricks, friend="C6")
    assert whole(with_tricks).splitlines()[-1] == "the record goes on behind this"


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
        "result     thrown in by P0 Alice, with a hand worth 0.5: ♠4 ♠3 ♠2  ♦4 ♦3 ♦2  ♥T ♥3  ♣5 ♣4"
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
        "the replay stops at ply 17, P1 Bob: ♠2\n"
        "  M302 mighty-card-not-in-hand: P1 does not hold ♠2:"
    ) in out
    assert "recorded   lost,  8 points,  score −2300\npayoffs    P0 Alice 2300" in out
    assert "legal:  ♠A  ♠K\ndone:   ♠2\n  M302" in position(17, revoke)


def test_who_is_not_to_act() -> None:
    out_of_turn = replace(DEAL, **BEFORE_EXCHANGE, bids=(Bid(2, "14S"),), president=None)
    assert "the replay stops at ply 1, P2 Carol: 14♠\n  M101" in whole(out_of_turn)
    assert "done:   P2 Carol: 14♠\n  M101" in position(1, out_of_turn)


# What is not known


def test_a_bare_table() -> None:
    out = whole(BARE)
    assert out.startswith("round 1: the dealer is not known\n")
    assert "inferred   the president (P3),  the trump (♦)," in out
    assert "not known  the dealer,  the hand dealt to P3," in out
    assert "points     not known" in out
    assert "buried     ♠J ♠4  ♥6" in out
    assert "taken      president 8 (P3 7, buried 1)  the others 12 (P0 4, P1 5, P4 3)" in out
    assert out.splitlines()[-1] == "result     not known: it is not known who was the friend"
    assert "score" not in out


def test_a_trump_that_is_only_assumed() -> None:
    out = whole(Deal(tricks=tricks("3 4  CQ C8 C6 C9 CK")))
    assert "trump      not known; ♠ is assumed here" in out
    assert "the trump (♠ or ♦ or ♥ or ♣ or N would do)," in out
    assert "taken      president 0 (buried ?)  the others 2 (P4 2)" in out
    nobody = whole(
        Deal(tricks=tuple(replace(each, lead=None) for each in tricks("3 4  CQ C8 C6 C9 CK")))
    )
    assert "president  P0! Alice (assumed: it is not known)" in nobody


def test_a_contract_of_unknown_points() -> None:
    ended = Result(end="lost", points=8)
    out = whole(replace(DEAL, bids=None, contract="?D", result=ended))
    assert "points     not known" in out
    assert (
        "result     not known: the points of the contract are not known\nrecorded   lost,  8 points"
        in out
    )
    told = whole(replace(DEAL, bids=None, contract="?D"))
    assert "inferred   the contract (15♦)" in told
    assert told.partition("taken")[2] == WHOLE.partition("taken")[2]


def test_a_friend_whom_only_the_payoffs_tell() -> None:
    deal = replace(DEAL, friend=None, friend_player=None)
    out = whole(deal)
    assert "friend     P2~ Carol, not known how named" in out
    assert out.partition("taken")[2] == WHOLE.partition("taken")[2]
    assert "friend     not known" in position(20, deal)


def test_a_view() -> None:
    record = kifu.view(match(), 2)
    out = boards.whole(BOARD, record)
    assert "P3! Dave   ?? ?? ??" in out
    assert "not known" not in out
    assert out.partition("auction")[2] == WHOLE.partition("auction")[2]


def test_nothing_at_all() -> None:
    assert whole(Deal()).endswith(
        "the record stops here: P0 Alice is to bid or pass; nobody has bid"
    )
    after_gap = whole(replace(DEAL, gap=True)).splitlines()
    assert after_gap[1] == "deals are missing before this one"


# Marks of the gibo


def test_a_caller_that_calls() -> None:
    table = "3 4  CQ C8 C6 C9 CK\n 4 1  S7 SA S2 S3 ST\n 1 4  C5 C3! C7 JK CA"
    called = replace(DEAL, tricks=tricks(table), result=None)
    assert "3  ♣5  (♣3!  ♣7   ☆    ♣A*" in whole(called)
    assert "P2 Carol is to follow ♣; the joker is called\n" in position(21, called)
    assert "caller ♣3   gone" in position(21, called)


def test_a_joker_that_leads() -> None:
    table = "3 3  HT H2 H3 HA H4\n 3 3  H9 HK H5 JKH S5"
    led = replace(DEAL, tricks=tricks(table), result=None, friend_player=None)
    assert "2  ♥9  ♥K  ♥5  (☆♥*  ♠5" in whole(led)
    assert "2  .   .   .   (☆♥   .   " in position(16, led)
    assert "P4 Eve is to follow ♥\n" in position(16, led)


# The score


@pytest.mark.parametrize(
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


# Variations


def varied(*variations: Variation) -> Trajectory[Any, Any]:
    return trajectory(match(replace(DEAL, variations=variations)))


def test_a_variation() -> None:
    on = Variation(
        ply=12, actions=("C5", "C8"), name="low", variations=(Variation(ply=13, actions=("C3",)),)
    )
    main = varied(on)
    low, deeper = main.variations[0], main.variations[0].variations[0]
    assert text(BOARD.whole(main)) == WHOLE
    assert list(BOARD.variation(low)) == [
        "plays:  12 P0 ♣5  13 P1 ♣8",
        "taken      president 1 (buried 1)  the others 0",
        "the variation stops here: P2 Carol is to follow ♣",
    ]
    assert next(BOARD.variation(deeper)) == "plays:  13 P1 ♣3"
    out = text(BOARD.whole(low))
    assert out.startswith("round 1, variation 1 (low), from ply 12: P4 Eve deals\n")
    assert "1  ♣5  ♣8  .   (♣9  ♣K    trump      ♦" in out
    assert "recorded" not in out
    assert "goes on" not in out
    shown = text(BOARD.position(low, low.at(13)))
    assert shown.startswith("round 1, variation 1, ply 13: trick 1, card 4\n")
    assert "1  ♣5  .   .   (♣9  ♣K" in shown


def test_a_variation_that_breaks_a_rule() -> None:
    (banned,) = varied(Variation(ply=10, actions=("JK",))).variations
    assert list(BOARD.variation(banned))[1:] == [
        "the replay stops at ply 10, P3 Dave: ☆",
        "  M305 mighty-banned-lead: the first trick may not be led with the joker, here ☆",
    ]


def test_another_contract_in_a_variation() -> None:
    # All that the record says of how it ended is about its own line.
    deal = replace(DEAL, friend=None, friend_player=None)
    record = match(replace(deal, variations=(Variation(ply=8, actions=("17S",)),)))
    (other,) = trajectory(record).variations
    assert "the variation stops here" in text(BOARD.variation(other))


# What strangers wrote


def test_strangers_cannot_command_the_terminal() -> None:
    evil = "\x1b[31mAlice\x07"
    deals = [
        replace(DEAL, **BEFORE_EXCHANGE, bids=(Bid(4, evil),), president=None),
        replace(DEAL, friend=evil, variations=(Variation(ply=1, actions=(evil,), name=evil),)),
        replace(DEAL, tricks=tricks(f"3 4  {evil} C8 C6 C9 CK")),
        replace(DEAL, discard=("SA", evil, "S2")),
    ]
    options = replace(Options(), preset=evil)
    for deal in deals:
        record = match(deal, players=(evil,) * 5, title=evil, end_time=evil, rules=options)
        for each in trajectory(record).tree():
            shown = [*BOARD.head(record), *BOARD.whole(each), *BOARD.variation(each)]
            shown += BOARD.position(each, each.last)
            left = text(shown)
            assert "\x1b" not in left
            assert "\x07" not in left
            assert "\x1b[31m" not in coloured("".join(shown))
            assert "\\x1b[31mAlice\\x07" in left


# Whatever is there


@given(RANDOM, st.integers(-1, 4))
@examples(6)
def test_random_matches(rng: Random, player: int) -> None:
    record = replace(GAME.generate(rng), players=NAMES)
    record = record if player < 0 else kifu.view(record, player)
    assert max(map(width, shown_everywhere(BOARD, record))) <= 100


@given(RANDOM)
@examples(15)
def test_the_score_is_that_of_the_rules(rng: Random) -> None:
    record = GAME.generate(rng)
    for replayed, shown in zip(replay(GAME, record), trajectories(GAME, record), strict=True):
        assert isinstance(shown, Trajectory)
        outcome, end = replayed.steps[-1].state.outcome, shown.last.position.end
        assert outcome is not None
        assert end.thrown_in == (outcome.end == "thrown-in")
        if outcome.end != "thrown-in":
            assert (end.score.value, end.payoffs) == (outcome.score, outcome.payoffs)
            assert end.score.won == (outcome.end == "won")


@given(RANDOM)
@examples(8)
def test_matches_with_gaps(rng: Random) -> None:
    record = GAME.generate(rng)
    record = replace(record, deals=tuple(full_of_gaps(deal, rng) for deal in record.deals))
    assert list(shown_everywhere(BOARD, record))


def full_of_gaps(deal: Deal, rng: Random) -> Deal:
    """A deal of which something was not written down, the play perhaps cut off."""
    names = ["dealer", "totals", "hands", "kitty", "bids", "president", "discard", "contract"]
    names += ["friend", "friend_player", "result"]
    lost = dict.fromkeys(rng.sample(names, rng.randint(0, len(names))))
    played = deal.tricks[: rng.randint(0, 10)] if rng.random() < 0.5 else deal.tricks
    if played and rng.random() < 0.5:
        cards = tuple(card if rng.random() < 0.7 else None for card in played[-1].cards)
        played = (*played[:-1], Trick(cards=cards))
    return replace(deal, **lost, tricks=played)


def test_every_seat_has_a_label() -> None:
    few = match(players=("Alice",))
    shown = boards.whole(BOARD, few)
    assert all(f"P{seat}" in shown for seat in SEATS)
