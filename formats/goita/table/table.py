"""`goita/table`: the human-readable table of the 2015 proposal.

Rounds follow one another; a line `---` separates two matches, and the name of a match is on a line
before its first round.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial

from ....replayer.goita.check.check import complete
from ....replayer.goita.pieces import HIDDEN, KINDS
from ....replayer.goita.record import Record, Round
from ...files.apart import at_rules
from ...files.conflict import MARK
from ...interface.notation import CannotHold, Notation, Reading
from ...text.lines import BETWEEN
from ...text.text import Text
from ...text.unusual import Unusual
from ..detect import HEAD, history
from ..kings import in_hands, plies_of
from ..lines import require_deal
from ..losses import unsupported
from ..pieces import characters
from .reader import MatchReader
from .words import GRAMMAR, ordinal, written_name


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the matches in a text."""
    start, content = 0, text.content
    for found in [*_NEXT.finditer(content), None]:
        at, end = (len(content), 0) if found is None else found.span()
        if found is not None and found["title"] is not None:
            at = end = found.start("title")
        piece = content[start:at].rstrip()
        if piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            yield MatchReader(text, NOTATION, first, start + len(piece)).reading()
        start = end


_NEXT = re.compile(
    r"(?:\A|[\r\n])[ \t]*(?:-{3,}[ \t]*(?=[\r\n]|\Z)|[\r\n]\s{0,200}+"
    r"(?P<title>(?![0-9]+(?:\.|st|nd|rd|th)\s|turn\s|-{3})\S[^\r\n]*)"
    r"(?=[\r\n]\s{0,200}+player[ \t]+hand[ \t]*(?:[\r\n]|\Z)))"
)
"""The separator of matches: a line `---`, or an empty line before the next one's name."""


def write(record: Record) -> str:
    """Write a match.

    Raises CannotHold if a deal or an action is not valid.
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
        and not title.startswith("0.")
        and not BETWEEN.match(title)
        and not MARK.match(title)
        and not history(title)
    )
    return title if plain else json.dumps(title)


def _table(played: Round, names: Sequence[str] | None) -> str:
    require_deal(played, NOTATION.id)
    rows = ["player hand"]
    held = in_hands(played.hands, played.kings)
    for seat, (hand, kings) in enumerate(zip(played.hands, held, strict=True)):
        name = "" if names is None else written_name(names[seat])
        label = f"{name}(dealer)" if seat == played.dealer else name
        rows.append(" ".join(filter(None, (f"{seat}.", label, characters(hand, kings)))))
    order = [(played.dealer + seat) % 4 for seat in range(4)]
    columns = [written_name(names[seat]) if names else str(seat) for seat in order]
    rows.append(" ".join(["turn", *columns]))
    actions = _actions(played)
    for number in range(0, len(actions), 4):
        rows.append(" ".join([ordinal(number // 4 + 1), *actions[number : number + 4]]))
    return "\n".join(rows) + "\n"


def _actions(played: Round) -> list[str]:
    actions: list[str] = []
    passes = 3
    for ply, laid in plies_of(played):
        if ply == "0":
            actions.append("なし")
            passes += 1
            continue
        leading = passes > 2
        first_ones = KINDS + HIDDEN if leading else KINDS
        if len(ply) != 2 or ply[0] not in first_ones or ply[1] not in KINDS:
            raise CannotHold(f"goita/table cannot hold {ply!r}, which is not a play here")
        first, second = characters(ply, laid)
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


def _unusual(content: str) -> Iterator[Unusual]:
    from .unusual import in_text  # only for texts that have errors

    return in_text(content)


NOTATION = Notation(
    id="goita/table",
    title="the human-readable table of the 2015 proposal",
    suffix=".txt",
    unsupported=_UNSUPPORTED,
    read=read,
    write=write,
    complete=partial(complete, unsupported=_UNSUPPORTED),
    pieces=at_rules,
    between="---\n",
    unusual=_unusual,
    grammar=GRAMMAR,
)
