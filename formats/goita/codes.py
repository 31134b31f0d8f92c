"""Every way in which a notation of Goita can be wrong: `G6`."""

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
    code="G601",
    name="goita-repeated-round",
    means='A match has the key "round" more than once in one object.',
    why="The 2015 proposal writes matches so; but most readers of JSON keep only the last round.",
    mend='Convert the record to goita/json, which has a list of "rounds".',
    example=Example("goita/json-2015", f"{{{_ROUND},{_OTHER}}}"),
    severity="warning",
)

WRONG_MARK = declare(
    code="G602",
    name="goita-wrong-mark",
    means="A play has the mark of a piece laid face-down (☗) where one received, or the other way.",
    why="The 2015 proposal, section モデルゲーム: ☗ is face-down; whether one leads or receives "
    "follows from the turns before.",
    mend="Compare with the source: a mark is wrong, or a pass is missing.",
    example=Example("goita/table", _TABLE.replace("☗し☖馬", "☖し☖馬")),
)
NAMES_DISAGREE = declare(
    code="G603",
    name="goita-names-disagree",
    means="The table names the players in two ways.",
    why="The columns stand from the dealer on, under the names given with the hands.",
    mend="Write the same names everywhere.",
    example=Example("goita/table", _TABLE.replace("turn Alice Bob", "turn Bob Alice")),
)
LEAKED_ROWS = declare(
    code="G604",
    name="goita-leaked-rows",
    means="A round begins with the last rows of the round before.",
    why="Programs that record a match sometimes write the end of a round again at the head of the "
    "next; the round is sound without them.",
    mend="Take the rows away.",
    example=Example(
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
    code="G605",
    name="goita-round-unfinished",
    means="A round stops before its end.",
    why="YAML has no way to say so; passes after the last play are not written in it either.",
    mend="Nothing, if the round was broken off; otherwise add the missing plays.",
    example=Example("goita/yaml", f'{_YAML}    - ["0","し","馬"]\n'),
    severity="note",
)
