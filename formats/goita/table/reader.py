"""Read the table of the 2015 proposal, match by match.

An unreadable hand counts as hidden, and the recorded play ends before an unreadable action.
Everything else is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ....findings import Finding, Fix, Rule
from ....replayer.goita import codes as rules
from ....replayer.goita.check.recorded import replay
from ....replayer.goita.pieces import HAND_SIZE, HIDDEN, NOTHING
from ....replayer.goita.record import GYOKU, Record, Round, distinct_marks
from ....replayer.goita.rules import GoitaRules
from ... import codes as file_codes
from ...found import Found
from ...interface.notation import Notation, Reading, Unsound, reads_on
from ...text.grammar import follows, grammar, terminals
from ...text.lines import unquoted
from ...text.place import place, replacing
from ...text.text import Text
from .. import codes
from ..detect import HEAD
from ..json.values import match_of
from ..lines import Places, Ply
from ..pieces import DIGITS, digits, king_marks, rewritten
from ..wording import in_characters
from .parts import (
    PLAYERS,
    Player,
    Span,
    Table,
    Turn,
    Word,
    by_number,
    names_of,
    player_line,
    words_of_turn,
)
from .words import DEALER, GRAMMAR, PASS, ordinal, written_name

if TYPE_CHECKING:
    from ...text.language import GrammarLanguage
    from ...text.slips import MendedText

_LINE = re.compile(r"\S(?:[^\r\n]*\S)?")
_ALWAYS = (rules.ATTACKER_MAY_NOT_PASS, rules.NOT_IN_HAND, rules.RECEIVE_MUST_MATCH)
"""Rules about actions that no option changes."""
_COLUMNS, _TURNS = 1 + PLAYERS, 2 + PLAYERS
"""How many lines of a round precede the `turn` line, and how many precede the first turn."""


def _record(actions: Sequence[str]) -> str:
    """Return the digits of actions."""
    plays = (
        NOTHING if len(each) == 2 else f"{DIGITS[each[1]]}{DIGITS[each[3]]}" for each in actions
    )
    return "".join(plays)


@cache
def _language(lacks_dealer: bool) -> GrammarLanguage:
    from ...text.language import GrammarLanguage
    from . import words

    parser = grammar(GRAMMAR, "rounds")
    missing, texts, other = words.MISSING, words.TEXTS, words.OTHER
    respell = words.respell_as_dealer if lacks_dealer else words.respell
    return GrammarLanguage(parser, "rounds", missing, respell, texts, words.stand_ins, other)


class MatchReader:
    """One match, read round by round.

    `dealers` maps each round whose dealer is unclear to the possible dealers.
    """

    def __init__(self, text: Text, notation: Notation[Record], start: int, end: int) -> None:
        """Prepare to read the match between two offsets of the text."""
        self.text, self.start, self.end = text, start, end
        self.notation = notation
        self.findings = Found()
        self.names: tuple[str, ...] | None = None
        self.whole = True
        self.dealers: dict[int, Sequence[int]] = {}
        self.tables: list[Table] = []
        self.mended: MendedText | None = None
        self.lacks_passes = False  # whether the missing passes have been reported
        self._places: Places | None = None

    def reading(self) -> Reading[Record]:
        """Read the match."""
        content = f"{self.text.content[self.start : self.end]}\n"
        if not follows(GRAMMAR, "match", content, most=len(content)):
            self.mend()
        lines = list(_LINE.finditer(self.text.content, self.start, self.end))
        heads = [at for at, line in enumerate(lines) if line[0][0] == "p" and HEAD.match(line[0])]
        title = unquoted(lines[0][0]) if heads and heads[0] else None
        self.tables = [
            self.table(lines[first:after])
            for first, after in zip(heads, [*heads[1:], len(lines)], strict=False)
        ]
        self.names = names_of(self.tables)
        rounds = [self.round(table, number) for number, table in enumerate(self.tables, start=1)]
        header = {"title": title, "players": self.names}
        records = [match_of(each, **header) for each in self.alternatives(rounds)]
        first_one, *others = records
        return Reading(
            self.notation,
            self.findings.all(),
            first_one,
            self.whole,
            self.place,
            others=tuple([each for each in others if each is not None]),
        )

    def mend(self) -> None:
        """Mend the text, and report anything wrong with it."""
        if not reads_on():
            raise Unsound
        from ...text.slips import MendedText
        from .words import NAMES, is_head

        first = _LINE.search(self.text.content, self.start)
        has_title = first is not None and not (first[0].startswith("0.") or is_head(first[0]))
        start = first.end() + 1 if first is not None and has_title else self.start
        content = self.text.content[start : self.end]
        language = _language(content.count(DEALER) < content.count("turn"))
        mended = MendedText(self.text, start, self.end, language, NAMES, tail="\n")
        self.whole = not mended.findings
        for each in mended.findings:
            self.findings.add(each)
        self.text, self.end, self.mended = mended, mended.stop, mended

    def is_known(self, start: int, end: int) -> bool:
        """Return whether the meaning of part of the text is known."""
        return self.mended is None or self.mended.is_known(start, end)

    def is_mended(self, start: int, end: int) -> bool:
        """Return whether anything was mended in part of the text."""
        return self.mended is not None and self.mended.is_mended(start, end)

    def alternatives(self, rounds: list[Round]) -> Iterator[list[Round]]:
        """Yield the rounds, once for each possible dealer where that is unclear."""
        for choice in range(max(map(len, self.dealers.values()), default=1)):
            yield [
                replace(each, dealer=self.dealers[number][choice % len(self.dealers[number])])
                if number in self.dealers
                else each
                for number, each in enumerate(rounds, start=1)
            ]

    def refuse(self, rule: Rule, why: str, span: Span, right: str | None = None) -> None:
        """Report why a part of the match cannot be read."""
        self.whole = False
        self.report(rule, why, span, right)

    def report(self, rule: Rule, why: str, span: Span, right: str | None = None) -> None:
        """Report what is wrong with a span; `right` is the intended text, if certain.

        Words mended there, or just before it, were already reported.
        """
        if self.is_mended(span[0] - 1, span[1]):
            return
        fix = None
        if right is not None:
            edits = replacing(self.text, *span, right)
            fix = Fix(f"write {right.strip()}", edits=edits)
        self.findings.add(place(Finding(rule=rule, message=why, fix=fix), self.text, *span))

    # The lines of a round

    def table(self, lines: Sequence[Word]) -> Table:
        """Return the parts of a round."""
        content = self.text.content
        name, words = terminals(GRAMMAR, "NAME"), words_of_turn()
        columns, cut = list[Word](), self.end
        for line in lines[_COLUMNS:_TURNS]:
            columns = [*name.finditer(content, line.start() + len("turn"), line.end())]
        turns = list[Turn]()
        for line in lines[_TURNS:]:
            number, *actions = words.findall(content, *line.span()) or [""]
            turns.append(Turn(line, number, actions))
        players = [self.player(line) for line in lines[1:_COLUMNS]]
        players += [Player(lines[-1])] * (PLAYERS - len(players))
        if self.mended is not None:
            if turns:
                cut = self.mended.known_to(lines[_TURNS].start(), lines[-1].end())
            if not all(self.is_known(*each.span()) for each in columns):
                columns = []
            if any(each.seat is None for each in players):
                players = by_number(players)
        return Table(lines[0].start(), players, columns, turns, cut)

    def player(self, line: Word) -> Player:
        """Read a player's line."""
        match = player_line().match(self.text.content, *line.span())
        if match is None:
            return Player(line)
        seat, name, dealer, hand = match.groups()
        name = None if name is None else unquoted(name)
        if self.mended is None or self.mended.is_known(*line.span()):
            return Player(match, seat, name, dealer is not None, hand, whole=True)
        known = {
            kind: match[kind]
            for kind in match.re.groupindex
            if match[kind] is not None and self.is_known(*match.span(kind))
        }
        name = name if "NAME" in known else None
        return Player(match, known.get("SEAT"), name, "DEALER" in known, known.get("HAND"))

    # A round

    def round(self, table: Table, number: int) -> Round:
        """Return a round; parts that could not be read are unknown."""
        self.check_seats(table)
        names = self.check_names(table)
        dealer = self.dealer(table, names, number)
        hands = [each.hand for each in table.players]
        actions = self.actions(table)
        written = "".join([*(each or "" for each in hands), *actions])
        marked = GYOKU in written and None not in hands and table.cut == self.end
        played = Round(
            dealer=dealer,
            hands=tuple([digits(each) if each else HIDDEN * HAND_SIZE for each in hands]),
            record=_record(actions),
            goshi=None,
            kings=distinct_marks(king_marks(written)) if marked else "",
        )
        self.check_marks(table, actions, played, number)
        return played

    def check_seats(self, table: Table) -> None:
        """Report players listed out of order; if each number occurs once, the numbers are right."""
        places = enumerate(table.players)
        wrong = [(at, each.line) for at, each in places if each.seat not in (None, f"{at}.")]
        for at, line in wrong[:1]:
            why = f"expected {at}., found {line['SEAT']!r}"
            if len(wrong) == 1:
                self.report(file_codes.TEXT_SYNTAX, why, line.span("SEAT"), f"{at}.")
            else:
                why = f"{why}: the players are listed in order"
                self.refuse(file_codes.TEXT_SYNTAX, why, line.span("SEAT"))
                table.players = by_number(table.players)

    def check_names(self, table: Table) -> tuple[str, ...] | None:
        """Return a round's names, or None without names; report the first that differs elsewhere.

        A single name that differs is read as the name used elsewhere.
        """
        names, known = table.names, self.names or (None,) * PLAYERS
        some = any(names)
        others = [
            (seat, each.line)
            for seat, each in enumerate(table.players)
            if each.whole and names[seat] != known[seat] and (self.names or table.whole)
        ]
        for seat, line in others[:1]:
            name, right = line["NAME"], known[seat]
            if right is None:
                why = f"{name!r} is a name, but the other players have no names"
            elif name is None:
                right = written_name(right)
                why = f"player {seat} has no name here, but is called {right} elsewhere"
            else:
                why = f"the name is {name!r} here, but {written_name(right)} elsewhere"
            self.refuse(codes.NAMES_DISAGREE, why, line.span("SEAT" if name is None else "NAME"))
        if self.names is not None and len(others) > 1 and some:
            return tuple([each or "" for each in names])
        return self.names if some or not table.whole else None

    def dealer(self, table: Table, names: tuple[str, ...] | None, number: int) -> int:
        """Return the dealer, given by the mark or by the order of the columns."""
        if names is None and (any(each is not None for each in table.names) or not table.whole):
            names = ("",) * PLAYERS  # A player's line cannot be read: no name is known.
        said = names if names is not None else ("0", "1", "2", "3")
        columns = tuple([unquoted(each[0]) for each in table.columns])
        marked = [seat for seat, each in enumerate(table.players) if each.deals]
        if len(marked) == 1 and columns == said[marked[0] :] + said[: marked[0]]:
            return marked[0]
        first = [seat for seat in range(4) if columns == said[seat:] + said[:seat]]
        if not first and columns and said.count(columns[0]) == 1:
            first = [said.index(columns[0])]
        if len(marked) == 1:
            if self.check_columns(table, said, marked[0]) and first:
                self.dealers[number] = [marked[0], *first]
            return marked[0]
        if marked:
            second = table.players[marked[1]].line
            self.refuse(file_codes.TEXT_SYNTAX, "two players deal", second.span("DEALER"))
        elif table.whole:
            self.report_no_dealer(table, first)
        may = first or marked or range(4)
        if len(may) > 1:
            self.dealers[number] = may
        return may[0]

    def report_no_dealer(self, table: Table, first: Sequence[int]) -> None:
        """Report that no player is marked as the dealer; `first` has the possible dealers."""
        if len(first) != 1:
            span = table.players[0].line.span("SEAT")
            self.refuse(file_codes.TEXT_SYNTAX, "no player is marked with (dealer)", span)
            return
        player = table.players[first[0]]
        end = player.line.end("SEAT" if player.name is None else "NAME")
        who = str(first[0]) if player.name is None else written_name(player.name)
        why = f"(dealer) is missing after {who}: the turn line begins with that player"
        mark = DEALER if player.name is not None else f" {DEALER}"
        self.report(file_codes.TEXT_SYNTAX, why, (end, end), mark)

    def check_columns(self, table: Table, said: tuple[str, ...], dealer: int) -> bool:
        """Report columns that do not begin with the dealer.

        A name that also differs in the player's line was reported there.
        """
        for column, written in enumerate(table.columns if any(said) else ()):
            seat, name = (dealer + column) % 4, unquoted(written[0])
            if name not in (said[seat], table.players[seat].name):
                why = f"expected {written_name(said[seat])}, found {written[0]!r}"
                if name in said:
                    why += ": the columns begin with the dealer"
                self.refuse(codes.NAMES_DISAGREE, why, written.span())
                return True
        return False

    def actions(self, table: Table) -> list[str]:
        """Return the actions in order, up to the first missing or unknown one."""
        turns, actions = list[Turn](), list[str]()
        for each in table.turns:
            again = bool(turns) and each.number == turns[-1].number == ordinal(len(turns))
            if again and each.actions == turns[-1].actions:
                why = f"the {each.number} turn is repeated"
                self.refuse(file_codes.TEXT_SYNTAX, why, each.span)
            else:
                turns.append(each)
        table.turns = turns
        right = [ordinal(number) for number in range(1, len(turns) + 1)]
        wrong = [at for at, each in enumerate(turns) if each.number != right[at]]
        for at, turn in enumerate(turns):
            is_last, why, count = turn is turns[-1], None, len(turn.actions)
            if at in wrong:
                why = f"expected {right[at]}, found {turn.number!r}"
                # One of the last two turns may be missing as well.
                alone = wrong == [at] and not (is_last and turn.number == ordinal(at + 2))
                if alone or turn.number.rstrip("stndrh") == str(at + 1):
                    self.report(file_codes.TEXT_SYNTAX, why, turn.span, right[at])
                    why = None
                elif not is_last and at + 1 not in wrong:
                    self.refuse(file_codes.TEXT_SYNTAX, why, turn.span, right[at])
                    why = None
                else:
                    why += ": the turns are counted from 1"
            lacks_pass = False
            if why is None and (count > 4 or (count < 4 and not is_last)):
                why = f"expected four actions in a turn, one per player, found {count}"
                lacks_pass = count < 4 and PASS not in self.text.content
            if why is not None:
                before, behind = turns[max(at - 1, 0)], turns[min(at + 1, len(turns) - 1)]
                is_told = self.is_mended(before.line.start(), behind.line.end())
                if lacks_pass:  # and so do all other turns
                    why = f"{why}; a pass is written {PASS}"
                    is_told = is_told or self.lacks_passes
                    self.whole, self.lacks_passes = False, True
                if not is_told:
                    self.refuse(file_codes.TEXT_SYNTAX, why, turn.span)
                table.cut = min(table.cut, turn.line.start())
            if turn.line.end() > table.cut:
                known = [span for span in turn.spans() if span[1] <= table.cut]
                return actions + turn.actions[: len(known)]
            actions += turn.actions
        return actions

    def check_marks(self, table: Table, actions: Sequence[str], played: Round, number: int) -> None:
        """Report marks that are out of place.

        Near an illegal action, which is reported anyway, marks may seem wrong because actions
        were swapped.
        """
        wrong, passes = dict[int, str](), 3
        for at, action in enumerate(actions):
            if len(action) == 2 and passes > 2:
                break  # No player may pass here, so what follows is unknown.
            right = "☗" if passes > 2 else "☖"
            passes = passes + 1 if len(action) == 2 else 0
            if not passes and action[0] != right:
                wrong[at] = right
        if not wrong:
            return
        now, near = replay(GoitaRules(), played), range(0)
        if number not in self.dealers and now.breach is not None and now.breach.rule in _ALWAYS:
            near = range(now.taken - PLAYERS, now.taken + PLAYERS + 1)
        spans = [span for turn in table.turns for span in turn.spans()]
        for at, right in wrong.items():
            if at not in near:
                start, what = spans[at][0], "face-down" if right == "☗" else "received"
                why = f"expected the mark {right} ({what}), found {actions[at][0]}"
                self.report(codes.WRONG_MARK, why, (start, start + 1), right)

    # Places

    def place(self, finding: Finding) -> Finding | None:
        """Place a finding; return None if it only follows from something that could not be read."""
        if self._places is None:
            self._places = Places(self.text, in_characters, rewritten)
            for number, table in enumerate(self.tables, start=1):
                self.remember(self._places, table, number)
        span = self._places.span(finding)[:2]
        return None if self.is_mended(*span) else self._places.place_known(finding)

    def remember(self, places: Places, table: Table, number: int) -> None:
        """Remember where a round's parts are."""
        here = f"/rounds/{number - 1}"
        places.add(here, table.start, table.start + len("player"))
        if not table.whole or table.cut < self.end:
            places.unknown(number, rules.ROUNDS_MISSING)
        for seat, player in enumerate(table.players):
            if player.hand is not None:
                places.add(f"{here}/hands/{seat}", *player.line.span("HAND"))
        for turn in table.turns:
            for (start, end), action in zip(turn.spans(), turn.actions, strict=True):
                pieces = ((start + 1, start + 2), (start + 3, end)) if len(action) > 2 else ()
                places.ply(number, Ply(start, end, pieces))
