"""planowanie/log and planowanie/seat-log: the protocol as seen by an arbiter and by a seat."""

from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.findings import Finding
from kifu.formats import CannotHold
from kifu.formats.planowanie.protocol.words import reply
from kifu.replayer.planowanie.game import GAME
from kifu.replayer.planowanie.record import Deck, Planned, Record, Result

from ...helpers import RANDOM, marked
from ...loops import all_of

LOG, SEAT = "planowanie/log", "planowanie/seat-log"

# A game for two players with one deal of two cards: 9C 9D against AD KD.
SEAT_LOG = """\
# player 0: Ala
# player 1: "Bo b"
set_deck 9TJQKA CD
=

set_players 2 0
=

set_game 1 2 0
=

set_cards 2 9C 9D
=

time_left 900
?

gen_declare
= 1

declare 0 1
=

declare 1 1
=

time_left 800
= thanks

gen_move
= 9D

play 0 9D
=

play 1 AD
=

play 1 KD
=

time_left 700
=

gen_move
= 9C

play 0 9C
=

"""


def log(record: Record) -> str:
    """Return a game as an arbiter's log."""
    return kifu.dumps(record, LOG)


def errors(text: str, notation: str = SEAT) -> list[tuple[str, int | None]]:
    """Return the codes and lines of the errors."""
    return [(each.code, each.line) for each in kifu.validate(text, notation)]


def only(text: str, notation: str = SEAT) -> Finding:
    (finding,) = kifu.validate(text, notation)
    return finding


# Round trips


@given(RANDOM)
def test_an_arbiters_log_holds_the_whole_game(rng: Random) -> None:
    record = replace(GAME.generate(rng), title="x", seed=7, start_time="2026-11-20T10:00")
    assert errors(log(record), LOG) == []
    assert kifu.loads(log(record), type=Record) == record


@given(RANDOM)
def test_the_log_of_a_seat_is_what_its_player_knew(rng: Random) -> None:
    record = GAME.generate(rng)
    for seat in range(record.seats):
        view = kifu.view(record, seat)
        text = kifu.dumps(view, SEAT)
        assert errors(text) == []
        assert kifu.loads(text, type=Record) == view


@given(RANDOM)
def test_the_logs_of_all_seats_make_the_game(rng: Random) -> None:
    record = GAME.generate(rng)
    views = [
        kifu.loads(kifu.dumps(kifu.view(record, seat), SEAT), type=Record)
        for seat in range(record.seats)
    ]
    rng.shuffle(views)
    assert replayer.joined(views) == record


def test_a_log_of_one_seat_of_a_complete_deal_gives_every_hand() -> None:
    record = kifu.loads(SEAT_LOG, type=Record)
    assert errors(SEAT_LOG) == []
    (deal,) = record.deals
    assert deal.hands == (("9C", "9D"), ("KD", "AD"))
    assert (deal.declarations, deal.points) == ((1, 1), (3, 3))
    assert record.result == Result(end="complete", totals=(3, 3))
    assert (record.view, record.players) == (0, ("Ala", "Bo b"))
    assert deal.clocks == ((900, 800, 700), ())


FAULTS = ("unanswered", "invalid", "refused", "malformed")
ANSWERS = {"invalid": "= ZZ", "refused": "? I pass", "malformed": "hello"}


@given(RANDOM, st.sampled_from(FAULTS))
def test_a_game_may_end_by_a_fault_at_any_command(rng: Random, reason: str) -> None:
    lines = log(GAME.generate(rng)).splitlines(keepends=True)
    at = rng.choice([number for number, line in enumerate(lines) if line.startswith(">> ")])
    _, seat, name, *_ = lines[at].replace(":", "").split()
    assume(reason in ("unanswered", "malformed") or name.startswith("gen_"))
    reply = [] if reason == "unanswered" else [f"<< {seat}: {ANSWERS[reason]}\n", f"<< {seat}: \n"]
    text = "".join([*lines[: at + 1], *reply])
    assert {code for code, _ in errors(text, LOG)} <= {"P808"}
    record = kifu.loads(text, LOG, type=Record)
    found = record.result
    assert (found.end, found.player, found.reason) == ("fault", int(seat), reason)
    assert found.command == name
    assert kifu.loads(kifu.dumps(record, LOG), LOG, type=Record) == record
    assert kifu.validate(kifu.dumps(record)) == []
    for player in range(record.seats) if name != "set_deck" else ():
        view = kifu.view(record, player)
        stream = kifu.dumps(view, SEAT)
        assert errors(stream) == []
        assert kifu.loads(stream, type=Record) == view


@given(RANDOM)
def test_a_log_that_just_stops_ends_early(rng: Random) -> None:
    lines = log(GAME.generate(rng)).splitlines(keepends=True)
    sent = [number for number, line in enumerate(lines) if line.startswith(">> ")][1:]
    at = rng.choice(sent)
    assert errors("".join(lines[:at]), LOG) == [("P205", at)]
    (finding,) = kifu.validate("".join(lines[:at]), LOG)
    assert finding.severity == "error"
    assert errors("".join(lines[:at]) + ">> 0: quit\n", LOG)[-1][0] == "P205"
    assert errors("".join([*lines, ">> 0: quit\n", ">> 1: quit\n"]), LOG) == []


def test_the_reason_of_a_fault_is_in_a_comment() -> None:
    text = SEAT_LOG[: SEAT_LOG.index("\n=", SEAT_LOG.index("play 1 KD")) + 1]
    assert kifu.loads(text, type=Record).result.reason == "unanswered"
    assert kifu.loads(text + "# fault: player 0: timeout\n", type=Record).result.reason == "timeout"
    assert "# fault: player 0: crashed\n" in kifu.dumps(
        kifu.loads(text + "# fault: player 0: crashed: exit status 1\n", type=Record), SEAT
    )


@pytest.mark.parametrize(("reply", "reason"), [("", "timeout"), ("thanks\n\n", "malformed")])
def test_a_game_lost_after_its_last_card_gets_a_note(reply: str, reason: str) -> None:
    text = SEAT_LOG.removesuffix("=\n\n") + reply
    finding = only(text)
    assert (finding.code, finding.severity, finding.player) == ("P808", "note", 0)
    assert (reason in finding.message) == bool(reply)
    assert kifu.loads(text, type=Record).result.player == 0
    assert errors(text + f"# fault: player 0: {reason}\n") == []


def test_a_named_fault_belongs_to_its_player() -> None:
    """Two seats are silent: one has died, while the other was still thinking."""
    lines = log(GAME.generate(Random(4))).splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if "gen_declare" in line)
    asked = [line for line in lines if "gen_declare" in line and line.startswith(">>")]
    clocks = [lines[lines.index(each) - 3 : lines.index(each)] for each in asked[:2]]
    text = "".join([*lines[: first - 3], *clocks[0], *clocks[1], *asked[:2]])
    assert kifu.loads(text, type=Record).result.player == 0
    assert kifu.loads(text + "# fault: player 1: crashed\n", type=Record).result.player == 1
    forged = text + ">> 1: quit\n<< 1: # fault: player 1: crashed\n"
    assert kifu.loads(forged, type=Record).result.player == 0


def test_numbers_without_bounds_cost_nothing() -> None:
    text = SEAT_LOG.replace("set_players 2 0", "set_players 999999999999999 0")
    assert errors(text) == [("P002", 6)]


@pytest.mark.parametrize("said", ["declare 2147483648 1", "play 2147483648 KD"])
def test_a_player_may_be_any_number(said: str) -> None:
    sound = said.replace("2147483648", "1")
    assert sound in SEAT_LOG
    assert len(errors(SEAT_LOG.replace(sound, said))) == 1


def test_blanks_before_a_reply_mean_nothing() -> None:
    assert kifu.loads(SEAT_LOG.replace("\n= 9D", "\n  = 9D"), type=Record) == kifu.loads(
        SEAT_LOG, type=Record
    )
    assert reply(["  = 9D"]) == reply(["= 9D"])


# Many games in one file


def test_games_follow_one_another() -> None:
    games = [replace(GAME.generate(Random(seed)), seed=seed) for seed in range(5)]
    text = "".join(map(log, games))
    assert [each.record for each in kifu.read(text)] == games
    broken = text.replace("set_players 2 0", "set_players two 0").replace("# seed: 3", "# seed: 33")
    assert len(list(kifu.read(broken))) == 5
    lines = text.splitlines()
    wrong = lines.index("# seed: 4") + 1
    spoilt = "\n".join([*lines[:wrong], "nonsense", *lines[wrong:]])
    assert [each.line for each in kifu.validate(spoilt)] == [wrong + 1]


# Errors


class Slip(NamedTuple):
    """A slip in the log: the text replaced, its replacement, and the first finding."""

    right: str
    wrong: str
    code: str
    line: int
    message: str


SLIPS = {
    "an unknown command": Slip(
        "set_players 2 0",
        "set_player 2 0",
        "P702",
        6,
        "'set_player' is not a command: did you mean",
    ),
    "an unusual space": Slip(
        "set_players 2 0",
        "set_players\u30002 0",
        "P702",
        6,
        r"'set_players\u30002' is not a command: did you mean `set_players`?",
    ),
    "no space": Slip(
        "set_players 2 0", "set_players2 0", "P702", 6, "'set_players2' is not a command"
    ),
    "an argument is missing": Slip(
        "set_players 2 0",
        "set_players 2",
        "P703",
        6,
        "`set_players`: expected a number, found the end",
    ),
    "too short a plan": Slip(
        "set_game 1 2 0",
        "set_game 2 2 0",
        "P703",
        9,
        "`set_game`: 2 deals need 4 numbers",
    ),
    "a deal without cards": Slip(
        "set_game 1 2 0", "set_game 1 0 0", "P003", 9, "0 cards are planned"
    ),
    "too many players": Slip(
        "set_players 2 0", "set_players 5 0", "P002", 6, "there are 5 players"
    ),
    "a nonexistent player": Slip(
        "set_players 2 0", "set_players 2 2", "P007", 6, "players are 0 to 1"
    ),
    "a duplicate rank": Slip("9TJQKA", "9TJQKK", "P001", 3, "the ranks have 'K' twice"),
    "a wrong number of cards": Slip(
        "set_cards 2 9C", "set_cards 3 9C", "P004", 12, "expected 3 cards, found 2"
    ),
    "a card outside the deck": Slip(
        "set_cards 2 9C 9D", "set_cards 2 9C 1D", "P005", 12, "'1D' is not a card"
    ),
    "a duplicate card in a hand": Slip(
        "set_cards 2 9C 9D", "set_cards 2 9C 9C", "P006", 12, "9C is dealt twice"
    ),
    "no clock": Slip(
        "time_left 900\n?\n\n", "", "P706", 15, "expected `time_left` before `gen_declare`"
    ),
    "zeros before a number": Slip(
        "time_left 800", "time_left 0800", "P707", 27, "0800 stands for 800"
    ),
    "too high a declaration": Slip(
        "= 1\n\ndeclare 0 1",
        "= 3\n\ndeclare 0 3",
        "P806",
        19,
        "player 0 declares 3: expected 0 to 2",
    ),
    "a refused question": Slip(
        "= 1\n\ndeclare 0 1", "? no\n\ndeclare 0 1", "P806", 19, "`gen_declare` was refused"
    ),
    "another announcement": Slip(
        "declare 0 1", "declare 0 2", "P805", 21, "player 0 answered 1, but 2 is announced"
    ),
    "a declaration announced twice": Slip(
        "declare 1 1",
        "declare 0 1",
        "P704",
        24,
        "the declaration of player 0 was already announced",
    ),
    "a declaration of a nonexistent player": Slip(
        "declare 1 1", "declare 2 1", "P007", 24, "2 is not a player"
    ),
    "a card out of turn": Slip(
        "play 0 9D", "play 1 AD", "P103", 33, "player 1 plays, but it is player 0's turn"
    ),
    "a card other than the answer": Slip(
        "play 0 9D", "play 0 9C", "P805", 33, "player 0 answered 9D, but 9C is announced"
    ),
    "a card from another hand": Slip(
        "play 1 AD", "play 1 9C", "P006", 36, "9C is dealt twice: to player 0"
    ),
    "a question for another card": Slip(
        "play 1 KD", "gen_move", "P704", 39, "expected `play`, not `gen_move`"
    ),
    "an empty line with spaces": Slip(
        "play 1 AD\n=\n\n", "play 1 AD\n=\n  \n", "P708", 38, "the line that ends a reply"
    ),
    "no empty line": Slip(
        "play 1 AD\n=\n\n", "play 1 AD\n=\n", "P803", 37, "the reply to `play` is not followed by"
    ),
    "no reply": Slip(
        "play 1 AD\n=\n\n", "play 1 AD\n\n", "P801", 36, "`play 1 AD` was not answered"
    ),
    "a reply without a mark": Slip(
        "play 1 AD\n=\n\n", "play 1 AD\nok\n\n", "P802", 37, "begin with = or ?"
    ),
    "a reply of two lines": Slip(
        "play 1 AD\n=\n\n", "play 1 AD\n=\nok\n\n", "P802", 37, "has one line"
    ),
    "a line after a reply": Slip(
        "play 1 AD\n=\n\n", "play 1 AD\n=\n\nok\n", "P702", 39, "'ok' is not a command"
    ),
    "a second reply": Slip(
        "play 1 AD\n=\n\n",
        "play 1 AD\n=\n\n= ok\n",
        "P802",
        39,
        "no command is waiting for this reply",
    ),
    "a refused announcement": Slip(
        "play 1 AD\n=\n\n", "play 1 AD\n? what\n\n", "P804", 37, "every program must know `play`"
    ),
}


@all_of("case", SLIPS)
def test_a_slip_is_reported_in_its_place(case: str) -> None:
    slip = SLIPS[case]
    text = SEAT_LOG.replace(slip.right, slip.wrong, 1)
    assert text != SEAT_LOG
    first = kifu.validate(text, SEAT)[0]
    assert (first.code, first.line) == (slip.code, slip.line)
    assert slip.message in first.message


def test_a_blank_after_the_mark_of_a_reply_is_accepted() -> None:
    text = SEAT_LOG.replace("play 1 AD\n=\n", "play 1 AD\n= \n")
    assert text != SEAT_LOG
    assert kifu.validate(text, SEAT) == []


def test_a_revoke_that_a_later_card_shows() -> None:
    text = SEAT_LOG.replace("play 1 AD", "play 1 AC")
    (finding,) = kifu.validate(text, SEAT)
    assert (finding.code, finding.line) == ("P105", 36)
    assert marked(text, finding).startswith("play 1 AC")


def test_unknown_commands_are_tolerated_where_they_were_refused() -> None:
    text = SEAT_LOG.replace("gen_move\n", "name\n? unknown\ncommand name\n\ngen_move\n", 1)
    assert errors(text) == []


def test_nothing_between_seats_may_differ() -> None:
    rules = Record(deck=Deck("9TJQKA", "CD"), seats=2, plan=(Planned(2, 0),))
    game = next(
        record
        for record in (GAME.generate(Random(seed)) for seed in range(200))
        if record.seats == 2 and record.plan[0].cards > 1
    )
    text = log(game)
    assert rules.seats == game.seats
    last = text.rindex(">> 1: play ")
    spoilt = text[:last] + text[last:].replace(f"play {text[last + 11]} ", "play 9 ", 1)
    assert errors(spoilt, LOG)[0][0] == "P103"
    said = text.index(">> 1: declare 0 ")
    spoilt = text[: said + 16] + "9" + text[said + 17 :]
    found = kifu.validate(spoilt, LOG)[0]
    assert (found.code, found.line) == ("P705", text[:said].count("\n") + 1)


def test_order_between_the_seats() -> None:
    text = log(GAME.generate(Random(4)))
    lines = text.splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith(">> 0: gen_declare"))
    declare = next(at for at, line in enumerate(lines) if line.startswith(">> 0: declare"))
    moved = [*lines[:first], *lines[declare : declare + 3], *lines[first:]]
    assert errors("".join(moved), LOG)[0] == ("P704", first + 1)


def test_lines_without_a_mark() -> None:
    lines = log(GAME.generate(Random(1))).splitlines(keepends=True)
    finding = only("".join([*lines[:6], "# a note\n", "what?\n", *lines[6:]]), LOG)
    assert (finding.code, finding.line, finding.column) == ("P701", 8, 1)


def test_a_log_without_any_empty_line_is_read() -> None:
    text = log(GAME.generate(Random(1)))
    bare = without_ends(text)
    assert bare != text
    assert kifu.loads(bare, type=Record) == kifu.loads(text, type=Record)
    own = SEAT_LOG.replace("time_left 900\n?\n", "time_left 900\n? a\nb\n")
    assert kifu.loads(own.replace("\n\n", "\n"), type=Record) == kifu.loads(own, type=Record)
    assert errors(own.replace("\n\n", "\n").replace("= 9D\n", "= 9D\nhm\n")) == [("P702", 24)]


def without_ends(text: str) -> str:
    """Return an arbiter's log without the lines that end replies."""
    return "\n".join(line for line in text.split("\n") if not line.rstrip().endswith(":"))


def with_refusals(record: Record) -> list[str]:
    """Return the lines of a game in which each seat refuses an unknown command on several lines."""
    lines = log(record).splitlines()
    asked = [f">> {seat}: name" for seat in range(record.seats)]
    said = [f"<< {seat}: {each}" for each in ("? a", "b", "= c") for seat in range(record.seats)]
    ends = [f"<< {seat}: " for seat in range(record.seats)]
    at = next(at for at, line in enumerate(lines) if line.startswith(">> 0: set_players"))
    return [*lines[:at], *asked, *said, *ends, *lines[at:]]


def test_refusals_of_several_lines_with_and_without_the_lines_that_end_them() -> None:
    record = GAME.generate(Random(1))
    text = "\n".join(with_refusals(record)) + "\n"
    for each in (text, without_ends(text)):
        assert kifu.validate(each, LOG) == []
        assert kifu.loads(each, type=Record) == record
    short = (
        ">> 0: set_deck AK CD\n>> 1: set_deck AK CD\n<< 0: =\n<< 1: =\n"
        ">> 0: name\n<< 0: ? a\n<< 0: b\n>> 1: set_players 2 1\n<< 1: hello\n<< 1: world\n"
    )
    assert kifu.validate(short, LOG) == []
    result = kifu.loads(short, LOG, type=Record).result
    assert result is not None
    assert (result.reason, result.reply) == ("malformed", "hello\nworld")


def test_a_second_line_behind_a_reply_without_lines_that_end_them() -> None:
    lines = without_ends(log(GAME.generate(Random(1)))).splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("<< 0: ="))
    assert errors("\n".join([*lines[: at + 1], "<< 0: =", *lines[at + 1 :], ""]), LOG) == [
        ("P802", at + 2)
    ]


UNKNOWN = "hello\n", ">> 0: hello\n"
BEGUN = "set_deck AK CD\n=\n\n", ">> 0: set_deck AK CD\n<< 0: =\n<< 0: \n"
ASKED = "set_deck AK CD\nhello\n", ">> 0: set_deck AK CD\n<< 0: hello\n"


@pytest.mark.parametrize(
    ("own", "marked", "codes"),
    [
        (*UNKNOWN, ["P702"]),
        (BEGUN[0] + UNKNOWN[0], BEGUN[1] + UNKNOWN[1], ["P702"]),
        (ASKED[0] + "\n", ASKED[1] + "<< 0: \n", []),
        (ASKED[0] + "=\n\n", ASKED[1] + "<< 0: =\n<< 0: \n", []),
        (*ASKED, []),
    ],
)
def test_a_lone_word_means_the_same_in_either_log(own: str, marked: str, codes: list[str]) -> None:
    assert [code for code, _ in errors(own, SEAT)] == codes
    assert [code for code, _ in errors(marked, LOG)] == codes


def test_the_last_empty_line_of_a_seat_log_needs_no_end() -> None:
    assert SEAT_LOG.endswith("=\n\n")
    assert kifu.loads(SEAT_LOG[:-1], SEAT) == kifu.loads(SEAT_LOG, SEAT)


def test_control_characters_and_tabs_mean_nothing() -> None:
    text = SEAT_LOG.replace("\n", "\r\n").replace("play 0 9D", "play\t0 \x079D")
    assert kifu.loads(text, type=Record) == kifu.loads(SEAT_LOG, type=Record)


def test_a_reply_with_the_mark_of_another_seat_is_one_slip_anywhere() -> None:
    lines = log(GAME.generate(Random(1))).splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith(">> 0: set_players"))
    (zero, *reply), (one, *other) = lines[at : at + 3], lines[at + 3 : at + 6]
    assert (reply[0], other[0]) == ("<< 0: =\n", "<< 1: =\n")
    together = [*lines[:at], zero, one, *other, "<< 1: =\n", *reply[1:], *lines[at + 6 :]]
    assert [code for code, _ in errors("".join(together), LOG)] == ["P802"]


def test_less_than_no_time_is_found_though_the_question_was_never_asked() -> None:
    stopped = SEAT_LOG[: SEAT_LOG.index("gen_declare")]
    assert errors(stopped) == []
    assert [code for code, _ in errors(stopped.replace("900", "-5"))] == ["P210"]


# Comments


@pytest.mark.parametrize(
    "comments",
    [
        ("# player 0: Ala", "# player 0: Ola"),
        ("# date: 2026-04-01", "# date: 2026-04-02"),
        ("# end: 2026-04-01", "# end: 2026-04-02"),
        ("# title: A", "# player 3: Ela"),
        ("# title: A", "# seat: 1"),
    ],
)
def test_comments_at_the_head_agree(comments: tuple[str, str]) -> None:
    found = only("\n".join([*comments, SEAT_LOG]))
    assert (found.code, found.severity, found.line) == ("P710", "error", 2)
    assert errors("\n".join([comments[0], comments[0], SEAT_LOG])) == []


def test_a_note_within_a_game_names_nobody() -> None:
    text = "# player 0: Ala\n" + SEAT_LOG.replace("play 0 9D", "# player 0: thinking\nplay 0 9D")
    record = kifu.loads(text, type=Record)
    assert record.players == ("Ala", "Bo b")


def test_the_time_of_the_end_may_follow_a_game() -> None:
    first, second = "# title: A\n" + SEAT_LOG, "# title: B\n# date: 2026-04-03\n" + SEAT_LOG
    end, bare = "# end: 2026-04-02\n", SEAT_LOG[SEAT_LOG.index("set_deck") :]
    for text, ends in [
        (first + end + second, ["2026-04-02", None]),
        (first + second + end, [None, "2026-04-02"]),
        (first + end + bare, [None, "2026-04-02"]),
        (end + first + end + bare, ["2026-04-02", "2026-04-02"]),
    ]:
        games = [reading.record for reading in kifu.read(text)]
        assert [isinstance(each, Record) and each.end_time for each in games] == ends


# What logs cannot hold


def test_each_log_holds_what_it_is_of() -> None:
    record = GAME.generate(Random(1))
    with pytest.raises(CannotHold, match="what one player saw"):
        kifu.dumps(record, SEAT)
    with pytest.raises(CannotHold, match="the view of one"):
        kifu.dumps(kifu.view(record, 0), LOG)
    with pytest.raises(ValueError, match="a different player"):
        replayer.joined([kifu.view(record, 0), kifu.view(record, 0)])
    with pytest.raises(ValueError, match="differ in"):
        replayer.joined([kifu.view(record, 0), kifu.view(GAME.generate(Random(2)), 1)])
