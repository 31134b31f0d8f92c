"""Hostile inputs: texts changed at the level of bytes, words, lines and structures, or compressed.

A random generator determines every input, so a seed reproduces it.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias, cast

from msgspec import Struct

from kifu.formats import described

from ..slips import slip
from .seeds import WORD, Seed, any_seed, sound_seeds, words

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

JUNK = [
    *(bytes([number]) for number in range(32, 127)),
    *(b"\x00", b"\x07", b"\n", b"\r", b"\r\n", b"\t", b"\x7f", b"\x85", b"\xff", b"\xef\xbb\xbf"),
    *(each.encode() for each in ("し", "王", "玉", "裏", "☗", "☖", "なし", "６", "０", "\u2028")),
    *(each.encode() for each in ("٣", "²", "é", "\u202e", "\x9b", "😀", "♠", "♤", "＃", "\u3000")),
    *(b"null", b"true", b"1.0", b"-1", b"1e5", b"1e400", b"[]", b"{}", b'""', b"\\u0031", b"\\ud8"),
    *(b"NaN", b"-0", b"00", b"9" * 30, b"9" * 5000, b"1" + b"0" * 400, b"-" + b"9" * 19, b"0x1"),
    *(b"9007199254740993", b"4294967296", b"2147483648", b"\\ud800", b"\\u0000", b"\\u202e"),
    *(b"&a ", b"*a", b"!!str ", b"---\n", b"# x\n", b"/* x */", b"<<: ", b"? ", b"%YAML 1.1\n"),
    *(b"player hand\n", b"(dealer)", b"1st ", b",1p", b",118", b'"round":', b'"fouls":'),
    *(b'"variations":', b',"variations":[{"ply":2,"actions":["0"]}]', b'"actions":', b'"ply":'),
    *(b"<<<<<<< ours\n", b"=======\n", b">>>>>>> theirs\n", b"# fault: player 1: crashed\n"),
    *(b">> 0: quit\n", b"<< 1: = 0\n", b"=cmd|'x'!A0", b"\x1b[31m", b"\x1f\x8b", b"(\xb5/\xfd"),
]  # fmt: skip


class Input(Struct, frozen=True):
    """The content of a file, the notation it claims to be in, if any, and its name.

    `thorough`: whether it is examined in every way, or only in quick ways.
    """

    data: bytes
    notation: str | None = None
    name: str = ""
    thorough: bool = False


Change: TypeAlias = Callable[[Seed, Random], bytes]


def any_input(rng: Random) -> Input:
    """Make a hostile input."""
    seed = any_seed(rng)
    data = seed.data
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        change = rng.choice(CHANGES)
        data = change(Seed(seed.notation, data), rng)
    notation = rng.choice((None, None, seed.notation, rng.choice(list(described()))))
    packed = rng.random() < 0.04
    content = _packed(data, rng) if packed else data
    return Input(content, notation, rng.choice(NAMES), rng.random() < 0.1)


NAMES = ("", "", "", "x.json", "x.jsonl", "x.gibo", "x.log", "x.yaml", "x.txt", "x.json.gz")


# Bytes


def spoil_bytes(seed: Seed, rng: Random) -> bytes:
    """Insert, remove, replace and repeat bytes."""
    changed = bytearray(seed.data)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(changed) + 1)
        end = at + rng.choice([0, 0, 1, 2, rng.randrange(60)])
        start = rng.randrange(len(changed) + 1)
        again = bytes(changed[start : start + rng.randrange(60)])
        changed[at:end] = rng.choice([b"", rng.choice(JUNK), rng.choice(JUNK), again])
    return bytes(changed)


def flip(seed: Seed, rng: Random) -> bytes:
    """Flip bits."""
    changed = bytearray(seed.data)
    for _ in range(rng.randrange(1, 4) if changed else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def cut(seed: Seed, rng: Random) -> bytes:
    """Keep only the beginning or the end of the data."""
    at = rng.randrange(len(seed.data) + 1)
    return rng.choice((seed.data[:at], seed.data[:at], seed.data[at:]))


# Words


def change_words(seed: Seed, rng: Random) -> bytes:
    """Replace, swap, remove and repeat words."""
    found: list[bytes] = WORD.findall(seed.data)
    known = words(seed.notation)
    for _ in range(rng.randrange(1, 4) if len(found) > 1 else 0):
        at, other = rng.randrange(len(found)), rng.randrange(len(found))
        match rng.randrange(7):
            case 0:
                found[at] = rng.choice(known)
            case 1:
                found[at], found[other] = found[other], found[at]
            case 2:
                found[at] = b""
            case 3:
                found[at] += found[at]
            case 4 if found[at].isdigit() and len(found[at]) < 20:
                found[at] = b"%d" % (int(found[at]) + rng.choice((-1, 1, 10, 2**31, 2**53)))
            case 5:
                found[at] += found[other]
            case _:
                found[at] = rng.choice(JUNK)
    return b"".join(found)


def slipped(seed: Seed, rng: Random) -> bytes:
    """Take a different, valid text in the same notation, and make at most one slip in it."""
    if seed.notation is None:
        return change_words(seed, rng)
    data = rng.choice(sound_seeds()[seed.notation]).data
    if rng.random() < 0.3:
        return data
    text = data.decode()
    return slip(seed.notation, text, rng).made(text).encode()


# Lines


def change_lines(seed: Seed, rng: Random) -> bytes:
    """Remove, repeat and move lines, or insert some from another text."""
    lines = seed.data.splitlines(keepends=True)
    for _ in range(rng.randrange(1, 3) if lines else 0):
        at = rng.randrange(len(lines) + 1)
        end = min(len(lines), at + rng.choice((1, 1, 2, 5)))
        match rng.randrange(5):
            case 0:
                del lines[at:end]
            case 1:
                lines[at:at] = lines[at:end]
            case 2:
                moved = lines[at:end]
                del lines[at:end]
                there = rng.randrange(len(lines) + 1)
                lines[there:there] = moved
            case 3:
                others = any_seed(rng).data.splitlines(keepends=True)
                there = rng.randrange(len(others) + 1)
                lines[at:end] = others[there : there + 3]
            case _:
                rng.shuffle(lines)
    return b"".join(lines)


def columns(seed: Seed, rng: Random) -> bytes:
    """Remove, swap and move the columns of some lines."""
    lines = seed.data.split(b"\n")
    first = rng.randrange(len(lines))
    for at in range(first, min(len(lines), first + rng.choice((1, 3, 100)))):
        for mark in (b",", b" "):
            cells = lines[at].split(mark)
            if len(cells) > 2:
                one, other = rng.randrange(len(cells)), rng.randrange(len(cells))
                cells[one], cells[other] = cells[other], rng.choice((cells[one], b""))
                lines[at] = mark.join(cells)
                break
    return b"\n".join(lines)


def spliced(seed: Seed, rng: Random) -> bytes:
    """Join the beginning of one text to the end of another, or join them whole."""
    other = any_seed(rng).data
    if rng.random() < 0.3:
        return seed.data + rng.choice((b"", b"\n", b"\n---\n", b"\n\n")) + other
    start = rng.randrange(len(seed.data) + 1)
    return seed.data[:start] + other[rng.randrange(len(other) + 1) :]


# Structures


class Pairs(list[tuple[str, Any]]):
    """A JSON object that may have duplicate keys."""


def structure(seed: Seed, rng: Random) -> bytes:
    """Replace, remove, repeat and re-nest values and keys in JSON."""
    tree = _tree(seed.data)
    if tree is None:
        return change_lines(seed, rng)
    other = _tree(any_seed(rng).data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        holders = list(_holders(tree))
        if not holders:
            break
        holder = rng.choice(holders)
        at = rng.randrange(len(holder))
        key, old = holder[at] if isinstance(holder, Pairs) else ("", holder[at])
        new = _value(old, rng.choice((tree, other)), rng)
        match rng.randrange(6):
            case 0:
                del holder[at]
            case 1:
                holder.append(holder[at])
            case 2 if isinstance(holder, Pairs):
                keys = [each for some in holders if isinstance(some, Pairs) for each, _ in some]
                holder[at] = (rng.choice([*keys, "x", "", key.upper(), f"{key} "]), old)
            case 3 if len(holder) > 1:
                rng.shuffle(holder)
            case _:
                holder[at] = (key, new) if isinstance(holder, Pairs) else new
    indent, escaped = rng.choice((None, 1, 2)), rng.random() < 0.5
    try:
        return _dumped(tree, indent, escaped).encode("utf-8", "surrogatepass")
    except RecursionError:
        return seed.data


def _tree(data: bytes) -> Any:
    try:
        return json.loads(data, object_pairs_hook=Pairs)
    except (ValueError, RecursionError):
        return None


def _holders(tree: Any) -> list[list[Any]]:
    """Return the nonempty objects and lists in a tree."""
    found: list[list[Any]] = []
    waiting = [tree]
    while waiting and len(found) < 5000:
        one: Any = waiting.pop()
        if isinstance(one, list) and one:
            found.append(one)  # pyright: ignore[reportUnknownArgumentType]
            waiting += [each for _, each in one] if isinstance(one, Pairs) else one
    return found


def _value(old: Any, tree: Any, rng: Random) -> Any:
    """Return a value to put in place of an old one."""
    match rng.randrange(6):
        case 0:
            holders: list[list[Any]] = _holders(tree) or [[0]]
            holder = rng.choice(holders)
            found: Any = rng.choice(holder)
            return found[1] if isinstance(holder, Pairs) else found
        case 1:
            odd: Any = (
                None,
                True,
                0,
                -1,
                1.0,
                2**53 + 1,
                1e400,
                "",
                "x",
                [],
                Pairs(),
                "し",
                "\ud800",
            )
            return rng.choice(odd)
        case 2:
            return [old] if rng.random() < 0.7 else Pairs([("x", old)])
        case 3 if isinstance(old, str) and old:
            at = rng.randrange(len(old))
            return old[:at] + rng.choice(("", old[at] * 2, "1", "s", "?", "　")) + old[at + 1 :]
        case 4 if isinstance(old, int):
            return old + rng.choice((-1, 1, 10, 10**18))
        case 5 if isinstance(old, int | str):
            return str(old) if isinstance(old, int) else len(old)
        case _:
            return old


def _dumped(tree: Any, indent: int | None, escaped: bool) -> str:
    """Return a tree as text; `json` alone would lose duplicate keys."""
    step = "" if indent is None else "\n" + " " * indent
    if isinstance(tree, Pairs):
        inside = (": ".join(_dumped(each, None, escaped) for each in pair) for pair in tree)
        return "{" + step + f", {step}".join(inside) + "}"
    if isinstance(tree, list):
        some = cast(list[Any], tree)
        return "[" + step + f", {step}".join(_dumped(each, None, escaped) for each in some) + "]"
    return json.dumps(tree, ensure_ascii=escaped)


# Sizes and encodings


def repeated(seed: Seed, rng: Random) -> bytes:
    """Repeat a part of the data a thousand times or more."""
    lines = rng.random() < 0.5
    parts = seed.data.splitlines(keepends=True) if lines else WORD.findall(seed.data)
    if not parts:
        return seed.data
    at = rng.randrange(len(parts))
    end = min(len(parts), at + rng.choice((1, 1, 2, 4, 12)))
    some = b"".join(parts[at:end])
    times = min(rng.choice((100, 100, 1000, 5000)), MOST // (len(some) or 1))
    return b"".join(parts[:at]) + some * times + b"".join(parts[end:])


MOST = 40_000
"""The maximum total size of the repeated parts in bytes."""


def nested(seed: Seed, rng: Random) -> bytes:
    """Insert a huge number of brackets, quotes or spaces somewhere."""
    at = rng.randrange(len(seed.data) + 1)
    one = rng.choice(
        (b"[", b"{", b'{"a":', b"]", b"}", b'"', b"'", b" ", b"\n", b"- ", b"(", b"\\")
    )
    return seed.data[:at] + one * rng.choice((3, 50, 500, 500, 20_000)) + seed.data[at:]


def encoded(seed: Seed, rng: Random) -> bytes:
    """Change the encoding or the line endings."""
    text = seed.data.decode("utf-8", "replace")
    match rng.randrange(5):
        case 0:
            return text.encode(rng.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig")))
        case 1:
            return text.encode(rng.choice(("shift_jis", "euc_kr", "latin-1")), "replace")
        case 2:
            return seed.data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\x85", b"\n\n", b" \n")))
        case 3:
            full_width = {each: each + 0xFEE0 for each in range(0x30, 0x3A)}
            return text.translate(full_width).encode()
        case _:
            return seed.data.replace(b" ", rng.choice((b"\t", b"  ", b"\xc2\xa0", b"")))


def _packed(data: bytes, rng: Random) -> bytes:
    """Compress the data, and sometimes damage the result."""
    pack: Callable[[bytes], bytes] = rng.choice((_gzip, zstd.compress))
    packed = pack(data * rng.choice((1, 1, 1, 30)))
    packed += rng.choice((b"", b"", pack(b"x"), pack(data), b"\x00", b"P*M\x18\x00\x00\x00\x00"))
    return spoil_bytes(Seed(None, packed), rng) if rng.random() < 0.3 else packed


def _gzip(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


CHANGES: tuple[Change, ...] = (
    *(spoil_bytes, spoil_bytes, flip, cut),
    *(change_words, change_words, change_words, slipped, slipped, slipped),
    *(change_lines, change_lines, columns, spliced),
    *(structure, structure, structure, structure),
    *(repeated, nested, encoded),
)
WAYS: Mapping[str, Change] = {each.__name__: each for each in CHANGES}
