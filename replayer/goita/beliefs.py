"""The deals that what was seen of a round leaves possible.

A pass reveals nothing, but five し and more do where they are not declared, a king that attacks
early does, and so does a last piece that is not shown. Source: `docs/goita.md`, "Views".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from ..beliefs import Belief, Beliefs, Bound, Cards, Place
from ..replay import Step, walk
from ..rules import Decision
from .pieces import DECK, HAND_SIZE, HIDDEN, KING, SHI, in_order
from .record import Record, Round, split_plies
from .recorded import recorded_round, rules_of
from .rules import GoitaRules
from .state import State

_SEATS = range(4)

Range: TypeAlias = tuple[int, int]
"""The least and the most し that a hand may have been dealt."""

_ANY: Range = (0, HAND_SIZE)


class GoitaBeliefs(Beliefs[Record, State]):
    """What is hidden in records of Goita."""

    def belief(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Belief:
        """What others hold or laid face-down; equal pieces are told apart."""
        return belief(rules_of(record), record.rounds[number - 1], steps)

    def cut(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Record:
        """The match up to a pass or a play."""
        played = replace(record.rounds[number - 1], kings="", variations=())
        if steps[-1].state.outcome is None:
            taken = sum(1 for _ in _plays(steps))
            played = replace(
                played,
                record="".join(split_plies(played.record)[:taken]),
                winner=None,
                result=None,
                fouls=tuple(foul for foul in played.fouls if foul.ply <= taken),
            )
        return replace(record, rounds=(*record.rounds[: number - 1], played))

    def dealt(
        self,
        record: Record,
        number: int,
        steps: Sequence[Step[State]],
        drawn: Sequence[Cards],
        rng: Random,
    ) -> Record:
        """The match with the hands that were drawn, and with pieces of them laid face-down.

        Which ones those are is drawn until the plays are legal, and show what was shown.
        """
        seen, rounds, rules = _seen(steps), list(record.rounds), rules_of(record)
        hands = tuple(in_order([*seen[seat].elements(), *drawn[seat]]) for seat in _SEATS)
        whole = replace(rounds[number - 1], hands=hands)
        while True:
            whole = replace(whole, record=_face_up(steps, drawn, rng))
            again = tuple(walk(rules, recorded_round(rules, whole)))
            if len(again) == len(steps) and all(map(_alike, again, steps)):
                break
        rounds[number - 1] = whole
        return replace(record, rounds=tuple(rounds))


def _face_up(steps: Sequence[Step[State]], drawn: Sequence[Cards], rng: Random) -> str:
    """The digits of a round, with pieces that were drawn for those laid face-down."""
    hidden = [rng.sample(cards, len(cards)) for cards in drawn]
    return "".join(
        action.replace(HIDDEN, hidden[player].pop()) if HIDDEN in action else action
        for step in _plays(steps)
        for player, action in (step.actions or {}).items()
    )


def _alike(step: Step[State], seen: Step[State]) -> bool:
    """Whether a step breaks no rule that was not seen to be broken, and shows no more pieces."""
    if step.transition is None or seen.transition is None or not step.ply:
        return (step.transition is None) == (seen.transition is None)
    shows = "shown" in step.transition.public
    return step.breach == seen.breach and shows == ("shown" in seen.transition.public)


def belief(rules: GoitaRules, played: Round, steps: Sequence[Step[State]]) -> Belief:
    """What is hidden in the last of these steps of a round, after what was seen in all of them."""
    seen = _seen(steps)
    surplus = _take_surplus(seen, steps)
    hidden = Counter(DECK) - sum(seen, Counter[str]())
    sizes = [HAND_SIZE - hand.total() for hand in seen]
    last = [_last_piece(rules, steps, seat, size) for seat, size in enumerate(sizes)]

    def place(seat: int, shi: Range, kings: list[Bound]) -> Place:
        least, most = (number - seen[seat][SHI] for number in shi)
        bounds = (Bound(frozenset(SHI), least, most), *last[seat], *kings, *surplus[seat])
        return Place(f"player {seat}", sizes[seat], bounds)

    cases = product(_dealt_shi(rules, played, steps), _kings(rules, played, steps, seen))
    return Belief(
        tuple(sorted(hidden.elements())),
        tuple(tuple(map(place, _SEATS, shi, kings)) for shi, kings in cases),
    )


def _seen(steps: Sequence[Step[State]]) -> list[Counter[str]]:
    """The pieces that each player is known to have been dealt."""
    dealt = steps[-1].state.dealt or (HIDDEN * HAND_SIZE,) * 4
    shown: list[Counter[str]] = [Counter() for _ in _SEATS]
    for step in _plays(steps):
        for player, action in (step.actions or {}).items():
            shown[player].update(piece for piece in action if piece in DECK)
    known = (Counter(piece for piece in hand if piece != HIDDEN) for hand in dealt)
    return [hand | pieces for hand, pieces in zip(known, shown, strict=True)]


def _take_surplus(seen: Sequence[Counter[str]], steps: Sequence[Step[State]]) -> list[list[Bound]]:
    """Take away what is seen of a kind beyond the pieces that there are, and who showed it last.

    What is taken away is in that player's hand, so it is wanting there.
    """
    wanting: list[list[Bound]] = [[] for _ in _SEATS]
    surplus = sum(seen, Counter[str]()) - Counter(DECK)
    for step in reversed(list(_plays(steps))):
        for player, action in (step.actions or {}).items():
            for kind in sorted(set(action) & set(surplus)):
                number = min(surplus.pop(kind), seen[player][kind])
                seen[player][kind] -= number
                wanting[player].append(Bound(frozenset(kind), least=number))
    return wanting


def _plays(steps: Sequence[Step[State]]) -> Iterator[Step[State]]:
    """The steps before the last one in which somebody played or passed."""
    return (step for step in steps[:-1] if step.ply)


# Shi


def _dealt_shi(
    rules: GoitaRules, played: Round, steps: Sequence[Step[State]]
) -> list[tuple[Range, ...]]:
    """How many し each hand may have been dealt, in cases of which no two hold at once.

    Six end the round at once, and so do five with both partners; five are declared.
    """
    state = steps[-1].state
    went_on = any(isinstance(step.node, Decision) for step in steps[:-1])
    ended = state.outcome is not None and state.outcome.end in ("shi", "double-goshi")
    if not state.dealt or ended or (rules.partial and not went_on):
        return [(_ANY,) * 4]
    if played.goshi is not None:
        goshi = played.goshi
        return [tuple((5, 5) if seat in goshi else (0, 4) for seat in _SEATS)]
    if not went_on:
        return [((0, 5),) * 4]
    pairs = product(_NOT_BOTH, repeat=2)
    return [(first[0], second[0], first[1], second[1]) for first, second in pairs]


_NOT_BOTH: list[tuple[Range, Range]] = [((0, 4), (0, 5)), ((5, 5), (0, 4))]
"""Two partners may have five し each only one at a time."""


def _last_piece(
    rules: GoitaRules, steps: Sequence[Step[State]], seat: int, size: int
) -> list[Bound]:
    """The last piece that a player lays face-down is shown where it is like the attack."""
    for step in _plays(steps):
        action = (step.actions or {}).get(seat, "")
        if action.startswith(HIDDEN) and len(step.state.hands[seat]) == 2 and not rules.partial:
            return [Bound(frozenset(action[1]), most=size - 1)]
    return []


# Kings

_ONE, _NONE = (Bound(frozenset(KING), number, number) for number in (1, 0))
_TOO_MANY = Bound(frozenset(KING), least=2)


def _kings(
    rules: GoitaRules, played: Round, steps: Sequence[Step[State]], seen: Sequence[Counter[str]]
) -> list[list[list[Bound]]]:
    """What an early attack with a king reveals of the other king, in cases by who has that.

    Without such an attack there is one case, in which it can be anywhere.
    """
    attack = _early_attack(rules, played, steps)
    if attack is None:
        return [[[]] * 4]
    number, player = attack
    if seen[player][KING] > 1:
        return [[[]] * 4]
    owners = set[int]()
    if rules.options.face_down_king_exposes:
        owners = {seat for step in steps[:number] for seat in _lays_hidden(step)}
    kept = HIDDEN in steps[-1].state.hands[player]
    later = any(player in _lays_hidden(step) for step in steps[number:-1])
    if kept or later or rules.options.both_kings_dealt_suffices:
        owners.add(player)
    if not owners or sum(hand[KING] for hand in seen) > 1:
        return [[[_TOO_MANY] if seat == player else [] for seat in _SEATS]]
    return [[[_ONE] if seat == owner else [_NONE] for seat in _SEATS] for owner in sorted(owners)]


def _early_attack(
    rules: GoitaRules, played: Round, steps: Sequence[Step[State]]
) -> tuple[int, int] | None:
    """The step in which a king attacked though none lay face-up, and its player."""
    fouls = {foul.ply for foul in played.fouls}
    for number, step in enumerate(steps[:-1]):
        for player, action in (step.actions or {}).items():
            if not step.ply or KING not in action:
                continue
            if step.ply in fouls:
                return None
            face_down = step.state.leading and not rules.options.face_down_king_exposes
            if action[0] == KING and not face_down:
                return None
            last = len(step.state.hands[player]) == 2
            if action[1] == KING:
                allowed = last and rules.options.last_piece_king_attack
                return None if allowed else (number, player)
    return None


def _lays_hidden(step: Step[State]) -> list[int]:
    """Who lays a piece face-down that is not known."""
    return [seat for seat, action in (step.actions or {}).items() if action[0] == HIDDEN]
