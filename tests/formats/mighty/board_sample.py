"""A deal of Mighty, and how the board shows it."""

from typing import Any

from msgspec.structs import replace

from kifu.formats.mighty.board.board import BOARD
from kifu.replayer.mighty.record import Deal, Record, Result, Trick
from kifu.replayer.mighty.rules.deal import dealt
from kifu.replayer.mighty.rules.state import Bid

from ... import boards

NAMES = ("Alice", "Bob", "Carol", "Dave", "Eve")

# A hand-made deal: P3 plays 15♦ with P2, the holder of ♣6, and loses.
*HANDS, KITTY = dealt(
    "S8 S7 DA DJ D3 HQ HT H9 CQ C5 | SA SK DK DT HK H2 CT C8 C4 C3 | S2 D7 D6 HJ H8 H7 H5 H3 C7 C6"
    " | SJ S4 S3 DQ D8 HA H6 C9 C2 JK | SQ ST S9 S5 D9 D4 H4 CA CK CJ | S6 D5 D2"
)
PLAYED = """
    3 4  CQ C8 C6 C9 CK
    4 1  S7 SA S2 JK ST
    1 4  C5 C4 C7 C2 CA
    4 1  S8 SK H5 S6 SQ
    1 3  D3 DT D7 DQ D9
    3 3  HT H2 H7 HA H4
    3 0  DA DK D6 D2 D4
    0 1  H9 HK H8 S3 S5
    1 3  HQ C3 HJ D5 CJ
    3 0  DJ CT H3 D8 S9
"""


def tricks(table: str) -> tuple[Trick, ...]:
    """Parse tricks, one per line: leader, winner, and cards in seat order; `.` for none yet."""
    rows = (line.split() for line in table.split("\n") if line.strip())
    return tuple(
        Trick(
            lead=int(lead),
            winner=None if winner == "." else int(winner),
            cards=tuple(None if card == "." else card for card in cards),
        )
        for lead, winner, *cards in rows
    )


def bids(text: str, first: int = 4) -> tuple[Bid, ...]:
    """Parse calls in turn from the first bidder, including players who have passed."""
    return tuple(Bid((first + place) % 5, call) for place, call in enumerate(text.split()))


DEAL = Deal(
    dealer=4,
    totals=(0, 0, 0, 0, 0),
    hands=tuple(HANDS),
    kitty=KITTY,
    bids=(*bids("pass 13H pass pass 15D"), Bid(0, "pass")),
    president=3,
    discard=("SJ", "S4", "H6"),
    contract="15D",
    friend="C6",
    friend_player=2,
    tricks=tricks(PLAYED),
    result=Result(end="lost", points=8, score=-2300, payoffs=(2300, 2300, -2300, -4600, 2300)),
)
BEFORE_EXCHANGE: dict[str, Any] = {
    "discard": None,
    "contract": None,
    "friend": None,
    "friend_player": None,
    "tricks": (),
    "result": None,
}
PAID = Result(end="lost", points=8, payoffs=(2300, 2300, -2300, -4600, 2300))
BARE = Deal(tricks=DEAL.tricks)


def match(deal: Deal = DEAL, **header: Any) -> Record:
    return replace(Record(players=NAMES, deals=(deal,)), **header)


def whole(deal: Deal = DEAL, **header: Any) -> str:
    return boards.whole(BOARD, match(deal, **header))


def position(ply: int, deal: Deal = DEAL, **header: Any) -> str:
    """Return the position before a ply, or the last position if `ply` is 0."""
    return boards.position(BOARD, match(deal, **header), ply)


WHOLE = """\
round 1: Eve deals
totals     Alice 0  Bob 0  Carol 0  Dave 0  Eve 0

Alice   ♠8 ♠7  ♦A ♦J ♦3  ♥Q ♥T ♥9  ♣Q ♣5
Bob     ♠A ♠K  ♦K ♦T  ♥K ♥2  ♣T ♣8 ♣4 ♣3
Carol~  ♠2  ♦7 ♦6  ♥J ♥8 ♥7 ♥5 ♥3  ♣7 ♣6
Dave!   ♠J ♠4 ♠3  ♦Q ♦8  ♥A ♥6  ♣9 ♣2  ☆
Eve     ♠Q ♠T ♠9 ♠5  ♦9 ♦4  ♥4  ♣A ♣K ♣J
kitty   ♠6  ♦5 ♦2

auction    Eve pass  Alice 13♥  Bob pass  Carol pass  Dave 15♦  Alice pass

R   Alice  Bob  Carol~  Dave!  Eve    president  Dave!
1   ♣Q     ♣8   ♣6      (♣9    ♣K*    trump      ♦
2   ♠7     ♠A*  ♠2      ☆      (♠T    points     15
3   ♣5     (♣4  ♣7      ♣2     ♣A*    buried     ♠J ♠4  ♥6
4   ♠8     ♠K*  ♥5      ♠6     (♠Q    friend     ♣6: Carol~
5   ♦3     (♦T  ♦7      ♦Q*    ♦9
6   ♥T     ♥2   ♥7      (♥A*   ♥4
7   ♦A*    ♦K   ♦6      (♦2    ♦4
8   (♥9    ♥K*  ♥8      ♠3     ♠5
9   ♥Q     (♣3  ♥J      ♦5*    ♣J
10  ♦J*    ♣T   ♥3      (♦8    ♠9

taken      president's side 8 (Dave 7, buried 1)
           defenders 12 (Alice 4, Bob 5, Eve 3)
result     lost: 8 points, and the contract was 15♦
score      −((15 − 13 + 1) × 300 + (15 − 8) × 200) = −2300
payoffs    Alice 2300  Bob 2300  Carol −2300  Dave −4600  Eve 2300
totals     Alice 2300  Bob 2300  Carol −2300  Dave −4600  Eve 2300"""

POSITION = """\
round 1, ply 33: trick 5, card 4

Alice   ♦A ♦J ♦3  ♥Q ♥T ♥9
Bob     ♦K  ♥K ♥2  ♣T ♣3
Carol~  ♦6  ♥J ♥8 ♥7 ♥3
Dave!   ♠3  ♦8 ♦5 ♦2  ♥A
Eve     ♠9 ♠5  ♦9 ♦4  ♥4  ♣J

auction    Eve pass  Alice 13♥  Bob pass  Carol pass  Dave 15♦  Alice pass

R  Alice  Bob  Carol~  Dave!  Eve    president  Dave!
1  ♣Q     ♣8   ♣6      (♣9    ♣K*    trump      ♦
2  ♠7     ♠A*  ♠2      ☆      (♠T    points     15
3  ♣5     (♣4  ♣7      ♣2     ♣A*    buried     ♠J ♠4  ♥6
4  ♠8     ♠K*  ♥5      ♠6     (♠Q    friend     ♣6: Carol~
5  .      (♦T  ♦7      ♦Q     .
                                     still out  cards  points
                                     ♠              3       0  953
                                     ♦ trump       10       3  AKJ9865432
                                     ♥             11       5  AKQJT987432
                                     ♣              3       2  JT3
                                     ☆ joker        0       0
                                     all           27      10
                                     Mighty ♠A   gone
                                     caller ♣3    out

taken      president's side 1 (buried 1)  defenders 7 (Bob 4, Eve 3)
Eve is to follow ♦
legal:  ♦9  ♦4
done:   ♦9"""
