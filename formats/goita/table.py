"""`goita/table`: the table of the 2015 proposal, as people read it.

Rounds stand one below the other; a line `---` stands between two matches, and the name of a match
in a line before its first round.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ...findings import Finding, Fix, Rule
from ...replayer.goita import codes as rules
from ...replayer.goita.complete import complete
from ...replayer.goita.pieces import HIDDEN, KINDS, KING, NOTHING
from ...replayer.goita.record import Record, Round, distinct_marks, split_plies
from .. import codes as file_codes
from ..base import MOST, CannotHold, Notation, Reading
from ..grammar import parse
from ..lines import LineOfText, lines, quoted, unquoted
from ..place import place, replacing
from ..text import Text
from . import codes
from .detect import HEAD, OF_TABLE
from .kings import in_hands, in_record
from .lines import Places, Ply, require_deal
from .losses import unsupported
from .pieces import DIGITS, characters, digits, king_marks, rewritten
from .table_words import is_nearly_head, ordinal, respell, respell_dealer
from .values import match_of
from .wording import in_characters

if TYPE_CHECKING:
    from lark import Token

GRAMMAR = "goita/table"

_BETWEEN = re.compile(r"-{3,}\Z")
_PIECES = re.compile(r"[王玉飛角金銀馬香し裏]+\Z")
_TERMINALS = {
    "HEAD": "the line `player hand`",
    "TURN": "the line `turn` with the players",
    "SEAT": "a player (0. to 3.)",
    "NAME": "a name",
    "DEALER": "(dealer)",
    "HAND": "a hand (王玉飛角金銀馬香し)",
    "ORDINAL": "the number of a turn (1st, 2nd …)",
    "FACE_DOWN_PLAY": "a play (☗し☖香)",
    "RECEIVING_PLAY": "a play that receives (☖香☖馬)",
    "PASS": "なし",
    "_NL": "another line",
}


class _Table(Struct, frozen=True):
    """What stands in the text of one round, and the offset at which it starts.

    `players` are the tokens of each player's line, by terminal; `columns` the names in the line
    `turn`, none where there are no turns; `rows` the tokens of each turn, its number first.
    """

    start: int
    players: list[dict[str, Token]]
    columns: list[Token]
    rows: list[list[Token]]

    def span(self, token: Token) -> tuple[int, int]:
        """The offsets of a token."""
        start = self.start + (token.start_pos or 0)
        return start, start + len(token)


def _table_of(start: int, tree: Any) -> _Table:
    _, *lines = tree.children
    players = [{token.type: token for token in line.children} for line in lines[:4]]
    columns = [name for line in lines[4:5] for name in line.children[1:]]
    return _Table(start, players, columns, [line.children for line in lines[5:]])


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the matches of a text."""
    for match in _matches(line for line in lines(text) if line.content):
        yield _Match(text).reading(match)


def _matches(every: Iterable[LineOfText]) -> Iterator[list[LineOfText]]:
    """The lines of each match: a line `---` ends one, and so does the name of the next."""
    match: list[LineOfText] = []
    for line in every:
        if _BETWEEN.match(line.content):
            if match:
                yield match
            match = []
            continue
        if HEAD.match(line.content) and len(match) > 1 and not OF_TABLE.match(match[-1].content):
            title = match.pop()
            yield match
            match = [title]
        match.append(line)
    if match:
        yield match


class _Match:
    """One match, as it is read round by round."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.findings: list[Finding] = []
        self.places = Places(text, in_characters, rewritten)
        self.names: tuple[str, ...] | None = None
        self.refusals = 0
        self.whole = True

    def reading(self, match: Sequence[LineOfText]) -> Reading[Record]:
        heads = [index for index, each in enumerate(match) if HEAD.match(each.content)]
        nearly = [line for line in match if is_nearly_head(line.content)]
        if not heads and not nearly:
            why = "a match needs the line player hand before its hands"
            self.refuse(file_codes.TEXT_SYNTAX, why, match[0].start, match[0].end)
            return Reading(NOTATION, self.findings, whole=False)
        for line in nearly:
            self.whole = False
            why = f"{line.content!r} stands where the line player hand is due"
            self.report(file_codes.TEXT_SYNTAX, why, line.start, line.end, "player hand")
        if nearly:
            return Reading(NOTATION, self.findings, whole=False)
        title = self.title(match[: heads[0]])
        rounds: list[Round | None] = []
        ends = zip(heads, [*heads[1:], len(match)], strict=True)
        for number, (first, after) in enumerate(ends, start=1):
            table = self.table(match[first].start, match[after - 1].end)
            rounds.append(None if table is None else self.round(table, number))
            if rounds[-1] is None:
                self.places.unknown(number, rules.ROUNDS_MISSING)
            if len(self.findings) >= MOST:
                break
        record = match_of(rounds, title=title, players=self.names)
        whole = self.whole and record is not None
        return Reading(NOTATION, self.findings, record, whole, self.places.place_known)

    def refuse(self, rule: Rule, why: str, start: int, end: int) -> None:
        """Report what keeps a part of the match from being read."""
        self.whole = False
        self.refusals += 1
        self.report(rule, why, start, end)

    def report(self, rule: Rule, why: str, start: int, end: int, due: str | None = None) -> None:
        """Report what is wrong with a span; `due` is what should certainly stand there."""
        fix = None
        if due is not None:
            fix = Fix(f"write {due}", edits=replacing(self.text, start, end, due))
        self.findings.append(place(Finding(rule=rule, message=why, fix=fix), self.text, start, end))

    def title(self, before: Sequence[LineOfText]) -> str | None:
        if len(before) > 1:
            why = "one line, the name of the match, may stand before player hand"
            self.refuse(file_codes.TEXT_SYNTAX, why, before[1].start, before[1].end)
        return unquoted(before[0].content) if before else None

    def table(self, start: int, end: int) -> _Table | None:
        tree = parse(GRAMMAR, "round", self.text, (start, end), _TERMINALS, respell)
        if isinstance(tree, Finding):
            self.findings.append(tree)
            self.whole = False
            return None
        return _table_of(start, tree)

    def round(self, table: _Table, number: int) -> Round | None:
        here, before = f"/rounds/{number - 1}", self.refusals
        self.places.add(here, table.start, table.start + len("player"))
        for seat, player in enumerate(table.players):
            self.places.add(f"{here}/hands/{seat}", *table.span(player["HAND"]))
        misnumbered = [
            (seat, player["SEAT"])
            for seat, player in enumerate(table.players)
            if player["SEAT"] != f"{seat}."
        ]
        for seat, written in misnumbered:
            why = f"{str(written)!r} stands where {seat}. is due"
            if len(misnumbered) == 1:
                self.report(file_codes.TEXT_SYNTAX, why, *table.span(written), f"{seat}.")
            else:
                why = f"{why}: the players stand in order"
                self.refuse(file_codes.TEXT_SYNTAX, why, *table.span(written))
        for player in table.players:
            name = player.get("NAME", "")
            right = next(respell_dealer(name), name)
            if right != name:
                why = f"{str(name)!r} stands where {right} is due"
                self.whole = False
                self.report(file_codes.TEXT_SYNTAX, why, *table.span(player["NAME"]), right)
                return None
        dealers = [seat for seat, player in enumerate(table.players) if "DEALER" in player]
        if len(dealers) > 1:
            second = table.players[dealers[1]]["DEALER"]
            self.refuse(file_codes.TEXT_SYNTAX, "two players deal", *table.span(second))
        dealer = dealers[0] if dealers else self.unmarked_dealer(table)
        if dealer is None:
            return None
        self.check_names(table, dealer)
        if self.refusals > before:
            return None
        hands = [player["HAND"] for player in table.players]
        actions = self.actions(table)
        return Round(
            dealer=dealer,
            hands=tuple(map(digits, hands)),
            record=self.record(table, actions, number),
            goshi=None,
            kings=distinct_marks(king_marks("".join([*hands, *actions]))),
        )

    def unmarked_dealer(self, table: _Table) -> int | None:
        """Report that nobody is marked as the dealer: the one who plays first, if that is known."""
        first = unquoted(table.columns[0]) if table.columns else None
        names = [
            unquoted(player.get("NAME", str(seat))) for seat, player in enumerate(table.players)
        ]
        if first is None or names.count(first) != 1:
            start, end = table.span(table.players[0]["SEAT"])
            self.refuse(file_codes.TEXT_SYNTAX, "no player is marked with (dealer)", start, end)
            return None
        seat = names.index(first)
        _, end = table.span(table.players[seat].get("NAME", table.players[seat]["SEAT"]))
        why = f"(dealer) is missing behind {_name(first)}, who plays first by the line turn"
        mark = "(dealer)" if "NAME" in table.players[seat] else " (dealer)"
        self.report(file_codes.TEXT_SYNTAX, why, end, end, mark)
        return seat

    def check_names(self, table: _Table, dealer: int) -> None:
        """Compare the names with those of the first round, and with the line `turn`."""
        names = tuple(unquoted(player.get("NAME", "")) for player in table.players)
        known = names if any("NAME" in player for player in table.players) else None
        if self.names is not None and known != self.names:
            self.other_name(table, names)
        self.names = known
        for column, written in enumerate(table.columns):
            seat = (dealer + column) % 4
            due = str(seat) if known is None else known[seat]
            if unquoted(written) != due:
                why = f"{str(written)!r} stands where {_name(due)} is due"
                if unquoted(written) in (known or "0123"):
                    why += ": the columns stand from the dealer on"
                self.refuse(codes.NAMES_DISAGREE, why, *table.span(written))
                return

    def other_name(self, table: _Table, names: Sequence[str]) -> None:
        """Report the first player who is called otherwise than in the first round."""
        before = self.names or ()
        seat = next(seat for seat in range(4) if names[seat] != before[seat])
        token = table.players[seat].get("NAME", table.players[seat]["SEAT"])
        why = f"{str(token)!r} stands here, and {_name(before[seat])} in the first round"
        if "NAME" not in table.players[seat]:
            why = f"player {seat} has no name here, and is {_name(before[seat])} in the first round"
        self.refuse(codes.NAMES_DISAGREE, why, *table.span(token))

    def actions(self, table: _Table) -> list[Token]:
        actions: list[Token] = []
        for number, (written, *taken) in enumerate(table.rows, start=1):
            why, due = None, ordinal(number)
            alone = all(
                row[0] == ordinal(other)
                for other, row in enumerate(table.rows, start=1)
                if other != number
            )
            if written != due and (alone or written.rstrip("stndrh") == str(number)):
                wrong = f"{str(written)!r} stands where {due} is due"
                self.report(file_codes.TEXT_SYNTAX, wrong, *table.span(written), due)
            elif written != due:
                why = f"{str(written)!r} stands where {due} is due: the turns are counted from 1"
            if why is None and (len(taken) > 4 or (len(taken) < 4 and number < len(table.rows))):
                why = f"a turn has four actions, one a player, and this one has {len(taken)}"
            if why is not None:
                self.refuse(file_codes.TEXT_SYNTAX, why, *table.span(written))
                break
            actions += taken
        return actions

    def record(self, table: _Table, actions: Sequence[Token], number: int) -> str:
        """The digits of the actions; marks that do not fit are reported."""
        record = ""
        for action in actions:
            start, end = table.span(action)
            if action.type == "PASS":
                self.places.ply(number, Ply(start, end))
                record += NOTHING
                continue
            self.places.ply(number, Ply(start, end, ((start + 1, start + 2), (start + 3, end))))
            leading = not record or record.endswith(NOTHING * 3)
            if leading != (action.type == "FACE_DOWN_PLAY"):
                right = "☗ (face-down)" if leading else "☖ (received)"
                why = f"this piece is marked {action[0]}, but {right} is due"
                self.report(codes.WRONG_MARK, why, start, start + 1, right[0])
            record += DIGITS[action[1]] + DIGITS[action[3]]
        return record


def _name(name: str) -> str:
    """A name as one word, in quotes where it is not one or would pass for a hand."""
    return json.dumps(name, ensure_ascii=False) if _PIECES.match(name) else quoted(name)


def write(record: Record) -> str:
    """Write a match.

    Raises CannotHold where a deal or an action is none.
    """
    title = [] if record.title is None else [_title(record.title)]
    tables = [_table(played, record.players) for played in record.rounds]
    return "\n".join([*title, "\n".join(tables)]) if title else "\n".join(tables)


def _title(title: str) -> str:
    plain = (
        title == title.strip()
        and title.isprintable()
        and title[:1] not in ('"', "")
        and not HEAD.match(title)
        and not _BETWEEN.match(title)
    )
    return title if plain else json.dumps(title)


def _table(played: Round, names: Sequence[str] | None) -> str:
    require_deal(played, NOTATION.id)
    rows = ["player hand"]
    held = in_hands(played.hands, played.kings)
    for seat, (hand, kings) in enumerate(zip(played.hands, held, strict=True)):
        name = "" if names is None else _name(names[seat])
        label = f"{name}(dealer)" if seat == played.dealer else name
        rows.append(" ".join(filter(None, (f"{seat}.", label, characters(hand, kings)))))
    order = [(played.dealer + seat) % 4 for seat in range(4)]
    columns = [_name(names[seat]) if names else str(seat) for seat in order]
    rows.append(" ".join(["turn", *columns]))
    actions = _actions(played)
    for number in range(0, len(actions), 4):
        rows.append(" ".join([ordinal(number // 4 + 1), *actions[number : number + 4]]))
    return "\n".join(rows) + "\n"


def _actions(played: Round) -> list[str]:
    laid = in_record(played.hands, played.record, played.dealer, played.kings)
    actions: list[str] = []
    passes = 3
    for ply in split_plies(played.record):
        if ply == "0":
            actions.append("なし")
            passes += 1
            continue
        leading = passes > 2
        first_ones = KINDS + HIDDEN if leading else KINDS
        if len(ply) != 2 or ply[0] not in first_ones or ply[1] not in KINDS:
            raise CannotHold(f"goita/table cannot hold {ply!r}, which is no play here")
        first, second = characters(ply, laid)
        laid = laid[ply.count(KING) :]
        actions.append(f"{'☗' if leading else '☖'}{first}☖{second}")
        passes = 0
    return actions


_UNSUPPORTED = unsupported(
    "times",
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
    id="goita/table",
    title="table of the 2015 proposal, for people",
    suffix=".txt",
    unsupported=_UNSUPPORTED,
    read=read,
    write=write,
    complete=partial(complete, unsupported=_UNSUPPORTED),
    between="---\n",
    grammar=GRAMMAR,
)
