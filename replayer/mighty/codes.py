"""Every way in which a Mighty record can be wrong.

`M0` the deal and the table, `M1` the auction, `M2` exchange, contract and friend, `M3` the play,
`M4` marks and outcome, `M5` from one deal to the next, `M6` what is not known. Where several rules
are broken by one action, the order of the functions that find them decides which is reported.
"""

from __future__ import annotations

from ...findings import declare
from .examples import deal, decided, finished, match, played

PAPER = "The paper on Mighty (2022)"
DEAL = f"{PAPER}, III.3 and III.4.1."
AUCTION = f"{PAPER}, III.4.2."
CONTRACT = f"{PAPER}, III.4.3."
PLAY = f"{PAPER}, III.4.4."
SCORING = f"{PAPER}, III.4.5."
MIGHTY = f"{PAPER}, III.5.1."
JOKER = f"{PAPER}, III.5.2."
CALLER = f"{PAPER}, III.5.3."
GIBO = f"{PAPER}, IV.2.3 (gibo)."
COMPARE = "Compare with the source."

_PASSED = deal(bids=[[seat, "pass"] for seat in range(5)])

# The deal and the table

NOT_FIVE_HANDS = declare(
    "M001",
    "mighty-not-five-hands",
    "A deal has not five hands.",
    DEAL,
    "Write the hands of P0 to P4, in this order.",
    match(deal(hands=deal()["hands"][:4])),
)
WRONG_SIZE = declare(
    "M002",
    "mighty-wrong-size",
    "A hand has not ten cards, or kitty or discard not three.",
    DEAL,
    "Look for a card that is missing, or that stands in another hand.",
    match(deal(kitty=["S2", "D3"])),
)
UNKNOWN_CARD = declare(
    "M003",
    "mighty-unknown-card",
    "Something stands for a card that is none.",
    f"{DEAL} A suit (S D H C) and a rank (A K Q J T 9 to 2), or the joker (JK); ?? is not known.",
    "Write the card; a ten is T.",
    match(deal(kitty=["S2", "D3", "C10"])),
)
CARD_TWICE = declare(
    "M004",
    "mighty-card-twice",
    "A card is dealt, buried or played twice.",
    f"{DEAL} There is one of each.",
    COMPARE,
    match(deal(kitty=["S2", "D3", "JK"])),
)
UNKNOWN_TRUMP = declare(
    "M005",
    "mighty-unknown-trump",
    "A bid or a contract names a trump that is none.",
    f"{AUCTION} S D H C, or N for no-trump.",
    "Write the trump.",
    match(deal(bids=[[0, "15X"]])),
)
PLAYER_OUT_OF_RANGE = declare(
    "M006",
    "mighty-player-out-of-range",
    "A number stands for a player that is none.",
    f"{PAPER}, IV.2.2: five players, P0 to P4.",
    "Count the players from 0.",
    match(deal(dealer=5)),
)

# The auction

BID_OUT_OF_TURN = declare(
    "M101",
    "mighty-bid-out-of-turn",
    "A player bids or passes who is not to speak.",
    f"{AUCTION} From the first bidder on in seat order; options first_bidder and pass_final.",
    "Look for a pass that was not written down.",
    match(deal(bids=[[1, "pass"]])),
)
BID_TOO_LOW = declare(
    "M102",
    "mighty-bid-too-low",
    "A bid does not beat the last one, or is below the lowest.",
    f"{AUCTION} Options bid_min, nt_ties and nt_min_offset.",
    COMPARE,
    match(deal(bids=[[0, "14S"], [1, "14H"]])),
)
BID_ABOVE_MAXIMUM = declare(
    "M103",
    "mighty-bid-above-maximum",
    "A bid is higher than any can be.",
    f"{AUCTION} There are twenty points; option bid_max.",
    COMPARE,
    match(deal(bids=[[0, "21S"]])),
)
BID_AFTER_PASS = declare(
    "M104",
    "mighty-bid-after-pass",
    "A player who passed speaks again.",
    f"{AUCTION} Option pass_final.",
    "Look for the player who spoke.",
    match(deal(bids=[[0, "pass"], [1, "13S"], [0, "14S"]])),
)
AUCTION_NOT_FINISHED = declare(
    "M105",
    "mighty-auction-not-finished",
    "The deal goes on, but its auction is not over.",
    f"{AUCTION} It ends when one bidder is left, or at a bid that nothing can beat.",
    "Add the passes that are missing.",
    match(deal(bids=[[0, "14D"]], president=0)),
)
AUCTION_GOES_ON = declare(
    "M106",
    "mighty-auction-goes-on",
    "The auction goes on after its end.",
    f"{AUCTION} It ends when one bidder is left, or at a bid that nothing can beat.",
    COMPARE,
    match(deal(bids=[[0, "20N"], [1, "pass"]])),
)
MISDEAL_NOT_ALLOWED = declare(
    "M107",
    "mighty-misdeal-not-allowed",
    "A hand is thrown in that may not be.",
    "Option misdeal: a hand worth at most half a point, in place of the first bid or pass.",
    COMPARE,
    match(deal(bids=[[0, "misdeal"]])),
)
NOT_A_BID = declare(
    "M108",
    "mighty-not-a-bid",
    "Something stands in the auction that is neither a bid nor a pass.",
    AUCTION,
    "Write a number and a trump (15H, 16N), `pass`, or `misdeal`.",
    match(deal(bids=[[0, "double"]])),
)

# Exchange, contract, friend

OUT_OF_PHASE = declare(
    "M201",
    "mighty-out-of-phase",
    "A decision stands where another one is due, or is taken by another than the president.",
    f"{CONTRACT} The president buries three cards, settles the contract, and names the friend.",
    "Put the decisions into their order.",
    match(deal(variations=[{"ply": 1, "actions": ["20N", "15H"]}])),
)
DISCARD_NOT_IN_HAND = declare(
    "M202",
    "mighty-discard-not-in-hand",
    "A card is buried that the president does not have.",
    f"{CONTRACT} Three of the thirteen cards of hand and kitty.",
    COMPARE,
    match(decided(discard=["SA", "S2", "C2"], contract=None, friend=None)),
)
ILLEGAL_CHANGE = declare(
    "M203",
    "mighty-illegal-change",
    "The contract is not what was bid, and is no allowed change of it.",
    f"{CONTRACT} Options change_cap and raise_same_suit.",
    COMPARE,
    match(decided(contract="16H", friend=None)),
)
WRONG_CHANGE_COST = declare(
    "M204",
    "mighty-wrong-change-cost",
    "The trump is changed, and the points do not rise by what that costs.",
    f"{CONTRACT} Two points; options change_cost, change_to_nt_cost and change_cap.",
    "Correct the points, or the trump.",
    match(decided(contract="16S", friend=None)),
)
FRIEND_NOT_ALLOWED = declare(
    "M205",
    "mighty-friend-not-allowed",
    "The friend is named in a way that is not allowed.",
    f"{CONTRACT} Option friend_modes: a card, the winner of the first trick, or nobody.",
    COMPARE,
    match(decided(friend="last")),
)

# The play

CARD_OUT_OF_TURN = declare(
    "M301",
    "mighty-card-out-of-turn",
    "A player plays who is not to play.",
    f"{PLAY} The president leads the first trick, its winner the next; then in seat order.",
    "Look for a card that was not written down.",
    match(played(tricks=[{"lead": 0, "cards": ["DA", None, "DT", None, None]}])),
)
CARD_NOT_IN_HAND = declare(
    "M302",
    "mighty-card-not-in-hand",
    "A player plays a card that is not in hand.",
    PLAY,
    "Compare hand and card with the source.",
    match(played("DA", "D2")),
)
MUST_FOLLOW = declare(
    "M303",
    "mighty-must-follow-suit",
    "A player does not follow the suit that is led, and could.",
    f"{PLAY} Only the Mighty and the joker may be played at any time.",
    COMPARE,
    match(played("DA", "C6")),
)
MIGHTY_FORCED = declare(
    "M304",
    "mighty-is-forced",
    "The suit of the Mighty is led, it is the player's last card of the suit, and is not played.",
    f"{MIGHTY} Option mighty_forced_with_joker.",
    COMPARE,
    match(played("S5", "S3", "D8")),
)
BANNED_LEAD = declare(
    "M305",
    "mighty-banned-lead",
    "The first trick is led with a trump, the joker, or the joker caller.",
    f"{PLAY} Options t1_lead_joker, t1_lead_caller and t1_stuck.",
    COMPARE,
    match(played("H9")),
)
JOKER_IN_FIRST_TRICK = declare(
    "M306",
    "mighty-joker-in-first-trick",
    "The joker follows in the first trick, where it may not.",
    f"{JOKER} Option t1_joker_follow.",
    "Compare with the source; elsewhere it may follow, without power.",
    match(played("DA", "JK"), rules={"t1_joker_follow": "forbidden"}),
)
CALL_NOT_ALLOWED = declare(
    "M307",
    "mighty-call-not-allowed",
    "The joker is called by a card that cannot, by a follower, or in the first trick.",
    f"{CALLER} ♣3, or when clubs are trump that of option caller_when_clubs.",
    "Take the `!` away.",
    match(played("DA!")),
)
CALLED_JOKER = declare(
    "M308",
    "mighty-called-joker-not-played",
    "The joker is called, and its holder plays something else.",
    f"{CALLER} Only the Mighty may be played instead (option mighty_defence).",
    COMPARE,
    match(played("C3!", "C6", whole=1)),
)
SUIT_MISSING = declare(
    "M309",
    "mighty-suit-missing",
    "The joker is led, and does not name the suit to follow.",
    JOKER,
    "Write the suit behind it (☆♥, JKH).",
    match(played("JK", lead=1, whole=2)),
)
SUIT_NOT_ALLOWED = declare(
    "M310",
    "mighty-suit-not-allowed",
    "A suit is named with a card that is no joker, or is not led.",
    f"{JOKER} Option t10_joker_lead.",
    "Take the suit away.",
    match(played("DAH")),
)

# Marks and outcome

WRONG_LEAD = declare(
    "M401",
    "mighty-wrong-lead",
    "A player is marked as leading a trick who does not.",
    f"{PLAY} {GIBO}",
    "Mark the winner of the trick before, in the first trick the president.",
    match(played(tricks=[{"lead": 1, "cards": ["DA", "D5", "DT", "DQ", "D2"]}])),
)
WRONG_WINNER = declare(
    "M402",
    "mighty-wrong-winner",
    "A player is marked as winning a trick who does not.",
    f"{PLAY} {GIBO}",
    "Mark who played the highest card.",
    match(played(tricks=[{"cards": ["DA", "D5", "DT", "DQ", "D2"], "winner": 3}])),
)
WRONG_ROLE = declare(
    "M403",
    "mighty-wrong-role",
    "A player is marked as president or friend who is not.",
    f"{CONTRACT} {GIBO}",
    "Mark who won the auction; and as the friend, who has turned out to be it.",
    match(decided(president=1, friend=None)),
)
WRONG_POINTS = declare(
    "M404",
    "mighty-wrong-points",
    "The points of the president's side are not those that it took.",
    f"{SCORING} A K Q J T count one each; buried ones as option buried_points_to says.",
    "Count again.",
    match(finished(result={"points": 16})),
)
WRONG_OUTCOME = declare(
    "M405",
    "mighty-wrong-outcome",
    "The deal ends otherwise than its result says.",
    f"{SCORING} It is won if the points are at least those of the contract.",
    COMPARE,
    match(finished(result={"end": "lost"})),
)
WRONG_SCORE = declare(
    "M406",
    "mighty-wrong-score",
    "The score is not what the formula gives.",
    f"{SCORING} Options formula, base, risk and card, and what multiplies it.",
    "Reckon again.",
    match(finished(result={"score": 1300})),
)
WRONG_PAYOFFS = declare(
    "M407",
    "mighty-wrong-payoffs",
    "The players do not get what follows from the score.",
    f"{SCORING} The president twice the score, or four times when alone; the friend once.",
    "Reckon again.",
    match(finished(result={"payoffs": [2200, -1100, -1100, 1100, -1100]})),
)
GOES_ON_AFTER_END = declare(
    "M408",
    "mighty-goes-on-after-end",
    "The deal goes on after the tenth trick, or after it was thrown in.",
    PLAY,
    "A deal stands on its own: begin another one.",
    match(_PASSED | {"discard": ["S2", "D3", "C2"]}),
)

# From one deal to the next

DEALER_DOES_NOT_FOLLOW = declare(
    "M501",
    "mighty-dealer-does-not-follow",
    "The dealer is not the one that follows from the deal before.",
    f"{DEAL} The friend deals next; who played alone; after a deal thrown in, the same dealer.",
    "Look for a deal that is missing, and mark it (gap).",
    match(_PASSED, deal(dealer=1)),
)
TOTALS_DO_NOT_FOLLOW = declare(
    "M502",
    "mighty-totals-do-not-follow",
    "The totals before a deal are not those after the deal before it, or do not sum to zero.",
    f"{SCORING} What the players get is added up; all of it sums to zero.",
    "Add up again, or mark that deals are missing (gap).",
    match(deal(totals=[100, 0, 0, 0, 0])),
)

# What is not known

GAP = declare(
    "M601",
    "mighty-gap",
    "Something was not written down, and cannot be inferred.",
    "A table alone does not hold the auction, dealer, kitty and friend call.",
    "Nothing, or write it down; what it would decide is not checked.",
    match(deal(kitty=None)),
    "note",
)
VIEW_KNOWS_TOO_MUCH = declare(
    "M602",
    "mighty-view-knows-too-much",
    "A view holds something that its player was not shown, or hides what was.",
    "docs/mighty.md, section Views.",
    "Make the view again from the whole record (`kifu view`).",
    match(deal(), view=0),
)
