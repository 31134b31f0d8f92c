"""The rows of the table of facts: one for each round of a record, from its outcome."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..findings import Finding
from ..formats.source import Source
from ..replayer.discovery import broken
from ..replayer.facts import RoundFacts
from ..validation import Outcome, by_piece
from .columns import Row

Kept: TypeAlias = Callable[[list[Finding]], list[Finding]]
"""Which findings of a record count."""

UNFINISHED = "unfinished"
"""The result of a round that stops before its end, with nothing wrong."""


def all_kept(findings: list[Finding]) -> list[Finding]:
    """All findings count."""
    return findings


def rows(
    stream: BinaryIO | Source,
    name: str = "",
    identifier: str | None = None,
    kept: Kept = all_kept,
) -> Iterator[list[Row]]:
    """The rows of each record of a file, one record after the other.

    Raises KeyError where `identifier` is no notation, and UnknownNotation where it is None and the
    file is no record.
    """
    number = 0
    for _, piece, outcomes in by_piece(stream, name, identifier):
        for each in outcomes:
            number += 1
            yield rows_of(each, Row(file=name, record=number, line=piece.line), kept)


def rows_of(outcome: Outcome[Any], place: Row, kept: Kept = all_kept) -> list[Row]:
    """The rows of a record, one for each round; without rounds, one for the record.

    `place` is a row that says where the record stands. A finding that is in no round counts in each
    of them: it is about the whole record.
    """
    wrong = _Wrong.of(kept(outcome.unproven))
    notation = outcome.notation
    if notation is not None:
        place = replace(place, game=notation.game, notation=notation.id)
    if outcome.replayed is None:
        return [replace(place, codes=wrong.codes(), errors=wrong.errors())]
    game, record, ends = outcome.replayed
    head = replace(
        place,
        title=_text(record, "title"),
        start_time=_text(record, "start_time"),
        players=getattr(record, "players", None),
        view=game.viewer(record),
        options=_in_words(game.options_of(record)),
    )
    facts, rounds = game.facts(record, ends), game.rounds(record)
    if not len(facts) == len(ends) == len(rounds):
        counts = f"{len(rounds)} rounds have {len(ends)} ends, and facts of {len(facts)}"
        raise broken(game.name, counts)
    if not rounds:
        return [replace(head, codes=wrong.codes(), errors=wrong.errors())]
    return [
        _row(head, number, played.plies, _as_known(told, end, wrong.errors(number)), wrong)
        for number, (played, told, end) in enumerate(zip(rounds, facts, ends, strict=True), 1)
    ]


def _row(head: Row, number: int, plies: int, told: RoundFacts, wrong: _Wrong) -> Row:
    return replace(
        head,
        round=number,
        result=told.result,
        roles=told.roles,
        points=told.points,
        winners=told.winners,
        bids=told.bids,
        declarations=told.declarations,
        plies=plies,
        codes=wrong.codes(number),
        errors=wrong.errors(number),
    )


def _as_known(told: RoundFacts, end: object, errors: int) -> RoundFacts:
    """The facts of a round, as far as its replay and its record can be believed."""
    if end is not None:
        return told
    if errors:
        return replace(told, result=None, points=None, winners=None)
    return told if told.result is not None else replace(told, result=UNFINISHED)


class _Wrong(Struct, frozen=True):
    """What is wrong with a record: the findings of each round, those of none under None."""

    by_round: Mapping[int | None, Sequence[Finding]]

    @classmethod
    def of(cls, findings: Sequence[Finding]) -> _Wrong:
        by_round: dict[int | None, list[Finding]] = {}
        for each in findings:
            by_round.setdefault(each.round, []).append(each)
        return cls(by_round)

    def codes(self, number: int | None = None) -> tuple[str, ...]:
        """The codes of what is wrong with a round, or with the record."""
        if not self.by_round:
            return ()
        return tuple(sorted({each.code for each in self._in(number)}))

    def errors(self, number: int | None = None) -> int:
        """How many of them are errors."""
        return sum(each.severity == "error" for each in self._in(number)) if self.by_round else 0

    def _in(self, number: int | None) -> Iterator[Finding]:
        """Those of a round, and of the record as a whole; without a round, all."""
        for key, found in self.by_round.items():
            if number is None or key is None or key == number:
                yield from found


def _text(record: object, name: str) -> str | None:
    found: object = getattr(record, name, None)
    return found if isinstance(found, str) else None


def _in_words(options: Mapping[str, Any]) -> dict[str, str]:
    """The values of options as words; what is no text is written as JSON has it.

    >>> _in_words({"preset": "league", "bid_min": 14, "joker_dead_in": [1]})
    {'preset': 'league', 'bid_min': '14', 'joker_dead_in': '[1]'}
    """
    return {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in options.items()
    }
