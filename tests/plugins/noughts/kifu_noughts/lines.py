"""`noughts/lines`: a match per line, in words; validation and facts skim the lines."""

import re
from collections.abc import Iterator

from kifu.formats.interface.notation import Notation, Reading
from kifu.formats.text.lines import Places, lines
from kifu.formats.text.text import Text
from kifu.replayer.facts import MatchFacts, RoundFacts, facts_by_returns
from kifu.replayer.rules import IllegalAction, Terminal

from .noughts import RULES, Record, Round, State
from .words import Game, Stuck, written

_START = re.compile(r"noughts +")
_PLAIN = re.compile(rb"noughts ([1-9]+(?: / [1-9]+)*)\n")


def read(text: Text) -> Iterator[Reading[Record]]:
    for line in lines(text):
        if line.content:
            start, places = _START.match(text.content, line.start, line.end), Places(text)
            try:
                if start is None:
                    raise Stuck(text, line.start, line.end, "a line begins with `noughts`")
                rounds, at = list[Round](), start.end()
                for each in text.content[at : line.end].split(" / "):
                    here = type(line)(each, at)
                    rounds.append(Game(text, here, at, places).read(f"/rounds/{len(rounds)}"))
                    at = here.end + len(" / ")
                found = Record(rounds=tuple(rounds))
                yield Reading(NOTATION, [], found, place=places.place)
            except Stuck as stuck:
                yield Reading(NOTATION, [stuck.finding], whole=False)


def write(record: Record) -> str:
    return f"noughts {' / '.join(map(written, record.rounds))}\n"


def _ends(line: bytes) -> list[State] | None:
    """Return the final states of the games on a plain line; None if one is wrong or unfinished."""
    found, state = list[State](), RULES.initial_state()
    for squares in line.decode().split()[1::2]:
        for at, square in enumerate(squares):
            try:
                RULES.verify(state, at % 2, square)
            except IllegalAction:
                return None
            state = RULES.apply(state, {at % 2: square}).state
        if not isinstance(RULES.node(state), Terminal):
            return None
        found.append(state)
        state = RULES.next_round(state)
    return found


def skim(block: bytes, at: int) -> tuple[int, int, int, int]:
    records = rounds = plies = 0
    while (line := _PLAIN.match(block, at)) is not None and (ends := _ends(line[0])) is not None:
        at, records, rounds = line.end(), records + 1, rounds + len(ends)
        plies += sum(len(each.taken) for each in ends)
    return at, records, rounds, plies


def facts(data: bytes) -> list[MatchFacts]:
    ends = [_ends(line) or [] for line in data.splitlines(keepends=True)]
    return [MatchFacts(rounds=_of(each), plies=[len(end.taken) for end in each]) for each in ends]


def _of(ends: list[State]) -> list[RoundFacts]:
    return list(facts_by_returns(RULES, ends))


NOTATION: Notation[Record] = Notation(
    id="noughts/lines",
    title="text, a match per line",
    suffix=".noughts",
    unsupported={},
    read=read,
    write=write,
    lines=True,
    skim=skim,
    facts=facts,
    description="noughts/lines",
)
