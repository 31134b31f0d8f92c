"""All the ways a Planowanie record can be wrong.

`P0` covers the game and its deals, `P1` declarations and play, `P2` marks and outcome, and `P3`
views. The engine reports broken rules by the numbers of these codes. The notations declare further
rules about logs.
"""

from __future__ import annotations

from ...findings import declare
from ..codes import NO_DEAL, VIEW
from .examples import deal, first, game, opened, second

LETTER = "P"
RULES = "The rules of the tournament of 2009"
SETUP = f'{RULES}, "set_deck", "set_players" and "set_game".'
DEAL = f'{RULES}, "set_cards".'
DECLARING = f'{RULES}, "Deklaracje".'
PLAY = f'{RULES}, "Rozgrywka".'
SCORING = f'{RULES}, "Punktacja".'
FAULT = f"{RULES}: an invalid answer, or a program that exits early, ends the game."

# The game and its deals

BAD_DECK = declare(
    "P001 planowanie-bad-deck",
    "The deck has no ranks or suits, repeats one, has a space or too many cards, or has the card "
    "`??` in a record that hides cards.",
    f"{SETUP} Other decks are for testing, and have up to 1000 cards.",
    "Write each rank and each suit once; if `??` is a card, write all hands and no view.",
    game(deck={"ranks": "9TJQKK", "suits": "CD"}),
)
BAD_PLAYERS = declare(
    "P002 planowanie-bad-players",
    "The number of players is not two to four, or differs from the number of names.",
    SETUP,
    example=game(seats=5),
)
BAD_PLAN = declare(
    "P003 planowanie-bad-plan",
    "A planned deal is impossible: it has no cards, too many cards, or a leader who does not "
    "exist.",
    SETUP,
    "Plan at least one deal, and no deal that needs more cards than the deck has.",
    game(plan=[[1, 0], [5, 1]]),
)
WRONG_SIZE = declare(
    "P004 planowanie-wrong-size",
    "A list does not have one value for each player, or a hand does not have the planned size.",
    DEAL,
    "Look for a missing or misplaced value.",
    first(hands=[["9C"], ["AD"], ["KD", "QD"]]),
)
CARD_NOT_IN_DECK = declare(
    "P005 planowanie-card-not-in-deck",
    "A card is not in the deck.",
    f"{DEAL} A card is a rank and a suit; the rank of a ten is T.",
    "Correct the card or the deck.",
    first(hands=[["9C"], ["AD"], ["1D"]]),
    reason="{no_card}",
)
CARD_TWICE = declare(
    "P006 planowanie-card-twice",
    "A card is dealt or played twice.",
    f"{DEAL} The deck has each card once.",
    example=first(hands=[["9C"], ["AD"], ["AD"]]),
    reason="{word} is dealt twice: to player {first} and to player {second}",
)
PLAYER_OUT_OF_RANGE = declare(
    "P007 planowanie-player-out-of-range",
    "There is no player with this number.",
    f"{SETUP} Players are numbered from 0.",
    "Count the players from 0.",
    second(tricks=[{"lead": 3, "cards": ["9D", "TD", "QD"]}, {"cards": ["AC", "KC", "JD"]}]),
    reason="there is no player {player}: players are 0 to {last}",
)

# Declarations and play

DECLARATION_OUT_OF_RANGE = declare(
    "P101 planowanie-declaration-out-of-range",
    "A declaration is not a number from 0 to the number of cards in the deal.",
    f"{DECLARING} A player may declare any of these, whatever the sum of the declarations.",
    example=first(declarations=[1, 2, 0]),
    reason="player {player} declares {said}: expected 0 to {most}",
)
DECLARATION_MISSING = declare(
    "P102 planowanie-declaration-missing",
    "A card is played before all players have declared.",
    f"{DECLARING} All declare at once, before the first trick.",
    "Add the declarations.",
    first(declarations=[1, None, 0]),
)
OUT_OF_TURN = declare(
    "P103 planowanie-out-of-turn",
    "A player plays out of turn.",
    f"{PLAY} The planned player leads the first trick, and each winner leads the next; play is "
    "clockwise.",
    "Look for a missing card.",
    second(tricks=[{"lead": 1, "cards": ["9D", None, "QD"]}]),
    reason="player {player} plays, but it is player {turn}'s turn",
)
CARD_NOT_HELD = declare(
    "P104 planowanie-card-not-held",
    "A player plays a card that is not in their hand.",
    PLAY,
    "Compare the hand and the card with the source.",
    second(tricks=[{"lead": 1, "cards": ["9D", "KD", "QD"]}]),
    reason=(
        "player {player} does not hold {word}: the hand is {hand}",
        "no cards have been dealt yet",
        "player {player} does not hold {word}: it was played already",
    ),
)
MUST_FOLLOW = declare(
    "P105 planowanie-must-follow-suit",
    "A player could follow suit but does not.",
    PLAY,
    example=second(tricks=[{"lead": 1, "cards": ["AC", "TD", "QD"]}]),
    reason="player {player} must follow suit: {led} was led, and the hand has {held}, so {word} "
    "is illegal",
)

# Marks and outcome

WRONG_LEAD = declare(
    "P201 planowanie-wrong-lead",
    "The wrong player is marked as leading a trick.",
    PLAY,
    "Mark the winner of the previous trick, or in the first trick, the planned player.",
    first(tricks=[{"lead": 1, "cards": ["9C", "AD", "KD"]}]),
)
WRONG_WINNER = declare(
    "P202 planowanie-wrong-winner",
    "The wrong player is marked as winning a trick.",
    f"{PLAY} The highest trump wins, or else the highest card of the suit that was led.",
    example=first(tricks=[{"cards": ["9C", "AD", "KD"], "winner": 1}]),
)
WRONG_POINTS = declare(
    "P203 planowanie-wrong-points",
    "The points of a deal do not agree with its tricks.",
    f"{SCORING} Each trick scores one point; an exact declaration adds one point for each card "
    "dealt to the hand.",
    "Count the points again.",
    first(points=[2, 1, 1]),
)
WRONG_TOTALS = declare(
    "P204 planowanie-wrong-totals",
    "The totals are not the sums of the points in the finished deals.",
    SCORING,
    "Add up the points again.",
    game(result={"end": "complete", "totals": [5, 2, 5]}),
)
ENDS_EARLY = declare(
    "P205 planowanie-ends-early",
    "The game stops before its last card, but the record does not say why.",
    FAULT,
    "Look for the rest of the game, or record who ended it.",
    opened(deal(), totals=[2, 0, 1]),
)
WRONG_END = declare(
    "P206 planowanie-wrong-end",
    "The recorded result is not how the game ended.",
    FAULT,
    example=opened(deal(), end="complete"),
)
GOES_ON_AFTER_END = declare(
    "P207 planowanie-goes-on-after-end",
    "The game continues after its last deal, or a deal after its last trick.",
    f"{SETUP} The deals are planned beforehand.",
    example=game(deal(), deal(1), deal()),
)
PUNISHED_FOR_NOTHING = declare(
    "P208 planowanie-punished-for-nothing",
    "A player is blamed for a legal answer.",
    FAULT,
    example=opened(deal(), deal(1, tricks=None, points=None), end="fault", player=1, reply="TD"),
)
CLOCK_RISES = declare(
    "P209 planowanie-clock-rises",
    "A player's remaining time increases.",
    f'{RULES}, "time_left": the time is for the whole game.',
    example=first(clocks=[[900, 950], [900, 800], [900, 800]]),
    severity="note",
)
CLOCK_BELOW_ZERO = declare(
    "P210 planowanie-clock-below-zero",
    "A player's remaining time is negative.",
    f'{RULES}, "time_left": a player who runs out of time loses.',
    example=first(clocks=[[900, -50], [900, 800], [900, 800]]),
)

# Views

_HIDDEN = 3 * ["??"]

VIEW_KNOWS_TOO_MUCH = declare(
    "P301 planowanie-view-knows-too-much",
    *VIEW,
    game(
        deal(),
        deal(1, declarations=None, tricks=None, points=None),
        result={"end": "stopped", "totals": [2, 0, 1]},
        view=0,
    ),
)
NO_DEAL_FITS = declare(
    "P302 planowanie-no-deal-fits",
    *NO_DEAL,
    game(
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
