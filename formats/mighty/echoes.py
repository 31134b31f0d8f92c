"""What Mighty's notations say by their own law, so that a slip can be mended.

Players bid in turn, a round has one lead and one winner, and payoffs sum to zero.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..text.vocabulary import Change
from .auctions import auctions

# Gibo

_WORD = re.compile(r"P[0-4]|pass|[0-9]+(?:NT?|[♠♥♦♣SHDC])|,")
_CONTRACT = re.compile(r"^Contract:[ \t]*(\S+)", re.MULTILINE)
_ROW = re.compile(r"[0-9]+[ \t]+[^\sA-Z:]")
_FIELD = re.compile(r"(?:Payoffs|Totals):")


def gibo_echoes(content: str, place: int) -> Iterator[Change]:
    """The changes of the line at a place with which it follows its law."""
    start = content.rfind("\n", 0, place) + 1
    end = content.find("\n", place)
    line = content[start : end if end >= 0 else len(content)]
    yield from _instead(content, start, line, _lines(line, content[start:]))


def _instead(content: str, start: int, old: str, new: Iterable[str]) -> Iterator[Change]:
    """The changes of one part of a text into others."""
    for other in dict.fromkeys(new):
        if other != old:
            yield Change(start, start + len(old), other).least(content)


def _lines(line: str, after: str) -> Iterable[str]:
    """What could stand for a line."""
    if line.startswith("Auction:"):
        return _auction_lines(line, after)
    if line.startswith("R "):
        return _other_marks(line, "!~")
    if _ROW.match(line):
        return _rows(line)
    if _FIELD.match(line):
        field, *numbers = line.split()
        return (" ".join([field, *each]) for each in _to_zero(numbers))
    return ()


def _auction_lines(line: str, after: str) -> Iterator[str]:
    words = _WORD.findall(line)
    if "".join(words) == "".join(line.removeprefix("Auction:").split()):
        contract = _CONTRACT.search(after)
        for each in auctions(words, None if contract is None else contract[1]):
            yield "Auction: " + " ".join(each).replace(" ,", ",")


def _other_marks(line: str, marks: str) -> Iterator[str]:
    """Another mark for one of them."""
    for at, mark in enumerate(line):
        if mark in marks:
            yield from (line[:at] + other + line[at + 1 :] for other in marks if other != mark)


def _rows(line: str) -> Iterator[str]:
    """The marks of two neighbours apart again, or another mark."""
    yield re.sub(r"(?<=\S)\(([ \t]+)\*(?=\S)", r"*\1(", line)
    yield re.sub(r"(?<=[^\s(])\((?=\S)", "*  (", line)
    yield re.sub(r"(?<=[^\s(])\*?\((?=\S)", "  (", line)
    yield from _other_marks(line, "(*!")


# JSON

_BIDS = re.compile(r'"bids"\s*:\s*(?P<bids>\[(?:[^\[\]]|\[[^\[\]]*\])*\])')
_VALUE = re.compile(r'"(?P<call>[^"\n]*)"|(?P<seat>[0-4])|\]\s*(?P<comma>,)\s*\[')
_IN_JSON = re.compile(r'"contract"\s*:\s*"([^"\n]*)"')
_NUMBERS = re.compile(r'"(?:payoffs|totals)"\s*:\s*\[(?P<numbers>[-0-9,\s]*)\]')


def json_echoes(content: str, place: int) -> Iterator[Change]:
    """The changes of the auction or the payoffs at a place with which they follow their law."""
    for match in _BIDS.finditer(content):
        if match.start() <= place <= match.end():
            words = [_as_word(each) for each in _VALUE.finditer(match["bids"])]
            contract = _IN_JSON.search(content, match.end())
            meant = auctions(words, None if contract is None else contract[1])
            new = (_in_json(each, match["bids"]) for each in meant)
            yield from _instead(content, match.start("bids"), match["bids"], new)
    for match in _NUMBERS.finditer(content):
        if match.start() <= place <= match.end():
            numbers = re.findall(r"-?[0-9]+", match["numbers"])
            new = (", ".join(each) for each in _to_zero(numbers))
            yield from _instead(content, match.start("numbers"), match["numbers"], new)


def _as_word(value: re.Match[str]) -> str:
    return value["call"] or value["comma"] or f"P{value['seat']}"


def _in_json(auction: Sequence[str], like: str) -> str:
    """An auction as an array of bids, with the space that another one has at its ends."""
    bids = zip(auction[::3], auction[1::3], strict=True)
    inside = ", ".join(f'[{seat[1:]}, "{call}"]' for seat, call in bids)
    body = like[1:-1]
    before, behind = len(body) - len(body.lstrip()), len(body.rstrip())
    return f"[{body[:before]}{inside}{body[behind:]}]"


# Both


def _to_zero(numbers: Sequence[str]) -> Iterator[list[str]]:
    """Five numbers that sum to zero, made from these by one slip."""
    if not all(re.fullmatch(r"-?[0-9]{1,9}", each) for each in numbers):
        return
    total = sum(map(int, numbers))
    for at, number in enumerate([*numbers, "0"]):
        before, after = numbers[:at], numbers[at:]
        if len(numbers) == 4:
            yield [*before, str(-total), *after]
        elif len(numbers) == 5 and after and total:
            yield [*before, str(int(number) - total), *after[1:]]
        elif len(numbers) == 6 and int(number) == total and after:
            yield [*before, *after[1:]]
