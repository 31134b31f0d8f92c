"""Logs of games that ended before they began, line by line."""

import re

import pytest
from msgspec.structs import replace

import kifu
from kifu import formats
from kifu.formats import CannotHold
from kifu.replayer.planowanie.record import Planned, Record

from ...helpers import Json
from ...loops import all_of
from ...replayer.planowanie.helpers import FIRST, fault, game, stopped


def written(command: str, player: int, reason: str, reply: str | None) -> list[str]:
    """Return the log of a game with no deals, omitting the marks of the arbiter and seats."""
    result = fault(player, reason, reply) | {"command": command}
    record = kifu.loads(game(result=result, deals=[], plan=[]))
    text = formats.notation("planowanie/log").write(record)
    assert kifu.validate(text) == []
    return text.splitlines()


def answered(seat: int, line: str, reply: str = "=") -> list[str]:
    """Return a command and its reply."""
    return [f">> {seat}: {line}", f"<< {seat}: {reply}", f"<< {seat}: "]


DECK = "set_deck 9TJQKA CD"


@pytest.mark.parametrize("player", range(3))
def test_a_fault_at_the_first_command(player: int) -> None:
    others = [line for seat in range(3) if seat != player for line in answered(seat, DECK)]
    assert written("set_deck", player, "malformed", "hello") == [
        *others,
        *answered(player, DECK, "hello"),
        f"# fault: player {player}: malformed",
    ]
    assert written("set_deck", player, "crashed", None) == [
        *others,
        f">> {player}: {DECK}",
        f"# fault: player {player}: crashed",
    ]


def test_a_fault_at_the_second_command() -> None:
    first = [line for seat in range(3) for line in answered(seat, DECK)]
    assert written("set_players", 1, "malformed", "hello") == [
        *first,
        *answered(0, "set_players 3 0"),
        *answered(2, "set_players 3 2"),
        *answered(1, "set_players 3 1", "hello"),
        "# fault: player 1: malformed",
    ]


UNSAID: dict[str, tuple[Json, str]] = {
    "command": (fault(2, "crashed"), "the command at which player 2 failed"),
    "question": (
        fault(2, "crashed") | {"command": "time_left"},
        "the arguments of `time_left` to player 2",
    ),
    "reason": (fault(2) | {"command": "gen_move"}, "why player 2 failed"),
    "reply": (fault(2, "malformed") | {"command": "gen_move"}, "what player 2 replied"),
    "refusal": (fault(2, "refused") | {"command": "gen_move"}, "what player 2 replied"),
}


@all_of("notation", ["planowanie/log", "planowanie/seat-log"])
@all_of("what", UNSAID)
def test_details_of_logs_that_a_record_may_lack(what: str, notation: str) -> None:
    ended, unsaid = UNSAID[what]
    text = game(FIRST, stopped([None, "TD", None]), result=ended | {"totals": [2, 0, 1]})
    assert kifu.validate(text) == []
    record = kifu.view(kifu.loads(text), 2) if notation.endswith("seat-log") else kifu.loads(text)
    with pytest.raises(CannotHold, match=f"a log shows {unsaid}, which this record does not say"):
        kifu.dumps(record, notation)


@all_of(("reply", "read"), [(" no", "no"), ("a\tb", "a b"), ("a\x07", "a"), ("a\rb", "ab")])
@all_of("reason", ["malformed", "refused", "invalid"])
def test_a_reply_that_a_log_cannot_give(reason: str, reply: str, read: str) -> None:
    ended = fault(2, reason, reply) | {"command": "gen_move", "totals": [2, 0, 1]}
    text = game(FIRST, stopped([None, "TD", None]), result=ended)
    assert kifu.validate(text) == []
    why = re.escape(f"the reply {reply!r} would be read in a log as {read!r}")
    with pytest.raises(CannotHold, match=why):
        kifu.dumps(kifu.loads(text), "planowanie/log")


def test_changes_of_a_result_are_named() -> None:
    ended = fault(2, "crashed") | {"command": "gen_move"}
    record = kifu.loads(game(FIRST, stopped([None, "TD", None]), result=ended))
    with pytest.raises(CannotHold, match="cannot hold this record: totals of the result, "):
        formats.lost(record, formats.notation("planowanie/log"))


def test_why_a_log_could_not_be_read_back_is_named() -> None:
    ended = fault(2, "malformed", "no\n\nidea") | {"command": "gen_move"}
    record = kifu.loads(game(FIRST, stopped([None, "TD", None]), result=ended))
    with pytest.raises(CannotHold, match="the text would break P802: no command is waiting for"):
        formats.lost(record, formats.notation("planowanie/log"))


def test_malformed_games_are_not_written() -> None:
    record = kifu.loads(game(), type=Record)
    first, second = record.deals
    short = replace(second, hands=(("9D",), ("TD", "KC"), ("QD", "JD")))
    elsewhere = (record.plan[0], Planned(2, 7))
    for wrong, why in (
        (replace(record, deals=(first, short)), "player 0 must get 2 cards, not 1"),
        (replace(record, plan=elsewhere), "player 7 is planned to lead"),
    ):
        with pytest.raises(CannotHold, match=f"a log cannot hold a malformed game: {why}"):
            kifu.dumps(wrong, "planowanie/log")


@pytest.mark.parametrize("card", ["", "2C\n>> 0: quit"])
def test_invalid_words_are_not_written(card: str) -> None:
    record = kifu.loads(game(), type=Record)
    trick = record.deals[0].tricks[0]
    wrong = replace(trick, cards=(*trick.cards[:-1], card))
    deal = replace(record.deals[0], tricks=(wrong, *record.deals[0].tricks[1:]))
    with pytest.raises(CannotHold, match="not a word of the protocol"):
        kifu.dumps(replace(record, deals=(deal, *record.deals[1:])), "planowanie/log")
