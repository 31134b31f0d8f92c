"""All the ways a Leduc poker record can be wrong.

`L0` covers the deal, `L1` the play, `L2` how a hand ends, `L3` views, and `L5` what carries over
between hands. The engine reports broken rules by the numbers of these codes.
"""

from __future__ import annotations

import json
from typing import Any

from ...findings import Example, declare
from ..codes import VIEW

LETTER = "L"
RULES = "docs/leduc.md, section Rules"

_HAND = {
    "antes": [1, 1],
    "cards": ["Ks", "Jh"],
    "actions": ["raise", "call", "Qs", "raise", "fold"],
    "end": "fold",
    "returns": [3, -3],
    "totals": [3, -3],
}
"""The base of the examples: player 1 folds to a raise after the public card."""


def _match(*hands: dict[str, Any], **header: Any) -> Example:
    record = {"format": "leduc/json", "version": 1, **header, "hands": hands}
    return Example("leduc/json", json.dumps(record))


def _hand(**changes: Any) -> dict[str, Any]:
    """Return the base hand with some values changed, or removed if they are None."""
    return {key: value for key, value in (_HAND | changes).items() if value is not None}


def _playing(*actions: str) -> Example:
    """Return one hand with these actions, without saying how it ended."""
    return _match(_hand(actions=actions, end=None, returns=None, totals=None))


# The deal

WRONG_ANTES = declare(
    "L001 leduc-wrong-antes",
    "The antes are not one chip from each player.",
    f"{RULES}, 2.",
    "Write [1, 1], or leave them out.",
    _match(_hand(antes=[1, 2])),
)
NO_CARD = declare(
    "L002 leduc-no-card",
    "A card that was dealt is not in the deck.",
    f"{RULES}, 1.",
    "Write the rank (J, Q, K) and the suit (s, h), as in Ks.",
    _match(_hand(cards=["As", "Jh"])),
    reason="{word!r} is not a card: {expected}",
)
CARD_TWICE = declare(
    "L003 leduc-card-twice",
    "A card is dealt twice in one hand.",
    f"{RULES}, 1. The deck has each card once.",
    example=_match(_hand(cards=["Ks", "Ks"])),
    reason="{word} is dealt twice: player {owner} already has it",
)
CARD_HIDDEN = declare(
    "L004 leduc-card-hidden",
    "A card is hidden although the author of the record has seen it.",
    "docs/leduc.md, section Views. Only a view may hide cards.",
    "Write the card, or set `view` to the player whose view the record is.",
    _match(_hand(cards=["Ks", "??"])),
    reason="the public card is hidden, but everybody sees it",
)

# The play

NO_ACTION = declare(
    "L101 leduc-no-action",
    "A player does something that is not an action, or acts out of turn.",
    f"{RULES}, 3.",
    "Write fold, call or raise; a check is a call.",
    _playing("check"),
    reason=("{word!r} is not an action: {expected}", "it is not player {player}'s turn"),
)
NOTHING_TO_FOLD_TO = declare(
    "L102 leduc-nothing-to-fold-to",
    "A player folds, but there is no bet to meet.",
    f"{RULES}, 3.",
    example=_playing("fold"),
    reason="player {player} cannot fold: there is no bet to meet",
)
TOO_MANY_RAISES = declare(
    "L103 leduc-too-many-raises",
    "A betting round has a third raise.",
    f"{RULES}, 4. Both players together may raise twice.",
    example=_playing("raise", "raise", "raise"),
    reason="player {player} cannot raise: this betting round already has two raises",
)
PUBLIC_CARD_MISSING = declare(
    "L104 leduc-public-card-missing",
    "The second betting round begins without a public card.",
    f"{RULES}, 5.",
    "Write the card between the actions of the two betting rounds.",
    _playing("call", "call", "raise"),
    reason="the public card is missing: it is dealt before player 0 can {word}",
)
PUBLIC_CARD_UNEXPECTED = declare(
    "L105 leduc-public-card-unexpected",
    "A card is dealt although a player is to act.",
    f"{RULES}, 5. There is one public card, dealt after the first betting round.",
    "Look for a missing action, or remove the card.",
    _playing("call", "Qs"),
    reason=(
        "{word} is dealt, but it is not time to deal a card",
        "{word} is dealt as the public card, but player {player} is to act",
    ),
)

# How a hand ends

GOES_ON_AFTER_END = declare(
    "L201 leduc-goes-on-after-end",
    "A hand continues after a fold or the showdown.",
    f"{RULES}, 6.",
    example=_playing("raise", "fold", "Qs"),
)
WRONG_END = declare(
    "L202 leduc-wrong-end",
    "The recorded end is not how the hand ended.",
    f"{RULES}, 6.",
    "Compare the end with the source, or leave it out.",
    _match(_hand(end="showdown")),
)
WRONG_RETURNS = declare(
    "L203 leduc-wrong-returns",
    "The returns differ from what the players won and lost in the hand.",
    f"{RULES}, 7.",
    "Count again: the winner gains the chips that the other player put in.",
    _match(_hand(returns=[7, -7])),
)
ENDS_EARLY = declare(
    "L204 leduc-ends-early",
    "A hand stops before its end, but another hand follows.",
    f"{RULES}, 6.",
    "Look for the rest of the hand.",
    _match(_hand(actions=["raise"], end=None, returns=None, totals=None), _hand()),
)

# Views

VIEW_KNOWS_TOO_MUCH = declare("L301 leduc-view-knows-too-much", *VIEW, _match(_hand(), view=0))

# Between hands

WRONG_TOTALS = declare(
    "L501 leduc-wrong-totals",
    "The totals are not the previous totals plus the returns of this hand.",
    f"{RULES}, 8.",
    "Add them up again.",
    _match(_hand(totals=[4, -3])),
)
