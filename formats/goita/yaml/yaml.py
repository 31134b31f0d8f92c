"""`goita/yaml`: the YAML of ごいたオンライン, version 1.0.

Only plays are written; passes follow from the seats. Rounds that end before the first play are not
written at all. Sources: files from ごいたオンライン; `docs/goita.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from ....findings import Finding
from ....replayer.check import Place
from ....replayer.goita.check.check import complete
from ....replayer.goita.record import Record, Round, split_plies
from ....replayer.goita.rules import PASS
from ...document.mending.repetitions import repetitions, without_first_lines
from ...document.remainder import Lost, Remainder
from ...document.schema import fits, keys_of, schema
from ...document.shapes import Shape
from ...document.tree import Node, split_pointer
from ...document.tree_places import TreePlaces
from ...document.yaml.indentation import with_indentation
from ...document.yaml.plain import NotPlain, plain_documents
from ...document.yaml.text import readable_documents, tree_of, with_commas
from ...found import Found
from ...interface.notation import CannotHold, Notation, Reading, reads_on
from ...text.comment_lines import NOTHING, Room, texts_by_ply
from ...text.text import Text
from .. import codes
from ..json.unknown import follows
from ..kings import in_hands
from ..lines import require_deal
from ..losses import unsupported
from ..pieces import DIGITS, characters
from .comments import comment_lines, head, with_comments
from .match import Match
from .unknown import assume, in_record
from .words import SEATS

_SCHEMA = "goita/yaml"


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the matches in a text, one per YAML document."""
    import yaml

    number = 0
    try:
        for value, *span in plain_documents(text.content):
            if value is not None:
                yield _read_match(text, value, *span)
                number += 1
        return
    except (NotPlain, yaml.YAMLError):
        if not reads_on():
            yield Reading(NOTATION, [], whole=False)
            return
    text, roots, findings = readable_documents(text, _shape)
    told, whole = {each.line for each in findings}, not findings
    for root in roots[number:]:
        reading = _read_slips(text, root)
        # Further findings about a reported line follow from the reported one.
        reading.findings = [each for each in reading.findings if each.line not in told]
        reading.findings[:0], findings = findings, []
        reading.whole = whole and reading.whole
        if reading.findings or reading.written is not None:
            yield reading
    if findings:
        yield Reading(NOTATION, findings, whole=False)


def _shape() -> Shape:
    return Shape(schema(_SCHEMA), keys_of(_SCHEMA))


def _read_match(text: Text, value: Any, start: int, end: int) -> Reading[Record]:
    """Read the match in a document, given as a span of the text."""
    tree = partial(tree_of, text, start, end)
    if fits(_SCHEMA, value):
        return Match(text, tree, NOTATION).reading(value, span=(start, end))
    if not reads_on():
        return Reading(NOTATION, [], whole=False)
    if with_indentation(text, _shape()) is not None:
        raise NotPlain
    return _read_slips(text, tree())


def _read_slips(text: Text, root: Node) -> Reading[Record]:
    """Read a match that has errors."""
    if root.unread:
        return Reading(NOTATION, [], whole=False)
    slips = [*without_first_lines(text, root), *with_commas(text, root)]
    for each in (each.value for each in root.named("log")):
        if not each.written and each.scalar is None and each.members is None:
            each.items = []
    rest = Remainder(_SCHEMA, root.plain(), root, text.content, assume)
    slips += repetitions(text, root, rest.meant)
    places = TreePlaces(text, root)
    findings = Found([*slips, *(places.place(each.finding) for each in rest.misfits)])
    for node, key, name in rest.renamed:
        node.rename(key, name)
    readings = [
        Match(text, lambda: root, NOTATION).reading(each, bool(rest.lost)) for each in rest.values
    ]
    if not readings:
        return Reading(NOTATION, findings.all(), whole=False)
    first = readings[0]
    whole = first.whole and not findings.all()
    for each in first.findings:
        if all((each.code, each.line) in _told(other) for other in readings[1:]):
            findings.add(each)

    def placed(finding: Finding) -> Finding | None:
        found = first.place(finding)
        lost = any(_follows(finding, found, each) for each in rest.lost)
        return None if lost else found

    others = tuple(each.written for each in readings[1:] if each.written is not None)
    return Reading(NOTATION, findings.all(), first.written, whole, placed, others=others)


def _told(reading: Reading[Record]) -> set[tuple[str, int | None]]:
    return {(each.code, each.line) for each in reading.findings}


def _follows(finding: Finding, placed: Finding | None, lost: Lost) -> bool:
    """Return whether a finding may merely follow from what could not be read."""
    shown = split_pointer((placed and placed.pointer) or "")
    return not lost.key_only and (lost.holds(shown) or follows(finding, in_record(lost.path)))


def added(written: Record, completed: Record) -> Iterator[Finding]:
    """Report rounds that stop before their end."""
    for number, (before, after) in enumerate(
        zip(written.rounds, completed.rounds, strict=True), start=1
    ):
        if before.result is None and after.result is not None and after.result.end == "unfinished":
            why = "the round is not played to its end"
            yield Place(number).finding(codes.ROUND_UNFINISHED, why, "/record")


def write(record: Record) -> str:
    """Write a match.

    Raises CannotHold if pieces are hidden, or an action is not a play.
    """
    names = record.players or ("", "", "", "")
    noted = texts_by_ply(record.annotations).get(None, NOTHING)
    room = Room()
    lines = [*head(noted.before, room), "version: 1.0"]
    lines += (f"{seat}: {_quoted(name)}" for seat, name in zip(SEATS, names, strict=True))
    lines.append("log:")
    for played in record.rounds:
        if not played.unplayed:
            # Notations are detected by a file's first bytes, which must reach the first round.
            lines += _round_lines(played, room if lines[-1] == "log:" else None)
    if lines[-1] == "log:":
        raise CannotHold("goita/yaml cannot hold a match without a single play")
    lines += comment_lines(noted.after)
    return "\n".join(lines) + "\n"


def _round_lines(played: Round, room: Room | None) -> Iterator[str]:
    require_deal(played, NOTATION.id)
    noted = texts_by_ply(played.annotations)
    of_round = noted.get(None, NOTHING)
    yield from comment_lines(filter(room.fits, of_round.before) if room else of_round.before, 1)
    yield " - hand:"
    for seat, (hand, kings) in enumerate(
        zip(played.hands, in_hands(played.hands, played.kings), strict=True)
    ):
        yield f'     p{seat}: "{_written(hand, kings)}"'
    yield f"   uchidashi: {played.dealer}"
    if played.score is not None:
        yield f"   score: [{','.join(map(str, played.score))}]"
    rows = [(number, ply) for number, ply in enumerate(split_plies(played.record)) if ply != "0"]
    yield "   game:" if rows else "   game: []"
    for number, ply in rows:
        if len(ply) != 2:
            raise CannotHold("goita/yaml cannot hold a play without its attack")
        seat = (played.dealer + number) % 4
        row = f'    - ["{seat}","{_written(ply[0])}","{_written(ply[1])}"]'
        yield from with_comments(row, noted.get(number + 1, NOTHING))
    yield from comment_lines(of_round.after, 3)


def _written(pieces: str, kings: str = "") -> str:
    text = characters(pieces, kings)
    if any(character not in DIGITS or character == "裏" for character in text):
        raise CannotHold("goita/yaml cannot hold hidden or unknown pieces")
    return text


_UNPRINTABLE = re.compile(
    "[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def _quoted(name: str) -> str:
    """Return a string in double quotes, as in JSON except for some unprintable characters."""
    return _UNPRINTABLE.sub(
        lambda match: f"\\u{ord(match[0]):04x}", json.dumps(name, ensure_ascii=False)
    )


def _lacks(record: Record, number: int, ply: int) -> str | None:
    plies = split_plies(record.rounds[number - 1].in_ascii().record)
    return "on passes" if plies[ply - 1 : ply] == [PASS] else None


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
    keeps=frozenset({"comments"}),
    lacks=_lacks,
    line_comments=True,
    complete=partial(complete, unsupported=_UNSUPPORTED),
    added=added,
    between="---\n",
    medium="yaml",
    schema="goita/yaml",
)
