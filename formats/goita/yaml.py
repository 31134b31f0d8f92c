"""`goita/yaml`: the YAML of ごいたオンライン, version 1.0.

It writes plays, not passes; which these are follows from the seats. Rounds that end before the
first play are not written at all. Source: files of ごいたオンライン; `docs/goita.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from msgspec.structs import replace

from ...findings import Edit, Finding, Fix
from ...replayer.check import Place
from ...replayer.goita import codes as rules
from ...replayer.goita.complete import complete
from ...replayer.goita.pieces import HIDDEN
from ...replayer.goita.record import Record, Round, distinct_marks, split_plies
from ...replayer.goita.recorded import Replayed, replay_as_written
from ...replayer.goita.rules import GoitaRules
from .. import codes as file_codes
from ..base import CannotHold, Notation, Reading, reads_on
from ..found import Found
from ..json_record import in_one_part
from ..json_schema import fits, misfits_of
from ..place import edit, place, span_in_tree
from ..remainder import Lost, Remainder
from ..text import Text
from ..tree import UNREAD, Node, find, pointer, split_pointer
from ..tree_fixes import TreeFixes
from ..yaml_text import Stop, documents, readable_documents
from ..yaml_tree import repetitions, with_commas, without_doubled_lines
from . import codes
from .kings import implied, in_hands
from .lines import Places, Ply, require_deal
from .losses import unsupported
from .pieces import DIGITS, characters, digits, king_marks, rewritten
from .unknown import follows
from .wording import in_characters
from .yaml_unknown import assume, in_record
from .yaml_words import Row, misspelt, piece_meant, pieces_meant, player_meant

_SEATS = ("p0", "p1", "p2", "p3")
_PLAYERS = {"0": 0, "1": 1, "2": 2, "3": 3}

_SCHEMA = "goita/yaml"

MOST_PLAYS = 13
"""No round has more: the fourth play of a player ends it."""


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the matches of a text, one in each YAML document."""
    number = 0
    try:
        for root in documents(text, _faults):
            if root is not None:
                yield _read_match(text, root)
                number += 1
    except Stop as stop:
        if not reads_on() or stop.finding.rule is file_codes.TOO_LARGE:
            yield Reading(NOTATION, [stop.finding], whole=False)
            return
        text, roots, findings = readable_documents(text, _faults)
        if findings:  # a key that stands twice is told of where its match is read
            yield Reading(NOTATION, findings, whole=False)
        told = {each.line for each in findings}
        for root in roots[number:]:
            reading = _read_match(text, root, has_slips=True)
            # What else is wrong with a line that is reported follows from that.
            reading.findings = [each for each in reading.findings if each.line not in told]
            reading.whole = False
            if reading.findings or reading.written is not None:
                yield reading


def _faults(values: object) -> int:
    """In how many places a match does not fit the schema; beyond a few, they are not counted."""
    return 0 if fits(_SCHEMA, values) else len(list(islice(misfits_of(_SCHEMA, values), 20)))


def _read_match(text: Text, root: Node, has_slips: bool = False) -> Reading[Record]:
    values = root.plain()
    if not has_slips and not root.lacks() and fits(_SCHEMA, values):
        return _Match(text, root).reading(values)
    if values is UNREAD or not reads_on():
        return Reading(NOTATION, [], whole=False)
    slips = without_doubled_lines(text, find(root, ["log"])[0].items or [])
    slips += with_commas(text, root)
    rest = Remainder(_SCHEMA, root.plain(), root, assume, in_one_part)
    slips += repetitions(text, root, rest.meant)
    findings = Found([*slips, *(_place_in_tree(text, root, each.finding) for each in rest.misfits)])
    for node, key, name in rest.renamed:
        node.rename(key, name)
    readings = [_Match(text, root).reading(each, bool(rest.lost)) for each in rest.values]
    if not readings:
        return Reading(NOTATION, findings.all(), whole=False)
    first = readings[0]
    for each in first.findings:
        if all((each.code, each.line) in _told(other) for other in readings[1:]):
            findings.add(each)

    def placed(finding: Finding) -> Finding | None:
        found = first.place(finding)
        lost = any(_follows(finding, found, each) for each in rest.lost)
        return None if lost else found

    others = tuple(each.written for each in readings[1:] if each.written is not None)
    return Reading(NOTATION, findings.all(), first.written, False, placed, others=others)


def _told(reading: Reading[Record]) -> set[tuple[str, int | None]]:
    return {(each.code, each.line) for each in reading.findings}


def _follows(finding: Finding, placed: Finding | None, lost: Lost) -> bool:
    """Whether a finding may only follow from what could not be read."""
    shown = split_pointer((placed and placed.pointer) or "")
    return not lost.key_only and (lost.holds(shown) or follows(finding, in_record(lost.path)))


def _place_in_tree(text: Text, root: Node, finding: Finding) -> Finding:
    _, start, end = span_in_tree(finding, root, split_pointer(finding.pointer or ""))
    return TreeFixes(text, root).fixed(place(finding, text, start, end))


class _Match:
    """One match, as it is read round by round."""

    def __init__(self, text: Text, root: Node) -> None:
        self.text = text
        self.root = root
        self.findings = Found()
        self.places = Places(text, in_characters, rewritten)
        self.whole = True

        self.round_nodes = self.at("log").items or []

    def at(self, *path: str | int) -> Node:
        return find(self.root, [str(part) for part in path])[0]

    def of_round(self, number: int, *path: str) -> Node:
        """A part of a round, which is counted from 1; the nearest above it where it is missing."""
        return find(self.round_nodes[number - 1], path)[0]

    def reading(self, values: dict[str, Any], lost: bool = False) -> Reading[Record]:
        """The match of values that fit the schema; hidden pieces stand for what is `lost` of it."""
        self.check_scores()
        names = tuple(self.name(seat) for seat in _SEATS)
        rounds: list[Round] = []
        before: list[Row] = []
        for number, each in enumerate(values["log"], start=1):
            rows = self.rows(number, each["game"] or [])
            played, rows = self.round(number, each, rows, before, rounds[-1:])
            rounds.append(played)
            before = rows
        hides = lost and any(HIDDEN in hand for played in rounds for hand in played.hands)
        record = Record(
            players=names if any(names) else None,
            view="partial" if hides else None,
            rounds=tuple(rounds),
        )
        return Reading(NOTATION, self.findings.all(), record, self.whole, self.places.place_known)

    def check_scores(self) -> None:
        """A match without scores is one of another notation; one round without is a slip."""
        rounds = self.at("log").items or []
        missing = [number for number, each in enumerate(rounds, start=1) if not each.named("score")]
        for number in missing if len(missing) < len(rounds) else ():
            node, where = rounds[number - 1], pointer("log", number - 1)
            self.report(
                file_codes.MISSING_KEY, 'the key "score" is missing', node, number, pointer=where
            )
            self.whole = False

    def report(self, rule: Any, why: str, node: Node, number: int, **details: Any) -> None:
        finding = Finding(rule=rule, message=why, round=number, **details)
        end = min(node.end, self.text.content.find("\n", node.start) % (len(self.text.content) + 1))
        self.findings.add(place(finding, self.text, node.start, end))

    def name(self, seat: str) -> str:
        """The name of a player; a plain `1.50` is a name too, and not a number."""
        node, _, found = find(self.root, [seat])
        if not found or node.scalar is None:
            return ""
        plain = not isinstance(node.scalar, str)
        return self.text.content[node.start : node.end] if plain else node.scalar

    def rows(self, number: int, values: Sequence[Any]) -> list[Row]:
        rows: list[Row] = []
        nodes = self.of_round(number, "game").items or []
        for index, (player, *pieces) in enumerate(values):
            where = f"/log/{number - 1}/game/{index}"
            name, *items = nodes[index].items or []
            seat = _PLAYERS.get(self.meant(str(player), name, where, number, player_meant), -1)
            first, second = (
                self.meant(str(piece), item, where, number, piece_meant)
                for piece, item in zip(pieces, items, strict=True)
            )
            rows.append(Row(seat, (first, second), nodes[index], where))
        return rows

    def meant(
        self, written: str, node: Node, where: str, number: int, meaning: Callable[[str], str]
    ) -> str:
        """What a word means; if it is not written so, that is reported, and then read as it is."""
        right = meaning(written)
        if right != written:
            rule = rules.PLAYER_OUT_OF_RANGE if meaning is player_meant else rules.UNKNOWN_DIGIT
            self.findings.add(misspelt(self.text, node, written, right, rule, where, number))
        return right

    def round(
        self,
        number: int,
        values: dict[str, Any],
        rows: list[Row],
        before: list[Row],
        earlier: Sequence[Round],
    ) -> tuple[Round, list[Row]]:
        """Read a round; `before` are the rows of the `earlier` one, the last before it."""
        hands = [self.hand(number, seat, str(values["hand"][seat])) for seat in _SEATS]
        dealer, score = values["uchidashi"], values.get("score")
        played = Round(
            dealer=int(dealer),
            score=None if score is None else tuple(map(int, score)),
            hands=tuple(map(digits, hands)),
            goshi=None,
        )
        leaked = self.leaked(played, rows, before)
        if leaked:
            self.report_leaked(number, rows[:leaked])
            rows = rows[leaked:]
        played = self.with_opener(number, played, rows, earlier)
        record = self.record(number, played.dealer, rows)
        dealt = distinct_marks("".join(map(king_marks, hands)))
        kings = dealt + implied(played.hands, record, played.dealer, dealt) if dealt else ""
        return replace(played, record=record, kings=kings), rows

    def hand(self, number: int, seat: str, written: str) -> str:
        """The pieces of a hand."""
        where, node = f"/log/{number - 1}/hand/{seat}", self.of_round(number, "hand", seat)
        return self.meant(written, node, where, number, pieces_meant)

    def remember(self, number: int, plies: Sequence[tuple[Row, int]], places: Places) -> None:
        """Remember where the parts of a round stand; each row is so many plies."""
        for row, times in plies:
            ply = Ply(row.node.start, row.node.end, _spans(row), row.pointer)
            for _ in range(times):
                places.ply(number, ply)
        there, here = f"/log/{number - 1}", f"/rounds/{number - 1}"
        for field, key in (("", ""), ("/dealer", "/uchidashi"), ("/score", "/score")):
            self.add(here + field, there + key)
        self.add(f"{here}/hands", f"{there}/hand")
        self.add(f"{here}/record", f"{there}/game")
        for seat, key in enumerate(_SEATS):
            node = self.at(*split_pointer(f"{there}/hand/{key}"))
            quoted = self.text.content[node.start : node.start + 1] in ("'", '"')
            start = node.start + 1 if quoted else node.start
            places.add(f"{here}/hands/{seat}", start, node.end - quoted, f"{there}/hand/{key}")

    def add(self, field: str, shown: str) -> None:
        node = self.at(*split_pointer(shown))
        line_end = self.text.content.find("\n", node.start)
        end = node.end if line_end < 0 else min(node.end, line_end)
        self.places.add(field, node.start, end, shown)

    def leaked(self, played: Round, rows: list[Row], before: list[Row]) -> int:
        """How many first rows belong to the end of the round before.

        They do if the round can be played without them, but not with them.
        """
        most = min(len(rows), len(before), MOST_PLAYS)
        leaks = [
            count
            for count in range(most, 0, -1)
            if all(map(Row.same, rows[:count], before[-count:]))
        ]
        if not leaks or _playable(played, rows):
            return 0
        return next((count for count in leaks if _playable(played, rows[count:])), 0)

    def report_leaked(self, number: int, rows: list[Row]) -> None:
        many = f"the first {len(rows)} rows are" if len(rows) > 1 else "the first row is"
        why = f"{many} the end of round {number - 1} once more; read without"
        edits = [edit for row in rows if (edit := self.line_removed(row)) is not None]
        fix = Fix("remove the rows", edits=tuple(edits), safe=False)
        fix = fix if len(edits) == len(rows) else None
        self.report(codes.LEAKED_ROWS, why, rows[0].node, number, pointer=rows[0].pointer, fix=fix)

    def with_opener(
        self, number: int, played: Round, rows: list[Row], earlier: Sequence[Round]
    ) -> Round:
        """The round with its dealer: who plays first, if the round then goes on to its end.

        Where another dealer is written, that is reported, unless that one won the round before:
        then a play is missing.
        """
        first = rows[0].player if rows else played.dealer
        opened = replace(played, dealer=first)
        if first == played.dealer or not {first, played.dealer} <= {0, 1, 2, 3}:
            return played
        if played.dealer in map(_winner, earlier):
            return played
        found = _replayed(opened, rows)
        if found is None or found.end is None:
            return played
        why = f"player {played.dealer} is named as the dealer, but player {first} plays first"
        self.whole = False
        self.places.unknown(number, rules.DEALER_DOES_NOT_FOLLOW)
        node = self.at("log", number - 1, "uchidashi")
        pointer = f"/log/{number - 1}/uchidashi"
        self.report(rules.WRONG_DEALER, why, node, number, pointer=pointer, player=played.dealer)
        return opened

    def line_removed(self, row: Row) -> Edit | None:
        """Take away the lines of a row, None where they hold something else as well."""
        starts, base = [*self.text.starts(), len(self.text.content)], self.text.first_line
        start = starts[self.text.position(row.node.start)[0] - base]
        end = starts[self.text.position(row.node.end)[0] - base + 1]
        before = self.text.content[start : row.node.start].strip()
        after = self.text.content[row.node.end : end].strip()
        return edit(self.text, start, end, "") if (before, after) == ("-", "") else None

    def record(self, number: int, dealer: int, rows: list[Row]) -> str:
        """The digits of a round, its passes put in."""
        turn, record, cut, plies = dealer % 4, "", False, list[tuple[Row, int]]()
        self.places.later(number, partial(self.remember, number, plies))
        for row in rows:
            opening = not cut and not record and dealer in range(4)
            cut = not self.is_play(number, row, turn, opening) or cut
            if cut:
                continue
            passes = (row.player - turn) % 4
            plies.append((row, passes + 1))
            record += "0" * passes + digits("".join(row.pieces))
            turn = (row.player + 1) % 4
        return record

    def is_play(self, number: int, row: Row, turn: int, opening: bool) -> bool:
        """Whether a row can be a play at all; if not, say so."""
        found: tuple[Any, str] | None = None
        node, *items = row.node.items or [row.node]
        written = self.text.content[node.start : node.end]
        if row.player not in range(4):
            found = rules.PLAYER_OUT_OF_RANGE, f"{written} is no player: there are 0, 1, 2 and 3"
        elif opening and row.player != turn:
            why = f"player {row.player} plays first, but player {turn} opens"
            found = rules.WRONG_PLAYER, why
        elif any(piece not in DIGITS for piece in row.pieces):
            unknown, node = next(
                (piece, item)
                for piece, item in zip(row.pieces, items, strict=True)
                if piece not in DIGITS
            )
            found = rules.UNKNOWN_DIGIT, f"{unknown!r} is no piece: there are 王玉飛角金銀馬香し"
        if found is None:
            return True
        self.whole = False
        self.places.unknown(number, codes.ROUND_UNFINISHED)
        self.places.unknown(number + 1, rules.ROUNDS_MISSING)
        player = row.player if row.player in range(4) else None
        self.report(*found, node, number, pointer=row.pointer, player=player)
        return False


def _spans(row: Row) -> tuple[tuple[int, int], ...]:
    return tuple((item.start, item.end) for item in (row.node.items or [])[1:])


def _winner(played: Round) -> int | None:
    """Who won a round, None where that is not known."""
    end = replay_as_written(GoitaRules(), played).end
    return None if end is None or end.outcome is None else end.outcome.winner


def _playable(played: Round, rows: Sequence[Row]) -> bool:
    """Whether rows are legal play, as far as they go."""
    found = _replayed(played, rows)
    return found is not None and found.sound


def _replayed(played: Round, rows: Sequence[Row]) -> Replayed | None:
    """A round replayed with these rows, None where they are no plays."""
    turn, record = played.dealer, ""
    for row in rows:
        known = row.player in range(4) and all(piece in DIGITS for piece in row.pieces)
        if not known or (not record and row.player != turn):
            return None
        record += "0" * ((row.player - turn) % 4) + digits("".join(row.pieces))
        turn = row.player + 1
    return replay_as_written(GoitaRules(), replace(played, record=record))


def added(written: Record, completed: Record) -> Iterator[Finding]:
    """Say which rounds turned out to stop before their end."""
    for number, (before, after) in enumerate(
        zip(written.rounds, completed.rounds, strict=True), start=1
    ):
        if before.result is None and after.result is not None and after.result.end == "unfinished":
            why = "the round is not played to its end"
            yield Place(number).finding(codes.ROUND_UNFINISHED, why, "/record")


def write(record: Record) -> str:
    """Write a match.

    Raises CannotHold where pieces are hidden, or an action is no play.
    """
    names = record.players or ("", "", "", "")
    lines = ["version: 1.0"]
    lines += (f"{seat}: {_quoted(name)}" for seat, name in zip(_SEATS, names, strict=True))
    lines.append("log:")
    for played in record.rounds:
        if not played.unplayed:
            lines += _round_lines(played)
    if lines[-1] == "log:":
        raise CannotHold("goita/yaml cannot hold a match without a single play")
    return "\n".join(lines) + "\n"


def _round_lines(played: Round) -> Iterator[str]:
    require_deal(played, NOTATION.id)
    yield " - hand:"
    for seat, (hand, kings) in enumerate(
        zip(played.hands, in_hands(played.hands, played.kings), strict=True)
    ):
        yield f'     p{seat}: "{_written(hand, kings)}"'
    yield f"   uchidashi: {played.dealer}"
    if played.score is not None:
        yield f"   score: [{','.join(map(str, played.score))}]"
    rows = [
        ((played.dealer + number) % 4, ply)
        for number, ply in enumerate(split_plies(played.record))
        if ply != "0"
    ]
    yield "   game:" if rows else "   game: []"
    for seat, ply in rows:
        if len(ply) != 2:
            raise CannotHold("goita/yaml cannot hold a play without its attack")
        yield f'    - ["{seat}","{_written(ply[0])}","{_written(ply[1])}"]'


def _written(pieces: str, kings: str = "") -> str:
    text = characters(pieces, kings)
    if any(character not in DIGITS or character == "裏" for character in text):
        raise CannotHold("goita/yaml cannot hold hidden or unknown pieces")
    return text


_UNPRINTABLE = re.compile(
    "[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def _quoted(name: str) -> str:
    """A string in double quotes, which YAML shares with JSON but for some unprintables."""
    return _UNPRINTABLE.sub(
        lambda match: f"\\u{ord(match[0]):04x}", json.dumps(name, ensure_ascii=False)
    )


_UNSUPPORTED = unsupported(
    "title",
    "times",
    "options",
    "winner",
    "winners",
    "declarations",
    "special rounds",
    "last passes",
    "results",
    "gaps",
    "fouls",
    "variations",
    king_marks="which of 王 and 玉 in one hand was played first",
)

NOTATION = Notation(
    id="goita/yaml",
    title="YAML of ごいたオンライン, version 1.0",
    suffix=".yaml",
    unsupported=_UNSUPPORTED,
    read=read,
    write=write,
    complete=partial(complete, unsupported=_UNSUPPORTED),
    added=added,
    between="---\n",
    medium="yaml",
    schema="goita/yaml",
)
