"""Checks the result of a game against the komi and the final position."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....findings import Finding
from ...check import Place
from .. import codes
from ..engine.life import lives
from ..points import COLOURS, NAMES
from ..record import Record, Result, Round, plies_in
from ..score import Territory, marked, score
from ..state import State


def check_result(
    record: Record, played: Round, end: State | None, place: Place
) -> Iterator[Finding]:
    """Yield what is wrong with the result of a game; its `end` is unknown after an illegal move."""
    result = played.result
    if isinstance(result, Result) and result.margin is not None:
        winner, margin = COLOURS.index(result.winner), Fraction(result.margin)
    elif result == "draw" and played.ended is None:
        winner, margin = None, Fraction(0)
    else:
        return
    if winner is not None and (margin <= 0 or 4 % margin.denominator):
        why = f"nobody wins by {show(margin)} points: expected whole, half or quarter points"
        yield place.finding(codes.WRONG_MARGIN, why, "/result")
        return
    komi = None if record.komi is None else Fraction(record.komi)
    if komi is None or 4 % komi.denominator:
        return
    who = "" if winner is None else f"{NAMES[winner]} cannot win by {show(margin)} points"
    if not _fits(margin, komi, record.rules.scoring != "territory"):
        why = f"{who or 'the scores cannot be equal'} with a komi of {show(komi)}"
        # Players may agree on a draw before anybody passes, for example after a triple ko.
        perhaps = winner is None and (end is None or not end.passes)
        rule = codes.PERHAPS_DRAWN if perhaps else codes.WRONG_MARGIN
        yield place.finding(rule, why, "/result")
        return
    if winner is not None and margin > (most := _most(record, played, end, komi, winner)):
        why = f"{who} on this board: at most {show(most)} are possible with a komi of {show(komi)}"
        yield place.finding(codes.WRONG_MARGIN, why, "/result")
        return
    if end is None or 2 % komi.denominator:
        return
    territory = marked(played, end)
    scores = _scores(record, territory, end, komi)
    # A margin with a quarter counts Chinese stones, which are two points each.
    points = margin if margin.denominator <= 2 else 2 * margin
    sign = -1 if winner else 1
    is_wrong = scores and sign * points not in scores
    if is_wrong and (territory is not None or lives(end.table)):
        result_said, counted = said(sign * margin), said(scores[0])
        why = f"the result is {result_said}, but the final position counts as {counted}"
        yield place.finding(codes.WRONG_SCORE, why, "/result")


def _fits(margin: Fraction, komi: Fraction, area: bool) -> bool:
    """Return whether a game can be won by a margin, as the score on the board is a whole number.

    In area scoring, records may also count by Chinese stones, which are two points each.
    """
    if 2 % komi.denominator:
        return 2 % (margin + komi).denominator == 0
    if (margin + komi).denominator == 1:
        return True
    return area and margin.denominator > 2


def _most(
    record: Record, played: Round, end: State | None, komi: Fraction, winner: int
) -> Fraction:
    """Return an upper bound on the margin by which a player can win."""
    columns, rows = record.columns_and_rows if end is None else (end.table.columns, end.table.rows)
    points = columns * rows
    most = points + (record.handicap or 0) * winner
    if end is None:
        most = max(most, 2 * points + played.plies)
    elif record.rules.scoring != "area":
        taken, lost = end.prisoners if winner == 0 else end.prisoners[::-1]
        only_moves = played.setup is None and plies_in(played.actions) == len(played.actions)
        if end.table.over and only_moves:
            board = "".join(end.rows)
            territory = board.count(".") + 2 * board.count(COLOURS[1 - winner]) + taken - lost
        else:
            # Stones may have been taken before the position, or may be taken after it.
            territory = 2 * points + taken
        # Areas may be counted under any rules: some players do so, and so does kifu for programs.
        most = max(most, territory)
    return most + (komi if winner else -komi)


def _scores(
    record: Record, territory: Territory | None, end: State, komi: Fraction
) -> list[Fraction]:
    """Return the possible scores of the final position for Black, if all unmarked stones live."""
    scoring, found = record.rules.scoring, list[Fraction]()
    if territory is not None:
        kinds = ("area", "territory") if scoring is None else (scoring,)
        found += [score(end, territory, kind) - komi for kind in kinds]
    elif scoring == "area" and end.table.over:
        found.append(end.table.area() - komi)
    if scoring != "territory" and record.handicap:
        # Under some rules, White gets a point for each handicap stone, or for all but one.
        found += [each - less for each in found for less in (record.handicap, record.handicap - 1)]
    return found


def show(number: Fraction) -> str:
    """Return a number of points: `3`, `6.5`."""
    return str(number.numerator) if number.denominator == 1 else str(float(number))


def said(margin: Fraction) -> str:
    """Return a result as written in SGF: `B+3.5`, `0`."""
    if not margin:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{show(abs(margin))}"
