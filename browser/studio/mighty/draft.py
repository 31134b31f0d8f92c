"""A contract that the user puts together: its parts, and plans that programs propose for it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from ....arena.players.limit import Limit
from ....arena.players.mighty.practice import Given, Plan, plans
from ....replayer.mighty.cards import HAND_SIZE, KITTY_SIZE
from ....replayer.mighty.rules.auction import contract_of
from ....replayer.mighty.rules.state import Contract, State
from ....replayer.play.going_on import Moment, Standing
from ..calls.call import require_open
from ..going import Play
from ..levels import require_playouts
from ..programs import acting, seen_at
from ..sheet import Sheet

PLAYOUTS = 800
"""The number of playouts by default."""

PHASES = ("auction", "exchange", "contract", "friend")
"""The phases in which the contract is open."""


class Proposal(Struct, frozen=True):
    """A plan that was proposed, or one that completes the user's own."""

    plan: Plan
    mine: bool


class Draft(Struct, frozen=True, kw_only=True):
    """The choices of the user; parts of a contract that are None are left to the program.

    `about` names the phase, the seat and the cards that the contract is about.
    """

    about: str = ""
    seat: int = 0
    kitty: bool = False
    discards: list[str] = field(default_factory=list[str])
    trump: str | None = None
    points: int | None = None
    friend: str | None = None
    playouts: int | None = None
    rows: list[Proposal] = field(default_factory=list[Proposal])
    seed: str | None = None
    piles: list[list[str]] | None = None

    @property
    def given(self) -> Given:
        """The chosen parts."""
        discards = self.discards if len(self.discards) == KITTY_SIZE else None
        return Given(discards, self.trump, self.points, self.friend)

    @property
    def is_whole(self) -> bool:
        """Whether the user has chosen every part of the contract."""
        return None not in asdict(self.given).values()


class Exercise(Struct, frozen=True):
    """A moment of a deal, and the user's draft of a contract."""

    sheet: Sheet
    one: Play
    here: Standing[State]
    place: Moment
    draft: Draft

    @property
    def state(self) -> State:
        """The state of the deal."""
        return self.here.step.state

    @property
    def hidden(self) -> bool:
        """Whether the user sees only a seat's cards."""
        return self.sheet.kept.seat is not None

    @property
    def seat(self) -> int:
        """The seat that may become president."""
        return self.draft.seat

    @property
    def is_open(self) -> bool:
        """Whether the contract is not settled yet."""
        return self.state.phase in PHASES and bool(acting(self.here.step))

    @property
    def own(self) -> tuple[str, ...]:
        """The hand of this seat."""
        return self.state.hands[self.seat]

    @property
    def kitty(self) -> tuple[str, ...]:
        """The cards of the kitty that the user looks at."""
        may = self.draft.kitty and self.state.phase == "auction" and not self.hidden
        return self.state.kitty if may else ()

    @property
    def may_bury(self) -> bool:
        """Whether the three cards to bury can be chosen."""
        return len(self.own) + len(self.kitty) > HAND_SIZE

    def find(self, given: Given, playouts: int) -> list[Plan]:
        """Return plans with the given parts, best first."""
        require_playouts(playouts)
        kept, moment = self.sheet.kept, self.place
        require_open(self.sheet, self.seat)
        seen = seen_at(self.one.game, self.one.record, moment, self.seat, sees_all=not self.hidden)
        kitty = self.draft.kitty or self.state.phase != "auction"
        limit = Limit(playouts)
        return plans(seen, self.seat, given, kitty=kitty, limit=limit, seed=kept.seed)


def about_this(exercise: Exercise) -> Draft:
    """Return the draft without choices made for other cards, and with what has been decided."""
    draft, state, hidden = exercise.draft, exercise.state, exercise.sheet.kept.seat
    decided = state.president if state.president is not None else hidden
    seat = draft.seat if decided is None else decided
    about = f"{state.phase} {seat} {state.dealt[seat]} {'' if hidden is not None else state.kitty}"
    draft = replace(draft, seat=seat)
    if about != draft.about:
        draft = Draft(
            about=about,
            seat=seat,
            kitty=state.president is not None,
            playouts=draft.playouts,
            seed=draft.seed,
            piles=draft.piles,
        )
        if state.contract is not None and state.phase != "auction":
            draft = replace(draft, trump=state.contract.trump, points=state.contract.points)
    at = replace(exercise, draft=draft)
    cards = (*at.own, *at.kitty) if at.may_bury else ()
    buried = state.discard or [card for card in draft.discards if card in cards]
    return replace(draft, discards=list(buried))


def proposed(exercise: Exercise, mine: bool) -> Draft:
    """Return the draft with plans, or completed by the best plan that keeps the user's choices."""
    draft = exercise.draft
    found = exercise.find(draft.given if mine else Given(), draft.playouts or PLAYOUTS)
    found = found[:1] if mine else found
    rows = [each for each in draft.rows if each.mine is not mine]
    draft = replace(draft, rows=[*rows, *(Proposal(plan, mine) for plan in found)])
    return replace(draft, **taken_over(draft, found[0])) if mine and found else draft


def taken_over(draft: Draft, plan: Plan) -> dict[str, Any]:
    """Return a plan's parts for a draft; where the plan has none, the draft keeps its own."""
    contract = contract_of(plan.contract or plan.bid or "") or Contract(draft.points, "")
    return {
        "discards": list(plan.discards) or draft.discards,
        "trump": contract.trump or draft.trump,
        "points": contract.points or draft.points,
        "friend": plan.friend or draft.friend,
    }
