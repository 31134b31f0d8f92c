"""Checks the content of commands against the conversation they are part of."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ....findings import Rule, amount
from ....replayer.planowanie import codes as game_codes
from ....replayer.planowanie.record import Deck
from ....replayer.rules import IllegalAction
from .. import codes
from .conversation import Conversation, Seat
from .words import Command, number, plan_of


class Wrong(Struct, frozen=True):
    """An error in a command, and the index of the wrong argument; None is the whole command.

    `to_end`: whether the error extends to the end of the line, since later arguments may be wrong
    as well.
    `player` is the player about whom the command says something false, if any.
    """

    rule: Rule
    why: str
    argument: int | None = None
    player: int | None = None
    to_end: bool = False


def misshapen(command: Command) -> Wrong | None:
    """Find an error in a command that follows the grammar, regardless of earlier commands."""
    arguments = command.arguments
    if command.name == "set_cards":
        count, *cards = arguments
        if int(count) != len(cards):
            why = f"expected {amount(int(count), 'card')}, found {len(cards)}"
            return Wrong(game_codes.WRONG_SIZE, why, 0, to_end=True)
    elif command.name == "set_game":
        if (number(arguments[0]) or 0) < 1:
            why = f"{arguments[0]} deals are planned: expected at least one"
            return Wrong(game_codes.BAD_PLAN, why, 0)
        try:
            plan_of(" ".join(arguments))
        except ValueError as why:
            return Wrong(codes.BAD_ARGUMENTS, f"`set_game`: {why}")
    return None


def wrong_in(talk: Conversation, seat: Seat, command: Command) -> Wrong | None:
    """Find an error in a command that a seat may get now, before it is sent."""
    arguments = command.arguments
    wrong = misshapen(command)
    if wrong is not None:
        return wrong
    match command.name:
        case "set_deck":
            return _differs("deck", talk.deck, Deck(*arguments))
        case "set_players":
            return _differs("number of players", talk.players, command.number(0))
        case "set_game":
            return _differs("plan", talk.plan, plan_of(" ".join(arguments)))
        case "set_cards" if talk.rules.deck.hidden in arguments:
            hidden = talk.rules.deck.hidden
            why = f"{hidden} is not a card: players see the cards dealt to them"
            return Wrong(
                game_codes.CARD_NOT_IN_DECK, why, arguments.index(hidden), talk.player(seat)
            )
        case "declare":
            return _wrong_declaration(talk, seat, command.number(0), command.number(1))
        case "play":
            return _wrong_card(talk, seat, command.number(0), arguments[1])
        case _:
            return None


def wrong_player(talk: Conversation, seat: Seat, command: Command) -> Wrong | None:
    """Find an error in the number that `set_players` gives a seat's player."""
    players, player = command.number(0), command.number(1)
    if player not in range(players):
        why = f"{player} is not a player: players are 0 to {players - 1}"
    elif not talk.own and player != seat:
        why = f"seat {seat} should be player {seat}, not {player}"
    else:
        return None
    return Wrong(game_codes.PLAYER_OUT_OF_RANGE, why, 1)


def _differs(what: str, known: object, said: object) -> Wrong | None:
    """Check that all seats get the same description of the game."""
    if known is None or known == said:
        return None
    why = f"the {what} differs from what other seats were sent"
    return Wrong(codes.DIFFERS_BETWEEN_SEATS, why)


def _wrong_declaration(talk: Conversation, seat: Seat, player: int, tricks: int) -> Wrong | None:
    players = talk.rules.players
    if player not in range(players):
        why = f"{player} is not a player: players are 0 to {players - 1}"
        return Wrong(game_codes.PLAYER_OUT_OF_RANGE, why, 0)
    if player not in talk.unannounced(seat):
        return Wrong(
            codes.OUT_OF_ORDER, f"the declaration of player {player} was already announced"
        )
    return _misquoted(talk, seat, player, tricks)


def _wrong_card(talk: Conversation, seat: Seat, player: int, card: str) -> Wrong | None:
    rules, state = talk.rules, talk.asked_in
    if player != state.turn:
        wrong = _illegal(lambda: rules.verify(state, player, card), 0, player)
        if wrong is not None:
            return wrong
    misquoted = _misquoted(talk, seat, player, card)
    if misquoted is None and talk.is_unannounced and player not in talk.deal.hands:
        return _illegal(lambda: rules.verify_shown(state, player, card), 1, player)
    return misquoted


def _illegal(verify: Callable[[], None], argument: int, player: int) -> Wrong | None:
    try:
        verify()
    except IllegalAction as breach:
        return Wrong(breach.rule, str(breach), argument, player)
    return None


def _misquoted(talk: Conversation, seat: Seat, player: int, said: object) -> Wrong | None:
    """Check that an announcement matches the player's answer, and is the same for all seats."""
    answer = talk.answered(player)
    truth = talk.announced(player) if answer is None else answer
    if truth is None or truth == said:
        return None
    if answer is not None and player == talk.player(seat):
        why = f"player {player} answered {answer}, but {said} is announced"
        return Wrong(codes.REPLY_DIFFERS, why, 1, player)
    source = "other seats were sent" if answer is None else "the answer was"
    why = f"{said} is announced for player {player}, but {source} {truth}"
    return Wrong(codes.DIFFERS_BETWEEN_SEATS, why, 1, player)
