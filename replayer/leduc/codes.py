"""Every way in which a record of Leduc poker can be wrong.

`L0` the deal, `L1` the play, `L2` how a hand ends, `L3` views, `L5` what a hand takes over from the
one before it.
"""

from __future__ import annotations

import json
from typing import Any

from ...findings import Example, declare

RULES = "docs/leduc.md, section Rules"
COMPARE = "Compare with the source."

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
    """The base hand with some values changed; those changed to None are left out."""
    return {key: value for key, value in (_HAND | changes).items() if value is not None}


def _playing(*actions: str) -> Example:
    """One hand with these actions, and nothing said of its end."""
    return _match(_hand(actions=actions, end=None, returns=None, totals=None))


# The deal

WRONG_ANTES = declare(
    code="L001",
    name="leduc-wrong-antes",
    means="The antes are not one chip from each player.",
    why=f"{RULES}, 2.",
    mend="Write [1, 1], or leave them out.",
    example=_match(_hand(antes=[1, 2])),
)
NO_CARD = declare(
    code="L002",
    name="leduc-no-card",
    means="What is dealt is no card of the deck.",
    why=f"{RULES}, 1.",
    mend="Write the rank (J, Q, K) and the suit (s, h), as in Ks.",
    example=_match(_hand(cards=["As", "Jh"])),
)
CARD_TWICE = declare(
    code="L003",
    name="leduc-card-twice",
    means="A card is dealt twice in one hand.",
    why=f"{RULES}, 1. There is one of each.",
    mend=COMPARE,
    example=_match(_hand(cards=["Ks", "Ks"])),
)
CARD_HIDDEN = declare(
    code="L004",
    name="leduc-card-hidden",
    means="A card is hidden that whoever wrote the record was shown.",
    why="docs/leduc.md, section Views. A record that is nobody's view knows all cards.",
    mend="Write the card, or say in `view` whose knowledge the record is.",
    example=_match(_hand(cards=["Ks", "??"])),
)

# The play

NO_ACTION = declare(
    code="L101",
    name="leduc-no-action",
    means="What stands where a player acts is nothing that the player can do.",
    why=f"{RULES}, 3.",
    mend="Write fold, call or raise; a check is a call.",
    example=_playing("check"),
)
NOTHING_TO_FOLD_TO = declare(
    code="L102",
    name="leduc-nothing-to-fold-to",
    means="A player folds though there is no bet to meet.",
    why=f"{RULES}, 3.",
    mend=COMPARE,
    example=_playing("fold"),
)
TOO_MANY_RAISES = declare(
    code="L103",
    name="leduc-too-many-raises",
    means="A betting round is raised a third time.",
    why=f"{RULES}, 4. Two raises are the most, of both players together.",
    mend=COMPARE,
    example=_playing("raise", "raise", "raise"),
)
PUBLIC_CARD_MISSING = declare(
    code="L104",
    name="leduc-public-card-missing",
    means="The second betting round begins, but no public card was dealt.",
    why=f"{RULES}, 5.",
    mend="Write the card between the actions of the two betting rounds.",
    example=_playing("call", "call", "raise"),
)
PUBLIC_CARD_UNEXPECTED = declare(
    code="L105",
    name="leduc-public-card-unexpected",
    means="A card stands where a player is to act.",
    why=f"{RULES}, 5. There is one public card, dealt when the first betting round is over.",
    mend="Look for an action that was not written down, or take the card away.",
    example=_playing("call", "Qs"),
)

# How a hand ends

GOES_ON_AFTER_END = declare(
    code="L201",
    name="leduc-goes-on-after-end",
    means="A hand goes on after a fold or the showdown.",
    why=f"{RULES}, 6.",
    mend=COMPARE,
    example=_playing("raise", "fold", "Qs"),
)
WRONG_END = declare(
    code="L202",
    name="leduc-wrong-end",
    means="A hand does not end as the record says.",
    why=f"{RULES}, 6.",
    mend="Compare with the source, or leave the end out.",
    example=_match(_hand(end="showdown")),
)
WRONG_RETURNS = declare(
    code="L203",
    name="leduc-wrong-returns",
    means="The returns are not what the players win and lose in the hand.",
    why=f"{RULES}, 7.",
    mend="Count again: the winner gains what the other player put in.",
    example=_match(_hand(returns=[7, -7])),
)
ENDS_EARLY = declare(
    code="L204",
    name="leduc-ends-early",
    means="A hand stops before its end, but another one follows.",
    why=f"{RULES}, 6.",
    mend="Look for the rest of the hand.",
    example=_match(_hand(actions=["raise"], end=None, returns=None, totals=None), _hand()),
)

# Views

VIEW_KNOWS_TOO_MUCH = declare(
    code="L301",
    name="leduc-view-knows-too-much",
    means="A view holds a card that its player was not shown.",
    why="docs/leduc.md, section Views.",
    mend="Make the view again from the whole record (`kifu view`).",
    example=_match(_hand(), view=0),
)

# From hand to hand

WRONG_TOTALS = declare(
    code="L501",
    name="leduc-wrong-totals",
    means="The totals are not those of the hand before plus the returns of this one.",
    why=f"{RULES}, 8.",
    mend="Add up again.",
    example=_match(_hand(totals=[4, -3])),
)
