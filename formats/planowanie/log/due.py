"""The lines of the log of a game that was played to its end, step by step.

They are the lines that `writer` finds by the conversation for any record. Of such a game they are
known beforehand. `protocol.conversation` says what a step is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from operator import itemgetter

from ....replayer.planowanie.record import Deal, Record
from ..protocol.words import (
    CLOCK,
    QUIT,
    Command,
    deck_words,
    hand_words,
    plan_words,
    received,
    sent,
)

_SEAT = itemgetter(slice(3, 4))
"""Where the seat stands in the mark of a line: it is one digit."""


class _Seat:
    """How the lines of a seat are written; whether its program `refuses` to know the time."""

    def __init__(self, player: int, own: bool, refuses: bool) -> None:
        self.player = player
        self.to, here = ("", "") if own else (sent(player, ""), received(player, ""))
        self.answer, self.end = f"\n{here}= ", f"\n{here}\n"
        self.done = f"\n{here}={self.end}"
        self.clock = f"{self.to}{CLOCK} "
        self.heard = f"\n{here}?{self.end}" if refuses else self.done

    def told(self, command: str) -> str:
        """A command that is done."""
        return f"{self.to}{command}{self.done}"

    def asked(self, left: int | None, question: str, answer: object) -> str:
        """A question, when so many milliseconds were left, and the answer to it."""
        time = f"{self.clock}{left}{self.heard}"
        return f"{time}{self.to}{question}{self.answer}{answer}{self.end}"


class DueLog:
    """The log of a game that was played to its end, with all clocks.

    The programs of the seats that `refuse` answer `?` when they are told the time.
    """

    def __init__(self, record: Record, refuse: Collection[int] = ()) -> None:
        own = record.view is not None
        players = range(record.seats) if record.view is None else [record.view]
        self._record = record
        self._seats = {each: _Seat(each, own, each in refuse) for each in players}
        # What stands around a command that goes to all seats.
        ends = [each.done for each in self._seats.values()]
        begins = [each.to for each in self._seats.values()]
        self._around = [begins[0], *map(str.__add__, ends, begins[1:]), ends[-1]]

    def stands(self, content: str, start: int) -> bool:
        """Whether a text has this log from an offset on, and nothing behind it but `quit`.

        Within a step, the seats may come in any order.
        """
        steps, size = self._steps(), len(content) - start
        missing = size - sum(map(len, steps))
        parting = self._told(QUIT)
        if missing == len(parting):
            steps.append(parting)
        elif missing:
            return False
        for step in steps:
            end = start + len(step)
            if not (content.startswith(step, start) or self._mixed(content[start:end], step)):
                return False
            start = end
        return True

    def _mixed(self, lines: str, step: str) -> bool:
        """Whether lines are those of a step, with the seats in another order."""
        return self._record.view is None and _by_seat(lines) == step

    def _steps(self) -> list[str]:
        """The lines of each step, seat after seat."""
        record, seats = self._record, self._seats.values()
        players = (f"set_players {record.seats} {each.player}" for each in seats)
        found = [
            self._told(Command("set_deck", deck_words(record.deck)).line),
            "".join(map(_Seat.told, seats, players)),
            self._told(" ".join(map(str, ["set_game", *plan_words(record.plan)]))),
        ]
        for deal in record.deals:
            found += self._of_deal(deal)
        return found

    def _told(self, command: str) -> str:
        """A command that all seats are told."""
        return command.join(self._around)

    def _of_deal(self, deal: Deal) -> Iterator[str]:
        seats = self._seats
        hands, said = deal.hands or (), deal.declarations or ()
        clocks = [iter(each) for each in deal.clocks or ()]
        dealt = {player: " ".join(["set_cards", *hand_words(hands[player])]) for player in seats}
        declared = [f"declare {player} {each}" for player, each in enumerate(said)]
        yield "".join([each.told(dealt[player]) for player, each in seats.items()])
        yield "".join(
            [
                each.asked(next(clocks[player]), "gen_declare", said[player])
                for player, each in seats.items()
            ]
        )
        yield "".join([each.told(command) for each in seats.values() for command in declared])
        for trick in deal.tricks:
            for player in _in_turn(trick.lead or 0, len(trick.cards)):
                card = trick.cards[player]
                if player in seats:
                    yield seats[player].asked(next(clocks[player]), "gen_move", card)
                yield self._told(f"play {player} {card}")


def _in_turn(lead: int, players: int) -> Sequence[int]:
    """The players, from the one who leads on."""
    return [*range(lead, players), *range(lead)]


def _by_seat(lines: str) -> str:
    r"""Marked lines in the order of their seats, those of each as they stand.

    >>> _by_seat(">> 1: quit\n>> 0: quit\n<< 1: =\n")
    '>> 0: quit\n>> 1: quit\n<< 1: =\n'
    """
    *whole, rest = lines.split("\n")
    return "\n".join([*sorted(whole, key=_SEAT), rest])
