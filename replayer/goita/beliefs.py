"""The deals consistent with what was seen of a round.

A pass reveals nothing, but these do: not declaring five し, an early attack with a king, and not
showing the last piece. Source: `docs/goita.md`, "Views".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..beliefs.beliefs import Belief, Beliefs
from ..beliefs.piles import Bound, Cards, Pile
from ..replay.round import Step, first_breach, walk
from .check.recorded import recorded_round, rules_of
from .check.revealed import (
    Play,
    Range,
    dealt_shi,
    kings,
    last_piece,
    not_in_hand,
    plays_of,
    shown_by,
)
from .pieces import DECK, HAND_SIZE, HIDDEN, KINDS, SHI, in_order
from .record import Record, Round, split_plies
from .rules import GoitaRules
from .state import State

if TYPE_CHECKING:
    from random import Random

_SEATS = range(4)


class GoitaBeliefs(Beliefs[Record, State]):
    """Describes what is hidden in records of Goita."""

    def belief(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Belief:
        """Return what others may hold or have laid face-down; equal pieces count as different."""
        return belief(rules_of(record), record.rounds[number - 1], steps)

    def cut(self, record: Record, number: int, steps: Sequence[Step[State]]) -> Record:
        """Return the match cut off before a pass or a play."""
        played = replace(record.rounds[number - 1], kings="", variations=())
        if steps[-1].state.outcome is None:
            taken = sum(step.ply > 0 for step in steps[:-1])
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
        """Return the match with the drawn hands, and with pieces from them laid face-down.

        The pieces laid face-down are redrawn until the plays are legal and show what was seen.
        Raises ValueError if that never happens, as when a recorded foul is not a foul.
        """
        rounds, rules, played = list(record.rounds), rules_of(record), record.rounds[number - 1]
        plays = plays_of(played, steps)
        known = _known(steps, plays)
        hands = tuple(in_order([*known[seat].elements(), *drawn[seat]]) for seat in _SEATS)
        for _ in range(_MOST_DRAWS):
            whole = replace(played, hands=hands, record=_face_up(plays, hands, rng))
            if _is_played(rules, whole, steps):
                rounds[number - 1] = whole
                return replace(record, rounds=tuple(rounds))
        raise ValueError(f"no pieces laid face-down explain what was seen of round {number}")


_MOST_DRAWS = 5000
"""The maximum number of times to draw the pieces laid face-down."""


def _face_up(plays: Sequence[Play], hands: Sequence[str], rng: Random) -> str:
    """Return the digits of a round, with pieces from the hands in place of hidden ones.

    For a piece that was not in the player's hand, any kind may be drawn.
    """
    left = [Counter(hand) - shown for hand, shown in zip(hands, shown_by(plays), strict=True)]
    hidden = [rng.sample(list(pieces.elements()), pieces.total()) for pieces in left]

    def laid(play: Play) -> str:
        return rng.choice(KINDS) if play.not_in_hand else hidden[play.player].pop()

    return "".join(
        play.action.replace(HIDDEN, laid(play)) if play.hides else play.action for play in plays
    )


def _is_played(rules: GoitaRules, whole: Round, steps: Sequence[Step[State]]) -> bool:
    """Return whether a complete round matches what was seen: the same fouls and pieces shown."""
    again = tuple(walk(rules, recorded_round(rules, whole)))
    fouls = {foul.ply: foul.rule for foul in whole.fouls}
    # The decision to play on with five し is a separate step, which is not always seen.
    ours, theirs = (
        [each for each in some if each.ply and each.transition] for some in (again, steps)
    )
    if len(ours) != len(theirs):
        return False
    for step, seen in zip(ours, theirs, strict=True):
        broken = None if step.breach is None else step.breach.rule.code
        shows = ["shown" in each.transition.public for each in (step, seen) if each.transition]
        if broken != fouls.get(step.ply) or len(set(shows)) > 1:
            return False
    last, recorded = again[-1], split_plies(whole.record)
    if not whole.ended_by_foul:
        return True
    breach = first_breach(rules, last.state, {last.state.turn: recorded[-1]})
    return breach is not None and breach.rule.code == fouls.get(last.ply)


def belief(rules: GoitaRules, played: Round, steps: Sequence[Step[State]]) -> Belief:
    """Return what is hidden at the last of these steps of a round, given what they all show."""
    plays = plays_of(played, steps)
    known = _known(steps, plays)
    surplus = _take_surplus(known, plays)
    hidden = Counter(DECK) - sum(known, Counter[str]())
    sizes = [HAND_SIZE - hand.total() for hand in known]
    ended = [last_piece(rules, plays, seat, known[seat]) for seat in _SEATS]

    def pile(seat: int, shi: Range, king: Sequence[Bound], lacked: Sequence[Bound]) -> Pile:
        least, most = (number - known[seat][SHI] for number in shi)
        bounds = (Bound(frozenset(SHI), least, most), *ended[seat], *king, *lacked, *surplus[seat])
        return Pile(f"player {seat}", sizes[seat], bounds)

    cases = product(
        dealt_shi(rules, played, steps),
        kings(rules, plays, steps[-1].state, known),
        not_in_hand(plays, known),
    )
    return Belief(
        tuple(sorted(hidden.elements())),
        tuple(tuple(map(pile, _SEATS, *bounds)) for bounds in cases),
    )


def _known(steps: Sequence[Step[State]], plays: Sequence[Play]) -> list[Counter[str]]:
    """Return the pieces that each player is known to have been dealt."""
    dealt = steps[-1].state.dealt or (HIDDEN * HAND_SIZE,) * 4
    known = (Counter(piece for piece in hand if piece != HIDDEN) for hand in dealt)
    return [hand | shown for hand, shown in zip(known, shown_by(plays), strict=True)]


def _take_surplus(known: Sequence[Counter[str]], plays: Sequence[Play]) -> list[list[Bound]]:
    """Remove seen pieces that exceed the deck from the players who showed them last.

    Returns the pieces that these players must hold apart from the known ones.
    """
    wanting: list[list[Bound]] = [[] for _ in _SEATS]
    surplus = sum(known, Counter[str]()) - Counter(DECK)
    for play in reversed(plays):
        for kind in sorted(set(play.action) & set(surplus)):
            number = min(surplus.pop(kind), known[play.player][kind])
            known[play.player][kind] -= number
            wanting[play.player].append(Bound(frozenset(kind), least=number))
    return wanting
