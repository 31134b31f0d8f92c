"""`goita/json-2015`: the JSON of the 2015 proposal.

A match repeats the key `"round"`, once per round; every round is read. Results, fouls and options
have no keys; how a round with an empty record ended is inferred from its hands and the next round.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from ....findings import Edit, Finding, Fix
from ....replayer.goita.check.check import complete
from ....replayer.goita.pieces import partner, with_five_shi
from ....replayer.goita.record import Record, Result, Round
from ...document.form import VERSION
from ...document.json.text import JsonText
from ...document.mapping import SCHEMA, JsonMapping, Part, Path, Unknown, in_one_part
from ...document.record import read_json
from ...document.tree import Many, Node, pointer, split_pointer
from ...document.written import dense, layout
from ...interface.notation import Notation, Reading, reads_on
from ...text.place import edit, moved, place
from ...text.text import Text
from .. import codes
from ..digits import narrow, with_dashes
from ..losses import unsupported
from ..wording import NO_DEALER
from .unknown import assume, follows
from .values import header_values, round_of, round_values, seen_by

_ROUND = "round"


def _rounds(values: dict[str, Any]) -> list[Any]:
    found = values.get(_ROUND, [])
    return list(found) if isinstance(found, Many) else [found]


def _parts(value: Any) -> Iterator[Part]:
    """Yield the value once per round, as the schema describes only one round."""
    values = cast(dict[str, Any], value) if isinstance(value, dict) else {}
    if not isinstance(values.get(_ROUND), Many):
        yield from in_one_part(value)
        return
    for number, each in enumerate(_rounds(values)):
        yield values | {_ROUND: each}, _numbered(number)


def _numbered(number: int) -> Callable[[Finding], Finding]:
    """Add the round's number to findings about `/round`, so that they can be located."""

    def among_rounds(where: str) -> str:
        path = split_pointer(where)
        if path[:1] == [_ROUND]:
            path.insert(1, str(number))
        return pointer(*path)

    return partial(moved, place=among_rounds)


def _translate(path: list[str]) -> list[str]:
    """Convert a path in the record to a path in the text.

    `/rounds/1/record` becomes the `record` of the second value of `round`.
    """
    return [_ROUND, *path[1:]] if path[:1] == ["rounds"] else path


def record_of(values: dict[str, Any]) -> Record:
    """Return the record given by values that fit the schema."""
    rounds = [round_of(each) for each in _rounds(values)]
    known = {key: value for key, value in values.items() if key != _ROUND}
    return msgspec.convert(
        known | {"rounds": _with_redeals(rounds), "view": seen_by(rounds)}, Record
    )


def _with_redeals(rounds: list[Round]) -> list[Round]:
    """Mark the rounds that must have been thrown in."""
    following = [*rounds[1:], None]
    return [
        replace(each, result=Result("redeal")) if _is_redeal(each, after) else each
        for each, after in zip(rounds, following, strict=True)
    ]


def _is_redeal(played: Round, after: Round | None) -> bool:
    """Return whether a round with five し and no record precedes one with its dealer and score."""
    five = with_five_shi(played.hands)
    with_partners = len(five) == 2 and partner(five[0]) == five[1]
    return (
        after is not None
        and not played.record
        and played.winner is None
        and bool(five)
        and not with_partners
        and (played.dealer, played.score) == (after.dealer, after.score)
    )


def _assume(values: dict[str, Any], path: Path) -> Unknown | None:
    """Return the possible values at a path in the text; this notation has no `view`."""
    if path[0] != _ROUND:
        return None
    record: dict[str, Any] = {"rounds": values.get(_ROUND), "view": None}
    found = assume(record, _in_record(path))
    if found is None:
        return None
    lost = None if found.lost is None else [_ROUND, *found.lost[1:]]
    may = [_said(each) for each in found.values if each is not None]
    return Unknown([_ROUND, *found.path[1:]], may, lost) if found.path else found


def _said(value: Any) -> Any:
    """Return a value without parts that this notation cannot hold."""
    if not isinstance(value, dict):
        return value
    known = cast(dict[str, Any], value)
    return {key: each for key, each in known.items() if each is not None and key != "gap"}


def _follows(finding: Finding, lost: Path) -> bool:
    return follows(finding, _in_record(lost))


def _in_record(path: Path) -> Path:
    return ["rounds", *path[1:]] if path[:1] == [_ROUND] else path


def _inspect(document: JsonText, value: Any) -> Iterator[Finding]:
    """Report repeated rounds, with a fix that writes them as a list."""
    rounds = _rounds(value)
    root = document.tree() if len(rounds) > 1 and reads_on() else None
    if root is None:
        return
    members = [each for each in root.members or () if each.key == _ROUND]
    text = document.text
    places = sorted({text.position(each.start)[0] for each in members[:20]})
    where = f"line{'s' if len(places) > 1 else ''} {', '.join(map(str, places))}"
    message = (
        f'the key "round" occurs {len(members)} times in one object ({where}); all are '
        "read here, but most readers keep only the last"
    )
    fix = _as_list(text, root)
    finding = Finding(rule=codes.REPEATED_ROUND, message=message, round=2, fix=fix)
    yield place(finding, text, members[1].start, members[1].end).but(pointer=pointer(_ROUND))


def _as_list(text: Text, root: Node) -> Fix | None:
    """Return the edits that turn the text into `goita/json`, if its rounds are adjacent."""
    members = root.members or []
    places = [index for index, each in enumerate(members) if each.key == _ROUND]
    if places != list(range(places[0], places[-1] + 1)):
        return None
    first, last = members[places[0]], members[places[-1]]
    declaration = f'"format": "goita/json", "version": {VERSION}, '
    edits: list[Edit] = [
        edit(text, root.start + 1, root.start + 1, declaration),
        edit(text, first.start, first.value.start, '"rounds": ['),
        *(edit(text, members[index].start, members[index].value.start, "") for index in places[1:]),
        edit(text, last.value.end, last.value.end, "]"),
    ]
    # the fix changes the notation of the file
    return Fix('write the rounds as a list under "rounds"', edits=tuple(edits), safe=False)


_MAPPING = JsonMapping(
    schema="goita/json-2015",
    build=record_of,
    parts=_parts,
    translate=_translate,
    narrow=narrow,
    written=with_dashes,
    defaults={"goshi": "[]"},
    repeatable=frozenset({_ROUND}),
    inspect=_inspect,
    assume=_assume,
    follows=_follows,
    absent=NO_DEALER,
)


def read(text: Text) -> Iterator[Reading[Record]]:
    """Read a record."""
    return read_json(NOTATION, _MAPPING, text)


def _pairs(record: Record) -> list[tuple[str, Any]]:
    """Return the keys and values of a record, with "round" once for each round."""
    reference = [] if record.schema is None else [(SCHEMA, record.schema)]
    rounds = ((_ROUND, _declared(round_values(_played(each)))) for each in record.rounds)
    return [*reference, *header_values(record).items(), *rounds]


def _played(each: Round) -> Round:
    """Return a round, without its winner if only an end outside play determined it."""
    return each if each.ended is None else replace(each, winner=None)


def _declared(values: dict[str, Any]) -> dict[str, Any]:
    """Fill in who declared five し: if that is unknown, the players who held them."""
    if values["goshi"] is None:
        values["goshi"] = with_five_shi(values["hands"])
    return values


def write(record: Record) -> str:
    """Write a record, with the key "round" once for each round."""
    return layout(_pairs(record), "")


def compact(record: Record) -> str:
    """Write a record on one line."""
    pairs = _pairs(record)
    return "{" + ",".join(f"{json.dumps(key)}:{dense(value)}" for key, value in pairs) + "}\n"


_UNSUPPORTED = unsupported(
    "options",
    "winners",
    "results",
    "gaps",
    "fouls",
    "variations",
    "partial views",
    "declarations unknown",
    "king marks",
    "seat order",
)

NOTATION = Notation(
    id="goita/json-2015",
    title="JSON of the 2015 proposal, with its repeated key",
    suffix=".json",
    unsupported=_UNSUPPORTED,
    read=read,
    write=write,
    complete=partial(complete, unsupported=_UNSUPPORTED),
    compact=compact,
    medium="json",
    schema="goita/json-2015",
    grammar="goita/digits",
)
