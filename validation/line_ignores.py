"""Put comments that ignore findings above the lines of a record, instead of in annotations."""

from __future__ import annotations

from collections import defaultdict
from io import BytesIO
from typing import Any

from ..findings import Finding
from ..formats.conversion import rewritten
from ..formats.interface.notation import Notation
from ..formats.text.comment_lines import written
from ..formats.text.comments import keeping
from ..replayer import game_of
from ..replayer.play.changes import without_comments
from .outcome import Noted, Outcome
from .outcomes import outcomes


def with_ignores(record: Any, target: Notation[Any], noted: Noted) -> str | None:
    """Return the text of a record, in a notation whose comments are about lines.

    Return None if a finding that the comments ignore does not occur there, or would not be ignored.
    """
    plain = without_comments(game_of(record), record, {*noted.values()}.__contains__)
    text, _ = rewritten(plain, target)
    above = defaultdict[int, dict[str, list[str]]](lambda: defaultdict(list))
    left = {*noted}
    for each in (one for some in _outcomes(text, target) for one in some.unproven):
        for key in filter(noted.__contains__, _keys(each)):
            left.discard(key)
            names = above[each.line or 0][noted[key]]
            names += [key[2]] * (key[2] not in names)
    lines = list[str]()
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        margin = line[: len(line) - len(line.lstrip())]
        said = [keeping(each, names) for each, names in above.get(number, {}).items()]
        lines += [f"{margin}{each}\n" for each in written(said)]
        lines.append(line)
    found = _outcomes("".join(lines), target)
    kept = [one for each in found for one in each.kept]
    is_kept = any(key in noted for each in kept for key in _keys(each))
    return None if left or is_kept else "".join(lines)


def _outcomes(text: str, target: Notation[Any]) -> list[Outcome[Any]]:
    return [*outcomes(BytesIO(text.encode()), identifier=target.id)]


def _keys(finding: Finding) -> list[tuple[int | None, int | None, str]]:
    """Return the keys of comments that may ignore a finding, naming its rule by code or name."""
    rule = finding.about
    return [(finding.round, finding.ply, name) for name in (rule.code, rule.name)]
