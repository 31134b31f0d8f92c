"""Checks, views and generates records of Kuhn poker."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from kifu.findings import Finding
from kifu.replayer.check import Place, check_variations
from kifu.replayer.game import Checked, Game
from kifu.replayer.positions import Positions
from kifu.replayer.replay.round import RecordedRound, RoundReplay, Step, walk
from kifu.replayer.rules import CHANCE, Action, Chance, Decision, Node, Observation, Rules

from . import codes
from .beliefs import KuhnBeliefs
from .encoding import KuhnEncoding
from .record import Hand, Record
from .rules import HIDDEN, KuhnRules, State

RULES = KuhnRules()


class KuhnPositions(Positions[Record, State]):
    """States as positions, with the other player's card hidden until both cards are shown."""

    type = State

    def masked(
        self, state: State, actions: Mapping[int, Action], shown: Observation, player: int
    ) -> tuple[State, Mapping[int, Action]]:
        """Hide the other player's card until both cards are shown at a showdown."""
        if CHANCE in actions:
            own = shown["card"]
            return state, {CHANCE: own + HIDDEN if player == 0 else HIDDEN + own}
        if "cards" in shown:
            state = replace(state, cards=shown["cards"])
        return state, actions


class Kuhn(Game[Record, State]):
    """Kuhn poker."""

    name = "kuhn"
    rounds_field = "hands"
    positions = KuhnPositions()
    beliefs = KuhnBeliefs()

    def rules(self, record: Record) -> KuhnRules:
        """Return the rules, which are the same for every record."""
        return RULES

    def encoding(self, rules: Rules[State]) -> KuhnEncoding:
        """Return the action ids and observations for programs that learn."""
        return KuhnEncoding(self, rules)

    def recorded_round(
        self, record: Record, number: int, before: Callable[[], State | None]
    ) -> RecordedRound[State]:
        """Return a hand, ready to be replayed with the totals of the hands before it."""
        last = before()
        start = RULES.initial_state() if last is None else RULES.next_round(last)
        return _recorded(record.hands[number - 1], start)

    def check(self, record: Record, unsupported: Collection[str] = ()) -> Checked[State]:
        """Return everything wrong with a match, hand by hand."""
        findings: list[Finding] = []
        ends: list[State | None] = []
        start = RULES.initial_state()
        for number, hand in enumerate(record.hands, start=1):
            replayed = RoundReplay(number, tuple(walk(RULES, _recorded(hand, start))))
            findings += _check_hand(record, hand, replayed)
            end = replayed.steps[-1].state
            ends.append(end if end.over else None)
            start = RULES.next_round(end)
        return Checked(findings, ends)

    def view(self, record: Record, player: int, shown: Iterable[Sequence[Observation]]) -> Record:
        """Return the match as one player knew it."""
        if player not in range(RULES.players):
            raise ValueError(f"there is no player {player}: players are 0 and 1")
        if record.view not in (None, player):
            raise ValueError(f"this is what player {record.view} knew, not player {player}")
        hands = zip(record.hands, shown, strict=True)
        seen = tuple(_seen(hand, player, observations) for hand, observations in hands)
        return replace(record, view=player, hands=seen)

    def written(self, record: Record, rounds: Sequence[Sequence[Step[State]]]) -> Record:
        """Return a match with these hands, including any that are unfinished."""
        return replace(record, hands=tuple(_written(steps[-1].state) for steps in rounds))

    def generate(self, rng: Random) -> Record:
        """Return a random match of one to four hands."""
        return Record(hands=tuple(_random_hand(rng) for _ in range(rng.randint(1, 4))))


GAME = Kuhn()


def _recorded(hand: Hand, start: State) -> RecordedRound[State]:
    def choose(state: State, node: Node) -> Mapping[int, Action] | None:
        if isinstance(node, Chance):
            return {CHANCE: hand.cards}
        done = len(state.bets)
        return {done % 2: hand.bets[done]} if done < len(hand.bets) else None

    return RecordedRound(start, choose, {})


def _check_hand(record: Record, hand: Hand, replayed: RoundReplay[State]) -> Iterator[Finding]:
    place = Place(replayed.number, "hands")
    yield from _check_play(record, hand, replayed, place)
    yield from check_variations(RULES, replayed, hand.variations, place)


def _check_play(
    record: Record, hand: Hand, replayed: RoundReplay[State], place: Place
) -> Iterator[Finding]:
    """Yield what is wrong with a hand: a broken rule, or values that contradict the play."""
    last, end = replayed.steps[-1], replayed.steps[-1].state
    done = len(end.bets)
    if last.breach is not None:
        here = {"ply": last.ply, "offset": done, "length": 1} if last.ply else {}
        field = "/bets" if last.ply else "/cards"
        yield place.finding(last.breach.rule, str(last.breach), field, **here)
        return
    if done < len(hand.bets):
        why = f"the hand is over after {end.bets!r}"
        rest = len(hand.bets) - done
        yield place.finding(codes.GOES_ON, why, "/bets", offset=done, length=rest)
    if hand.ended is not None and not end.over:
        return  # the rules do not cover what follows an end outside play
    if not end.over and replayed.number < len(record.hands):
        yield place.finding(codes.STOPS, "another hand follows, but this one is not over", "/bets")
    unseen = set[int]() if record.view is None or end.shown else {1 - record.view}
    if {seat for seat in (0, 1) if hand.cards[seat] == HIDDEN} != unseen:
        hides = "nothing" if not unseen else f"the card of player {1 - (record.view or 0)}"
        why = f"{hand.cards!r} appears where {hides} should be hidden"
        yield place.finding(codes.WRONG_VIEW, why, "/cards")
    elif hand.points is not None and not end.over:
        why = "the points are given, but the hand is not over"
        yield place.finding(codes.WRONG_POINTS, why, "/points")
    elif hand.points not in (None, end.points):
        why = f"the points are given as {hand.points}, but should be {end.points}"
        fix = place.right(list(end.points), "/points")
        yield place.finding(codes.WRONG_POINTS, why, "/points", fix=fix)


def _seen(hand: Hand, player: int, shown: Sequence[Observation]) -> Hand:
    """Return a hand as a player knew it, built from what that player was shown."""
    cards = [HIDDEN, HIDDEN]
    cards[player] = shown[0]["card"]
    known = shown[-1].get("cards", "".join(cards))
    bets = "".join(each["bet"] for each in shown[1:])
    return replace(hand, cards=known, bets=bets, variations=())


def _random_hand(rng: Random) -> Hand:
    state = RULES.initial_state()
    while not state.over:
        node = RULES.node(state)
        if isinstance(node, Decision):
            (player,) = node.players
            actions = {player: rng.choice(RULES.legal_actions(state, player))}
        else:
            actions = {CHANCE: RULES.sample(state, rng)}
        state = RULES.apply(state, actions).state
    return _written(state)


def _written(state: State) -> Hand:
    points = state.points if state.over else None
    return Hand(cards=state.cards, bets=state.bets, points=points)
