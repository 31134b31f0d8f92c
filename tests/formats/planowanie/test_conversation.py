"""The protocol without programs: expected commands, and the meaning of replies."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu.findings import Finding
from kifu.formats.interface.protocol import Conversation as ArbitersView
from kifu.formats.interface.protocol import Fault, protocol
from kifu.formats.planowanie.protocol.conversation import Conversation
from kifu.formats.planowanie.protocol.words import ASKING, command, reply
from kifu.replayer.planowanie.record import Deck, Planned, Record
from kifu.replayer.planowanie.rules import PlanowanieRules

from ...helpers import RANDOM
from ...loops import all_of

PLANOWANIE = protocol("planowanie")
Program = Callable[[int, str], list[str]]


class Programs:
    """Programs that know the rules, and answer at random."""

    def __init__(self, players: int, deck: Deck, rng: Random) -> None:
        self.rules = PlanowanieRules(deck, players)
        self.rng = rng
        self.hands: dict[int, list[str]] = {}
        self.table: list[str] = []

    def __call__(self, seat: int, line: str) -> list[str]:
        name, *words = line.split()
        if name == "set_cards":
            self.hands[seat] = words[1:]
        elif name == "gen_declare":
            return [f"= {self.rng.randint(0, len(self.hands[seat]))}"]
        elif name == "gen_move":
            led = self.table[0][1] if self.table else None
            following = [card for card in self.hands[seat] if card[1] == led]
            return [f"= {self.rng.choice(following or self.hands[seat])}"]
        elif name == "play" and seat == int(words[0]):
            self.hands[seat].remove(words[1])
            self.table = self.table if len(self.table) < self.rules.players else []
            self.table.append(words[1])
            self.table = self.table if len(self.table) < self.rules.players else []
        return ["="]


def play(game: ArbitersView, program: Program) -> tuple[list[str], Fault | None]:
    """Run a game to its end or to a fault, and return the log and the fault."""
    log: list[str] = []
    while work := game.commands(lambda seat: 1000 - seat):
        for seat, lines in work.items():
            for line in lines:
                log.append(PLANOWANIE.sent(seat, line))
                game.sent(seat, line)
                said = program(seat, line)
                log += [PLANOWANIE.received(seat, each) for each in (*said, "")]
                fault = game.replied(seat, line, said)
                if fault is not None:
                    return log, fault
    return log, None


def begin(players: int = 2, plan: str = "2 1 0 2 1", seed: int = 0) -> ArbitersView:
    return PLANOWANIE.set_up(players, "9TJQKA CD", plan)(Random(seed))


def findings(log: Sequence[str]) -> list[Finding]:
    return kifu.validate("\n".join([*log, ""]), PLANOWANIE.notation)


@given(RANDOM)
def test_arbiters_write_right_logs(rng: Random) -> None:
    players = rng.randint(2, 4)
    game = begin(players, "3 1 0 2 1 3 0", rng.randrange(10))
    log, fault = play(game, Programs(players, Deck("9TJQKA", "CD"), rng))
    assert fault is None
    assert findings(log) == []
    record = kifu.loads("\n".join([*log, ""]), type=Record)
    assert record.result.end == "complete"
    assert record.result.totals == game.points
    assert game.commands(lambda seat: 0) == {}


@given(RANDOM)
def test_arbiter_and_writer_say_the_same_to_each_seat(rng: Random) -> None:
    """Within a step, only the order of the seats may differ."""
    log, _ = play(begin(3), Programs(3, Deck("9TJQKA", "CD"), rng))
    written = kifu.dumps(kifu.loads("\n".join([*log, ""])), PLANOWANIE.notation).splitlines()
    for seat in range(3):
        told = [[line for line in lines if line[3] == str(seat)] for lines in (log, written)]
        assert told[0] == told[1]


@pytest.mark.parametrize("question", ASKING)
def test_commands_to_all_wait_for_all_answers(question: str) -> None:
    game, asked = begin(), 0
    work: Mapping[int, Sequence[str]] = {}
    programs = Programs(2, Deck("9TJQKA", "CD"), Random(1))
    while asked == 0:
        work = game.commands(lambda seat: 7)
        asked = sum(lines[-1] == question for lines in work.values())
        for seat, lines in work.items():
            for line in lines:
                game.sent(seat, line)
                game.replied(seat, line, programs(seat, line))
    assert asked == (2 if question == "gen_declare" else 1)
    assert all(lines[:-1] == ["time_left 7"] for lines in work.values() if lines[-1] == question)
    following = game.commands(lambda seat: 7)
    assert {each for lines in following.values() for each in lines} & {"gen_move"} == set()
    assert list(following) == [0, 1]


# The meaning of replies


REPLIES = {
    "done": (["= AS"], "done", "AS"),
    "done without a text": (["= "], "done", ""),
    "done, spaces before": (["  = AS "], "done", "AS"),
    "refused": (["? no idea"], "refused", "no idea"),
    "refused in two lines": (["? no", "idea"], "refused", "no"),
    "no mark": (["AS"], "malformed", "AS"),
    "two lines": (["= AS", "= KS"], "malformed", "= AS\n= KS"),
    "control characters": (["=\tA\x07S"], "done", "AS"),
}


@all_of("case", REPLIES)
def test_the_form_of_a_reply(case: str) -> None:
    lines, kind, text = REPLIES[case]
    found = reply(lines)
    assert (found.kind, found.text) == (kind, text)
    assert bool(found.why) == (kind == "malformed")


BIDS = {
    "a number": ("1", None),
    "zeros before it": ("01", None),
    "many zeros before it": ("0" * 45 + "1", None),
    "too many": ("3", "invalid"),
    "too many, after many zeros": ("0" * 45 + "3", "invalid"),
    "more digits than any valid number": ("1" * 50, "invalid"),
    "no number": ("one", "invalid"),
    "nothing": ("", "invalid"),
    "two numbers": ("0 0", "invalid"),
}


@all_of("case", BIDS)
def test_a_reply_means_the_same_to_the_arbiter_and_in_its_log(case: str) -> None:
    text, reason = BIDS[case]
    programs = Programs(2, Deck("9TJQKA", "CD"), Random(1))

    def answer(seat: int, line: str) -> list[str]:
        return [f"= {text}"] if line == "gen_declare" and seat == 1 else programs(seat, line)

    log, fault = play(begin(plan="1 2 0"), answer)
    assert (fault and fault.reason) == reason
    assert [each.code for each in findings(log) if each.severity == "error"] == []
    record = kifu.loads("\n".join([*log, ""]), PLANOWANIE.notation, type=Record)
    if fault is None:
        assert record.deals[0].declarations[1] == 1
    else:
        assert (record.result.player, record.result.reason) == (1, reason)
        assert record.result.reply == text
        assert (fault.command, fault.place) == ("gen_declare", {"deal": 1, "trick": None})
        assert len(fault.why) < 150


FAILURES = {
    "a malformed reply": ("set_deck", ["hello"], "malformed"),
    "a refused question": ("gen_declare", ["? no"], "refused"),
    "an illegal answer": ("gen_move", ["= ZZ"], "invalid"),
}


@pytest.mark.parametrize("case", FAILURES)
def test_a_failure_ends_the_game(case: str) -> None:
    at, said, reason = FAILURES[case]
    programs = Programs(2, Deck("9TJQKA", "CD"), Random(1))
    game = begin()
    log, fault = play(
        game, lambda seat, line: said if line.startswith(at) else programs(seat, line)
    )
    assert fault is not None
    assert (fault.player, fault.command, fault.reason) == (0, at, reason)
    assert game.commands(lambda seat: 0) == {}
    assert findings(log) == []


@pytest.mark.parametrize("name", ["set_deck", "time_left", "declare", "play"])
def test_refusing_information_does_no_harm(name: str) -> None:
    conversation = Conversation(range(2))
    assert conversation.replied(0, name, reply(["? no"])) is None
    assert conversation.failure is None


# Which command may go to which seat


def lead(conversation: Conversation, *lines: str) -> None:
    """Send commands to seats (`1 gen_move`), each as soon as it is expected."""
    for line in lines:
        seat, text = int(line[0]), line[2:]
        found = command(text)
        assert found is not None
        if found.name not in conversation.expected(seat):
            conversation.advance()
        assert found.name in conversation.expected(seat)
        conversation.sent(seat, found)
        if found.name in ASKING:
            answer = ("9C", "AD")[seat] if found.name == "gen_move" else "0"
            assert conversation.replied(seat, found.name, reply([f"= {answer}"])) is None


SET_UP = [
    *("0 set_deck 9TJQKA CD", "1 set_deck 9TJQKA CD"),
    *("0 set_players 2 0", "1 set_players 2 1", "0 set_game 1 1 0", "1 set_game 1 1 0"),
    *("0 set_cards 1 9C", "1 set_cards 1 AD"),
]
BIDS_OF_BOTH = ["0 time_left 9", "0 gen_declare", "1 gen_declare"]
DECLARED = [f"{seat} declare {player} 0" for seat in (0, 1) for player in (0, 1)]
PLAYED = ["0 time_left 8", "0 gen_move", "0 play 0 9C", "1 play 0 9C"]
Due = tuple[tuple[str, ...], tuple[str, ...]]
DUE: dict[str, tuple[list[str], Due]] = {
    "at the beginning": ([], (("set_deck",), ("set_deck",))),
    "one has been told": (SET_UP[:1], ((), ("set_deck",))),
    "all have their hands": (SET_UP, ((), ())),
    "one clock has been told": (
        [*SET_UP, "0 time_left 9"],
        (("gen_declare",), ("time_left", "gen_declare")),
    ),
    "all have been asked": ([*SET_UP, *BIDS_OF_BOTH], ((), ())),
    "some declarations": ([*SET_UP, *BIDS_OF_BOTH, *DECLARED[:3]], ((), ("declare",))),
    "one plays": ([*SET_UP, *BIDS_OF_BOTH, *DECLARED, PLAYED[0]], (("gen_move",), ())),
    "one has been told of a card": (
        [*SET_UP, *BIDS_OF_BOTH, *DECLARED, *PLAYED[:3]],
        ((), ("play",)),
    ),
}


@all_of("case", DUE)
def test_expected_commands(case: str) -> None:
    lines, due = DUE[case]
    conversation = Conversation(range(2))
    lead(conversation, *lines)
    assert (conversation.expected(0), conversation.expected(1)) == due
    assert conversation.step.complete == (due == ((), ()))


def test_a_game_is_over_when_its_last_card_was_announced_to_all() -> None:
    conversation = Conversation(range(2))
    last = ["1 gen_move", "0 play 1 AD", "1 play 1 AD"]
    everything = [*SET_UP, *BIDS_OF_BOTH, *DECLARED, *PLAYED, *last]
    for line in everything:
        assert not conversation.over
        lead(conversation, line)
    assert conversation.over
    assert conversation.result().end == "complete"
    assert conversation.rules.plan == (Planned(1, 0),)


@given(st.integers(0, 1))
def test_after_a_failure_others_get_what_could_have_come_before(seat: int) -> None:
    conversation = Conversation(range(2))
    lead(conversation, *SET_UP[:2])
    conversation.advance()
    lead(conversation, f"{seat} set_players 2 {seat}")
    conversation.replied(seat, "set_players", reply(["hello"]))
    assert conversation.expected(seat) == ()
    assert conversation.expected(1 - seat) == ("set_players",)
    result = conversation.result()
    assert (result.end, result.player, result.reason, result.reply) == (
        *("fault", seat, "malformed", "hello"),
    )
