"""The protocol as a program needs it: what it was told, and when it has to decide."""

from __future__ import annotations

from collections.abc import Sequence

from ....replayer.planowanie.check.recorded import recorded_round
from ....replayer.planowanie.deal import deal_action
from ....replayer.planowanie.record import Record
from ....replayer.planowanie.state import State
from ....replayer.planowanie.written import deal_of
from ....replayer.replay.round import Step, walk
from ....replayer.rules import CHANCE, Action, IllegalAction
from ...interface.protocol import clean
from ..log.shape import misshape
from .conversation import Conversation
from .words import ASKING, CLOCK, COMMANDS, Command, command, unknown

_SEAT = 0
"""The number of the only seat that is heard."""


class PlanowanieListener:
    """A game as the program of one seat is told of it."""

    def __init__(self) -> None:
        self._talk = Conversation(None)

    @property
    def player(self) -> int:
        """The player whose program this is."""
        return self._talk.player(_SEAT)

    @property
    def record(self) -> Record:
        """The game without its deals, as this player's view."""
        rules = self._talk.rules
        return Record(view=self.player, deck=rules.deck, seats=rules.players, plan=rules.plan)

    @property
    def rounds(self) -> Sequence[Sequence[Step[State]]]:
        """The steps of each deal; the last one is that in which something is to be done."""
        rules, found = self._talk.rules, list[tuple[Step[State], ...]]()
        totals = rules.initial_state().totals
        for number, each in enumerate(self._talk.deals):
            recorded = recorded_round(rules, deal_of(each.state), number, totals)
            found.append(tuple(walk(rules, recorded)))
            totals = each.state.totals
        return found

    def heard(self, line: str) -> bool:
        """Take a command down; return whether it asks for a decision.

        Raises ValueError, which says what would be right, for what is no command, or none that is
        due, or tells what cannot be.
        """
        found = _command(clean(line).strip(" "))
        due = self._talk.due(_SEAT)
        if found.name not in due:
            raise ValueError(
                f"{found.name} is out of order: {' or '.join(due) or 'nothing'} is due"
            )
        try:
            self._check(found)
            self._talk.sent(_SEAT, found)
            if self._talk.step.complete and found.name not in (*ASKING, CLOCK):
                self._talk.advance()
        except IllegalAction as why:
            raise ValueError(str(why)) from None
        return found.name in ASKING

    def decided(self, action: Action) -> None:
        """Take down what was decided when that was asked for."""
        if self._talk.step.name == "gen_declare":
            self._talk.deal.bids[self.player] = int(action)
        else:
            self._talk.card = action
        self._talk.advance()

    def _check(self, found: Command) -> None:
        """Raise ValueError where a command tells what cannot be."""
        talk, rules, wrong = self._talk, self._talk.rules, misshape(found)
        if wrong is not None:
            raise ValueError(wrong.why)
        if found.name == "set_cards":
            hands = [(rules.deck.hidden,) * rules.plan[talk.state.number].cards] * rules.players
            hands[self.player] = found.arguments[1:]
            rules.verify(talk.state, CHANCE, deal_action(hands))
        if found.name not in ("declare", "play"):
            return
        player, said = found.number(0), found.arguments[1]
        if found.name == "play" and self.player != player == talk.state.turn:
            rules.verify_shown(talk.state, player, said)
        rules.verify(talk.state, player, said)
        if found.name == "declare" and player not in talk.unannounced(_SEAT):
            raise ValueError(f"what player {player} declares was told already")
        answer = talk.answered(player) if player == self.player else None
        if answer is not None and str(answer) != said:
            raise ValueError(f"the answer was {answer}, but {said} is announced")


def _command(words: str) -> Command:
    """The command that a line is. Raises ValueError where it is none."""
    found = command(words)
    if found is not None:
        return found
    name = words.partition(" ")[0]
    if name in COMMANDS:
        raise ValueError(f"{name} has other arguments than these")
    raise ValueError(unknown(name))
