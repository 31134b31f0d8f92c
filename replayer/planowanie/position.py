"""Positions of Planowanie: everything visible in a deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..positions import Broken, Positions, broken, position_of
from ..replay.round import RoundReplay, Step, first_breach
from ..rules import CHANCE, Action, Decision, Observation
from .cards import HIDDEN
from .check.recorded import hands_of, rules_of
from .record import Cards, Record, Result
from .rules import PlanowanieRules, deal_action
from .rules import dealt as hands_dealt
from .state import Phase, State, Taken


class PlanowaniePosition(Struct, frozen=True, kw_only=True):
    """A position in a deal of Planowanie. Cards are a rank and a suit (TD); ?? is a hidden card.

    `trump` is the trump suit. `cards` is the number of cards that each player gets in this deal,
    and `starts` the leader of the first trick. `hands` are the cards that the players still hold,
    in seat order; there are none before the deal. `declarations` are set once all have declared, in
    seat order; if the record stops before that, they are as recorded. `tricks` are the finished
    tricks; `table` has the cards of the current trick, starting with `lead`, and `led` is the suit
    to follow. `taken` counts the tricks of each player. `turn` is the player to act, or null if all
    declare at once or nobody acts.

    `totals` are the points of the finished deals, and `points` are the points of this deal once it
    is over. `clocks` are the milliseconds left to the players who act, as far as recorded.

    Only the last position has the other fields. `dealt` are the hands as dealt, as far as they are
    known by then. `winners` are the players with the most points if the game was played to its end.
    `left_over` says that the record has cards after the last one that could be replayed, and
    `recorded_points` are the recorded points of a deal that did not end. `result` is the recorded
    end of the game, if it ends here, and `reply_breach` is the rule broken by the answer of a
    player at fault.
    """

    phase: Phase
    trump: str
    cards: int
    starts: int
    hands: tuple[Cards, ...] = ()
    declarations: tuple[int | None, ...] = ()
    tricks: tuple[Taken, ...] = ()
    lead: int | None = None
    table: Cards = ()
    led: str | None = None
    taken: tuple[int, ...] = ()
    turn: int | None = None
    totals: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    clocks: tuple[int | None, ...] = ()
    dealt: tuple[Cards, ...] = ()
    winners: tuple[int, ...] = ()
    left_over: bool = False
    recorded_points: tuple[int, ...] | None = None
    result: Result | None = None
    reply_breach: Broken | None = None

    @property
    def played(self) -> Cards:
        """The cards that lie face-up."""
        return (*(card for trick in self.tricks for card in trick.cards), *self.table)


class PlanowaniePositions(Positions[Record, State]):
    """Positions of Planowanie: hands, declarations, tricks, points, and how the game ended."""

    type = PlanowaniePosition

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """Mask a deal by hiding the hands of others; everything else is shown to everybody."""
        if CHANCE not in actions:
            return state, actions
        hands = [(HIDDEN,) * len(hand) for hand in hands_dealt(actions[CHANCE])]
        hands[player] = shown["hand"]
        return state, {CHANCE: deal_action(hands)}

    def of(
        self, record: Record, replayed: RoundReplay[State]
    ) -> Callable[[Step[State]], PlanowaniePosition]:
        """Return a function that returns the positions of a deal."""
        rules = rules_of(record)

        def position(step: Step[State]) -> PlanowaniePosition:
            found = _at(rules, step.state)
            if not replayed.path:
                found = replace(found, clocks=_clocks(record, replayed.number, found))
            if step is not replayed.steps[-1]:
                return found
            dealt = hands_of(rules, record.deals[replayed.number - 1], replayed.number - 1)
            known = _known_by_then(dealt, step.state)
            found = replace(found, dealt=known, winners=_winners(rules, step.state))
            return found if replayed.path else _last(rules, record, replayed.number, step, found)

        return position


def _known_by_then(dealt: Sequence[Cards], state: State) -> tuple[Cards, ...]:
    """Return the hands as dealt, without cards that are not known yet but played later."""
    hands: list[Cards] = []
    for seat, hand in enumerate(dealt):
        now = {*state.hands[seat], *state.played_by(seat)} if state.hands else set(hand)
        known = tuple(card for card in hand if card in now and card != state.hidden)
        hands.append((*known, *(state.hidden,) * (len(hand) - len(known))))
    return tuple(hands)


def _at(rules: PlanowanieRules, state: State) -> PlanowaniePosition:
    planned, plays = rules.plan[state.number], state.phase == "play"
    return position_of(
        PlanowaniePosition,
        state,
        trump=rules.deck.suits[0],
        cards=planned.cards,
        starts=planned.start,
        lead=state.lead if plays else None,
        taken=tuple(map(state.taken, range(rules.players))),
        turn=state.turn if plays else None,
    )


def _clocks(record: Record, number: int, now: PlanowaniePosition) -> tuple[int | None, ...]:
    """Return the time left to the players who act, before the declaration or a card."""
    clocks = record.deals[number - 1].clocks
    if clocks is None or now.phase not in ("declare", "play"):
        return ()
    found: list[int | None] = []
    for seat, own in enumerate(clocks):
        place = 0 if now.phase == "declare" else 1 + now.cards - len(now.hands[seat])
        acts = now.turn in (None, seat)
        found.append(own[place] if acts and place < len(own) else None)
    return tuple(found)


def _winners(rules: PlanowanieRules, state: State) -> tuple[int, ...]:
    """Return the players with the most points, if this was the last deal."""
    if state.phase != "over" or rules.next_round(state) is not None:
        return ()
    most = max(state.totals)
    return tuple(seat for seat, total in enumerate(state.totals) if total == most)


def _last(
    rules: PlanowanieRules,
    record: Record,
    number: int,
    step: Step[State],
    found: PlanowaniePosition,
) -> PlanowaniePosition:
    """Return the last position of a deal, with the recorded values about its end."""
    deal, over = record.deals[number - 1], step.over
    ends_record = number == len(record.deals)
    said = record.result if ends_record else None
    declared = found.phase == "declare" and step.actions is None
    recorded = sum(len(trick.played) for trick in deal.tricks)
    return replace(
        found,
        declarations=(deal.declarations or ()) if declared else found.declarations,
        # A program may have failed to acknowledge the last card.
        winners=() if said is not None and said.end == "fault" else found.winners,
        left_over=step.breach is None and recorded > len(found.played),
        recorded_points=None if over else deal.points,
        result=said,
        reply_breach=None if said is None else _reply_breach(rules, step, said),
    )


def _reply_breach(rules: PlanowanieRules, step: Step[State], said: Result) -> Broken | None:
    """Return the rule broken by an answer recorded as invalid, if a question was asked."""
    asked = step.actions is None and isinstance(step.node, Decision)
    if said.end != "fault" or said.player is None or said.reply is None or not asked:
        return None
    if said.player not in range(rules.players) or said.reason not in (None, "invalid"):
        return None
    breach = first_breach(rules, step.state, {said.player: said.reply})
    return None if breach is None else broken(breach)
