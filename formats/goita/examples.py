"""Examples for the rules that all games share, in Goita's notations."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable

from ...findings import Example, illustrate
from ...findings.limits import DEEPEST_VARIATION, MOST_FINDINGS, MOST_VARIATIONS
from ...replayer import codes as replayer_codes
from .. import codes

_ROUND = (
    '{"dealer":0,"score":[0,0],"hands":["12345678","12345678","44568888","56778888"],'
    '"record":"86","winner":-1,"goshi":[]}'
)
_HEAD = '"format":"goita/json","version":1'
_GOOD = f'{{{_HEAD},"rounds":[{_ROUND}]}}'


def _json(text: str | bytes | Callable[[], bytes], name: str = "example") -> Example:
    return Example("goita/json", text, name)


def _round(old: str, new: str) -> Example:
    return _json(_GOOD.replace(old, new))


def _varied(ply: int, *actions: str) -> Example:
    """A round of two plies after a decision about five し, with a variation."""
    record = {
        "format": "goita/json",
        "version": 1,
        "rounds": [
            {
                "hands": ["12345678", "12345678", "44556888", "67788888"],
                "record": "67-0",
                "goshi": [3],
                "variations": [{"ply": ply, "actions": actions}],
            }
        ],
    }
    return Example("goita/json", json.dumps(record, separators=(",", ":")))


_ONE = '{"ply":1,"actions":["76"]'


def _nested(depth: int) -> str:
    """Return a variation with variations nested to this depth."""
    return f'{_ONE},"variations":[' * depth + f"{_ONE}}}" + "]}" * depth


illustrate(
    codes.NOT_UTF_8, _json(_GOOD.encode().replace(b'"rounds"', b'"title":"\x82\xb2","rounds"'))
)
illustrate(codes.TEXT_AROUND, _json(f"Here is the game:\n{_GOOD}\n"))
illustrate(
    codes.UNUSUAL_SPELLING,
    Example(
        "goita/table",
        "player hand\n0. 王玉香香香香しし\n1. (dealer) 飛飛金金金金しし\n2. 角銀銀銀銀ししし\n"
        "3. 角馬馬馬馬ししし\nturn 1 2 3 0\n1st し飛 なし なし なし\n",
    ),
)
_YAML = """version: 1.0
p0: ""
p1: ""
p2: ""
p3: ""
log:
 - hand: {p0: 王王飛金金香しし, p1: 飛角金銀馬香しし, p2: 角金銀馬香ししし, p3: 銀銀馬馬香ししし}
   uchidashi: 0
   score: [0, 0]
   game:
    - ["0", し, 金]
    - ["0", し, 金]
    - ["0", 香, 飛]
    - ["0", 王, 王]
"""
_SAYS = "# coding: shift_jis\n"
illustrate(
    codes.UNDECODABLE,
    Example("goita/yaml", (_SAYS + _YAML).encode("cp932").replace(b'p1: ""', b'p1: "\x82"')),
)
illustrate(codes.WRONG_ENCODING, Example("goita/yaml", (_SAYS + _YAML).encode()))
illustrate(codes.GUESSED_ENCODING, Example("goita/yaml", _YAML.encode("cp932")))
illustrate(codes.TOO_LARGE, _json(lambda: b'{"title":"' + b"x" * (16 * 2**20) + b'"}'))
illustrate(
    codes.CORRUPT_COMPRESSION,
    _json(lambda: gzip.compress(_GOOD.encode(), mtime=0)[:-9], "example.json.gz"),
)
illustrate(
    codes.COMPRESSION_BOMB,
    _json(
        lambda: gzip.compress((b" " * 1023 + b"\n") * 2**10, compresslevel=6, mtime=0) * 80,
        "example.jsonl.gz",
    ),
)
illustrate(codes.EMPTY, Example("goita/history", "\n"))
_HISTORY = "87654321,87654321,55431111,43221111,s1,1"
illustrate(
    codes.MERGE_CONFLICT,
    Example(
        "goita/history", f"<<<<<<< ours\n{_HISTORY}13\n=======\n{_HISTORY}23\n>>>>>>> theirs\n"
    ),
)
illustrate(codes.MORE_FINDINGS, _json(lambda: (_GOOD + "\n# mine" * (MOST_FINDINGS + 1)).encode()))
illustrate(codes.TOO_MANY_FINDINGS, _json(lambda: b"1\n" * 1100, "example.jsonl"))
illustrate(codes.JSON_SYNTAX, _round('"record":"86"', '"record" "86"'))
illustrate(codes.REPEATED_KEY, _round('"winner":-1', '"winner":-1,"winner":-1'))
illustrate(codes.JSON_VALUE_MISSING, _round('"goshi":[]', '"goshi":'))
illustrate(codes.JSON_COMMENT, _json(_GOOD + "  # my best game"))
illustrate(codes.TRAILING_COMMA, _round('"goshi":[]', '"goshi":[],'))
illustrate(codes.NESTED_TOO_DEEP, _json(f'{{{_HEAD},"rounds":{"[" * 260}{"]" * 260}}}'))
illustrate(codes.NUMBER_TOO_LARGE, _round('"score":[0,0]', '"score":[99999999999999999999,0]'))
illustrate(codes.YAML_SYNTAX, Example("goita/yaml", _YAML.replace("game:", "game")))
illustrate(
    codes.YAML_ALIAS,
    Example(
        "goita/yaml",
        "version: 1.0\nlog:\n - hand: {p0: し王飛角金銀馬香, p1: し王飛角金銀馬香,"
        " p2: ししししし金金銀, p3: しし銀馬馬香香し}\n   uchidashi: &d 0\n   score: [0, 0]\n"
        "   game: []\n",
    ),
)
illustrate(codes.TEXT_SYNTAX, Example("goita/history", f"{_HISTORY}?3\n"))
illustrate(codes.MISSING_KEY, _round('"record":"86",', ""))
illustrate(codes.WRONG_TYPE, _round('"dealer":0', '"dealer":"0"'))
illustrate(codes.UNKNOWN_KEY, _round('"dealer":0', '"daeler":0'))
illustrate(codes.WRONG_VALUE, _json(_GOOD.replace('"version":1', '"version":2')))
illustrate(codes.WRONG_LENGTH, _json(_GOOD.replace('"rounds"', '"players":["Alice"],"rounds"')))
illustrate(replayer_codes.LEAVES_NOWHERE, _varied(4, "0"))
illustrate(replayer_codes.GOES_ON, _varied(0, "redeal", "0"))
illustrate(replayer_codes.DOES_NOT_DIFFER, _varied(1, "67", "76"))
illustrate(
    replayer_codes.NESTED_TOO_DEEP,
    _json(_GOOD.replace("[]}", f'[],"variations":[{_nested(DEEPEST_VARIATION)}]}}')),
)
illustrate(
    replayer_codes.TOO_MANY_VARIATIONS,
    _json(
        lambda: _GOOD.replace(
            "[]}", f'[],"variations":[{",".join([_ONE + "}"] * (MOST_VARIATIONS + 1))}]}}'
        ).encode()
    ),
)
illustrate(
    replayer_codes.ENDS_BEFORE_START,
    _json(_GOOD.replace('"rounds"', '"start_time":"2015-04-01","end_time":"2015-03-01","rounds"')),
)
_NOTED = '"goshi":[],"annotations":[%s]'
illustrate(
    replayer_codes.NOTHING_TO_ANNOTATE,
    _round('"goshi":[]', _NOTED % '{"ply":2,"after":["too hasty"]}'),
)
illustrate(
    replayer_codes.IMPOSSIBLE_ANNOTATION,
    _round('"goshi":[]', _NOTED % '{"ply":1,"time_used":-3}'),
)
_ENDED = '"goshi":[],"ended":%s'
illustrate(replayer_codes.ENDED_BY_NOBODY, _round('"goshi":[]', _ENDED % '{"how":"resignation"}'))
_RESIGNED = _ENDED % '{"how":"resignation","by":1}'
_WON = (
    '{"hands":["11244788","23456788","34567888","55667888"],"record":"84000840007200011",'
    f'"winner":0,{_RESIGNED}}}'
)
illustrate(replayer_codes.ENDED_AFTER_END, _round(_ROUND, _WON))
_FOUL = '"fouls":[{"ply":1,"rule":"G104"}],"result":{"end":"foul"}'
illustrate(
    replayer_codes.ENDED_OTHERWISE,
    _json(_GOOD.replace('"86","winner":-1,"goshi":[]', f'"81","winner":1,{_FOUL},{_RESIGNED}')),
)
illustrate(
    replayer_codes.UNUSED_IGNORE,
    _round('"goshi":[]', _NOTED % '{"ply":1,"after":["kifu: ignore G104"]}'),
)
illustrate(
    replayer_codes.INVALID_IGNORE, _round('"goshi":[]', _NOTED % '{"after":["kifu: ignore"]}')
)
_MORE = _GOOD.replace('"86"', '"86620"')
illustrate(replayer_codes.SAME_MATCH, _json(f"{_GOOD}\n{_GOOD}\n", "example.jsonl"))
illustrate(replayer_codes.PART_OF_MATCH, _json(f"{_GOOD}\n{_MORE}\n", "example.jsonl"))
