"""The lines of a gibo about a match: its options and its players."""

import pytest

import kifu
from kifu.repair import mended
from kifu.replayer.mighty.record import Record

from ...loops import all_of
from ...replayer.mighty.helpers import TABLE

OPTIONS = "Rules: seed\nOptions: {}\n\nDeal: 1\nDealer: P0\n"
JSON = '{{"format":"mighty/json","version":1,"rules":{{"base":{}}},"deals":[{{"dealer":0}}]}}'


def errors(text: str) -> list[tuple[str, int | None, str]]:
    return [
        (each.code, each.line, each.message)
        for each in kifu.validate(text)
        if each.severity == "error"
    ]


@all_of("number", ["13.0000000000000000000001", "12.9999999999999999999999", "1e-400", "13.5"])
def test_numbers_are_compared_and_quoted_as_written(number: str) -> None:
    for text in (OPTIONS.format(f"base={number}"), JSON.format(number)):
        ((code, _, message),) = errors(text)
        assert code == "S002"
        assert message.strip('"').endswith(number)
    assert [code for code, _, _ in errors(OPTIONS.format(f"joker_dead_in=1,{number}"))] == ["S002"]


@pytest.mark.parametrize("number", ["13", "13.0", "1.3e1"])
def test_a_whole_number_may_be_written_differently(number: str) -> None:
    for text in (OPTIONS.format(f"base={number}"), JSON.format(number)):
        assert kifu.loads(text, type=Record).rules.base == 13


@all_of(
    ("written", "plain"),
    [
        ("joker_dead_in=[1, 10] base=14", "joker_dead_in=1,10 base=14"),
        ("joker_dead_in=1, 9 base=14", "joker_dead_in=1,9 base=14"),
        ('friend_modes=["card", "first"]', "friend_modes=card,first"),
        ("t1_stuck=[] first_bidder='dealer'", "t1_stuck=- first_bidder=dealer"),
    ],
)
def test_values_as_in_json_are_read_with_a_note(written: str, plain: str) -> None:
    text = OPTIONS.format(written)
    assert [each.code for each in kifu.validate(text)] == ["F012", "M601"]
    assert kifu.loads(text) == kifu.loads(OPTIONS.format(plain))
    assert mended(text.encode()).after.decode() == OPTIONS.format(plain)


@all_of(
    ("written", "fix"),
    [
        ("pass_final=TRUE", "write pass_final=true"),
        ("pass_final=1", None),
        ("change_cap=NULL", "write change_cap=null"),
        ("change_cap=TRUE", None),
    ],
)
def test_constants_are_written_as_in_json(written: str, fix: str | None) -> None:
    (found,) = (each for each in kifu.validate(OPTIONS.format(written)) if each.severity == "error")
    assert found.code == "S002"
    assert (found.fix and found.fix.message) == fix


@all_of(
    ("options", "found"),
    [
        ("bid_min=bid_max 13=20", ("F301", 18, "write 13 bid_max")),
        ("base=13 oops=20", ("S003", 18, None)),
        ("base=bid_min bid_max=20", ("S002", 10, None)),
    ],
)
def test_an_option_and_a_value_that_changed_places(
    options: str, found: tuple[str, int, str | None]
) -> None:
    (wrong,) = (each for each in kifu.validate(OPTIONS.format(options)) if each.column != 1)
    assert (wrong.code, wrong.column, wrong.fix and wrong.fix.message) == found


NAMES = ("Jun", "Mina", "Soo", "Tae", "Won")
BY_NAME = """\
Players: Jun, Mina, Soo, Tae, Won
Deal: 1
Dealer: Mina
Jun Mina Soo! Tae~ Won
1   ♣4   ♣A*  (♣2  ♣3   ♣6
"""
LISTED, HEAD = "Players: Jun, Mina, Soo, Tae, Won\n", "Jun Mina Soo! Tae~ Won\n"


def read(text: str) -> tuple[object, ...]:
    record = kifu.loads(text, type=Record)
    (deal,) = record.deals
    return record.players, deal.dealer, deal.president, deal.friend_player


@all_of(
    "names",
    [
        "Jun; Mina; Soo; Tae; Won",
        "Jun;Mina;Soo;Tae;Won;",
        "| Jun | Mina | Soo | Tae | Won |",
        "Jun、Mina、Soo、Tae、Won",
        "Jun，Mina，Soo，Tae，Won",
        "Jun, Mina; Soo| Tae Won",
    ],
)
def test_names_with_other_signs_between_them(names: str) -> None:
    text = BY_NAME.replace(LISTED, f"Players: {names}\n")
    assert "F012" in [each.code for each in kifu.validate(text)]
    assert read(text) == (NAMES, 1, 2, 3)


@all_of(
    ("names", "players"),
    [
        ("Jun Kim, Mina, Soo, Tae, Won", ("Jun Kim", *NAMES[1:])),
        ('"Jun;" Mina Soo Tae Won', ("Jun;", *NAMES[1:])),
        ('"Jun,"; Mina; Soo; Tae; Won', ("Jun,", *NAMES[1:])),
    ],
)
def test_names_with_signs_or_spaces(names: str, players: tuple[str, ...]) -> None:
    record = kifu.loads(BY_NAME.replace(LISTED, f"Players: {names}\n").replace(HEAD, ""))
    assert isinstance(record, Record)
    assert record.players == players
    assert kifu.loads(kifu.dumps(record, "mighty/gibo")) == record


@all_of(
    "names",
    [
        "Jun; Mina; Soo; Tae",
        "Jun;; Mina; Soo; Tae; Won",
        "Jun/Mina/Soo/Tae/Won",
        "Jun Kim Soo; Tae",
    ],
)
def test_names_that_cannot_be_told_apart_are_one_error(names: str) -> None:
    ((code, line, message),) = errors(
        f"Players: {names}\n{BY_NAME[len(LISTED) :]}".replace(HEAD, "")
    )
    assert (code, line) == ("F301", 1)
    assert "spaces or commas" in message


@all_of(
    "head",
    [
        "Jun Mina Soo! Tae~ Won",
        "R Jun, Mina, Soo!, Tae~, Won",
        "Jun; Mina; Soo !; Tae ~; Won",
        "Jun | Mina | Soo! | Tae~ | Won",
    ],
)
def test_a_head_below_a_dealer_called_by_name(head: str) -> None:
    assert read(BY_NAME.replace(LISTED, "").replace(HEAD, f"{head}\n")) == (NAMES, 1, 2, 3)


@all_of("head", ["0 1 2! 3~ 4", "R 0 1 2! 3~ 4", "P0 P1 P2! P3~ P4"])
def test_a_head_of_numbers(head: str) -> None:
    assert read(BY_NAME.replace(HEAD, f"{head}\n")) == (NAMES, 1, 2, 3)


@all_of(
    "head",
    [
        "R Jun Mina Soo! Tae~",
        "Jun Mina Soo! Tae~",
        "R Jun Mina Soo! Tae~ Won Yun",
        "!Jun Mina Soo Tae Won",
        "R: Jun Mina Soo! Tae~ Won",
        "jun mina soo Mina tae",
    ],
)
def test_a_head_that_cannot_be_read_is_one_error(head: str) -> None:
    found = errors(BY_NAME.replace(LISTED, "").replace(HEAD, f"{head}\n"))
    assert [(code, line) for code, line, _ in found] == [("F301", 3)]


def test_players_counted_from_1_in_a_head_without_r() -> None:
    ((code, line, message),) = errors(BY_NAME.replace(HEAD, "1 2! 3~ 4 5\n"))
    assert (code, line) == ("F301", 4)
    assert "from 0" in message


PLAYED = f"Deal: 1\nDealer: P0\nContract: 15♥\n{TABLE}Result: won\nScore: 800\n"
MISPLACED = {
    "at the end": f"{PLAYED}Rules: league\n",
    "without a line break": f"{PLAYED}Rules: league",
    "before the result": PLAYED.replace("Result", "Rules: league\nResult"),
    "before the next deal": f"{PLAYED}Rules: league\nDeal: 2\nDealer: P2\n",
    "options": f"Rules: seed\n{PLAYED}Options: base=14\n",
    "several lines": f"{PLAYED}Rules: seed\nOptions: base=14\n",
    "with a comment above the deal": f"# A comment\n{PLAYED}Rules: league\n",
}


@all_of("name", MISPLACED)
def test_a_line_about_the_match_after_its_first_deal_is_moved(name: str) -> None:
    (found,) = (each for each in kifu.validate(MISPLACED[name]) if each.severity == "error")
    assert found.code == "F301"
    assert found.fix is not None
    assert found.fix.message.startswith("move")


@all_of(
    "text",
    [
        f"Rules: seed\n{PLAYED}Rules: league\n",
        f"Options: base=14\n{PLAYED}Options: base=14\n",
        f"{PLAYED}Options: base=14\n{TABLE.replace('♦5', '♦3', 1)}",
    ],
)
def test_such_a_line_stays_if_its_place_is_unclear(text: str) -> None:
    found = [each for each in kifu.validate(text) if each.code == "F301"]
    assert [each.fix for each in found] == [None]


@all_of(
    ("text", "message"),
    [
        ("Options: risk=100\nunknown=3\n", "'unknown=3' is not a line of this notation"),
        ("Options: risk=100\nfoo\n", "'foo' is not a line of this notation"),
        ("Options: risk\n", "expected an option (bid_min=14), found 'risk'"),
        ("Options:\n", "expected an option (bid_min=14), found the end of the line"),
        ("Options: risk=100\nbase=14\n", "unexpected line break: the line continues on the next"),
    ],
)
def test_a_wrong_word_after_options_is_one_error(text: str, message: str) -> None:
    ((_, _, said),) = errors(f"{text}\nDeal: 1\nDealer: P0\n")
    assert said.startswith(message)
