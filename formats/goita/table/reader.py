"""Reads the table of the 2015 proposal: a match round by round, a round that is wrong line by line.

What cannot be read of a round is taken for unknown: a hand for a hidden one, a play for the end of
what is recorded. The rest is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....findings import Finding, Fix, Rule
from ....replayer.goita import codes as rules
from ....replayer.goita.pieces import HAND_SIZE, HIDDEN, NOTHING
from ....replayer.goita.record import Record, Round, distinct_marks
from ... import codes as file_codes
from ...found import Found
from ...interface.notation import Notation, Reading, placed_later
from ...text.grammar import parse
from ...text.lines import LineOfText, unquoted
from ...text.place import edit, place, replacing
from ...text.text import Text
from .. import codes
from ..json.values import match_of
from ..lines import Places, Ply
from ..pieces import DIGITS, digits, king_marks, rewritten
from ..wording import in_characters
from .parts import (
    Player,
    Table,
    heads_of,
    is_head_behind_first,
    names_in,
    names_of,
    seated,
    table_of,
    written_name,
)
from .plain import DEALER, GRAMMAR, plain_match
from .words import HEAD_LINE, is_nearly_head, is_stray, ordinal, respell, respell_dealer

if TYPE_CHECKING:
    from lark import Token

_TERMINALS = {
    "HEAD": "the line player hand",
    "TURN": "the line turn with the players",
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
_KINDS = {
    "player": re.compile(r"[0-9]+\.|.*[王玉飛角金銀馬香し裏]{6}"),
    "turns": re.compile(r"turn(\s|\Z)"),
}
"""How the lines of a round begin; any other is a turn."""
_ORDINAL = re.compile(r"[0-9]+(?:st|nd|rd|th)")
_CELL = re.compile(
    r"(?P<FACE_DOWN_PLAY>☗[王玉飛角金銀馬香し裏]☖[王玉飛角金銀馬香し])"
    r"|(?P<RECEIVING_PLAY>☖[王玉飛角金銀馬香し]☖[王玉飛角金銀馬香し])|(?P<PASS>なし)"
)


class MatchReader:
    """One match, as it is read round by round.

    `known` are the findings for line breaks, which are read on as they are due. `dealers` are the
    players who may deal, by the round where the text leaves that open.
    """

    def __init__(self, text: Text, notation: Notation[Record], known: Sequence[Finding]) -> None:
        self.text = text
        self.notation = notation
        self.findings = Found(known)
        self.places = Places(text, in_characters, rewritten)
        self.names: tuple[str, ...] | None = None
        self.whole = not known
        self.dealers: dict[int, Sequence[int]] = {}

    def reading(self, match: Sequence[LineOfText]) -> Reading[Record]:
        """Read a match."""
        record = None if self.findings else plain_match(self.text, match)
        if record is None:
            return self.explained(match)
        return Reading(self.notation, [], record, place=placed_later(lambda: self.explained(match)))

    def explained(self, match: Sequence[LineOfText]) -> Reading[Record]:
        """Read a match, and say everything that is wrong with it."""
        heads = heads_of(match)
        if not heads:
            why = "a match needs the line player hand before its hands"
            self.refuse(file_codes.TEXT_SYNTAX, why, match[0].start, match[0].end)
            return Reading(self.notation, self.findings.all(), whole=False)
        title = self.title(match[: heads[0]])
        ends = zip(heads, [*heads[1:], len(match)], strict=True)
        tables = [self.table(match[first:after]) for first, after in ends]
        self.names = names_of(tables)
        rounds = [self.round(table, number) for number, table in enumerate(tables, start=1)]
        header = {"title": title, "players": self.names}
        records = [match_of(each, **header) for each in self.alternatives(rounds)]
        first_one, *others = [each for each in records if each is not None]
        return Reading(
            self.notation,
            self.findings.all(),
            first_one,
            self.whole,
            self.places.place_known,
            others=tuple(others),
        )

    def alternatives(self, rounds: list[Round]) -> Iterator[list[Round]]:
        """The rounds with each player who may deal where that is not clear."""
        for choice in range(max(map(len, self.dealers.values()), default=1)):
            yield [
                replace(each, dealer=self.dealers[number][choice % len(self.dealers[number])])
                if number in self.dealers
                else each
                for number, each in enumerate(rounds, start=1)
            ]

    def refuse(self, rule: Rule, why: str, start: int, end: int, due: str | None = None) -> None:
        """Report what keeps a part of the match from being read."""
        self.whole = False
        self.report(rule, why, start, end, due)

    def report(self, rule: Rule, why: str, start: int, end: int, due: str | None = None) -> None:
        """Report what is wrong with a span; `due` is what should certainly stand there."""
        fix = None
        if due is not None:
            fix = Fix(f"write {due}", edits=replacing(self.text, start, end, due))
        self.findings.add(place(Finding(rule=rule, message=why, fix=fix), self.text, start, end))

    def title(self, before: Sequence[LineOfText]) -> str | None:
        """The name of the match."""
        if len(before) > 1:
            why = "one line, the name of the match, may stand before player hand"
            self.refuse(file_codes.TEXT_SYNTAX, why, before[1].start, before[1].end)
        return unquoted(before[0].content) if before else None

    # The lines of a round

    def table(self, block: Sequence[LineOfText]) -> Table:
        """The parts of a round; if it does not follow the grammar, those of each line that does."""
        start, end = block[0].start, block[-1].end
        if is_head_behind_first(block):
            why = "the line player hand is due before that of player 0"
            self.refuse(file_codes.TEXT_SYNTAX, why, block[1].start, block[1].end)
            return self.by_line([block[0], *block[2:]], start)
        if is_nearly_head(block[0].content):
            why = f"{block[0].content!r} stands where the line player hand is due"
            span = block[0].start, block[0].end
            self.refuse(file_codes.TEXT_SYNTAX, why, *span, "player hand")
            return self.by_line(block, block[0].start)
        if block[0].content.startswith("0."):
            why = "the line player hand is missing before that of player 0"
            fix = Fix("add player hand", edits=(edit(self.text, start, start, f"{HEAD_LINE}\n"),))
            self.whole = False
            finding = Finding(rule=file_codes.TEXT_SYNTAX, message=why, fix=fix)
            finding = place(finding, self.text, start, start)
            self.findings.add(finding)
            return self.by_line(block, start, finding.line)
        tree = parse(GRAMMAR, "round", self.text, (start, end), _TERMINALS, respell)
        if not isinstance(tree, Finding):
            return table_of(start, tree)
        self.whole = False
        self.findings.add(tree)
        if tree.rule is not file_codes.TEXT_SYNTAX:
            return Table(start, [{} for _ in range(4)], [], [], whole=False)
        return self.by_line(block, start, tree.line)

    def by_line(self, block: Sequence[LineOfText], start: int, known: int | None = None) -> Table:
        """What can be read of the lines of a round; what is wrong in one of them is known."""
        found = Table(start, [{} for _ in range(4)], [], [], whole=False)
        players: list[Player] = []
        strays: list[int] = []
        for line in block if block[0].content.startswith("0.") else block[1:]:
            self.read_line(line, found, players, self.text.position(line.start)[0] == known)
            strays += [len(found.rows)] if is_stray(line.content) else []
        self.seat_players(found, players)
        found.lose_turns(strays)
        return found

    def read_line(self, line: LineOfText, found: Table, players: list[Player], known: bool) -> None:
        """Read a line on its own; what is wrong is reported unless it is `known`."""
        kinds = (kind for kind, begins in _KINDS.items() if begins.match(line.content))
        kind = next(kinds, "row")
        tree = parse(GRAMMAR, kind, self.text, (line.start, line.end), _TERMINALS, respell)
        if isinstance(tree, Finding):
            if not known:
                self.findings.add(tree)
            if kind == "player":
                players.append(self.part_of_player(line, found.start))
            elif kind == "row" and not is_stray(line.content):
                row, whole = self.part_of_row(line, found.start)
                found.rows.append(row)
                if not whole and found.cut is None:
                    found.cut = len(found.rows)
            return
        tokens: list[Any] = list(tree.children)
        for token in tokens:
            token.start_pos += line.start - found.start
        if kind == "player":
            players.append({token.type: token for token in tokens})
        elif kind == "turns":
            found.columns = found.columns or tokens[1:]
        else:
            found.rows.append(tokens)

    def part_of_player(self, line: LineOfText, start: int) -> Player:
        """The seat of a player whose line is wrong, and whether it is said to deal."""
        from lark import Token

        found: Player = {}
        for kind, pattern in (("SEAT", r"[0-9]+\."), ("DEALER", re.escape(DEALER))):
            match = re.search(pattern, line.content)
            if match:
                at = line.start - start + match.start()
                found[kind] = Token(kind, match[0], start_pos=at)
        return found

    def part_of_row(self, line: LineOfText, start: int) -> tuple[list[Token], bool]:
        """The number of a turn, "" if it is missing, its actions, and whether all can be read."""
        from lark import Token

        found: list[Token] = []
        for word in re.finditer(r"\S+", line.content):
            at, cell = line.start - start + word.start(), _CELL.fullmatch(word[0])
            if not found:
                found.append(Token("ORDINAL", "" if cell else word[0], start_pos=at))
                if cell is None and not set("☗☖な") & set(word[0]):
                    continue  # Otherwise an action may stand in the same word.
            if cell is None:
                return found, False
            found.append(Token(str(cell.lastgroup), word[0], start_pos=at))
        return found, True

    def seat_players(self, found: Table, players: list[Player]) -> None:
        """Give each line of a player its seat; where there are not four, by its number."""
        if len(players) == 4:
            found.players = players
            return
        for player in players:
            seat = player.get("SEAT", "")[:-1]
            if seat in ("0", "1", "2", "3"):
                found.players[int(seat)] = player

    # A round

    def round(self, table: Table, number: int) -> Round:
        """A round; what of it could not be read is unknown."""
        here = f"/rounds/{number - 1}"
        self.places.add(here, table.start, table.start + len("player"))
        if not table.whole:
            self.places.unknown(number, rules.ROUNDS_MISSING)
        for seat, player in enumerate(table.players):
            if "HAND" in player:
                self.places.add(f"{here}/hands/{seat}", *table.span(player["HAND"]))
        self.check_seats(table)
        names = self.check_names(table)
        dealer = self.dealer(table, names, number)
        hands = [str(player.get("HAND", "")) for player in table.players]
        actions = self.actions(table)
        return Round(
            dealer=dealer,
            hands=tuple(digits(hand) if hand else HIDDEN * HAND_SIZE for hand in hands),
            record=self.record(table, actions, number),
            goshi=None,
            kings=distinct_marks(king_marks("".join([*hands, *actions]))) if table.whole else "",
        )

    def check_seats(self, table: Table) -> None:
        """Report players who stand out of their order, and marks of the dealer that are none."""
        if not table.whole:
            return
        numbers = [player["SEAT"] for player in table.players]
        wrong = [(seat, each) for seat, each in enumerate(numbers) if each != f"{seat}."]
        for seat, written in wrong[:1]:
            why = f"{str(written)!r} stands where {seat}. is due"
            if len(wrong) == 1:
                self.report(file_codes.TEXT_SYNTAX, why, *table.span(written), f"{seat}.")
            else:
                why = f"{why}: the players stand in order"
                self.refuse(file_codes.TEXT_SYNTAX, why, *table.span(written))
                table.players = seated(table.players, self.names)
        for player in table.players:
            name = player.get("NAME", "")
            right = next(respell_dealer(name), name)
            if right != name:
                why = f"{str(name)!r} stands where {right} is due"
                self.refuse(file_codes.TEXT_SYNTAX, why, *table.span(player["NAME"]), right)
                player["DEALER"] = player["NAME"]
                player["NAME"] = player["NAME"].update(value=right.removesuffix(DEALER))

    def check_names(self, table: Table) -> tuple[str, ...] | None:
        """The names in a round, None without any; the first that is another elsewhere is reported.

        A name that is misspelt here is taken for the one that stands elsewhere.
        """
        if not all("HAND" in player for player in table.players):
            return self.names
        if self.names is None:
            self.check_nameless(table)
            return None
        names = names_in(table.players)
        others = [seat for seat in range(4) if names[seat] != self.names[seat]]
        for seat in others[:1]:
            token, known = table.players[seat].get("NAME"), written_name(self.names[seat])
            why = f"{str(token)!r} stands here, and {known} elsewhere"
            if token is None:
                why = f"player {seat} has no name here, and is {known} elsewhere"
                token = table.players[seat]["SEAT"]
            self.refuse(codes.NAMES_DISAGREE, why, *table.span(token))
        if not any(names):
            return None
        return names if len(others) > 1 else self.names

    def check_nameless(self, table: Table) -> None:
        """Report the first player with a name, where players have none."""
        for player in table.players:
            if "NAME" in player:
                why = f"{str(player['NAME'])!r} stands here, and the other players have no names"
                self.refuse(codes.NAMES_DISAGREE, why, *table.span(player["NAME"]))
                return

    def dealer(self, table: Table, names: tuple[str, ...] | None, number: int) -> int:
        """The player who deals: as marked, and as the columns stand."""
        unnamed = any("NAME" in player for player in table.players) or not table.whole
        if names is None and unnamed:
            names = ("",) * 4  # Some line of a player cannot be read, and so no name is known.
        said = names if names is not None else ("0", "1", "2", "3")
        columns = tuple(unquoted(each) for each in table.columns)
        first = [seat for seat in range(4) if columns == said[seat:] + said[:seat]]
        if not first and columns and said.count(columns[0]) == 1:
            first = [said.index(columns[0])]
        marked = [seat for seat, player in enumerate(table.players) if "DEALER" in player]
        if len(marked) == 1:
            differs = self.check_columns(table, said, marked[0])
            if differs and first:
                self.dealers[number] = [marked[0], *first]
            return marked[0]
        if marked:
            second = table.players[marked[1]]["DEALER"]
            self.refuse(file_codes.TEXT_SYNTAX, "two players deal", *table.span(second))
        elif table.whole:
            self.report_no_dealer(table, first)
        may = first or marked or range(4)
        if len(may) > 1:
            self.dealers[number] = may
        return may[0]

    def report_no_dealer(self, table: Table, first: Sequence[int]) -> None:
        """Report that nobody is marked as the dealer; `first` is the player of the first column."""
        if len(first) != 1:
            start, end = table.span(table.players[0]["SEAT"])
            self.refuse(file_codes.TEXT_SYNTAX, "no player is marked with (dealer)", start, end)
            return
        player = table.players[first[0]]
        _, end = table.span(player.get("NAME", player["SEAT"]))
        who = written_name(unquoted(player.get("NAME", str(first[0]))))
        why = f"(dealer) is missing behind {who}, who plays first by the line turn"
        mark = DEALER if "NAME" in player else f" {DEALER}"
        self.report(file_codes.TEXT_SYNTAX, why, end, end, mark)

    def check_columns(self, table: Table, said: tuple[str, ...], dealer: int) -> bool:
        """Report where the columns do not stand from the dealer on.

        A name that is another one in the player's line, too, was reported there.
        """
        for column, written in enumerate(table.columns if any(said) else ()):
            seat = (dealer + column) % 4
            due, in_line = said[seat], unquoted(table.players[seat].get("NAME", ""))
            if unquoted(written) not in (due, in_line):
                why = f"{str(written)!r} stands where {written_name(due)} is due"
                if unquoted(written) in said:
                    why += ": the columns stand from the dealer on"
                self.refuse(codes.NAMES_DISAGREE, why, *table.span(written))
                return True
        return False

    def actions(self, table: Table) -> list[Token]:
        """The actions in their order, up to where some are missing."""
        actions: list[Token] = []
        self.drop_repeated(table)
        numbers = [row[0] for row in table.rows]
        right = [ordinal(number) for number in range(1, len(numbers) + 1)]
        wrong = [at for at, each in enumerate(numbers) if each and each != right[at]]
        for at, (written, *taken) in enumerate(table.rows):
            if at + 1 == table.cut:
                return [*actions, *taken]
            due, why = right[at], None
            if at in wrong and _ORDINAL.fullmatch(written):
                why = f"{str(written)!r} stands where {due} is due"
                # Of the last two turns one may be missing, too.
                alone = wrong == [at] and (at + 1 < len(numbers) or written != ordinal(at + 2))
                if alone or written.rstrip("stndrh") == str(at + 1):
                    self.report(file_codes.TEXT_SYNTAX, why, *table.span(written), due)
                    why = None
                elif at + 1 < len(numbers) and numbers[at + 1] == right[at + 1]:
                    self.refuse(file_codes.TEXT_SYNTAX, why, *table.span(written), due)
                    why = None
                else:
                    why += ": the turns are counted from 1"
            if why is None and (len(taken) > 4 or (len(taken) < 4 and at + 1 < len(table.rows))):
                why = f"a turn has four actions, one a player, and this one has {len(taken)}"
            if why is not None:
                self.refuse(file_codes.TEXT_SYNTAX, why, *table.span(written))
                break
            actions += taken
        return actions

    def drop_repeated(self, table: Table) -> None:
        """Report turns that are written twice, one behind the other, and read them once."""
        for at in range(len(table.rows) - 1, 0, -1):
            if table.rows[at] == table.rows[at - 1] and table.rows[at][0] == ordinal(at):
                again = table.rows.pop(at)
                why = f"the turn {again[0]} stands here again"
                self.refuse(file_codes.TEXT_SYNTAX, why, *table.span(again[0]))
                if table.cut is not None and table.cut > at:
                    table.cut -= 1

    def record(self, table: Table, actions: Sequence[Token], number: int) -> str:
        """The digits of the actions; marks that do not fit are reported."""
        record, lost = "", False
        for action in actions:
            start, end = table.span(action)
            leading = not record or record.endswith(NOTHING * 3)
            if action.type == "PASS":
                lost = lost or leading  # Nobody may pass here: what is due next is not known.
                self.places.ply(number, Ply(start, end))
                record += NOTHING
                continue
            self.places.ply(number, Ply(start, end, ((start + 1, start + 2), (start + 3, end))))
            if not lost and leading != (action.type == "FACE_DOWN_PLAY"):
                right = "☗ (face-down)" if leading else "☖ (received)"
                why = f"this piece is marked {action[0]}, but {right} is due"
                self.report(codes.WRONG_MARK, why, start, start + 1, right[0])
            record += DIGITS[action[1]] + DIGITS[action[3]]
        return record
