"""Random play and random records, which serve as test cases for the laws."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from random import Random
from string import printable
from typing import Any, NamedTuple

from .. import replayer, validate
from ..findings import declared
from ..formats import CannotHold, Notation, lost
from ..formats.document.schema import schema
from ..formats.interface import catalog
from ..replayer.choices import ranges
from ..replayer.discovery import load_module
from ..replayer.game import Game
from ..replayer.replay.match import replay
from ..replayer.replay.round import RoundReplay, first_breach
from ..replayer.replay.view import masked, view
from ..replayer.rules import CHANCE, Action, Decision, Node, Rules, Terminal

SEEDS = range(6)
"""The seeds of the random records that laws use."""
MATCHES = 5
"""The number of random matches that laws use."""
PLIES = 1000
"""The number of plies after which a law has seen enough records."""


class Position(NamedTuple):
    """A state in a random match, the legal actions of the players to act, and what they did."""

    state: Any
    node: Node
    legal: Mapping[int, Sequence[Action]]
    actions: Mapping[int, Action]


@cache
def record(name: str, seed: int) -> Any:
    """Return a random record of a game; the same seed gives the same record."""
    return replayer.generate(name, seed)


def records(game: Game[Any, Any], count: int = len(SEEDS)) -> list[Any]:
    """Return several random records of a game, or fewer if they are long."""
    return list(enough(game, (record(game.name, seed) for seed in SEEDS[:count])))


def seats(game: Game[Any, Any], some: Iterable[Any]) -> Iterator[tuple[Any, int]]:
    """Yield each record with each of its players."""
    for each in some:
        for player in range(game.rules(each).players):
            yield each, player


def enough(
    game: Game[Any, Any], some: Iterable[Any], plies: int = PLIES, least: int = 2
) -> Iterator[Any]:
    """Yield records until they have enough plies in total."""
    seen = 0
    for number, each in enumerate(some):
        if number >= least and seen >= plies:
            return
        yield each
        seen += game.plies(each)


def rules_of_play(game: Game[Any, Any]) -> Rules[Any]:
    """Return the rules of a game under the options of a random record."""
    return game.rules(record(game.name, 0))


def random_match(rules: Rules[Any], rng: Random, most: int = 400) -> Iterator[Position]:
    """Return every position in a random match, including chance nodes and ends of rounds."""
    state = rules.initial_state()
    for _ in range(most):
        node = rules.node(state)
        legal: dict[int, Sequence[Action]] = {}
        actions: dict[int, Action] = {}
        if isinstance(node, Decision):
            legal = {player: rules.legal_actions(state, player) for player in node.players}
            actions = {player: rng.choice(some) for player, some in legal.items() if some}
        elif not isinstance(node, Terminal):
            actions = {CHANCE: rules.sample(state, rng)}
        yield Position(state, node, legal, actions)
        if isinstance(node, Terminal):
            state = rules.next_round(state)
            if state is None:
                return
        else:
            state = rules.apply(state, actions).state


@cache
def random_matches(name: str) -> list[list[Position]]:
    """Return random matches of a game, under the options of a random record."""
    rules = rules_of_play(replayer.game(name))
    return [list(random_match(rules, Random(seed))) for seed in range(MATCHES)]


def positions(game: Game[Any, Any], kind: type[Node] | None = None) -> Iterator[Position]:
    """Yield the positions of random matches, or only those with one kind of node."""
    for each in chain.from_iterable(random_matches(game.name)):
        if kind is None or isinstance(each.node, kind):
            yield each


def within(legal: Sequence[Action], rng: Random) -> Iterator[Action]:
    """Yield a random action from each range of actions."""
    for each in ranges(legal):
        yield each.action(rng.choice(each.numbers))


def beyond(legal: Sequence[Action]) -> Iterator[Action]:
    """Yield actions near the limits of ranges of actions, inside or outside."""
    for each in ranges(legal):
        for number in (each.low, each.numbers[-1]):
            yield from map(each.action, (number - each.step, number - 1, number + 1))
            yield from (each.action(number + each.step), each.action(-number))
            yield f"{each.prefix}0{number}{each.suffix}"
            yield f"{each.prefix}{number}.0{each.suffix}"
        yield f"{each.prefix}{each.suffix}"


def is_legal(rules: Rules[Any], state: Any, player: int, action: Action) -> bool:
    """Return whether `verify` allows an action; if not, check that it gives a rule and a reason."""
    try:
        breach = first_breach(rules, state, {player: action})
    except Exception as error:
        raise AssertionError(
            f"`verify` raises {type(error).__name__} ({error}) for the action {action!r} of player "
            f"{player}: it must raise IllegalAction for any text that is not a legal action"
        ) from error
    if breach is None:
        return True
    assert breach.rule.code, f"{action!r} is refused without a rule: name one"
    assert str(breach), f"{action!r} is refused by {breach.rule.code} without a reason: give one"
    return False


@cache
def words_of_examples(name: str) -> list[str]:
    """Return the words, which may be actions, in the examples of a game's rules and schema."""
    module = replayer.games()[name].codes
    load_module(module, name)
    some = [rule.example.content().decode() for rule in declared() if rule.module == module]
    some += map(json.dumps, schema(f"{name}/json").get("examples", ()))
    return sorted({word for text in some for word in re.findall(r"[^\s\"]+", text)})


def known_actions(game: Game[Any, Any]) -> set[Action]:
    """Return possible actions: those in records, words in examples, and single characters.

    Placeholders for hidden actions in views are omitted: they are legal, but not listed.
    """
    taken, known = set[Action](), set[Action]()
    for each in records(game, 5):
        rules = game.rules(each)
        for line in replay(game, each):
            taken |= _actions(line)
            for player in range(rules.players) if game.has_views else ():
                known |= _actions(masked(game.positions, rules, line, player))
    return {*taken, *printable, *words_of_examples(game.name)} - (known - taken)


def _actions(line: RoundReplay[Any]) -> set[Action]:
    return {action for step in line.steps for action in (step.actions or {}).values()}


def records_and_views(notation: Notation[Any], count: int = 6) -> Iterator[Any]:
    """Yield random records of a game, fewer if they are long, each with a view if it has views.

    Then yield the first record cut down to no, one and two rounds, if still valid.
    """
    game = replayer.game(notation.game)
    drawn = (replayer.generate(notation.game, f"{notation.id}/{seed}") for seed in range(count))
    some = list(enough(game, drawn))
    for seed, full in enumerate(some):
        yield full
        if game.has_views:
            yield view(game, full, seed % game.rules(full).players)
    rounds = tuple(game.rounds(some[0]))
    for number in range(min(len(rounds), 3)):
        fewer = game.with_rounds(some[0], rounds[:number])
        if is_right(fewer):
            yield fewer


def is_right(some: Any) -> bool:
    """Return whether a record has no errors in its canonical notation."""
    canonical = catalog.canonical_notation(replayer.game_of(some).name)
    try:
        findings = validate(canonical.write(some), canonical.id)
    except CannotHold:
        return False
    return not any(each.severity == "error" for each in findings)


def first_writable(notation: Notation[Any]) -> Any:
    """Return a random record, or a view of one, that a notation can hold."""
    return next(filter(partial(can_hold, notation), records_and_views(notation)))


def damaged(text: str) -> Iterator[str]:
    """Yield copies of a text that are cut short, lack lines or words, or repeat some."""
    for unit in (r"[^\n]*\n?", r"\S*\s*"):
        parts = [each for each in re.findall(unit, text) if each]
        for at in sorted({0, 1, 2, len(parts) // 2, len(parts) - 1} & {*range(len(parts))}):
            yield "".join(parts[: at + 1])
            yield "".join([*parts[:at], *parts[at + 1 :]])
            yield "".join([*parts[: at + 1], parts[-1]])
            yield "".join([*parts, *parts[at:]])
            yield "".join([*parts[: at + 1], *parts[at:]])


@cache
def writable(identifier: str, count: int = 6) -> list[Any]:
    """Return random records, and views of them, that a notation can hold."""
    notation = catalog.notation(identifier)
    found = [each for each in records_and_views(notation, count) if can_hold(notation, each)]
    assert found, (
        f"`write` of {identifier} raises CannotHold for all {count} random records and their "
        "views: it must write some of them"
    )
    return found


def can_hold(notation: Notation[Any], some: Any) -> bool:
    """Return whether a notation can write a record."""
    try:
        notation.write(some)
    except CannotHold:
        return False
    return True


def losses(some: Any, notation: Notation[Any]) -> list[str]:
    """Return what a record loses in a notation; kifu must agree that the notation can hold it."""
    try:
        return lost(some, notation)
    except CannotHold as why:
        raise AssertionError(
            f"{notation.id} writes what it cannot hold ({why}): read it in `read`, name what is "
            f"lost in `unsupported`, or raise CannotHold in `write`; the record is {shown(some)}"
        ) from None


def shown(some: Any) -> str:
    """Return a record for a message, as canonical JSON on one line if possible."""
    canonical = catalog.canonical_notation(replayer.game_of(some).name)
    try:
        return (canonical.compact or canonical.write)(some).strip()
    except Exception:  # the laws of notations report what is wrong with it
        return repr(some)


PROSE = (
    "",
    "\n",
    "Once upon a time there was a game, and nobody wrote it down.\n",
    "# Notes\n\n- the first game: lost\n- the second one: won\n",
    "{}\n",
    "[]\n",
    '{"name": "somebody", "value": 1}\n',
)
"""Texts that are not records of any game."""


def foreign_texts(name: str) -> Iterator[tuple[str, str]]:
    """Yield texts that no notation of a game may claim, each preceded by its description."""
    yield from (("a text that is not a record", each) for each in PROSE)
    for each in catalog.described().values():
        if catalog.notation(each.id).schema is not None:
            yield "a schema", json.dumps(schema(each.id))
        text = None if each.game == name else _sample(each.id)
        if text is not None:
            yield f"a text in {each.id}", text


@cache
def _sample(identifier: str) -> str | None:
    """Return a text in a notation of another game, or None if that game has no sample."""
    notation = catalog.notation(identifier)
    try:
        return notation.write(first_writable(notation))
    except Exception:  # that game's own tests report what is wrong with it
        return None


def texts(notation: Notation[Any], some: Any) -> Iterator[str]:
    """Yield a record as a notation writes it, on several lines and on one line."""
    yield notation.write(some)
    if notation.compact is not None:
        yield notation.compact(some)
