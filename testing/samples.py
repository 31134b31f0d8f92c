"""Random play and random records, from which the laws take their cases."""

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
"""The seeds of the random records that laws look at."""
MATCHES = 5
"""The random matches that laws look at."""
PLIES = 1000
"""A law that looks at whole records has seen enough of them after so many plies."""


class Position(NamedTuple):
    """A state in a random match, what was legal for those who act, and what they did."""

    state: Any
    node: Node
    legal: Mapping[int, Sequence[Action]]
    actions: Mapping[int, Action]


@cache
def record(name: str, seed: int) -> Any:
    """A random record of a game, the same for the same seed."""
    return replayer.generate(name, seed)


def records(game: Game[Any, Any], count: int = len(SEEDS)) -> list[Any]:
    """Some random records of a game, fewer where they are long."""
    return list(enough(game, (record(game.name, seed) for seed in SEEDS[:count])))


def seats(game: Game[Any, Any], some: Iterable[Any]) -> Iterator[tuple[Any, int]]:
    """Each of some records with each of its players."""
    for each in some:
        for player in range(game.rules(each).players):
            yield each, player


def enough(
    game: Game[Any, Any], some: Iterable[Any], plies: int = PLIES, least: int = 2
) -> Iterator[Any]:
    """The first of some records, until they have so many plies, so that long games cost no more."""
    seen = 0
    for number, each in enumerate(some):
        if number >= least and seen >= plies:
            return
        yield each
        seen += game.plies(each)


def rules_of_play(game: Game[Any, Any]) -> Rules[Any]:
    """The rules of a game under the options of a random record."""
    return game.rules(record(game.name, 0))


def random_match(rules: Rules[Any], rng: Random, most: int = 400) -> Iterator[Position]:
    """Every position of a random match, those of chance and ends of rounds among them."""
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
    """Random matches of a game, under the options of a random record."""
    rules = rules_of_play(replayer.game(name))
    return [list(random_match(rules, Random(seed))) for seed in range(MATCHES)]


def positions(game: Game[Any, Any], kind: type[Node] | None = None) -> Iterator[Position]:
    """The positions of random matches, or those with a node of one kind."""
    for each in chain.from_iterable(random_matches(game.name)):
        if kind is None or isinstance(each.node, kind):
            yield each


def within(legal: Sequence[Action], rng: Random) -> Iterator[Action]:
    """A random action of each range of actions."""
    for each in ranges(legal):
        yield each.action(rng.choice(each.numbers))


def beyond(legal: Sequence[Action]) -> Iterator[Action]:
    """What is near to the ranges of some actions, and maybe not in them."""
    for each in ranges(legal):
        for number in (each.low, each.numbers[-1]):
            yield from map(each.action, (number - each.step, number - 1, number + 1))
            yield from (each.action(number + each.step), each.action(-number))
            yield f"{each.prefix}0{number}{each.suffix}"
            yield f"{each.prefix}{number}.0{each.suffix}"
        yield f"{each.prefix}{each.suffix}"


def is_legal(rules: Rules[Any], state: Any, player: int, action: Action) -> bool:
    """Whether `verify` allows an action; where it does not, it gives a rule and a reason."""
    try:
        breach = first_breach(rules, state, {player: action})
    except Exception as error:
        raise AssertionError(
            f"`verify` raises {type(error).__name__} ({error}) for the action {action!r} of player "
            f"{player}: an action may be any text, and what is not legal raises IllegalAction"
        ) from error
    if breach is None:
        return True
    assert breach.rule.code, f"{action!r} is refused, and no rule is given: name one"
    assert str(breach), f"{action!r} is refused by {breach.rule.code} with no reason: give one"
    return False


@cache
def words_of_examples(name: str) -> list[str]:
    """The words in the examples of a game's rules and of its schema, some of which are actions."""
    module = replayer.games()[name].codes
    load_module(module, name)
    some = [rule.example.content().decode() for rule in declared() if rule.module == module]
    some += map(json.dumps, schema(f"{name}/json").get("examples", ()))
    return sorted({word for text in some for word in re.findall(r"[^\s\"]+", text)})


def known_actions(game: Game[Any, Any]) -> set[Action]:
    """What may be an action: those in records, words in examples, characters.

    What stands in views for actions that are hidden is left out: it is legal, but not listed.
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
    """Random records of a game, fewer where they are long, and a view of each if it has views.

    Then the first of them with no round, one and two, where that leaves it right.
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
    """Whether a record has no error as its canonical notation has it."""
    canonical = catalog.canonical_notation(replayer.game_of(some).name)
    try:
        findings = validate(canonical.write(some), canonical.id)
    except CannotHold:
        return False
    return not any(each.severity == "error" for each in findings)


def first_writable(notation: Notation[Any]) -> Any:
    """A random record, or a view of one, that a notation can hold."""
    return next(filter(partial(can_hold, notation), records_and_views(notation)))


def damaged(text: str) -> Iterator[str]:
    """A text that breaks off, lacks lines or words, or has some twice, the beginning first."""
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
    """Random records, and views of them, that a notation can hold."""
    notation = catalog.notation(identifier)
    found = [each for each in records_and_views(notation, count) if can_hold(notation, each)]
    assert found, (
        f"`write` of {identifier} raises CannotHold for each of {count} random records, and for "
        f"each view of them: let it write some"
    )
    return found


def can_hold(notation: Notation[Any], some: Any) -> bool:
    """Whether a notation does not refuse to write a record."""
    try:
        notation.write(some)
    except CannotHold:
        return False
    return True


def losses(some: Any, notation: Notation[Any]) -> list[str]:
    """What a notation loses of a record that it writes; kifu has to agree that it holds it."""
    try:
        return lost(some, notation)
    except CannotHold as why:
        raise AssertionError(
            f"{notation.id} writes what it does not hold ({why}): let `read` read it, name what "
            f"is lost in `unsupported`, or let `write` raise CannotHold; the record is "
            f"{shown(some)}"
        ) from None


def shown(some: Any) -> str:
    """A record for a message: as canonical JSON on one line, if it can be written so."""
    canonical = catalog.canonical_notation(replayer.game_of(some).name)
    try:
        return (canonical.compact or canonical.write)(some).strip()
    except Exception:  # What is wrong with that is for the laws of notations to say.
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
"""What is no record of any game."""


def foreign_texts(name: str) -> Iterator[tuple[str, str]]:
    """Texts that no notation of a game may claim, each after what it is."""
    yield from (("what is no record", each) for each in PROSE)
    for each in catalog.described().values():
        if catalog.notation(each.id).schema is not None:
            yield "a schema", json.dumps(schema(each.id))
        text = None if each.game == name else _sample(each.id)
        if text is not None:
            yield f"a text of {each.id}", text


@cache
def _sample(identifier: str) -> str | None:
    """A text in a notation of another game, None where that game has no sample to give."""
    notation = catalog.notation(identifier)
    try:
        return notation.write(first_writable(notation))
    except Exception:  # What is wrong with that game is for its own tests to say.
        return None


def texts(notation: Notation[Any], some: Any) -> Iterator[str]:
    """A record as a notation writes it, in lines and on one line."""
    yield notation.write(some)
    if notation.compact is not None:
        yield notation.compact(some)
