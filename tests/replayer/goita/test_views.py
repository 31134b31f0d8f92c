"""Views, and the findings about them."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.goita.record import Record, Round, split_plies
from kifu.replayer.rules import IllegalAction, Rules
from kifu.testing.trajectories import check_hidden

from ...helpers import MODEL_A, MODEL_B, RANDOM, Json, codes, dealt, goita, goita_2015, only
from ...loops import all_of

UNKNOWN = "99999999"


def seen(played: Json, player: int, **header: Any) -> Round:
    """Return a round as a player knew it."""
    view = kifu.view(kifu.loads(goita(played, **header), type=Record), player)
    assert view.view == player
    assert codes(kifu.dumps(view)) == codes(goita(played, **header))
    found: Round = view.rounds[0]
    return found


def test_other_hands_and_what_others_laid_face_down_are_hidden() -> None:
    view = seen(MODEL_B, 2)
    assert view.hands == (UNKNOWN, UNKNOWN, "35556888", UNKNOWN)
    assert view.record == "97000970009700760009600096006500085000850054000940009400092"


def test_ones_own_pieces_are_not_hidden() -> None:
    assert seen(MODEL_B, 0).record.startswith("17000170008700760009600")


def test_a_last_pair_that_doubles_is_shown() -> None:
    for player in range(4):
        assert seen(MODEL_A, player).record[-2:] == "11"


LED_OUT: Json = {
    "hands": dealt("45675682"),
    "record": "45000670005600082",
    "winner": 0,
}


def test_another_last_pair_is_shown_by_option() -> None:
    assert seen(LED_OUT, 1).record[-2:] == "92"
    assert seen(LED_OUT, 0).record[-2:] == "82"
    assert seen(LED_OUT, 1, rules={"final_face_down_shown": "always"}).record[-2:] == "82"


@pytest.mark.parametrize("seed", [7, 8])
def test_boards_show_declared_shi(seed: int) -> None:
    """Other players know them until a piece is laid face-down."""
    check_hidden(replayer.game("goita").generate(Random(seed)))


@pytest.mark.parametrize("shown", ["doubles-only", "always"])
def test_boards_show_a_seat_a_last_pair_that_was_shown(shown: str) -> None:
    for played in (MODEL_A, LED_OUT):
        rules = {"final_face_down_shown": shown}
        check_hidden(kifu.loads(goita(played, rules=rules), type=Record))


def test_a_view_lacks_a_last_piece_that_was_shown() -> None:
    hidden: Json = {"hands": [UNKNOWN, LED_OUT["hands"][1], UNKNOWN, UNKNOWN], "winner": 0}
    hidden["record"] = "95000970009500092"
    assert codes(goita(hidden, view=1)) == []
    assert codes(goita(hidden, view=1, rules={"final_face_down_shown": "always"})) == ["G009"]


def test_five_shi_are_shown_and_no_other_piece_of_that_hand() -> None:
    five: Json = {"hands": dealt("12388888"), "record": "", "goshi": [0]}
    for played in (five, five | {"record": "82"}, five | {"result": {"end": "redeal"}}):
        view = seen(played, 1)
        assert view.hands == ("88888999", five["hands"][1], UNKNOWN, UNKNOWN)
        assert view.record == ("92" if played["record"] else "")


def test_a_hand_that_wins_at_once_is_shown() -> None:
    six: Json = {"hands": dealt("88888867", 3), "record": "", "winner": 3}
    assert seen(six, 0).hands == (six["hands"][0], UNKNOWN, UNKNOWN, "88888867")


def test_marks_of_kings_are_kept_for_the_kings_that_are_seen() -> None:
    marked = MODEL_A | {"kings": "玉王王玉"}
    assert seen(marked, 0).kings == "玉王王玉"
    assert seen(marked, 1).kings == "王玉"


def test_the_action_that_a_foul_was() -> None:
    hands = ["12345678", "12345678", "44568888", "56778888"]
    ended = {"result": {"end": "foul"}, "fouls": [{"ply": 1, "rule": "G104"}]}
    assert seen({"hands": hands, "record": "81", **ended}, 0).record == "81"
    assert seen({"hands": hands, "record": "81", **ended}, 1).record == "91"
    ended = {"result": {"end": "foul"}, "fouls": [{"ply": 2, "rule": "G105"}]}
    assert seen({"hands": hands, "record": "86-57", **ended}, 2).record == "9657"


def test_views_of_views() -> None:
    record = kifu.loads(goita(MODEL_B), type=Record)
    view = kifu.view(record, 1)
    assert kifu.view(view, 1) == view
    with pytest.raises(ValueError, match="view of player 1"):
        kifu.view(view, 2)


def test_an_unknown_player_has_no_view() -> None:
    for player in (-1, 4):
        with pytest.raises(ValueError, match="no player"):
            kifu.view(kifu.loads(goita(MODEL_B), type=Record), player)


@pytest.mark.parametrize("record", ["99", "87000870007700011-0", "87-57"])
def test_unplayable_records_have_no_view(record: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        kifu.view(kifu.loads(goita(MODEL_A | {"record": record}), type=Record), 0)


def test_part_of_a_partial_record() -> None:
    hidden = {"hands": ["69999999", UNKNOWN, "45678888", "67899999"], "record": "96-0-0"}
    record = kifu.loads(goita(hidden, view="partial"), type=Record)
    assert codes(goita(hidden, view="partial")) == []
    assert kifu.view(record, 2).rounds[0].hands == (UNKNOWN, UNKNOWN, "45678888", UNKNOWN)
    assert kifu.view(record, 0).rounds[0].hands == ("69999999", UNKNOWN, UNKNOWN, UNKNOWN)


# Views contain only what was shown

GAME = replayer.game("goita")


@given(rng=RANDOM)
def test_hidden_things_do_not_change_the_view(rng: Random) -> None:
    record = GAME.generate(rng)
    for player in range(4):
        view = kifu.view(record, player)
        other = otherwise(record, player, rng)
        assert GAME.check(other, ()).findings == []
        assert kifu.view(other, player) == view


def test_there_are_other_worlds_with_the_same_view() -> None:
    records = [GAME.generate(Random(seed)) for seed in range(20)]
    others = [otherwise(record, 0, Random(1)) for record in records]
    assert sum(one != other for one, other in zip(records, others, strict=True)) > 15


def otherwise(record: Record, player: int, rng: Random) -> Record:
    """Return a legal match that differs, if possible, only in what a player cannot see."""
    rounds = list(record.rounds)
    for number, played in enumerate(rounds):
        for _ in range(5):
            rounds[number] = shuffled(played, player, rng)
            if not GAME.check(replace(record, rounds=tuple(rounds)), ()).findings:
                break
            rounds[number] = played
    return replace(record, rounds=tuple(rounds))


def shuffled(played: Round, player: int, rng: Random) -> Round:
    """Redeal the pieces that a player cannot see among the places they are in."""
    left = [list(hand) for hand in played.hands]
    shown: list[list[str]] = [[], [], [], []]
    hidden: list[tuple[int, int]] = []
    pool: list[str] = []
    actions = split_plies(played.record)
    for number, action in enumerate(actions):
        seat = (played.dealer + number) % 4
        if action == "0":
            continue
        leading = number == 0 or actions[max(0, number - 3) : number] == ["0"] * 3
        last = number == len(actions) - 1 and action[0] == action[1]
        for piece in action:
            left[seat].remove(piece)
        if leading and seat != player and not last:
            hidden.append((number, seat))
            pool.append(action[0])
            shown[seat].append(action[1])
        else:
            shown[seat].extend(action)
    five = [hand.count("8") >= 5 for hand in played.hands]
    others = [seat for seat in range(4) if seat != player and not five[seat]]
    pool += [piece for seat in others for piece in left[seat]]
    rng.shuffle(pool)
    for number, seat in hidden:
        actions[number] = pool.pop() + actions[number][1]
        shown[seat].append(actions[number][0])
    for seat in others:
        shown[seat] += [pool.pop() for _ in left[seat]]
    kept = [seat for seat in range(4) if seat not in others]
    hands = [
        played.hands[seat] if seat in kept and seat == player else "".join(sorted(shown[seat]))
        for seat in range(4)
    ]
    for seat in kept:
        if seat != player:
            hands[seat] = "".join(sorted([*shown[seat], *left[seat]]))
    if [hand.count("8") >= 5 for hand in hands] != five:
        return played
    return replace(played, hands=tuple(hands), record="".join(actions))


ACTIONS = ["0", *(first + second for first in "123456789" for second in "0123456789")]


@given(rng=RANDOM)
def test_legal_actions_in_a_view_are_those_not_forbidden(rng: Random) -> None:
    view = kifu.view(GAME.generate(rng), rng.randrange(4))
    rules = GAME.rules(view)
    steps = [step for each in kifu.replay(view) for step in each.steps if step.ply and step.actions]
    for step in rng.sample(steps, min(4, len(steps))):
        player = step.state.turn
        allowed = [each for each in ACTIONS if is_allowed(rules, step.state, player, each)]
        assert sorted(rules.legal_actions(step.state, player)) == allowed


def is_allowed(rules: Rules[Any], state: Any, player: int, action: str) -> bool:
    try:
        rules.verify(state, player, action)
    except IllegalAction:
        return False
    return True


# Which findings a view can have

MINE = "12345678"
VIEW = [MINE, UNKNOWN, UNKNOWN, UNKNOWN]
NO_KING = ["23456788", UNKNOWN, UNKNOWN, UNKNOWN]

CERTAIN = {
    "the player's own hand": (VIEW, 0, "88", "G103"),
    "the player's own king": (VIEW, 0, "81", "G104"),
    "the other king is known to be elsewhere": (VIEW, 0, "86-61", "G104"),
    "more of a kind than there are": (VIEW, 1, "92-22", "G103"),
    "received with another kind": (VIEW, 0, "86-57", "G105"),
    "a king receives し": (VIEW, 0, "78-12", "G106"),
    "the opening is a pass": (VIEW, 1, "0", "G102"),
    "an attacker passes": (VIEW, 1, "95-0-0-0-0", "G102"),
    "an attack is hidden": (VIEW, 1, "99", "G004"),
    "a receiving piece is hidden": (VIEW, 0, "86-95", "G004"),
    "the player's own piece is hidden": (VIEW, 0, "96", "G004"),
    "a play lacks its attack": (VIEW, 1, "90", "G107"),
    "a play is cut short": (VIEW, 1, "9", "G108"),
    "no digit": (VIEW, 1, "9x", "G004"),
}


@all_of("case", CERTAIN.values())
def test_certain_errors_are_reported(case: tuple[list[str], int, str, str]) -> None:
    hands, dealer, record, code = case
    played = {"hands": hands, "dealer": dealer, "record": record}
    assert codes(goita(played, view=0)) == [code]
    assert codes(goita(played, view="partial")) == [code]


POSSIBLE = {
    "a hidden hand may hold the piece": (VIEW, 0, "86-65-0-56"),
    "a hidden hand may hold both kings": (NO_KING, 0, "86-61"),
    "both kings, one of them face-down": (NO_KING, 1, "91"),
    "a king, once one lies face-up": (VIEW, 0, "84-15-0-0-51"),
    "the last piece": (VIEW, 1, "94-000-95-000-96-000-91"),
    "anything face-down": (VIEW, 1, "95-000-98-000-92"),
}


@all_of("case", POSSIBLE.values())
def test_possible_play_is_not_reported(case: tuple[list[str], int, str]) -> None:
    hands, dealer, record = case
    played = {"hands": hands, "dealer": dealer, "record": record}
    assert set(codes(goita(played, view=0))) <= {"G202"}


def test_the_rest_of_a_hand_is_unknown_once_a_hidden_piece_was_laid() -> None:
    hands = ["88888999", MINE, UNKNOWN, UNKNOWN]
    played = {"hands": hands, "record": "98000-98000", "goshi": [0]}
    assert codes(goita(played, view=1)) == []


def test_the_deck_of_a_view() -> None:
    assert codes(goita({"hands": ["11145678", *VIEW[1:]], "record": ""}, view=0)) == ["G003"]
    assert codes(goita({"hands": ["1234567", *VIEW[1:]], "record": ""}, view=0)) == ["G002"]
    assert codes(goita({"hands": ["02345678", *VIEW[1:]], "record": ""}, view=0)) == ["G004"]


def test_hidden_pieces_are_for_views() -> None:
    assert codes(goita({"hands": VIEW, "record": ""})) == ["S001"], "`view` is missing"
    assert codes(goita({"hands": [MINE] * 2 + ["44568888", "56778888"], "record": "96"})) == [
        "G004"
    ]
    assert codes(goita_2015({"hands": VIEW, "record": ""})) == []
    assert codes(goita_2015({"hands": [UNKNOWN] * 4, "record": ""})) == ["G004"]


def test_a_view_that_knows_too_much() -> None:
    hands = ["12345678", "12345678", "44568888", "56778888"]
    assert codes(goita({"hands": hands, "record": "86"}, view=0)) == ["G009"]
    assert codes(goita({"hands": hands, "record": "86"}, view="partial")) == []
    known = {"hands": [UNKNOWN, "12345678", UNKNOWN, UNKNOWN], "record": "86"}
    assert codes(goita(known, view=1)) == ["G009"]
    assert codes(goita(known | {"record": "96"}, view=1)) == []


def test_the_points_of_a_view() -> None:
    view = kifu.view(kifu.loads(goita(LED_OUT), type=Record), 2)
    result = {"end": "out", "points": 40}
    assert codes(goita(LED_OUT | {"hands": view.rounds[0].hands, "result": result}, view=2)) == [
        "G009"
    ]
    text = kifu.dumps(view).replace('"goshi": []', '"goshi": [], "result": {"end": "out"}')
    assert codes(text) == ["G204"]


def test_how_a_deal_ended_that_is_partly_hidden() -> None:
    """Six し, or five and five, may be among the hidden pieces; a player's view would show them."""
    hidden = {"hands": VIEW, "record": "", "winner": 1}
    for result in ({"end": "shi", "points": 40}, {"end": "double-goshi", "points": 150}):
        assert codes(goita(hidden | {"result": result}, view="partial")) == []
        assert codes(goita(hidden | {"result": result}, view=0)) == ["G110"]
    redeal = {"hands": VIEW, "record": "", "result": {"end": "redeal"}}
    assert codes(goita(redeal, view="partial")) == []


def test_fouls_of_hidden_hands() -> None:
    king = {"hands": NO_KING, "record": "86-61", "fouls": [{"ply": 2, "rule": "G104"}]}
    assert codes(goita(king, view=0)) == []
    passed = king | {"record": "86-0"}
    assert codes(goita(passed, view=0)) == ["G301"]
    other = king | {"record": "86-65"}
    assert codes(goita(other, view=0)) == ["G301"]
    public = king | {"record": "86-65", "fouls": [{"ply": 2, "rule": "G105"}]}
    assert codes(goita(public, view=0)) == ["G301"]
    ended = {"result": {"end": "foul"}, "fouls": [{"ply": 2, "rule": "G103"}]}
    assert codes(goita(king | ended, view=0)) == []
    assert codes(goita(king | ended | {"record": "86-0"}, view=0)) == ["G301"]


def test_a_view_that_hides_what_its_player_was_shown() -> None:
    assert codes(goita({"hands": [UNKNOWN] * 4, "record": "96"}, view=0)) == ["G009"]
    six = {"hands": [VIEW[0], "88888899", UNKNOWN, UNKNOWN], "record": "", "winner": 1}
    assert codes(goita(six | {"result": {"end": "shi", "points": 50}}, view=0)) == ["G009"]


DECLARED: dict[str, Json] = {
    "not played": {"goshi": [0], "record": ""},
    "played": {"goshi": [1], "record": "92"},
    "both teams": {"goshi": [0, 1], "record": "92"},
    "thrown in": {"goshi": [0], "record": "", "result": {"end": "redeal"}},
    "partners": {
        "goshi": [1, 3],
        "record": "",
        "winner": 1,
        "result": {"end": "double-goshi", "points": 150},
    },
}


@pytest.mark.parametrize("declared", DECLARED.values(), ids=DECLARED.keys())
def test_five_declared_shi_were_shown_to_all(declared: Json) -> None:
    known = dict.fromkeys(declared["goshi"], "88888999") | {2: "12345677"}
    shown = [known.get(seat, UNKNOWN) for seat in range(4)]
    assert codes(goita(declared | {"hands": shown}, view=2)) == []
    for seat in declared["goshi"]:
        for hand in (UNKNOWN, "88889999"):
            hidden = declared | {"hands": [*shown[:seat], hand, *shown[seat + 1 :]]}
            finding = only(goita(hidden, view=2))
            assert (finding.code, finding.pointer) == ("G009", "/view")
            assert f"it hides the five し that player {seat} declared" in finding.message


def test_five_shi_may_be_hidden_where_nobody_says_who_declared_them() -> None:
    hidden: Json = {"hands": [UNKNOWN] * 2 + ["12345677", UNKNOWN], "record": "92"}
    assert codes(goita(hidden | {"goshi": None}, view=2)) == []
    assert codes(goita(hidden | {"goshi": [0]}, view="partial")) == []
    record = kifu.loads(goita(hidden | {"goshi": [0]}, view="partial"), type=Record)
    view = kifu.view(record, 2)
    assert view.rounds[0].hands == ("88888999", UNKNOWN, "12345677", UNKNOWN)
    assert codes(kifu.dumps(view)) == []


def test_a_view_that_hides_how_the_deal_ended_a_round() -> None:
    hands = [UNKNOWN, "12345677", UNKNOWN, UNKNOWN]
    finding = only(goita({"hands": hands, "record": "92", "goshi": [0, 2]}, view=1))
    assert (finding.code, finding.ply) == ("G109", 1)


def test_a_wrong_player_who_declares_is_the_one_slip() -> None:
    hands = ["88888999", UNKNOWN, "12345677", UNKNOWN]
    assert codes(goita({"hands": hands, "record": "92", "goshi": [1]}, view=2)) == ["G402"]


def test_a_piece_that_lies_face_up_is_not_hidden() -> None:
    hands = [*3 * ["9" * 8], "22334567"]
    finding = only(goita({"hands": hands, "record": "9403900", "winner": -1}, view=3))
    assert (finding.code, finding.ply) == ("G004", 3)
    assert finding.message == "a piece is hidden here, though it was played face-up"
