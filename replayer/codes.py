"""All the ways a record of any game can be wrong, apart from the rules of play.

`V` is for variations and annotations, `R` for the record as a whole. The examples are taken from
one of the games (`findings.illustrate`).
"""

from __future__ import annotations

from ..findings import COMPARE, Example, declare

VARIATIONS = (
    "A variation branches off the main line or another variation at a ply, as in PGN (section "
    "8.2.5)."
)
LIMITS = "Limits keep time and memory bounded, whatever a record contains."

VIEW = (
    "A view shows something that its player did not see, or hides something that its player saw.",
    "A view contains exactly what its player saw.",
    "Make the view again from the complete record (`kifu view`).",
)
"""The meaning, reason and remedy of a rule that each game has under its own code."""

NO_DEAL = (
    "No complete deal agrees with what a view shows.",
    "Every card or piece must be somewhere, and a player's actions show what the player holds.",
    COMPARE,
)

LEAVES_NOWHERE = declare(
    "V001 variation-leaves-nowhere",
    "A variation starts at a ply where nobody acts.",
    VARIATIONS,
    "Give a ply of the line it branches off, counted from 1 (0 is a decision before the first "
    "ply); a variation of a variation cannot start before that variation.",
)
GOES_ON = declare(
    "V002 variation-goes-on",
    "A variation has actions that are never reached, or some of its actions are missing.",
    "Nobody acts after the end of a round, and players who act at the same time must all act.",
    "Remove the actions after the end, or add the missing ones.",
)
DOES_NOT_DIFFER = declare(
    "V003 variation-does-not-differ",
    "A variation begins with the same action as the line it branches off.",
    "A variation shows a different action or a different deal.",
    "Start it later, at the ply where it differs.",
    severity="warning",
)
NESTED_TOO_DEEP = declare(
    "V004 variations-nested-too-deep",
    "Variations are nested more than 120 deep; not all variations of this round are checked.",
    LIMITS,
    "Continue a variation at its end instead of starting another one in it.",
)
TOO_MANY_VARIATIONS = declare(
    "V005 too-many-variations",
    "A round has more than 10,000 variations; not all of them are checked.",
    LIMITS,
    "Split them up among several records of the same match.",
)
NOTHING_TO_ANNOTATE = declare(
    "V011 annotation-without-ply",
    "An annotation is about a ply that its line does not have.",
    "Annotations of a round or a variation are about its own plies; annotations of a match have "
    "no ply.",
    "Give a ply of that line, move the annotation, or leave the ply out.",
)
IMPOSSIBLE_ANNOTATION = declare(
    "V012 impossible-annotation",
    "A glyph, time, score, depth or mark in an annotation is impossible.",
    "Glyphs are numbers from 0 to 255 (PGN, section 10); times are finite and not negative; lines "
    "and arrows have two different ends.",
)
ENDS_BEFORE_START = declare(
    "R001 ends-before-start",
    "A match ends before it begins.",
    "One of the two times is wrong; without a UTC offset, the end may be an hour early when "
    "clocks go back.",
    "Compare both times with the source.",
)
SAME_MATCH = declare(
    "R002 same-match-twice",
    "Another record is of the same match, with the same deals and the same play.",
    "A match with two records counts twice. Only `kifu validate --duplicates` looks for "
    "duplicates.",
    "Keep one of the two; `kifu diff` shows how they differ.",
    severity="warning",
)
PART_OF_MATCH = declare(
    "R003 part-of-another-match",
    "A record contains only part of a match that another record has.",
    "Programs save unfinished matches. Only `kifu validate --duplicates` looks for duplicates.",
    "Keep the longer record, or ignore this rule if you keep unfinished records on purpose.",
    severity="warning",
)
ENDLESS_ROUND = declare(
    "R004 round-does-not-end",
    "A round has more plies than its game allows.",
    f"{LIMITS} The limit is 30,000 plies, or the game's own (`most_plies` of its rules).",
    "Look for repeated plies; if the round is right, report it to the game's authors.",
    Example(None, "kuhn JQ:pb\n"),
)
ENDED_BY_NOBODY = declare(
    "R011 ended-by-nobody",
    "The record does not name the player who ended a round outside play, or names one who does "
    "not exist.",
    "Resignations, timeouts, claims and fouls need a player; other ends do not.",
    "Give the number of the player in `by`.",
)
ENDED_AFTER_END = declare(
    "R012 ended-after-end",
    "The record says that a round ended outside play, but its last action ended it according to "
    "the rules.",
    "Nobody can resign or run out of time once the round is over.",
    "Remove `ended`, or look for an extra action.",
)
ENDED_OTHERWISE = declare(
    "R013 ended-otherwise",
    "An end outside play contradicts the position, or the rest of the record.",
    "The page of each game lists the ends that are compared with the position.",
)
UNUSED_IGNORE = declare(
    "R021 unused-ignore-comment",
    "A comment `kifu: ignore` names a rule that has no finding there.",
    "Such a comment would hide a later mistake. An error elsewhere in the record may hide further "
    "findings, so no comment then counts as unused.",
    "Remove the name of the rule, or the comment.",
    severity="warning",
)
INVALID_IGNORE = declare(
    "R022 invalid-ignore-comment",
    "A comment `kifu: ignore` names no rules, or something that is not a rule.",
    "A comment ignores only the rules that it names, so that it hides nothing else.",
    "Write `kifu: ignore G505` with the codes or names of the rules; `kifu rule` lists them.",
    severity="warning",
)
