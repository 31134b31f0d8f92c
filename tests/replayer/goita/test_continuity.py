"""From one round of a match to the next: score, dealer, and the end of the match."""

import pytest

import kifu
from kifu.replayer.assumed import assuming
from kifu.replayer.goita.options import Options

from ...helpers import Json, codes, dealt, goita, goita_2015, marked, only

WON: Json = {
    "hands": ["11244788", "23456788", "34567888", "55667888"],
    "record": "84000840007200011",
    "winner": 0,
}
OPEN: Json = {"hands": WON["hands"], "record": ""}
SIX: Json = {"hands": dealt("88888867", 3), "record": "", "winner": 3}


def won(dealer: int) -> Json:
    """Return the same round, but dealt and won by this player."""
    hands = [WON["hands"][(seat - dealer) % 4] for seat in range(4)]
    return WON | {"hands": hands, "dealer": dealer, "winner": dealer}


def test_score_and_dealer_follow() -> None:
    assert codes(goita(WON, WON | {"score": [100, 0]})) == []
    assert codes(goita(won(1), won(1) | {"score": [0, 100]})) == []
    assert codes(goita(WON | {"score": [20, 130]}, OPEN | {"score": [120, 130]})) == []


def test_a_score_that_does_not_follow() -> None:
    text = goita(WON, WON | {"score": [0, 100]})
    finding = only(text)
    assert (finding.code, finding.round, finding.pointer) == ("G501", 2, "/rounds/1/score")
    assert marked(text, finding) == "[0, 100]"
    assert "100–0" in finding.message


def test_a_dealer_that_does_not_follow() -> None:
    finding = only(goita(WON, OPEN | {"score": [100, 0], "dealer": 1}))
    assert (finding.code, finding.round, finding.pointer) == ("G503", 2, "/rounds/1/dealer")


def test_the_play_decides_what_follows_and_not_the_winner_named() -> None:
    text = goita(WON | {"winner": 1}, OPEN | {"score": [100, 0]})
    assert codes(text) == ["G201"]


@pytest.mark.parametrize("score", [[100, 0], [0, 100]])
def test_a_record_may_go_on_from_a_wrong_winner(score: list[int]) -> None:
    """Player 0 won, but player 1 is named: either may deal next, and nobody else."""
    for dealer, more in ((0, []), (1, []), (2, ["G503"]), (3, ["G503"])):
        after = OPEN | {"dealer": dealer, "score": score}
        assert codes(goita(WON | {"winner": 1}, after)) == ["G201", *more]


@pytest.mark.parametrize("score", [[5, 0], [0, 15], [-10, 0], [0, -100]])
def test_impossible_scores(score: list[int]) -> None:
    text = goita(OPEN | {"score": score})
    finding = only(text)
    assert finding.code == "G502"
    assert marked(text, finding) == str(score)
    assert finding.message.startswith(f"{score} is not a score: ")


def test_points_by_option_need_be_no_multiple_of_ten() -> None:
    rules = {"double_goshi_points": 155, "target": 210}
    assert codes(goita(OPEN | {"score": [155, 0]}, rules=rules)) == []
    assert codes(goita(OPEN | {"score": [152, 0]}, rules=rules)) == ["G502"]
    assert codes(goita(OPEN | {"score": [155, 0]}, rules={"double_goshi_points": 0})) == ["G502"]


def test_a_deal_that_won_scores_and_deals() -> None:
    after = OPEN | {"score": [0, 20], "dealer": 3}
    assert codes(goita(SIX, after)) == []
    assert codes(goita(SIX, after | {"dealer": 0})) == ["G503"]
    assert codes(goita(SIX, after | {"score": [0, 0]})) == ["G501"]


def test_after_a_redeal_everything_is_as_before() -> None:
    redeal = {
        "hands": dealt("12388888"),
        "record": "",
        "goshi": [0],
        "dealer": 2,
        "score": [30, 40],
        "result": {"end": "redeal"},
    }
    after = OPEN | {"dealer": 2, "score": [30, 40]}
    another = redeal | {"hands": dealt("12488888")}
    assert codes(goita(redeal, another, after)) == []
    assert codes(goita(redeal, after | {"dealer": 0})) == ["G503"]
    assert codes(goita(redeal, after | {"score": [30, 50]})) == ["G501"]


def test_after_an_unfinished_round_anything_goes() -> None:
    wild = OPEN | {"dealer": 3, "score": [70, 10]}
    assert codes(goita(OPEN, wild)) == []
    assert codes(goita_2015(OPEN, wild)) == ["G601", "G008"]


def test_after_a_broken_round_anything_goes() -> None:
    broken = WON | {"record": "99"}
    assert codes(goita(broken, OPEN | {"dealer": 3, "score": [70, 10]})) == ["G004"]


def test_after_a_round_that_goes_on_after_its_end_anything_goes() -> None:
    longer = WON | {"record": WON["record"] + "0"}
    assert codes(goita(longer, OPEN | {"dealer": 3, "score": [70, 10]})) == ["G109"]


def test_a_score_unknown_is_not_held_against_a_match() -> None:
    text = goita(WON, OPEN).replace('"score": [0, 0], ', "")
    assert "score" not in text
    assert codes(text) == []


def test_a_round_written_twice_is_one_finding() -> None:
    rounds = [won(1), won(1), OPEN | {"dealer": 1}]
    text = goita(*rounds).replace('"score": [0, 0], ', "")
    finding = only(text)
    assert (finding.code, finding.round, finding.pointer) == ("G506", 2, "/rounds/1")
    assert codes(goita(won(1), won(1) | {"score": [0, 100]})) == []


def test_a_redeal_written_twice_is_one_finding() -> None:
    redeal = {
        "hands": dealt("12388888"),
        "record": "",
        "goshi": [0],
        "result": {"end": "redeal"},
    }
    finding = only(goita(redeal, redeal, OPEN))
    assert (finding.code, finding.round, finding.pointer) == ("G506", 2, "/rounds/1")


def test_a_missing_score_is_the_expected_one() -> None:
    unwritten = SIX | {"score": None, "dealer": 3}
    text = goita(won(3), unwritten, OPEN | {"score": [0, 120], "dealer": 3})
    text = text.replace('"score": null, ', "")
    assert codes(text) == []
    assert codes(text.replace("120", "130")) == ["G501"]


def test_a_wrong_dealer_of_a_redeal_is_one_finding() -> None:
    redeal = {"hands": dealt("12388888"), "record": "", "goshi": [0], "result": {"end": "redeal"}}
    redeal |= {"score": [100, 0], "dealer": 2}
    for after in (0, 2):
        assert codes(goita(WON, redeal, OPEN | {"score": [100, 0], "dealer": after})) == ["G503"]
    assert codes(goita(WON, redeal, OPEN | {"score": [100, 0], "dealer": 1})) == ["G503"] * 2


# The end of a match

LAST = WON | {"score": [100, 0]}


def test_no_round_follows_the_end_of_the_match() -> None:
    finding = only(goita(WON, LAST, OPEN | {"score": [200, 0]}))
    assert (finding.code, finding.round, finding.pointer) == ("G504", 3, "/rounds/2")
    assert codes(goita(WON, LAST)) == []


def test_no_round_is_dealt_at_a_score_that_ended_the_match() -> None:
    assert codes(goita(WON | {"score": [150, 0]})) == ["G504"]
    assert codes(goita(OPEN, OPEN | {"score": [0, 170]})) == ["G504"]
    gap = OPEN | {"score": [160, 0], "gap": True}
    assert codes(goita(WON, gap)) == ["G504", "G505"]
    assert codes(goita(WON, OPEN | {"score": [160, 0]})) == ["G501"]


def test_a_match_that_goes_on_after_its_end_is_one_finding() -> None:
    on = won(0) | {"score": [200, 0]}, OPEN | {"score": [300, 0]}
    finding = only(goita(WON, LAST, *on))
    assert (finding.code, finding.round) == ("G504", 3)
    again = WON, LAST, OPEN | {"score": [200, 0]}
    assert codes(goita(*again, *again)) == ["G504", "G504"]


def test_the_target_is_an_option() -> None:
    assert codes(goita(WON, LAST, rules={"target": 110})) == []
    assert codes(goita(WON, LAST, rules={"target": 100})) == ["G504"]
    more = WON, LAST, OPEN | {"score": [200, 0]}
    assert codes(goita(*more, rules={"target": 210})) == []
    assert codes(goita(*more, rules={"target": 200})) == ["G504"]


def test_five_with_both_partners_end_the_match_unless_an_option_says_otherwise() -> None:
    five = {
        "hands": ["11288888", "24456777", "33488888", "45556667"],
        "record": "",
        "goshi": [0, 2],
        "winner": 2,
    }
    after = OPEN | {"score": [150, 0], "dealer": 2}
    assert codes(goita(five, after)) == ["G504"]
    cheap = {"double_goshi_points": 100}
    assert codes(goita(five, after | {"score": [100, 0]}, rules=cheap)) == []
    assert codes(goita(five, after | {"score": [100, 0], "dealer": 0}, rules=cheap)) == ["G503"]


def test_either_partner_may_deal_if_no_winner_is_named() -> None:
    five = {
        "hands": ["11288888", "24456777", "33488888", "45556667"],
        "record": "",
        "goshi": [0, 2],
    }
    cheap = {"double_goshi_points": 100}
    for dealer, found in ((0, []), (2, []), (1, ["G503"]), (3, ["G503"])):
        after = OPEN | {"score": [100, 0], "dealer": dealer}
        assert codes(goita(five, after, rules=cheap)) == ["G202", *found]


# Notations that omit rounds won by six し

HISTORY_WON = "88755211,76543211,65432111,44332111,s1,115,2p,3p,4p,115,2p,3p,4p,127,2p,3p,4p,188\n"


def test_a_dealer_that_changes_may_mean_a_round_that_was_not_written() -> None:
    following = "87654321,87654321,55431111,43221111,s"
    assert codes(f"{HISTORY_WON}{following}1\n") == []
    finding = only(f"{HISTORY_WON}{following}3\n")
    assert (finding.code, finding.severity, finding.line) == ("G505", "warning", 2)


def jump(score: list[int], dealer: int, double_goshi: int = 150) -> list[str]:
    match = goita(WON, OPEN | {"score": [100, 0]})
    text = kifu.dumps(kifu.loads(match), "goita/yaml")
    text = text.replace("score: [100,0]", f"score: {score}")
    head, _, tail = text.rpartition("uchidashi: 0")
    text = f"{head}uchidashi: {dealer}{tail}"
    with assuming([Options(double_goshi_points=double_goshi)]):
        return [code for code in codes(text) if code != "G605"]


def test_a_jump_in_score_may_mean_a_round_that_was_not_written() -> None:
    assert jump([100, 0], 0) == []
    assert jump([100, 40], 1) == ["G505"]
    assert jump([140, 0], 0) == ["G505"]
    assert jump([140, 20], 3) == ["G505"]
    assert jump([120, 20], 2) == ["G505"]


@pytest.mark.parametrize(
    ("score", "dealer"), [([110, 0], 0), ([100, 10], 1), ([130, 10], 0), ([100, 40], 0)]
)
def test_six_shi_give_at_least_twenty_points_to_the_team_of_the_next_dealer(
    score: list[int], dealer: int
) -> None:
    assert jump(score, dealer) == ["G501"]


def test_five_with_both_partners_may_explain_a_jump() -> None:
    for points, score, dealer in ((10, [110, 0], 0), (10, [100, 10], 3), (15, [135, 0], 2)):
        assert jump(score, dealer, points) == ["G505"]
    assert jump([100, 0], 1, 0) == ["G505"]
    assert jump([110, 0], 1, 10) == ["G501"]
    assert jump([125, 0], 0, 15) == ["G501"]


def broken_off(score: list[int], dealer: int) -> list[str]:
    text = kifu.dumps(kifu.loads(goita(WON, OPEN | {"score": [100, 0]})), "goita/yaml")
    rows = [row for row in text.splitlines(keepends=True) if row.startswith("    - ")]
    head, _, tail = text.replace(rows[-1], "").rpartition("uchidashi: 0")
    text = f"{head}uchidashi: {dealer}{tail}".replace("score: [100,0]", f"score: {score}")
    return [code for code in codes(text) if code != "G605"]


def test_a_broken_off_round_explains_only_what_its_end_can_score() -> None:
    for score, dealer in (([0, 10], 1), ([80, 0], 2), ([10, 20], 1), ([120, 0], 0)):
        assert broken_off(score, dealer) == ["G505"]
    for score, dealer in (([10, 0], 1), ([10, 10], 1), ([75, 0], 0), ([0, 10], 2)):
        assert broken_off(score, dealer) in (["G501"], ["G502"])


@pytest.mark.parametrize("notation", ["goita/yaml", "goita/json"])
def test_a_score_that_changes_after_a_broken_off_round_shows_lost_plays(notation: str) -> None:
    match = kifu.dumps(kifu.loads(goita(WON, OPEN | {"score": [100, 0]})), "goita/yaml")
    rows = [row for row in match.splitlines(keepends=True) if row.startswith("    - ")]
    text = match.replace(rows[-1], "")
    findings = kifu.validate(kifu.dumps(kifu.loads(text), notation))
    (found,) = [each for each in findings if each.severity != "note"]
    assert (found.code, found.severity, found.round) == ("G505", "warning", 2)
    assert found.message.startswith("the score changes from 0–0 to 100–0, but round 1 stops")
    unchanged = text.replace("score: [100,0]", "score: [0,0]")
    assert "G505" not in codes(unchanged)


def test_points_are_never_taken_away() -> None:
    assert jump([90, 0], 0) == ["G501"]
    assert jump([90, 40], 0) == ["G501"]
    assert jump([100, 0], 1) == ["G503"]
    assert jump([90, 0], 1) == ["G501"]
