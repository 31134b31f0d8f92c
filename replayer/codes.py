"""Every way in which a record of any game can be wrong, apart from the rules of play.

`V` stands for variations and annotations, `R` for the record as a whole.

Some game gives the examples, by `findings.illustrate`.
"""

from __future__ import annotations

from ..findings import Example, declare

VARIATIONS = (
    "A variation leaves the main line, or another variation, at a ply and goes on by itself, as in "
    "PGN (section 8.2.5) and SGF."
)

COMPARE = "Compare with the source."

LEAVES_NOWHERE = declare(
    code="V001",
    name="variation-leaves-nowhere",
    means="A variation starts at a ply at which nobody acts.",
    why=VARIATIONS,
    mend="Give a ply of the main line, or of the variation that it stands in (from 1; 0 is a "
    "decision before the first). A variation of a variation starts where that one starts, or "
    "later. Players who act at the same time do so at the first of their plies.",
)
GOES_ON = declare(
    code="V002",
    name="variation-goes-on",
    means="A variation has actions that are never reached, or lacks some.",
    why="After the end of a round nobody acts, and players who act at the same time all act.",
    mend="Remove what follows the end, or add what is missing.",
)
DOES_NOT_DIFFER = declare(
    code="V003",
    name="variation-does-not-differ",
    means="A variation begins with the same action as what it leaves.",
    why="A variation shows what else could have been done, or dealt right after it.",
    mend="Let it start later, where it differs.",
    severity="warning",
)
NOTHING_TO_ANNOTATE = declare(
    code="V011",
    name="annotation-without-ply",
    means="An annotation is about a ply that its line does not have.",
    why="Annotations of a round are about plies of its main line, those of a variation about its "
    "own plies, and those of a match about no ply. Plies are counted as in the whole round.",
    mend="Give a ply of that line, move the annotation to the line that it is about, or leave the "
    "ply out: it is then about the whole.",
)
IMPOSSIBLE_ANNOTATION = declare(
    code="V012",
    name="impossible-annotation",
    means="A number of an annotation cannot be: a glyph, a time, a score or a depth.",
    why="Glyphs are numbers from 0 to 255 (PGN, section 10), and times are finite and not below 0.",
    mend=COMPARE,
)

LIMITS = "Time and memory stay bounded whatever a record holds."

NESTED_TOO_DEEP = declare(
    code="V004",
    name="variations-nested-too-deep",
    means="Variations stand in one another, more than 28 deep. Nothing else is said of the "
    "variations of this round.",
    why=LIMITS,
    mend="Let a variation that begins where the one around it ends continue it instead.",
)
TOO_MANY_VARIATIONS = declare(
    code="V005",
    name="too-many-variations",
    means="A round has more than 10,000 variations. Nothing else is said of them.",
    why=LIMITS,
    mend="Divide them among several records of the same match.",
)

ENDS_BEFORE_START = declare(
    code="R001",
    name="ends-before-start",
    means="A match ends before it begins.",
    why="One of the two times is wrong. Without an offset, an end may be an hour early: clocks "
    "are set back in autumn.",
    mend="Compare both times with the source.",
)

SAME_MATCH = declare(
    code="R002",
    name="same-match-twice",
    means="Another record has the same match: the same deals, and the same play.",
    why="A match that stands twice counts twice, in ratings too. Only `kifu validate --duplicates` "
    "looks for that; titles, names, times and notations may differ.",
    mend="Keep one of the two; `kifu diff` shows in what they differ.",
    severity="warning",
)
PART_OF_MATCH = declare(
    code="R003",
    name="part-of-another-match",
    means="Of two records, one has a part of the match of the other.",
    why="Programs save a match several times while it is played. Only `kifu validate --duplicates` "
    "looks for that.",
    mend="Keep the longer one, or ignore this rule where saves are kept on purpose.",
    severity="warning",
)
ENDLESS_ROUND = declare(
    code="R004",
    name="round-does-not-end",
    means="A round goes on after more plies than any round of its game may have.",
    why=f"{LIMITS} A round of any game has at most 30,000 plies, if the game does not say more or "
    "less (`most_plies` of its rules).",
    mend="Look for plies that were repeated. If the round is right, report it to the authors of "
    "the game: perhaps its rules do not find an end.",
    example=Example(None, "kuhn JQ:pb\n"),
)
ENDED_BY_NOBODY = declare(
    code="R011",
    name="ended-by-nobody",
    means="The player who ended a round outside play is missing, or does not exist.",
    why="Somebody resigns, runs out of time, claims something or breaks a rule. Agreements, "
    "adjudications, abandonments and interruptions need no player.",
    mend="Say in `by` which player it was.",
)
ENDED_AFTER_END = declare(
    code="R012",
    name="ended-after-end",
    means="A round is said to have ended outside play, but its last action ended it by the rules.",
    why="Nobody can resign, or run out of time, when the round is over.",
    mend="Leave `ended` out, or look for an action too many.",
)
ENDED_OTHERWISE = declare(
    code="R013",
    name="ended-otherwise",
    means="An end outside play contradicts the position, or the rest of the record.",
    why="The page of each game says which ends are compared with the position.",
    mend=COMPARE,
)
