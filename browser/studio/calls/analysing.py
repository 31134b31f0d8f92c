"""The call that annotates a record with what each decision cost, and its progress."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from ....arena.annotate.annotating import annotated_round, choices, is_annotated
from ....arena.annotate.evaluators import Counted, Playouts
from ....arena.annotate.exact.evaluators import AUTO, evaluator
from ....arena.players.thinking import while_wanted
from ....formats import canonical_notation
from ....replayer.play.going_on import Moment
from ..answers import Values
from ..desk import Desk
from ..errors import Overtaken, Refused, refusing
from ..going import play_of
from ..sheet import Sheet
from .call import Body, Changing, changed, require_open

_WRITTEN = frozenset({"comments", "glyphs", "evaluations", "losses"})


class Analysed(Changing):
    """The playouts per decision. The page shows the moment `shown`.

    If `canonical`, the text may become canonical JSON.
    """

    shown: Moment
    playouts: Annotated[int, Meta(ge=1, le=1_000_000)]
    canonical: bool = False


def analyse(desk: Desk, sheet: Sheet, body: Analysed) -> Values:
    """Annotate all rounds of a record that kifu has not annotated yet, as one change.

    If the sheet changes in the meantime, nothing is written.
    """
    with sheet.lock:
        require_open(sheet)
        one = play_of(sheet, body.record)
    game, record = one.game, one.record
    _require_kept(one.notation, body.canonical)
    rounds = range(1, len(game.rounds(record)) + 1)
    missing = [each for each in rounds if not is_annotated(game, record, each)]
    if not missing:
        raise Refused("kifu has annotated all rounds of this record")
    playouts = Playouts(body.playouts)
    try:
        with refusing(), while_wanted(lambda: sheet.version == body.version):
            sheet.judged = 0, sum(1 for each in missing for _ in choices(game, record, each))
            for each in missing:
                judge = evaluator(AUTO, game, record, each, playouts)
                judge = Counted(judge, partial(_count, sheet, *sheet.judged))
                record = annotated_round(game, record, each, judge, "0")
    except Overtaken:
        if sheet.version == body.version:
            raise
    with sheet.lock:
        if sheet.version != body.version:
            raise Overtaken("the record was changed, which ended its analysis")
        return changed(desk, sheet, body.record, one, record, body.shown)


def _count(sheet: Sheet, before: int, total: int, number: int) -> None:
    sheet.judged = before + number, total


def judged(desk: Desk, sheet: Sheet, body: Body) -> Values:
    """Return how many decisions have been judged, and how many there are."""
    done, total = sheet.judged
    return {"done": done, "total": total}


def _require_kept(notation: Any, canonical: bool) -> None:
    if not canonical and _WRITTEN - notation.keeps:
        into = canonical_notation(notation.game).id
        why = f"{notation.id} cannot hold losses: convert the text to {into} first"
        raise Refused(why, canonical=into)
