"""All the ways a Mighty record can be wrong.

`M0` covers the deal and the table, `M1` the auction, `M2` exchange, contract and friend, `M3` the
play, `M4` marks and outcome, `M5` what carries over between deals, and `M6` gaps. The engine
reports broken rules by the numbers of these codes; if an action breaks several rules, it reports
the first.
"""

from __future__ import annotations

from ...findings import declare
from ..codes import NO_DEAL, VIEW
from .cards import SEATS
from .examples import deal, decided, finished, match, played

LETTER = "M"
PAPER = "The paper on Mighty (2022)"
DEAL = f"{PAPER}, III.3 and III.4.1."
AUCTION = f"{PAPER}, III.4.2."
AUCTION_ENDS = f"{AUCTION} Bidding ends when one bidder is left or no bid can beat the last."
CONTRACT = f"{PAPER}, III.4.3."
PLAY = f"{PAPER}, III.4.4."
SCORING = f"{PAPER}, III.4.5."
MIGHTY = f"{PAPER}, III.5.1."
JOKER = f"{PAPER}, III.5.2."
CALLER = f"{PAPER}, III.5.3."
MARKS = f"{PAPER}, III.4.3 and III.4.4; IV.2.3 (gibo)."

_PASSED = deal(bids=[[seat, "pass"] for seat in range(5)])

# The deal and the table

NOT_FIVE_HANDS = declare(
    "M001 mighty-not-five-hands",
    "A deal does not have five hands.",
    DEAL,
    "Write the hands of P0 to P4, in that order.",
    match(deal(hands=deal()["hands"][:4])),
)
WRONG_SIZE = declare(
    "M002 mighty-wrong-size",
    "A hand does not have ten cards, or the kitty or the discard does not have three cards.",
    DEAL,
    "Look for a missing card, or one written into the wrong hand.",
    match(deal(kitty=["S2", "D3"])),
    reason="the president buries {size} cards, not {count}",
)
UNKNOWN_CARD = declare(
    "M003 mighty-unknown-card",
    "Something that should be a card is not one.",
    f"{DEAL} A card is written as its suit (S D H C) and rank (A K Q J T 9 to 2), or JK for the "
    "joker.",
    "Write the card: T for a ten, ?? for a hidden card.",
    match(deal(kitty=["S2", "D3", "2C"])),
)
CARD_TWICE = declare(
    "M004 mighty-card-twice",
    "A card is dealt, buried or played twice.",
    f"{DEAL} The deck has each card once.",
    example=match(deal(kitty=["S2", "D3", "JK"])),
    reason=("{card} was played already", "{card} is buried twice"),
)
UNKNOWN_TRUMP = declare(
    "M005 mighty-unknown-trump",
    "A bid or a contract names an unknown trump.",
    f"{AUCTION} Trumps are S D H C, or N for no-trump.",
    "Write the trump.",
    match(deal(bids=[[0, "15X"]])),
    reason="{trump!r} is not a trump: expected ♠, ♦, ♥, ♣ or N (no-trump)",
)
PLAYER_OUT_OF_RANGE = declare(
    "M006 mighty-player-out-of-range",
    "There is no player with this number.",
    f"{PAPER}, IV.2.2: five players, P0 to P4.",
    "Count the players from 0.",
    match(deal(dealer=5)),
)

# The auction

BID_OUT_OF_TURN = declare(
    "M101 mighty-bid-out-of-turn",
    "A player bids or passes out of turn.",
    f"{AUCTION} Players bid in seat order, starting with the first bidder (options "
    "first_bidder and pass_final).",
    "Look for a missing pass.",
    match(deal(bids=[[1, "pass"]])),
    reason="P{player} bids, but it is P{turn}'s turn",
)
BID_TOO_LOW = declare(
    "M102 mighty-bid-too-low",
    "A bid does not beat the previous one, or is below the minimum.",
    f"{AUCTION} See the options bid_min, nt_ties and nt_min_offset.",
    example=match(deal(bids=[[0, "14S"], [1, "14H"]])),
    reason=(
        "the bid is {points} points, but the lowest allowed bid is {least}",
        "{points}{suit} does not beat the {best} of P{bidder}",
    ),
)
BID_ABOVE_MAXIMUM = declare(
    "M103 mighty-bid-above-maximum",
    "A bid is above the maximum.",
    f"{AUCTION} There are twenty points (option bid_max).",
    example=match(deal(bids=[[0, "21S"]])),
    reason=(
        "the bid is {points} points, but the highest allowed bid is {most}",
        "everybody passed: the dealer plays for {least} points, not {points}",
    ),
)
BID_AFTER_PASS = declare(
    "M104 mighty-bid-after-pass",
    "A player who has passed bids or passes again.",
    f"{AUCTION} Option pass_final.",
    "Find out which player made the call.",
    match(deal(bids=[[0, "pass"], [1, "13S"], [0, "14S"]])),
    reason="P{player} has passed and is out of the auction",
)
AUCTION_NOT_FINISHED = declare(
    "M105 mighty-auction-not-finished",
    "The deal continues, but its auction is not over.",
    AUCTION_ENDS,
    "Add the missing passes.",
    match(deal(bids=[[0, "14D"]], president=0)),
)
AUCTION_GOES_ON = declare(
    "M106 mighty-auction-goes-on",
    "The auction continues after its end.",
    AUCTION_ENDS,
    example=match(deal(bids=[[0, "20N"], [1, "pass"]])),
)
MISDEAL_NOT_ALLOWED = declare(
    "M107 mighty-misdeal-not-allowed",
    "A player claims a misdeal at the wrong time, or the hand does not qualify.",
    "Option misdeal: a hand worth at most half a point, claimed instead of the first bid or pass, "
    "or between the naming of the friend and the first card.",
    example=match(deal(bids=[[0, "misdeal"]])),
    reason=(
        "a misdeal cannot be claimed in this match (option misdeal)",
        "P{player} has already bid or passed: a misdeal is claimed instead of the first call",
        "the hand of P{player} is worth {worth} points: a misdeal is worth at most ½",
        "a misdeal cannot be claimed after the auction in this match (option misdeal)",
        "a misdeal is claimed instead of the first call, or between the naming of the friend and "
        "the first card",
    ),
)
NOT_A_BID = declare(
    "M108 mighty-not-a-bid",
    "An entry of the auction is neither a bid nor a pass.",
    AUCTION,
    "Write a number and a trump (15H, 16N), `pass`, or `misdeal`.",
    match(deal(bids=[[0, "double"]])),
    reason="{why}",
)
AUCTION_DOES_NOT_FIT = declare(
    "M109 mighty-auction-does-not-fit",
    "The auction contradicts the rest of the deal.",
    f"{AUCTION} Without the auction, the rest of the deal is legal.",
    "Correct the wrong call.",
    match(finished(bids=[[seat, "pass"] for seat in SEATS])),
)
WRONG_DEALER = declare(
    "M110 mighty-wrong-dealer",
    "The first bidder is the player who would bid first under a different dealer.",
    f"{DEAL} The dealer decides who bids first (option first_bidder).",
    "Correct the dealer, the auction or the option first_bidder.",
    match(decided(dealer=3)),
)

# Exchange, contract, friend

OUT_OF_PHASE = declare(
    "M201 mighty-out-of-phase",
    "A decision is made at the wrong time, or not by the president.",
    f"{CONTRACT} The president buries three cards, settles the contract and names the friend.",
    "Put the decisions in order.",
    match(deal(variations=[{"ply": 1, "actions": ["20N", "15H"]}])),
)
DISCARD_NOT_IN_HAND = declare(
    "M202 mighty-discard-not-in-hand",
    "The president buries a card that is in neither the hand nor the kitty.",
    f"{CONTRACT} Three of the thirteen cards of hand and kitty are buried.",
    example=match(decided(discard=["SA", "S2", "C2"], contract=None, friend=None)),
    reason="P{turn} buries {card}, which is in neither the hand nor the kitty",
)
ILLEGAL_CHANGE = declare(
    "M203 mighty-illegal-change",
    "The contract is neither the winning bid nor an allowed change to it.",
    f"{CONTRACT} See the options change_cap and raise_same_suit.",
    example=match(decided(contract="16H", friend=None)),
    reason=(
        "the winning bid is {bid}: unless the trump changes, the contract cannot be {points} "
        "points",
        "{bid} may be raised to at most {most} points, not to {points}",
        "changing {bid} would lead to {changed}{suit}, but {most} points are the maximum",
    ),
)
WRONG_CHANGE_COST = declare(
    "M204 mighty-wrong-change-cost",
    "The trump is changed, but the points are not raised by the cost.",
    f"{CONTRACT} The cost is two points (options change_cost, change_to_nt_cost and change_cap).",
    "Correct the points, or the trump.",
    match(decided(contract="16S", friend=None)),
    reason="when its trump changes to {suit}, {bid} becomes {changed}{suit}, not {points}{suit}",
)
FRIEND_NOT_ALLOWED = declare(
    "M205 mighty-friend-not-allowed",
    "The friend is named in a forbidden way.",
    f"{CONTRACT} Option friend_modes: a card, the winner of the first trick, or nobody.",
    example=match(decided(friend="last")),
    reason=(
        "the friend may not be named by {word!r}: expected {modes} (option friend_modes)",
        "P{turn} is the president and cannot be the friend",
    ),
)
WRONG_CONTRACT = declare(
    "M206 mighty-wrong-contract",
    "The deal was played or scored under a different contract than the recorded one.",
    f"{CONTRACT} Under the other contract, the deal is legal.",
    example=match(finished(contract="17C")),
)

# The play

CARD_OUT_OF_TURN = declare(
    "M301 mighty-card-out-of-turn",
    "A player plays out of turn.",
    f"{PLAY} The president leads the first trick, and each winner leads the next; play is in seat "
    "order.",
    "Look for a missing card.",
    match(played(tricks=[{"lead": 0, "cards": ["DA", None, "DT", None, None]}])),
    reason="P{player} plays, but it is P{turn}'s turn",
)
CARD_NOT_IN_HAND = declare(
    "M302 mighty-card-not-in-hand",
    "A player plays a card that is not in their hand.",
    PLAY,
    "Compare the hand and the card with the source.",
    match(played("DA", "D2")),
    reason="P{player} does not hold {card}: {elsewhere}",
)
MUST_FOLLOW = declare(
    "M303 mighty-must-follow-suit",
    "A player could follow suit but does not.",
    f"{PLAY} Only the Mighty and the joker may be played at any time.",
    example=match(played("DA", "C6")),
    reason="P{player} must follow suit: {led} was led, and the hand has {followers}, so {card} is "
    "illegal",
)
MIGHTY_FORCED = declare(
    "M304 mighty-is-forced",
    "A player does not play the Mighty, though it is their last card of the suit led.",
    f"{MIGHTY} Option mighty_forced_with_joker.",
    example=match(played("S5", "S3", "D8")),
    reason="the Mighty ({mighty}) is the last {mighty_suit} in the hand and must be "
    "played{instead}",
)
BANNED_LEAD = declare(
    "M305 mighty-banned-lead",
    "The first trick is led with a trump, the joker, or the joker caller.",
    f"{PLAY} See the options t1_lead_joker, t1_lead_caller and t1_stuck.",
    example=match(played("H9")),
    reason=(
        "{card} cannot lead the first trick: {banned} may not be led to it",
        "{released} may be led if the hand has nothing else, but {card} may not",
    ),
)
JOKER_IN_FIRST_TRICK = declare(
    "M306 mighty-joker-in-first-trick",
    "A player follows with the joker in the first trick, which an option forbids.",
    f"{JOKER} Option t1_joker_follow.",
    "Compare the card with the source, or correct the option.",
    match(played("DA", "JK"), rules={"t1_joker_follow": "forbidden"}),
    reason="the joker may not be played in the first trick (option t1_joker_follow)",
)
CALL_NOT_ALLOWED = declare(
    "M307 mighty-call-not-allowed",
    "The joker is called with the wrong card, by a player who follows, or in the first trick.",
    f"{CALLER} The caller is ♣3; if clubs are trump, see option caller_when_clubs.",
    "Remove the `!`.",
    match(played("DA!")),
    reason=(
        "only the leader of a trick may call the joker",
        "{card} cannot call the joker: {caller} can",
        "the joker cannot be called in the first trick",
    ),
)
CALLED_JOKER = declare(
    "M308 mighty-called-joker-not-played",
    "The joker is called, but its holder plays another card.",
    f"{CALLER} Only the Mighty may be played instead (option mighty_defence).",
    example=match(played("C3!", "C6", whole=1)),
    reason="the joker is called: its holder must play it{defence}, not {card}",
)
SUIT_MISSING = declare(
    "M309 mighty-suit-missing",
    "The joker is led without naming the suit to follow.",
    JOKER,
    "Write the suit after it (☆♥, JKH).",
    match(played("JK", lead=1, whole=2)),
    reason="the joker is led without a suit to follow: expected ☆♠, ☆♦, ☆♥ or ☆♣",
)
SUIT_NOT_ALLOWED = declare(
    "M310 mighty-suit-not-allowed",
    "A card names a suit, which only a joker that is led can do.",
    f"{JOKER} Option t10_joker_lead.",
    "Remove the suit.",
    match(played("DAH")),
    reason=(
        "{card} names a suit: only a joker that is led can do that",
        "the second card sets the suit, so the joker cannot name one (option t10_joker_lead)",
    ),
)
CALL_MISSING = declare(
    "M311 mighty-call-missing",
    "The joker caller is led without `!`, but the rest of the deal shows that it called the joker.",
    f"{CALLER} A called joker has no power: another player wins the trick.",
    "Write `!` after the card (♣3!, C3!).",
    match(
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
    "M401 mighty-wrong-lead",
    "The wrong player is marked as leading a trick.",
    MARKS,
    "Mark the winner of the previous trick, or in the first trick, the president.",
    match(played(tricks=[{"lead": 1, "cards": ["DA", "D5", "DT", "DQ", "D2"]}])),
)
WRONG_WINNER = declare(
    "M402 mighty-wrong-winner",
    "The wrong player is marked as winning a trick.",
    MARKS,
    "Mark the player who played the highest card.",
    match(played(tricks=[{"cards": ["DA", "D5", "DT", "DQ", "D2"], "winner": 3}])),
)
WRONG_ROLE = declare(
    "M403 mighty-wrong-role",
    "The wrong player is marked as president or friend.",
    MARKS,
    "Mark the winner of the auction as president, and the actual friend as friend.",
    match(decided(president=1, friend=None)),
)
WRONG_POINTS = declare(
    "M404 mighty-wrong-points",
    "The points differ from those the president's side took.",
    f"{SCORING} A K Q J T count one each; for buried cards, see option buried_points_to.",
    "Count the points again.",
    match(finished(result={"points": 16})),
)
WRONG_OUTCOME = declare(
    "M405 mighty-wrong-outcome",
    "The recorded result is not how the deal ended.",
    f"{SCORING} The president's side needs at least the points of the contract.",
    example=match(finished(result={"end": "lost"})),
)
WRONG_SCORE = declare(
    "M406 mighty-wrong-score",
    "The score does not agree with the formula.",
    f"{SCORING} It depends on the options formula, base, risk and card, and on the multipliers.",
    "Calculate it again.",
    match(finished(result={"score": 1300})),
)
WRONG_PAYOFFS = declare(
    "M407 mighty-wrong-payoffs",
    "The payoffs do not agree with the score.",
    f"{SCORING} The president gets twice the score, or four times if alone; the friend gets the "
    "score once.",
    "Calculate them again.",
    match(finished(result={"payoffs": [2200, -1100, -1100, 1100, -1100]})),
)
GOES_ON_AFTER_END = declare(
    "M408 mighty-goes-on-after-end",
    "The deal continues after its tenth trick, or after it was thrown in.",
    PLAY,
    "Begin a new deal there.",
    match(_PASSED | {"discard": ["S2", "D3", "C2"]}),
)

# Between deals

DEALER_DOES_NOT_FOLLOW = declare(
    "M501 mighty-dealer-does-not-follow",
    "The dealer is not the player who deals next after the previous deal.",
    f"{DEAL} The friend deals next, or the president if alone; a deal that was thrown in is "
    "redealt.",
    "Look for a missing deal, or mark that deals are missing (gap).",
    match(_PASSED, deal(dealer=1)),
)
TOTALS_DO_NOT_FOLLOW = declare(
    "M502 mighty-totals-do-not-follow",
    "The totals do not follow from the previous deal, or do not sum to zero.",
    f"{SCORING} The payoffs are added up; they sum to zero.",
    "Add them up again, or mark that deals are missing (gap).",
    match(deal(totals=[100, 0, 0, 0, 0])),
)
DEAL_TWICE = declare(
    "M503 mighty-deal-twice",
    "A deal repeats the previous one.",
    "53 cards are never dealt and played the same way twice: the deal was copied.",
    "Remove one of the two.",
    match(_PASSED, _PASSED),
)

# Gaps and views

GAP = declare(
    "M601 mighty-gap",
    "Part of the deal was not written down and cannot be inferred.",
    "A table alone does not record the auction, dealer, kitty or friend call.",
    "Nothing, or write it down if you want more to be checked.",
    match(deal(kitty=None)),
    "note",
)
VIEW_KNOWS_TOO_MUCH = declare("M602 mighty-view-knows-too-much", *VIEW, match(deal(), view=0))
NO_DEAL_FITS = declare(
    "M603 mighty-no-deal-fits",
    *NO_DEAL,
    match(
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
