"""A round from its start as an environment plays it, chance included, in numbers only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, log2
from random import Random
from typing import Any

from msgspec.json import encode

from ..replayer.choices import listed, ranges
from ..replayer.encoding.encoding import Encoding
from ..replayer.encoding.episode import Episode
from ..replayer.encoding.numbers import NOBODY
from ..replayer.rules import CHANCE, Action, Chance, Decision, Terminal, Transition

SEED_BITS = 32
"""How many bits of chance decide an event whose outcomes are too many to list, such as a deal."""

DEALS = 100
"""How many deals in a row may end the round before anybody acts."""


class Round:
    """The first round of a match, in progress: an `Episode` with the chance before it.

    `seat` is the player who acts, or -1 if chance acts or the round is `over`. `numbers` are the
    action ids and the outcomes of chance so far, and `words` says what they mean. If the rules
    list the outcomes of chance, these are its choices. Otherwise, chance chooses the digits of a
    seed of 32 bits, from which the rules draw the outcome.

    The rules only follow the episode if they are needed, since they are slower.
    """

    def __init__(self, encoding: Encoding[Any, Any]) -> None:
        self.encoding, self.rules = encoding, encoding.rules
        self.numbers: tuple[int, ...] = ()
        self.words: tuple[str, ...] = ()
        self._episode: Episode | None = None
        self._seed: tuple[int, ...] = ()
        self._nothing = bytearray(encoding.observation.size)
        # The state of the rules, the observations of each player on the way there, the choices in
        # this state, and the ids that the rules have not been given yet.
        self._state: Any = self.rules.initial_state()
        self._shown: tuple[tuple[str, ...], ...] = ((),) * self.rules.players
        self._chosen: Mapping[int, Action] = {}
        self._begun: tuple[int, ...] = ()
        self._behind: tuple[int, ...] = ()
        # Both are computed only in states where they are needed.
        self._together: tuple[int, ...] | None = None
        self._outcomes: Mapping[int, tuple[Action, Fraction]] | None = None
        self._arrive()

    def copy(self) -> Round:
        """Return a copy that can be played independently."""
        other = self.__new__(type(self))
        vars(other).update(vars(self))  # nothing else can be changed
        other._episode = self._episode and self._episode.copy()
        return other

    def __deepcopy__(self, memo: object) -> Round:
        return self.copy()  # compiled encoders cannot be copied in another way

    def _arrive(self) -> None:
        """Find out who acts; in the first state in which somebody does, begin the episode."""
        self._together = self._outcomes = None
        if self._episode is None:
            node = self.rules.node(self._state)
            if isinstance(node, Decision):
                self._episode = self.encoding.begin(self._state)
            self.over = isinstance(node, Terminal)
        self.seat = NOBODY if self._episode is None else self._episode.seat
        if self._episode is not None:
            self.over = self._episode.over

    # The node

    def together(self) -> tuple[int, ...]:
        """Return the players who act at the same time, if each takes a single id; or nobody.

        If actions take several ids, the players take them one after the other, without seeing what
        the others chose, and that is also how `seat` and `step` work.
        """
        if self._together is None:
            state = self._follow()
            node = self.rules.node(state)
            acting = node.players if isinstance(node, Decision) else ()
            at_once = len(acting) > 1 and not self._chosen and not self._begun
            single = at_once and all(self._takes_one_id(state, each) for each in acting)
            self._together = acting if single else ()
        return self._together

    def _takes_one_id(self, state: Any, player: int) -> bool:
        legal = self.rules.legal_actions(state, player)
        spelled = (self.encoding.encode(state, player, each) for each in listed(legal))
        return not ranges(legal) and all(len(ids) == 1 for ids in spelled)

    def mask(self, player: int) -> bytearray:
        """Return a byte for each id, 1 if the player may take it now."""
        if self._episode is not None and player == self.seat:
            return self._episode.mask()
        if player in self.together():
            return self.encoding.legal_actions_mask(self._state, player)
        return bytearray(self.encoding.num_distinct_actions)

    @property
    def width(self) -> int:
        """The maximum number of outcomes of a chance node."""
        most = self.encoding.max_chance_outcomes
        return 256 if most == 1 else most

    def outcomes(self) -> Mapping[int, float]:
        """Return the outcomes that chance can choose now, with their probabilities."""
        found = self._listed()
        if found:
            return {number: float(odds) for number, (_, odds) in found.items()}
        return dict.fromkeys(range(self.width), 1 / self.width)

    def _listed(self) -> Mapping[int, tuple[Action, Fraction]]:
        """Return the outcomes that the rules list, by their numbers, with their probabilities."""
        if self._outcomes is None:
            state = self._follow()
            acts = isinstance(self.rules.node(state), Chance)
            found = (self.rules.chance_outcomes(state) if acts else None) or {}
            numbered = ((self.encoding.outcome(state, word), (word, found[word])) for word in found)
            self._outcomes = dict(sorted(numbered))
        return self._outcomes

    def name(self, player: int, number: int) -> str:
        """Return what an id, or an outcome of chance (if -1 is the player), stands for."""
        if player != CHANCE:
            return self.encoding.names[number]
        return self._listed().get(number, (f"outcome {number}",))[0]

    # Play

    def step(self, number: int) -> None:
        """Take an id for the seat that acts, or an outcome of chance.

        Raises ValueError if that is impossible.
        """
        if self.seat == NOBODY:
            self._draw(number)
        elif self._episode is not None:
            self._episode.step(number)
            self._behind += (number,)
            self.words += (self.encoding.names[number],)
        self.numbers += (number,)
        self._arrive()

    def _draw(self, number: int) -> None:
        if self.over or number not in self.outcomes():
            raise ValueError(f"chance cannot take outcome {number}")
        listed = self._listed()
        if not listed:
            self._seed += (number,)
            if len(self._seed) < ceil(SEED_BITS / log2(self.width)):
                return
            seed = sum(each * self.width**at for at, each in enumerate(self._seed))
            word, self._seed = self.rules.sample(self._state, Random(seed)), ()
        else:
            word = listed[number][0]
        if listed and self._episode is not None:
            self._episode.draw(number)
        self.words += (word,)
        self._apply({CHANCE: word})

    def _follow(self) -> Any:
        """Let the rules catch up, and return their state."""
        for number in self._behind:
            node = self.rules.node(self._state)
            acting = node.players if isinstance(node, Decision) else ()
            player = next(each for each in acting if each not in self._chosen)
            self._begun += (number,)
            action = self.encoding.decode(self._state, player, self._begun)
            if action is not None:
                self._chosen, self._begun = {**self._chosen, player: action}, ()
                if len(self._chosen) == len(acting):
                    self._apply(self._chosen)
                    self._chosen = {}
        self._behind = ()
        return self._state

    def _apply(self, actions: Mapping[int, Action]) -> None:
        done: Transition[Any] = self.rules.apply(self._state, actions)
        self._state = done.state
        self._shown = tuple(
            (*shown, encode({**done.public, **done.private.get(player, {})}).decode())
            for player, shown in enumerate(self._shown)
        )

    # Knowledge of players, and the result

    def known(self, player: int) -> str:
        """Return everything that a player was shown and did in this round."""
        self._follow()
        own = [self._chosen[player]] if player in self._chosen else []
        if player == self.seat:
            own += [self.encoding.names[each] for each in self._begun]
        return " ".join((str(player), *self._shown[player], *own))

    def observe(self, player: int) -> bytearray:
        """Return what a player observes; zeros before the first decision."""
        if self._episode is None:
            return self._nothing[:]
        return self._episode.observe(player)

    def returns(self) -> Sequence[float]:
        """Return the points of each player in the round, 0 until it is over."""
        found = self._episode and self._episode.returns()
        return [0.0] * self.rules.players if found is None else [float(each) for each in found]
