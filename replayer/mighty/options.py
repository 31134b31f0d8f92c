"""The local variants of the rules of Mighty, and the presets.

A record stores the name of its preset and every option, so that it can still be replayed when a
preset changes. The defaults are those of the paper, and never change.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

FriendMode = Literal["card", "first", "none", "seat", "last-trick"]
BannedLead = Literal["caller", "trumps", "joker"]


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a match.

    >>> Options().bid_min, PRESETS["pagat"].caller_when_clubs
    (13, 'S3')
    """

    preset: str = "seed"
    """The name of the preset on which the options are based."""

    first_bidder: Literal["dealer", "left-of-dealer", "previous-president"] = "dealer"
    """The first bidder; also the dealer if there is no previous president."""

    bid_min: int = 13
    bid_max: int = 20
    """The lowest and the highest number of points that can be bid."""

    nt_ties: Literal["beats", "must-exceed"] = "beats"
    """Whether no-trump beats a suit at the same number."""

    nt_min_offset: int = 0
    """The points added to `bid_min` for a bid of no-trump."""

    pass_final: bool = True
    """A player who passes is out; otherwise the auction ends after four passes in a row."""

    all_pass: Literal["thrown-in", "dealer-plays-minimum"] = "thrown-in"
    """The consequence if nobody bids."""

    misdeal: Literal["off", "half-point", "half-point-before-play"] = "off"
    """Whether a hand worth at most half a point may be thrown in: never, in place of the first
    call, or also after the friend is named.
    """

    change_cost: int = 2
    change_to_nt_cost: int = 2
    """The points by which a change of the trump raises the contract."""

    change_cap: int | None = None
    """The points at which the cost is capped; without it, a change beyond `bid_max` is illegal."""

    raise_same_suit: bool = False
    """Whether the president may raise the contract without changing the trump."""

    friend_modes: tuple[FriendMode, ...] = ("card", "first", "none")
    """The ways in which a friend may be named."""

    t1_lead_joker: Literal["forbidden", "allowed"] = "forbidden"
    t1_lead_caller: Literal["forbidden", "as-plain-card"] = "forbidden"
    """Whether the joker, and the joker caller, may be led in the first trick."""

    t1_stuck: tuple[BannedLead, ...] = ("caller", "trumps", "joker")
    """A player with only banned cards leads from the first of these classes that the hand has."""

    joker_dead_in: tuple[int, ...] = (1, 10)
    """The tricks in which the joker has no power."""

    t1_joker_follow: Literal["dead", "forbidden"] = "dead"
    """Whether the joker may follow in the first trick."""

    mighty_forced_with_joker: Literal["joker-may-be-played", "mighty-must"] = "joker-may-be-played"
    """Whether the joker may be played when the Mighty is forced."""

    t10_joker_lead: Literal["names-suit", "next-card-sets-suit"] = "names-suit"
    """The effect of a dead joker led to the last trick."""

    dead_trick: Literal["leader", "second-player"] = "leader"
    """The winner if a dead joker is led, and nobody plays the Mighty, a trump or the suit named."""

    mighty_defence: bool = True
    """Whether the Mighty may be played instead of a called joker."""

    caller_when_clubs: Literal["H3", "S3"] = "H3"
    """The joker caller if clubs are trump."""

    buried_points_to: Literal["president", "defenders"] = "president"
    """The side for which the buried point cards count."""

    formula: Literal["seed", "pagat"] = "seed"
    """The formula of the score."""

    base: int = 13
    risk: int = 300
    card: int = 200
    """The terms of the formula of the paper (III.4.5)."""

    mult_no_trump: int = 1
    mult_run: int = 1
    mult_backrun: int = 1
    mult_solo: int = 1
    """The multipliers of the score: for no-trump, all twenty points, a backrun, a declared solo."""

    multipliers: Literal["all", "highest"] = "all"
    """Whether all multipliers that apply are multiplied, or only the highest is used."""

    backrun_at: int = 11
    """The defenders' points from which a lost contract is a backrun."""

    score_cap: int | None = None
    score_cap_no_trump: int | None = None
    """The most that a deal counts, won or lost, after all multipliers; unlimited if not set.
    No-trump has the same cap, unless it has its own.
    """


PRESETS = {
    "seed": Options(),
    # Secondary source: Pagat, "Mighty" (https://www.pagat.com/picture/mighty.html), as far as the
    # options here can express it.
    "pagat": Options(
        preset="pagat",
        first_bidder="previous-president",
        misdeal="half-point",
        change_to_nt_cost=1,
        change_cap=20,
        raise_same_suit=True,
        t1_lead_joker="allowed",
        t1_lead_caller="as-plain-card",
        caller_when_clubs="S3",
        formula="pagat",
        mult_no_trump=2,
        mult_run=2,
        mult_backrun=2,
        mult_solo=2,
    ),
    # A league's game; the caps are those that its score sheets show.
    "league": Options(
        preset="league",
        bid_min=14,
        base=14,
        mult_no_trump=2,
        score_cap=2000,
        score_cap_no_trump=3000,
    ),
}


def resolved(values: dict[str, Any]) -> Options:
    """Return the options of a preset, with those named changed.

    Raises KeyError if there is no such preset, and msgspec.ValidationError (a ValueError) if an
    option has no such value.

    >>> resolved({"preset": "league", "risk": 100}).base
    14
    """
    preset = PRESETS[values.get("preset", "seed")]
    return msgspec.convert(msgspec.to_builtins(preset) | values, Options)


def changed(options: Options) -> dict[str, object]:
    """Return the options that differ from the default."""
    default = msgspec.to_builtins(PRESETS["seed"])
    return {
        name: value
        for name, value in msgspec.to_builtins(options).items()
        if name != "preset" and value != default[name]
    }
