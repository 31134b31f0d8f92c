"""Findings for the tests of reports: from real files, at odd places, in oddly named files."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO

import kifu
from kifu.findings import Edit, Excerpt, Finding, Fix
from kifu.formats import codes
from kifu.repair.suggestions import suggest

NAMES = ["plain.json", "with space & 50%.gibo", "games/ごいた,a:b.txt", "<stdin>", "a\nb.json"]

ODD = [
    Finding(rule=codes.EMPTY, message="without a place"),
    Finding(rule=codes.EMPTY, message="without a line", path="a.json"),
    Finding(rule=codes.EMPTY, message="without a column", path="a.json", line=3),
    Finding(
        rule=codes.WRONG_TYPE,
        message="100 % \x1b[31m\r\n::error::]]>\ufffe\udc82\u202e<b>",
        path="a.json",
        line=2,
        column=3,
        end_line=4,
        end_column=1,
        excerpt=Excerpt("abc", 1, 1),
        fix=Fix("write `b`", edits=(Edit(2, 3, 2, 4, "b\udc82"),)),
    ),
]


@cache
def of_examples() -> tuple[Finding, ...]:
    """Return findings from the examples of every eighth rule, in files with various names."""
    return tuple(_of_examples())


def _of_examples() -> Iterator[Finding]:
    for number, rule in enumerate(kifu.rules()[::8]):
        if callable(rule.example.text):
            continue  # too large
        stream = BytesIO(rule.example.content())
        stream.name = rule.example.name
        try:
            found = [suggest(each) for each in kifu.outcomes(stream, rule.example.notation)]
        except kifu.RecordError:
            continue
        for finding in (each for some in found for each in some):
            yield finding.but(path=NAMES[number % len(NAMES)])


def everything() -> list[Finding]:
    return [*ODD, *of_examples()]
