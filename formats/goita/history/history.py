"""`goita/history`: the history strings of goita-core, one round a line.

An empty line stands between two matches. Source: goita-core (MIT), as described in
`docs/goita.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from ....findings import Finding, Fix
from ....replayer.goita import codes as rules
from ....replayer.goita.check.complete import complete
from ....replayer.goita.pieces import HAND_SIZE, HIDDEN, KING
from ....replayer.goita.record import GYOKU, Record, Round, split_plies
from ... import codes as file_codes
from ...files.apart import at_empty_lines
from ...found import Found
from ...interface.notation import CannotHold, Notation, Reading
from ...text.grammar import follows, parse
from ...text.lines import LineOfText, blocks
from ...text.place import edit, place
from ...text.spelling import plain
from ...text.text import Text
from ..json.values import match_of
from ..kings import OU, in_hands, in_record
from ..lines import Places, Ply, require_deal
from ..losses import unsupported
from ..wording import in_codes
from .accept import DIGITS, accept, are_in_turn, split

GRAMMAR = "goita/history"
_PLAIN = str.maketrans("2345678", "7654321")
"""The pieces of goita-core for our digits, without the kings, which differ there."""

_NAMES = {
    "COMMA": "a comma",
    "HAND": "a hand of eight pieces (1 to 9, or x)",
    "DEALER": "s and the dealer (s1 to s4)",
    "PLAY": "a move (player, two pieces)",
    "PASS": "a pass (player, p)",
}


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the matches of a text."""
    for block in blocks(text):
        yield _Match(text).reading(block)


class _Match:
    """One match, as it is read round by round.

    What cannot be read of a round is taken for unknown: a hand for a hidden one, a move for the
    end of what is recorded.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.findings = Found()
        self.places = Places(text, in_codes, _rewritten)

    def reading(self, lines: Iterable[LineOfText]) -> Reading[Record]:
        """Read a match."""
        rounds = [self.round(line, number) for number, line in enumerate(lines, start=1)]
        record = match_of(rounds)
        whole = not self.findings
        return Reading(NOTATION, self.findings.all(), record, whole, self.places.place_known)

    def round(self, line: LineOfText, number: int) -> Round | None:
        """Read a round, up to the first move that cannot be one of the player whose turn it is."""
        tree: Any = None
        if not follows(GRAMMAR, "start", line.content):
            tree = parse(GRAMMAR, "start", self.text, (line.start, line.end), _NAMES, _respell)
        if not isinstance(tree, Finding):
            hands, (dealer, *moves) = split(line.content)
            return self.played(line, number, hands, int(dealer[1:]) - 1, moves)
        self.places.unknown(number, rules.ROUNDS_MISSING)
        parts, known = list[tuple[str, int]](), tree.column
        if tree.rule is file_codes.TEXT_SYNTAX:
            parts = _parts(line)
            known = self.spaces(line, tree)
        if known == tree.column:
            self.findings.add(tree)
        return self.part_of_round(parts, line, number, known)

    def part_of_round(
        self,
        parts: Sequence[tuple[str, int]],
        line: LineOfText,
        number: int,
        known: int | None,
    ) -> Round | None:
        """What can be read of a round part by part.

        What is wrong in the column `known` was reported; None if only spaces were.
        """
        dealers = [at for at, (part, _) in enumerate(parts) if _PARTS["DEALER"].fullmatch(part)]
        aligned = len(parts) >= _HEAD and dealers[:1] in ([], [_HEAD - 1])
        wrong: list[int] = []
        for at, (part, start) in enumerate(parts):
            due = "HAND" if at < 4 else ("DEALER" if at == 4 else "move")
            if not aligned:
                due = "move" if dealers and at > dealers[0] else ""
            if not due or _PARTS[due].fullmatch(part):
                continue
            wrong.append(at)
            if at - 1 in wrong:
                continue  # A character that stands on the wrong side of a comma is one slip.
            (_, first), (_, last) = self.text.position(start), self.text.position(start + len(part))
            if known is None or not first <= known <= last:
                why = f"{part!r} stands where {_NAMES.get(due, _MOVE)} is due"
                found = Finding(rule=file_codes.TEXT_SYNTAX, message=why)
                self.findings.add(place(found, self.text, start, start + len(part)))
        if not aligned or not (wrong or known is None):
            return None  # Which part is which, nobody knows.
        hands = ["x" * HAND_SIZE if at in wrong else parts[at][0] for at in range(4)]
        end = next((at for at in wrong if at >= _HEAD), len(parts))
        moves = [part for part, _ in parts[_HEAD:end]]
        if 4 in wrong:
            if not moves or _PARTS["move"].fullmatch(parts[4][0]):
                return None
            dealer = int(moves[0][0]) - 1
            if dealer not in range(4):
                return None
        else:
            dealer = int(parts[4][0][1:]) - 1
        spans = [(start, start + len(part)) for part, start in parts[_HEAD:end]]
        return self.played(line, number, hands, dealer, moves, spans)

    def spaces(self, line: LineOfText, stop: Finding) -> int | None:
        """Report spaces around the commas of a line; the column of any other slip at its stop."""
        found = [each.span() for each in _SPACES.finditer(line.content)]
        if not found:
            return stop.column
        edits = (edit(self.text, line.start + start, line.start + end, "") for start, end in found)
        told = Finding(
            rule=file_codes.TEXT_SYNTAX,
            message="a space stands where there is none",
            fix=Fix("remove the spaces", edits=tuple(edits)),
        )
        start, end = found[0]
        self.findings.add(place(told, self.text, line.start + start, line.start + end))
        at = self.text.offset(stop.line or 0, stop.column or 0) - line.start
        return None if any(start <= at <= end for start, end in found) else stop.column

    def played(
        self,
        line: LineOfText,
        number: int,
        hands: Sequence[str],
        opener: int,
        moves: Sequence[str],
        spans: Sequence[tuple[int, int]] = (),
    ) -> Round | None:
        """A round out of its parts; whoever moves first deals, where that is not written.

        Without `spans`, the moves stand behind one comma each.
        """
        self.places.later(number, partial(_remember, line, number))
        if opener not in range(4):
            found = Finding(
                rule=rules.PLAYER_OUT_OF_RANGE,
                message=f"s{opener + 1} is no dealer: there are s1 to s4",
                round=number,
            )
            at = self.text.content.index(f"s{opener + 1}", line.start)
            self.findings.add(place(found, self.text, at, at + 2))
            self.places.unknown(number, rules.ROUNDS_MISSING)
            if not moves or int(moves[0][0]) not in range(1, 5):
                return None
            opener = int(moves[0][0]) - 1
        actions = [move[1:] for move in moves]
        if not are_in_turn(moves, opener):
            actions = actions[: self.broken(moves, spans or _spans(line, moves), opener, number)]
        return Round(
            dealer=opener,
            hands=tuple(hand.translate(DIGITS) for hand in hands),
            record="".join(actions).translate(DIGITS),
            goshi=None,
            kings=_marks("".join([*hands, *actions])),
        )

    def broken(
        self,
        moves: Sequence[str],
        spans: Sequence[tuple[int, int]],
        opener: int,
        number: int,
    ) -> int:
        """Report the moves that cannot be actions; how many stand before the first of them."""
        first = len(moves)
        for ply, (move, span) in enumerate(zip(moves, spans, strict=True)):
            due = (opener + ply) % 4 if opener in range(4) and first == len(moves) else None
            broken = _broken(move, due)
            if broken is not None:
                broken = broken.but(round=number, ply=ply + 1)
                self.findings.add(place(broken, self.text, *span))
                first = min(first, ply)
        return first


_HEAD = 5
"""The parts before the moves: four hands and the dealer."""
_MOVE = "a move (player, two pieces) or a pass (player, p)"
_PARTS = {
    "HAND": re.compile("[0-9x]+"),
    "DEALER": re.compile("s[0-9]"),
    "move": re.compile("[0-9](?:[0-9x]{2}|p)"),
}


def _spans(line: LineOfText, moves: Sequence[str]) -> list[tuple[int, int]]:
    """Where the moves of a line stand, the last at its end, with a comma between two of them."""
    found, end = list[tuple[int, int]](), line.end
    for move in reversed(moves):
        found.append((end - len(move), end))
        end -= len(move) + 1
    return found[::-1]


def _parts(line: LineOfText) -> list[tuple[str, int]]:
    """The parts of a line between its commas, without space around them, and where they start."""
    found = re.finditer(r"[^,]+", line.content)
    parts = ((each[0].strip(), line.start + each.start(), each[0]) for each in found)
    # A comma too many makes no part.
    return [(part, at + raw.index(part)) for part, at, raw in parts if part]


_SPACES = re.compile(r"[ \t]+(?=,)|(?<=,)[ \t]+")
"""Plain space around a comma, where there is none."""


_ALIKE = str.maketrans("lI|シｼ" + "し香馬銀金角飛王玉", "11111" + "123456789")
"""What is typed for a code, and can mean nothing else."""


def _respell(word: str) -> Iterator[str]:
    """What may be meant by a part of a line."""
    simple = plain(word).translate(_ALIKE)
    if len(simple) in (2, 3, HAND_SIZE):
        yield simple
        yield simple.lower()
    if simple in ("1", "2", "3", "4"):
        yield f"s{simple}"


def _remember(line: LineOfText, number: int, places: Places) -> None:
    """Remember where the parts of a round stand: each behind its comma."""
    here, at = f"/rounds/{number - 1}", line.start
    places.add(here, line.start, line.end)
    for index, part in enumerate(line.content.split(",")):
        start, end = at + len(part) - len(part.lstrip()), at + len(part.rstrip())
        if index < 4:
            places.add(f"{here}/hands/{index}", start, end)
        elif index == 4:
            places.add(f"{here}/dealer", start, end)
        else:
            pieces = ((start + 1, start + 2), (start + 2, start + 3)) if end - start > 2 else ()
            places.ply(number, Ply(start, end, pieces))
        at += len(part) + 1


def _broken(move: str, due: int | None) -> Finding | None:
    """What keeps a move from being an action of the player whose turn it is, if that is known."""
    mover = int(move[0]) - 1
    if mover not in range(4):
        why = f"{move[0]} is no player: players are written 1 to 4"
        return Finding(rule=rules.PLAYER_OUT_OF_RANGE, message=why)
    if due is not None and mover != due:
        why = f"player {mover} moves (written {mover + 1}), but it is player {due}'s turn"
        why = f"{why} (written {due + 1})"
        return Finding(rule=rules.WRONG_PLAYER, message=why, player=mover)
    if move[1] == "0":
        why = "0 is no piece that can be laid face-down or receive"
        return Finding(rule=rules.UNKNOWN_DIGIT, message=why, player=mover)
    return None


def _marks(codes: str) -> str:
    """The marks of the kings among pieces of goita-core, none where no king is 玉."""
    if "9" not in codes:
        return ""
    return "".join(GYOKU if code == "9" else OU for code in codes if code in "89")


def _rewritten(old: str, digits: str) -> str | None:
    """The codes for digits; a code that stands for its digit already stays."""
    if len(old) != len(digits):
        return None
    pairs = zip(old, digits, strict=True)
    return "".join(
        code if code.translate(DIGITS) == digit else _codes(digit, "") for code, digit in pairs
    )


def write(record: Record) -> str:
    """Write a match, a line a round.

    Raises CannotHold where a deal or an action is none.
    """
    return "".join(map(_line, record.rounds))


def _line(played: Round) -> str:
    require_deal(played, NOTATION.id)
    held = in_hands(played.hands, played.kings)
    laid = in_record(played.hands, played.record, played.dealer, played.kings)
    hands = (_codes(hand, kings) for hand, kings in zip(played.hands, held, strict=True))
    moves: list[str] = []
    for number, ply in enumerate(split_plies(played.record)):
        seat = (played.dealer + number) % 4 + 1
        if ply == "0":
            moves.append(f"{seat}p")
            continue
        if len(ply) != 2 or not ply.isascii() or not ply.isdecimal():
            raise CannotHold(f"goita/history cannot hold {ply!r}, which is no play")
        moves.append(f"{seat}{_codes(ply, laid)}")
        laid = laid[ply.count(KING) :]
    return ",".join([*hands, f"s{played.dealer + 1}", *moves]) + "\n"


def _codes(digits: str, kings: str) -> str:
    """The pieces of goita-core for our digits, kings by their marks."""
    found = ""
    for digit in digits:
        if digit == KING:
            found += "9" if kings[:1] == GYOKU else "8"
            kings = kings[1:]
        else:
            found += "x" if digit == HIDDEN else digit.translate(_PLAIN)
    return found


_UNSUPPORTED = unsupported(
    "title",
    "times",
    "names",
    "options",
    "scores",
    "winner",
    "winners",
    "declarations",
    "results",
    "gaps",
    "fouls",
    "variations",
    special_rounds="whether rounds are missing in between",
)

NOTATION = Notation(
    id="goita/history",
    title="history strings of goita-core, one round a line",
    suffix=".txt",
    unsupported=_UNSUPPORTED,
    read=read,
    write=write,
    complete=partial(complete, unsupported=_UNSUPPORTED),
    pieces=at_empty_lines,
    accept=accept,
    single=True,
    between="\n",
    grammar=GRAMMAR,
)
