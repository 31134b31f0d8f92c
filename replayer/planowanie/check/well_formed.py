"""Checks that a game and its deals are well-formed: deck, players, plan, hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from ...rules import IllegalAction
from .. import codes
from ..cards import HIDDEN, deck_fault, strangers
from ..deal import deal_breaches
from ..record import TOURNAMENT, Deal, Deck, Planned, Record
from ..rules import PlanowanieRules
from .recorded import hands_of, rules_of

LEAST_PLAYERS, MOST_PLAYERS = 2, 4
_NEARLY_ALL = 0.8
_SLIPS = 2
"""The most cards of a deal that may be slips; with more, the deck itself is wrong."""


def setup_breaches(record: Record) -> Iterator[tuple[str, IllegalAction]]:
    """Yield what is wrong with a game before its first deal, and where (a JSON pointer)."""
    deck, seats, plan = record.deck, record.seats, record.plan
    dealt = seats_dealt(record)
    breach = deck_breach(deck) or unwritable(record, record.view)
    if breach is not None:
        yield "/deck", breach
    if not LEAST_PLAYERS <= seats <= MOST_PLAYERS:
        why = f"there are {seats} players: expected {LEAST_PLAYERS} to {MOST_PLAYERS}"
        yield "/seats", IllegalAction(codes.BAD_PLAYERS, why)
    elif dealt not in (None, seats):
        why = f"there are {seats} players, but all deals and tricks are for {dealt}"
        yield "/seats", IllegalAction(codes.BAD_PLAYERS, why)
    elif breach is None and not ended_in_setup(record):
        # A plan that is left out is the tournament's; its deals are not separate slips.
        yield from islice(plan_breaches(deck, seats, plan), 1 if plan == TOURNAMENT else None)
    names = len(record.players) if record.players is not None else seats
    possible = range(LEAST_PLAYERS, MOST_PLAYERS + 1)
    # If the number of players is impossible, the names may show the right one.
    if names not in (seats, dealt) and (seats in possible or names not in possible):
        why = f"there are {names} names for {seats} players"
        yield "/players", IllegalAction(codes.BAD_PLAYERS, why)


def seats_dealt(record: Record) -> int | None:
    """Return the number of players on which nearly all hands and tricks agree, if any."""
    sizes = [len(deal.hands) for deal in record.deals if deal.hands is not None]
    sizes += [len(trick.cards) for deal in record.deals for trick in deal.tricks]
    rows = Counter(sizes)
    for count, times in rows.most_common(1):
        if count and rows.total() > 1 and times > _NEARLY_ALL * rows.total():
            return count
    return None


def ended_in_setup(record: Record) -> bool:
    """Return whether a game ended before its deals were planned."""
    ended = record.result is not None and record.result.end in ("fault", "stopped")
    return ended and not record.plan and not record.deals


def deck_breach(deck: Deck) -> IllegalAction | None:
    """Return what is wrong with a deck."""
    why = deck_fault(deck.ranks, deck.suits)
    return None if why is None else IllegalAction(codes.BAD_DECK, why)


def unwritable(record: Record, viewer: int | None) -> IllegalAction | None:
    """Return why a game, or a player's view of it, cannot be written with its deck.

    If `??` is a card, unknown cards cannot be written: all cards must be known to everybody.
    """
    hidden = record.deck.hidden
    if hidden == HIDDEN:
        return None
    what = None
    if viewer is not None:
        what = f"a card that player {viewer} does not know"
    else:
        for number, deal in enumerate(record.deals, start=1):
            if deal.hands is None or any(hidden in hand for hand in deal.hands):
                what = f"an unknown hand of deal {number}"
                break
    if what is None:
        return None
    return IllegalAction(
        codes.BAD_DECK, f"{HIDDEN} is a card of this deck, so {what} cannot be written"
    )


def plan_breaches(
    deck: Deck, seats: int, plan: Sequence[Planned]
) -> Iterator[tuple[str, IllegalAction]]:
    """Yield what is wrong with a plan, and where (a JSON pointer)."""
    size = len(deck.ranks) * len(deck.suits)
    if not plan:
        yield "/plan", IllegalAction(codes.BAD_PLAN, "the plan has no deals")
    for number, (cards, start) in enumerate((each.cards, each.start) for each in plan):
        if cards < 1:
            why = f"{cards} cards are planned for each player: expected at least one"
            yield f"/plan/{number}/0", IllegalAction(codes.BAD_PLAN, why)
        elif cards * seats > size:
            why = f"{cards} cards are planned for each of {seats} players, but the deck has {size}"
            yield f"/plan/{number}/0", IllegalAction(codes.BAD_PLAN, why)
        elif start not in range(seats):
            why = f"player {start} is planned to lead: players are 0 to {seats - 1}"
            yield f"/plan/{number}/1", IllegalAction(codes.BAD_PLAN, why)


def malformations(record: Record) -> Iterator[tuple[str, IllegalAction]]:
    """Yield what keeps a game, or one of its deals, from being played, and where."""
    found = list(setup_breaches(record))
    yield from found
    for number, deal in enumerate(() if found else record.deals):
        wrong = malformed(rules_of(record), deal, number)
        if wrong is not None:
            yield f"/deals/{number}{wrong[0]}", wrong[1]


def of_another_deck(deck: Deck, deal: Deal) -> bool:
    """Return whether cards are played with a rank or a suit that the deck does not have."""
    played = (card for trick in deal.tricks for card in trick.played)
    return bool(strangers(deck.ranks, deck.suits, played))


def malformed(rules: PlanowanieRules, deal: Deal, number: int) -> tuple[str, IllegalAction] | None:
    """Return what keeps a deal from being played at all, and where (a JSON pointer in it)."""
    return next(deal_malformations(rules, deal, number), None)


def deal_malformations(
    rules: PlanowanieRules, deal: Deal, number: int
) -> Iterator[tuple[str, IllegalAction]]:
    """Yield everything malformed in a deal, and where (a JSON pointer in it)."""
    players = rules.players
    if number >= len(rules.plan):
        why = f"this is deal {number + 1}, but only {len(rules.plan)} are planned"
        yield "", IllegalAction(codes.GOES_ON_AFTER_END, why)
        return
    hands = hands_of(rules, deal, number)
    breaches = list(deal_breaches(rules.deck, players, rules.plan[number].cards, hands))
    strange = [each for each in breaches if each.rule is codes.CARD_NOT_IN_DECK]
    if len(strange) > _SLIPS or (strange and of_another_deck(rules.deck, deal)):
        breaches = [each for each in breaches if each not in strange[1:]]
    for breach in breaches:
        parts = [str(each) for each in (breach.part, breach.offset) if each is not None]
        yield "/".join(["/hands", *parts]), breach
    sized = [
        ("/declarations", deal.declarations),
        ("/points", deal.points),
        ("/clocks", deal.clocks),
    ]
    sized += [(f"/tricks/{at}/cards", trick.cards) for at, trick in enumerate(deal.tricks)]
    for field, values in sized:
        if values is not None and len(values) != players:
            why = f"there are {len(values)} values: expected {players}, one for each player"
            yield field, IllegalAction(codes.WRONG_SIZE, why)
    for at, trick in enumerate(deal.tricks):
        for mark, seat in (("lead", trick.lead), ("winner", trick.winner)):
            if seat is not None and seat not in range(players):
                why = f"{seat} is not a player: players are 0 to {players - 1}"
                yield f"/tricks/{at}/{mark}", IllegalAction(codes.PLAYER_OUT_OF_RANGE, why)
