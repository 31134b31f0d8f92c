"""The rules for records of Kuhn poker, each with an example."""

from __future__ import annotations

import json

from kifu.findings import Example, declare

KUHN = 'Kuhn, "A simplified two-person poker" (1950)'


def _example(*hands: tuple[str, str], **values: object) -> Example:
    """Return a match of hands with these cards and bets; other values go to the first hand."""
    record = [{"cards": cards, "bets": bets} for cards, bets in hands]
    match = {"format": "kuhn/json", "version": 1, "hands": [record[0] | values, *record[1:]]}
    return Example("kuhn/json", json.dumps(match))


WRONG_DEAL = declare(
    code="K001",
    name="kuhn-wrong-deal",
    means="The cards are not two different cards out of J, Q and K.",
    why=f"{KUHN}: each player is dealt one of three cards.",
    mend="Write player 0's card, then player 1's card: JQ.",
    example=_example(("JJ", "pp")),
)
NO_ACTION = declare(
    code="K002",
    name="kuhn-no-action",
    means="An action is neither a pass nor a bet, or is out of turn.",
    why=f"{KUHN}: the players pass or bet, in turn.",
    mend="Write p for a pass and b for a bet.",
    example=_example(("JQ", "px")),
)
GOES_ON = declare(
    code="K003",
    name="kuhn-goes-on",
    means="A hand continues after it has ended.",
    why=f"{KUHN}: a hand ends with two passes, or with the answer to a bet.",
    mend="Remove what follows, or write it as the next hand.",
    example=_example(("JQ", "ppb")),
)
STOPS = declare(
    code="K004",
    name="kuhn-stops",
    means="A hand is not played to its end, although another one follows.",
    why="The next hand is dealt only when the current one is over.",
    mend="Add what is missing: only the last hand can be unfinished.",
    example=_example(("JQ", "p"), ("QK", "pp")),
)
WRONG_POINTS = declare(
    code="K005",
    name="kuhn-wrong-points",
    means="The points do not match the hand.",
    why=f"{KUHN}: the ante is 1, and so is the bet.",
    mend="Correct them, or omit them.",
    example=_example(("JQ", "pp"), points=[1, -1]),
)
WRONG_VIEW = declare(
    code="K006",
    name="kuhn-wrong-view",
    means="A card that was seen is hidden, or a card that was not seen is given.",
    why="Players see their own cards, and both cards unless somebody passes after a bet.",
    mend="Write ? for the other player's card in a view, unless the cards were shown.",
    example=_example(("J?", "pp")),
)
