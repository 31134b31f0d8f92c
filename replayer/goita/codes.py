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

# Base deals for the rule examples: a whole round, won with both kings; kings in two hands; five し
# in one hand; five し in both teams.
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
    code="G001",
    name="goita-not-four-hands",
    means="A round does not have four hands.",
    why=PROPOSAL + ", section 配駒.",
    mend="Write the hands of all four players, in seat order.",
    example=_match(_KINGS | {"hands": _KINGS["hands"][:3], "record": ""}),
)

WRONG_HAND_SIZE = declare(
    code="G002",
    name="goita-wrong-hand-size",
    means="A hand does not have eight pieces.",
    why=PROPOSAL + ", section 配駒.",
    mend="Write eight digits for each hand; pieces already played belong to it.",
    example=_match(_KINGS | {"hands": ["1234567", *_KINGS["hands"][1:]], "record": ""}),
)

WRONG_DECK = declare(
    code="G003",
    name="goita-wrong-deck",
    means="The four hands together are not the 32 pieces of the game.",
    why=PROPOSAL + ", section 駒: 王玉 2, 飛 2, 角 2, 金 4, 銀 4, 馬 4, 香 4, し 10.",
    mend="Compare the hands with the source; often a digit is mistyped.",
    example=_match(_KINGS | {"hands": ["22345678", *_KINGS["hands"][1:]], "record": ""}),
)

UNKNOWN_DIGIT = declare(
    code="G004",
    name="goita-unknown-digit",
    means="A character stands for no piece in this place.",
    why=PROPOSAL
    + ", section 駒: pieces are 1 to 8. No hand has 0 (a pass), and 9 (hidden) is for views.",
    mend="Write the piece that was played or dealt.",
    example=_match(_KINGS | {"record": "8x"}),
)

FULL_WIDTH_DIGIT = declare(
    code="G005",
    name="goita-full-width-digit",
    means="A digit is written in full width (１ for 1).",
    why=PROPOSAL + ", section 棋譜: digits are typed on a keypad.",
    mend="Write it as an ASCII digit; the meaning is plain.",
    example=_match(_KINGS | {"record": "8６"}),
)

PLAYER_OUT_OF_RANGE = declare(
    code="G006",
    name="goita-player-out-of-range",
    means="A player number is not 0, 1, 2 or 3.",
    why=PROPOSAL + ", section プレイヤー番号.",
    mend="Number the players from 0, in turn order.",
    example=_match(_KINGS | {"dealer": 4}),
)

HANDS_IN_DEALER_ORDER = declare(
    code="G007",
    name="goita-hands-in-dealer-order",
    means="The hands stand in the order from the dealer on; only so can the round be played.",
    why='The proposal says "from the dealer on", and lets player 0 deal. Here seat order holds.',
    mend="Rotate the hands, so that the first is that of player 0.",
    example=_match(_WON | {"dealer": 1, "winner": 1}),
)

HANDS_ORDER_AMBIGUOUS = declare(
    code="G008",
    name="goita-hands-order-ambiguous",
    means="The hands may stand in seat order or in dealer order; "
    "the round can be played either way.",
    why=PROPOSAL
    + ', section 配駒: the order is "from the dealer on", and the dealer is not player 0.',
    mend="Make sure that the first hand is that of player 0, or convert the record to goita/json.",
    example=Example(
        "goita/json-2015",
        '{"round":{"dealer":1,"score":[0,0],"hands":["12345678","12345678",'
        '"44568888","56778888"],"record":"","winner":-1}}',
    ),
    severity="note",
)

VIEW_KNOWS_TOO_MUCH = declare(
    code="G009",
    name="goita-view-knows-too-much",
    means="A view holds what its player was not shown, or hides what the player was shown.",
    why="A view is made only of what its player was shown.",
    mend="Make the view anew with `kifu view`, or drop `view` if the record is a whole one.",
    example=_match(_KINGS, view=0),
)

NO_DEAL_FITS = declare(
    code="G011",
    name="goita-no-deal-fits",
    means="No complete deal agrees with what a view shows.",
    why="A king that attacks early takes both kings; six し in a hand end the round, five are "
    "declared; every piece lies somewhere.",
    mend="Compare with the source.",
    example=_match({"hands": [*3 * ["99999999"], "23456788"], "record": "9112"}, view=3),
)

KINGS_MISCOUNTED = declare(
    code="G010",
    name="goita-kings-miscounted",
    means="There are more or fewer marks of kings (王, 玉) than kings.",
    why="A record that distinguishes the kings has a mark for each 1 in the hands and then in the "
    "record.",
    mend="Correct `kings`, or leave it out.",
    example=_match(_KINGS | {"kings": "王玉王"}),
)

OTHER_KING = declare(
    code="G012",
    name="goita-other-king",
    means="A player plays 玉, but was dealt 王.",
    why="A set has one 王 and one 玉. They are one piece by the rules, but a record that "
    "distinguishes them says which of them is in a hand.",
    mend="Correct the hand or the play, or write 王 for both.",
    example=_match(_KINGS | {"record": "8600015", "kings": "王玉玉"}),
)

WRONG_PLAYER = declare(
    code="G101",
    name="goita-wrong-player",
    means="A player plays out of turn.",
    why=PLAY + ", section 2: the turn goes to the next player, whoever passes.",
    mend="Compare with the source: a move is missing, or names the wrong player.",
    example=Example("goita/history", "87654321,87654321,55431111,43221111,s1,213\n"),
)

ATTACKER_MAY_NOT_PASS = declare(
    code="G102",
    name="goita-attacker-may-not-pass",
    means="A pass stands where a player must lay a piece face-down and attack.",
    why=PLAY + ", sections 1 and 4: the opening player, and an attacker to whom the turn returns.",
    mend="Write the two pieces that were laid.",
    example=_match(_KINGS | {"record": "860000"}),
)

NOT_IN_HAND = declare(
    code="G103",
    name="goita-piece-not-in-hand",
    means="A player plays a piece that is not in the hand.",
    why=PLAY + ", section 2.",
    mend="Compare the hand and the earlier plays of this player with the source.",
    example=_match(_KINGS | {"record": "88"}),
)

KING_MAY_NOT_ATTACK = declare(
    code="G104",
    name="goita-king-may-not-attack",
    means="A king attacks too early.",
    why=PLAY
    + ", section 5: once a king lies face-up, with both kings in hand, or as the last piece.",
    mend="Compare with the source; some groups play by other rules, which are options.",
    example=_match(_KINGS | {"record": "81"}),
)

RECEIVE_MUST_MATCH = declare(
    code="G105",
    name="goita-receive-must-match",
    means="An attack is received with a piece of another kind.",
    why=PLAY + ", section 3: with the same kind, or with a king (not し and 香).",
    mend="Compare with the source; perhaps a pass before it is missing.",
    example=_match(_KINGS | {"record": "8657"}),
)

KING_MAY_NOT_RECEIVE = declare(
    code="G106",
    name="goita-king-may-not-receive",
    means="A king receives し or 香.",
    why=PLAY + ", section 3: a king receives everything but し and 香.",
    mend="Compare with the source; perhaps a pass before it is missing.",
    example=_match(_KINGS | {"record": "8718"}),
)

LACKS_ATTACK = declare(
    code="G107",
    name="goita-play-lacks-attack",
    means="A play has 0 where its attack should be.",
    why=PLAY + ", section 2: who receives must attack.",
    mend="Write the attack, or a pass (a single 0) if nothing was received.",
    example=_match(_KINGS | {"record": "80"}),
)

CUT_SHORT = declare(
    code="G108",
    name="goita-play-cut-short",
    means="The record stops in the middle of a play.",
    why=PROPOSAL + ", section 棋譜: a play has two digits.",
    mend="Add the missing digit, or take the first one away.",
    example=_match(_KINGS | {"record": "8"}),
)

GOES_ON_AFTER_END = declare(
    code="G109",
    name="goita-goes-on-after-end",
    means="The record goes on after the round is over.",
    why=PLAY
    + ", section 6: the eighth piece of a player ends it; six し or more end it before the play.",
    mend="Take away what follows the end.",
    example=_match(_WON | {"record": _WON["record"] + "0"}),
)

TOO_SHORT_FOR_WINNER = declare(
    code="G110",
    name="goita-too-short-for-winner",
    means="A winner is named, but the record stops before anybody has won.",
    why=PROPOSAL + ", section 勝者: a round that is not decided has no winner.",
    mend="Add the missing actions, or write -1 as the winner.",
    example=_match(_KINGS | {"winner": 0}),
)

WRONG_DEALER = declare(
    code="G111",
    name="goita-wrong-dealer",
    means="The round can only be played with another dealer, and then goes as it says.",
    why="The dealer opens the play; a wrong one makes sound play illegal.",
    mend="Correct the dealer.",
    example=_match(_WON | {"dealer": 2}),
)

WRONG_WINNER = declare(
    code="G201",
    name="goita-wrong-winner",
    means="The winner named is not the one that the play gives.",
    why=PLAY + ", section 6: who lays the eighth piece wins.",
    mend="Compare with the source: the winner or the record is mistyped.",
    example=_match(_WON | {"winner": 1}),
)

WINNER_MISSING = declare(
    code="G202",
    name="goita-winner-missing",
    means="The round is played to its end, but no winner is named.",
    why=PROPOSAL + ", section 勝者 (SHOULD).",
    mend="Write the winner.",
    example=_match(_WON | {"winner": -1}),
    severity="warning",
)

WRONG_RESULT = declare(
    code="G203",
    name="goita-wrong-result",
    means="The result says that the round ended in another way than it did.",
    why=PLAY + ", section 6, and the table of deals with many し.",
    mend="Correct `result`, or leave it out: it follows from the record.",
    example=_match(_WON | {"result": {"end": "unfinished"}}),
)

WRONG_POINTS = declare(
    code="G204",
    name="goita-wrong-points",
    means="The result gives other points than the round scored.",
    why=PLAY + ", section 6.",
    mend="Correct `result`, or leave it out: it follows from the record.",
    example=_match(_WON | {"result": {"end": "out", "points": 50}}),
)

NOT_A_FOUL = declare(
    code="G301",
    name="goita-not-a-foul",
    means="An action is recorded as a foul, but does not break the rule named.",
    why="A foul is recorded as the ply and the rule that it broke, and both are checked.",
    mend="Correct the ply or the rule.",
    example=_match(_WON | {"fouls": [{"ply": 1, "rule": "G104"}]}),
)

FOUL_OUT_OF_PLACE = declare(
    code="G302",
    name="goita-foul-out-of-place",
    means="A foul is recorded where none can be: there is no such ply, or it had to end the round.",
    why="A foul that ends a round is its last ply; only G104 to G106 can be played on after.",
    mend="Correct the foul, or the result.",
    example=_match(_WON | {"fouls": [{"ply": 99, "rule": "G104"}]}),
)

GOSHI_WITHOUT_FIVE = declare(
    code="G401",
    name="goita-goshi-without-five",
    means="A player declared five し without having exactly five.",
    why=PROPOSAL + ", section 5し: those with six to eight are not listed.",
    mend="Take the player out of `goshi`.",
    example=_match(_KINGS | {"goshi": [1]}),
)

GOSHI_NOT_DECLARED = declare(
    code="G402",
    name="goita-goshi-not-declared",
    means="A player has five し and did not declare them.",
    why="Five し must be declared; the partner alone decides whether there is a new deal.",
    mend="Add the player to `goshi`.",
    example=_match(_FIVE | {"goshi": []}),
)

GOSHI_TWICE = declare(
    code="G403",
    name="goita-goshi-twice",
    means="A player stands in `goshi` twice.",
    why=PROPOSAL + ", section 5し: the players who declared.",
    mend="Name each player once.",
    example=_match(_FIVE | {"goshi": [3, 3]}),
)

REDEAL_WITHOUT_FIVE = declare(
    code="G404",
    name="goita-redeal-without-five",
    means="The deal was thrown in, but nobody has five し.",
    why="Only five し allow a new deal.",
    mend="Correct the hands, or the result.",
    example=_match(_KINGS | {"record": "", "result": {"end": "redeal"}}),
)

DEAL_UNSETTLED = declare(
    code="G405",
    name="goita-deal-unsettled",
    means="The round is played although its deal has to be settled first, or thrown in.",
    why="With five し the partner decides first; under `cross_goshi` = `redeal` a deal "
    "with five し in both teams is always thrown in.",
    mend="Record the redeal, or drop the option.",
    example=_match(_CROSSED, rules={"cross_goshi": "redeal"}),
)

SCORE_DOES_NOT_FOLLOW = declare(
    code="G501",
    name="goita-score-does-not-follow",
    means="The score before a round is not the one after the round before it.",
    why=PROPOSAL + ", section スコア: the points before the round.",
    mend="Compare with the source: the score is mistyped, or a round is missing.",
    example=_match(_WON, _WON | {"score": [50, 0]}),
)

IMPOSSIBLE_SCORE = declare(
    code="G502",
    name="goita-impossible-score",
    means="A score is negative, no multiple of ten, or not a pair.",
    why="All rounds score multiples of ten.",
    mend="Correct the score.",
    example=_match(_KINGS | {"score": [5, 0]}),
)

DEALER_DOES_NOT_FOLLOW = declare(
    code="G503",
    name="goita-dealer-does-not-follow",
    means="The dealer is not the player who won the round before.",
    why=PLAY + ", section 7: the winner deals next; after a redeal the same player.",
    mend="Correct the dealer, or add the round that is missing.",
    example=_match(_WON, _KINGS | {"dealer": 1, "score": [100, 0]}),
)

MATCH_WAS_OVER = declare(
    code="G504",
    name="goita-match-was-over",
    means="A round follows although a team has already won the match.",
    why=PLAY + ", section 7: the first team to reach the target (150, option `target`) wins.",
    mend="Split the file into matches, or set the option `target`.",
    example=_match(_WON, _WON | {"score": [100, 0]}, _KINGS | {"score": [200, 0]}),
)

ROUNDS_MISSING = declare(
    code="G505",
    name="goita-rounds-missing",
    means="Something happened between two rounds that is not written down.",
    why="Some notations cannot hold a round won by six し: it shows as a jump in score or dealer.",
    mend="Nothing, if that is so; otherwise add the missing round.",
    example=Example(
        "goita/history",
        "88755211,76543211,65432111,44332111,s1,115,2p,3p,4p,115,2p,3p,4p,127,2p,3p,4p,188\n"
        "87654321,87654321,55431111,43221111,s2\n",
    ),
    severity="warning",
)

ROUND_TWICE = declare(
    code="G506",
    name="goita-round-twice",
    means="A round is the one before it once more, with the same score if there is one.",
    why="32 pieces are not dealt and played alike twice: the round was copied twice.",
    mend="Take one of the two away.",
    example=Example(
        "goita/history",
        "88755211,76543211,65432111,44332111,s1,115,2p,3p,4p,115\n"
        "88755211,76543211,65432111,44332111,s1,115,2p,3p,4p,115\n",
    ),
)
