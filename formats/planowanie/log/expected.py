"""The lines that may come next in a log, according to the conversation and nearby lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, pairwise
from typing import TypeAlias

from msgspec import Struct

from ....replayer.planowanie.check.well_formed import LEAST_PLAYERS, MOST_PLAYERS
from ....replayer.planowanie.record import Deck
from ....replayer.rules import IllegalAction
from ..protocol.conversation import Conversation
from ..protocol.words import ASKING, CLOCK, COMMANDS, deck_words, number, plan_words
from .exchange import MARK, Exchange, Log, RawLine, said_in
from .follower import Follower

_NEARBY = 60
"""How many lines away other seats may get the same command."""

_SPLIT = re.compile(r"(?<=.)(?:>>|<<)[ \t]*[0-9]{1,3}:")
_WORD = re.compile(r"[^ ]+")
_COMMANDS = "|".join(sorted(COMMANDS, key=len, reverse=True))
_SPLIT_OWN = re.compile(rf"(?<=[^ ])(?:{_COMMANDS}|[=?])")

Words: TypeAlias = Sequence[object]


class Expected(Struct, frozen=True):
    """Lines that may come next; `certain`: whether they are the only possible ones."""

    lines: tuple[str, ...]
    certain: bool = True


class Around(Struct, frozen=True):
    """A place in a log: its lines, the index of one of them, and the follower before that line."""

    log: Log
    lines: Sequence[RawLine]
    at: int
    before: Follower

    @property
    def raw(self) -> str:
        """The line, or "" at the end of the log."""
        return self.lines[self.at][0] if self.at < len(self.lines) else ""


def words_of(log: Log, raw: str) -> tuple[str, int, list[str]]:
    """The direction of a line (`>>`, `<<`, or "" without a mark), its seat, and its words."""
    mark = None if log.own else MARK.match(raw)
    if mark is None:
        return "", 0, raw.split()
    return mark[1], int(mark[2]), said_in(raw, mark).split()


def expected(around: Around) -> Iterator[Expected]:
    """The lines that may come at a place: the rest of a reply, or a command and its reply."""
    log, talk, pending = around.log, around.before.talk, around.before.pending
    done = ("=",) if log.bare else ("=", "")
    for each in pending:
        for answer, certain in [("", True)] if each.reply else _answers(talk, each):
            yield Expected((log.marked("<<", each.seat, answer),), certain)
        if not each.reply and each.name not in ASKING:
            yield Expected(tuple(log.marked("<<", each.seat, answer) for answer in done))
    if talk.step.complete and not pending and not talk.over:
        talk = talk.copy()
        with suppress(IllegalAction):
            talk.advance()
    asked = {each.seat for each in pending}
    for seat in (each for each in talk.step.waiting if each not in asked):
        for name in talk.expected(seat):
            for words, certain in _commands(around, talk, seat, name):
                line = log.marked(">>", seat, words)
                yield Expected((line,), certain)
                if name not in ASKING:
                    answers = (log.marked("<<", seat, answer) for answer in done)
                    yield Expected((line, *answers), certain)


def _answers(talk: Conversation, exchange: Exchange) -> Iterator[tuple[str, bool]]:
    if exchange.name not in ASKING:
        yield "=", True
    else:
        for each in talk.rules.legal_actions(talk.state, talk.player(exchange.seat)):
            yield f"= {each}", True


def _commands(
    around: Around, talk: Conversation, seat: int, name: str
) -> Iterator[tuple[str, bool]]:
    """The commands with the given name that may go to a seat, and whether each is certain."""
    words = words_of(around.log, around.raw)[2]
    some: list[Words] = [*_known(talk, seat, name)]
    if not some and name == "set_cards":
        some = [*hands(around, talk, seat)]
    elif not some and name != CLOCK:
        some = [*_told_nearby(around, seat, name)]
    if not some and name in ("set_deck", "set_game"):
        shown = _deck(around) if name == "set_deck" else _plan(around, seat)
        yield " ".join([name, *map(str, shown)]), False
    if not some and words and words[0] != name:
        some = [words[1:], words[2:]]
    if name == CLOCK:
        yield f"{name} {_clock(around, seat)}", False
    if talk.own or not some:
        some += _possible(talk, name)
    for each in some:
        yield " ".join([name, *map(str, each)]), True


def _known(talk: Conversation, seat: int, name: str) -> Iterator[Words]:
    """The possible arguments of a command to a seat, if the conversation determines them."""
    if name in ASKING:
        yield ()
    elif name == "set_deck" and talk.deck is not None:
        yield deck_words(talk.deck)
    elif name == "set_players" and talk.players is not None and not talk.own:
        yield talk.players, seat
    elif name == "set_game" and talk.plan is not None:
        yield plan_words(talk.plan)
    elif name in ("declare", "play"):
        players = talk.unannounced(seat) if name == "declare" else [talk.asked_in.turn]
        for player in players:
            said = dict.fromkeys((talk.announced(player), talk.answered(player)))
            yield from ((player, each) for each in said if each is not None)


def _possible(talk: Conversation, name: str) -> Iterator[Words]:
    """The arguments that the rules allow for a command, if nothing else is known about it."""
    if name == "set_players" and talk.own:
        counts = range(LEAST_PLAYERS, MOST_PLAYERS + 1)
        yield from ((count, seat) for count in counts for seat in range(count))
        return
    players = range(talk.rules.players) if name == "declare" else [talk.asked_in.turn]
    for player in players if name in ("declare", "play") else ():
        if talk.answered(player) is None:
            actions = talk.rules.legal_actions(talk.asked_in, player)
            yield from ((player, each) for each in actions)


def _clock(around: Around, seat: int) -> str:
    """The last time of a seat before a line, or else its next one, so that times never increase."""
    lines, at = around.lines, around.at
    for raw, _ in (*reversed(lines[:at]), *lines[at + 1 : at + _NEARBY]):
        if CLOCK in raw:
            way, of, words = words_of(around.log, raw)
            if way != "<<" and of == seat and len(words) == 2 and words[1].isdecimal():
                return words[1]
    return "1"


def _told_nearby(around: Around, seat: int, name: str) -> Iterator[Words]:
    """The arguments of the same command to other seats on nearby lines."""
    lines, at = around.lines, around.at
    near = (*lines[max(0, at - _NEARBY) : at], *lines[at + 1 : at + _NEARBY])
    found = (words_of(around.log, raw)[2] for raw, _ in near if name in raw)
    alike = (words[1:] for words in found if words[:1] == [name])
    if name == "set_players" and not around.log.own:
        alike = ([*words[:1], str(seat)] for words in alike)
    yield from islice(dict.fromkeys(map(tuple, alike)), 4)


def _deck(around: Around) -> Words:
    """A deck that has the cards after a line: words of that line that fit, or the usual ones."""
    cards = set[str]()
    for raw, _ in islice(around.lines, around.at + 1, None):
        words = words_of(around.log, raw)[2]
        if words[:1] in (["set_cards"], ["play"]):
            cards.update(each for each in words[2:] if len(each) == 2)
    told, usual = words_of(around.log, around.raw)[2], deck_words(Deck())
    signs = [{card[at] for card in cards} for at in (0, 1)]
    return [
        next((each for each in (*told, known) if each not in COMMANDS and some <= {*each}), known)
        for some, known in zip(signs, usual, strict=True)
    ]


def _plan(around: Around, seat: int) -> Words:
    """The plan of the deals after a line: the size of each hand and the first player to play."""
    deals = list[tuple[int, str]]()
    led = True
    for raw, _ in islice(around.lines, around.at + 1, None):
        way, of, words = words_of(around.log, raw)
        if of != seat or way == "<<" or len(words) < 3:
            continue
        if words[0] == "set_cards":
            deals.append((len(words) - 2, "0"))
            led = False
        elif words[0] == "play" and not led:
            deals[-1] = deals[-1][0], words[1]
            led = True
    return [len(deals), *chain.from_iterable(deals)]


def hands(around: Around, talk: Conversation, seat: int) -> Iterator[Words]:
    """Yield the hands that a seat may have been dealt, given the line and its later plays."""
    words = around.raw.split()
    planned = talk.rules.plan[talk.state.number].cards if talk.deals else 0
    played = [*_played(around, seat)]
    told = [each for each in words if each in played]
    if "set_cards" in words:
        told = words[words.index("set_cards") + 1 :]
        is_card = bool(told) and len(told[0]) == 2 and number(told[0]) is None
        told = told if is_card else told[1:]
    lacking = [each for each in played if each not in told]
    kept = [each for each in dict.fromkeys(told) if each in played]
    if len(lacking) == 1 and len(kept) == len(told) - 1:
        kept = [each if each in kept else lacking[0] for each in told]
    else:
        kept += lacking
    some = [kept] if len(kept) == planned else [told]
    if len(kept) != planned and len(told) == planned + 1:
        some += ([*told[:at], *told[at + 1 :]] for at in range(len(told)))
    for cards in some:
        yield len(cards), *cards


def _played(around: Around, seat: int) -> Iterator[str]:
    """The cards that a seat plays after a line, up to its next hand."""
    asked = False
    for raw, _ in islice(around.lines, around.at + 1, None):
        way, of, words = words_of(around.log, raw)
        if of != seat or not words or (not around.log.own and not way):
            continue
        if words[0] == "set_cards":
            return
        if words[0] != "=":
            asked = words[0] == "gen_move"
        elif asked and len(words) == 2:
            yield words[1]


def words_swapped(raw: str) -> Iterator[str]:
    """Yield a line with each pair of adjacent words swapped."""
    words = [*_WORD.finditer(raw)]
    for one, other in pairwise(words):
        between = raw[one.end() : other.start()]
        yield raw[: one.start()] + other[0] + between + one[0] + raw[other.end() :]


def words_left_out(raw: str) -> Iterator[str]:
    """Yield a line with each of its words left out in turn."""
    for each in _WORD.finditer(raw):
        yield raw[: each.start()] + raw[each.end() :].removeprefix(" ")


def split(log: Log, raw: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lines that may have been joined into one line: the first one, and the others."""
    for found in (_SPLIT_OWN if log.own else _SPLIT).finditer(raw):
        first, second = raw[: found.start()], raw[found.start() :]
        yield first, (second,)
        if log.own:
            yield first, ("", second)
            yield "", (second,)
