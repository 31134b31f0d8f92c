"""Every way in which a Goita record can be wrong.

`G0` the deal and the table, `G1` the play, `G2` the outcome, `G3` fouls, `G4` five し, `G5` from
one round to the next. Where several rules are broken by one action, the order of `GoitaRules`
decides which is reported.
"""

from __future__ import annotations

import json
from typing import Any

from ...findings import Example, declare

PROPOSAL = "The 2015 proposal for Goita records"
PLAY = "Goita's rules of play"

Json = dict[str, Any]

# Deals of our own that the examples are bent from: a whole round, won with both kings; kings in
# two hands; five し in one hand; five し in both teams.
_WON: Json = {
    "hands": ["11244788", "23456788", "34567888", "55667888"],
    "record": "84000840007200011",
    "winner": 0,
    "goshi": [],
}
_KINGS: Json = {
    "hands": ["12345678", "12345678", "44568888", "56778888"],
    "record": "86",
    "winner": -1,
    "goshi": [],
}
_FIVE: Json = {
    "hands": ["12345678", "12345678", "44556888", "67788888"],
    "record": "",
    "winner": -1,
    "goshi": [3],
}
_CROSSED: Json = {
    "hands": ["12345677", "12345677", "45688888", "45688888"],
    "record": "76",
    "winner": -1,
    "goshi": [2, 3],
}


def _match(*rounds: Json, **header: Any) -> Example:
    defaults: Json = {"dealer": 0, "score": [0, 0]}
    record = {
        "format": "goita/json",
        "version": 1,
        **header,
        "rounds": [defaults | each for each in rounds],
    }
    return Example("goita/json", json.dumps(record, ensure_ascii=False, separators=(",", ":")))


NOT_FOUR_HANDS = declare(
    "G001",
    "goita-not-four-hands",
    "A round does not have four hands.",
    PROPOSAL + ", section 配駒.",
    "Write the hands of all four players, in seat order.",
    _match(_KINGS | {"hands": _KINGS["hands"][:3], "record": ""}),
)

WRONG_HAND_SIZE = declare(
    "G002",
    "goita-wrong-hand-size",
    "A hand does not have eight pieces.",
    PROPOSAL + ", section 配駒.",
    "Write eight digits for each hand; pieces already played belong to it.",
    _match(_KINGS | {"hands": ["1234567", *_KINGS["hands"][1:]], "record": ""}),
)

WRONG_DECK = declare(
    "G003",
    "goita-wrong-deck",
    "The four hands together are not the 32 pieces of the game.",
    PROPOSAL + ", section 駒: 王玉 2, 飛 2, 角 2, 金 4, 銀 4, 馬 4, 香 4, し 10.",
    "Compare the hands with the source; often a digit is mistyped.",
    _match(_KINGS | {"hands": ["22345678", *_KINGS["hands"][1:]], "record": ""}),
)

UNKNOWN_DIGIT = declare(
    "G004",
    "goita-unknown-digit",
    "A character stands for no piece in this place.",
    PROPOSAL
    + ", section 駒: pieces are 1 to 8. No hand has 0 (a pass), and 9 (hidden) is for views.",
    "Write the piece that was played or dealt.",
    _match(_KINGS | {"record": "8x"}),
)

FULL_WIDTH_DIGIT = declare(
    "G005",
    "goita-full-width-digit",
    "A digit is written in full width (１ for 1).",
    PROPOSAL + ", section 棋譜: digits are typed on a keypad.",
    "Write it as an ASCII digit; the meaning is plain.",
    _match(_KINGS | {"record": "8６"}),
)

PLAYER_OUT_OF_RANGE = declare(
    "G006",
    "goita-player-out-of-range",
    "A player number is not 0, 1, 2 or 3.",
    PROPOSAL + ", section プレイヤー番号.",
    "Number the players from 0, in turn order.",
    _match(_KINGS | {"dealer": 4}),
)

HANDS_IN_DEALER_ORDER = declare(
    "G007",
    "goita-hands-in-dealer-order",
    "The hands stand in the order from the dealer on; only so can the round be played.",
    'The proposal says "from the dealer on", and lets player 0 deal. Here seat order holds.',
    "Rotate the hands, so that the first is that of player 0.",
    _match(_WON | {"dealer": 1, "winner": 1}),
)

HANDS_ORDER_AMBIGUOUS = declare(
    "G008",
    "goita-hands-order-ambiguous",
    "The hands may stand in seat order or in dealer order; the round can be played either way.",
    PROPOSAL + ', section 配駒: the order is "from the dealer on", and the dealer is not player 0.',
    "Make sure that the first hand is that of player 0, or convert the record to goita/json.",
    Example(
        "goita/json-2015",
        '{"round":{"dealer":1,"score":[0,0],"hands":["12345678","12345678",'
        '"44568888","56778888"],"record":"","winner":-1}}',
    ),
    "note",
)

VIEW_KNOWS_TOO_MUCH = declare(
    "G009",
    "goita-view-knows-too-much",
    "A record that says it is one player's view holds what that player was not shown.",
    "A view is made only of what its player was shown.",
    "Make the view anew with `kifu view`, or drop `view` if the record is a whole one.",
    _match(_KINGS, view=0),
    "warning",
)

KINGS_MISCOUNTED = declare(
    "G010",
    "goita-kings-miscounted",
    "There are more or fewer marks of kings (王, 玉) than kings.",
    "A record that tells kings apart has a mark for each 1 in the hands and then in the record.",
    "Correct `kings`, or leave it out.",
    _match(_KINGS | {"kings": "王玉王"}),
)
WRONG_PLAYER = declare(
    "G101",
    "goita-wrong-player",
    "A player plays out of turn.",
    PLAY + ", section 2: the turn goes to the next player, whoever passes.",
    "Compare with the source: a move is missing, or names the wrong player.",
    Example("goita/history", "87654321,87654321,55431111,43221111,s1,213\n"),
)

ATTACKER_MAY_NOT_PASS = declare(
    "G102",
    "goita-attacker-may-not-pass",
    "A pass stands where a player must lay a piece face-down and attack.",
    PLAY + ", sections 1 and 4: the opening player, and an attacker to whom the turn returns.",
    "Write the two pieces that were laid.",
    _match(_KINGS | {"record": "860000"}),
)

NOT_IN_HAND = declare(
    "G103",
    "goita-piece-not-in-hand",
    "A player plays a piece that is not in the hand.",
    PLAY + ", section 2.",
    "Compare the hand and the earlier plays of this player with the source.",
    _match(_KINGS | {"record": "88"}),
)

KING_MAY_NOT_ATTACK = declare(
    "G104",
    "goita-king-may-not-attack",
    "A king attacks too early.",
    PLAY + ", section 5: once a king lies face-up, with both kings in hand, or as the last piece.",
    "Compare with the source; some groups play by other rules, which are options.",
    _match(_KINGS | {"record": "81"}),
)

RECEIVE_MUST_MATCH = declare(
    "G105",
    "goita-receive-must-match",
    "An attack is received with a piece of another kind.",
    PLAY + ", section 3: with the same kind, or with a king (not し and 香).",
    "Compare with the source; perhaps a pass before it is missing.",
    _match(_KINGS | {"record": "8657"}),
)

KING_MAY_NOT_RECEIVE = declare(
    "G106",
    "goita-king-may-not-receive",
    "A king receives し or 香.",
    PLAY + ", section 3: a king receives everything but し and 香.",
    "Compare with the source; perhaps a pass before it is missing.",
    _match(_KINGS | {"record": "8718"}),
)

LACKS_ATTACK = declare(
    "G107",
    "goita-play-lacks-attack",
    "A play has 0 where its attack should be.",
    PLAY + ", section 2: who receives must attack.",
    "Write the attack, or a pass (a single 0) if nothing was received.",
    _match(_KINGS | {"record": "80"}),
)

CUT_SHORT = declare(
    "G108",
    "goita-play-cut-short",
    "The record stops in the middle of a play.",
    PROPOSAL + ", section 棋譜: a play has two digits.",
    "Add the missing digit, or take the first one away.",
    _match(_KINGS | {"record": "8"}),
)

GOES_ON_AFTER_END = declare(
    "G109",
    "goita-goes-on-after-end",
    "The record goes on after the round is over.",
    PLAY
    + ", section 6: the eighth piece of a player ends it; six し or more end it before the play.",
    "Take away what follows the end.",
    _match(_WON | {"record": _WON["record"] + "0"}),
)

TOO_SHORT_FOR_WINNER = declare(
    "G110",
    "goita-too-short-for-winner",
    "A winner is named, but the record stops before anybody has won.",
    PROPOSAL + ", section 勝者: a round that is not decided has no winner.",
    "Add the missing actions, or write -1 as the winner.",
    _match(_KINGS | {"winner": 0}),
)

WRONG_WINNER = declare(
    "G201",
    "goita-wrong-winner",
    "The winner named is not the one that the play gives.",
    PLAY + ", section 6: who lays the eighth piece wins.",
    "Compare with the source: the winner or the record is mistyped.",
    _match(_WON | {"winner": 1}),
)

WINNER_MISSING = declare(
    "G202",
    "goita-winner-missing",
    "The round is played to its end, but no winner is named.",
    PROPOSAL + ", section 勝者 (SHOULD).",
    "Write the winner.",
    _match(_WON | {"winner": -1}),
    "warning",
)

WRONG_RESULT = declare(
    "G203",
    "goita-wrong-result",
    "The result says that the round ended in another way than it did.",
    PLAY + ", section 6, and the table of deals with many し.",
    "Correct `result`, or leave it out: it follows from the record.",
    _match(_WON | {"result": {"end": "unfinished"}}),
)

WRONG_POINTS = declare(
    "G204",
    "goita-wrong-points",
    "The result gives other points than the round scored.",
    PLAY + ", section 6.",
    "Correct `result`, or leave it out: it follows from the record.",
    _match(_WON | {"result": {"end": "out", "points": 50}}),
)

NOT_A_FOUL = declare(
    "G301",
    "goita-not-a-foul",
    "An action is recorded as a foul, but does not break the rule named.",
    "A foul is recorded as the ply and the rule that it broke, and both are checked.",
    "Correct the ply or the rule.",
    _match(_WON | {"fouls": [{"ply": 1, "rule": "G104"}]}),
)

FOUL_OUT_OF_PLACE = declare(
    "G302",
    "goita-foul-out-of-place",
    "A foul is recorded where none can be: there is no such ply, or it had to end the round.",
    "A foul that ends a round is its last ply; only G104 to G106 can be played on after.",
    "Correct the foul, or the result.",
    _match(_WON | {"fouls": [{"ply": 99, "rule": "G104"}]}),
)

GOSHI_WITHOUT_FIVE = declare(
    "G401",
    "goita-goshi-without-five",
    "A player declared five し without having exactly five.",
    PROPOSAL + ", section 5し: those with six to eight are not listed.",
    "Take the player out of `goshi`.",
    _match(_KINGS | {"goshi": [1]}),
)

GOSHI_NOT_DECLARED = declare(
    "G402",
    "goita-goshi-not-declared",
    "A player has five し and did not declare them.",
    "Five し must be declared; the partner alone decides whether there is a new deal.",
    "Add the player to `goshi`.",
    _match(_FIVE | {"goshi": []}),
)

GOSHI_TWICE = declare(
    "G403",
    "goita-goshi-twice",
    "A player stands in `goshi` twice.",
    PROPOSAL + ", section 5し: the players who declared.",
    "Name each player once.",
    _match(_FIVE | {"goshi": [3, 3]}),
)

REDEAL_WITHOUT_FIVE = declare(
    "G404",
    "goita-redeal-without-five",
    "The deal was thrown in, but nobody has five し.",
    "Only five し allow a new deal.",
    "Correct the hands, or the result.",
    _match(_KINGS | {"record": "", "result": {"end": "redeal"}}),
)

DEAL_UNSETTLED = declare(
    "G405",
    "goita-deal-unsettled",
    "The round is played although its deal has to be settled first, or thrown in.",
    "With five し the partner decides first; under `cross_goshi` = `redeal` a deal "
    "with five し in both teams is always thrown in.",
    "Record the redeal, or drop the option.",
    _match(_CROSSED, rules={"cross_goshi": "redeal"}),
)

SCORE_DOES_NOT_FOLLOW = declare(
    "G501",
    "goita-score-does-not-follow",
    "The score before a round is not the one after the round before it.",
    PROPOSAL + ", section スコア: the points before the round.",
    "Compare with the source: the score is mistyped, or a round is missing.",
    _match(_WON, _WON | {"score": [50, 0]}),
)

IMPOSSIBLE_SCORE = declare(
    "G502",
    "goita-impossible-score",
    "A score is negative, no multiple of ten, or not a pair.",
    "All rounds score multiples of ten.",
    "Correct the score.",
    _match(_KINGS | {"score": [5, 0]}),
)

DEALER_DOES_NOT_FOLLOW = declare(
    "G503",
    "goita-dealer-does-not-follow",
    "The dealer is not the player who won the round before.",
    PLAY + ", section 7: the winner deals next; after a redeal the same player.",
    "Correct the dealer, or add the round that is missing.",
    _match(_WON, _KINGS | {"dealer": 1, "score": [100, 0]}),
)

MATCH_WAS_OVER = declare(
    "G504",
    "goita-match-was-over",
    "A round follows although a team has already won the match.",
    PLAY + ", section 7: the first team to reach the target (150, option `target`) wins.",
    "Split the file into matches, or set the option `target`.",
    _match(_WON, _WON | {"score": [100, 0]}, _KINGS | {"score": [200, 0]}),
)

ROUNDS_MISSING = declare(
    "G505",
    "goita-rounds-missing",
    "Something happened between two rounds that is not written down.",
    "Some notations cannot hold a round won by six し: it shows as a jump in score or dealer.",
    "Nothing, if that is so; otherwise add the missing round.",
    Example(
        "goita/history",
        "88755211,76543211,65432111,44332111,s1,115,2p,3p,4p,115,2p,3p,4p,127,2p,3p,4p,188\n"
        "87654321,87654321,55431111,43221111,s2\n",
    ),
    "warning",
)
