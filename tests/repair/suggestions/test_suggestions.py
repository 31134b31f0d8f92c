"""Suggestions of what was meant, in the command and the API."""

import json
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import kifu
from kifu.formats.text.place import mended
from kifu.formats.text.text import Text
from kifu.repair import suggestions
from kifu.repair.suggestions import trials
from kifu.repair.suggestions.context import Context
from kifu.repair.suggestions.words import Row
from kifu.replayer.discovery import GameFails
from kifu.validation.outcome import outcome as outcome_of

from ...campaign import few
from ...command import Kifu
from ...replayer.mighty.test_slips import SOUND

EXAMPLES = Path(__file__).parents[3] / "examples"

# One slip in a shipped example: the file, the original text, what was typed instead, and what kifu
# says was meant.
SLIPS = {
    "a piece of a hand": (
        "goita/match.json",
        '"44566888", "15667888"',
        '"44566888", "1566788"',
        "probably 15667888 for 1566788: then everything fits",
    ),
    "a digit of a play": (
        "goita/history.txt",
        ",336,4p,",
        ",346,4p,",
        "probably 336 for 346: then everything fits",
    ),
    "two plays swapped": (
        "goita/history.txt",
        ",213,331,",
        ",331,213,",
        "probably with 331 and 213 swapped: then everything fits",
    ),
    "a missing pass": (
        "goita/history.txt",
        "284,3p,441",
        "284,441",
        "probably with 3p added",
    ),
    "a piece of a play": (
        "goita/table.txt",
        "☖王☖香",
        "☖王☖金",
        "probably ☖王☖香 for ☖王☖金: then everything fits",
    ),
    "the wrong player": (
        "goita/online.yaml",
        '["1","飛","王"]',
        '["3","飛","王"]',
        "probably 1 for 3 at line 21, column 9: then everything fits",
    ),
    "two cards swapped": (
        "mighty/match.gibo",
        "☆    ♣T*",
        "♣T   ☆*",
        "probably with ♣T and ☆ swapped: then everything fits",
    ),
    "a duplicate card": (
        "mighty/match.gibo",
        "Hand P0: ♠K ♠J ♥K",
        "Hand P0: ♠K ♠J ♠A",
        "probably ♥K for ♠A at line 20, column 16: then everything fits",
    ),
    "a mark at the wrong card": (
        "mighty/match.gibo",
        "♥4*  (♠Q ",
        "♥4  (♠Q* ",
        "probably ♥4* and (♠Q for ♥4 and (♠Q*",
    ),
    "a call": (
        "mighty/match.gibo",
        "P0 13♠",
        "P0 pass",
        "probably 13♠ for pass",
    ),
    "a card of JSON": (
        "mighty/deal.json",
        '["HK", "H3", "H5", "H6", "H2"]',
        '["HK", "H3", "H5", "S6", "H2"]',
        "probably H6 for S6: then everything fits",
    ),
    "a missing card": (
        "planowanie/game.json",
        '["QD", "AD", "9C"], "winner"',
        '["QD", "9C"], "winner"',
        "probably with AD added",
    ),
    "a line of a log": (
        "planowanie/fault.log",
        "play 1 KD",
        "play 1 QD",
        "probably KD for QD: then everything fits",
    ),
    "a card played later": (
        "planowanie/fault.log",
        ">> 2: set_cards 1 2C",
        ">> 2: set_cards 1 3C",
        "unsafe fix: write >> 2: set_cards 1 2C",
    ),
    "a reply that others were told": (
        "planowanie/fault.log",
        "<< 1: = KD",
        "<< 1: =",
        "unsafe fix: write << 1: = KD",
    ),
    "a player of an auction": (
        "mighty/match.gibo",
        "P2 pass, P3 pass, P4 14♦",
        "pass, P3 pass, P4 14♦",
        "probably with P2 added: then everything fits",
    ),
    "an extra bid": (
        "mighty/match.gibo",
        "P2 pass, P3 pass, P4 14♦",
        "P2 pass, P2 pass, P3 pass, P4 14♦",
        "probably without P2 pass",
    ),
    "a mark for another one": (
        "mighty/match.gibo",
        "♥5*  (♣8",
        "♥5!  (♣8",
        "probably ♥5* for ♥5!",
    ),
    "a missing payoff": (
        "mighty/match.gibo",
        "Payoffs: -2600 -1300 1300",
        "Payoffs: -2600 1300",
        "probably with -1300 added",
    ),
    "an action": (
        "leduc/match.json",
        '["raise", "call", "Qs", "call", "raise", "fold"]',
        '["raise", "call", "Qs", "call", "call", "fold"]',
        "probably raise for call",
    ),
}


@pytest.mark.parametrize("slip", few(SLIPS, 12))
def test_the_meaning_of_one_slip(run: Kifu, slip: str) -> None:
    name, right, wrong, said = SLIPS[slip]
    text = (EXAMPLES / name).read_text()
    assert right in text
    run.write({Path(name).name: text.replace(right, wrong, 1)})
    result = run("validate", Path(name).name)
    assert result.status == 1
    lines = [line.strip() for line in result.out.splitlines()]
    lines = [line for line in lines if line.startswith(("probably ", "unsafe fix: "))]
    assert len(lines) == 1
    assert lines[0].startswith(said), result.out


def outcomes_of(name: str, right: str, wrong: str) -> tuple[str, list[kifu.Finding]]:
    """Replace a text in an example, and return its findings with suggestions."""
    text = (EXAMPLES / name).read_text()
    assert right in text
    text = text.replace(right, wrong, 1)
    found = [each for outcome in kifu.outcomes(text) for each in kifu.suggest(outcome)]
    return text, found


@pytest.mark.parametrize(
    ("name", "right", "wrong", "at", "comment"),
    [
        ("goita/online.yaml", '["1","飛","王"]', '["3","飛","王"]', "\n    - [", '["1","飛","王"]'),
        (
            "goita/online.yaml",
            '["1","飛","王"]',
            '["3","飛","王"]',
            "\n    - [",
            "score: 3 p1: 王",
        ),
        ("planowanie/fault.log", "play 1 KD", "play 1 QD", "\n>> 1: play", ">> 1: play 1 KD"),
    ],
)
def test_words_in_comments_are_not_meant(
    name: str, right: str, wrong: str, at: str, comment: str
) -> None:
    def suggested(text: str) -> list[tuple[str, str]]:
        lines = text.splitlines()
        (finding,) = (each for outcome in kifu.outcomes(text) for each in kifu.suggest(outcome))
        edits = [edit for each in finding.suggestions for edit in each.edits]
        return [(lines[each.line - 1], each.text) for each in edits]

    text = (EXAMPLES / name).read_text().replace(right, wrong, 1)
    commented = text.replace(at, f"\n# {comment}{at}")
    assert suggested(commented) == suggested(text) != []


def test_a_suggestion_that_stands_alone_is_the_fix() -> None:
    text, (finding,) = outcomes_of("goita/match.json", '"15667888"', '"1566788"')
    assert finding.fix is not None
    assert finding.suggestions == (finding.fix,)
    assert not finding.fix.safe
    assert kifu.validate(mended(Text(text), finding.fix)) == []


def test_several_suggestions_are_listed_and_none_is_the_fix() -> None:
    text, (finding,) = outcomes_of("goita/match.json", '"24457778"', '"24457788"')
    assert finding.code == "G003"
    assert finding.fix is None or finding.fix.safe
    assert 1 < len(finding.suggestions) <= 3
    assert all(each.message.startswith("perhaps ") for each in finding.suggestions)
    for each in finding.suggestions:
        assert kifu.validate(mended(Text(text), each)) == []


def test_slips_in_two_rounds_get_a_suggestion_each() -> None:
    text = (EXAMPLES / "goita/match.json").read_text()
    text = text.replace('"15667888"', '"1566788"', 1).replace('"11348888"', '"1134888"', 1)
    (outcome,) = kifu.outcomes(text)
    found = [each for each in kifu.suggest(outcome) if each.suggestions]
    assert [each.round for each in found] == [1, 4]


def test_where_nothing_would_do_nothing_is_said() -> None:
    _, found = outcomes_of("goita/match.json", '"24457778"', '"11111111"')
    assert found
    assert not any(each.suggestions for each in found)
    assert "probably" not in str(found)


@pytest.mark.parametrize(
    ("error", "is_hidden"), [(KeyError("a bug"), False), (GameFails("kuhn fails"), True)]
)
def test_only_failures_of_plugins_are_hidden(
    monkeypatch: pytest.MonkeyPatch, error: Exception, is_hidden: bool
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(suggestions, "search", fail)
    (outcome,) = kifu.outcomes("1345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    if is_hidden:
        assert kifu.suggest(outcome) == outcome.findings
        return
    with pytest.raises(KeyError):
        kifu.suggest(outcome)


@pytest.mark.parametrize("play", ["1p", "199", "411"])
def test_the_only_play_of_a_round_is_not_removed(play: str) -> None:
    first = (EXAMPLES / "goita/history.txt").read_text("utf-8").splitlines()[0]
    (outcome,) = kifu.outcomes(",".join([*first.split(",")[:5], play]))
    assert outcome.errors
    for each in kifu.suggest(outcome):
        assert "everything fits" not in each.message
        assert each.fix is None


def test_a_wrong_piece_in_the_last_play_is_replaced() -> None:
    text, (finding,) = outcomes_of("goita/table.txt", "☗銀☖銀", "☗銀☖馬")
    assert finding.fix is not None
    assert kifu.loads(mended(Text(text), finding.fix)) == kifu.load(EXAMPLES / "goita/table.txt")


def test_lines_are_not_swapped_so_that_the_rest_is_not_read() -> None:
    text = (EXAMPLES / "goita/table.txt").read_text("utf-8")
    damaged = text.replace("☖王☖香", "☖王☖金", 1).replace("☖飛☖王 なし", "☖飛☖王 -", 1)
    (outcome,) = kifu.outcomes(damaged)
    piece, word = [each for each in kifu.suggest(outcome) if each.severity == "error"]
    assert (piece.line, piece.fix, word.line) == (9, None, 10)
    assert word.fix is not None
    assert word.fix.safe


def test_the_same_text_gets_the_same_suggestions() -> None:
    one = outcomes_of("mighty/match.gibo", "♥4*  (♠Q ", "♥4  (♠Q* ")
    assert one == outcomes_of("mighty/match.gibo", "♥4*  (♠Q ", "♥4  (♠Q* ")


def test_json_has_the_edits(run: Kifu) -> None:
    text = (EXAMPLES / "goita/match.json").read_text().replace('"15667888"', '"1566788"', 1)
    run.write({"a.json": text})
    found = json.loads(run("validate", "--output-format", "json", "a.json").out)["findings"]
    assert found[0]["fix"] == found[0]["suggestions"][0]
    assert found[0]["fix"]["safe"] is False
    assert [each["text"] for each in found[0]["fix"]["edits"]] == ["8"]


def test_only_so_many_records_are_searched(run: Kifu) -> None:
    text = (EXAMPLES / "goita/match.json").read_text().replace('"15667888"', '"1566788"', 1)
    run.write({"a.json": text, "b.json": text})
    assert run("validate", ".").out.count("probably") == 2
    some = run("validate", "--suggest", "1", ".")
    assert some.out.count("probably") == 1
    assert "the first 1 record with errors" in some.err
    none = run("validate", "--suggest", "0", ".")
    assert "probably" not in none.out
    assert "--suggest" not in none.err


@pytest.mark.parametrize(
    "text", ["R P0 P1 P2 P3 P4\n1 ♥4 ♥2 ♥Q ♠A* (♥5\n2 ♣2 ♣2 ♣Q* (♣3 ♣9\n", "{"]
)
def test_a_text_without_a_round(text: str) -> None:
    for outcome in kifu.outcomes(text, "mighty/gibo"):
        assert outcome.errors
        assert kifu.suggest(outcome)


def test_a_fix_is_not_suggested_once_more() -> None:
    _, (finding,) = outcomes_of("goita/table.txt", "1st ☗", "1st ☖")
    assert finding.fix is not None
    assert finding.fix.safe
    assert finding.suggestions == ()


BARE = SOUND.replace("♦J*", "♦10*")


def test_advice_gives_way_to_what_makes_everything_right() -> None:
    """♦10 stands for ♦T, but that was played before: with ♦J the table is valid."""
    (outcome,) = kifu.outcomes(BARE, "mighty/gibo")
    (found,) = (each for each in kifu.suggest(outcome) if each.severity == "error")
    assert found.message == "'♦10' is not a card"
    assert found.fix is not None
    assert (found.fix,) == found.suggestions
    assert kifu.validate(mended(Text(BARE), found.fix))[0].severity == "note"
    # If ♦T is free, it is what was meant.
    (outcome,) = kifu.outcomes(BARE.replace("♦10", "♦J").replace("♦T*", "♦10*"), "mighty/gibo")
    (found,) = (each for each in kifu.suggest(outcome) if each.severity == "error")
    assert found.message == "'♦10' is not a card: write ♦T"
    assert found.fix is not None


def test_a_hand_in_another_order_is_no_other_suggestion() -> None:
    text, (finding,) = outcomes_of("goita/match.json", '"24457778"', '"24457878"')
    hands = [
        [sorted(hand) for hand in json.loads(mended(Text(text), each))["rounds"][0]["hands"]]
        for each in finding.suggestions
    ]
    assert len(hands) > 1
    assert all(hands.count(each) == 1 for each in hands)


def test_a_change_that_leaves_a_hand_sorted_is_preferred() -> None:
    _, (finding,) = outcomes_of("goita/match.json", '"24457778"', '"24451778"')
    assert [each.message for each in finding.suggestions] == [
        "probably 24457778 for 24451778: then everything fits"
    ]


def test_a_missing_hidden_piece() -> None:
    _, (finding,) = outcomes_of("goita/view.json", '"88888999"', '"8888999"')
    assert [each.message for each in finding.suggestions] == [
        "probably 88888999 for 8888999: then everything fits"
    ]


def test_more_suggestions_than_are_listed_are_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suggestions, "MOST_LISTED", 2)
    _, (finding,) = outcomes_of("mighty/deal.json", '"friend": "SA"', '"friend": ')
    said = [each.message for each in finding.suggestions]
    assert [each.endswith(", or another one") for each in said] == [False, True]


def test_a_value_is_shown_without_its_colon() -> None:
    right, wrong = '"winner":0', '"winner":1'
    text = (EXAMPLES / "goita/match.json").read_text().replace(" ", "")
    assert right in text
    found = [
        each
        for outcome in kifu.outcomes(text.replace(right, wrong, 1))
        for each in kifu.suggest(outcome)
    ]
    assert [each.fix.message for each in found if each.fix] == [
        "probably 0 for 1: then everything fits"
    ]


def test_two_payoffs_swapped() -> None:
    _, found = outcomes_of("mighty/match.gibo", "-2600 -1300 1300", "-2600 1300 -1300")
    said = [each.fix.message for each in found if each.severity == "error" and each.fix]
    assert said == ["probably with 1300 and -1300 swapped: then everything fits"]


def test_a_deal_of_hardly_a_card_of_which_none_is_played() -> None:
    text = """{"format": "planowanie/json", "version": 1, "view": 0,
      "deck": {"ranks": "9TJQKA", "suits": "CD"}, "seats": 2, "plan": [[1, 0]],
      "deals": [{"hands": [[], 100000000000000000000]}],
      "result": {"end": "stopped", "totals": [0, 0]}}"""
    (outcome,) = kifu.outcomes(text)
    assert [each.code for each in kifu.suggest(outcome)] == [each.code for each in outcome.findings]


def test_learned_words_do_not_depend_on_assumed_options() -> None:
    program = (
        "from kifu.repair.suggestions.trials import order_counts\n"
        "from kifu.replayer.assumed import assuming\n"
        "from kifu.replayer.goita.options import Options\n"
        "with assuming([Options(target=40)]):\n"
        "    print(order_counts('goita/json', 'hands series'))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"False"


SPOILED_LOG = (
    "set_deck 9TJQKA CD\n=\n\nset_players 2 0\n=\n\nset_game 1 1 0\n=\n\nset_cards 1 9599905\n=\n\n"
    "time_left 900\n=\n\ngen_declare\n= 1\n\n\n 0 1\n=\n\ndeclare 1 0declare=\n\n"
    "time_left 800\n=\n\n"
    "gen_move\n= 9C\n\nplay 0 9J\n=\n\nl 1 d\nthanks\n"
)


def test_texts_that_take_effort_to_explain_are_read_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (outcome,) = kifu.outcomes(SPOILED_LOG, "planowanie/seat-log")
    read = Mock(wraps=outcome_of)
    monkeypatch.setattr(trials, "outcome", read)
    kifu.suggest(outcome)
    assert 0 < read.call_count < 40


def test_few_changes_are_made_in_long_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = "87542211,xxxxxxxx,xxxxxxxx,xxxxxxxx,s1" + ",154,244,3p,4p,187,276,384,4p,1p,2p" * 4
    text = f'{deal}\n{deal}\n{{"deals":[{{"hands":[{",".join(["[6,0]"] * 20)}]}}]}}\n'
    first, *_ = kifu.outcomes(text, "goita/history")
    compared = list[int]()
    fits = Context.fits

    def counted(self: Context, row: Row, text: str) -> bool:
        compared.append(len(text))
        return fits(self, row, text)

    monkeypatch.setattr(Context, "fits", counted)
    kifu.suggest(first)
    assert 0 < sum(compared) <= 2_500_000


def test_an_error_beside_a_record_of_a_list_does_not_concern_the_record() -> None:
    outcomes = list(kifu.outcomes('{e\n\n\n{"format":"k/s"}', "mighty/json"))
    found = [[each.code for each in kifu.suggest(outcome)] for outcome in outcomes]
    assert found == [["F101", "S001", "S001", "F101", "S004"]]
