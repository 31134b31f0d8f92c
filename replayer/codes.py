"""Every way in which a record of any game can be wrong, apart from the rules of play.

`V` is for variations and annotations, `R` for the record as a whole. One of the games gives the
examples, by `findings.illustrate`.
"""

from __future__ import annotations

from ..findings import COMPARE, Example, declare

VARIATIONS = (
    "A variation leaves the main line, or another variation, at a ply, as in PGN (section 8.2.5)."
)
LIMITS = "Time and memory stay bounded whatever a record holds."

VIEW = (
    "A view shows something its player was not shown, or hides something the player was shown.",
    "A view is made only of what its player was shown.",
    "Make the view again from the whole record (`kifu view`).",
)
"""Meaning, reason and remedy of a rule that each game has under a code of its own."""

NO_DEAL = (
    "No complete deal agrees with what a view shows.",
    "Every card or piece is somewhere, and what a player does shows what the player holds.",
    COMPARE,
)

LEAVES_NOWHERE = declare(
    "V001 variation-leaves-nowhere",
    "A variation starts at a ply at which nobody acts.",
    VARIATIONS,
    "Give a ply of the line that it leaves, from 1 (0 is a decision before the first); a variation "
    "of a variation starts no earlier than that one.",
)
GOES_ON = declare(
    "V002 variation-goes-on",
    "A variation has actions that are never reached, or lacks some.",
    "After the end of a round nobody acts, and players who act at the same time all act.",
    "Remove the actions after the end, or add the missing ones.",
)
DOES_NOT_DIFFER = declare(
    "V003 variation-does-not-differ",
    "A variation begins with the same action as the line it leaves.",
    "A variation shows another action, or another deal.",
    "Let it start later, where it differs.",
    severity="warning",
)
NESTED_TOO_DEEP = declare(
    "V004 variations-nested-too-deep",
    "Variations are nested more than 28 deep; the variations of this round are not checked.",
    LIMITS,
    "Let a variation continue the one around it where that one ends.",
)
TOO_MANY_VARIATIONS = declare(
    "V005 too-many-variations",
    "A round has more than 10,000 variations; they are not checked.",
    LIMITS,
    "Divide them among several records of the same match.",
)
NOTHING_TO_ANNOTATE = declare(
    "V011 annotation-without-ply",
    "An annotation is about a ply that its line does not have.",
    "Annotations of a round or a variation are about its own plies; those of a match about none.",
    "Give a ply of that line, move the annotation, or leave the ply out.",
)
IMPOSSIBLE_ANNOTATION = declare(
    "V012 impossible-annotation",
    "A glyph, a time, a score or a depth of an annotation is impossible.",
    "Glyphs are numbers from 0 to 255 (PGN, section 10), and times are finite and not below 0.",
)
ENDS_BEFORE_START = declare(
    "R001 ends-before-start",
    "A match ends before it begins.",
    "One of the two times is wrong; without an offset, an end in autumn may be an hour early.",
    "Compare both times with the source.",
)
SAME_MATCH = declare(
    "R002 same-match-twice",
    "Another record has the same match: the same deals, and the same play.",
    "A match in two records counts twice. Only `kifu validate --duplicates` looks for them.",
    "Keep one of the two; `kifu diff` shows how they differ.",
    severity="warning",
)
PART_OF_MATCH = declare(
    "R003 part-of-another-match",
    "A record has only a part of the match of another record.",
    "Programs save unfinished matches. Only `kifu validate --duplicates` looks for them.",
    "Keep the longer one, or ignore this rule if you keep saves on purpose.",
    severity="warning",
)
ENDLESS_ROUND = declare(
    "R004 round-does-not-end",
    "A round has more plies than any round of its game may have.",
    f"{LIMITS} The limit is 30,000 plies, or the game's own (`most_plies` of its rules).",
    "Look for repeated plies; if the round is right, report it to the authors of the game.",
    Example(None, "kuhn JQ:pb\n"),
)
ENDED_BY_NOBODY = declare(
    "R011 ended-by-nobody",
    "The player who ended a round outside play is missing, or does not exist.",
    "A player resigns, runs out of time, claims something or breaks a rule; other ends need none.",
    "Say in `by` which player it was.",
)
ENDED_AFTER_END = declare(
    "R012 ended-after-end",
    "A round is said to have ended outside play, but its last action ended it by the rules.",
    "Nobody can resign, or run out of time, when the round is over.",
    "Leave `ended` out, or look for an extra action.",
)
ENDED_OTHERWISE = declare(
    "R013 ended-otherwise",
    "An end outside play contradicts the position, or the rest of the record.",
    "The page of each game says which ends are compared with the position.",
)
