"""Logs read without following the conversation, as there is nothing to report about them."""

import re
from collections.abc import Sequence
from itertools import groupby
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu import formats
from kifu.formats.files.source import records_in
from kifu.formats.planowanie.log import reader
from kifu.formats.planowanie.log.plain import plain_game
from kifu.formats.text.text import Text
from kifu.replayer.planowanie.generate import play
from kifu.replayer.planowanie.record import Deck, Planned, Record
from kifu.replayer.planowanie.rules import PlanowanieRules

from ...campaign import examples
from ...helpers import RANDOM
from ...loops import all_of
from ...slips import slip

LOG, SEAT = "planowanie/log", "planowanie/seat-log"
DECKS = [Deck("9TJQKA", "CD"), Deck("234", "1C"), Deck("?=-#", "cC"), Deck("é中A", "♣♦")]
HIDING = Deck("?=", "?C")
"""A deck in which `??` is a card, so that no views can be written."""


def game(rng: Random, decks: Sequence[Deck]) -> Record:
    """Return a short game with one of these decks."""
    seats, deck = rng.choice([2, 3, 4]), rng.choice(decks)
    most = min(len(deck.ranks) * len(deck.suits) // seats, 3)
    plan = [Planned(rng.randint(1, most), rng.randrange(seats)) for _ in range(rng.choice([1, 2]))]
    return play(PlanowanieRules(deck, seats, tuple(plan)), rng)


def log(rng: Random, identifier: str) -> str:
    """Return the log of a short game."""
    record = game(rng, DECKS if identifier == SEAT else [*DECKS, HIDING])
    if identifier == SEAT:
        record = kifu.view(record, rng.randrange(record.seats))
    return formats.notation(identifier).write(record)


# Changes to a log


def shuffled(lines: list[str], rng: Random) -> None:
    """Shuffle some consecutive lines."""
    at, count = rng.randrange(len(lines)), rng.randint(2, 12)
    some = lines[at : at + count]
    rng.shuffle(some)
    lines[at : at + count] = some


def mixed(lines: list[str], rng: Random) -> None:
    """Shuffle some consecutive lines, but keep each seat's in order."""
    at, count = rng.randrange(len(lines)), rng.randint(2, 24)
    queues = [list(some) for _, some in groupby(sorted(lines[at : at + count], key=_mark), _mark)]
    lines[at : at + count] = [
        rng.choice([each for each in queues if each]).pop(0) for _ in lines[at : at + count]
    ]


def _mark(line: str) -> str:
    return line[3:4]


def removed(lines: list[str], rng: Random) -> None:
    """Remove some lines."""
    at = rng.randrange(len(lines))
    del lines[at : at + rng.choice([1, 2, 3, len(lines)])]


def doubled(lines: list[str], rng: Random) -> None:
    """Duplicate some lines."""
    at = rng.randrange(len(lines))
    lines[at:at] = lines[at : at + rng.choice([1, 2, 3])]


def added(lines: list[str], rng: Random) -> None:
    """Add a line somewhere, often at one end."""
    at = rng.choice([0, len(lines) - 1, len(lines), rng.randrange(len(lines))])
    lines.insert(
        at, rng.choice(["# title: A", "#\r", "# seat: 0", "", " ", "<< 0: ", ">> 0: quit"])
    )


def replaced_everywhere(lines: list[str], rng: Random) -> None:
    """Replace every occurrence of one word with another."""
    words = sorted({word for line in lines for word in line.split()})
    old, new = rng.choice(words), rng.choice([*words, "??", "04", "-1", "?", "3"])
    lines[:] = [re.sub(rf"(?<!\S){re.escape(old)}(?!\S)", lambda _: new, line) for line in lines]


def characters(lines: list[str], rng: Random) -> None:
    """Change, remove or insert a character in a line."""
    at = rng.randrange(len(lines))
    place, length = rng.randint(0, len(lines[at])), rng.randint(0, 1)
    new = rng.choice(["", "\r", "\t", " ", "\x00", "\x85", "\u2028", "0", "3", "=", "?", "#"])
    lines[at] = lines[at][:place] + new + lines[at][place + length :]


CHANGES = [shuffled, mixed, removed, doubled, added, replaced_everywhere, characters]


def changed(identifier: str, rng: Random) -> str:
    """Return a log, either valid or slightly changed."""
    text = log(rng, identifier)
    if rng.random() < 0.1:
        return slip(identifier, text, rng).made(text)
    *lines, _ = text.split("\n")
    for change in rng.sample(CHANGES, rng.choice([0, 1, 1, 1, 2])):
        change(lines, rng)
        lines = lines or [""]
    return "\n".join([*lines, ""])


def agrees(identifier: str, text: str) -> bool:
    """Return whether a log reads the same with and without following the conversation."""
    plain, own = plain_game(text, own=identifier == SEAT), identifier == SEAT
    if plain is None:
        return True
    full = reader.explained(Text(text), formats.notation(identifier), own)
    return (full.written, full.findings, full.whole) == (plain, [], True)


@pytest.mark.parametrize("identifier", [LOG, SEAT])
@given(RANDOM)
def test_written_texts_are_read_back(identifier: str, rng: Random) -> None:
    text = log(rng, identifier)
    assert plain_game(text, own=identifier == SEAT) is not None
    assert agrees(identifier, text)


@pytest.mark.parametrize("identifier", [LOG, SEAT])
@examples(150)
@given(RANDOM)
def test_plainly_read_logs_have_nothing_to_report(identifier: str, rng: Random) -> None:
    text = changed(identifier, rng)
    assert agrees(identifier, text), text


# What is read without following the conversation

# A game for two players with one card each.
STEPS = [
    [("set_deck AK CD", "="), ("set_deck AK CD", "=")],
    [("set_players 2 0", "="), ("set_players 2 1", "=")],
    [("set_game 1 1 0", "="), ("set_game 1 1 0", "=")],
    [("set_cards 1 AC", "="), ("set_cards 1 KC", "=")],
    [("time_left 9", "="), ("time_left 9", "?")],
    [("gen_declare", "= 1"), ("gen_declare", "= 0")],
    [("declare 0 1", "="), ("declare 0 1", "=")],
    [("declare 1 0", "="), ("declare 1 0", "=")],
    [("time_left 8", "="), None],
    [("gen_move", "= AC"), None],
    [("play 0 AC", "="), ("play 0 AC", "=")],
    [None, ("time_left 7", "?")],
    [None, ("gen_move", "= KC")],
    [("play 1 KC", "="), ("play 1 KC", "=")],
    [("quit", "="), ("quit", "=")],
]


def arbiters() -> str:
    """Return the arbiter's log: everyone is sent a command before any answer arrives."""
    lines: list[str] = []
    for step in STEPS:
        said = [(seat, each) for seat, each in enumerate(step) if each is not None]
        lines += [f">> {seat}: {command}" for seat, (command, _) in said]
        for seat, (_, answer) in reversed(said):
            lines += [f"<< {seat}: {answer}", f"<< {seat}: "]
    return "\n".join([*lines, ""])


def heard(seat: int) -> str:
    """Return the log of one seat."""
    told = [step[seat] for step in STEPS]
    return "".join(f"{each[0]}\n{each[1]}\n\n" for each in told if each is not None)


def test_the_log_of_an_arbiter_is_read_so() -> None:
    assert plain_game(arbiters(), own=False) is not None
    assert agrees(LOG, arbiters())


@pytest.mark.parametrize("seat", [0, 1])
def test_the_log_of_a_seat_is_read_so(seat: int) -> None:
    record = plain_game(heard(seat), own=True)
    assert record is not None
    assert record.view == seat
    assert agrees(SEAT, heard(seat))


@all_of(
    ("old", "new"),
    [
        ("set_cards 1 KC", "set_cards 1 ??"),
        ("set_players 2 1", "set_players 2 3"),
        ("time_left 9\n?\n\n", ""),
        ("= KC", "= KD"),
        ("play 1 KC", "play 1 AC"),
        ("= 0", "= 00"),
        ("declare 0 1\n=", "declare 0 1\n?"),
        ("quit", "quit now"),
        ("set_deck", "# seat: 0\nset_deck"),
        ("set_deck", "# title: A\n# title: B\nset_deck"),
        ("set_deck", "# title: A\r# title: B\nset_deck"),
        ("quit\n=\n\n", "# fault: player 0: crashed\n"),
        ("quit\n=\n\n", "play 0 AC\n=\n\n"),
    ],
)
def test_other_logs_need_a_full_reading(old: str, new: str) -> None:
    assert old in heard(1)
    assert plain_game(heard(1).replace(old, new), own=True) is None


def test_a_step_waits_for_the_previous_one() -> None:
    early = arbiters().replace("<< 0: \n>> 0: play 0 AC\n", ">> 0: play 0 AC\n<< 0: \n", 1)
    assert early != arbiters()
    assert plain_game(early, own=False) is None


def test_findings_of_the_check_are_placed() -> None:
    text = arbiters().replace("time_left 8", "time_left 10")
    assert plain_game(text, own=False) is not None
    (finding,) = kifu.validate(text, LOG)
    assert (finding.code, finding.line) == (
        "P209",
        arbiters()[: text.index("time_left 10")].count("\n") + 1,
    )


@pytest.mark.parametrize("identifier", [LOG, SEAT])
@given(RANDOM, st.integers(1, 300))
def test_a_file_is_taken_apart_alike_however_it_comes(
    identifier: str, rng: Random, size: int
) -> None:
    texts = [log(rng, identifier) for _ in range(3)]
    data = "# title: A\n".join(["", *texts, ""]).encode()
    data = data.replace(b"\n", b"\r\n") if rng.random() < 0.5 else data
    whole = apart(identifier, [data])
    assert apart(identifier, [data[at : at + size] for at in range(0, len(data), size)]) == whole
    assert [text for _, text in whole] == [
        f"# title: A\n{text}".encode() for text in [*texts[:-1], texts[-1] + "# title: A\n"]
    ]


def apart(identifier: str, chunks: Sequence[bytes]) -> list[tuple[int, bytes]]:
    """Return the games in a file read in chunks, with the line number at which each begins."""
    taken = formats.notation(identifier).pieces
    assert taken is not None
    return list(taken(records_in(iter(chunks))))
