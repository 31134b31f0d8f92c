"""Games as one player knew them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from ...findings import Finding
from ..rules import Observation
from . import codes
from .cards import HIDDEN, cards_of
from .check.well_formed import unwritable
from .record import Cards, Deal, Record, Result
from .rules import PlanowanieRules
from .state import State


def view(record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
    """Return the game as one player knew it, as in the log of that player's program.

    Nothing in a finished deal is hidden, since every card was played. In an unfinished deal, the
    cards that others did not play are hidden, and so are their declarations unless everybody had
    declared. Source: the rules of the tournament, section "Protokół"; `docs/planowanie.md`,
    "Views".

    Raises IllegalAction if `??` is a card of the deck.
    """
    breach = unwritable(record, player)
    if breach is not None:
        raise breach
    deals = [deal_view(record, *each, player) for each in zip(record.deals, shown, strict=True)]
    while deals and is_untold(deals[-1], player):
        deals.pop()
    return header_view(record, deals, player)


def header_view(record: Record, deals: Sequence[Deal], player: int) -> Record:
    """Return the game as one player knew it, given its deals as that player knew them."""
    seen = replace(record, view=player, seed=None, deals=tuple(deals))
    return replace(seen, result=None if record.result is None else _result(seen, record.result))


def deal_view(record: Record, deal: Deal, shown: Sequence[Observation], player: int) -> Deal:
    """Return a deal as one player knew it."""
    seats = range(record.seats)
    played = [[each["play"] for each in shown if each.get("player") == seat] for seat in seats]
    order = {card: at for at, card in enumerate(cards_of(record.deck.ranks, record.deck.suits))}

    def hand(seat: int) -> Cards:
        """Return another player's hand: the cards played, and hidden cards for the others."""
        known = sorted(played[seat], key=lambda card: order[card])
        return (*known, *(HIDDEN,) * (shown[0]["cards"] - len(known)))

    own_hand = shown[0]["hand"]
    hands = tuple(own_hand if seat == player else hand(seat) for seat in seats)
    if set(own_hand) == {HIDDEN} and not is_untold(deal, player):
        # Nobody recorded the hand that the player was shown, so it is only known at the end.
        filled = tuple(map(hand, seats))
        hands = None if HIDDEN in filled[player] else filled
    # The announcements may have stopped halfway; then each player knows only their own declaration.
    open_to_all = any("declarations" in each for each in shown)
    said, clocks = deal.declarations, deal.clocks
    own = record.view == player and said is not None and said[player] is not None
    return replace(
        deal,
        hands=hands,
        declarations=said if open_to_all or said is None or own else _own(said, player),
        clocks=None if clocks is None else _own_clocks(clocks, player),
        variations=(),
    )


def _own(values: Sequence[int | None], player: int) -> tuple[int | None, ...] | None:
    own = tuple(value if seat == player else None for seat, value in enumerate(values))
    return None if set(own) == {None} else own


def _own_clocks(
    clocks: Sequence[tuple[int | None, ...]], player: int
) -> tuple[tuple[int | None, ...], ...] | None:
    own = tuple(each if seat == player else () for seat, each in enumerate(clocks))
    return own if any(own) else None


def is_untold(deal: Deal, player: int) -> bool:
    """Return whether a player does not even know that the deal began."""
    knows_hand = deal.hands is not None and set(deal.hands[player]) != {HIDDEN}
    return not knows_hand and not deal.tricks and deal.declarations is None


def hides_own_hand(deal: Deal, player: int) -> bool:
    """Return whether a deal hides cards that its player was dealt."""
    return deal.hands is not None and HIDDEN in deal.hands[player] and not is_untold(deal, player)


def _result(seen: Record, result: Result) -> Result:
    """Return the result as a player knew it; only the player at fault knows why a game stopped."""
    if result.end == "unfinished":
        return replace(result, end="stopped")  # the player does not learn how the game ended
    if result.end != "fault" or result.player == seen.view:
        return result
    last = seen.deals[-1] if len(seen.deals) == len(seen.plan) > 0 else Deal()
    cards = sum(len(trick.played) for trick in last.tricks)
    over = cards > 0 and cards == seen.plan[-1].cards * seen.seats
    totals = result.totals if seen.deals else None
    return Result(end="complete" if over else "stopped", totals=totals)


# Whether a record is a view


def unlike_view(rules: PlanowanieRules, record: Record, ends: Sequence[State]) -> Iterator[Finding]:
    """Yield why a record is not the view that it claims to be, given the ends of its deals."""
    player, field = record.view or 0, "/view"
    if player not in range(record.seats):
        why = f"{player} is not a player: players are 0 to {record.seats - 1}"
        yield Finding(rule=codes.PLAYER_OUT_OF_RANGE, message=why, pointer=field)
        return
    hiding = (n for n, deal in enumerate(record.deals, 1) if hides_own_hand(deal, player))
    if record.seed is not None:
        why = f"a view of player {player} contains the seed, which reveals all hands"
        field = "/seed"
    elif (number := next(hiding, None)) is not None:
        why = f"deal {number} hides the hand of player {player}, whose view this is"
    elif header_view(record, record.deals, player) != record or not all(
        _bare(deal_view(record, deal, rules.shown(end, player), player)) == _bare(deal)
        for deal, end in zip(record.deals, ends, strict=True)
    ):
        why = f"a view of player {player} shows more (or less) than that player was shown"
    else:
        return
    yield Finding(rule=codes.VIEW_KNOWS_TOO_MUCH, message=why, pointer=field)


def _bare(deal: Deal) -> Deal:
    """Return a deal without variations and with sorted hands, since their order does not matter."""
    hands = None if deal.hands is None else tuple(tuple(sorted(hand)) for hand in deal.hands)
    return replace(deal, hands=hands, variations=())
