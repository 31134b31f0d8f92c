"""Which records match a condition on the rows of the table of facts."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from msgspec import Struct, field

from .database import VIEW, Database, all_of, of_conditions


class Matches(Struct):
    """The numbers of the records of a file that match, in order, and the lines of their texts."""

    records: array[int] = field(default_factory=lambda: array("q"))
    lines: array[int] = field(default_factory=lambda: array("q"))


def matching(
    database: Database, conditions: Sequence[str], *, every_round: bool = False
) -> dict[str, Matches]:
    """The records that match, by their files: one of their rows does, or else all do.

    Raises WrongQuestion.
    """
    how = "bool_and" if every_round else "bool_or"
    query = (
        f"SELECT file, record, any_value(coalesce(line, 0)) FROM (SELECT file, record, line,"
        f" coalesce({all_of(conditions)}, false) AS matches FROM {VIEW})"
        f" GROUP BY file, record HAVING {how}(matches) ORDER BY file, record"
    )
    found: dict[str, Matches] = {}
    for file, record, line in database.ask(query, of_conditions(query)).rows:
        of_file = found.setdefault(file, Matches())
        of_file.records.append(record)
        of_file.lines.append(line)
    return found
