"""The play of a record: replay, variations, views, and possible deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..findings.arguments import integer, integers, optional_text, texts
from .records import require_record

if TYPE_CHECKING:
    from ..replayer.beliefs.deals import Deals
    from ..replayer.beliefs.playouts import PlayedOut
    from ..replayer.record import GameRecord
    from ..replayer.replay.round import RoundReplay

    RecordT = TypeVar("RecordT", bound=GameRecord[Any])
    StateT = TypeVar("StateT")


def replay(record: GameRecord[StateT]) -> list[RoundReplay[StateT]]:
    """Replay each round of a record, up to its end or the first action that breaks a rule.

    The variations of each round are also replayed.

    Raises IllegalAction (a ValueError) if a round is not well-formed (it has three hands, say).

    >>> from kifu import loads
    >>> record = loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    >>> [step.ply for step in replay(record)[0].steps]
    [0, 1, 2, 3, 4, 5]
    """
    from .. import replayer
    from ..replayer.replay.match import replay as walk_rounds

    require_record(record)
    return list(walk_rounds(replayer.game_of(record), record))


def branch(
    record: RecordT,
    ply: int,
    actions: Sequence[str],
    round: int = 1,
    path: Sequence[int] = (),
    name: str | None = None,
) -> RecordT:
    """Return a copy of the record with one more variation, which starts at a ply of a round.

    `actions` are those of all players from that ply on, in any spelling that the game accepts; the
    record keeps the canonical spelling. `path` leads to the variation that contains the ply; `()`
    is the main line.

    Raises IllegalAction (a ValueError) if a rule forbids one of the actions, ValueError if
    `actions` is empty, and IndexError for a round, variation or ply that does not exist.

    >>> from kifu import loads
    >>> record = loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    >>> other = branch(record, ply=4, actions=["0", "74"], name="nobody receives")
    >>> [step.actions for step in replay(other)[0].variations[0].own]
    [{3: '0'}, {0: '74'}, None]
    """
    from .. import replayer
    from ..replayer.play.branch import branch as branched
    from ..replayer.play.variations import Variation

    require_record(record)
    optional_text("name", name)
    other = Variation(ply=integer("ply", ply), actions=texts("actions", actions), name=name)
    number, where = integer("round", round), integers("path", path)
    return branched(replayer.game_of(record), record, number, where, other)


def view(record: RecordT, player: int) -> RecordT:
    """Return the record as one player (from 0) knew it; the result is itself a record.

    Raises ValueError if there is no such player, the record cannot be replayed, or its game hides
    nothing.
    """
    from .. import replayer
    from ..replayer.replay.view import view as view_of

    require_record(record)
    return view_of(replayer.game_of(record), record, integer("player", player))


def deals(record: RecordT, player: int | None, ply: int, round: int = 1) -> Deals[RecordT, Any]:
    """Return the deals that a player (from 0) cannot rule out before a ply of a round.

    Without a player, they are the deals consistent with the record itself. `Deals` counts and draws
    them.

    Raises IndexError if there is no such round or ply, and ValueError if there is no such player,
    the record cannot be replayed, or its game has no hidden cards.

    >>> from kifu import loads
    >>> from random import Random
    >>> text = '''{"format": "leduc/json", "version": 1, "hands": [
    ...   {"cards": ["Ks", "Jh"], "actions": ["call"]}]}'''
    >>> left = deals(loads(text), player=1, ply=2)
    >>> left.count(), left.sample(Random(7)).hands[0].cards
    (5, ('Qs', 'Jh'))
    """
    from .. import replayer
    from ..replayer.beliefs.deals import deals as deals_of

    require_record(record)
    seat = None if player is None else integer("player", player)
    game, number = replayer.game_of(record), integer("round", round)
    return deals_of(game, record, seat, integer("ply", ply), number)


def playouts(
    record: GameRecord[Any], ply: int, times: int, seed: int = 0, round: int = 1
) -> PlayedOut:
    """Play out a round at random from a ply (from 1), `times` times, to estimate its value.

    All legal actions are equally likely. The same seed (64 bits of it are used) always gives the
    same result: the points of each player in the match after each playout, and their means.

    Raises IndexError if there is no such round or ply, and ValueError if something is hidden at
    that ply (`deals` draws possible deals), `times` is negative or more than a billion, or the
    record cannot be replayed.

    >>> from kifu import loads
    >>> record = loads("12345678,12345679,11112345,11112345,s1,113,2p,3p,431")
    >>> found = playouts(record, ply=4, times=100)
    >>> found.decisions, found.means
    (1756, (16.1, 10.1, 16.1, 10.1))
    """
    from .. import replayer
    from ..replayer.beliefs.playouts import playouts as played_out

    require_record(record)
    where, number = integer("ply", ply), integer("round", round)
    runs, first = integer("times", times), integer("seed", seed)
    if not 0 <= runs <= 10**9:
        raise ValueError(f"times must be from 0 to a billion, not {runs}")
    return played_out(replayer.game_of(record), record, where, runs, first, number)
