"""The rules for records of Go.

Codes from `O0` are about the board and agreements before the game, from `O1` about set-ups and
moves, from `O2` about the course of the game, and from `O3` about its result. The engine returns
the numbers of these codes.
"""

from __future__ import annotations

import json
from typing import Any

from ...findings import COMPARE, Example, declare

LETTER = "O"
RULES = "docs/go.md, section Rules"
SGF = "SGF FF[4], properties of Go"
DATES = "SGF FF[4], property DT"


def _game(
    *actions: str,
    setup: dict[str, Any] | None = None,
    result: dict[str, Any] | str | None = None,
    annotations: list[Any] | None = None,
    **header: Any,
) -> Example:
    """Return a game with these actions on a board of 9 by 9, unless the header says otherwise."""
    given = {"format": "go/json", "version": 1, "size": 9, **header}
    played = {"setup": setup, "actions": actions, "result": result, "annotations": annotations}
    said = {key: value for key, value in played.items() if value is not None}
    return Example("go/json", json.dumps(given | {"rounds": [said]}))


def _from(position: str, *actions: str, to_act: int | None = None, **header: Any) -> Example:
    """Return a game that begins from a position."""
    setup = {"position": position} | ({} if to_act is None else {"to_act": to_act})
    return _game(*actions, setup=setup, **header)


_KO = "B ba ab bc; W ca db cc bb"
"""A position in which Black can take a ko at `cb`."""

_ON_PURPOSE = {"ply": 2, "properties": [{"key": "KO", "values": [""]}]}

_SNAKE = "B ab bb ca"
"""A position in which White can put two stones, at `aa` and `ba`, where they have no liberty."""

_CYCLE = ("B aa", "W ba", "B pass", "W ca", "B aa")
"""Moves on a board of 3 by 1 that repeat a position."""

# The board, and agreements before the game

WRONG_SIZE = declare(
    "O001 go-wrong-size",
    "The board has less than 1 line or more than 52.",
    f"{SGF}, SZ: there are letters for 52 lines.",
    "Write the number of lines, or of columns and rows.",
    _game(size=53),
)
WRONG_KOMI = declare(
    "O002 go-wrong-komi",
    "The komi is not a whole number of quarter points.",
    f"{SGF}, KM.",
    "Write a number such as 6.5.",
    _game(komi=6.4),
)
WRONG_HANDICAP = declare(
    "O003 go-wrong-handicap",
    "The handicap is less than 2.",
    f"{SGF}, HA: the handicap is the number of stones that Black places at first, 2 or more.",
    "Leave it out if there are no handicap stones.",
    _game(handicap=1),
)
HANDICAP_DIFFERS = declare(
    "O004 go-handicap-differs",
    "The handicap is not the number of black stones that are set up.",
    f"{SGF}, HA.",
    "Compare the stones with the source.",
    _from("B cc gg", handicap=3),
)
HANDICAP_NOT_PLACED = declare(
    "O005 go-handicap-not-placed",
    "A game has a handicap, but it starts with an empty board.",
    f"{SGF}, HA: the stones are set up in the position that the game starts from. Some programs "
    "set them up later.",
    "Move the stones into the start of the game.",
    _game("setup B cc gg", "W ee", handicap=2),
    severity="warning",
)
IMPOSSIBLE_DATE = declare(
    "O006 go-impossible-date",
    "A date does not exist.",
    f"{DATES}.",
    example=_game(date="2017-13-01"),
)
WRONG_DATE_FORM = declare(
    "O007 go-wrong-date-form",
    "A date is not written as `2017-05-23`, or has other words beside it.",
    f"{DATES}: dates are separated by commas, and later ones may leave out what is the same "
    "(`1996-05-06,07`).",
    "Write only the dates, and other words in a comment.",
    _game(date="2017-05-23 14:30"),
    severity="warning",
)

# Set-ups and moves

NO_ACTION = declare(
    "O101 go-no-action",
    "A word is not a move, a pass or a change of the position.",
    "docs/go.md, section Notation.",
    "Write `B cc`, `W pass` or `setup B cc; W dd; empty ee; turn B`.",
    _game("B c3"),
    reason=(
        "{word!r} is not a move: expected a colour with a point or pass, such as {expected}",
        "{word!r} cannot be set up: expected {expected}",
        "{word!r} is a move by {other}, but {name} is to move",
    ),
)
OFF_BOARD = declare(
    "O102 go-point-off-board",
    "A point is not on the board.",
    f"{RULES}, 1.",
    example=_game("B jj"),
    reason="{word} is not on the board: it has {size}",
)
OCCUPIED = declare(
    "O103 go-point-occupied",
    "A stone is played on a point that has one.",
    f"{RULES}, 3.",
    example=_game("B cc", "W cc"),
    reason="there is already a {stone} stone on {word}",
)
KO = declare(
    "O104 go-ko",
    "A stone that has just taken a single stone is taken back at once.",
    f"{RULES}, 5.",
    "Look for a missing move: a player must play elsewhere first.",
    _from(_KO, "B cb", "W bb"),
    reason="{word} takes back the ko: the stone on {taker} has just taken the one on {word}",
)
SUICIDE = declare(
    "O105 go-suicide",
    "A move takes a player's own stones, which the rules forbid.",
    f"{RULES}, 4.",
    example=_from("B ab ba", "W aa", to_act=1),
    reason="the {stone} stones have no liberty after {word}, which takes nothing",
)
SUPERKO = declare(
    "O106 go-superko",
    "A move repeats a position of the whole board, which the rules forbid.",
    f"{RULES}, 6.",
    example=_game(*_CYCLE, size=[3, 1], rules={"preset": "tromp-taylor"}),
    reason=(
        "after {word}, the whole board is as it was before",
        "after {word}, the whole board is as it was before, with the same player to move",
    ),
)
SET_UP_TWICE = declare(
    "O107 go-point-set-up-twice",
    "A point is set up twice in one position.",
    "SGF FF[4], set-up properties: a point is set up once in a node.",
    example=_from("B cc; W cc"),
    reason="{word} is set up twice",
)

# The course of the game

WRONG_COLOUR_FIRST = declare(
    "O201 go-wrong-colour-first",
    "The game begins with a move by the wrong player.",
    f"{RULES}, 2. Black begins, White after handicap stones.",
    "If this is right, say who begins in the start of the game (`to_act`; PL in SGF).",
    _game("W ee"),
    severity="warning",
    reason="{name} moves first, but {other} is to play",
)
TWICE_RUNNING = declare(
    "O202 go-colour-twice",
    "A player moves twice in a row.",
    f"{RULES}, 3. The players move in turn.",
    "Look for a missing move or pass.",
    _game("B ee", "B cc"),
    severity="warning",
    reason="{name} moves twice in a row",
)
GOES_ON = declare(
    "O203 go-goes-on-after-end",
    "Play continues after two passes.",
    f"{RULES}, 7. Players may agree to resume the game.",
    "Remove the moves after the end if they only show how stones are dead.",
    _game("B ee", "W pass", "B pass", "W cc"),
    severity="warning",
    reason="two passes have ended play",
)
PERHAPS_SUICIDE = declare(
    "O204 go-suicide-perhaps-forbidden",
    "A move takes several stones of the player who makes it, and the rules are unknown.",
    f"{RULES}, 4. Most rules forbid this.",
    "Record the rules (RU in SGF).",
    _from(_SNAKE, "W aa", "B ic", "W ba", to_act=1),
    severity="warning",
    reason="{word} takes {name}'s own stones: some rules allow this, most forbid it",
)
PERHAPS_SUPERKO = declare(
    "O205 go-repetition-perhaps-forbidden",
    "A position of the whole board is repeated, and the rules are unknown.",
    f"{RULES}, 6.",
    "Record the rules (RU in SGF).",
    _game(*_CYCLE, size=[3, 1]),
    severity="warning",
    reason="after {word}, the whole board is as it was before: some rules forbid this",
)
REPETITION = declare(
    "O206 go-repetition",
    "A position of the whole board is repeated, which the rules allow.",
    f"{RULES}, 6. The game has no result if both players agree.",
    "Nothing needs to be done.",
    _game(*_CYCLE, size=[3, 1], rules={"superko": "none"}),
    severity="note",
    reason="after {word}, the whole board is as it was before",
)
SET_UP_LATER = declare(
    "O207 go-set-up-after-move",
    "The position is changed after a move.",
    "The position then no longer follows from the moves.",
    "Nothing needs to be done if the record is a lesson or a problem.",
    _game("B ee", "setup W ff"),
    severity="note",
    reason="the position is changed here, so it no longer follows from the moves",
)
PASS_AFTER_END = declare(
    "O209 go-pass-after-end",
    "A player passes although two passes have ended play.",
    f"{RULES}, 7. In some rules, White passes last.",
    "Nothing needs to be done.",
    _game("B ee", "W pass", "B pass", "W pass"),
    severity="note",
    reason="two passes have already ended play",
)
KO_ALLOWED = declare(
    "O208 go-ko-on-purpose",
    "A ko is taken back at once, and the record says that this is intended.",
    "SGF FF[4], KO: the move is made although it is illegal.",
    "Nothing needs to be done.",
    _from(_KO, "B cb", "W bb", annotations=[_ON_PURPOSE]),
    severity="note",
    reason="{word} takes back the ko, as the record says",
)

# The result

WRONG_MARGIN = declare(
    "O301 go-margin-against-komi",
    "A game cannot be won by this margin, or drawn, with this komi on this board.",
    f"{RULES}, 9. Points on the board are whole numbers, and their number is limited.",
    "Compare komi and result with the source.",
    _game(komi=6.5, result={"winner": "B", "by": 3}),
)
WRONG_SCORE = declare(
    "O302 go-wrong-score",
    "The result is not the score of the final position.",
    f"{RULES}, 9. Only positions in which every stone is certain to live, or whose territory is "
    "marked, are counted.",
    COMPARE,
    _from(
        "B ba ab bb cb bc",
        "W pass",
        "B pass",
        komi=0,
        rules={"preset": "chinese"},
        size=3,
        result={"winner": "B", "by": 8},
    ),
)
PERHAPS_DRAWN = declare(
    "O303 go-draw-against-komi",
    "A game is drawn although this komi makes equal scores impossible, and the play does not end "
    "with a pass.",
    f"{RULES}, 9. Players may agree on a draw, after a triple ko, say.",
    "Write `void` or `unknown` if the game ended without a result.",
    _game("B ee", komi=6.5, result="draw"),
    severity="warning",
)
