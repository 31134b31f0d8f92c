"""`goita/history`: the history strings of goita-core, one round a line.

An empty line stands between two matches. Source: goita-core (MIT), as described in
`docs/goita.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ...findings import Finding
from ...replayer.goita import codes as rules
from ...replayer.goita.complete import complete
from ...replayer.goita.pieces import HAND_SIZE, HIDDEN, KING
from ...replayer.goita.record import GYOKU, Record, Round, split_plies
from ..base import MOST, CannotHold, Notation, Reading
from ..grammar import parse
from ..lines import LineOfText, blocks
from ..place import place
from ..spelling import plain
from ..text import Text
from .kings import OU, in_hands, in_record
from .lines import Places, Ply, require_deal
from .losses import unsupported
from .values import match_of
from .wording import in_codes

if TYPE_CHECKING:
    from lark import Token

GRAMMAR = "goita/history"
_DIGITS = str.maketrans("123456789xp", "87654321190")
"""Our digits for the pieces of goita-core (8 and 9 are the two kings), and for a pass."""
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
        yield _read_match(text, block)


def _read_match(text: Text, lines: Iterable[LineOfText]) -> Reading[Record]:
    findings: list[Finding] = []
    rounds: list[Round | None] = []
    places = Places(text, in_codes, _rewritten)
    for number, line in enumerate(lines, start=1):
        rounds.append(_read_round(text, line, places, number, findings))
        if rounds[-1] is None:
            places.unknown(number, rules.ROUNDS_MISSING)
        if len(findings) >= MOST:
            break
    return Reading(NOTATION, findings, match_of(rounds), not findings, places.place_known)


def _read_round(
    text: Text, line: LineOfText, places: Places, number: int, findings: list[Finding]
) -> Round | None:
    """Read a round, up to the first move that cannot be one of the player whose turn it is."""
    tree: Any = parse(GRAMMAR, "start", text, (line.start, line.end), _NAMES, _respell)
    if isinstance(tree, Finding):
        findings.append(tree)
        return None
    hands: list[Token] = tree.children[0].children
    dealer, *moves = tree.children[1:]
    places.later(number, partial(_remember, line, number))
    opener = int(dealer[1:]) - 1
    if opener not in range(4):
        why = f"{dealer} is no dealer: there are s1 to s4"
        found = Finding(rule=rules.PLAYER_OUT_OF_RANGE, message=why, round=number)
        findings.append(place(found, text, *line.span(dealer)))
        return None
    actions: list[str] = []
    for ply, move in enumerate(moves):
        broken = _broken(move, (opener + ply) % 4 if opener in range(4) else None)
        if broken is not None:
            broken = broken.but(round=number, ply=ply + 1)
            findings.append(place(broken, text, *line.span(move)))
            break
        actions.append(move[1:])
    return Round(
        dealer=opener,
        hands=tuple(hand.translate(_DIGITS) for hand in hands),
        record="".join(actions).translate(_DIGITS),
        goshi=None,
        kings=_marks("".join([*hands, *actions])),
    )


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


def _broken(move: Token, due: int | None) -> Finding | None:
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
        code if code.translate(_DIGITS) == digit else _codes(digit, "") for code, digit in pairs
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
    between="\n",
    grammar=GRAMMAR,
)
