"""Ratings as a table, as CSV and as JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from ..arena.ratings import Model, Rating
from ..formats.columns import aligned, visible

Groups: TypeAlias = Sequence[Sequence[Rating]]


def table(groups: Groups, most: int | None = None) -> Iterator[str]:
    """The lines of a table for each group, which has a number where there are several.

    Names are cut after `most` characters.
    """
    for number, group in enumerate(groups, start=1):
        if len(groups) > 1:
            yield from (("",) if number > 1 else ())
            yield f"group {number}"
        yield from _rows(group, most)


def values(groups: Groups, model: Model, confidence: float) -> dict[str, Any]:
    """Ratings for programs; `confidence` is that of their intervals."""
    parameters = {
        "advantage": model.advantage,
        "draw": model.draw,
        "prior": model.prior,
        "confidence": confidence,
    }
    return {"ratings": list(_rated(groups)), "groups": len(groups), "model": parameters}


def as_csv(groups: Groups) -> str:
    """Ratings as CSV, with a line of names."""
    rows = list(_rated(groups))
    text = io.StringIO(newline="")
    lines = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    lines.writeheader()
    lines.writerows(rows)
    return text.getvalue()


def _rated(groups: Groups) -> Iterator[dict[str, Any]]:
    """Every rating under the names of its parts, in hundredths of an Elo."""
    for number, group in enumerate(groups, start=1):
        for rank, each in enumerate(group, start=1):
            yield {
                "rank": rank,
                "name": each.name,
                "elo": _hundredths(each.elo),
                "plus": _hundredths(each.plus),
                "minus": _hundredths(each.minus),
                "games": each.games,
                "score": round(each.score, 4),
                "group": number,
            }


def _hundredths(elo: float) -> float:
    return round(elo, 2) + 0.0  # there is no -0


def _rows(group: Sequence[Rating], most: int | None) -> Iterator[str]:
    """A group as BayesElo shows it, in whole Elo."""
    head = ["rank", "name", "elo", "+", "-", "games", "score"]
    rows = [
        [
            str(rank),
            _cut(visible(each.name), most),
            *map(_whole, (each.elo, each.plus, each.minus)),
            str(each.games),
            f"{_whole(100 * each.score)}%",
        ]
        for rank, each in enumerate(group, start=1)
    ]
    columns = list(zip(head, *rows, strict=True))
    padded = [
        column if column[0] == "name" else [cell.rjust(max(map(len, column))) for cell in column]
        for column in columns
    ]
    return aligned(list(zip(*padded, strict=True)))


def _cut(name: str, most: int | None) -> str:
    return name if most is None or len(name) <= most else f"{name[: most - 1]}…"


def _whole(number: float) -> str:
    """Rounded to the next whole number, and halves away from 0, as BayesElo does."""
    return str(int(round(number, 6) + (0.5 if number > 0 else -0.5)))
