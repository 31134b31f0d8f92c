"""The expected log of a finished game, step by step.

Its lines are the same as those that `writer` finds by following the conversation, but are known
beforehand. `protocol.conversation` explains steps.
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
"""The seat in the mark of a line, which is one digit."""


class _Seat:
    """The format of the lines of a seat; `refuses` is whether its program refuses `time_left`."""

    def __init__(self, player: int, own: bool, refuses: bool) -> None:
        self.player = player
        self.to, here = ("", "") if own else (sent(player, ""), received(player, ""))
        self.answer, self.end = f"\n{here}= ", f"\n{here}\n"
        self.done = f"\n{here}={self.end}"
        self.clock = f"{self.to}{CLOCK} "
        self.heard = f"\n{here}?{self.end}" if refuses else self.done

    def told(self, command: str) -> str:
        """Return the lines of a command and its reply."""
        return f"{self.to}{command}{self.done}"

    def asked(self, left: int | None, question: str, answer: object) -> str:
        """Return the lines of a question, with the milliseconds left, and of the answer."""
        time = f"{self.clock}{left}{self.heard}"
        return f"{time}{self.to}{question}{self.answer}{answer}{self.end}"


class DueLog:
    """The log of a finished game with all clocks.

    The programs of the seats in `refuse` answer `?` to `time_left`.
    """

    def __init__(self, record: Record, refuse: Collection[int] = ()) -> None:
        own = record.view is not None
        players = range(record.seats) if record.view is None else [record.view]
        self._record = record
        self._seats = {each: _Seat(each, own, each in refuse) for each in players}
        # the text around a command to all seats
        ends = [each.done for each in self._seats.values()]
        begins = [each.to for each in self._seats.values()]
        self._around = [begins[0], *map(str.__add__, ends, begins[1:]), ends[-1]]

    def stands(self, content: str, start: int) -> bool:
        """Return whether a text has this log at an offset, followed by nothing or `quit`.

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
        """Return whether lines are those of a step, with the seats in another order."""
        return self._record.view is None and _by_seat(lines) == step

    def _steps(self) -> list[str]:
        """Return the lines of each step, seat after seat."""
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
        """Return the lines of a command to all seats."""
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
    """Return the players in turn, from the leader on."""
    return [*range(lead, players), *range(lead)]


def _by_seat(lines: str) -> str:
    r"""Return marked lines sorted by seat, keeping the order within each seat.

    >>> _by_seat(">> 1: quit\n>> 0: quit\n<< 1: =\n")
    '>> 0: quit\n>> 1: quit\n<< 1: =\n'
    """
    *whole, rest = lines.split("\n")
    return "\n".join([*sorted(whole, key=_SEAT), rest])
