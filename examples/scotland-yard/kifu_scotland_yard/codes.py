"""The rules for records of Scotland Yard, each with an example."""

from __future__ import annotations

import json

from kifu.findings import Example, declare

BOX = '"Scotland Yard" (Ravensburger, 1983)'


def _example(*games: list[str], view: int | None = None, **first: object) -> Example:
    """Return a match, or a view, of games with these moves; other values go to the first game."""
    head = {"format": "scotlandyard/json", "version": 1}
    head |= {} if view is None else {"view": view}
    played: list[dict[str, object]] = [{"start": "e1", "moves": moves} for moves in games]
    return Example(
        "scotlandyard/json", json.dumps({**head, "games": [played[0] | first, *played[1:]]})
    )


WRONG_START = declare(
    code="Y001",
    name="scotlandyard-wrong-start",
    means="Mr. X starts at a station that is not one of his starts.",
    why=f"{BOX}: Mr. X draws his first station from a few.",
    mend="Write one of the starts.",
    example=_example([], start="a1"),
)
NO_MOVE = declare(
    code="Y002",
    name="scotlandyard-no-move",
    means="A move is not a ticket and a station, or is out of turn.",
    why=f"{BOX}: each moves to another station with a ticket, in turn.",
    mend="Write T (taxi), B (bus) or U (underground) and a station: Td2.",
    example=_example(["Xd2"]),
)
NO_LINE = declare(
    code="Y003",
    name="scotlandyard-no-line",
    means="No line leads from the station of Mr. X or the detective to the other station.",
    why=f"{BOX}: each move is along one line, to the next station on it.",
    mend="Write a station that a line leads to; `kifu legal` lists them.",
    example=_example(["Ta1"]),
)
WRONG_TICKET = declare(
    code="Y004",
    name="scotlandyard-wrong-ticket",
    means="The ticket is for another kind of line.",
    why=f"{BOX}: a taxi, a bus and the underground each need their own ticket.",
    mend="Write the ticket of the line.",
    example=_example(["Bd2"]),
)
TAKEN = declare(
    code="Y005",
    name="scotlandyard-taken",
    means="A detective is already at the station.",
    why=f"{BOX}: nobody moves to a station where there is a detective.",
    mend="Write a move to another station.",
    example=_example(["Tf2"]),
)
GOES_ON = declare(
    code="Y006",
    name="scotlandyard-goes-on",
    means="A game continues after it has ended.",
    why=f"{BOX}: a game ends when Mr. X is caught, or after the last round.",
    mend="Remove what follows, or write it as the next game.",
    example=_example(["Td2", "Bf4", "Bc1", "Te4", "Te4", "Tb2"]),
)
STOPS = declare(
    code="Y007",
    name="scotlandyard-stops",
    means="A game is not played to its end, although another one follows.",
    why="The next game begins only when the current one is over.",
    mend="Add what is missing: only the last game can be unfinished.",
    example=_example(["Td2"], []),
)
WRONG_RESULT = declare(
    code="Y008",
    name="scotlandyard-wrong-result",
    means="The record contradicts the moves about whether Mr. X was caught.",
    why=f"{BOX}: Mr. X is caught if a detective comes to his station, or if he cannot move.",
    mend="Correct it, or omit it.",
    example=_example(["Td2"], caught=True),
)
WRONG_VIEW = declare(
    code="Y009",
    name="scotlandyard-wrong-view",
    means="A station that was seen is hidden, or a station that was not seen is given.",
    why=f"{BOX}: the detectives see Mr. X only in some rounds, and his path after the game.",
    mend="Write ? for Mr. X's stations in the detectives' view until he shows himself.",
    example=_example([], view=1),
)
IMPOSSIBLE = declare(
    code="Y010",
    name="scotlandyard-impossible",
    means="Mr. X cannot have taken any path that fits what the detectives saw.",
    why=f"{BOX}: Mr. X moves along lines too, and is caught where a detective meets him.",
    mend="Correct the ticket, or the station.",
    example=_example(["B?"], view=1, start="?"),
)
