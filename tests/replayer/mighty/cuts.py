"""Deals cut off at any moment."""

from msgspec.structs import replace

from kifu.replayer.mighty.record import Deal, Trick


def plies(deal: Deal) -> int:
    """Return the number of calls, decisions and cards."""
    decisions = [each for each in (deal.discard, deal.contract, deal.friend) if each is not None]
    return len(deal.bids or ()) + len(decisions) + sum(len(trick.played) for trick in deal.tricks)


def cut(deal: Deal, ply: int) -> Deal:
    """Cut a whole deal off after a number of plies, as it would have been recorded then."""
    bids = deal.bids or ()
    decided = ply - len(bids)
    tricks = cut_tricks(deal, max(0, decided - 3))
    return replace(
        deal,
        bids=bids[:ply],
        president=deal.president if decided >= 0 else None,
        discard=deal.discard if decided >= 1 else None,
        contract=deal.contract if decided >= 2 else None,
        friend=deal.friend if decided >= 3 else None,
        friend_player=revealed(deal, tricks) if decided >= 3 else None,
        tricks=tricks,
        result=deal.result if ply == plies(deal) else None,
    )


def cut_tricks(deal: Deal, count: int) -> tuple[Trick, ...]:
    """Return the tricks made of a deal's first `count` cards."""
    tricks: list[Trick] = []
    for trick in deal.tricks:
        assert trick.lead is not None
        seats = [(trick.lead + place) % 5 for place in range(min(5, count))]
        if not seats:
            break
        cards = tuple(card if seat in seats else None for seat, card in enumerate(trick.cards))
        winner = trick.winner if len(seats) == 5 else None
        tricks.append(Trick(lead=trick.lead, cards=cards, winner=winner))
        count -= len(seats)
    return tuple(tricks)


def revealed(deal: Deal, tricks: tuple[Trick, ...]) -> int | None:
    """Return the player known to be the friend after these cards."""
    if deal.friend in ("first", "last"):
        number = 0 if deal.friend == "first" else 9
        winner = tricks[number].winner if number < len(tricks) else None
        return None if winner == deal.president else winner
    if deal.friend is not None and deal.friend[0] == "P":
        return int(deal.friend[1])
    for trick in tricks:
        for seat, play in enumerate(trick.cards):
            if play is not None and play[:2] == deal.friend and seat != deal.president:
                return seat
    return None
