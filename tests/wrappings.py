"""Texts as people paste, wrap, encode and cut them: functions from a text to bytes."""

import gzip
import html
import json
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

Wrapping: TypeAlias = Callable[[str], bytes | str]


def _lines(change: Callable[[str], str]) -> Wrapping:
    """Return a function that changes each line, without its end."""
    return lambda text: "".join(change(each) for each in text.splitlines(keepends=True))


def _inside(before: str, after: str = "") -> Wrapping:
    return lambda text: before + text + after


def _half(text: str) -> int:
    return text.find("\n", len(text) // 2) + 1 or len(text) // 2


def _numbered(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(f"{number}: {each}" for number, each in enumerate(lines, 1))


def _encoded(encoding: str) -> Wrapping:
    return lambda text: text.encode(encoding, "replace")


def _misread(encoding: str) -> Wrapping:
    return lambda text: text.encode().decode(encoding, "replace")


def _noted(words: str, encoding: str) -> Wrapping:
    """Return a function that adds words as a title or a comment."""

    def wrap(text: str) -> bytes:
        title = text.replace("{", f'{{"title": "{words}", ', 1)
        noted = title if text.lstrip()[:1] == "{" else f"# {words}\n{text}"
        return noted.encode(encoding, "replace")

    return wrap


def _cells(between: str, edge: str = "") -> Wrapping:
    """Return a function that puts the columns of a text into the cells of a table."""
    return _lines(lambda line: edge + re.sub(r" {2,}|\t", between, line.rstrip()) + f"{edge}\n")


def _one_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text.strip()) + "\n"


def _conflict(text: str) -> str:
    at = _half(text)
    end = text.find("\n", at) + 1 or len(text)
    both = f"{text[at:end]}=======\n{text[at:end]}"
    return f"{text[:at]}<<<<<<< ours\n{both}>>>>>>> theirs\n{text[end:]}"


def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), 0, mtime=0)  # the same bytes with any zlib


_WIDE = {each: each + 0xFEE0 for each in range(0x30, 0x3A)}

WRAPPINGS: Mapping[str, Wrapping] = {
    # other text
    "fence": _inside("```\n", "```\n"),
    "fence in prose": _inside("Here is the game:\n\n~~~json\n", "~~~\n\nThanks!\n"),
    "two fences": lambda text: f"One:\n```\n{text}```\nTwo:\n```\n{text}```\n",
    "open fence": _inside("```\n"),
    "prose": _inside("Here is the game:\n", "\nThat was all of it.\n"),
    "prose on its line": _inside("Game: "),
    "prose after it": _inside("", "and that was all\n"),
    "quoted": _lines(lambda line: f"> {line}"),
    "quoted twice": _lines(lambda line: f"> > {line}"),
    "indented": _lines(lambda line: f"    {line}"),
    "with tabs": _lines(lambda line: f"\t{line}"),
    "added": _lines(lambda line: f"+{line}"),
    "numbered": _numbered,
    "tags": _inside("<pre><code>", "</code></pre>\n"),
    "page": _inside("<!doctype html>\n<html><body>\n<pre>\n", "</pre>\n</body></html>\n"),
    "entities": html.escape,
    "comment before": _inside("# a comment\n\n"),
    "comments": lambda text: (
        f"// one\n{text[: _half(text)]}# two\n{text[_half(text) :]}/* three */"
    ),
    "conflict": _conflict,
    # several records, and parts of one
    "twice": lambda text: f"{text}\n{text}",
    "with dashes": lambda text: f"---\n{text}\n---\n{text}...\n",
    "list": lambda text: f"[{text},\n{text}]\n",
    "list in an object": lambda text: f'{{"event": "Cup", "games": [{text}, {text}]}}\n',
    "map": lambda text: f'{{"a": {text}, "b": {{"c": {text}}}}}\n',
    "on one line": _one_line,
    "lines": lambda text: _one_line(text) * 2 + "\n" + _one_line(text),
    "lines with a comma": lambda text: f"{_one_line(text).rstrip()},\n{_one_line(text)}",
    "lines with junk": lambda text: f"{_one_line(text)}and\n{_one_line(text)}",
    "first half": lambda text: text[: _half(text)],
    "second half": lambda text: text[_half(text) :],
    "halves swapped": lambda text: text[_half(text) :] + text[: _half(text)],
    "cut": lambda text: text[: len(text) * 3 // 4],
    "head lost": lambda text: text[len(text) // 20 :],
    "cells": _cells(" | ", "|"),
    "commas between columns": _cells(","),
    "semicolons between columns": _cells(";"),
    "tabs between columns": _cells("\t"),
    "a row of a table": lambda text: _cells(" | ", "| ")(text.replace("\n", "\n---  ---\n", 1)),
    # characters
    "no last line end": str.rstrip,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "mixed line ends": lambda text: text.replace("\n", "\r\n", 1),
    "spaces at line ends": lambda text: text.replace("\n", " \n"),
    "empty lines": lambda text: text.replace("\n", "\n\n"),
    "tabs for spaces": lambda text: text.replace(" ", "\t"),
    "wide spaces": lambda text: text.replace(" ", "\u3000"),
    "fixed spaces": lambda text: text.replace(" ", "\xa0"),
    "two spaces": lambda text: text.replace(" ", "  "),
    "wide digits": lambda text: text.translate(_WIDE),
    "wide punctuation": lambda text: text.replace(",", "，").replace(":", "：").replace("(", "（"),
    "curly quotes": lambda text: re.sub('"([^"\n]*)"', r"“\1”", text),
    "single quotes": lambda text: text.replace('"', "'"),
    "no quotes": lambda text: text.replace('"', ""),
    "commas at ends": lambda text: re.sub(r"\s*([]}])", r",\1", text),
    "no commas": lambda text: text.replace(",", ""),
    "semicolons": lambda text: text.replace(",", ";"),
    "equals signs": lambda text: text.replace(":", " ="),
    "upper case": str.upper,
    "a string": json.dumps,
    "escaped quotes": lambda text: text.replace('"', '\\"'),
    "zero bytes": lambda text: text[: _half(text)] + "\0" + text[_half(text) :],
    # bytes
    "BOM": _encoded("utf-8-sig"),
    **{each: _encoded(each) for each in ("utf-16", "utf-16-le", "utf-32-be", "latin-1", "gb18030")},
    **{each: _encoded(each) for each in ("cp932", "euc-jp", "shift_jis_2004", "cp949")},
    "Korean": _noted("화요일 저녁 모임에서 둔 판", "cp949"),
    "Japanese": _noted("火曜日の夜の対局です。よろしく", "cp932"),
    "Japanese in EUC": _noted("火曜日の夜の対局です。よろしく", "euc-jp"),
    "Chinese": _noted("星期二晚上的对局记录", "gb18030"),
    "Chinese in Big5": _noted("星期二晚上的對局記錄", "big5"),
    "German": _noted("Größe: schönes Spiel für Jörg", "cp1252"),
    "Polish": _noted("Środa, wieczór: gra w kości", "cp1250"),
    "Greek in UTF-8": _noted("Καλό παιχνίδι", "utf-8"),
    "misread Japanese": lambda text: f"# 火曜日の夜\n{text}".encode().decode("cp932", "replace"),
    "misread German": lambda text: f"# Größe für Jörg\n{text}".encode().decode("cp1252", "replace"),
    "declared": lambda text: f"# -*- coding: euc-jp -*-\n{text}".encode("euc-jp", "replace"),
    "declared wrongly": lambda text: f"# -*- coding: cp932 -*-\n{text}".encode(),
    "misread as cp932": _misread("cp932"),
    "misread as latin-1": _misread("latin-1"),
    "not UTF-8": lambda text: text[: _half(text)].encode() + b"\xe9" + text[_half(text) :].encode(),
    "gzip": lambda text: _packed(text),
    "gzip, cut": lambda text: _packed(text)[:-12],
    "gzip, junk": lambda text: _packed(text) + b"junk",
}
"""Wrappings by name."""


def wrapped(text: str, name: str) -> bytes:
    """Return a text in a wrapping; an empty name stands for none."""
    made = WRAPPINGS[name](text) if name else text
    return made if isinstance(made, bytes) else made.encode()
