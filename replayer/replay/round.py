"""Replays a round and its variations step by step."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ...findings import amount
from ...findings.arguments import integer, integers
from ...findings.limits import MOST_PLIES
from ...findings.shown import short, short_struct
from .. import codes
from ..discovery import GameFails, broken, game_of_module
from ..lenient import Arbiter, Lenient, acted, actors, fouls, stops
from ..play.variations import Variation, excess
from ..rules import (
    Action,
    Decision,
    IllegalAction,
    Node,
    Observation,
    Rules,
    Terminal,
    Transition,
)
from ..spelling import parse, parses

StateT = TypeVar("StateT")


class RecordedRound(Struct, Generic[StateT], frozen=True):
    """A round as recorded: the state it begins in, and the actions taken in each state.

    `choose` returns the actions of all players who act in a state, given only the state, or None if
    the record stops there.

    `fouls` maps plies to the codes of rules that were broken there, according to the record itself.
    """

    start: StateT
    choose: Callable[[StateT, Node], Mapping[int, Action] | None]
    fouls: Mapping[int, str]


class LenientRound(RecordedRound[StateT], frozen=True):
    """A recorded round whose actions may be out of turn, under rules that are `Lenient`.

    `choose` is also called in a terminal state, and breaking a rule that is only a warning does not
    stop the replay.
    """


class Step(Struct, Generic[StateT], frozen=True):
    """A state of a round, and the recorded actions in it.

    `ply` is the number of the (first) ply made here, 0 if the actions do not count as plies.
    `actions` is None in the last step if the round is over, or the record stops. `breach` is the
    rule that an action breaks. The replay stops there (`transition` is None) unless the record
    itself marks the action as a foul that counted, or the rule is only a warning.
    """

    ply: int
    state: StateT
    node: Node
    actions: Mapping[int, Action] | None = None
    transition: Transition[StateT] | None = None
    breach: IllegalAction | None = None

    __repr__ = short_struct

    @property
    def over(self) -> bool:
        """Whether the round is over in this state."""
        return isinstance(self.node, Terminal)

    def shown_to(self, player: int) -> Observation:
        """Return what a player saw of the actions here; nothing if the replay stops.

        A private observation overrides a public one with the same key.
        """
        player = integer("player", player)
        if self.transition is None:
            return {}
        return {**self.transition.public, **self.transition.private.get(player, {})}


def walk(
    rules: Rules[StateT], recorded: RecordedRound[StateT], taken: int = 0
) -> Iterator[Step[StateT]]:
    """Yield a step for each state of a round, from its start to its terminal state.

    The walk stops at the first action that a rule forbids, unless the record marks it as a foul, or
    the round is lenient and the rule is only a warning. `taken` is the number of plies before the
    start.

    Raises Endless if a round has more plies, or more steps that are not plies, than are allowed.
    """
    lenient = isinstance(recorded, LenientRound)
    state, ply, others, most = recorded.start, taken, 0, most_plies(rules)
    while others <= most:
        node = rules.node(state)
        if isinstance(node, Terminal) and not lenient:
            yield Step(0, state, node)
            return
        actions = recorded.choose(state, node)
        if lenient and actions:
            node = acted(node, actions)
        counted = isinstance(node, Decision) and node.counted
        number = ply + 1 if counted else 0
        if actions is None:
            yield Step(number, state, node)
            return
        if number > most:
            break
        breach = first_breach(rules, state, actions)
        allowed = breach is None or recorded.fouls.get(number) == breach.rule.code
        if breach is not None and not allowed and stops(breach, lenient):
            yield Step(number, state, node, actions, None, breach)
            return
        transition = rules.apply(state, actions)
        after = transition.state
        yield Step(number, state, node, actions, transition, breach)
        if counted and actions:
            ply += len(actions)
        else:
            others += 1
        state = after
    raise endless(rules)


class Endless(GameFails):
    """A round has more plies than its game allows."""


def most_plies(rules: Rules[Any]) -> int:
    """Return the maximum number of plies in a round: `most_plies` of the rules, or the default."""
    most: int = getattr(rules, "most_plies", MOST_PLIES)
    return most


def endless(rules: Rules[Any]) -> Endless:
    """Return the error for rules whose rounds do not end."""
    why = (
        f"a round does not end, even after {most_plies(rules)} plies: `node` must return Terminal "
        "when the round is over, and `choose` of `recorded_round` None when the record stops; "
        "`most_plies` of the rules sets the limit"
    )
    module = type(rules).__module__
    return Endless(str(broken(game_of_module(module) or module, why)))


def first_breach(
    rules: Rules[StateT], state: StateT, actions: Mapping[int, Action]
) -> IllegalAction | None:
    """Return the first action that a rule forbids, if any."""
    for player, action in actions.items():
        try:
            rules.verify(state, player, action)
        except IllegalAction as breach:
            # The step keeps the error, and its traceback would keep all states in memory.
            return breach.with_traceback(None)
    return None


def seen(steps: Sequence[Step[StateT]], player: int) -> list[Observation]:
    """Return what a player observed in a round, one observation for each step with actions."""
    return [step.shown_to(player) for step in steps if step.transition is not None]


class RoundReplay(Struct, Generic[StateT], frozen=True):
    """The main line of a round, or one of its variations, replayed from the deal.

    `number` counts rounds from 1. `variations` branch off this line, and `path` leads to it: it is
    empty for the main line, (1,) for its first variation, and (1, 2) for the second variation of
    that. A variation may have a `name`. It branches off its parent at `ply`, and shares its first
    `shared` steps with the parent. `fault` is any error in it other than in its play.
    """

    number: int
    steps: tuple[Step[StateT], ...]
    path: tuple[int, ...] = ()
    ply: int | None = None
    name: str | None = None
    shared: int = 0
    fault: IllegalAction | None = None
    variations: tuple[RoundReplay[StateT], ...] = ()

    def __repr__(self) -> str:
        return f"<RoundReplay of {short(self.title)[1:-1]}: {amount(self.plies, 'ply')}>"

    @property
    def label(self) -> str:
        """Its name in messages: `round 1`, `round 1, variation 1.2`."""
        variation = f", variation {'.'.join(map(str, self.path))}" if self.path else ""
        return f"round {self.number}{variation}"

    @property
    def title(self) -> str:
        """A heading: its label, its name, and the ply where it branches off its parent."""
        if self.ply is None:
            return self.label
        name = f" ({self.name})" if self.name else ""
        return f"{self.label}{name}, from ply {self.ply}"

    @property
    def own(self) -> tuple[Step[StateT], ...]:
        """The steps that are not shared with its parent; none if it cannot be replayed."""
        return self.steps[self.shared :]

    @property
    def plies(self) -> int:
        """The number of plies made."""
        taken = (step.actions for step in self.steps if step.ply and step.transition is not None)
        return sum(len(actions) for actions in taken if actions is not None)

    @property
    def breach(self) -> IllegalAction | None:
        """The broken rule that stopped the replay, if any."""
        last = self.steps[-1]
        return self.fault or (last.breach if last.transition is None else None)

    @property
    def positions(self) -> range:
        """The plies that `at` accepts, from 1 (0 for a decision before the first ply) to the end.

        There are none if the replay stops at the deal. A chance event still to come after the last
        ply also counts as the end.
        """
        before = any(_comes_before(step) for step in self.steps)
        last = self.steps[-1]
        awaits_chance = self.plies > 0 and last.breach is None
        ends = last.ply or last.over or awaits_chance
        return range(0 if before else 1, self.plies + (2 if ends else 1))

    def at(self, ply: int) -> Step[StateT]:
        """Return the step in which a ply is made; the ply after the last one means the end.

        Raises IndexError if there is no such ply.
        """
        ply = integer("ply", ply)
        if ply not in self.positions:
            there = f"plies 1 to {self.plies}, not {ply}" if self.plies else "no plies"
            raise IndexError(f"{self.label} has {there}")
        if ply == 0:
            return next(step for step in self.steps if _comes_before(step))
        return next(
            (
                step
                for step in self.steps
                if step.ply and step.ply <= ply < step.ply + max(1, len(step.actions or ()))
            ),
            self.steps[-1],
        )

    def tree(self) -> Iterator[RoundReplay[StateT]]:
        """Yield this replay, its variations, and theirs."""
        yield self
        for each in self.variations:
            yield from each.tree()

    def variation(self, path: Sequence[int]) -> RoundReplay[StateT]:
        """Return the variation that a path leads to from here; with an empty path, this one.

        Raises IndexError if there is no such variation.
        """
        found = self
        for number in integers("path", path):
            count = len(found.variations)
            if not 1 <= number <= count:
                where = ".".join(map(str, (*found.path, number)))
                raise IndexError(
                    f"there is no variation {where}: {found.label} has {count or 'none'}"
                )
            found = found.variations[number - 1]
        return found


def next_ply(line: RoundReplay[Any], index: int) -> int:
    """Return the number of the first ply made in the step with this index or later."""
    numbers = (step.ply for step in line.steps[index:] if step.ply)
    return next(numbers, line.plies + 1)


def _comes_before(step: Step[StateT]) -> bool:
    """Return whether a step is a decision that does not count as a ply."""
    return isinstance(step.node, Decision) and not step.node.counted


def with_variations(
    rules: Rules[StateT], parent: RoundReplay[StateT], variations: Sequence[Variation]
) -> RoundReplay[StateT]:
    """Add its variations to a replay, each replayed as far as possible.

    Raises IllegalAction if there are too many, or they are nested too deeply.
    """
    if not variations:
        return parent
    beyond = excess(variations)
    if beyond is not None:
        raise IllegalAction(beyond.rule, beyond.message)
    return _with_all(rules, parent, variations)


def _with_all(
    rules: Rules[StateT], parent: RoundReplay[StateT], variations: Sequence[Variation]
) -> RoundReplay[StateT]:
    replayed = (
        _with_all(rules, replay_variation(rules, parent, number, each), each.variations)
        for number, each in enumerate(variations, start=1)
    )
    return replace(parent, variations=tuple(replayed)) if variations else parent


def replay_variation(
    rules: Rules[StateT], parent: RoundReplay[StateT], number: int, variation: Variation
) -> RoundReplay[StateT]:
    """Replay a parent's variation, which has this number, without the variations within it.

    If nobody acts at the ply where it branches off, its only step is the deal. If the parent breaks
    a rule before that ply, the variation stops there too.
    """
    shared, fault = _leaves(parent, variation.ply)
    steps = parent.steps[:shared]
    if fault is None and shared < len(parent.steps):
        own = _play_on(rules, parent.steps[shared], variation)
        steps, fault = (*steps, *own), _surplus(own, variation.actions)
    path = (*parent.path, number)
    return RoundReplay(parent.number, steps, path, variation.ply, variation.name, shared, fault)


def _leaves(parent: RoundReplay[StateT], ply: int) -> tuple[int, IllegalAction | None]:
    """Return how many steps a variation from this ply shares with its parent, and any fault."""
    if ply >= parent.positions.stop and parent.breach is not None and not parent.steps[-1].over:
        return len(parent.steps), parent.fault
    own = list(enumerate(parent.steps))[parent.shared :]
    nodes = dict[int, int]()
    begins: int | None = None  # where an arbiter's changes before a decision begin
    for index, step in own:
        if isinstance(step.node, Arbiter):
            begins = index if begins is None else begins
        else:
            if isinstance(step.node, Decision):
                nodes.setdefault(step.ply, index if begins is None else begins)
            begins = None
    if ply in nodes:
        return nodes[ply], None
    why = f"nobody acts at ply {ply}: a variation of {parent.label} can start at {_plies(nodes)}"
    for _, step in own:
        if step.ply < ply < step.ply + len(step.actions or ()):
            why = (
                f"ply {ply} is made at the same time as ply {step.ply}: start the variation of "
                f"{parent.label} there"
            )
    return 1, IllegalAction(codes.LEAVES_NOWHERE, why)


def _plies(numbers: Collection[int]) -> str:
    first, last = min(numbers, default=0), max(numbers, default=0)
    if not numbers:
        return "no ply"
    return f"ply {first}" if first == last else f"plies {first} to {last}"


def _play_on(
    rules: Rules[StateT], step: Step[StateT], variation: Variation
) -> tuple[Step[StateT], ...]:
    """Play the actions of a variation, including chance outcomes, starting at a step."""
    remaining = deque(variation.actions)

    def choose(state: StateT, node: Node) -> Mapping[int, Action] | None:
        acting = actors(rules, state, node, remaining[0]) if remaining else ()
        if not acting or len(remaining) < len(acting):
            return None
        return {player: remaining.popleft() for player in acting}

    noted = fouls(rules, variation.annotations)
    recorded = _round_of(rules)(step.state, choose, noted)
    return tuple(walk(rules, recorded, max(variation.ply - 1, 0)))


def _round_of(rules: Rules[StateT]) -> type[RecordedRound[StateT]]:
    return LenientRound if isinstance(rules, Lenient) else RecordedRound


def resolved(rules: Rules[StateT], parent: RoundReplay[StateT], variation: Variation) -> Variation:
    """Convert the actions of a variation from any spelling to the canonical one.

    Actions after one that breaks a rule are left unchanged. Raises IllegalAction for a spelling
    that matches no action there, or several.
    """
    shared, fault = _leaves(parent, variation.ply)
    if not parses(rules) or fault is not None or shared >= len(parent.steps):
        return variation
    step, found, at = parent.steps[shared], list[Action](), variation.ply
    remaining = deque(variation.actions)

    def choose(state: StateT, node: Node) -> Mapping[int, Action] | None:
        acting = actors(rules, state, node, remaining[0]) if remaining else ()
        chosen = dict[int, Action]()
        for player in acting:
            if remaining:
                chosen[player] = parse(rules, state, player, remaining.popleft())
                found.append(chosen[player])
        return chosen if acting and len(chosen) == len(acting) else None

    recorded = _round_of(rules)(step.state, choose, {})
    try:
        for each in walk(rules, recorded, max(variation.ply - 1, 0)):
            at = each.ply + len(each.actions or ()) if each.ply else at
    except IllegalAction as breach:
        raise IllegalAction(breach.rule, f"ply {at}: {breach}", meant=breach.meant) from None
    return replace(variation, actions=(*found, *variation.actions[len(found) :]))


def _surplus(own: Sequence[Step[StateT]], actions: Sequence[Action]) -> IllegalAction | None:
    """Return an error if a variation that breaks no rule has leftover or missing actions."""
    last, taken = own[-1], sum(len(step.actions or ()) for step in own)
    if last.breach is not None or taken == len(actions):
        return None
    why = f"the round is over after action {taken} of {len(actions)}"
    if isinstance(last.node, Decision):
        acting, left = last.node.players, len(actions) - taken
        missing = _listed(acting[left:])
        lacks = (
            f"player {missing} has no action"
            if left + 1 == len(acting)
            else (f"players {missing} have no actions")
        )
        why = f"{lacks}: players {_listed(acting)} act at the same time"
    return IllegalAction(codes.GOES_ON, why)


def _listed(players: Sequence[int]) -> str:
    """Return a list of player numbers in words: `0, 1 and 2`."""
    *first, last = map(str, players)
    return f"{', '.join(first)} and {last}" if first else last
