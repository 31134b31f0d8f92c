"""The auction: its bidders and their legal calls.

Source: the paper, III.4.2 (bidding).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...rules import IllegalAction, broken, illegal, seat_of
from ...spelling import in_letters
from .. import codes
from ..cards import PLAYERS, TRUMPS, symbol
from ..engine import auction as engine_auction
from ..engine import numbers
from ..engine.engine import Engine
from ..engine.numbers import NO_CALL, NOBODY, TRUMP_UNIT, trump_word
from ..engine.variant import variant_of
from ..options import Options
from .state import Bid, Contract

PASS = "pass"
MISDEAL = "misdeal"

_MEANT = re.compile(r"([0-9]{1,2})(NT|[SDHCN])|(NT|[SDHCN])([0-9]{1,2})")
_CALL = re.compile(r"(0|[1-9][0-9]{0,2})([A-Z])")


def means_misdeal(word: str) -> bool:
    """Return whether a word is the claim of a misdeal, perhaps misspelt.

    >>> means_misdeal("misdeal"), means_misdeal("Mis-deal!"), means_misdeal("all the tricks")
    (True, True, False)
    """
    if word == MISDEAL:
        return True
    from difflib import get_close_matches  # slow to import

    return bool(get_close_matches(in_letters(word), [MISDEAL.upper()], cutoff=0.7))


@lru_cache(maxsize=1024)
def contract_of(word: str) -> Contract | None:
    """Return the points and the trump that a word names, or None if it is not a contract.

    >>> contract_of("15H"), contract_of("pass")
    (Contract(points=15, trump='H'), None)
    """
    found = _CALL.fullmatch(word)
    return None if found is None else Contract(int(found[1]), found[2])


def highest(bids: Sequence[Bid]) -> tuple[int, Contract] | None:
    """Return the highest bid and its bidder; it is the last call other than a pass."""
    for bid in reversed(bids):
        contract = contract_of(bid.call)
        if contract is not None:
            return bid.player, contract
    return None


def first_bidder(options: Options, dealer: int, last_president: int | None) -> int:
    """Return the first bidder."""
    last = NOBODY if last_president is None else last_president
    return engine_auction.first_bidder(variant_of(options), dealer, last)


def call_number(word: str) -> int:
    """Return the number of a call; NO_CALL for any other word."""
    if word == PASS:
        return numbers.PASS
    if word == MISDEAL:
        return numbers.MISDEAL
    contract = contract_of(word)
    if contract is None:
        return NO_CALL
    points, trump = contract.numbers
    return points * TRUMP_UNIT + trump


class _CallWords(dict[int, str]):
    """The words for calls, by their numbers; words for contracts are created on first use."""

    def __missing__(self, number: int) -> str:
        points, trump = divmod(number, TRUMP_UNIT)
        self[number] = word = f"{points}{trump_word(trump)}"
        return word


CALL_WORD = _CallWords({numbers.PASS: PASS, numbers.MISDEAL: MISDEAL})


def call_breach(engine: Engine, player: int, word: str) -> IllegalAction | None:
    """Find the first rule that a call breaks."""
    breach = engine.call_breach(seat_of(player, PLAYERS), call_number(word))
    if not breach:
        return None
    variant, auction, trump = engine.variant, engine.auction, word[-1:]
    others = "" if auction.minimum_due else ", or pass"
    expected = f"expected a number and a trump, such as 15♥ or 16N{others}"
    why, _, _, meant = no_call(word, expected)
    found = broken(
        codes.LETTER,
        breach,
        why=why,
        player=player,
        turn=engine.turn,
        worth=f"{engine.least_half_points(engine.turn) / 2:g}",
        points=word[:-1],
        trump=trump,
        suit=symbol(trump),
        most=variant.bid_max,
        least=dict(zip(TRUMPS, variant.lowest, strict=True)).get(trump),
        best=f"{auction.points}{symbol(trump_word(auction.trump))}",
        bidder=auction.bidder,
    )
    found.meant = meant if found.rule is codes.NOT_A_BID else None
    return found


def meant_call(word: str) -> str | None:
    """Return the only call that a word can mean, or None.

    >>> meant_call("Pass"), meant_call("15NT"), meant_call("♥15"), meant_call("fifteen")
    ('pass', '15N', '15H', None)
    """
    simple = in_letters(word)
    if simple in ("PASS", "P", "PAS"):
        return PASS
    found = _MEANT.fullmatch(simple)
    if found is None:
        return None
    call = f"{found[1] or found[4]}{(found[2] or found[3])[0]}"
    return call if call != word else None


def no_call(word: str, expected: str, what: str = "bid") -> tuple[str, None, None, str | None]:
    """Return arguments for IllegalAction: why a word is not a call, and which call was meant."""
    meant = meant_call(word)
    if what == "contract" and meant == PASS:
        meant = None
    if meant is not None:
        same = word.isascii() or meant == PASS
        expected = f"write {meant if same else meant[:-1] + symbol(meant[-1])}"
    return f"{word!r} is not a {what}: {expected}", None, None, meant


def trump_breach(contract: Contract) -> IllegalAction | None:
    """Check that a contract names a trump."""
    if contract.trump in TRUMPS:
        return None
    return illegal(codes.UNKNOWN_TRUMP, trump=contract.trump)
