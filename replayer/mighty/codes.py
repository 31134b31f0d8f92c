"""Every way in which a Mighty record can be wrong.

`M0` the deal and the table, `M1` the auction, `M2` exchange, contract and friend, `M3` the play,
`M4` marks and outcome, `M5` from one deal to the next, `M6` what is not known. Where several rules
are broken by one action, the order of the functions that find them decides which is reported.
"""

from __future__ import annotations

from ...findings import declare
from .cards import SEATS
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
    code="M001",
    name="mighty-not-five-hands",
    means="A deal does not have five hands.",
    why=DEAL,
    mend="Write the hands of P0 to P4, in this order.",
    example=match(deal(hands=deal()["hands"][:4])),
)
WRONG_SIZE = declare(
    code="M002",
    name="mighty-wrong-size",
    means="A hand does not have ten cards, or the kitty or the discard does not have three.",
    why=DEAL,
    mend="Look for a card that is missing, or that was written into another hand.",
    example=match(deal(kitty=["S2", "D3"])),
)
UNKNOWN_CARD = declare(
    code="M003",
    name="mighty-unknown-card",
    means="Something that is no card stands where a card is due.",
    why=f"{DEAL} A suit (S D H C) and a rank (A K Q J T 9 to 2), or the joker (JK); ?? is hidden.",
    mend="Write the card; a ten is T.",
    example=match(deal(kitty=["S2", "D3", "2C"])),
)
CARD_TWICE = declare(
    code="M004",
    name="mighty-card-twice",
    means="A card is dealt, buried or played twice.",
    why=f"{DEAL} There is one of each.",
    mend=COMPARE,
    example=match(deal(kitty=["S2", "D3", "JK"])),
)
UNKNOWN_TRUMP = declare(
    code="M005",
    name="mighty-unknown-trump",
    means="A bid or a contract names a trump that does not exist.",
    why=f"{AUCTION} S D H C, or N for no-trump.",
    mend="Write the trump.",
    example=match(deal(bids=[[0, "15X"]])),
)
PLAYER_OUT_OF_RANGE = declare(
    code="M006",
    name="mighty-player-out-of-range",
    means="There is no player with this number.",
    why=f"{PAPER}, IV.2.2: five players, P0 to P4.",
    mend="Count the players from 0.",
    example=match(deal(dealer=5)),
)

# The auction

BID_OUT_OF_TURN = declare(
    code="M101",
    name="mighty-bid-out-of-turn",
    means="A player bids or passes out of turn.",
    why=f"{AUCTION} From the first bidder on in seat order; options first_bidder and pass_final.",
    mend="Look for a pass that was not written down.",
    example=match(deal(bids=[[1, "pass"]])),
)
BID_TOO_LOW = declare(
    code="M102",
    name="mighty-bid-too-low",
    means="A bid does not beat the last one, or is lower than any may be.",
    why=f"{AUCTION} Options bid_min, nt_ties and nt_min_offset.",
    mend=COMPARE,
    example=match(deal(bids=[[0, "14S"], [1, "14H"]])),
)
BID_ABOVE_MAXIMUM = declare(
    code="M103",
    name="mighty-bid-above-maximum",
    means="A bid is higher than any may be.",
    why=f"{AUCTION} There are twenty points; option bid_max.",
    mend=COMPARE,
    example=match(deal(bids=[[0, "21S"]])),
)
BID_AFTER_PASS = declare(
    code="M104",
    name="mighty-bid-after-pass",
    means="A player who has passed bids or passes again.",
    why=f"{AUCTION} Option pass_final.",
    mend="Look for the player who made the call.",
    example=match(deal(bids=[[0, "pass"], [1, "13S"], [0, "14S"]])),
)
AUCTION_NOT_FINISHED = declare(
    code="M105",
    name="mighty-auction-not-finished",
    means="The deal goes on, but its auction is not over.",
    why=f"{AUCTION} It ends when one bidder is left, or at a bid that nothing can beat.",
    mend="Add the passes that are missing.",
    example=match(deal(bids=[[0, "14D"]], president=0)),
)
AUCTION_GOES_ON = declare(
    code="M106",
    name="mighty-auction-goes-on",
    means="The auction goes on after its end.",
    why=f"{AUCTION} It ends when one bidder is left, or at a bid that nothing can beat.",
    mend=COMPARE,
    example=match(deal(bids=[[0, "20N"], [1, "pass"]])),
)
MISDEAL_NOT_ALLOWED = declare(
    code="M107",
    name="mighty-misdeal-not-allowed",
    means="A hand is thrown in as a misdeal that may not be.",
    why="Option misdeal: a hand worth at most half a point, in place of the first bid or pass.",
    mend=COMPARE,
    example=match(deal(bids=[[0, "misdeal"]])),
)
NOT_A_BID = declare(
    code="M108",
    name="mighty-not-a-bid",
    means="Something stands in the auction that is neither a bid nor a pass.",
    why=AUCTION,
    mend="Write a number and a trump (15H, 16N), `pass`, or `misdeal`.",
    example=match(deal(bids=[[0, "double"]])),
)

AUCTION_DOES_NOT_FIT = declare(
    code="M109",
    name="mighty-auction-does-not-fit",
    means="The auction ends otherwise than the rest of the deal shows.",
    why=f"{AUCTION} Without its auction, the deal is right.",
    mend="Correct the call at fault.",
    example=match(finished(bids=[[seat, "pass"] for seat in SEATS])),
)
WRONG_DEALER = declare(
    code="M110",
    name="mighty-wrong-dealer",
    means="In the auction, it is as if somebody else had dealt.",
    why=f"{DEAL} Who deals decides who bids first (option first_bidder).",
    mend="Correct the dealer, the auction, or the option first_bidder.",
    example=match(decided(dealer=3)),
)

# Exchange, contract, friend

OUT_OF_PHASE = declare(
    code="M201",
    name="mighty-out-of-phase",
    means="A decision stands where another one is due, or is not the president's.",
    why=f"{CONTRACT} The president buries three cards, settles the contract, and names the friend.",
    mend="Put the decisions in order.",
    example=match(deal(variations=[{"ply": 1, "actions": ["20N", "15H"]}])),
)
DISCARD_NOT_IN_HAND = declare(
    code="M202",
    name="mighty-discard-not-in-hand",
    means="A card is buried that the president does not have.",
    why=f"{CONTRACT} Three of the thirteen cards of hand and kitty.",
    mend=COMPARE,
    example=match(decided(discard=["SA", "S2", "C2"], contract=None, friend=None)),
)
ILLEGAL_CHANGE = declare(
    code="M203",
    name="mighty-illegal-change",
    means="The contract is neither what was bid nor an allowed change of it.",
    why=f"{CONTRACT} Options change_cap and raise_same_suit.",
    mend=COMPARE,
    example=match(decided(contract="16H", friend=None)),
)
WRONG_CHANGE_COST = declare(
    code="M204",
    name="mighty-wrong-change-cost",
    means="The trump is changed, and the points do not rise by the cost of that.",
    why=f"{CONTRACT} Two points; options change_cost, change_to_nt_cost and change_cap.",
    mend="Correct the points, or the trump.",
    example=match(decided(contract="16S", friend=None)),
)
FRIEND_NOT_ALLOWED = declare(
    code="M205",
    name="mighty-friend-not-allowed",
    means="The friend is named in a way that is not allowed.",
    why=f"{CONTRACT} Option friend_modes: a card, the winner of the first trick, or nobody.",
    mend=COMPARE,
    example=match(decided(friend="last")),
)

WRONG_CONTRACT = declare(
    code="M206",
    name="mighty-wrong-contract",
    means="The deal was played, or scored, under another contract than the one that is written.",
    why=f"{CONTRACT} With the other contract, the deal is right.",
    mend=COMPARE,
    example=match(finished(contract="17C")),
)

# The play

CARD_OUT_OF_TURN = declare(
    code="M301",
    name="mighty-card-out-of-turn",
    means="A player plays out of turn.",
    why=f"{PLAY} The president leads the first trick, its winner the next; then in seat order.",
    mend="Look for a card that was not written down.",
    example=match(played(tricks=[{"lead": 0, "cards": ["DA", None, "DT", None, None]}])),
)
CARD_NOT_IN_HAND = declare(
    code="M302",
    name="mighty-card-not-in-hand",
    means="A player plays a card that the player does not hold.",
    why=PLAY,
    mend="Compare hand and card with the source.",
    example=match(played("DA", "D2")),
)
MUST_FOLLOW = declare(
    code="M303",
    name="mighty-must-follow-suit",
    means="A player does not follow suit, and could.",
    why=f"{PLAY} Only the Mighty and the joker may be played at any time.",
    mend=COMPARE,
    example=match(played("DA", "C6")),
)
MIGHTY_FORCED = declare(
    code="M304",
    name="mighty-is-forced",
    means="The Mighty is the player's last card of the suit that is led, and is not played.",
    why=f"{MIGHTY} Option mighty_forced_with_joker.",
    mend=COMPARE,
    example=match(played("S5", "S3", "D8")),
)
BANNED_LEAD = declare(
    code="M305",
    name="mighty-banned-lead",
    means="The first trick is led with a trump, the joker, or the joker caller.",
    why=f"{PLAY} Options t1_lead_joker, t1_lead_caller and t1_stuck.",
    mend=COMPARE,
    example=match(played("H9")),
)
JOKER_IN_FIRST_TRICK = declare(
    code="M306",
    name="mighty-joker-in-first-trick",
    means="The joker follows in the first trick, where it may not.",
    why=f"{JOKER} Option t1_joker_follow.",
    mend="Compare with the source; elsewhere it may follow, without power.",
    example=match(played("DA", "JK"), rules={"t1_joker_follow": "forbidden"}),
)
CALL_NOT_ALLOWED = declare(
    code="M307",
    name="mighty-call-not-allowed",
    means="The joker is called by a card that cannot, by a follower, or in the first trick.",
    why=f"{CALLER} ♣3, or when clubs are trump that of option caller_when_clubs.",
    mend="Remove the `!`.",
    example=match(played("DA!")),
)
CALLED_JOKER = declare(
    code="M308",
    name="mighty-called-joker-not-played",
    means="The joker is called, and its holder plays something else.",
    why=f"{CALLER} Only the Mighty may be played instead (option mighty_defence).",
    mend=COMPARE,
    example=match(played("C3!", "C6", whole=1)),
)
SUIT_MISSING = declare(
    code="M309",
    name="mighty-suit-missing",
    means="The joker is led without the suit to follow.",
    why=JOKER,
    mend="Write the suit after it (☆♥, JKH).",
    example=match(played("JK", lead=1, whole=2)),
)
SUIT_NOT_ALLOWED = declare(
    code="M310",
    name="mighty-suit-not-allowed",
    means="A suit is named by a card that is no joker, or that is not led.",
    why=f"{JOKER} Option t10_joker_lead.",
    mend="Remove the suit.",
    example=match(played("DAH")),
)
CALL_MISSING = declare(
    code="M311",
    name="mighty-call-missing",
    means="The joker caller is led without `!`, and what follows shows that it called the joker.",
    why=f"{CALLER} A called joker has no power: another player wins the trick.",
    mend="Write `!` after the card (♣3!, C3!).",
    example=match(
        played(
            tricks=[
                {"lead": 0, "cards": ["DA", "D5", "DT", "DQ", "D2"], "winner": 0},
                {"lead": 0, "cards": ["C3", "JK", "C9", "CQ", "C4"], "winner": 3},
            ]
        )
    ),
)

# Marks and outcome

WRONG_LEAD = declare(
    code="M401",
    name="mighty-wrong-lead",
    means="The wrong player is marked as leading a trick.",
    why=f"{PLAY} {GIBO}",
    mend="Mark the winner of the trick before; in the first trick, the president.",
    example=match(played(tricks=[{"lead": 1, "cards": ["DA", "D5", "DT", "DQ", "D2"]}])),
)
WRONG_WINNER = declare(
    code="M402",
    name="mighty-wrong-winner",
    means="The wrong player is marked as winning a trick.",
    why=f"{PLAY} {GIBO}",
    mend="Mark who played the highest card.",
    example=match(played(tricks=[{"cards": ["DA", "D5", "DT", "DQ", "D2"], "winner": 3}])),
)
WRONG_ROLE = declare(
    code="M403",
    name="mighty-wrong-role",
    means="The wrong player is marked as president or friend.",
    why=f"{CONTRACT} {GIBO}",
    mend="Mark as president who won the auction, and as friend who turned out to be it.",
    example=match(decided(president=1, friend=None)),
)
WRONG_POINTS = declare(
    code="M404",
    name="mighty-wrong-points",
    means="The points of the president's side are not those that it took.",
    why=f"{SCORING} A K Q J T count one each; for buried ones, option buried_points_to.",
    mend="Count again.",
    example=match(finished(result={"points": 16})),
)
WRONG_OUTCOME = declare(
    code="M405",
    name="mighty-wrong-outcome",
    means="The deal does not end as its result says.",
    why=f"{SCORING} It is won if the points are at least those of the contract.",
    mend=COMPARE,
    example=match(finished(result={"end": "lost"})),
)
WRONG_SCORE = declare(
    code="M406",
    name="mighty-wrong-score",
    means="The score is not what the formula gives.",
    why=f"{SCORING} Options formula, base, risk and card, and the multipliers.",
    mend="Calculate it again.",
    example=match(finished(result={"score": 1300})),
)
WRONG_PAYOFFS = declare(
    code="M407",
    name="mighty-wrong-payoffs",
    means="The payoffs do not follow from the score.",
    why=f"{SCORING} The president twice the score, or four times when alone; the friend once.",
    mend="Calculate it again.",
    example=match(finished(result={"payoffs": [2200, -1100, -1100, 1100, -1100]})),
)
GOES_ON_AFTER_END = declare(
    code="M408",
    name="mighty-goes-on-after-end",
    means="The deal goes on after the tenth trick, or after it was thrown in.",
    why=PLAY,
    mend="Begin another deal.",
    example=match(_PASSED | {"discard": ["S2", "D3", "C2"]}),
)

# From one deal to the next

DEALER_DOES_NOT_FOLLOW = declare(
    code="M501",
    name="mighty-dealer-does-not-follow",
    means="The dealer does not follow from the deal before.",
    why=f"{DEAL} The friend deals next, or the president who played alone; after a deal that was "
    "thrown in, the same dealer.",
    mend="Look for a missing deal, or mark that deals are missing (gap).",
    example=match(_PASSED, deal(dealer=1)),
)
TOTALS_DO_NOT_FOLLOW = declare(
    code="M502",
    name="mighty-totals-do-not-follow",
    means="The totals before a deal are not those after the deal before it, or do not sum to zero.",
    why=f"{SCORING} The payoffs are added up; they sum to zero.",
    mend="Add up again, or mark that deals are missing (gap).",
    example=match(deal(totals=[100, 0, 0, 0, 0])),
)
DEAL_TWICE = declare(
    code="M503",
    name="mighty-deal-twice",
    means="A deal is the one before it once more.",
    why="53 cards are not dealt and played alike twice: the deal was copied twice.",
    mend="Take one of the two away.",
    example=match(_PASSED, _PASSED),
)

# What is not known

GAP = declare(
    code="M601",
    name="mighty-gap",
    means="Something was not written down, and cannot be inferred.",
    why="A table alone does not hold the auction, dealer, kitty and friend call.",
    mend="Nothing, or write it down; what it would decide is not checked.",
    example=match(deal(kitty=None)),
    severity="note",
)
VIEW_KNOWS_TOO_MUCH = declare(
    code="M602",
    name="mighty-view-knows-too-much",
    means="A view shows something that its player was not shown, or hides what was.",
    why="docs/mighty.md, section Views.",
    mend="Make the view anew from the whole record (`kifu view`).",
    example=match(deal(), view=0),
)
NO_DEAL_FITS = declare(
    code="M603",
    name="mighty-no-deal-fits",
    means="No complete deal agrees with what is seen of one: some cards have nowhere to be.",
    why=f"{PLAY} Who does not follow a suit has none of it left; every card lies somewhere.",
    mend="Compare with the source.",
    example=match(
        decided(
            hands=[
                ["S3", "DK", "H2", "H3", "H4", "D2", "D3", "D4", "D5", "D6"],
                *4 * [10 * ["??"]],
            ],
            kitty=["C5", "C6", "C7"],
            discard=["C5", "C6", "C7"],
            tricks=[{"lead": 0, "cards": ["S3", "C8", "C9", "CT", "CJ"]}],
        ),
        view=0,
    ),
)
