"""Reads the text gibo: a match line by line, each deal by the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding, Fix, Rule
from ....replayer.codes import NOTHING_TO_ANNOTATE
from ....replayer.mighty.options import PRESETS, Options, resolved
from ....replayer.mighty.record import Deal, Record
from ....replayer.play.annotation import Annotation
from ... import codes as file_codes
from ...document.mapping import Path
from ...document.schema_misfits import misfits
from ...events.drafts import DraftNotes
from ...found import Found
from ...interface.notation import Notation, Reading, placed_later
from ...text.comments import MARK
from ...text.grammar import parse
from ...text.lines import BETWEEN, LineOfText, Places, lines, unquoted
from ...text.place import place, replacing
from ...text.text import Text
from .. import codes
from ..unknown import follows
from ..words import in_ascii, in_symbols, option_value, respell, rewritten
from .columns import Columns
from .deal import NAMES, DealReader, line_of_tokens
from .headers import GRAMMAR, HEADER, OF_DEAL, OF_RESULT, misplaced, respelt
from .lines import Salvaged, salvaged
from .notes import Notes, as_annotations, is_comment, is_note
from .plain import plain_match

if TYPE_CHECKING:
    from lark import Token, Tree

_HEAD = r"R\s|P0\b"
_ROW = r"[0-9]|\.\s|\(?[ \t]*([♠♦♥♣☆★]|[SDHC][AKQJT2-9]|JK)\S*\s"
_TABLE = re.compile(_HEAD)
_BEGINS = re.compile(r"Deal:")
_ENDS = re.compile(rf"{_HEAD}|{_ROW}|Result:")
_BEFORE = re.compile(rf"({'|'.join(OF_DEAL)})\b|{_HEAD}")
_IN_DEAL = re.compile(rf"({'|'.join(('Deal', *OF_DEAL, *OF_RESULT))})\b|{_HEAD}|{_ROW}")
_FIRST = re.compile(r"1(st|[.)])?\s")
_LAST = re.compile(r"10(th|[.)])?\s")


_OF_HEADING: list[Path] = [["rules"], ["view"]]
"""What a line of the heading that cannot be read may have said."""


class _Block(Struct):
    """Some lines that are parsed together."""

    lines: list[LineOfText]

    @property
    def span(self) -> tuple[int, int]:
        """The offsets of the block."""
        return self.lines[0].start, self.lines[-1].end

    @property
    def first(self) -> LineOfText:
        """The first line that is more than a comment, if there is one."""
        return next((each for each in self.lines if not is_note(each.content)), self.lines[0])


def readings(original: Text, notation: Notation[Record]) -> Iterator[Reading[Record]]:
    """Read the matches of a text."""
    text, odd = respelt(original)
    for part in _parts(text):
        last = text.position(part[-1].start)[0]
        found = [each for each in odd if (each.line or 0) <= last]
        odd = odd[len(found) :]
        match = [line for line in part if line.content]
        if match:
            yield MatchReader(text, notation, found).reading(match)
        elif found:
            yield Reading(notation, found, whole=False)


def _parts(text: Text) -> Iterator[list[LineOfText]]:
    """The lines between those that separate two matches; there may be no match among them."""
    part: list[LineOfText] = []
    for line in lines(text):
        if line.content[:1] != "-" or not BETWEEN.match(line.content):
            part.append(line)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _deals(after_heading: Sequence[LineOfText]) -> list[_Block]:
    """The lines of each deal.

    It begins with `Deal:`, with a header behind a table or result, or with round 1 behind round 10.
    """
    found: list[_Block] = []
    complete, last = True, ""
    for line in after_heading:
        if found and is_note(line.content):
            found[-1].lines.append(line)
            continue
        again = complete and _BEFORE.match(line.content)
        if found and _FIRST.match(line.content):
            again = _LAST.match(last)
        elif _TABLE.match(line.content) and _TABLE.match(last):
            again = None
        begins = _BEGINS.match(line.content) and line.content != last
        if not found or begins or again:
            found.append(_Block([]))
            complete = False
        found[-1].lines.append(line)
        complete = complete or _ENDS.match(line.content) is not None
        last = line.content
    return found


def _with_comments_above(text: Text, blocks: Sequence[_Block]) -> None:
    """Put comments in the lines right above `Deal:` to that deal."""
    for before, block in pairwise(blocks):
        while before.lines and is_comment(before.lines[-1].content):
            line, following = before.lines[-1], block.lines[0]
            near = text.position(line.start)[0] + 1 == text.position(following.start)[0]
            if not near or not _BEGINS.match(block.first.content):
                break
            block.lines.insert(0, before.lines.pop())


def _beginning(deals: Sequence[Deal]) -> Deal:
    """The first of some deals, without a number: nothing says that the match begins with it.

    Totals that stand only behind it may then count deals before it.
    """
    first, *later = deals
    counted = first.totals is None and any(each.totals is not None for each in later)
    return replace(first, gap=True) if counted else first


def _round(lost: Path) -> int | None:
    """The round that a part of a match belongs to, counted from 1."""
    return int(lost[1]) + 1 if len(lost) > 1 else None


class MatchReader:
    """One match, as it is read deal by deal."""

    def __init__(self, text: Text, notation: Notation[Record], odd: Sequence[Finding]) -> None:
        """`odd` are the findings for headers that are read as they are meant, and stray lines."""
        self.text = text
        self.notation = notation
        self.findings = Found(odd)
        symbols = any(suit in text.content for suit in "♠♦♥♣")
        self.places = Places(text, in_symbols if symbols else in_ascii, rewritten)
        self.whole = not odd
        self.header: dict[str, Any] = {}
        self.lost: list[Path] = []
        self.numbers_due = (1,)

    def reading(self, match: Sequence[LineOfText]) -> Reading[Record]:
        """Read a match."""
        count = next(
            (number for number, each in enumerate(match) if _IN_DEAL.match(each.content)),
            len(match),
        )
        heading, blocks = _Block(list(match[:count])), _deals(match[count:])
        if MARK in self.text.content:
            _with_comments_above(self.text, [heading, *blocks])
        if blocks and self.whole:
            plain = plain_match(self.text, heading.lines, [each.lines for each in blocks])
            if plain is not None:
                place = placed_later(lambda: self.explained(match, heading, blocks))
                return Reading(self.notation, [], plain, place=place)
        return self.explained(match, heading, blocks)

    def explained(
        self, match: Sequence[LineOfText], heading: _Block, blocks: Sequence[_Block]
    ) -> Reading[Record]:
        """Read a match, and say everything that is wrong with it."""
        self.places.add("", match[0].start, match[0].end)
        if heading.lines:
            self.heading(heading)
        if not blocks:
            why = "the match has no deal: a table or a header of one is due"
            self.refuse(file_codes.TEXT_SYNTAX, why, match[-1].start, match[-1].end)
            return Reading(self.notation, self.findings.all(), whole=False)
        columns = Columns(self.header.get("players"))
        deals: list[Deal] = []
        for number, block in enumerate(blocks):
            deals.append(self.deal(block, number, columns))
        if not _BEGINS.match(blocks[0].first.content):
            deals[0] = _beginning(deals)
        self.header["players"] = columns.players
        record = Record(**self.header, deals=tuple(deals))
        return Reading(self.notation, self.findings.all(), record, self.whole, self.place_known)

    def place_known(self, finding: Finding) -> Finding | None:
        """A finding in its place, None where it may only follow from what could not be read."""
        rest, near = (finding.rule is codes.INFERRED, finding.round), [*self._near(finding)]
        if near and finding.rule is NOTHING_TO_ANNOTATE:
            return None
        lost = any(follows(finding, each) or rest == (True, _round(each)) for each in near)
        return None if lost else self.places.place(finding)

    def _near(self, finding: Finding) -> Iterable[Path]:
        """What was lost outside of all rounds, and in the round of a finding and the one before.

        Nothing in a round follows from what was lost farther away.
        """
        if finding.round is None:
            return self.lost
        known = self._lost_by_round
        return chain.from_iterable(
            known.get(each, ()) for each in (None, finding.round - 1, finding.round)
        )

    @cached_property
    def _lost_by_round(self) -> dict[int | None, list[Path]]:
        found: dict[int | None, list[Path]] = {}
        for each in self.lost:
            found.setdefault(_round(each), []).append(each)
        return found

    def refuse(self, rule: Rule, why: str, start: int, end: int, due: str | None = None) -> None:
        """Report what keeps a part of the match from being read; `due` is what stands there."""
        self.whole = False
        fix = None
        if due is not None:
            fix = Fix(f"write {due}", edits=replacing(self.text, start, end, due))
        self.findings.add(place(Finding(rule=rule, message=why, fix=fix), self.text, start, end))

    def parsed(self, start: str, block: _Block) -> Tree[Token] | None:
        """The tree of a block, None where it does not follow the grammar."""
        for line in block.lines:
            header = HEADER.match(line.content)
            if header is None:
                continue
            why = misplaced(header[1], start)
            if why is not None:
                self.refuse(file_codes.TEXT_SYNTAX, why, line.start, line.start + header.end())
                return None
        tree = parse(GRAMMAR, start, self.text, block.span, NAMES, respell)
        if isinstance(tree, Finding):
            self.whole = False
            self.findings.add(tree)
            return None
        return tree

    def by_line(self, start: str, block: _Block) -> Salvaged:
        """What can be read of the lines of a block; the first slip in them was reported."""
        known = self.findings.last

        def read(line: LineOfText) -> Tree[Token] | Finding:
            header = HEADER.match(line.content)
            why = None if header is None else misplaced(header[1], start)
            if header is None or why is None:
                return parse(GRAMMAR, start, self.text, (line.start, line.end), NAMES, respell)
            found = Finding(rule=file_codes.TEXT_SYNTAX, message=why)
            return place(found, self.text, line.start, line.start + header.end())

        def report(line: LineOfText, found: Finding) -> None:
            if known is None or known.line != self.text.position(line.start)[0]:
                self.findings.add(found)

        return salvaged(start, block.lines, read, report)

    def deal(self, block: _Block, number: int, columns: Columns) -> Deal:
        """Read a deal; one that cannot be read keeps its number."""
        offset, _ = block.span
        self.places.add(f"/deals/{number}", block.first.start, block.first.end)
        tree = self.parsed("deal", block)
        if tree is None:
            rest = self.by_line("deal", block)
            self.lost += (["deals", number, *each] for each in rest.lost or [[]])
            tree = rest.tree
        due = self.numbers_due
        reader = DealReader(self.places, self.refuse, offset, number, due, columns)
        found = reader.deal(tree)
        noted = self.noted(f"/deals/{number}", reader.notes.drafts(found))
        found = replace(found, annotations=noted) if noted else found
        self.numbers_due = reader.numbers_due
        self.lost += (["deals", number, *each] for each in reader.lost)
        return found

    # The heading

    def heading(self, block: _Block) -> None:
        """Read what stands before the deals."""
        tree = self.parsed("heading", block)
        if tree is None:
            tree = self.by_line("heading", block).tree
            self.lost += [*_OF_HEADING]
        offset, _ = block.span
        seen = set[str]()
        options: list[list[Token]] = []
        notes = Notes(self.text)
        for field in tree.children:
            name, tokens = _branch(field)
            if name in ("comment", "note"):
                notes.add(line_of_tokens(tokens, offset))
                continue
            span = (offset + (tokens[0].start_pos or 0), offset + (tokens[-1].end_pos or 0))
            if tokens in options or (name in seen and name != "options"):
                self.refuse(file_codes.TEXT_SYNTAX, f"the line {name!r} stands twice", *span)
                continue
            seen.add(name)
            match name:
                case "players":
                    self.header["players"] = tuple(map(unquoted, tokens))
                case "title":
                    self.header["title"] = unquoted(tokens[0])
                case "start" | "end":
                    self.time(f"{name}_time", tokens[0], span)
                case "view":
                    self.view(tokens[0], span)
                case "rules":
                    self.preset(tokens[0], span)
                case _:
                    options.append(tokens)
        self.options([each for line in options for each in line], offset)
        self.header["annotations"] = self.noted("", notes.drafts())

    def noted(self, here: str, drafts: Sequence[DraftNotes]) -> tuple[Annotation, ...]:
        """The annotations of the match or of a deal; where they stand is remembered."""
        for number, each in enumerate(drafts):
            first = each.places[0][1]
            for where, event in (("", first), ("/ply", first), *each.places):
                self.places.add(f"{here}/annotations/{number}{where}", event.start, event.end)
        return as_annotations(drafts)

    def time(self, name: str, token: Token, span: tuple[int, int]) -> None:
        """A time, which is of ISO 8601 as everywhere."""
        if self.judge({name: str(token)}, span):
            self.header[name] = str(token)
        self.places.add(f"/{name}", *span)

    def view(self, token: Token, span: tuple[int, int]) -> None:
        """The player whose view it is."""
        seat = int(token[1:])
        if self.judge({"view": seat}, span):
            self.header["view"] = seat
        self.places.add("/view", *span)

    def preset(self, token: Token, span: tuple[int, int]) -> None:
        """The preset of the options; one that is misspelt is the only one that is close."""
        close = get_close_matches(token.lower(), PRESETS)
        meant = close[0] if len(close) == 1 else None
        if self.judge({"rules": {"preset": str(token)}}, span, meant):
            meant = str(token)
        if meant is None:
            self.lost.append(["rules"])
        else:
            self.header["rules"] = PRESETS[meant]

    def options(self, tokens: Sequence[Token], offset: int) -> None:
        """Options that are not those of the preset."""
        before: Options = self.header.get("rules", Options())
        values: dict[str, Any] = {}
        for token in tokens:
            start = offset + (token.start_pos or 0)
            span = (start, start + len(token))
            name, equals, written = token.partition("=")
            if not equals:  # A token put in for one that is missing.
                continue
            try:
                value = option_value(name, written)
            except KeyError:
                value = written
            if name in values:
                self.refuse(file_codes.TEXT_SYNTAX, f"the option {name} stands twice", *span)
            elif self.judge({"rules": {name: value}}, span):
                values[name] = value
            else:
                self.lost.append(["rules"])
        if values:
            self.header["rules"] = resolved({"preset": before.preset} | values)

    def judge(
        self, values: dict[str, Any], span: tuple[int, int], meant: str | None = None
    ) -> bool:
        """Check a value of the heading, or what is meant by it, against the canonical schema."""
        record = {"format": "mighty/json", "version": 1, "deals": [{"gap": False}]}
        wrong = list(misfits("mighty/json", record | values))
        for each in wrong:
            due = next((value for _, value in each.fix.changes), None) if each.fix else None
            self.refuse(each.rule, each.message, *span, due if isinstance(due, str) else meant)
        return not wrong


def _branch(tree: Any) -> tuple[str, list[Token]]:
    return str(tree.data), list(tree.children)
