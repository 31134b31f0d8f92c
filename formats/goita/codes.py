"""The rules for Goita's notations, with codes from `G6`."""

from __future__ import annotations

from ...findings import Example, declare

_TABLE = """\
player hand
0. Alice(dealer) 王飛角金銀馬香し
1. Bob 王飛角金銀馬香し
2. Carol 金銀馬香しししし
3. Dave 金銀馬香しししし
turn Alice Bob Carol Dave
1st ☗し☖馬
"""

_YAML = """\
version: 1.0
p0: "Alice"
p1: "Bob"
p2: "Carol"
p3: "Dave"
log:
 - hand:
     p0: "王玉飛金金香しし"
     p1: "飛角金銀馬香しし"
     p2: "角金銀馬香ししし"
     p3: "銀銀馬馬香ししし"
   uchidashi: 0
   score: [0,0]
   game:
    - ["0","し","金"]
    - ["0","し","金"]
    - ["0","香","飛"]
    - ["0","王","王"]
 - hand:
     p0: "王飛角金銀馬香し"
     p1: "玉飛角金銀馬香し"
     p2: "金銀馬香しししし"
     p3: "金銀馬香しししし"
   uchidashi: 0
   score: [100,0]
   game:
"""

_HANDS = '"hands":["12345678","12345678","44568888","56778888"]'
_ROUND = f'"round":{{"dealer":0,"score":[0,0],{_HANDS},"record":"86","winner":-1,"goshi":[]}}'
_OTHER = _ROUND.replace('"86"', '"85"')

REPEATED_ROUND = declare(
    "G601 goita-repeated-round",
    'A match has the key "round" more than once in one object.',
    "The 2015 proposal writes matches this way, but most JSON readers keep only the last round.",
    'Convert the record to goita/json, which has a list of "rounds".',
    Example("goita/json-2015", f"{{{_ROUND},{_OTHER}}}"),
    "warning",
)
WRONG_MARK = declare(
    "G602 goita-wrong-mark",
    "A play has the mark of a piece laid face-down (☗) where a piece received, or vice versa.",
    "The 2015 proposal, section モデルゲーム: ☗ means face-down.",
    "Compare with the source: a mark is wrong, or a pass is missing.",
    Example("goita/table", _TABLE.replace("☗し☖馬", "☖し☖馬")),
)
NAMES_DISAGREE = declare(
    "G603 goita-names-disagree",
    "The table names the players in two ways.",
    "The columns begin with the dealer, and have the same names as the hands.",
    "Write the same names everywhere.",
    Example("goita/table", _TABLE.replace("turn Alice Bob", "turn Bob Alice")),
)
LEAKED_ROWS = declare(
    "G604 goita-leaked-rows",
    "A round begins with the last rows of the previous round.",
    "Some programs repeat the end of a round at the beginning of the next.",
    "Remove the repeated rows.",
    Example(
        "goita/yaml",
        _YAML
        + """\
    - ["0","王","王"]
    - ["0","し","馬"]
    - ["0","香","銀"]
    - ["0","金","角"]
    - ["0","飛","王"]
""",
    ),
)
ROUND_UNFINISHED = declare(
    "G605 goita-round-unfinished",
    "A round stops before its end.",
    "YAML cannot mark this, and does not hold passes after the last play.",
    "Nothing, if the round was broken off; otherwise add the missing plays.",
    Example("goita/yaml", f'{_YAML}    - ["0","し","馬"]\n'),
    "note",
)
