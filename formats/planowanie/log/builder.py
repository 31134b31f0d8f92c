"""Builds the record of a game from its conversation."""

from __future__ import annotations

from msgspec.structs import replace

from ....replayer.planowanie.cards import cards_of
from ....replayer.planowanie.record import Cards, Deal, Deck, Record, Result, Trick
from ....replayer.planowanie.rules import PlanowanieRules
from ....replayer.planowanie.state import Taken
from ....replayer.tricks import in_seats
from ..protocol.conversation import Conversation, OpenDeal


def build(conversation: Conversation, header: Record, result: Result) -> Record:
    """Return the record of a game so far, given its conversation and its header."""
    deals = (_deal(conversation.rules, each, result.player) for each in conversation.deals)
    return replace(
        header,
        view=conversation.player(0) if conversation.own else None,
        deck=conversation.deck or Deck(),
        seats=conversation.players or 4,
        plan=conversation.plan or (),
        deals=tuple(deals),
        result=result,
    )


def _deal(rules: PlanowanieRules, deal: OpenDeal, at_fault: int | None) -> Deal:
    players = range(rules.players)
    clocks = tuple(_clocks(deal, player, player == at_fault) for player in players)
    known = {**deal.bids, **deal.declarations}
    return Deal(
        hands=tuple(_hand(rules, deal, player) for player in players),
        declarations=tuple(known.get(player) for player in players) if known else None,
        tricks=tuple(_tricks(rules, deal)),
        points=deal.state.points,
        clocks=clocks if any(clocks) else None,
    )


def _clocks(deal: OpenDeal, player: int, at_fault: bool) -> tuple[int | None, ...]:
    """Return the time a player had left before each question that was answered or timed out.

    If another player's fault ended the game, an open question is not part of the record, unless its
    time is impossible.
    """
    clocks = tuple(deal.clocks[player])
    if not at_fault:
        answered = (player in deal.bids) + len(deal.state.played_by(player))
        wrong = (each for each in clocks[answered:] if each is not None and each < 0)
        clocks = (*clocks[:answered], *wrong)
    return () if set(clocks) == {None} else clocks


def _hand(rules: PlanowanieRules, deal: OpenDeal, player: int) -> Cards:
    """Return a hand as it was dealt, or else the cards that were played from it."""
    if player in deal.hands:
        return deal.hands[player]
    order = {card: at for at, card in enumerate(cards_of(rules.deck.ranks, rules.deck.suits))}
    played = sorted(deal.state.played_by(player), key=lambda card: order.get(card, 0))
    return (*played, *(rules.deck.hidden,) * (rules.plan[deal.state.number].cards - len(played)))


def _tricks(rules: PlanowanieRules, deal: OpenDeal) -> list[Trick]:
    state = deal.state
    rows: list[tuple[Taken, int | None]] = [(each, each.winner) for each in state.tricks]
    if state.table:
        rows.append((Taken(state.lead, state.table, -1), None))
    return [
        Trick(lead=each.lead, cards=in_seats(rules.players, each.lead, each.cards), winner=winner)
        for each, winner in rows
    ]
