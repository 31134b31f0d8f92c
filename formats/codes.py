"""Every way in which a file can be wrong before the rules of a game are asked.

`F` the file and its syntax, `S` the shape that a notation's schema demands.
"""

from __future__ import annotations

import gzip

from ..findings import Example, declare

_ROUND = (
    '{"dealer":0,"score":[0,0],"hands":["12345678","12345678","44568888","56778888"],'
    '"record":"86","winner":-1,"goshi":[]}'
)
_HEAD = '"format":"goita/json","version":1'
_GOOD = f'{{{_HEAD},"rounds":[{_ROUND}]}}'


def _json(text: str) -> Example:
    return Example("goita/json", text)


def _round(old: str, new: str) -> Example:
    return _json(_GOOD.replace(old, new))


JSON = "RFC 8259 (JSON)."
TEXT = "The grammar of the notation (`kifu formats`)."
SCHEMA = "The JSON Schema of the notation (`kifu schema ID`)."

UNKNOWN_NOTATION = declare(
    "F001",
    "unknown-notation",
    "The file is no record of any notation that kifu knows.",
    "A file named on the command line is meant to be one.",
    "Name the notation with --format if it is one; `kifu formats` lists them.",
    Example(None, "Once upon a time.\n"),
)
NOT_UTF_8 = declare(
    "F002",
    "not-utf-8",
    "The file is not in UTF-8.",
    "Records are exchanged between tools; all notations here are UTF-8, with or without a BOM.",
    "Convert it: `iconv -f SHIFT_JIS -t UTF-8` or the like.",
    Example("goita/json", _GOOD.encode().replace(b'"rounds"', b'"title":"\x82\xb2","rounds"')),
)
TOO_LARGE = declare(
    "F003",
    "too-large",
    "A record is larger than 16 MiB, or holds more values than any game has.",
    "Memory and time stay bounded whatever a file holds.",
    "Split the file; `.jsonl` holds any number of records, one a line.",
    Example("goita/json", lambda: b'{"title":"' + b"x" * (16 * 2**20) + b'"}'),
)
CORRUPT_COMPRESSION = declare(
    "F004",
    "corrupt-compression",
    "The compressed data is damaged or cut short.",
    "What cannot be unpacked cannot be checked.",
    "Fetch or compress the file again.",
    Example("goita/json", lambda: gzip.compress(_GOOD.encode(), mtime=0)[:-9], "example.json.gz"),
)
COMPRESSION_BOMB = declare(
    "F005",
    "compression-bomb",
    "The file unpacks to more than a hundred times its size, and to more than 64 MiB.",
    "Memory and time stay bounded whatever a file holds.",
    "Unpack it yourself if it is what you expect.",
    Example(
        "goita/json",
        lambda: gzip.compress((b" " * 1023 + b"\n") * (80 * 2**10), compresslevel=6, mtime=0),
        "example.jsonl.gz",
    ),
)
EMPTY = declare(
    "F006",
    "no-record",
    "There is no record in the file.",
    "A file read as a given notation holds at least one record of it.",
    "Remove the file, or write the record.",
    Example("goita/history", "\n"),
)
JSON_SYNTAX = declare(
    "F101",
    "json-syntax",
    "The text is not JSON.",
    JSON,
    "Write what the message says is due.",
    _round('"record":"86"', '"record" "86"'),
)
REPEATED_KEY = declare(
    "F102",
    "repeated-key",
    "A key stands twice in one object.",
    "Most readers keep only one of the values, without a word.",
    "Keep the one that is right.",
    _round('"winner":-1', '"winner":-1,"winner":-1'),
)
JSON_VALUE_MISSING = declare(
    "F103",
    "json-value-missing",
    "A key has no value.",
    f'{JSON} The example of the 2015 proposal has a bare `"goshi":`.',
    "Write the value: [] where nobody declared five し.",
    _round('"goshi":[]', '"goshi":'),
)
JSON_COMMENT = declare(
    "F104",
    "json-comment",
    "A comment stands in JSON.",
    f"{JSON} The 2015 proposal has comments after `#` in its examples.",
    "Remove it; a title can hold a remark.",
    _json(_GOOD + "  # my best game"),
)
TRAILING_COMMA = declare(
    "F105",
    "trailing-comma",
    "A comma stands after the last value of a list or an object.",
    JSON,
    "Remove it.",
    _round('"goshi":[]', '"goshi":[],'),
)
NESTED_TOO_DEEP = declare(
    "F106",
    "nested-too-deep",
    "Values are nested deeper than any record needs.",
    "Memory and time stay bounded whatever a file holds.",
    "Look for a bracket that was repeated.",
    _json(f'{{{_HEAD},"rounds":{"[" * 70}{"]" * 70}}}'),
)
NUMBER_TOO_LARGE = declare(
    "F107",
    "number-too-large",
    "A number is larger than programs can be trusted to read (2 to the power of 53).",
    "RFC 8259, section 6.",
    "Correct the number.",
    _round('"score":[0,0]', '"score":[99999999999999999999,0]'),
)
YAML_SYNTAX = declare(
    "F201",
    "yaml-syntax",
    "The text is not YAML.",
    "YAML 1.1, as ごいたオンライン writes it.",
    "Write what the message says is due.",
    Example("goita/yaml", "version: 1.0\nlog: [\n"),
)
YAML_ALIAS = declare(
    "F202",
    "yaml-alias",
    "The text uses an anchor, an alias or a tag of YAML.",
    "No record needs them, and nested aliases make a small file explode.",
    "Write the value out.",
    Example(
        "goita/yaml",
        "version: 1.0\nlog:\n - hand: {p0: し王飛角金銀馬香, p1: し王飛角金銀馬香,"
        " p2: ししししし金金銀, p3: しし銀馬馬香香し}\n   uchidashi: &d 0\n   score: [0, 0]\n"
        "   game: []\n",
    ),
)
TEXT_SYNTAX = declare(
    "F301",
    "text-syntax",
    "A line does not follow the grammar of its notation.",
    TEXT,
    "Write what the message says is due.",
    Example("goita/history", "87654321,87654321,55431111,43221111,s1,1?3\n"),
)


def _pgn(old: str = "", new: str = "") -> Example:
    """A game of PGN. It is no record of a game that kifu plays, and read by `kifu rate` only."""
    tags = '[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n\n1-0\n'
    return Example(None, tags.replace(old, new), "example.pgn")


PGN = "The Portable Game Notation, of which `kifu rate` needs who played and the result."
PGN_TAG_MISSING = declare(
    "F401",
    "pgn-tag-missing",
    "A game of a PGN lacks the tag White, Black or Result.",
    PGN,
    "Add the tag that the message names.",
    _pgn('[Black "Bo"]\n'),
)
PGN_REPEATED_TAG = declare(
    "F402",
    "pgn-repeated-tag",
    "A tag stands twice in one game of a PGN.",
    f"{PGN} Of two values, nothing says which counts.",
    "Keep the one that is right.",
    _pgn('[Black "Bo"]\n', '[Black "Bo"]\n[Black "Cy"]\n'),
)
PGN_UNKNOWN_RESULT = declare(
    "F403",
    "pgn-unknown-result",
    "The result of a game of a PGN is none that there is.",
    f"{PGN} BayesElo passes over such a game without a word.",
    "Write 1-0, 0-1, 1/2-1/2, or * where there is none.",
    _pgn('"1-0"', '"1/2"'),
)
PGN_SAME_PLAYER = declare(
    "F404",
    "pgn-same-player",
    "A player of a PGN meets himself.",
    "Nothing follows from such a game.",
    "Correct the name of one of them.",
    _pgn("Bo", "Ada"),
)
PGN_NOT_TERMINATED = declare(
    "F405",
    "pgn-not-terminated",
    "A game of a PGN does not end with its result. It is said once for a file.",
    f"{PGN} BayesElo may read such a game and the next as one, without a word.",
    "Write 1-0, 0-1, 1/2-1/2 or * behind the moves, or below the tags where there are none.",
    _pgn("\n1-0\n"),
    severity="warning",
)
PGN_COMMENT_NOT_CLOSED = declare(
    "F406",
    "pgn-comment-not-closed",
    "A comment in braces is not closed before the file ends.",
    f"{PGN} All games in it would be lost.",
    "Close it with `}`.",
    _pgn("\n1-0", "\n{a fine game 1-0"),
)
PGN_CONTRADICTION = declare(
    "F407",
    "pgn-contradiction",
    "A game of a PGN ends with another result than its tag says.",
    f"{PGN} Nothing says which of the two counts.",
    "Correct the one that is wrong.",
    _pgn("\n1-0", "\n0-1"),
)
MISSING_KEY = declare(
    "S001",
    "missing-key",
    "A key that the notation demands is missing.",
    SCHEMA,
    "Add the key.",
    _round('"record":"86",', ""),
)
WRONG_TYPE = declare(
    "S002",
    "wrong-type",
    "A value is of another type than the notation demands.",
    SCHEMA,
    "Write a value of the type that the message names.",
    _round('"dealer":0', '"dealer":"0"'),
)
UNKNOWN_KEY = declare(
    "S003",
    "unknown-key",
    "A key is unknown to the notation.",
    f"{SCHEMA} What no reader knows would be lost.",
    "Correct its spelling, or remove it.",
    _round('"dealer":0', '"daeler":0'),
)
WRONG_VALUE = declare(
    "S004",
    "wrong-value",
    "A value is none of those that the notation allows.",
    SCHEMA,
    "Write one of the values that the message names.",
    _json(_GOOD.replace('"version":1', '"version":2')),
)
WRONG_LENGTH = declare(
    "S005",
    "wrong-length",
    "A list has too many or too few values.",
    SCHEMA,
    "Write as many as the message says.",
    _json(_GOOD.replace('"rounds"', '"players":["Alice"],"rounds"')),
)
