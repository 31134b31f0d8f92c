"""The record of play: what people write about any game, beside its actions.

`annotation` has comments, glyphs, times and the like, `ended` how a round ended outside play, and
`start` a position that was set up. `check` finds what is wrong with them, for every game.
"""

from __future__ import annotations

KINDS = {
    "comments": "what people wrote about the play",
    "glyphs": "glyphs such as ! and ?",
    "times": "times used and left",
    "evaluations": "evaluations of positions",
    "marks": "what is drawn on the board",
    "properties": "properties of other notations",
    "endings": "how rounds ended outside play",
}
"""Each kind, and what it is; notations name the kinds that they hold."""
