"""Whatever a program replies, the arbiter and the reader of its log judge it alike."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu.arena.processes.replies import Replies
from kifu.formats import CannotHold
from kifu.formats.interface.protocol import Fault, protocol
from kifu.formats.planowanie.protocol.words import COMMANDS
from kifu.replayer.planowanie.game import GAME
from kifu.replayer.planowanie.record import Deck, Record
from kifu.replayer.replay.view import view

from ...campaign import examples
from .test_conversation import Programs, begin, findings, play

PLANOWANIE = protocol("planowanie")

PIECES = st.one_of(
    st.sampled_from(
        [
            *("=", "= ", "?", "? ", "#", "-", " ", "0", 45 * "0", "1", "9C", "AD", "x", '"'),
            *("\n", "\t", "\r", "\x00", "\x85", "\xa0", "\u2028", "\u3000", "\ufeff", "\u0661"),
            *(
                "play 0 9C",
                ">> 0: set_deck A C",
                ">> 0: set_players 2 0",
                "<< 0: =",
                "# fault: player 0: crashed",
                "quit",
            ),
        ]
    ),
    st.text(max_size=3),
)
REPLIES = st.lists(PIECES, min_size=1, max_size=6).map("".join)


STARTS = {*COMMANDS, "quit", "set_game", ">>", "<<"}
"""Words that begin a line of a log."""


def judged(command: str, said: bytes) -> tuple[list[str], Fault | None]:
    """Return the log of a game in which a program replies with `said` to the first such command."""
    replies, told = Replies(), list[str]()
    programs = Programs(3, Deck("9TJQKA", "CD"), Random(1))
    replies.add(said + b"\n\n")
    reply = replies.next()

    def program(seat: int, line: str) -> list[str]:
        usual = programs(seat, line)
        if seat != 0 or not line.startswith(command) or told or reply is None:
            return usual
        told.append(line)
        return reply

    return play(begin(3, "1 2 0"), program)


def check_view(record: Record) -> None:
    """Check that the program's own log can be written, or is refused because of its reply."""
    seen = view(GAME, record, 0)
    try:
        text = kifu.dumps(seen, "planowanie/seat-log")
    except CannotHold:
        reply = seen.result and seen.result.reply
        assert reply is not None
        assert any(STARTS.intersection(line.split()[:1]) for line in reply.split("\n"))
    else:
        assert kifu.loads(text, "planowanie/seat-log") == seen


def check(command: str, said: bytes) -> Fault | None:
    """Check that the game's log is valid and agrees with the fault, and return the fault."""
    log, fault = judged(command, said)
    if fault is not None:
        log.append(PLANOWANIE.tail(fault))
    wrong = [each for each in findings(log) if each.code not in ("P707", "P708", "P804")]
    assert wrong == []
    record = kifu.loads("\n".join([*log, ""]), PLANOWANIE.notation, type=Record)
    for notation in (PLANOWANIE.notation, "planowanie/json"):
        assert kifu.loads(kifu.dumps(record, notation), notation) == record
    check_view(record)
    result = record.result
    assert result is not None
    if fault is None:
        assert result.end == "complete"
    else:
        assert (result.player, result.reason) == (fault.player, fault.reason)
    return fault


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("= " + 45 * "0" + "1", None),
        ("= -" + 45 * "0" + "1", "invalid"),
        ("= -" + 45 * "0", None),
        ("= " + 45 * "0" + " 1", "invalid"),
        ("= " + 45 * "0" + "1234567890", "invalid"),
        ("= " + 45 * "9", "invalid"),
        ("= 1" + 60_000 * " ", None),
        ("= " + 60_000 * "x", "invalid"),
        ("? " + 60_000 * "x", "refused"),
        (60_000 * "x", "malformed"),
        (3 * "x\n", "malformed"),
        ("play 0 9C", "malformed"),
        ("=\nquit", "malformed"),
        (" # ?", "malformed"),
        ("\u3000", "malformed"),
        ("? a\n\xa0\nb", "refused"),
    ],
)
def test_a_declaration(said: str, reason: str | None) -> None:
    fault = check("gen_declare", said.encode())
    assert (fault and fault.reason) == reason
    assert fault is None or reason != "invalid" or fault.why.endswith(": expected 0 to 2")


def test_a_reply_that_looks_like_a_line_of_the_log() -> None:
    fault = check("set_deck", b">> 0: set_players 2 0")
    assert fault is not None
    assert fault.reason == "malformed"


@examples(25)
@given(st.sampled_from(COMMANDS), st.one_of(REPLIES.map(str.encode), st.binary(max_size=12)))
def test_any_reply(command: str, said: bytes) -> None:
    check(command, said)
