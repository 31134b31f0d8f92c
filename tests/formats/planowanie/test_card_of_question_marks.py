"""A deck with `?` among both ranks and suits: `??` is a card, so no card can be hidden."""

import json
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.findings import Finding
from kifu.formats import CannotHold
from kifu.replayer.planowanie.generate import play
from kifu.replayer.planowanie.record import Deal, Deck, Planned, Record
from kifu.replayer.planowanie.rules import PlanowanieRules
from kifu.replayer.replay.trajectory import Malformed, trajectories, trajectory

from ...command import Kifu
from ...helpers import RANDOM, Json
from ...loops import all_of

GAME = replayer.game("planowanie")
LOG, JSON, SEAT = "planowanie/log", "planowanie/json", "planowanie/seat-log"
WHY = "?? is a card of this deck, so a card that player {} does not know cannot be written"

WHOLE: Json = {
    "format": "planowanie/json",
    "version": 1,
    "deck": {"ranks": "2?K", "suits": "?D"},
    "seats": 2,
    "plan": [[2, 0], [1, 1]],
    "deals": [
        {
            "hands": [["??", "2D"], ["KD", "K?"]],
            "declarations": [0, 2],
            "tricks": [
                {"lead": 0, "cards": ["2D", "KD"], "winner": 1},
                {"lead": 1, "cards": ["??", "K?"], "winner": 1},
            ],
            "points": [2, 4],
        },
        {
            "hands": [["KD"], ["??"]],
            "declarations": [0, 1],
            "tricks": [{"lead": 1, "cards": ["KD", "??"], "winner": 1}],
            "points": [1, 2],
        },
    ],
    "result": {"end": "complete", "totals": [3, 6]},
}
TEXT = json.dumps(WHOLE)
ARBITERS = kifu.dumps(kifu.loads(TEXT), LOG)


def but(*changes: tuple[str, str]) -> str:
    text = TEXT
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def places(text: str) -> list[tuple[str, str | None]]:
    return [(each.code, each.pointer) for each in kifu.validate(text)]


def errors(text: str, notation: str) -> list[Finding]:
    """Return the errors in a log, without the warnings about its missing `time_left`."""
    return [each for each in kifu.validate(text, notation) if each.severity == "error"]


def test_a_whole_game_is_a_game() -> None:
    assert kifu.validate(TEXT) == errors(ARBITERS, LOG) == []
    read = kifu.loads(ARBITERS, format=LOG, type=Record)
    assert read.deals[1].hands == (("KD",), ("??",))
    assert kifu.dumps(kifu.loads(kifu.dumps(read, JSON)), LOG) == ARBITERS


def test_legal_actions() -> None:
    deal = trajectory(GAME, kifu.loads(TEXT), 1)
    legal = [list(step.legal.values()) for step in deal.steps if step.actors and step.ply > 2]
    assert legal == [[["??", "2D"]], [["KD"]], [["K?"]], [["??"]]]
    assert deal.steps[-1].position.dealt == (("??", "2D"), ("KD", "K?"))


WRONG = {
    "a revoke": ([('"cards": ["2D", "KD"]', '"cards": ["2D", "K?"]')], "P105", "/tricks/0/cards/1"),
    "the card, which is not held": (
        [('"cards": ["2D", "KD"]', '"cards": ["2D", "??"]')],
        "P104",
        "/tricks/0/cards/1",
    ),
    "a sign that is not a card": (
        [('"cards": ["??", "K?"]', '"cards": ["?", "K?"]')],
        "P005",
        "/tricks/1/cards/0",
    ),
    "the card twice": ([('["KD", "K?"]], "decl', '["KD", "??"]], "decl')], "P006", "/hands/1/1"),
    "a hand without the card": ([('["KD", "K?"]], "decl', '["KD", "?"]], "decl')], "P001", None),
    "no hands": ([('"hands": [["??", "2D"], ["KD", "K?"]], ', "")], "P001", None),
}


@all_of("name", WRONG)
def test_illegal_actions(name: str) -> None:
    changes, code, field = WRONG[name]
    found = places(but(*changes))
    assert found[0] == (code, "/deck" if field is None else f"/deals/0{field}")


def test_a_revoke_in_a_log() -> None:
    text = ARBITERS.replace("<< 1: = KD", "<< 1: = K?", 1).replace("play 1 KD", "play 1 K?")
    (found,) = errors(text, LOG)
    assert (found.code, found.player, found.ply) == ("P806", 1, 4)
    assert (
        "player 1 must follow suit: D was led, and the hand has KD, so K? is illegal"
        in found.message
    )


def test_a_masked_hand_says_that_the_card_is_one() -> None:
    (found,) = kifu.validate(but(('["KD", "K?"]], "decl', '["KD", "??"]], "decl')))[:1]
    assert found.message == (
        "?? is dealt twice: to player 0 and to player 1; in this deck it is a card, "
        "not an unknown one"
    )


def test_an_unreadable_hand_is_reported_alone() -> None:
    (found,) = kifu.validate(but(('["KD", "K?"]], "decl', '["KD", K?"]], "decl')))
    assert found.code == "F101"


def test_ranks_that_cannot_be_read() -> None:
    """Cards with `?` as a rank show that the ranks include it; nothing more is checked."""
    text = but(('"ranks": "2?K", "suits": "?D"', '"ranks": 2, "suits": "?D"')).replace("??", "?D")
    assert {each.code for each in kifu.validate(text)} == {"S002"}


# Views


def test_a_view_is_refused() -> None:
    (found,) = kifu.validate(but(('"seats": 2', '"seats": 2, "view": 1')))
    assert (found.code, found.pointer, found.message) == ("P001", "/deck", WHY.format(1))
    with pytest.raises(ValueError, match="a card that player 1 does not know"):
        kifu.view(kifu.loads(TEXT), 1)


def test_a_seat_log_is_refused() -> None:
    lines = [each for each in ARBITERS.splitlines() if each[3:5] == "1:"]
    (found,) = errors("\n".join(each[6:] for each in lines) + "\n", SEAT)
    assert (found.code, found.line, found.message) == ("P001", 1, WHY.format(1))
    view = replace(kifu.loads(TEXT, type=Record), view=1)
    with pytest.raises(CannotHold, match="a card that player 1 does not know"):
        kifu.dumps(view, SEAT)


def test_a_log_that_stops_before_all_hands_were_dealt() -> None:
    at = ARBITERS.index(">> 1: set_cards")
    codes = [each.code for each in errors(ARBITERS[:at], LOG)]
    assert codes == ["P001"]


@pytest.mark.parametrize(
    "words",
    [
        ["view", "--player", "1", "game.json"],
        ["deals", "--player", "1", "--round", "1", "--ply", "3", "game.json"],
        ["convert", "--to", SEAT, "-d", "out", "game.json"],
    ],
    ids=lambda words: words[0],
)
def test_commands_refuse_it_in_one_line(run: Kifu, words: list[str]) -> None:
    run.write({"game.json": TEXT})
    result = run(*words)
    assert (result.status, result.out) == (2, "")
    assert len(result.err.splitlines()) == 1
    assert "?? is a card of this deck, so a card that player" in result.err
    assert sorted(each.name for each in run.folder.iterdir() if each.is_file()) == ["game.json"]


# The same game in other characters


def _with(cards: str, deck: Deck, record: Record) -> Record:
    """Return a record with the characters `cards` in place of X and Y."""

    def hidden(hands: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(each.translate(table) for each in hand) for hand in hands)

    table = str.maketrans("XY", cards)
    deals = list[Deal]()
    for deal in record.deals:
        tricks = tuple(replace(each, cards=hidden((each.played,))[0]) for each in deal.tricks)
        deals.append(replace(deal, hands=hidden(deal.hands or ()), tricks=tricks))
    return replace(record, deck=deck, deals=tuple(deals))


@given(RANDOM)
def test_the_characters_of_a_deck_mean_nothing(random: Random) -> None:
    seats = random.randint(2, 4)
    plan = (Planned(random.randint(1, 3), 0), Planned(1, 1))
    plain = play(PlanowanieRules(Deck("2X34K", "DYC"), seats, plan), random)
    if random.random() < 0.7:
        # Play a different card, which is usually illegal.
        deal = plain.deals[0]
        first, *others = deal.tricks
        cards = list(first.cards)
        cards[random.randrange(seats)] = random.choice("2X34K") + random.choice("DYC")
        deal = replace(deal, tricks=(replace(first, cards=tuple(cards)), *others))
        plain = replace(plain, deals=(deal, *plain.deals[1:]))
    marks = _with("??", Deck("2?34K", "D?C"), plain)
    told = [
        [(each.rule, each.pointer, each.ply) for each in GAME.check(record).findings]
        for record in (plain, marks)
    ]
    assert told[0] == told[1]
    for one, other in zip(trajectories(GAME, plain), trajectories(GAME, marks), strict=True):
        if isinstance(one, Malformed) or isinstance(other, Malformed):
            assert type(one) is type(other)
            continue
        for here, there in zip(one.steps, other.steps, strict=True):
            table = str.maketrans("XY", "??")
            legal = {
                player: [each.translate(table) for each in actions]
                for player, actions in here.legal.items()
            }
            assert legal == there.legal
