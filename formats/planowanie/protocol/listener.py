"""The program's side of the protocol: what it has been sent, and when it must decide."""

from __future__ import annotations

from collections.abc import Sequence

from ....replayer.planowanie.check.recorded import recorded_round
from ....replayer.planowanie.record import Record
from ....replayer.planowanie.rules import deal_action
from ....replayer.planowanie.state import State
from ....replayer.planowanie.written import deal_of
from ....replayer.replay.round import Step, walk
from ....replayer.rules import CHANCE, Action, IllegalAction
from ...interface.protocol import clean
from .conversation import Conversation
from .statements import wrong_in
from .words import ASKING, CLOCK, COMMANDS, Command, command, unknown

_SEAT = 0
"""The number of the only seat."""


class PlanowanieListener:
    """A game as the program of one seat sees it."""

    def __init__(self) -> None:
        self._talk = Conversation(None)

    @property
    def player(self) -> int:
        """The player of this program."""
        return self._talk.player(_SEAT)

    @property
    def record(self) -> Record:
        """The game without its deals, as this player's view."""
        rules = self._talk.rules
        return Record(view=self.player, deck=rules.deck, seats=rules.players, plan=rules.plan)

    @property
    def rounds(self) -> Sequence[Sequence[Step[State]]]:
        """The steps of each deal; any decision expected belongs to the last step."""
        rules, found = self._talk.rules, list[tuple[Step[State], ...]]()
        totals = rules.initial_state().totals
        for number, each in enumerate(self._talk.deals):
            recorded = recorded_round(rules, deal_of(each.state), number, totals)
            found.append(tuple(walk(rules, recorded)))
            totals = each.state.totals
        return found

    def heard(self, line: str) -> bool:
        """Process a command; return whether it asks for a decision.

        Raises ValueError, with the expected command if any, if this one is unknown, out of order or
        cannot be true.
        """
        found = _command(clean(line).strip(" "))
        due = self._talk.expected(_SEAT)
        if found.name not in due:
            raise ValueError(
                f"{found.name} is out of order: expected {' or '.join(due) or 'no command'}"
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
        """Record a decision that was asked for."""
        if self._talk.step.name == "gen_declare":
            self._talk.deal.bids[self.player] = int(action)
        else:
            self._talk.card = action
        self._talk.advance()

    def _check(self, found: Command) -> None:
        """Raise ValueError if a command says something that cannot be true."""
        talk, rules, wrong = self._talk, self._talk.rules, wrong_in(self._talk, _SEAT, found)
        if wrong is not None:
            raise ValueError(wrong.why)
        if found.name == "set_cards":
            hands = [(rules.deck.hidden,) * rules.plan[talk.state.number].cards] * rules.players
            hands[self.player] = found.arguments[1:]
            rules.verify(talk.state, CHANCE, deal_action(hands))
        elif found.name in ("declare", "play"):
            rules.verify(talk.state, found.number(0), found.arguments[1])


def _command(words: str) -> Command:
    """Return the command on a line. Raises ValueError if it is not a command."""
    found = command(words)
    if found is not None:
        return found
    name = words.partition(" ")[0]
    if name in COMMANDS:
        raise ValueError(f"the arguments of {name} are wrong")
    raise ValueError(unknown(name))
