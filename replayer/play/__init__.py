"""Everything that people record about a game besides the actions.

`annotation` defines comments, glyphs, times and the like, `ended` how a round ended outside play,
and `start` a position that was set up.

`check` finds what is wrong with them in every game.
"""

from __future__ import annotations

KINDS = {
    "comments": "what people wrote about the play",
    "glyphs": "glyphs such as ! and ?",
    "times": "times used and left",
    "evaluations": "evaluations of positions",
    "losses": "losses and accuracies of actions",
    "marks": "marks drawn on the board",
    "properties": "properties of other notations",
    "endings": "how rounds ended outside play",
}
"""Each kind with its description; notations list the kinds they support."""
