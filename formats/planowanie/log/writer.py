"""A record as the exchanges of the protocol, in the order in which they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....replayer.planowanie.cards import HIDDEN
from ....replayer.planowanie.record import Record, Result
from ....replayer.planowanie.well_formed import shape_breaches
from ...notation import CannotHold
from ..protocol.words import command, deck_words, hand_words, plan_words


class Scripted(Struct, frozen=True):
    """A command to a seat, and the lines of its reply, None where there is none."""

    seat: int
    command: str
    reply: Sequence[str] | None

    @property
    def name(self) -> str:
        """The name of the command."""
        return self.command.partition(" ")[0]


def script(record: Record) -> list[Scripted]:
    """The exchanges of a whole game, or of what one player saw, up to a fault.

    What was not answered rightly stands last: the other seats may get the commands of its step
    before it, and none after it.

    Raises CannotHold where the record is not even shaped like a game.
    """
    for _, breach in shape_breaches(record):
        raise CannotHold(f"what is no game is not written as a log: {breach}")
    seats = range(record.seats) if record.view is None else (record.view,)
    exchanges = list(_game(record, seats))
    fault = _fault(record)
    if fault is None:
        return exchanges
    names = [(each.seat, each.name) for each in exchanges]
    asked = (fault.player or 0, fault.command or "")
    if asked not in names:
        return exchanges
    cut = len(names) - 1 - names[::-1].index(asked)
    others = [each for each in exchanges[cut + 1 :] if each.seat != fault.player]
    return [*exchanges[:cut], *others, replace(exchanges[cut], reply=_reply(fault))]


def _fault(record: Record) -> Result | None:
    result = record.result
    return result if result is not None and result.end == "fault" else None


def _reply(fault: Result) -> Sequence[str] | None:
    if fault.reply is None:
        return None
    mark = {"invalid": "= ", "refused": "? "}.get(fault.reason or "", "")
    return (mark + fault.reply).rstrip().split("\n")


_DONE = ("=",)


def _game(record: Record, seats: Sequence[int]) -> Iterator[Scripted]:
    """Every exchange that a record tells of, and the one that its fault was about."""
    fault = _fault(record)
    yield from (
        Scripted(seat, command("set_deck", *deck_words(record.deck)), _DONE) for seat in seats
    )
    if _ends_at("set_deck", record):
        return
    yield from (Scripted(seat, command("set_players", record.seats, seat), _DONE) for seat in seats)
    if _ends_at("set_players", record):
        return
    if not record.plan:
        return
    yield from (
        Scripted(seat, command("set_game", *plan_words(record.plan)), _DONE) for seat in seats
    )
    for number in range(len(record.deals)):
        last = number == len(record.deals) - 1
        yield from _deal(record, number, seats, fault if last else None)


def _ends_at(name: str, record: Record) -> bool:
    fault = _fault(record)
    return fault is not None and not record.deals and fault.command == name


def _deal(
    record: Record, number: int, seats: Sequence[int], fault: Result | None
) -> Iterator[Scripted]:
    deal = record.deals[number]
    clocks = _Clocks(deal.clocks or ((),) * record.seats)
    for seat in seats:
        if deal.hands is not None and set(deal.hands[seat]) != {HIDDEN}:
            yield Scripted(seat, command("set_cards", *hand_words(deal.hands[seat])), _DONE)
    said = deal.declarations or (None,) * record.seats
    for seat in seats:
        if said[seat] is not None or _is_asked(fault, seat, "gen_declare", "time_left"):
            yield from clocks.asked(seat, "gen_declare", str(said[seat]))
    if None in said:
        yield from _told(record, said, fault)
        return
    for seat in seats:
        for player, declared in enumerate(said):
            yield Scripted(seat, command("declare", player, declared), _DONE)
    lead = record.plan[number].start
    for trick in deal.tricks:
        for place in range(record.seats):
            player = (lead + place) % record.seats
            card = trick.cards[player]
            if card is None:
                if player in seats and _is_asked(fault, player, "gen_move", "time_left"):
                    yield from clocks.asked(player, "gen_move", "")
                return
            if player in seats:
                yield from clocks.asked(player, "gen_move", card)
            for seat in seats:
                yield Scripted(seat, command("play", player, card), _DONE)
        lead = lead if trick.winner is None else trick.winner
    turn = fault is not None and len(deal.tricks) < record.plan[number].cards
    if turn and lead in seats and _is_asked(fault, lead, "gen_move", "time_left"):
        yield from clocks.asked(lead, "gen_move", "")


def _told(record: Record, said: Sequence[int | None], fault: Result | None) -> Iterator[Scripted]:
    """The declarations of others that a player had been told when the game stopped among them."""
    me = record.view
    if me is None:
        return
    told = [each for each, value in enumerate(said) if value is not None and each != me]
    if not told and said[me] is not None and _is_asked(fault, me, "declare"):
        told = [me]
    for player in told:
        yield Scripted(me, command("declare", player, said[player]), _DONE)


def _is_asked(fault: Result | None, seat: int, *commands: str) -> bool:
    return fault is not None and fault.player == seat and fault.command in commands


class _Clocks:
    """The clocks of a deal, each read in its turn."""

    def __init__(self, clocks: Sequence[Sequence[int | None]]) -> None:
        self._left = [iter(each) for each in clocks]

    def asked(self, seat: int, question: str, answer: str) -> Iterator[Scripted]:
        """A question, and the time that was left before it."""
        left = next(self._left[seat], None)
        if left is not None:
            yield Scripted(seat, command("time_left", left), _DONE)
        yield Scripted(seat, question, (f"= {answer}",))
