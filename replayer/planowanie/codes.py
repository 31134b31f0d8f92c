"""Every way in which a Planowanie record can be wrong.

`P0` the game and its deals, `P1` declarations and play, `P2` marks and outcome, `P3` views. What
can be wrong with a protocol log besides is declared where the logs are read.
"""

from __future__ import annotations

from ...findings import declare
from .examples import deal, first, game, opened, second

RULES = "The rules of the tournament of 2009"
SETUP = f'{RULES}, "set_deck", "set_players" and "set_game".'
DEAL = f'{RULES}, "set_cards".'
DECLARING = f'{RULES}, "Deklaracje".'
PLAY = f'{RULES}, "Rozgrywka".'
SCORING = f'{RULES}, "Punktacja".'
FAULT = f"{RULES}: an invalid answer or an early end of a program ends the game."
COMPARE = "Compare with the source."

# The game and its deals

BAD_DECK = declare(
    "P001",
    "planowanie-bad-deck",
    "The deck has no ranks or no suits, one of them twice, a blank as one, or too many cards.",
    f"{SETUP} Decks of one's own are for tests, with up to 1000 cards; `?` may not be both a "
    "rank and a suit.",
    "Write each rank and each suit once.",
    game(deck={"ranks": "9TJQKK", "suits": "CD"}),
)
BAD_PLAYERS = declare(
    "P002",
    "planowanie-bad-players",
    "The number of players is not two to four, or not that of the names.",
    SETUP,
    COMPARE,
    game(seats=5),
)
BAD_PLAN = declare(
    "P003",
    "planowanie-bad-plan",
    "A deal is planned that cannot be: without cards, with more than there are, or led by nobody.",
    SETUP,
    "Plan at least one deal, each with a number of cards that the deck has for all players.",
    game(plan=[[1, 0], [5, 1]]),
)
WRONG_SIZE = declare(
    "P004",
    "planowanie-wrong-size",
    "Something does not stand there once for each player, or a hand has not the cards planned.",
    DEAL,
    "Look for one that is missing, or that stands in another place.",
    first(hands=[["9C"], ["AD"], ["KD", "QD"]]),
)
CARD_NOT_IN_DECK = declare(
    "P005",
    "planowanie-card-not-in-deck",
    "A card is none of the deck.",
    f"{DEAL} A rank and a suit; a ten is T.",
    "Write the card, or correct the deck.",
    first(hands=[["9C"], ["AD"], ["1D"]]),
)
CARD_TWICE = declare(
    "P006",
    "planowanie-card-twice",
    "A card is dealt or played twice.",
    f"{DEAL} There is one of each.",
    COMPARE,
    first(hands=[["9C"], ["AD"], ["AD"]]),
)
PLAYER_OUT_OF_RANGE = declare(
    "P007",
    "planowanie-player-out-of-range",
    "A number stands for a player that is none.",
    f"{SETUP} Players are numbered from 0.",
    "Count the players from 0.",
    second(tricks=[{"lead": 3, "cards": ["9D", "TD", "QD"]}]),
)

# Declarations and play

DECLARATION_OUT_OF_RANGE = declare(
    "P101",
    "planowanie-declaration-out-of-range",
    "A declaration is no number from 0 to the cards of the deal.",
    f"{DECLARING} Any of these may be declared, whatever the sum.",
    COMPARE,
    first(declarations=[1, 2, 0]),
)
DECLARATION_MISSING = declare(
    "P102",
    "planowanie-declaration-missing",
    "Cards are played, but not everybody has declared.",
    f"{DECLARING} All declare at once, before the first trick.",
    "Add the declarations.",
    first(declarations=[1, None, 0]),
)
OUT_OF_TURN = declare(
    "P103",
    "planowanie-out-of-turn",
    "A player plays who is not to play.",
    f"{PLAY} The planned player leads the first trick, its winner the next; then clockwise.",
    "Look for a card that was not written down.",
    second(tricks=[{"lead": 1, "cards": ["9D", None, "QD"]}]),
)
CARD_NOT_HELD = declare(
    "P104",
    "planowanie-card-not-held",
    "A player plays a card that is not in hand.",
    PLAY,
    "Compare hand and card with the source.",
    second(tricks=[{"lead": 1, "cards": ["9D", "KD", "QD"]}]),
)
MUST_FOLLOW = declare(
    "P105",
    "planowanie-must-follow-suit",
    "A player does not follow the suit that is led, and could.",
    PLAY,
    COMPARE,
    second(tricks=[{"lead": 1, "cards": ["AC", "TD", "QD"]}]),
)

# Marks and outcome

WRONG_LEAD = declare(
    "P201",
    "planowanie-wrong-lead",
    "A player is marked as leading a trick who does not.",
    PLAY,
    "Mark the winner of the trick before, in the first trick the player who was planned.",
    first(tricks=[{"lead": 1, "cards": ["9C", "AD", "KD"]}]),
)
WRONG_WINNER = declare(
    "P202",
    "planowanie-wrong-winner",
    "A player is marked as winning a trick who does not.",
    f"{PLAY} The highest trump wins, else the highest card of the suit that was led.",
    COMPARE,
    first(tricks=[{"cards": ["9C", "AD", "KD"], "winner": 1}]),
)
WRONG_POINTS = declare(
    "P203",
    "planowanie-wrong-points",
    "The points of a deal are not those that the players took.",
    f"{SCORING} Tricks, and as many more as there were cards for taking what was declared.",
    "Count again.",
    first(points=[2, 1, 1]),
)
WRONG_TOTALS = declare(
    "P204",
    "planowanie-wrong-totals",
    "The totals are not the points of the finished deals.",
    SCORING,
    "Add up again.",
    game(result={"end": "complete", "totals": [5, 2, 5]}),
)
ENDS_EARLY = declare(
    "P205",
    "planowanie-ends-early",
    "The game stops before its last card, and nobody is at fault.",
    FAULT,
    "Look for the rest of the game, or write down who ended it.",
    opened(deal(), end="stopped"),
)
WRONG_END = declare(
    "P206",
    "planowanie-wrong-end",
    "The game ends otherwise than its result says.",
    FAULT,
    COMPARE,
    opened(deal(), end="complete"),
)
GOES_ON_AFTER_END = declare(
    "P207",
    "planowanie-goes-on-after-end",
    "The game goes on after its last deal, or a deal after its last trick.",
    f"{SETUP} The deals are planned beforehand.",
    COMPARE,
    game(deal(), deal(1), deal()),
)
PUNISHED_FOR_NOTHING = declare(
    "P208",
    "planowanie-punished-for-nothing",
    "A player is said to be at fault for an answer that is right.",
    FAULT,
    COMPARE,
    opened(deal(), deal(1, tricks=None, points=None), end="fault", player=1, reply="TD"),
)

# Views

VIEW_KNOWS_TOO_MUCH = declare(
    "P301",
    "planowanie-view-knows-too-much",
    "A view holds something that its player was not shown, or hides what was.",
    "docs/planowanie.md, section Views.",
    "Make the view again from the whole record (`kifu view`).",
    game(
        deal(),
        deal(1, declarations=None, tricks=None, points=None),
        result={"end": "stopped", "totals": [2, 0, 1]},
        view=0,
    ),
)
