"""Checks, views and generates records of Scotland Yard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from kifu.findings import Finding
from kifu.replayer.check import Place, check_variations
from kifu.replayer.game import Checked, Game
from kifu.replayer.positions import Positions
from kifu.replayer.replay.round import RecordedRound, RoundReplay, Step, walk
from kifu.replayer.rules import CHANCE, Action, Chance, Decision, Node, Observation, Rules

from . import codes
from .beliefs import ScotlandYardBeliefs
from .encoding import ScotlandYardEncoding
from .record import Played, Record
from .rules import (
    HIDDEN,
    MOST_ROUNDS,
    Options,
    ScotlandYardRules,
    State,
    with_path,
)


class ScotlandYardPositions(Positions[Record, State]):
    """States as positions; the detectives do not see Mr. X until he shows himself."""

    type = State

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """Hide from the detectives what they did not see, until Mr. X's path is opened."""
        if player == 0:
            return state, actions
        if CHANCE in actions:
            return state, {CHANCE: HIDDEN}
        if "path" in shown:
            start, moves = with_path(state.moves, shown["path"])
            state = replace(state, start=start, moves=moves)
        return state, {shown["player"]: shown["move"]}


class ScotlandYard(Game[Record, State]):
    """Scotland Yard."""

    name = "scotlandyard"
    rounds_field = "games"
    positions = ScotlandYardPositions()
    beliefs = ScotlandYardBeliefs()

    def rules(self, record: Record) -> ScotlandYardRules:
        """Return the rules with the options of the record."""
        return ScotlandYardRules(record.rules)

    def options(self, values: Mapping[str, Any]) -> Options:
        """Return the options of a match."""
        return msgspec.convert(dict(values), Options)

    def encoding(self, rules: Rules[State]) -> ScotlandYardEncoding:
        """Return the action ids and observations for programs that learn."""
        return ScotlandYardEncoding(self, rules)

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """Return a game, ready to be replayed with the totals of the games before it."""
        rules, last = self.rules(record), before()
        start = rules.initial_state() if last is None else rules.next_round(last)
        return _recorded(record.games[number - 1], start)

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Return everything wrong with a match, game by game."""
        findings: list[Finding] = []
        ends: list[State | None] = []
        rules = self.rules(record)
        start = rules.initial_state()
        for number, game in enumerate(record.games, start=1):
            place = Place(number, "games")
            replayed = RoundReplay(number, tuple(walk(rules, _recorded(game, start))))
            findings += _check_play(record, game, replayed, place)
            findings += check_variations(rules, replayed, game.variations, place)
            end = replayed.steps[-1].state
            ends.append(end if end.over else None)
            start = rules.next_round(end)
        return Checked(findings, ends)

    def view(self, record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
        """Return the match as one player knew it."""
        if player not in (0, 1):
            raise ValueError(f"there is no player {player}: players are 0 and 1")
        if record.view not in (None, player):
            raise ValueError(f"this is what player {record.view} knew, not player {player}")
        games = zip(record.games, shown, strict=True)
        seen = tuple(_seen(game, observations) for game, observations in games)
        return replace(record, view=player, games=seen)

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        """Return a match with these games, including any that are unfinished."""
        return replace(record, games=tuple(_written(steps[-1].state) for steps in rounds))

    def generate(self, rng: Random) -> Record:
        """Return a random match of one to three games, perhaps with random options."""
        options = Options()
        if rng.random() < 0.5:
            rounds = rng.randint(1, MOST_ROUNDS)
            options = Options(rounds, tuple(sorted(rng.sample(range(1, rounds + 1), rounds // 2))))
        games = tuple(_random_game(options, rng) for _ in range(rng.randint(1, 3)))
        return Record(rules=options, games=games)


GAME = ScotlandYard()


def _recorded(game: Played, start: State) -> RecordedRound[State]:
    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: game.start}
        done = len(state.moves)
        return {state.player: game.moves[done]} if done < len(game.moves) else None

    return RecordedRound(start, choose, {})


def _field(state: State) -> str:
    """Return the place of what follows a state, within a game."""
    return f"/moves/{len(state.moves)}" if state.start else "/start"


def _check_play(
    record: Record, game: Played, replayed: RoundReplay[State], place: Place
) -> Iterator[Finding]:
    """Yield what is wrong with a game: a broken rule, or values that contradict the play."""
    last, end = replayed.steps[-1], replayed.steps[-1].state
    if last.breach is not None:
        field, ply = _field(end), last.ply or None
        fix = place.mended(field, last.breach)
        yield place.finding(last.breach.rule, str(last.breach), field, ply=ply, fix=fix)
        return
    if len(end.moves) < len(game.moves):
        how = "Mr. X is caught" if end.caught else "the last round has been played"
        why = f"the game is over: {how}"
        yield place.finding(codes.GOES_ON, why, _field(end), ply=len(end.moves))
    if game.ended is not None and not end.over:
        return  # the rules do not cover what follows an end outside play
    if not end.over and replayed.number < len(record.games):
        why = "another game follows, but this one is not over"
        yield place.finding(codes.STOPS, why, "/moves")
    wrong = list(_check_hidden(record, game, replayed, place))
    yield from wrong
    if wrong or game.caught is None:
        return
    if not end.over:
        why = "whether Mr. X was caught is given, but the game is not over"
        yield place.finding(codes.WRONG_RESULT, why, "/caught")
    elif game.caught != end.caught:
        why = "Mr. X was caught" if end.caught else "Mr. X was not caught"
        fix = place.right(end.caught, "/caught")
        yield place.finding(codes.WRONG_RESULT, why, "/caught", fix=fix)


def _check_hidden(
    record: Record, game: Played, replayed: RoundReplay[State], place: Place
) -> Iterator[Finding]:
    """Yield the stations that are hidden or given against what the viewer saw."""
    hides = record.view == 1 and not replayed.steps[-1].over
    for step in replayed.steps:
        if step.transition is None or step.state.player:
            continue
        ((player, action),) = (step.actions or {}).items()
        hidden = hides and (player == CHANCE or not step.state.shows(len(step.state.moves)))
        if hidden != action.endswith(HIDDEN):
            why = "the detectives did not see this" if hidden else "this was seen, but is hidden"
            yield place.finding(codes.WRONG_VIEW, why, _field(step.state), ply=step.ply or None)
            if not hides:
                return  # one slip may be behind all: it is not said to be a view, or not opened


def _seen(game: Played, shown: Sequence[Observation]) -> Played:
    """Return a game as a player knew it, built from what that player was shown."""
    start: str = shown[0].get("start", HIDDEN) if shown else game.start
    moves = tuple(each["move"] for each in shown[1:])
    if shown and "path" in shown[-1]:
        start, moves = with_path(moves, shown[-1]["path"])
    return replace(game, start=start, moves=moves, variations=())


def _random_game(options: Options, rng: Random) -> Played:
    rules, state = ScotlandYardRules(options), State(options)
    while not state.over:
        node = rules.node(state)
        if isinstance(node, Decision):
            (player,) = node.players
            actions = {player: rng.choice(rules.legal_actions(state, player))}
        else:
            actions = {CHANCE: rules.sample(state, rng)}
        state = rules.apply(state, actions).state
    return _written(state)


def _written(state: State) -> Played:
    caught = state.caught if state.over else None
    return Played(start=state.start, moves=state.moves, caught=caught)
