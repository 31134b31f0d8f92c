"""Reads a game that may not be well-formed: deck, players, plan, and each deal.

Parts that cannot be played are reported. They are left out, or taken from another place in the
record; nothing is made up. If the plan of a game is wrong, each deal itself shows its number of
cards and its leader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from ....findings import amount
from ...rules import IllegalAction
from .. import codes
from ..cards import HIDDEN, Cards, deal_breaches, deck_fault, is_card, strangers
from ..record import TOURNAMENT, Deal, Deck, Planned, Record, Trick
from ..rules import PlanowanieRules
from .recorded import hands_of, rules_of

LEAST_PLAYERS, MOST_PLAYERS = 2, 4
_NEARLY_ALL = 0.8
_SLIPS = 2
"""The maximum number of wrong cards in a deal that count as slips; with more, the deck is wrong."""


# The game


def setup_breaches(record: Record) -> Iterator[tuple[str, IllegalAction]]:
    """Yield the errors in a game before its first deal, with their places (JSON pointers)."""
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
        # An omitted plan means the tournament's plan; then only its first error is reported.
        yield from islice(plan_breaches(deck, seats, plan), 1 if plan == TOURNAMENT else None)
    names = len(record.players) if record.players is not None else seats
    possible = range(LEAST_PLAYERS, MOST_PLAYERS + 1)
    # If the number of players is impossible, the names may show the right one.
    if names not in (seats, dealt) and (seats in possible or names not in possible):
        why = f"there are {names} names for {seats} players"
        yield "/players", IllegalAction(codes.BAD_PLAYERS, why)


def seats_dealt(record: Record) -> int | None:
    """Return the number of players according to nearly all hands and tricks, if they agree."""
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
    """Return the error in a deck, if any."""
    why = deck_fault(deck.ranks, deck.suits)
    return None if why is None else IllegalAction(codes.BAD_DECK, why)


def unwritable(record: Record, viewer: int | None) -> IllegalAction | None:
    """Return why a game, or a player's view of it, cannot be written with its deck.

    If `??` is a card, unknown cards cannot be written: all cards must be known to everybody.
    """
    hidden = record.deck.hidden
    if hidden == HIDDEN:
        return None
    what = None if viewer is None else f"a card that player {viewer} does not know"
    for number, deal in enumerate(record.deals, start=1):
        if what is None and (deal.hands is None or any(hidden in hand for hand in deal.hands)):
            what = f"an unknown hand of deal {number}"
    why = f"{HIDDEN} is a card of this deck, so {what} cannot be written"
    return None if what is None else IllegalAction(codes.BAD_DECK, why)


def plan_breaches(
    deck: Deck, seats: int, plan: Sequence[Planned]
) -> Iterator[tuple[str, IllegalAction]]:
    """Yield the errors in a plan, with their places (JSON pointers)."""
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
    """Yield the errors that keep a game or a deal from being played, with their places."""
    found = list(setup_breaches(record))
    yield from found
    for number, deal in enumerate(() if found else record.deals):
        for field, breach in read_deal(rules_of(record), deal, number).slips[:1]:
            yield f"/deals/{number}{field}", breach


def game_left(record: Record) -> Record | None:
    """Return a game whose deck, players or plan is wrong, with these corrected from its deals.

    None if the deals do not show the right values; a deck can never be inferred, since the order of
    its cards matters.
    """
    if deck_breach(record.deck) is not None:
        return None
    seats = seats_dealt(record) or record.seats
    if seats not in range(LEAST_PLAYERS, MOST_PLAYERS + 1) or not record.deals:
        return None
    plan = list(record.plan)
    for number, each in enumerate(plan):
        if any(plan_breaches(record.deck, seats, [each])):
            deal = record.deals[number] if number < len(record.deals) else Deal()
            plan[number] = planned(deal, each)
    left = replace(record, seats=seats, plan=tuple(plan))
    return None if any(plan_breaches(record.deck, seats, plan)) else left


def planned(deal: Deal, otherwise: Planned) -> Planned:
    """Return the plan that a deal implies, judging by its hands and its first trick."""
    sizes = {len(hand) for hand in deal.hands or ()}
    lead = deal.tricks[0].lead if deal.tricks else None
    return Planned(
        sizes.pop() if len(sizes) == 1 else otherwise.cards,
        otherwise.start if lead is None else lead,
    )


def planned_on(record: Record) -> tuple[Planned, ...]:
    """Return a game's plan, extended with entries inferred from deals that it does not cover."""
    plan = record.plan
    behind = (
        planned(deal, Planned(len(deal.tricks) or plan[-1].cards, plan[-1].start))
        for deal in record.deals[len(plan) :]
    )
    return (*plan, *behind)


# A deal


class DealRead(Struct, frozen=True):
    """The part of a deal that can be replayed, and rules in which its plan is right.

    `slips` are the errors that keep it from being played as written, each with its place (a JSON
    pointer within the deal). `deal` has a hand for each player, or is None if nothing can be
    played. `whole` says whether all tricks of the deal can be replayed, and `counts` says whether
    its points can be counted. `strange` are the ranks and suits that the deck does not have, with
    "size" if all hands have a different size than planned.
    """

    rules: PlanowanieRules
    deal: Deal | None
    slips: tuple[tuple[str, IllegalAction], ...] = ()
    whole: bool = True
    counts: bool = True
    strange: frozenset[str] = frozenset()


def read_deal(rules: PlanowanieRules, deal: Deal, number: int, own_plan: bool = False) -> DealRead:
    """Read deal `number` (from 0); with `own_plan`, its own cards show its size and its leader."""
    players, deck, plan, strange = rules.players, rules.deck, rules.plan, frozenset[str]()
    if number >= len(plan):
        return DealRead(rules, None, (("", unplanned(number, len(plan))),))
    cards, hands = plan[number].cards, hands_of(rules, deal, number)
    deal = replace(deal, hands=hands)
    played = (card for trick in deal.tricks for card in trick.played)
    of_another_deck = bool(strangers(deck.ranks, deck.suits, played))
    breaches = list(deal_breaches((deck.ranks, deck.suits), players, cards, hands))
    unknown = [each for each in breaches if each.rule is codes.CARD_NOT_IN_DECK]
    if len(unknown) > _SLIPS or (unknown and of_another_deck):
        breaches = [each for each in breaches if each not in unknown[1:]]
    slips = (*_of_hands(breaches), *_of_lists(deal, players))
    if slips:
        strange |= strangers(deck.ranks, deck.suits, (card for hand in hands for card in hand))
        sizes = {len(hand) for hand in hands} - {0}
        if len(sizes) == 1 and sizes != {cards}:
            strange |= {"size"}
    if own_plan or "size" in strange:
        own = planned(deal, plan[number])
        rules = replace(rules, plan=(*plan[:number], own, *plan[number + 1 :]))
    elif not slips:
        return DealRead(rules, deal)
    read = DealRead(rules, None, slips, strange=strange)
    if of_another_deck or any(plan_breaches(deck, players, rules.plan[number : number + 1])):
        return read
    return _playable(read, deal, rules.plan[number].cards)


def unplanned(number: int, planned: int) -> IllegalAction:
    """Return the error for deal `number` (from 0), which comes after the last planned one."""
    why = f"this is deal {number + 1}, but only {planned} are planned"
    return IllegalAction(codes.GOES_ON_AFTER_END, why)


def _of_hands(breaches: Iterable[IllegalAction]) -> Iterator[tuple[str, IllegalAction]]:
    for breach in breaches:
        parts = [str(each) for each in (breach.part, breach.offset) if each is not None]
        yield "/".join(["/hands", *parts]), breach


def _of_lists(deal: Deal, players: int) -> Iterator[tuple[str, IllegalAction]]:
    """Yield lists that do not have one value for each player, and marks of nonexistent players."""
    lists = {
        "/declarations": deal.declarations,
        "/points": deal.points,
        "/clocks": deal.clocks,
        **{f"/tricks/{at}/cards": trick.cards for at, trick in enumerate(deal.tricks)},
    }
    for field, values in lists.items():
        if values is not None and len(values) != players:
            why = f"found {amount(len(values), 'value')}: expected {players}, one for each player"
            yield field, IllegalAction(codes.WRONG_SIZE, why)
    for at, trick in enumerate(deal.tricks):
        for mark, seat in (("lead", trick.lead), ("winner", trick.winner)):
            if seat is not None and seat not in range(players):
                why = f"{seat} is not a player: players are 0 to {players - 1}"
                yield f"/tricks/{at}/{mark}", IllegalAction(codes.PLAYER_OUT_OF_RANGE, why)


def _playable(read: DealRead, deal: Deal, cards: int) -> DealRead:
    """Return the well-formed parts of a deal in which each player has this number of `cards`."""
    players, tricks = read.rules.players, list[Trick]()
    for trick in deal.tricks:
        if len(trick.cards) != players:
            break
        marks = (trick.lead, trick.winner)
        lead, winner = (seat if seat in range(players) else None for seat in marks)
        tricks.append(replace(trick, lead=lead, winner=winner))

    def sized(values: Sequence[object] | None) -> bool:
        return values is not None and len(values) == players

    whole = len(tricks) == len(deal.tricks)
    known = deal.declarations is None or sized(deal.declarations)
    left = replace(
        deal,
        hands=_hands(read.rules, deal.hands or (), cards),
        # Play needs declarations, but their values matter only for the points.
        declarations=deal.declarations if known else (0,) * players,
        tricks=tuple(tricks),
        points=deal.points if known and whole and sized(deal.points) else None,
        clocks=deal.clocks if sized(deal.clocks) else None,
        variations=deal.variations if whole else (),
    )
    return replace(read, deal=left, whole=whole, counts=known)


def _hands(rules: PlanowanieRules, hands: Sequence[Cards], cards: int) -> tuple[Cards, ...]:
    """Return hands with impossible cards hidden, and hands of the wrong size hidden entirely."""
    deck, hidden = rules.deck, (rules.deck.hidden,) * cards
    if len(hands) != rules.players:
        return (hidden,) * rules.players
    if not any(deal_breaches((deck.ranks, deck.suits), rules.players, cards, hands)):
        return tuple(hands)
    times = Counter(card for hand in hands for card in hand)

    def sure(card: str) -> str:
        right = times[card] == 1 and is_card(deck.ranks, deck.suits, card)
        return card if right else deck.hidden

    return tuple(tuple(map(sure, hand)) if len(hand) == cards else hidden for hand in hands)
