"""All the ways a Goita record can be wrong.

`G0` covers the deal and the table, `G1` the play, `G2` the outcome, `G3` fouls, `G4` five し, and
`G5` what carries over between rounds. The engine reports broken rules by the numbers of these
codes; if an action breaks several rules, it reports the first.
"""

from __future__ import annotations

import json
from typing import Any

from ...findings import Example, declare
from ..codes import NO_DEAL, VIEW

LETTER = "G"
PROPOSAL = "The 2015 proposal for Goita records"
PLAY = "Goita's rules of play"

Json = dict[str, Any]

# Base rounds for the rule examples: a whole round, won with both kings; one with kings in two
# hands; one with five し in one hand; one with five し in both teams.
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


def _won(**changes: Any) -> Example:
    """Return the whole round with some values changed."""
    return _match(_WON | changes)


def _kings(**changes: Any) -> Example:
    """Return the round with kings in two hands, with some values changed."""
    return _match(_KINGS | changes)


def _dealt(*hands: str) -> Example:
    """Return that round before its first play, with its first hands replaced by these."""
    return _kings(hands=[*hands, *_KINGS["hands"][len(hands) :]], record="")


# The deal and the table

NOT_FOUR_HANDS = declare(
    "G001 goita-not-four-hands",
    "A round does not have four hands.",
    f"{PROPOSAL}, section 配駒.",
    "Write the hands of all four players, in seat order.",
    _kings(hands=_KINGS["hands"][:3], record=""),
)
WRONG_HAND_SIZE = declare(
    "G002 goita-wrong-hand-size",
    "A hand does not have eight pieces.",
    f"{PROPOSAL}, section 配駒.",
    "Write eight digits for each hand; pieces already played belong to it.",
    _dealt("1234567"),
)
WRONG_DECK = declare(
    "G003 goita-wrong-deck",
    "The four hands together are not the 32 pieces of the game.",
    f"{PROPOSAL}, section 駒: 王玉 2, 飛 2, 角 2, 金 4, 銀 4, 馬 4, 香 4, し 10.",
    "Compare the hands with the source; often one digit is mistyped.",
    _dealt("22345678"),
)
UNKNOWN_DIGIT = declare(
    "G004 goita-unknown-digit",
    "A character is not a piece, or not one allowed here.",
    f"{PROPOSAL}, section 駒: pieces are 1 to 8; 0 is a pass, and only views have 9 (hidden).",
    "Write the piece that was played or dealt.",
    _kings(record="8x"),
    reason=(
        "a piece is hidden here, though it was played face-up",
        "a piece is hidden here, though the hand of player {player} is known",
        "{action!r} is not an action: a pass is 0, and a play is two digits from 1 to 8",
    ),
)
FULL_WIDTH_DIGIT = declare(
    "G005 goita-full-width-digit",
    "A digit is full-width (１ instead of 1).",
    f"{PROPOSAL}, section 棋譜: digits are typed on a keypad.",
    "Write it as an ASCII digit.",
    _kings(record="8６"),
)
PLAYER_OUT_OF_RANGE = declare(
    "G006 goita-player-out-of-range",
    "A player number is not 0, 1, 2 or 3.",
    f"{PROPOSAL}, section プレイヤー番号.",
    "Number the players from 0, in turn order.",
    _kings(dealer=4),
)
HANDS_IN_DEALER_ORDER = declare(
    "G007 goita-hands-in-dealer-order",
    "The hands are listed starting with the dealer; in seat order, the round cannot be played.",
    'The proposal says "starting with the dealer", and player 0 deals there; kifu uses seat order.',
    "Rotate the hands so that player 0 has the first.",
    _won(dealer=1, winner=1),
)
HANDS_ORDER_AMBIGUOUS = declare(
    "G008 goita-hands-order-ambiguous",
    "The round can be played with its hands in seat order, but also in dealer order.",
    f'{PROPOSAL}, section 配駒: hands start "with the dealer", but player 0 does not deal here.',
    "Make sure that player 0 has the first hand, or convert the record to goita/json.",
    Example(
        "goita/json-2015",
        '{"round":{"dealer":1,"score":[0,0],"hands":["12345678","12345678",'
        '"44568888","56778888"],"record":"","winner":-1}}',
    ),
    "note",
)
VIEW_KNOWS_TOO_MUCH = declare("G009 goita-view-knows-too-much", *VIEW, _match(_KINGS, view=0))
KINGS_MISCOUNTED = declare(
    "G010 goita-kings-miscounted",
    "The number of marks for kings (王, 玉) differs from the number of kings.",
    "`kings` has a mark for each 1: those in the hands, then those in the play.",
    "Correct `kings`, or leave it out.",
    _kings(kings="王玉王"),
)
NO_DEAL_FITS = declare(
    "G011 goita-no-deal-fits",
    *NO_DEAL,
    _match({"hands": [*3 * ["99999999"], "23456788"], "record": "9112"}, view=3),
)
OTHER_KING = declare(
    "G012 goita-other-king",
    "A player plays 玉, but was dealt 王.",
    "A set has one 王 and one 玉; a record that distinguishes them must say which one each player "
    "was dealt.",
    "Correct the hand or the play, or write 王 for both.",
    _kings(record="8600015", kings="王玉玉"),
)

# The play

WRONG_PLAYER = declare(
    "G101 goita-wrong-player",
    "A player plays out of turn.",
    f"{PLAY}, section 2: the turn goes to the next player, even after a pass.",
    "Compare with the source: an action is missing, or is given to the wrong player.",
    Example("goita/history", "87654321,87654321,55431111,43221111,s1,213\n"),
    reason=(
        "player {player} plays, but it is player {turn}'s turn",
        "the round is over: nobody can play",
    ),
)
ATTACKER_MAY_NOT_PASS = declare(
    "G102 goita-attacker-may-not-pass",
    "A player passes, but must lay a piece face-down and attack.",
    f"{PLAY}, sections 1 and 4: the opening player must play, and so must an attacker after "
    "everybody else has passed.",
    "Write the two pieces that were laid.",
    _kings(record="860000"),
    reason="player {player} may not pass: they must lay a piece face-down and attack",
)
NOT_IN_HAND = declare(
    "G103 goita-piece-not-in-hand",
    "A player plays a piece that is not in their hand.",
    f"{PLAY}, section 2.",
    "Compare the hand and the earlier plays of this player with the source.",
    _kings(record="88"),
    reason="player {player} has no {piece} left to play: {left}",
)
KING_MAY_NOT_ATTACK = declare(
    "G104 goita-king-may-not-attack",
    "A king attacks too early.",
    f"{PLAY}, section 5: once a king lies face-up, with both kings in hand, or as the last piece.",
    "Compare with the source; some groups play by other rules, which kifu has as options.",
    _kings(record="81"),
    reason="a king may not attack yet: no king lies face-up, the player does not hold both, "
    "and it is not the player's last piece",
)
RECEIVE_MUST_MATCH = declare(
    "G105 goita-receive-must-match",
    "An attack is received with a piece of another kind.",
    f"{PLAY}, section 3: only the same kind can receive, or a king unless the attack is し or 香.",
    "Compare with the source; a pass before it may be missing.",
    _kings(record="8657"),
    reason="{piece} cannot receive {attack}: only {attack}{king} can",
)
KING_MAY_NOT_RECEIVE = declare(
    "G106 goita-king-may-not-receive",
    "A king receives し or 香.",
    f"{PLAY}, section 3: a king receives everything but し and 香.",
    "Compare with the source; a pass before it may be missing.",
    _kings(record="8718"),
    reason="a king may not receive {attack}: only {attack} can",
)
LACKS_ATTACK = declare(
    "G107 goita-play-lacks-attack",
    "A play has 0 instead of its attack.",
    f"{PLAY}, section 2: a player who receives must attack.",
    "Write the attack, or a pass (a single 0) if nothing was received.",
    _kings(record="80"),
    reason="{first} must be followed by an attack, one of {kinds}",
)
CUT_SHORT = declare(
    "G108 goita-play-cut-short",
    "The record stops in the middle of a play.",
    f"{PROPOSAL}, section 棋譜: a play has two digits.",
    "Add the missing digit, or remove the first one.",
    _kings(record="8"),
    reason="the play stops after {first}: its attack is missing",
)
GOES_ON_AFTER_END = declare(
    "G109 goita-goes-on-after-end",
    "The record continues after the round is over.",
    f"{PLAY}, section 6: a player's eighth piece ends it, and a hand with six or more し ends it "
    "at once.",
    "Remove the actions after the end.",
    _won(record=_WON["record"] + "0"),
)
TOO_SHORT_FOR_WINNER = declare(
    "G110 goita-too-short-for-winner",
    "The record names a winner, but stops before anybody has won.",
    f"{PROPOSAL}, section 勝者: an undecided round has no winner.",
    "Add the missing actions, or write -1 as the winner.",
    _kings(winner=0),
)
WRONG_DEALER = declare(
    "G111 goita-wrong-dealer",
    "The round can be played as recorded with a different dealer, but not with this one.",
    "The dealer opens the play; with the wrong dealer, legal play becomes illegal.",
    "Correct the dealer.",
    _won(dealer=2),
)

# The outcome

WRONG_WINNER = declare(
    "G201 goita-wrong-winner",
    "The recorded winner is not the player who won.",
    f"{PLAY}, section 6: the player who lays the eighth piece wins.",
    "Compare with the source: the winner or the record is mistyped.",
    _won(winner=1),
)
WINNER_MISSING = declare(
    "G202 goita-winner-missing",
    "The round is played to its end, but the record does not name its winner.",
    f"{PROPOSAL}, section 勝者 (SHOULD).",
    "Write the winner.",
    _won(winner=-1),
    "warning",
)
WRONG_RESULT = declare(
    "G203 goita-wrong-result",
    "The recorded result is not how the round ended.",
    f"{PLAY}, section 6, and the table of deals with many し.",
    "Correct `result`, or leave it out: it can be derived from the record.",
    _won(result={"end": "unfinished"}),
)
WRONG_POINTS = declare(
    "G204 goita-wrong-points",
    "The points in the result differ from those scored in the round.",
    f"{PLAY}, section 6.",
    "Correct `result`, or leave it out: it can be derived from the record.",
    _won(result={"end": "out", "points": 50}),
)

# Fouls

NOT_A_FOUL = declare(
    "G301 goita-not-a-foul",
    "An action is recorded as a foul, but does not break the rule named.",
    "A foul is recorded as its ply and the rule that it broke; both are checked.",
    "Correct the ply or the rule.",
    _won(fouls=[{"ply": 1, "rule": "G104"}]),
)
FOUL_OUT_OF_PLACE = declare(
    "G302 goita-foul-out-of-place",
    "A foul is recorded at a ply that does not exist, or after which play cannot continue.",
    "A foul that ends a round is its last ply; play can continue only after G104 to G106.",
    "Correct the foul, or the result.",
    _won(fouls=[{"ply": 99, "rule": "G104"}]),
)

# Five し

GOSHI_WITHOUT_FIVE = declare(
    "G401 goita-goshi-without-five",
    "A player declared five し without having exactly five.",
    f"{PROPOSAL}, section 5し: players with six to eight are not listed.",
    "Remove the player from `goshi`.",
    _kings(goshi=[1]),
)
GOSHI_NOT_DECLARED = declare(
    "G402 goita-goshi-not-declared",
    "A player has five し but did not declare them.",
    "Five し must be declared; the partner alone decides whether to deal again.",
    "Add the player to `goshi`.",
    _match(_FIVE | {"goshi": []}),
)
GOSHI_TWICE = declare(
    "G403 goita-goshi-twice",
    "A player is in `goshi` twice.",
    f"{PROPOSAL}, section 5し: the players who declared.",
    "Name each player once.",
    _match(_FIVE | {"goshi": [3, 3]}),
)
REDEAL_WITHOUT_FIVE = declare(
    "G404 goita-redeal-without-five",
    "The deal was thrown in, but nobody had five し.",
    "Only five し allow a new deal.",
    "Correct the hands, or the result.",
    _kings(record="", result={"end": "redeal"}),
)
DEAL_UNSETTLED = declare(
    "G405 goita-deal-unsettled",
    "The round is played although its deal must first be settled or thrown in.",
    "The partner of the player with five し decides; if both teams have five し, see option "
    "`cross_goshi`.",
    "Record the redeal, or remove the option.",
    _match(_CROSSED, rules={"cross_goshi": "redeal"}),
    reason=(
        "the deal is not settled: player {turn} chooses `redeal` or `play on`",
        "both teams have five し: the deal must be thrown in (option cross_goshi)",
    ),
)

# Between rounds

SCORE_DOES_NOT_FOLLOW = declare(
    "G501 goita-score-does-not-follow",
    "The score before a round does not follow from the previous round.",
    f"{PROPOSAL}, section スコア: the points before the round.",
    "Compare with the source: the score is mistyped, or a round is missing.",
    _match(_WON, _WON | {"score": [50, 0]}),
)
IMPOSSIBLE_SCORE = declare(
    "G502 goita-impossible-score",
    "A score is negative, not a multiple of ten, or not a pair.",
    "All rounds score multiples of ten.",
    "Correct the score.",
    _kings(score=[5, 0]),
)
DEALER_DOES_NOT_FOLLOW = declare(
    "G503 goita-dealer-does-not-follow",
    "The dealer is not the player who won the previous round.",
    f"{PLAY}, section 7: the winner deals next, or the same player after a redeal.",
    "Correct the dealer, or add the missing round.",
    _match(_WON, _KINGS | {"dealer": 1, "score": [100, 0]}),
)
MATCH_WAS_OVER = declare(
    "G504 goita-match-was-over",
    "A round follows although a team has already won the match.",
    f"{PLAY}, section 7: the first team to reach the target (150, option `target`) wins.",
    "Split the file into matches, or set the option `target`.",
    _match(_WON, _WON | {"score": [100, 0]}, _KINGS | {"score": [200, 0]}),
)
ROUNDS_MISSING = declare(
    "G505 goita-rounds-missing",
    "Something that happened between two rounds is not recorded.",
    "Some notations cannot hold a round won by six し: a team's score jumps by 20 or more.",
    "Nothing if the round was won by six し; otherwise, add the missing round.",
    Example(
        "goita/history",
        "88755211,76543211,65432111,44332111,s1,115,2p,3p,4p,115,2p,3p,4p,127,2p,3p,4p,188\n"
        "87654321,87654321,55431111,43221111,s2\n",
    ),
    "warning",
)
ROUND_TWICE = declare(
    "G506 goita-round-twice",
    "A round repeats the previous one, with the same score if it has one.",
    "32 pieces are never dealt and played the same way twice: the round was copied.",
    "Remove one of the two.",
    Example(
        "goita/history",
        "88755211,76543211,65432111,44332111,s1,115,2p,3p,4p,115\n" * 2,
    ),
)
