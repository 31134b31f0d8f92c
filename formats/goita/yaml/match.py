"""Read a match of ごいたオンライン round by round, from the values of its YAML.

Passes are not written in it; they follow from the seats of the players who play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from msgspec.structs import replace

from ....findings import Edit, Finding, Fix
from ....replayer.goita import codes as rules
from ....replayer.goita.check.recorded import Replayed, replay
from ....replayer.goita.pieces import HIDDEN
from ....replayer.goita.record import Record, Round, distinct_marks
from ....replayer.goita.rules import GoitaRules
from ... import codes as file_codes
from ...document.tree import Node, find, pointer, split_pointer
from ...found import Found
from ...interface.notation import Notation, Reading
from ...text.comments import MARK, spans_in_yaml
from ...text.place import edit, place
from ...text.text import Text
from .. import codes
from ..kings import implied
from ..lines import Places, Ply
from ..pieces import DIGITS, digits, king_marks, rewritten
from ..wording import in_characters
from .comments import noted, slots
from .words import SEATS, Row, misspelt, piece_meant, pieces_meant, player_meant

_FIELDS = {
    "": "",
    "/dealer": "/uchidashi",
    "/score": "/score",
    "/hands": "/hand",
    "/record": "/game",
}
"""Pointers to the parts of a round in the record, and the same parts in the text."""
_PLAYERS = {"0": 0, "1": 1, "2": 2, "3": 3}

MOST_PLAYS = 13
"""The maximum number of plays in a round: a player's fourth play ends it."""


class Match:
    """One match, read round by round.

    It is read from plain values. The tree is only needed to report or locate something.
    """

    def __init__(self, text: Text, tree: Callable[[], Node], notation: Notation[Record]) -> None:
        self.text = text
        self._tree = tree
        self.notation = notation
        self.findings = Found()
        self.places = Places(text, in_characters, rewritten)
        self.whole = True
        self._plies: list[list[tuple[Row, int]]] = []
        """The rows that make up each round, and how many plies each row counts for."""

    @cached_property
    def root(self) -> Node:
        """The match, with the places of its values in the text."""
        return self._tree()

    def at(self, *path: str | int) -> Node:
        """Return a part of the match or, if it is missing, its nearest existing parent."""
        return find(self.root, list(map(str, path)))[0]

    def written(self, *path: str | int) -> str:
        """Return a part of the match as written."""
        node = self.at(*path)
        return self.text.content[node.start : node.end]

    def reading(
        self,
        values: dict[str, Any],
        lost: bool = False,
        span: tuple[int, int] | None = None,
    ) -> Reading[Record]:
        """Return the match from values that fit the schema, with hidden pieces for `lost` parts.

        `span` is the part of the text that holds it and its comments.
        """
        self.check_scores(values["log"], lost)
        names = tuple([self.name(seat, values[seat]) for seat in SEATS])
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
        if span is not None and MARK in self.text.content[slice(*span)]:
            record = self.annotated(record, span)
        return Reading(
            self.notation, self.findings.all(), record, self.whole, self.places.place_known
        )

    def annotated(self, record: Record, span: tuple[int, int]) -> Record:
        """Return the match with the comments in a span of the text that are about it."""
        start = span[0]
        found = [
            (start + at, start + end) for at, end in spans_in_yaml(self.text.content[slice(*span)])
        ]
        if not found:
            return record
        texts = slots(self.text, self.root, found)
        rounds: list[Round] = []
        for number, (played, rows) in enumerate(zip(record.rounds, self._plies, strict=True)):
            ply, plies = 0, dict[int, int]()
            for row, times in rows:
                ply += times
                plies[row.index] = ply
            notes = noted(texts, number, plies)
            rounds.append(replace(played, annotations=notes) if notes else played)
        return replace(record, rounds=tuple(rounds), annotations=noted(texts, None, {}))

    def check_scores(self, rounds: Sequence[dict[str, Any]], lost: bool) -> None:
        """Report a round without a score, unless no round has one, as in a different notation.

        A score in `lost` is present but unreadable.
        """
        missing = [number for number, each in enumerate(rounds, start=1) if "score" not in each]
        if lost:
            missing = [each for each in missing if not self.at("log", each - 1).named("score")]
        for number in missing if len(missing) < len(rounds) else ():
            node, where = self.at("log", number - 1), pointer("log", number - 1)
            self.report(
                file_codes.MISSING_KEY, 'the key "score" is missing', node, number, pointer=where
            )
            self.whole = False

    def report(self, rule: Any, why: str, node: Node, number: int, **details: Any) -> None:
        """Report what is wrong with a part of a round, at the part's first line."""
        finding = Finding(rule=rule, message=why, round=number, **details)
        end = min(node.end, self.text.content.find("\n", node.start) % (len(self.text.content) + 1))
        self.findings.add(place(finding, self.text, node.start, end))

    def name(self, seat: str, value: object) -> str:
        """Return the name of a player; an unquoted `1.50` is a name, not a number."""
        if value is None or isinstance(value, str):
            return value or ""
        return self.written(seat)

    def rows(self, number: int, values: Sequence[Any]) -> list[Row]:
        """Return the plays of a round, with misspelt words corrected."""
        rows: list[Row] = []
        for index, written in enumerate(values):
            player, first, second = map(str, written)
            if player not in _PLAYERS or first not in DIGITS or second not in DIGITS:
                row = "log", number - 1, "game", index
                player = self.meant(player, player_meant, number, row, 0)
                first = self.meant(first, piece_meant, number, row, 1)
                second = self.meant(second, piece_meant, number, row, 2)
            rows.append(Row(_PLAYERS.get(player, -1), (first, second), number, index))
        return rows

    def meant(
        self,
        written: str,
        meaning: Callable[[str], str],
        number: int,
        path: Sequence[str | int],
        *part: int,
    ) -> str:
        """Return the meaning of a word in the value at a path; report the word if it is misspelt.

        `part` leads from that value to the word.
        """
        right = meaning(written)
        if right != written:
            rule = rules.PLAYER_OUT_OF_RANGE if meaning is player_meant else rules.UNKNOWN_DIGIT
            node, where = self.at(*path, *part), pointer(*path)
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
        """Read a round; `before` has the rows of the last of the `earlier` rounds."""
        hands = [
            self.meant(
                values["hand"][seat], pieces_meant, number, ("log", number - 1, "hand", seat)
            )
            for seat in SEATS
        ]
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

    def remember(self, number: int, plies: Sequence[tuple[Row, int]], places: Places) -> None:
        """Remember the places of a round's parts; `plies` is the number of plies in each row."""
        there, here = f"/log/{number - 1}", f"/rounds/{number - 1}"
        of_round = self.at("log", number - 1)
        places.add(here, of_round.start, of_round.start + 1, there)
        rows = self.at("log", number - 1, "game").items or []
        for row, times in plies:
            node = rows[row.index]
            pieces = tuple([(item.start, item.end) for item in (node.items or [])[1:]])
            ply = Ply(node.start, node.end, pieces, f"{there}/game/{row.index}")
            for _ in range(times):
                places.ply(number, ply)
        for field, key in _FIELDS.items():
            self.add(here + field, find(of_round, split_pointer(key))[0], there + key)
        for seat, key in enumerate(SEATS):
            node = self.at("log", number - 1, "hand", key)
            quoted = self.text.content[node.start : node.start + 1] in ("'", '"')
            start = node.start + 1 if quoted else node.start
            places.add(f"{here}/hands/{seat}", start, node.end - quoted, f"{there}/hand/{key}")

    def add(self, field: str, node: Node, shown: str) -> None:
        """Remember where a field of the record is: on its first line."""
        line_end = self.text.content.find("\n", node.start)
        end = node.end if line_end < 0 else min(node.end, line_end)
        self.places.add(field, node.start, end, shown)

    def leaked(self, played: Round, rows: list[Row], before: list[Row]) -> int:
        """Return how many of the first rows belong to the end of the previous round.

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
        """Report rows that belong to the end of the previous round."""
        many = f"the first {len(rows)} rows repeat" if len(rows) > 1 else "the first row repeats"
        why = f"{many} the end of round {number - 1}; not read"
        edits = [edit for row in rows if (edit := self.line_removed(row)) is not None]
        fix = Fix("remove the rows", edits=tuple(edits), safe=False)
        fix = fix if len(edits) == len(rows) else None
        node, where = self.at(*rows[0].path), pointer(*rows[0].path)
        self.report(codes.LEAKED_ROWS, why, node, number, pointer=where, fix=fix)

    def with_opener(
        self, number: int, played: Round, rows: list[Row], earlier: Sequence[Round]
    ) -> Round:
        """Return the round with its dealer: the first to play, if the round then runs to its end.

        If the text names a different dealer, report that, unless the named player won the previous
        round, in which case a play is missing.
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
        """Return edits that remove the lines of a row, or None if they hold anything else."""
        node = self.at(*row.path)
        starts, base = [*self.text.starts(), len(self.text.content)], self.text.first_line
        start = starts[self.text.position(node.start)[0] - base]
        end = starts[self.text.position(node.end)[0] - base + 1]
        before = self.text.content[start : node.start].strip()
        after = self.text.content[node.end : end].strip()
        return edit(self.text, start, end, "") if (before, after) == ("-", "") else None

    def record(self, number: int, dealer: int, rows: list[Row]) -> str:
        """Return the digits of a round, including its passes."""
        turn, record, cut, plies = dealer % 4, "", False, list[tuple[Row, int]]()
        self._plies.append(plies)
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
        """Return whether a row can be a play at all, and report it if not."""
        part = 0
        if row.player not in range(4):
            rule = rules.PLAYER_OUT_OF_RANGE
            why = f"{self.written(*row.path, 0)} is not a player: expected 0, 1, 2 or 3"
        elif opening and row.player != turn:
            rule = rules.WRONG_PLAYER
            why = f"player {row.player} plays first, but player {turn} opens"
        else:
            part = 1 if row.pieces[0] not in DIGITS else 2
            unknown = row.pieces[part - 1]
            if unknown in DIGITS:
                return True
            rule = rules.UNKNOWN_DIGIT
            why = f"{unknown!r} is not a piece: expected one of 王玉飛角金銀馬香し"
        self.whole = False
        self.places.unknown(number, codes.ROUND_UNFINISHED)
        self.places.unknown(number + 1, rules.ROUNDS_MISSING)
        player = row.player if row.player in range(4) else None
        node, where = self.at(*row.path, part), pointer(*row.path)
        self.report(rule, why, node, number, pointer=where, player=player)
        return False


def _winner(played: Round) -> int | None:
    """Return the winner of a round, or None if unknown."""
    end = replay(GoitaRules(), played).end
    return None if end is None or end.outcome is None else end.outcome.winner


def _playable(played: Round, rows: Sequence[Row]) -> bool:
    """Return whether rows are legal play as far as they go."""
    found = _replayed(played, rows)
    return found is not None and found.sound


def _replayed(played: Round, rows: Sequence[Row]) -> Replayed | None:
    """Return a round replayed with these rows, or None if they are not plays."""
    turn, record = played.dealer, ""
    for row in rows:
        known = row.player in range(4) and all(piece in DIGITS for piece in row.pieces)
        if not known or (not record and row.player != turn):
            return None
        record += "0" * ((row.player - turn) % 4) + digits("".join(row.pieces))
        turn = row.player + 1
    return replay(GoitaRules(), replace(played, record=record))
