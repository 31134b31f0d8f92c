"""Damages SGF, and compares what kifu says with an independent verdict.

    python -m tests.formats.go.mutations [FOLDER...] [--number 5000] [--seed 1] [--fuzz]

A text gets one mutation, a third of which leave it sound; with `--fuzz`, several random characters
are changed. Texts are random games, the examples, and the files of the folders. It prints each text
with a wrong verdict, or with its first error in another place.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import kifu
from kifu import formats, replayer
from kifu.formats import CannotHold

from ...imports import ROOT
from . import games
from .oracle import LETTERS, OUTSIDE, first_fault

LONGEST = 20_000
"""The maximum length of a file to damage."""
_PLACE = re.compile(r"[\[\]();]|[A-Z]+(?=\[)|[a-z]{2}(?=\])")
_NODE = re.compile(r";(?:\s*[A-Za-z]+\s*(?:\[(?:[^\]\\]|\\[\s\S])*\]\s*)+)*")
_MOVE = re.compile(r";[BW]\[([a-z]{2})\]")
_PROPERTY = re.compile(r"\s*[A-Z]+(?:\[(?:[^\]\\]|\\[\s\S])*\]\s*)+")
_MARGIN = re.compile(r"RE\[[^\]]*\]")
_DATE = re.compile(r"DT\[[^\]]*\]")


def texts(rng: Random, folders: Sequence[str] = ()) -> list[str]:
    """Return sound texts; results by points are left out, since scores are not compared."""
    found = [_played(rng) for _ in range(40)]
    for folder in (ROOT / "examples/go", *map(Path, folders)):
        for path in sorted(folder.rglob("*.sgf")):
            data = path.read_bytes()
            if len(data) <= LONGEST and not data.startswith(b"\xef\xbb\xbf"):
                found.append(data.decode("utf-8", "ignore").replace("\r\n", "\n"))
    found += [games.game(rng) for _ in range(40)]
    found = [_DATE.sub("", _MARGIN.sub("RE[?]", each)) for each in found]
    return [each for each in found if first_fault(each) is None and not errors(each)]


def _played(rng: Random) -> str:
    one, game = formats.notation("go/sgf"), replayer.game("go")
    while True:
        try:
            return one.write(game.generate(rng))
        except CannotHold:
            continue


def encoded(text: str) -> bytes:
    """Return the bytes of a text in the charset that it declares."""
    declared = re.search(r"CA\[([\w-]+)\]", text)
    try:
        return text.encode(declared[1] if declared else "utf-8")
    except (LookupError, UnicodeEncodeError):
        return text.encode()


def errors(text: str) -> list[kifu.Finding]:
    """Return the errors in a text."""
    found = kifu.validate(encoded(text), "go/sgf")
    return [each for each in found if each.severity == "error"]


# Mutations

Mutation = Callable[[str, Random], "str | None"]


def _spot(text: str, pattern: re.Pattern[str], rng: Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


def _put(text: str, at: int, new: str, end: int | None = None) -> str:
    return text[:at] + new + text[at if end is None else end :]


def _order(text: str, rng: Random) -> str | None:
    node = _spot(text, re.compile(r";(?:[A-Z]+(?:\[(?:[^\]\\]|\\[\s\S])*\])+){2,}"), rng)
    if node is None:
        return None
    parts = _PROPERTY.findall(node[0])
    rng.shuffle(parts)
    return _put(text, node.start() + 1, "".join(parts), node.end())


def _space(text: str, rng: Random) -> str | None:
    node = _spot(text, _NODE, rng)
    return node and _put(text, node.start(), rng.choice((" ", "\n", "\r\n", "\t", "\n\n")))


def _added(new: str) -> Mutation:
    def add(text: str, rng: Random) -> str | None:
        node = _spot(text, _MOVE, rng)
        return node and _put(text, node.end(), new)

    return add


def _passes(text: str, rng: Random) -> str | None:
    found = _spot(text, re.compile(r"(?<=;[BW]\[)(?:tt)?(?=\])"), rng)
    size = re.search(r"SZ\[(\d+)", text)
    is_small = size is None or int(size[1]) <= 19
    return (
        _put(text, found.start(), "" if found[0] else "tt", found.end())
        if (found is not None and is_small)
        else None
    )


def _lines(text: str, rng: Random) -> str | None:
    return text.replace("\n", rng.choice(("\r\n", "\r"))) if "\\\n" not in text else None


def _twice(text: str, rng: Random) -> str | None:
    return f"{text}\n(;GM[1]FF[4]SZ[9];B[aa];W[bb])\n"


def _bracketed(text: str, rng: Random) -> str | None:
    """Put the rest of a game without variations in brackets."""
    moves = list(_MOVE.finditer(text))
    end = text.rstrip()
    if text.count("(") != 1 or text.count(")") != 1 or not moves or not end.endswith(")"):
        return None
    at = rng.choice(moves).start()
    return f"{text[:at]}({end[at:]})"


CHARSETS = {
    "GB18030": "柯洁的棋",
    "Big5": "陳耀燁",
    "Shift_JIS": "依田ソ能表",
    "EUC-JP": "羽根直樹",
    "EUC-KR": "박정환",
    "ISO-8859-1": "Rémi",
    "UTF-8": "Rémi 柯洁",
}
"""Charsets, with a text in each; bytes of some characters are `\\` and `]`."""


def _charset(text: str, rng: Random) -> str | None:
    name = rng.choice(list(CHARSETS))
    bare = re.sub(r"CA\[[^\]]*\]", "", text)
    if not bare.isascii() or "GC[" in text or not bare.startswith("(;"):
        return None
    return f"(;CA[{name}]GC[{CHARSETS[name]}]{bare[2:]}"


def _outside(text: str, rng: Random) -> str | None:
    return f"A game (a good one):\n{text}Good bye.\n"


SOUND: dict[str, Mutation] = {
    "order of properties": _order,
    "space": _space,
    "comment": _added(
        r"C[a\]b\\c\: \[ soft\
break]"
    ),
    "unknown property": _added("XX[any ( ; thing][]"),
    "marks": _added("TR[aa]CR[bb]LB[aa:1][cc:\\]]"),
    "spelling of a pass": _passes,
    "line ends": _lines,
    "second game": _twice,
    "brackets around a branch": _bracketed,
    "text outside": _outside,
    "charset": _charset,
}


def _other_point(pick: Callable[[str, Random], str]) -> Mutation:
    def change(text: str, rng: Random) -> str | None:
        move = _spot(text, _MOVE, rng)
        return move and _put(text, move.start(1), pick(text, rng), move.end(1))

    return change


def _occupied(text: str, rng: Random) -> str:
    return rng.choice(_MOVE.findall(text))


def _any_point(text: str, rng: Random) -> str:
    size = re.search(r"SZ\[(\d+)", text)
    some = LETTERS[: int(size[1]) if size else 19]
    return rng.choice(some) + rng.choice(some)


def _lost(text: str, rng: Random) -> str | None:
    found = _spot(text, _PLACE, rng)
    return found and _put(text, found.start(), "", found.end())


def _doubled(text: str, rng: Random) -> str | None:
    found = _spot(text, _PLACE, rng)
    return found and _put(text, found.start(), found[0] * 2, found.end())


def _truncated(text: str, rng: Random) -> str | None:
    return text.rstrip()[:-1]


def _misplaced(text: str, rng: Random) -> str | None:
    node = _spot(text, _MOVE, rng)
    return node and _put(text, node.start(), f"(;B[aa]){node[0]}", node.end())


def _colour(text: str, rng: Random) -> str | None:
    node = _spot(text, _MOVE, rng)
    return node and _put(text, node.start() + 1, "WB"[node[0][1] == "W"], node.start() + 2)


WRONG: dict[str, Mutation] = {
    "occupied point": _other_point(_occupied),
    "other point": _other_point(_any_point),
    "off the board": _other_point(lambda text, rng: rng.choice(("ZZ", "aZ", "Za"))),
    "not a point": _other_point(lambda text, rng: rng.choice(("c3", "a", "aaa", "a:b", "?"))),
    "colour": _colour,
    "lost": _lost,
    "doubled": _doubled,
    "last bracket": _truncated,
    "node after a variation": _misplaced,
    "property twice": _added("C[a]C[b]"),
    "two moves": _added("W[aa]B[ab]"),
    "set-up beside a move": _added("AB[aa]"),
    "root property": _added("SZ[9]"),
    "number": _added("BL[ten]"),
    "another number": _added("MN[1.5]"),
    "double": _added("GB[3]"),
    "annotations": _added("TE[1]IT[]"),
    "marks": _added("CR[aa]SQ[aa]"),
    "mark off the board": _added("TR[ZZ]"),
    "set up twice": _added(";AB[aa]AW[aa]"),
    "set up off the board": _added(";AB[ZZ]"),
    "rectangle": _added(";AE[bb:aa]"),
    "open value": _added("C[never closed"),
    "komi": lambda text, rng: text.replace("SZ[", "KM[6,5]SZ[", 1) if "KM[" not in text else None,
    "size": lambda text, rng: re.sub(r"SZ\[\d+", rng.choice(("SZ[0", "SZ[53", "SZ[x")), text),
}


def mutated(text: str, rng: Random) -> tuple[str, str] | None:
    """Return the name of a mutation, and the text after it."""
    some = SOUND if rng.random() < 1 / 3 else WRONG
    name = rng.choice(list(some))
    made = some[name](text, rng)
    return None if made is None or made == text else (name, made)


def fuzzed(text: str, rng: Random) -> tuple[str, str]:
    """Return a text after some random changes."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(text) + 1)
        size = rng.choice((0, 1, 1, 2, 5, 20))
        new = rng.choice(("", "", "[", "]", "(", ")", ";", "\\", "B", "W[aa]", ";B[bb]", "\x00"))
        if rng.random() < 0.2:
            other = rng.randrange(len(text) + 1)
            new = text[other : other + rng.choice((1, 3, 10, 40))]
        text = text[:at] + new + text[at + size :]
    return "fuzz", text


def difference(text: str, exact: bool = True) -> str | None:
    """Return how kifu's verdict differs from the independent one, or None if it does not."""
    if re.search(r"CA\[[^\]]*\[", text):  # which charset this declares is a guess
        return None
    fault, found = first_fault(text), errors(text)
    if (fault is None) != (not found):
        return f"expected {fault}, found {[str(each) for each in found[:3]]}"
    if fault is None:
        return None
    accept = formats.notation("go/sgf").accept
    is_charset = fault.what != "an unknown charset"
    if is_charset and accept is not None and accept(encoded(text)) is not None:
        return f"expected {fault}, but kifu vouches for the text"
    if not exact:
        return None
    if fault.what == OUTSIDE and any(each.code == "O703" for each in found):
        return None  # an earlier bracket may be the superfluous one
    spans = [_span(text, each) for each in found]
    first = min(spans)
    if first[0] <= fault.end + NEAR and first[1] >= fault.start - NEAR:
        return None
    return f"expected {fault}, found {found[0]} at {first}"


NEAR = 16
"""How far from the span of an independent finding another one may be: a node."""


def _span(text: str, finding: kifu.Finding) -> tuple[int, int]:
    starts = [0, *(each.end() for each in re.finditer(r"\r\n|\n|\r", text))]
    line, column = finding.line or 1, finding.column or 1
    start = starts[line - 1] + column - 1
    end = starts[(finding.end_line or line) - 1] + (finding.end_column or column) - 1
    return start, max(start, end)


def cases(
    rng: Random, number: int, fuzz: bool, folders: Sequence[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield mutated texts with the names of their mutations."""
    some, made = texts(rng, folders), 0
    while made < number:
        text = rng.choice(some)
        found = fuzzed(text, rng) if fuzz else mutated(text, rng)
        if found is not None:
            made += 1
            yield found


def main() -> None:
    """Compare many verdicts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--number", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fuzz", action="store_true")
    options = parser.parse_args()
    count = Counter[str]()
    for name, text in cases(Random(options.seed), options.number, options.fuzz, options.folders):
        count["sound" if first_fault(text) is None else "wrong"] += 1
        different = difference(text, exact=not options.fuzz)
        if different is not None:
            count["different"] += 1
            print(f"{name}: {different}\n{text[:3000]!r}\n")
    print(dict(count))


if __name__ == "__main__":
    main()
