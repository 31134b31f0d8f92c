"""Everything that can be wrong with a Planowanie record.

Its deals are replayed; how the game ended is checked only if there are no earlier errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from ....findings import Finding
from ...game import Checked
from ...hypotheses import explained
from ...times import check_times
from ..record import Record
from ..state import State
from .clocks import check_clocks, check_questions
from .meant import of_game
from .outcome import check_end, check_end_in_setup
from .play import Game
from .recorded import rules_of
from .seen import check_beliefs, check_view
from .well_formed import ended_in_setup, game_left, planned_on, setup_breaches

_CHECKS: tuple[Callable[[Game], Iterator[Finding]], ...] = (check_beliefs, check_end, check_view)
"""The checks of a game after its deals, in order; each knows whether the game is still sound."""


def check(record: Record) -> Checked[State]:
    """Return everything wrong with a record."""
    ends: list[State | None] = []
    found = list(_check(record, ends))
    if len(found) > 1:  # One slip may explain them.
        found = explained(found, of_game(record, found), lambda meant: _check(meant, []))
    times = check_times(record.start_time, record.end_time)
    ends += [None] * (len(record.deals) - len(ends))
    return Checked([*times, *found, *check_clocks(record)], ends)


def _check(record: Record, ends: list[State | None]) -> Iterator[Finding]:
    wrong = list(setup_breaches(record))
    for pointer, breach in wrong:
        yield Finding(rule=breach.rule, message=str(breach), pointer=pointer)
    if ended_in_setup(record):
        if not wrong:
            yield from check_end_in_setup(record)
        return
    left = game_left(record) if wrong else record
    if left is None:
        return
    # A deal after the last planned one is checked under the plan that it implies.
    rules = replace(rules_of(left), plan=planned_on(left))
    game = Game(left, rules, sound=not wrong)
    yield from game.play()
    for each in game.timed:
        yield from check_questions(*each)
    for find in _CHECKS:
        found = list(find(game))
        game.sound = game.sound and not found
        yield from found
    ends += game.ends
