"""Games ended by a player's fault: who may be at fault, when, and why."""

from typing import Any

import pytest

from kifu.replayer.planowanie.check.outcome import COMMANDS

from ...helpers import Json, codes
from ...loops import all_of
from .helpers import COMPLETE, FIRST, SECOND, but, fault, game, places, stopped

EARLY: Json = {"end": "stopped", "totals": [2, 0, 1]}

PHASES: dict[str, list[Json]] = {
    "before a deal": [FIRST],
    "declaring": [FIRST, but(stopped(), declarations=[1, None, None])],
    "playing": [FIRST, stopped([None, "TD", None])],
}


@all_of("phase", PHASES)
@all_of("player", range(3))
@all_of("reason", ["crashed", "timeout", "flood", "unanswered", "malformed"])
def test_any_program_may_end_at_any_time(phase: str, player: int, reason: str) -> None:
    for reply in (None, "QD", "1", " # no", "=\n= 1") if reason == "malformed" else (None,):
        assert codes(game(*PHASES[phase], result=fault(player, reason, reply))) == []


IMPOSSIBLE = {
    **dict.fromkeys(("crashed", "timeout", "flood", "unanswered"), ("", "QD", "? no")),
    "malformed": ("", " ", "\t", "no\n", "no\n \nno", "= QD", "?"),
    "invalid": ("QD\nJD", "\n"),
    "refused": ("no\nidea", "\n"),
}


@all_of("reason", IMPOSSIBLE)
def test_findings_that_never_occur(reason: str) -> None:
    endings: list[tuple[str, Json]] = [("gen_move", {"deals": PHASES["playing"]})]
    if reason not in ("invalid", "refused"):
        endings += [("play", {}), ("set_deck", {"deals": [], "plan": []})]
    for reply in IMPOSSIBLE[reason]:
        for command, record in endings:
            text = game(**record, result=fault(2, reason, reply) | {"command": command})
            assert places(text) == [("P206", "/result/reply")], (reply, command)


@pytest.mark.parametrize("reason", ["invalid", "refused"])
def test_nothing_is_asked_before_the_plan(reason: str) -> None:
    text = game(plan=[], deals=[], result=fault(0, reason, "no"))
    assert places(text) == [("P206", "/result/reason")]


# How far a game got, and who can fail there on which command.
ALL = [0, 1, 2]
DECLARED = stopped(deal=SECOND)
LAST_IN: dict[str, tuple[list[Json], dict[str, list[int]]]] = {
    "before the first deal": (
        [],
        {"set_deck": ALL, "set_players": ALL, "set_game": ALL, "set_cards": ALL},
    ),
    "before a deal": ([FIRST], {"set_cards": ALL, "play": ALL}),
    "before any declares": (
        [FIRST, but(stopped(), declarations=None)],
        {"set_cards": ALL, "time_left": ALL, "gen_declare": ALL},
    ),
    "declaring": (PHASES["declaring"], {"time_left": [1, 2], "gen_declare": [1, 2]}),
    "all have declared": (
        [FIRST, DECLARED],
        {"declare": ALL, "time_left": [1], "gen_move": [1]},
    ),
    "playing": (PHASES["playing"], {"time_left": [2], "gen_move": [2], "play": ALL}),
    "a trick is over": (
        [FIRST, stopped(["9D", "TD", "QD"])],
        {"time_left": [2], "gen_move": [2], "play": ALL},
    ),
}


@pytest.mark.parametrize("phase", LAST_IN)
@pytest.mark.parametrize("reason", ["crashed", "malformed", None])
def test_a_program_fails_on_what_it_was_sent(phase: str, reason: str | None) -> None:
    deals, due = LAST_IN[phase]
    for command in COMMANDS:
        for player in range(3):
            ended = fault(player, reason) | {"command": command}
            text = game(result=ended, deals=deals)
            right = player in due.get(command, [])
            field = "player" if command in due else "command"
            expected = [] if right else [("P206", f"/result/{field}")]
            assert places(text) == expected, (command, player)


@pytest.mark.parametrize("reason", ["invalid", "refused"])
def test_only_questions_have_answers(reason: str) -> None:
    for command in COMMANDS:
        asks = command == "gen_move"
        ended = fault(2, reason) | {"command": command}
        found = places(game(*PHASES["playing"], result=ended))
        assert found == ([] if asks else [("P206", "/result/command")])


def test_before_its_plan_a_game_ends_in_the_set_up() -> None:
    for command in COMMANDS:
        ended = fault(0, "crashed") | {"command": command}
        found = places(game(plan=[], deals=[], result=ended))
        right = command.startswith("set_") and command != "set_cards"
        assert found == ([] if right else [("P206", "/result/command")])


def test_a_player_may_not_see_the_last_card() -> None:
    played = {"command": "play", "totals": [5, 2, 4]}
    assert codes(game(result=fault(1, "crashed") | played)) == []
    assert places(game(result=fault(3, "crashed") | played)) == [("P206", "/result/player")]
    assert places(game(result=fault(1, "invalid") | played)) == [("P206", "/result/end")]


@pytest.mark.parametrize(
    ("phase", "command"),
    [
        ("before a deal", "gen_move"),
        ("declaring", "gen_move"),
        ("declaring", "set_deck"),
        ("playing", "gen_declare"),
        ("playing", "set_cards"),
    ],
)
def test_the_command_is_one_that_the_game_had_come_to(phase: str, command: str) -> None:
    ended = {**fault(2, "crashed"), "command": command}
    assert places(game(*PHASES[phase], result=ended)) == [("P206", "/result/command")]


@all_of("reason", ["invalid", "refused"])
@all_of(("phase", "asked"), [("before a deal", []), ("declaring", [1, 2]), ("playing", [2])])
def test_only_who_is_asked_answers(reason: str, phase: str, asked: list[int]) -> None:
    for player in range(3):
        found = places(game(*PHASES[phase], result=fault(player, reason)))
        assert found == ([] if player in asked else [("P206", "/result/player")])


@all_of(
    ("phase", "reply", "right"),
    [
        ("declaring", "0", True),
        ("declaring", "2", True),
        ("declaring", "3", False),
        ("declaring", "-1", False),
        ("declaring", "02", True),
        ("declaring", "03", False),
        ("declaring", "one", False),
        ("declaring", "", False),
        ("playing", "QD", True),
        ("playing", "JD", True),
        ("playing", "AC", False),
        ("playing", "TD", False),
        ("playing", "10D", False),
        ("playing", "QD JD", False),
        ("playing", "??", False),
        ("playing", "\ud7ff" * 9, False),
    ],
)
def test_a_right_answer_is_not_a_fault(phase: str, reply: str, right: bool) -> None:
    for reason in (None, "invalid"):
        found = places(game(*PHASES[phase], result=fault(2, reason, reply)))
        assert found == ([("P208", "/result/reply")] if right else [])


def test_a_player_who_does_not_follow_is_at_fault() -> None:
    deals = [FIRST, stopped([None, "TD", "QD"])]
    assert codes(game(*deals, result=fault(0, "invalid", "AC"))) == []
    assert codes(game(*deals, result=fault(0, "invalid", "9D"))) == ["P208"]


@pytest.mark.parametrize("player", [None, -1, 3, 2**53])
def test_somebody_has_to_be_at_fault(player: int | None) -> None:
    assert places(game(FIRST, result=fault(player, "crashed"))) == [("P206", "/result/player")]


def test_a_game_that_was_played_out_has_no_fault() -> None:
    assert places(game(result=fault(1, "crashed"))) == [("P206", "/result/end")]
    assert places(game(result={"end": "stopped"})) == [("P205", "/result")]


@pytest.mark.parametrize(
    "change", [{"player": 1}, {"reason": "crashed"}, {"command": "play"}, {"reply": "AC"}]
)
def test_only_a_fault_has_somebody_at_fault(change: dict[str, Any]) -> None:
    field = f"/result/{next(iter(change))}"
    assert places(game(result=COMPLETE | change)) == [("P206", field)]
    assert ("P206", field) in places(game(FIRST, result=EARLY | change))


@pytest.mark.parametrize(
    ("reply", "malformed"),
    [("= QD", False), ("=", False), ("? no", False), ("? no\nidea", False), ("=\n= QD", True)],
)
def test_a_malformed_reply_has_not_the_form_of_a_reply(reply: str, malformed: bool) -> None:
    found = places(game(*PHASES["playing"], result=fault(2, "malformed", reply)))
    assert found == ([] if malformed else [("P206", "/result/reply")])


@pytest.mark.parametrize("said", [3, -1])
def test_the_first_declarations_are_in_range(said: int) -> None:
    deals = [FIRST, but(stopped(), declarations=[said, None, None])]
    assert places(game(*deals, result=fault(2, "crashed"))) == [("P101", "/deals/1/declarations/0")]


@pytest.mark.parametrize(
    ("command", "deal", "clocks"),
    [
        ("set_cards", but(stopped(), declarations=None), [[90], [90], []]),
        ("declare", DECLARED, [[90], [90, 80], [90]]),
        ("play", stopped([None, "TD", None]), [[90], [90, 80], [90, 80]]),
    ],
)
def test_nobody_is_asked_behind_the_fault(
    command: str, deal: Json, clocks: list[list[int]]
) -> None:
    ended = fault(0, "crashed") | {"command": command}
    record = game(FIRST, deal | {"clocks": clocks}, result=ended)
    assert places(record) == [("P206", "/result/command")]
    answered = [each[: 0 if command == "set_cards" else 1] for each in clocks]
    answered[1] = clocks[1] if command == "play" else answered[1]
    assert places(game(FIRST, deal | {"clocks": answered}, result=ended)) == []


def test_zeros_make_no_answer_wrong() -> None:
    """Leading zeros, however many, do not make an answer invalid; the same is true in a log."""
    ended = fault(1, "invalid", 45 * "0" + "1") | {"command": "gen_declare"}
    assert places(game(*PHASES["declaring"], result=ended)) == [("P208", "/result/reply")]
