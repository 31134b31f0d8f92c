"""Learning by sound self-play, in a folder that keeps all training data."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from ...formats.files.target import lock
from ...replayer.game import Game
from ...replayer.replay.match import first_state
from ..players.thinking import think_on
from ..search.exploitability import exploited
from ..search.public import PublicTree, Unsuitable
from ..search.resolving import Budget, Resolver
from .checkpoint import Checkpoint, Progress, WrongNetwork, require_usable, resumed, save
from .network import Network
from .positions import noted, read, written
from .selfplay import Solved, play, solve
from .training import Trainer, first_weights, sample

WINDOW = 50_000
"""The number of most recent solved positions that the network learns from."""

STEPS, SIZE = 120, 32
"""The number of training steps after each game, and of solved positions in each step."""

NETWORK, GAMES, SOLVED = "network.npz", "games.jsonl", "solved.jsonl"
"""The files in the folder."""


@contextmanager
def alone_in(folder: Path) -> Generator[None]:
    """Make a folder, and keep other processes from learning there; remove it if it stays empty.

    Raises WrongNetwork if another process is learning there, and OSError if it cannot be made.
    """
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        if is_new:
            stack.callback(_remove_empty, folder)
        try:
            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            lock(handle)
        except BlockingIOError:
            raise WrongNetwork(f"{folder}: another process is learning in this folder") from None
        except OSError:
            pass  # some systems cannot lock folders
        yield


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


class Learner:
    """Learns a game in a folder, continuing from the checkpoint there, if any.

    Raises WrongNetwork if a file in the folder is damaged or for another match, Unsuitable if the
    game cannot be searched, Unsupported if it has no encoding, and NotInstalled without PyTorch.
    """

    def __init__(
        self, game: Game[Any, Any], record: Any, folder: Path, seed: str, simulations: int
    ) -> None:
        self.game, self.record, self.folder = game, record, folder
        path = folder / NETWORK
        if path.exists():
            found = resumed(str(path), game, record)
        else:
            encoding = game.encoding(game.rules(record))
            width, ids = encoding.observation.size, encoding.num_distinct_actions
            first = first_weights(width, ids, Random(seed).getrandbits(32))
            progress = Progress(seed=seed, simulations=simulations)
            found = Checkpoint(Network(encoding, first), progress, {})
        self.network, self.progress = found.network, found.progress
        self.tree = self._tree()
        self._trainer = Trainer(self.network.weights, found.optimiser)
        self._budget = Budget(self.progress.simulations)
        self._since = monotonic()
        self._waiting = {GAMES: list[str](), SOLVED: list[str]()}
        self._window = [sample(self.network, each) for each in self._earlier()]

    @property
    def seconds(self) -> float:
        """The time spent learning so far, including earlier runs."""
        return self.progress.seconds + monotonic() - self._since

    def _tree(self) -> PublicTree:
        start = first_state(self.game, self.record)
        return PublicTree(self.game.rules(self.record), start, not self.game.has_views)

    def step(self) -> None:
        """Play a game, solve the queries of its searches, and train the network.

        Raises CalledOff before anything has changed if it is called off, and WrongNetwork if
        training fails.
        """
        seed = f"{self.progress.seed}/{self.progress.games}"
        done = play(self.tree, self.network, self._budget, seed)
        record = self.game.written(self.record, [done.steps])
        solved, left = done.searched, done.queries[::-1]
        while left:
            found, more = solve(
                self.tree, self.network, left.pop(), self._budget, f"{seed}/{len(solved)}"
            )
            solved.append(found)
            left += more
        self._waiting[GAMES].append(noted(self.game, record, done.annotations))
        for each in solved:
            self._waiting[SOLVED].append(written(self.game, self.record, self.tree, each))
            self._window.append(sample(self.network, each))
        del self._window[:-WINDOW]
        rng = Random(f"{seed}/train")
        for _ in range(STEPS):
            self._trainer.step(rng.choices(self._window, k=SIZE))
        weights = self._trainer.weights
        require_usable(str(self.folder / NETWORK), weights)
        self.network.weights = weights
        self.progress.games += 1
        if self.tree.is_open:
            self.tree = self._tree()

    def save(self) -> None:
        """Write everything new since the last checkpoint, and then a new checkpoint."""
        for name, lines in self._waiting.items():
            with (self.folder / name).open("ab") as stream:
                stream.write("".join(lines).encode())
                self.progress.sizes[name] = stream.tell()
            lines.clear()
        now = monotonic()
        self.progress.seconds += now - self._since
        self._since = now
        made = Checkpoint(self.network, self.progress, self._trainer.state)
        save(str(self.folder / NETWORK), self.game, self.record, made)

    def keep(self) -> None:
        """Keep a copy of the network of the last checkpoint."""
        data = (self.folder / NETWORK).read_bytes()
        (self.folder / f"network-{self.progress.games:06}.npz").write_bytes(data)

    def _earlier(self) -> list[Solved]:
        """Return the solved positions of the window, and cut off lines after the checkpoint."""
        lines = list[bytes]()
        for name in self._waiting:
            path, size = self.folder / name, self.progress.sizes.get(name, 0)
            there = path.stat().st_size if path.exists() else 0
            if there < size:
                raise WrongNetwork(f"{path}: this is shorter than at the last checkpoint")
            if there > size:
                if not size:
                    raise WrongNetwork(f"{path}: the file exists, but is not in the checkpoint")
                os.truncate(path, size)
            lines = path.read_bytes().splitlines() if there else []
        found = list[Solved]()
        for number, line in enumerate(lines[-WINDOW:], max(1, len(lines) - WINDOW + 1)):
            try:
                found.append(read(self.game, self.tree, line.decode()))
            except ValueError as why:
                raise WrongNetwork(f"{self.folder / SOLVED}: line {number}: {why}") from None
        return found

    def exploitability(self, simulations: int) -> float | None:
        """Return the exploitability of the network alone (0 simulations), or with searches.

        It is None if the round is too large to be solved. Raises CalledOff if it is called off.
        """
        think_on()
        tree, seed = self.tree, self.progress.seed
        try:
            if not simulations:
                return exploited(tree, lambda at: self.network.prior(tree, at)).exploitability
            resolvers = [
                Resolver(tree, player, self.network, Budget(simulations), seed) for player in (0, 1)
            ]
            return exploited(tree, lambda at: resolvers[at.player].policy(at)).exploitability
        except Unsuitable:
            return None
