"""A moment of a deal as it is shown: what has happened by then, and what is known of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ...cli.style import BLUE, BOLD, RED, styled
from ...formats.boards import name_of
from ..replay import RoundReplay, Step
from .cards import PLAYERS, known
from .inference import Meaning, interpret
from .inference.assumptions import before_of
from .inference.partial import PartialRules, PartialState
from .record import Bid, Deal, Record
from .rules.auction import contract_of
from .rules.exchange import FIRST, NONE
from .rules.state import State


class Moment(Struct, frozen=True):
    """A moment of a line of a deal.

    `meant` is the deal as it is understood. `state` is what has happened; where the deal is `over`,
    it still holds all of it, though the rules are then at the beginning of the next one.
    """

    record: Record
    meant: Meaning
    state: State
    over: bool

    @property
    def deal(self) -> Deal:
        """The deal, with what can be inferred of it."""
        return self.meant.deal

    @property
    def roles_known(self) -> bool:
        """Whether everybody knows who is on which side."""
        state = self.state
        if state.friend_player is not None or state.friend == NONE:
            return True
        met = state.friend in state.played or (state.friend == FIRST and state.number > 1)
        return state.friend is not None and (met or self.over)

    @property
    def president_assumed(self) -> bool:
        """Whether the deal is only replayed as if this were the president."""
        state = self.state
        missing = isinstance(state, PartialState) and state.missing.president is not None
        return missing and self.deal.president is None

    @property
    def trump_assumed(self) -> bool:
        """Whether the deal is only replayed as if this were the trump."""
        state = self.state
        missing = isinstance(state, PartialState) and state.missing.contract is not None
        return missing and self.deal.trump is None

    def mark(self, seat: int) -> str:
        """A player by number and role, as the gibo has it: `P0!` president, `P3~` friend."""
        if seat == self.state.president:
            return styled(f"P{seat}!", BOLD, RED)
        if seat == self.state.friend_player:
            return styled(f"P{seat}~", BOLD, BLUE)
        return f"P{seat}"

    def label(self, seat: int) -> str:
        """A player by number, role and name."""
        return f"{self.mark(seat)} {name_of(self.record.players, seat)}".rstrip()

    def who(self, seat: int) -> str:
        """A player by number and name."""
        return f"P{seat} {name_of(self.record.players, seat)}".rstrip()


def moment(record: Record, replayed: RoundReplay[State], step: Step[State]) -> Moment:
    """The moment before what is done in a step."""
    meant = _meant(record, replayed.number)
    state = _ended(replayed.steps) if step.over else step.state
    settled, contract = contract_of(meant.deal.contract or ""), state.contract
    if settled is not None and contract is not None and contract.points is None:
        state = replace(state, contract=settled)
    unnamed = state.friend is None and state.friend_player is None and state.phase == "play"
    if step.over and unnamed and not replayed.path:
        state = replace(state, friend_player=meant.deal.friend_player)
    return Moment(record, meant, state, step.over)


def _meant(record: Record, number: int) -> Meaning:
    rules = PartialRules(record.rules)
    before = before_of(rules, record.deals[: number - 1])
    return interpret(rules, record.deals[number - 1], before, record.view is not None)


def _ended(steps: Sequence[Step[State]]) -> State:
    """The state before the last action of a deal that is over, with what came of it."""
    before, outcome = steps[-2], steps[-1].state.outcome
    assert before.actions is not None
    assert outcome is not None
    state = before.state
    if state.phase == "auction":
        ((player, call),) = before.actions.items()
        return replace(state, bids=(*state.bids, Bid(player, call)))
    state = replace(
        state,
        hands=((),) * PLAYERS,
        table=(),
        tricks=outcome.tricks,
        played=steps[-1].state.played,
        friend_player=outcome.friend,
    )
    # All else lies open, so what is still unseen was buried.
    return replace(state, discard=(*known(state.discard), *state.unseen))
