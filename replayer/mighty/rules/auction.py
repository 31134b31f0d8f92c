"""The auction: who bids, and what may be bid.

Source: the paper, III.4.2 (bidding).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import normalize

from ...rules import IllegalAction
from .. import codes
from ..cards import HIDDEN, JOKER, PLAYERS, TRUMPS, symbol
from ..options import Options
from .state import Bid, Contract, State

PASS = "pass"
MISDEAL = "misdeal"

_SUITS = str.maketrans("♠♦♥♣♤♢♡♧", "SDHCSDHC", "\ufe0f\ufe0e")
_MEANT = re.compile(r"([0-9]{1,2})(NT|[SDHCN])|(NT|[SDHCN])([0-9]{1,2})")
_CALL = re.compile(r"(0|[1-9][0-9]{0,2})([A-Z])")


@lru_cache(maxsize=1024)
def contract_of(word: str) -> Contract | None:
    """The points and the trump that a word names; None where it names none.

    >>> contract_of("15H"), contract_of("pass")
    (Contract(points=15, trump='H'), None)
    """
    found = _CALL.fullmatch(word)
    return None if found is None else Contract(int(found[1]), found[2])


def highest(bids: Sequence[Bid]) -> tuple[int, Contract] | None:
    """The highest bid, which is the last that was no pass, and who made it."""
    for bid in reversed(bids):
        contract = contract_of(bid.call)
        if contract is not None:
            return bid.player, contract
    return None


def first_bidder(options: Options, dealer: int, last_president: int | None) -> int:
    """Who bids first."""
    if options.first_bidder == "left-of-dealer":
        return (dealer + 1) % PLAYERS
    if options.first_bidder == "previous-president" and last_president is not None:
        return last_president
    return dealer


def next_bidder(options: Options, state: State) -> int | None:
    """Who bids after the last call; None where the auction is over."""
    bids, best = state.bids, highest(state.bids)
    last = bids[-1]
    if best is not None and not _can_be_beaten(options, best[1]):
        return None
    if len(bids) >= PLAYERS and all(bid.call == PASS for bid in bids[:PLAYERS]):
        return state.dealer if must_play_minimum(options, state) else None
    if options.pass_final:
        out = {bid.player for bid in bids if bid.call == PASS}
        if best is not None and len(out - {best[0]}) == PLAYERS - 1:
            return None
    else:
        out = set[int]()
        if best is not None and _last_passes(bids) >= PLAYERS - 1:
            return None
    seat = (last.player + 1) % PLAYERS
    while seat in out:
        seat = (seat + 1) % PLAYERS
    return seat


def must_play_minimum(options: Options, state: State) -> bool:
    """Whether everybody passed, so that the dealer has to play the lowest bid."""
    all_passed = len(state.bids) >= PLAYERS and highest(state.bids) is None
    return options.all_pass == "dealer-plays-minimum" and all_passed


def _last_passes(bids: Sequence[Bid]) -> int:
    """The number of passes since the last bid."""
    count = 0
    for bid in reversed(bids):
        if bid.call != PASS:
            break
        count += 1
    return count


def lowest(options: Options, trump: str) -> int:
    """The lowest number of points that can be bid with a trump."""
    return options.bid_min + (options.nt_min_offset if trump == "N" else 0)


def _beats(options: Options, one: Contract, other: Contract) -> bool:
    assert one.points is not None
    assert other.points is not None
    if one.points != other.points:
        return one.points > other.points
    return options.nt_ties == "beats" and one.trump == "N" != other.trump


def _can_be_beaten(options: Options, contract: Contract) -> bool:
    trumps = [trump for trump in TRUMPS if lowest(options, trump) <= options.bid_max]
    return any(_beats(options, Contract(options.bid_max, trump), contract) for trump in trumps)


def legal_calls(options: Options, state: State) -> list[str]:
    """Every call that the player in turn may make."""
    numbers = range(min(lowest(options, "S"), lowest(options, "N")), options.bid_max + 1)
    words = [f"{number}{trump}" for number in numbers for trump in TRUMPS]
    words = [PASS, *words, MISDEAL]
    return [word for word in words if call_breach(options, state, state.turn, word) is None]


def call_breach(options: Options, state: State, player: int, word: str) -> IllegalAction | None:
    """Find the first rule that a call breaks: who has passed, whose turn it is, how high it is."""
    forced = must_play_minimum(options, state)
    out = options.pass_final and Bid(player, PASS) in state.bids
    if out and not (forced and player == state.dealer):
        why = f"P{player} has passed, and stays out of the auction"
        return IllegalAction(codes.BID_AFTER_PASS, why)
    if player != state.turn:
        why = f"P{player} bids, but it is P{state.turn}'s turn"
        return IllegalAction(codes.BID_OUT_OF_TURN, why)
    if word == MISDEAL:
        return _misdeal_breach(options, state, player)
    if word == PASS and not forced:
        return None
    contract = contract_of(word)
    if contract is None:
        due = "a number and a trump" if forced else "a number and a trump, or pass,"
        return IllegalAction(codes.NOT_A_BID, *no_call(word, f"{due} is due, such as 15♥ or 16N"))
    return trump_breach(contract) or _height_breach(options, state, contract)


def meant_call(word: str) -> str | None:
    """The call that a word can only mean, None where it means none.

    >>> meant_call("Pass"), meant_call("15NT"), meant_call("♥15"), meant_call("fifteen")
    ('pass', '15N', '15H', None)
    """
    simple = "".join(normalize("NFKC", word).translate(_SUITS).upper().split())
    if simple in ("PASS", "P", "PAS"):
        return PASS
    found = _MEANT.fullmatch(simple)
    if found is None:
        return None
    call = f"{found[1] or found[4]}{(found[2] or found[3])[0]}"
    return call if call != word else None


def no_call(word: str, due: str, what: str = "bid") -> tuple[str, None, None, str | None]:
    """Why a word is no call, and the call that it means, as IllegalAction takes them."""
    meant = meant_call(word)
    if what == "contract" and meant == PASS:
        meant = None
    if meant is not None:
        due = (
            f"write {meant if word.isascii() or meant == PASS else meant[:-1] + symbol(meant[-1])}"
        )
    return f"{word!r} is no {what}: {due}", None, None, meant


def trump_breach(contract: Contract) -> IllegalAction | None:
    """Check that a contract names a trump."""
    if contract.trump in TRUMPS:
        return None
    why = f"{contract.trump!r} is no trump: ♠, ♦, ♥, ♣ or N (no-trump) is due"
    return IllegalAction(codes.UNKNOWN_TRUMP, why)


def _height_breach(options: Options, state: State, contract: Contract) -> IllegalAction | None:
    points, least = contract.points or 0, lowest(options, contract.trump)
    if points > options.bid_max:
        why = f"{points} points are bid, but at most {options.bid_max} can be"
        return IllegalAction(codes.BID_ABOVE_MAXIMUM, why)
    if points < least:
        why = f"{points} points are bid, but the lowest bid is {least}"
        return IllegalAction(codes.BID_TOO_LOW, why)
    if must_play_minimum(options, state) and points > least:
        why = f"everybody passed: the dealer plays {least} points, and not {points}"
        return IllegalAction(codes.BID_ABOVE_MAXIMUM, why)
    best = highest(state.bids)
    if best is not None and not _beats(options, contract, best[1]):
        shown = f"{best[1].points}{symbol(best[1].trump)}"
        why = f"{points}{symbol(contract.trump)} does not beat the {shown} of P{best[0]}"
        return IllegalAction(codes.BID_TOO_LOW, why)
    return None


def _misdeal_breach(options: Options, state: State, player: int) -> IllegalAction | None:
    if options.misdeal == "off":
        why = "no hand may be thrown in as a misdeal (option misdeal)"
        return IllegalAction(codes.MISDEAL_NOT_ALLOWED, why)
    if any(bid.player == player for bid in state.bids):
        why = f"P{player} has bid or passed already: a misdeal is claimed in place of that"
        return IllegalAction(codes.MISDEAL_NOT_ALLOWED, why)
    halves = half_points(state.hands[player])
    if HIDDEN in state.hands[player]:
        halves -= 2 * (JOKER in state.unseen)
    if halves > 1:
        why = f"the hand of P{player} is worth {halves / 2:g} points, and at most ½ is a misdeal"
        return IllegalAction(codes.MISDEAL_NOT_ALLOWED, why)
    return None


def half_points(hand: Sequence[str]) -> int:
    """What a hand is worth for a misdeal, in halves of a point.

    A K Q J are one point, a ten is half a point, the joker takes one away, and ♠A is nothing.

    >>> half_points(["SA", "ST", "HK", "JK", "C2"])
    1
    """
    worth = {"A": 2, "K": 2, "Q": 2, "J": 2, "T": 1}
    return sum(-2 if card == JOKER else worth.get(card[1:], 0) for card in hand if card != "SA")
