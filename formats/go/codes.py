"""The rules for Go's notations, with codes from `O7`."""

from __future__ import annotations

from ...findings import Example, Rule, Severity, declare

SGF = "SGF FF[4]"


def _sgf(
    title: str, means: str, why: str, mend: str, text: str, severity: Severity = "error"
) -> Rule:
    return declare(title, means, f"{SGF}, {why}", mend, Example("go/sgf", text), severity)


_HEAD = "(;FF[4]GM[1]SZ[9]RE[?]"

# The form of a text

NO_GAME = _sgf(
    "O701 sgf-no-node",
    "A game or variation has no node.",
    "section Game tree: a tree begins with a node.",
    "Write the node, or remove the brackets.",
    "()",
)
NOT_CLOSED = _sgf(
    "O702 sgf-bracket-open",
    "A game or variation is never closed.",
    "section Game tree.",
    "Write `)` after the last node. Look for a part that is missing.",
    f"{_HEAD}\n;B[ee];W[cc]",
)
CLOSED_TWICE = _sgf(
    "O703 sgf-bracket-too-many",
    "A closing bracket has no opening one.",
    "section Game tree.",
    "Remove it, or look for a missing `(`.",
    f"{_HEAD};B[ee]))",
)
VALUE_OPEN = _sgf(
    "O704 sgf-value-open",
    "A value is never closed.",
    "section Property values: a value ends with `]`.",
    "Write `]` at the end of the value.",
    f"{_HEAD};B[ee]C[good;W[cc);B[dd)",
)
STRAY = _sgf(
    "O705 sgf-unexpected-text",
    "A text is neither a property nor a node.",
    "section Property values: `]` ends a value unless a `\\` precedes it.",
    "Write `\\]` for a `]` inside a value, or remove the text.",
    f"{_HEAD}US[Matsu[3d]];B[ee])",
)
REPEATED = _sgf(
    "O706 sgf-property-repeated",
    "A property is written twice in a node.",
    "section Properties.",
    "Remove one, or put the values together.",
    f"{_HEAD};B[ee]C[a]C[b])",
)
TWO_MOVES = _sgf(
    "O707 sgf-two-moves-in-node",
    "A node has two moves.",
    "property B.",
    "Write `;` between the moves.",
    f"{_HEAD};B[ee]W[cc])",
)
MOVE_AND_SETUP = _sgf(
    "O708 sgf-move-and-set-up",
    "A node has a move, and also sets up stones or the player to move.",
    "section Set-up properties: they are not mixed with moves.",
    "Write `;` between them.",
    f"{_HEAD};B[ee]AW[cc])",
)
ROOT_LATER = _sgf(
    "O709 sgf-root-property-later",
    "A property of the root is in a later node.",
    "section Root properties.",
    "Move it to the first node.",
    f"{_HEAD};B[ee]SZ[9])",
)
SPOILED_POINT = _sgf(
    "O710 sgf-no-point",
    "A value is not a point.",
    "section Go: a point has two letters, column and row.",
    "Write a point such as `cc`.",
    f"{_HEAD};B[c3])",
)
WRONG_VALUE = _sgf(
    "O711 sgf-wrong-value",
    "A value does not have the form of its property.",
    "section Properties.",
    "Write a value of the form that the message names.",
    f"{_HEAD};B[ee]BL[ten])",
)
WRONG_SIZE_FORM = _sgf(
    "O712 sgf-wrong-size",
    "The size of the board is neither a number nor two numbers with a colon.",
    "property SZ.",
    "Write `SZ[19]` or `SZ[7:5]`.",
    "(;FF[4]GM[1]SZ[9x9];B[ee])",
)
WRONG_KOMI_FORM = _sgf(
    "O713 sgf-wrong-komi",
    "The komi is not a number.",
    "property KM.",
    "Write a number such as 7.5.",
    "(;FF[4]GM[1]SZ[9]KM[7,5];B[ee])",
)
WRONG_HANDICAP_FORM = _sgf(
    "O714 sgf-wrong-handicap",
    "The handicap is not a whole number, or is 0.",
    "property HA.",
    "Write the number of stones, or leave the property out.",
    "(;FF[4]GM[1]SZ[9]HA[two]AB[cc][gg];W[ee])",
)
WRONG_RESULT_FORM = _sgf(
    "O715 sgf-wrong-result",
    "The result is not written as SGF writes results.",
    "property RE.",
    "Write B+R, W+T, B+3.5, 0, Void or ?.",
    "(;FF[4]GM[1]SZ[9]RE[Black resigns];B[ee])",
)
EXCLUDED = _sgf(
    "O716 sgf-annotations-differ",
    "A node has two annotations that exclude each other.",
    "sections Move annotation and Node annotation: of BM, DO, IT and TE, a node has at most one, "
    "and of DM, GB, GW and UC.",
    "Keep one. In FF[1] to FF[3], this is a warning, since programs combined BM and TE.",
    f"{_HEAD};B[ee]BM[1]TE[1])",
)
MARKED_TWICE = _sgf(
    "O717 sgf-point-marked-twice",
    "A point has two marks, two labels or the same line twice.",
    "section Markup: of CR, MA, SL, SQ and TR, a point has at most one in a node; labels, lines "
    "and arrows are not repeated.",
    "Keep one.",
    f"{_HEAD};B[ee]CR[ee]SQ[ee])",
)

# Bad style, and old spellings

TEXT_OUTSIDE = _sgf(
    "O721 sgf-text-outside",
    "There is text before or after a game.",
    "section Basics: text before the first `(;` is skipped.",
    "Remove it.",
    f"Our game:\n{_HEAD};B[ee])",
    "warning",
)
LOWER_CASE = _sgf(
    "O722 sgf-lower-case-property",
    "The name of a property has lower-case letters.",
    "section Properties: only FF[1] to FF[3] allow them, and ignore them.",
    "Write only the capitals.",
    f"{_HEAD};Black[ee])",
    "warning",
)
MOVE_IN_ROOT = _sgf(
    "O723 sgf-move-in-root",
    "The first node has a move.",
    "section Root properties: moves in the root are bad style.",
    "Write `;` before the move.",
    f"{_HEAD}B[ee])",
    "warning",
)
SQUARE_TWICE = _sgf(
    "O724 sgf-square-size",
    "The size of a square board is written with two numbers.",
    "property SZ.",
    "Write one number.",
    "(;FF[4]GM[1]SZ[9:9];B[ee])",
    "warning",
)
HOLDS_NODES = _sgf(
    "O725 sgf-value-holds-nodes",
    "A text seems to hold the next move or property.",
    "section Property values: a text ends at the first `]`.",
    "Write the `]` that is missing before it.",
    f"{_HEAD};B[ee]C[good;W[cc];B[dd];W[gg])",
    "warning",
)
OTHER_GAME = _sgf(
    "O731 sgf-other-game",
    "The file is a record of another game.",
    "property GM: 1 is Go.",
    "Nothing needs to be done; kifu reads only games of Go in SGF.",
    "(;FF[4]GM[2]SZ[8];B[d3])",
    "note",
)
