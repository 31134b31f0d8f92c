"""Every way in which a Planowanie record can be wrong.

`P0` the game and its deals, `P1` declarations and play, `P2` marks and outcome, `P3` views. Where
logs of the protocol are read, further rules are declared, about the logs themselves.
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
    code="P001",
    name="planowanie-bad-deck",
    means="The deck lacks ranks or suits, has one twice or a blank as one, or has too many cards; "
    "or `??` is a card of it, and not all hands are known.",
    why=f"{SETUP} Other decks are for tests, and have up to 1000 cards. Where `?` is both a rank "
    "and a suit, `??` cannot stand for a card that is not known.",
    mend="Write each rank and each suit once; with the card `??`, all hands, and no view.",
    example=game(deck={"ranks": "9TJQKK", "suits": "CD"}),
)
BAD_PLAYERS = declare(
    code="P002",
    name="planowanie-bad-players",
    means="There are not two to four players, or not as many as there are names.",
    why=SETUP,
    mend=COMPARE,
    example=game(seats=5),
)
BAD_PLAN = declare(
    code="P003",
    name="planowanie-bad-plan",
    means="A planned deal is impossible: it has no cards, too many cards, or no such leader.",
    why=SETUP,
    mend="Plan at least one deal, and only deals for which the deck has enough cards.",
    example=game(plan=[[1, 0], [5, 1]]),
)
WRONG_SIZE = declare(
    code="P004",
    name="planowanie-wrong-size",
    means="A list does not have one value for each player, or a hand is not of the planned size.",
    why=DEAL,
    mend="Look for a value that is missing or in the wrong place.",
    example=first(hands=[["9C"], ["AD"], ["KD", "QD"]]),
)
CARD_NOT_IN_DECK = declare(
    code="P005",
    name="planowanie-card-not-in-deck",
    means="A card is not in the deck.",
    why=f"{DEAL} A card is a rank and a suit; a ten is T.",
    mend="Write the card, or correct the deck.",
    example=first(hands=[["9C"], ["AD"], ["1D"]]),
)
CARD_TWICE = declare(
    code="P006",
    name="planowanie-card-twice",
    means="A card is dealt or played twice.",
    why=f"{DEAL} The deck has each card once.",
    mend=COMPARE,
    example=first(hands=[["9C"], ["AD"], ["AD"]]),
)
PLAYER_OUT_OF_RANGE = declare(
    code="P007",
    name="planowanie-player-out-of-range",
    means="A number names a player who does not exist.",
    why=f"{SETUP} Players are numbered from 0.",
    mend="Count the players from 0.",
    example=second(
        tricks=[{"lead": 3, "cards": ["9D", "TD", "QD"]}, {"cards": ["AC", "KC", "JD"]}]
    ),
)

# Declarations and play

DECLARATION_OUT_OF_RANGE = declare(
    code="P101",
    name="planowanie-declaration-out-of-range",
    means="A declaration is not a number from 0 to the number of cards in the deal.",
    why=f"{DECLARING} Any of these may be declared, whatever the sum.",
    mend=COMPARE,
    example=first(declarations=[1, 2, 0]),
)
DECLARATION_MISSING = declare(
    code="P102",
    name="planowanie-declaration-missing",
    means="Cards are played before all players have declared.",
    why=f"{DECLARING} All declare at once, before the first trick.",
    mend="Add the declarations.",
    example=first(declarations=[1, None, 0]),
)
OUT_OF_TURN = declare(
    code="P103",
    name="planowanie-out-of-turn",
    means="A player plays out of turn.",
    why=f"{PLAY} The planned player leads the first trick, its winner the next; play is clockwise.",
    mend="Look for a card that was not written down.",
    example=second(tricks=[{"lead": 1, "cards": ["9D", None, "QD"]}]),
)
CARD_NOT_HELD = declare(
    code="P104",
    name="planowanie-card-not-held",
    means="A player plays a card that the player does not hold.",
    why=PLAY,
    mend="Compare the hand and the card with the source.",
    example=second(tricks=[{"lead": 1, "cards": ["9D", "KD", "QD"]}]),
)
MUST_FOLLOW = declare(
    code="P105",
    name="planowanie-must-follow-suit",
    means="A player who could follow suit does not.",
    why=PLAY,
    mend=COMPARE,
    example=second(tricks=[{"lead": 1, "cards": ["AC", "TD", "QD"]}]),
)

# Marks and outcome

WRONG_LEAD = declare(
    code="P201",
    name="planowanie-wrong-lead",
    means="The player who is marked as leading a trick does not lead it.",
    why=PLAY,
    mend="Mark the winner of the trick before, or in the first trick the planned player.",
    example=first(tricks=[{"lead": 1, "cards": ["9C", "AD", "KD"]}]),
)
WRONG_WINNER = declare(
    code="P202",
    name="planowanie-wrong-winner",
    means="The player who is marked as winning a trick does not win it.",
    why=f"{PLAY} The highest trump wins, or else the highest card of the suit that was led.",
    mend=COMPARE,
    example=first(tricks=[{"cards": ["9C", "AD", "KD"], "winner": 1}]),
)
WRONG_POINTS = declare(
    code="P203",
    name="planowanie-wrong-points",
    means="The points of a deal do not follow from its tricks.",
    why=f"{SCORING} One for each trick, and for the exact declaration as many as there were cards.",
    mend="Count again.",
    example=first(points=[2, 1, 1]),
)
WRONG_TOTALS = declare(
    code="P204",
    name="planowanie-wrong-totals",
    means="The totals are not the sums of the points of the finished deals.",
    why=SCORING,
    mend="Add up again.",
    example=game(result={"end": "complete", "totals": [5, 2, 5]}),
)
ENDS_EARLY = declare(
    code="P205",
    name="planowanie-ends-early",
    means="The game stops before its last card, though nobody is at fault.",
    why=FAULT,
    mend="Look for the rest of the game, or record who ended it.",
    example=opened(deal(), totals=[2, 0, 1]),
)
WRONG_END = declare(
    code="P206",
    name="planowanie-wrong-end",
    means="The game does not end as its result says.",
    why=FAULT,
    mend=COMPARE,
    example=opened(deal(), end="complete"),
)
GOES_ON_AFTER_END = declare(
    code="P207",
    name="planowanie-goes-on-after-end",
    means="The game goes on after its last deal, or a deal after its last trick.",
    why=f"{SETUP} The deals are planned beforehand.",
    mend=COMPARE,
    example=game(deal(), deal(1), deal()),
)
PUNISHED_FOR_NOTHING = declare(
    code="P208",
    name="planowanie-punished-for-nothing",
    means="A player is recorded as being at fault for an answer that was legal.",
    why=FAULT,
    mend=COMPARE,
    example=opened(deal(), deal(1, tricks=None, points=None), end="fault", player=1, reply="TD"),
)

CLOCK_RISES = declare(
    code="P209",
    name="planowanie-clock-rises",
    means="A player has more time left than before.",
    why=f'{RULES}, "time_left": the time is that of the whole game.',
    mend=COMPARE,
    example=first(clocks=[[900, 950], [900, 800], [900, 800]]),
    severity="note",
)
CLOCK_BELOW_ZERO = declare(
    code="P210",
    name="planowanie-clock-below-zero",
    means="A player has less than no time left.",
    why=f'{RULES}, "time_left": who has used up the time has lost, and is asked no more.',
    mend=COMPARE,
    example=first(clocks=[[900, -50], [900, 800], [900, 800]]),
)

# Views

_HIDDEN = 3 * ["??"]

VIEW_KNOWS_TOO_MUCH = declare(
    code="P301",
    name="planowanie-view-knows-too-much",
    means="A view holds what its player was not shown, or hides what the player was shown.",
    why="docs/planowanie.md, section Views.",
    mend="Make the view again from the whole record (`kifu view`).",
    example=game(
        deal(),
        deal(1, declarations=None, tricks=None, points=None),
        result={"end": "stopped", "totals": [2, 0, 1]},
        view=0,
    ),
)
NO_DEAL_FITS = declare(
    code="P302",
    name="planowanie-no-deal-fits",
    means="No complete deal agrees with what a view shows: some cards have nowhere to be.",
    why=f"{PLAY} Who does not follow a suit has none of it, and every card lies somewhere.",
    mend=COMPARE,
    example=game(
        {
            "hands": [["9D", "TD", "JD", "QD"], ["9C", *_HIDDEN], ["TC", *_HIDDEN]],
            "declarations": [0, 0, 0],
            "tricks": [{"lead": 0, "cards": ["9D", "9C", "TC"]}],
        },
        plan=[[4, 0]],
        result={"end": "stopped"},
        view=0,
    ),
)
