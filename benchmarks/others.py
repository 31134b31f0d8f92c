"""How many plies per second kifu checks, compared with tools for other games.

    pip install chess pokerkit open_spiel; apt install pgn-extract
    python benchmarks/others.py

Each tool reads random legal matches of its own game as text, and checks every ply under the rules:
pgn-extract and python-chess read chess as PGN, pokerkit reads hands of no-limit Texas hold 'em as
PHH, open_spiel reads the actions of Leduc poker, and kifu reads its canonical lines. Plies of
different games take different amounts of work.
"""

import io
import os
import shutil
import statistics
import tempfile
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, TypeVar

from archives import lines, skim
from processor import spent, spent_by

from kifu import formats, replayer
from kifu.validation.outcomes import outcomes

REPEATS = 5
WayT = TypeVar("WayT")

Way: TypeAlias = tuple[int, Callable[[], float]]
"""How many plies are checked, and a function that returns the processor time in seconds."""


# Chess


def chess_games(number: int) -> tuple[str, int]:
    """Return random chess games as PGN, and the number of plies in them."""
    chess: Any = import_module("chess")
    pgn: Any = import_module("chess.pgn")
    texts: list[str] = []
    plies = 0
    for seed in range(number):
        rng, board = Random(seed), chess.Board()
        while not board.is_game_over(claim_draw=False) and board.ply() < 120:
            board.push(rng.choice(list(board.legal_moves)))
        game = pgn.Game.from_board(board)
        texts.append(f"{game}\n\n")
        plies += board.ply()
    return "".join(texts), plies


def python_chess() -> Way:
    """Time python-chess, which parses each move in its position and refuses illegal ones."""
    pgn: Any = import_module("chess.pgn")
    text, plies = chess_games(40)

    def read() -> None:
        stream = io.StringIO(text)
        while (game := pgn.read_game(stream)) is not None:
            assert not game.errors

    return plies, lambda: spent(read)


def pgn_extract(folder: Path) -> Way:
    """Time pgn-extract; with `-r`, it only checks games and does not write them."""
    program = shutil.which("pgn-extract", path=f"{os.environ['PATH']}:/usr/games")
    if program is None:
        raise ImportError("pgn-extract is not installed")
    text, plies = chess_games(100)
    path = folder / "games.pgn"
    path.write_text(text * 100)
    return 100 * plies, lambda: spent_by([program, "-r", str(path)])


# Poker


def pokerkit_hands() -> Way:
    """Time pokerkit, which parses six-player hands as PHH and checks actions by applying them."""
    pokerkit: Any = import_module("pokerkit")
    automation: Any = pokerkit.Automation
    game = pokerkit.NoLimitTexasHoldem(
        tuple(each for each in automation if each is not automation.HOLE_DEALING),
        True, 0, (1, 2), 2,
    )  # fmt: skip
    texts: list[str] = []
    plies = 0
    for seed in range(60):
        rng, state = Random(seed), game((200,) * 6, 6)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif rng.random() < 0.3 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            else:
                state.check_or_call()
        hand = pokerkit.HandHistory.from_game_state(game, state)
        texts.append(hand.dumps())
        plies += sum(action.startswith("p") for action in hand.actions)

    def read() -> None:
        for text in texts:
            for _ in pokerkit.HandHistory.loads(text):
                pass

    return plies, lambda: spent(read)


def open_spiel_hands() -> Way:
    """Time open_spiel, looking up each action of Leduc poker among the legal ones first."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("leduc_poker")
    histories: list[str] = []
    plies = 0
    for seed in range(1000):
        rng, state = Random(seed), game.new_initial_state()
        while not state.is_terminal():
            plies += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        histories.append(" ".join(map(str, state.history())))

    def read() -> None:
        for history in histories:
            state = game.new_initial_state()
            for action in map(int, history.split()):
                assert action in state.legal_actions()
                state.apply_action(action)
            assert state.is_terminal()

    return plies, lambda: spent(read)


# kifu


def kifu_lines(game: str, folder: Path) -> Way:
    """Time kifu on canonical lines, which are skimmed, or otherwise read and explained."""
    data, _ = lines(game, 300)
    plies = sum(each.counts.plies for each in outcomes(io.BytesIO(data), "x.jsonl") if each.counts)
    times = 20 if formats.notation(f"{game}/json").skim is not None else 1
    archive = folder / f"{game}.jsonl"
    archive.write_bytes(data * times)
    return times * plies, lambda: spent(lambda: skim(archive))


def ways(folder: Path) -> dict[str, Way]:
    """Return the ways to compare, as far as their programs are installed."""
    made: dict[str, Callable[[], Way]] = {
        "pgn-extract, chess": lambda: pgn_extract(folder),
        "python-chess, chess": python_chess,
        "pokerkit, hold 'em": pokerkit_hands,
        "open_spiel, Leduc poker": open_spiel_hands,
    }
    for game in replayer.games():
        if formats.notation(f"{game}/json").skim is not None:
            made[f"kifu, {game}"] = lambda game=game: kifu_lines(game, folder)
    return available(made)


def available(made: Mapping[str, Callable[[], WayT]]) -> dict[str, WayT]:
    """Return the ways whose packages are installed, and say which are not."""
    found: dict[str, WayT] = {}
    for name, make in made.items():
        try:
            found[name] = make()
        except ImportError as why:
            print(f"{name} is skipped: {why}")
    return found


def main() -> None:
    """Time everything in turn, and print medians."""
    with tempfile.TemporaryDirectory() as folder:
        compared = ways(Path(folder))
        turns = [{name: way() for name, (_, way) in compared.items()} for _ in range(1 + REPEATS)]
    speeds = {
        name: plies / statistics.median(turn[name] for turn in turns[1:])
        for name, (plies, _) in compared.items()
    }
    others = [name for name in speeds if not name.startswith("kifu, ")]
    print(f"{'plies/second':28}{'':12}" + "".join(f"{each.split(',')[0]:>14}" for each in others))
    for name, speed in speeds.items():
        ratios = "".join(f"{speed / speeds[other]:12,.1f} ×" for other in others)
        print(f"{name:28}{speed:12,.0f}{ratios}")


if __name__ == "__main__":
    main()
