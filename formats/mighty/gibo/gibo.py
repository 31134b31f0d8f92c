"""`mighty/gibo`, the paper's table as text, with header lines for everything else.

Source: the paper, IV.2.3. `gibo.lark` defines the syntax; `docs/mighty.md` describes what is
inferred.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....findings import Finding, amount
from ....replayer.check import Place
from ....replayer.mighty.cards import PLAYERS, SEATS, symbol, symbols
from ....replayer.mighty.inference.meaning import complete, inferred
from ....replayer.mighty.record import Deal, Record, Result, Trick
from ....replayer.mighty.rules.exchange import FIRST, LAST, NONE, seat_named
from ...events.builder import readings
from ...files.apart import at_rules
from ...interface.notation import CannotHold, Notation, Reading
from ...text.columns import width
from ...text.comment_lines import Room
from ...text.lines import quoted_line
from ...text.text import Text
from ...text.unusual import Unusual
from .. import codes
from ..words import written_call, written_options
from .events import events, meant
from .lines import GRAMMAR, written_name
from .notes import WrittenNotes, lines_of
from .reader import MatchReader

LINE = 80
"""The maximum width of a line that lists options."""


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read the matches in a text."""
    understood, lines, slips = meant(text)
    return readings(understood, events(understood, lines, slips), MatchReader, NOTATION)


def added(written: Record, completed: Record) -> Iterator[Finding]:
    """Report what was inferred."""
    for number, deals in enumerate(zip(written.deals, completed.deals, strict=True), start=1):
        names = ", ".join(inferred(*deals))
        if names:
            why = f"not written down, and inferred: {names}"
            yield Place(number, "deals").finding(codes.INFERRED, why)


def write(record: Record) -> str:
    """Write a match.

    Raises CannotHold if a deal does not have five hands or a trick does not have five places.
    """
    heading = list(_heading(record))
    deals = ["\n".join(_deal(deal, number)) for number, deal in enumerate(record.deals, start=1)]
    return "\n\n".join((["\n".join(heading)] if heading else []) + deals) + "\n"


def _heading(record: Record) -> Iterator[str]:
    yield from _said(
        Title=None if record.title is None else quoted_line(record.title),
        Players=None if record.players is None else _names(record.players),
        Start=record.start_time,
        End=record.end_time,
        Rules=record.rules.preset,
    )
    line = "Options:"
    for option in written_options(record.rules):
        if len(line) + 1 + len(option) > LINE:
            yield line
            line = "Options:"
        line += f" {option}"
    if line != "Options:":
        yield line
    yield from _said(View=None if record.view is None else f"P{record.view}")
    yield from lines_of(record.annotations, Room())


def _names(players: Sequence[str]) -> str:
    return " ".join(map(written_name, players))


def _said(**values: object) -> Iterator[str]:
    """Yield the lines of headers that have a value."""
    return (f"{name}: {value}" for name, value in values.items() if value is not None)


def _deal(deal: Deal, number: int) -> Iterator[str]:
    if deal.hands is not None and len(deal.hands) != PLAYERS:
        raise CannotHold(f"mighty/gibo cannot hold {amount(len(deal.hands), 'hand')}")
    notes = WrittenNotes(deal)
    yield f"Deal: {number} after a gap" if deal.gap else f"Deal: {number}"
    yield from notes.first
    dealer = None if deal.dealer is None else f"P{deal.dealer}"
    yield from _said(Dealer=dealer, Totals=_numbers(deal.totals))
    for seat, hand in enumerate(deal.hands or ()):
        yield f"Hand P{seat}: {symbols(hand)}"
    yield from _said(Kitty=None if deal.kitty is None else symbols(deal.kitty))
    if deal.bids is not None:
        calls = ", ".join(f"P{bid.player} {written_call(bid.call)}" for bid in deal.bids)
        yield f"Auction: {calls}".rstrip()
        yield from notes.behind("bids")
    if deal.discard is not None:
        yield f"Discard: {symbols(deal.discard)}"
        yield from notes.behind("discard")
    if deal.contract is not None:
        yield f"Contract: {written_call(deal.contract)}"
        yield from notes.behind("contract")
    if deal.friend is not None:
        yield f"Friend: {_friend(deal.friend)}"
        yield from notes.behind("friend")
    if deal.tricks or deal.president is not None or deal.friend_player is not None:
        yield from _table(deal, notes)
    if deal.is_misdeal and deal.ended is not None and deal.ended.by is not None:
        yield f"Misdeal: P{deal.ended.by}"
    result = deal.result or Result()
    yield from _said(Result=result.end, Points=result.points, Score=result.score)
    yield from _said(Payoffs=_numbers(result.payoffs))


def _friend(friend: str) -> str:
    named = friend in (FIRST, LAST, NONE) or seat_named(friend) is not None
    return friend if named else symbol(friend)


def _table(deal: Deal, notes: WrittenNotes) -> Iterator[str]:
    marks = ((deal.president, "!"), (deal.friend_player, "~"))
    yield _row(
        "R", [f"P{seat}" + "".join(mark for of, mark in marks if of == seat) for seat in SEATS]
    )
    for number, trick in enumerate(deal.tricks):
        yield _row(str(number + 1), [_play(trick, seat) for seat in SEATS])
        yield from notes.behind("tricks", number)


def _row(head: str, cells: Sequence[str]) -> str:
    padded = (cell + " " * (4 - width(cell)) for cell in cells)
    return f"{head:<4}{' '.join(padded)}".rstrip()


def _play(trick: Trick, seat: int) -> str:
    if len(trick.cards) != PLAYERS:
        raise CannotHold(f"mighty/gibo cannot hold a trick of {len(trick.cards)} cards")
    play = trick.cards[seat]
    if play is None:
        if seat in (trick.lead, trick.winner):
            raise CannotHold("mighty/gibo cannot mark a player who has not played")
        return "."
    lead, winner = "(" * (trick.lead == seat), "*" * (trick.winner == seat)
    return f"{lead}{symbol(play)}{winner}"


def _numbers(numbers: Sequence[int] | None) -> str | None:
    return None if numbers is None else " ".join(map(str, numbers))


def _unusual(content: str) -> Iterator[Unusual]:
    from ..unusual import in_text  # only for texts that have errors

    return in_text(content)


NOTATION = Notation(
    id="mighty/gibo",
    title="the paper's table as text, with header lines",
    suffix=".gibo",
    unsupported={"variations": "alternative lines of play in a deal"},
    keeps=frozenset({"comments"}),
    line_comments=True,
    read=read,
    write=write,
    complete=complete,
    added=added,
    pieces=at_rules,
    single=True,
    between="---\n",
    unusual=_unusual,
    grammar=GRAMMAR,
)
