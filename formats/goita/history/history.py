"""`goita/history`: the history strings of goita-core, one round per line.

An empty line separates two matches. Source: goita-core (MIT), as described in `docs/goita.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from ....findings import Finding
from ....replayer.goita import codes as rules
from ....replayer.goita.check.check import complete
from ....replayer.goita.pieces import HIDDEN, KING
from ....replayer.goita.record import GYOKU, Record, Round
from ...document.mapping import Path
from ...events.adapter import Adapter
from ...events.builder import readings
from ...events.drafts import DraftLine, DraftMatch, DraftRound
from ...events.events import Move
from ...files.apart import at_empty_lines
from ...interface.notation import CannotHold, Notation, Reading
from ...text.text import Text
from ..json.values import match_of
from ..kings import OU, in_hands, plies_of
from ..lines import Places, Ply, require_deal
from ..losses import unsupported
from ..wording import in_codes
from .accept import DIGITS, accept, are_in_turn
from .events import DEALER, GRAMMAR, HANDS, events

_PLAIN = str.maketrans("2345678", "7654321")
"""goita-core's codes for our digits, except for kings, which it distinguishes."""


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the matches in a text."""
    return readings(text, events(text), _Match, NOTATION)


class _Match(Adapter[Record]):
    """One match.

    An unreadable hand counts as hidden, an unreadable move as the end of the recorded play.
    """

    opener: int | None = None
    """The first player to move in the last round whose actions were read, None if unknown."""

    @cached_property
    def places(self) -> Places:
        """The places of the match's parts."""
        return Places(self.text, in_codes, _rewritten)

    def actions(self, played: DraftRound, line: DraftLine) -> list[str]:
        """Return the moves without their players, up to the first one made out of turn."""
        opener = self.opener = _opener(played)
        actions = [each[1:] for each in line.moves]
        if opener is None or are_in_turn(line.moves, opener):
            return actions
        first = len(actions)
        for index, move in enumerate(line.each(self.text.content)):
            due = (opener + index) % 4 if first == len(actions) else None
            broken = _broken(move.spelled, due)
            if broken is not None:
                self.report(move, broken.but(round=played.number, ply=index + 1))
                first = min(first, index)
        return actions[:first]

    def round(self, match: DraftMatch, played: DraftRound) -> Round | None:
        """Return a round. If its dealer is not given, the first player to move is the dealer."""
        values, actions = played.values, played.line.actions
        written, dealer = values.get(DEALER), self.opener
        if written and _seat(written) is None:
            self.refuse_dealer(played, written)
        if dealer is None:
            return None
        hands, record = " ".join([values[each] for each in HANDS]), "".join(actions)
        return Round(
            dealer=dealer,
            hands=tuple(hands.translate(DIGITS).split(" ")),
            record=record.translate(DIGITS),
            goshi=None,
            kings=_marks(hands + record),
        )

    def refuse_dealer(self, played: DraftRound, written: str) -> None:
        """Report a dealer who is not one of the players."""
        why = f"{written} is not a dealer: expected s1 to s4"
        found = Finding(rule=rules.PLAYER_OUT_OF_RANGE, message=why, round=played.number)
        at = next(each for each in played.headers(self.text.content) if each.name == DEALER)
        self.report(at, found)
        self.lost.append([self.rounds, played.number - 1])

    def record(self, match: DraftMatch, rounds: Sequence[Round | None]) -> Record | None:
        """Return the match."""
        return match_of(rounds)

    def follows(self, finding: Finding, lost: Path) -> bool:
        """Return whether rounds only seem to be missing because one could not be read."""
        here = [self.rounds, (finding.round or 0) - 1]
        return finding.rule is rules.ROUNDS_MISSING and lost == here

    def remember_move(self, played: DraftRound, index: int, move: Move) -> None:
        """Remember where a ply and its pieces are."""
        start, end = move.start, move.end
        pieces = ((start + 1, start + 2), (start + 2, start + 3)) if end - start > 2 else ()
        self.places.ply(played.number, Ply(start, end, pieces))


def _seat(written: str) -> int | None:
    """Return the player for a written number, with or without `s`; None if there is none."""
    return _SEATS.get(written.removeprefix("s")[:1])


_SEATS = {str(seat + 1): seat for seat in range(4)}


def _opener(played: DraftRound) -> int | None:
    """Return the player who deals and moves first, None if unknown."""
    dealer = _seat(played.values.get(DEALER, ""))
    if dealer is None and played.line.moves:
        return _seat(played.line.moves[0])
    return dealer


def _broken(move: str, due: int | None) -> Finding | None:
    """Return what is wrong with a move, or None; `due` is the player to move, if known."""
    mover = int(move[0]) - 1
    if mover not in range(4):
        why = f"{move[0]} is not a player: expected 1 to 4"
        return Finding(rule=rules.PLAYER_OUT_OF_RANGE, message=why)
    if due is not None and mover != due:
        why = f"player {mover} moves (written {mover + 1}), but it is player {due}'s turn"
        why = f"{why} (written {due + 1})"
        return Finding(rule=rules.WRONG_PLAYER, message=why, player=mover)
    if move[1] == "0":
        why = "0 is not a piece that can be laid face-down or receive"
        return Finding(rule=rules.UNKNOWN_DIGIT, message=why, player=mover)
    return None


def _marks(codes: str) -> str:
    """Return the marks of the kings among goita-core pieces, none if no king is 玉."""
    if "9" not in codes:
        return ""
    return "".join(GYOKU if code == "9" else OU for code in codes if code in "89")


def _rewritten(old: str, digits: str) -> str | None:
    """Return the codes for digits, keeping old codes that already mean the same digit."""
    if len(old) != len(digits):
        return None
    pairs = zip(old, digits, strict=True)
    return "".join(
        code if code.translate(DIGITS) == digit else _codes(digit, "") for code, digit in pairs
    )


def write(record: Record) -> str:
    """Write a match, one line per round.

    Raises CannotHold if a deal or an action is not valid.
    """
    return "".join(map(_line, record.rounds))


def _line(played: Round) -> str:
    require_deal(played, NOTATION.id)
    held = in_hands(played.hands, played.kings)
    hands = (_codes(hand, kings) for hand, kings in zip(played.hands, held, strict=True))
    moves: list[str] = []
    for number, (ply, laid) in enumerate(plies_of(played)):
        seat = (played.dealer + number) % 4 + 1
        if ply == "0":
            moves.append(f"{seat}p")
            continue
        if len(ply) != 2 or not ply.isascii() or not ply.isdecimal():
            raise CannotHold(f"goita/history cannot hold {ply!r}, which is not a play")
        moves.append(f"{seat}{_codes(ply, laid)}")
    return ",".join([*hands, f"s{played.dealer + 1}", *moves]) + "\n"


def _codes(digits: str, kings: str) -> str:
    """Return goita-core's codes for our digits, choosing kings by their marks."""
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
    title="history strings of goita-core, one round per line",
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
