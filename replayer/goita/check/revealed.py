"""Bounds on hidden hands, derived from the play of a round.

Each function returns bounds on the pieces that a hand could have been dealt. If what was seen has
several explanations, it returns one case for each, and these exclude each other; if it has none, it
returns no cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import product
from typing import TypeAlias

from msgspec import Struct

from ...beliefs.piles import Bound
from ...replay.round import Step
from ...rules import Decision
from .. import codes
from ..pieces import DECK, HAND_SIZE, HIDDEN, KING, NOTHING, team
from ..record import Round, split_plies
from ..rules import GoitaRules
from ..state import State

_SEATS = range(4)

Range: TypeAlias = tuple[int, int]
"""The lowest and the highest number of し that a hand may have been dealt."""

Bounds: TypeAlias = tuple[tuple[Bound, ...], ...]
"""The bounds on each hand, in seat order."""


class Play(Struct, frozen=True):
    """A player's action in a state, and the rule that it broke, if it is recorded as a foul."""

    player: int
    action: str
    state: State
    foul: str | None = None

    @property
    def hides(self) -> bool:
        """Whether an unknown piece was laid face-down."""
        return self.action.startswith(HIDDEN)

    @property
    def not_in_hand(self) -> bool:
        """Whether the action is a foul because a piece was not in the hand."""
        return self.foul == codes.NOT_IN_HAND.code

    @property
    def receives_with_king(self) -> bool:
        """Whether a king was laid face-up to receive."""
        return self.action.startswith(KING) and not self.state.leading

    @property
    def attacks_with_king(self) -> bool:
        """Whether a king was laid as the attack."""
        return self.action.endswith(KING) and len(self.action) > 1


def plays_of(played: Round, steps: Sequence[Step[State]]) -> list[Play]:
    """Return the passes and plays before the last step, and any foul that ended the round."""
    fouls = {foul.ply: foul.rule for foul in reversed(played.fouls)}
    plays = [
        Play(player, action, step.state, fouls.get(step.ply))
        for step in steps[:-1]
        if step.ply
        for player, action in (step.actions or {}).items()
    ]
    recorded, last = split_plies(played.record), steps[-1]
    if played.ended_by_foul and last.ply == len(recorded) == len(plays) + 1:
        plays.append(Play(last.state.turn, recorded[-1], last.state, fouls.get(last.ply)))
    return plays


def shown_by(plays: Sequence[Play]) -> list[Counter[str]]:
    """Return the pieces that each player is known to have played."""
    shown: list[Counter[str]] = [Counter() for _ in _SEATS]
    for play in plays:
        if not play.not_in_hand:
            shown[play.player].update(piece for piece in play.action if piece in DECK)
    return shown


# Shi


def dealt_shi(
    rules: GoitaRules, played: Round, steps: Sequence[Step[State]]
) -> list[tuple[Range, ...]]:
    """Return how many し each hand may have been dealt, as cases that exclude each other.

    A hand with six ends the round at once, and so do two partners with five each; five must be
    declared. Under an option, the deal is thrown in if both teams have five.
    """
    state = steps[-1].state
    settled = any(isinstance(step.node, Decision) for step in steps[:-1])
    end = None if state.outcome is None else state.outcome.end
    if not state.dealt or end in ("shi", "double-goshi") or (rules.partial and not settled):
        return [((0, HAND_SIZE),) * 4]
    crossed = rules.options.cross_goshi == "any" or end == "redeal"
    if played.goshi is not None:
        five = set(played.goshi)
        fits = not settled or _goes_on(five, crossed)
        return [tuple((5, 5) if seat in five else (0, 4) for seat in _SEATS)] if fits else []
    if not settled:
        return [((0, 5),) * 4]
    if crossed:
        pairs = product(_NOT_BOTH, repeat=2)
        return [(first[0], second[0], first[1], second[1]) for first, second in pairs]
    return [tuple((5, 5) if seat == each else (0, 4) for seat in _SEATS) for each in range(-1, 4)]


_NOT_BOTH: list[tuple[Range, Range]] = [((0, 4), (0, 5)), ((5, 5), (0, 4))]
"""Only one of two partners may have five し."""


def _goes_on(five: Collection[int], crossed: bool) -> bool:
    """Return whether a round can go on if these players have five し."""
    return len(five) < 2 or (crossed and len({team(seat) for seat in five}) == 2)


# The last piece


def last_piece(
    rules: GoitaRules, plays: Sequence[Play], seat: int, known: Counter[str]
) -> list[Bound]:
    """Return what the last piece laid face-down reveals: it is shown if it matches the attack.

    If it was not shown, at least one of the pieces laid face-down is of another kind.
    """
    own = [play for play in plays if play.player == seat and play.action != NOTHING]
    if rules.partial or not own or not own[-1].hides or len(own[-1].state.hands[seat]) > 2:
        return []
    attack, face_down = own[-1].action[1], known - shown_by(own)[seat]
    if face_down.total() > face_down[attack]:
        return []
    return [Bound(frozenset(attack), most=HAND_SIZE - known.total() - 1)]


# A piece that was not in the hand


def not_in_hand(plays: Sequence[Play], known: Sequence[Counter[str]]) -> list[Bounds]:
    """Return the cases in which the last play, a foul, used a piece that the player did not have.

    The player must have laid all copies of that piece face-down before.
    """
    nothing: Bounds = ((),) * 4
    if not plays or not plays[-1].not_in_hand or plays[-1].hides:
        return [nothing]
    *before, last = (play for play in plays if play.player == plays[-1].player)
    laid, left = (
        sum(play.hides for play in before),
        known[last.player] - shown_by(before)[last.player],
    )
    if HIDDEN not in last.state.dealt[last.player]:
        return [nothing]
    first, second = last.action[0], last.action[1:]

    def case(*bounds: Bound) -> Bounds:
        return tuple(bounds if seat == last.player else () for seat in _SEATS)

    def lacked(piece: str, beside: bool = False) -> Bound:
        return Bound(frozenset(piece), most=laid + beside - left[piece])

    if second == first:
        return [case(lacked(first, beside=True))]
    receives = last.state.leading or first in (last.state.attack, KING)
    held = Bound(frozenset(first), least=laid + 1 - left[first])
    return [case(lacked(first)), *([case(held, lacked(second))] if receives else [])]


# Kings

_ONE, _NONE = (Bound(frozenset(KING), number, number) for number in (1, 0))
_LACKED = Bound(frozenset(KING), least=1, most=0)
_ANYWHERE: Bounds = ((),) * 4


def kings(
    rules: GoitaRules, plays: Sequence[Play], now: State, known: Sequence[Counter[str]]
) -> list[Bounds]:
    """Return what the first attack with a king reveals about the other king, a case per owner.

    While no king lies face-up, only a player with both kings can attack with one, unless it is the
    last piece. If the attack was a foul, the player did not have both.
    """
    shows = (n for n, play in enumerate(plays) if _shows_king(rules, play))
    first = next(shows, len(plays))
    for play in plays[first + 1 :]:
        if play.foul == codes.KING_MAY_NOT_ATTACK.code:
            return [_wrong(play.player)]
    if first == len(plays) or not plays[first].attacks_with_king:
        return [_ANYWHERE]
    player, foul = plays[first].player, plays[first].foul
    allowed = plays[first].receives_with_king or (
        len(plays[first].state.hands[player]) == 2 and rules.options.last_piece_king_attack
    )
    if foul is None and not allowed:
        return _with_both(rules, plays, first, now, known)
    if foul == codes.KING_MAY_NOT_ATTACK.code:
        return [_wrong(player)] if allowed else _as_foul(rules, plays, first, now, known)
    return [_ANYWHERE]


def _wrong(player: int) -> Bounds:
    """Return an impossible case, for a recorded foul that cannot have been one."""
    return tuple((Bound(frozenset(KING), most=-1),) if seat == player else () for seat in _SEATS)


def _shows_king(rules: GoitaRules, play: Play) -> bool:
    """Return whether a king is known to lie face-up, or to count as face-up."""
    buried = rules.options.face_down_king_exposes and play.action.startswith(KING)
    return play.attacks_with_king or play.receives_with_king or buried


def _with_both(
    rules: GoitaRules, plays: Sequence[Play], first: int, now: State, known: Sequence[Counter[str]]
) -> list[Bounds]:
    """Return who may have the other king if the first attack with a king was legal."""
    player = plays[first].player
    if known[player][KING] > 1:
        return [_ANYWHERE]
    owners = set[int]()
    if rules.options.face_down_king_exposes:
        owners = {play.player for play in plays[:first] if play.hides}
    if rules.options.both_kings_dealt_suffices or _had(player, plays[first:], now):
        owners.add(player)
    if not owners or sum(hand[KING] for hand in known) > 1:
        return [tuple((_LACKED,) if seat == player else () for seat in _SEATS)]
    return _by_owner(owners)


def _as_foul(
    rules: GoitaRules, plays: Sequence[Play], first: int, now: State, known: Sequence[Counter[str]]
) -> list[Bounds]:
    """Return who may have the other king if the first attack with a king was a foul."""
    player, options = plays[first].player, rules.options
    buried = any(play.player == player and play.hides for play in plays[:first])
    buried = buried and not options.face_down_king_exposes and not options.both_kings_dealt_suffices
    if known[player][KING] > 1:
        certain = HIDDEN not in now.dealt[player]
        shown = shown_by(plays[first:])[player][KING]
        return [_ANYWHERE] if certain or (buried and shown == 1) else [_wrong(player)]
    if sum(hand[KING] for hand in known) > 1:
        return [_ANYWHERE]
    owners = {seat for seat in _SEATS if seat != player}
    if options.face_down_king_exposes:
        owners = {seat for seat in owners if _had(seat, plays[first:], now)}
    return _by_owner(owners | {player} if buried else owners)


def _had(seat: int, plays: Sequence[Play], now: State) -> bool:
    """Return whether a player had a hidden piece just before the first of these plays."""
    return HIDDEN in now.hands[seat] or any(play.player == seat and play.hides for play in plays)


def _by_owner(owners: Collection[int]) -> list[Bounds]:
    return [
        tuple((_ONE,) if seat == owner else (_NONE,) for seat in _SEATS) for owner in sorted(owners)
    ]
