"""Networks in files: `.npz` without pickled objects, which need only NumPy to be read."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from ...archive.questions.installed import numpy
from ...archive.version import __version__
from ...formats.files.target import write_file
from ...replayer.encoding.encoding import Encoding
from ...replayer.encoding.fields import Field
from ...replayer.game import Game
from .network import STATE, Network, Weights, shapes

FORMAT, VERSION = "kifu/network", 1

_DAMAGED = (
    *(ValueError, LookupError, TypeError, EOFError, AttributeError),
    *(zipfile.BadZipFile, zlib.error, msgspec.MsgspecError, NotImplementedError),
)
"""Exceptions of readers for damaged files."""


LARGEST = 1e4
"""All weights are below this number: otherwise products of several could overflow."""

Count: TypeAlias = Annotated[int, Meta(ge=0)]
Positive: TypeAlias = Annotated[int, Meta(ge=1)]


class WrongNetwork(ValueError):
    """Raised if a file is not a network for the match; the message begins with its name."""


class Progress(Struct, kw_only=True):
    """The progress of learning, and everything that determines how it continues.

    `sizes` are the numbers of bytes of the files with the games and the solved positions.
    """

    seed: str = "0"
    simulations: Positive = 100
    games: Count = 0
    seconds: Annotated[float, Meta(ge=0)] = 0.0
    sizes: dict[str, Count] = {}


class About(Struct, kw_only=True):
    """The header of a network: the game, the options of matches, and the encoding of inputs."""

    format: str = FORMAT
    version: int = VERSION
    kifu: str = __version__
    game: str
    options: Mapping[str, Any]
    actions: tuple[str, ...]
    observation: tuple[Field, ...]
    width: Positive
    progress: Progress


class Checkpoint(Struct):
    """A network, the progress of learning, and the state of the optimiser."""

    network: Network
    progress: Progress
    optimiser: Mapping[str, Any]


def save(path: str, game: Game[Any, Any], record: Any, checkpoint: Checkpoint) -> None:
    """Write a checkpoint for the matches of a record; readers see the old file or the new one."""
    encoding, weights = checkpoint.network.encoding, checkpoint.network.weights
    about = About(
        game=game.name,
        options=game.options_of(record),
        actions=encoding.names,
        observation=encoding.observation.fields,
        width=weights["mid"].shape[0],
        progress=checkpoint.progress,
    )
    np, stream = numpy(), BytesIO()
    header = np.frombuffer(msgspec.json.encode(about), np.uint8)
    np.savez(stream, allow_pickle=False, header=header, **weights, **checkpoint.optimiser)
    write_file(path, stream.getvalue(), force=True)


def load(path: str, game: Game[Any, Any], record: Any) -> Network:
    """Return the network in a file, for the matches of a record.

    Raises OSError if the file cannot be opened, WrongNetwork if it is damaged or for other matches,
    and NotInstalled without NumPy.
    """
    return resumed(path, game, record).network


def resumed(path: str, game: Game[Any, Any], record: Any) -> Checkpoint:
    """Return the whole checkpoint in a file. Raises what `load` raises."""
    np = numpy()
    with open(path, "rb") as stream:
        try:
            found: dict[str, Any] = dict(np.load(stream, allow_pickle=False))
            header = found.pop("header").tobytes()
            said = msgspec.json.decode(header, type=dict[str, Any])
            kind = said.get("format"), said.get("version")
            about = msgspec.convert(said, About) if kind == (FORMAT, VERSION) else None
        except _DAMAGED:
            why = f"{path}: this is not a network, or it is cut short or damaged"
            raise WrongNetwork(why) from None
    if about is None:
        raise WrongNetwork(
            f"{path}: this is {kind[0]}, version {kind[1]}; kifu reads {FORMAT}, version {VERSION}"
        )
    encoding = _fitting(path, about, game, record)
    expected = shapes(encoding.observation.size, about.width, encoding.num_distinct_actions)
    steps = found.setdefault("steps", np.array(0))
    if steps.shape or steps.dtype.kind != "i" or steps < 0:
        raise WrongNetwork(f"{path}: its 'steps' are not a number of steps")
    parts = STATE if steps else ()
    state = {f"{name}/{part}": shape for name, shape in expected.items() for part in parts}
    for name, shape in {**expected, **state}.items():
        each = found.get(name)
        if each is None or each.shape != shape or each.dtype != np.float32:
            raise WrongNetwork(f"{path}: its weights {name!r} are missing or have another shape")
        if not np.isfinite(each).all() or (name.endswith("_sq") and (each < 0).any()):
            raise WrongNetwork(f"{path}: some of its weights {name!r} are not possible numbers")
    weights = {name: found.pop(name) for name in expected}
    require_usable(path, weights)
    return Checkpoint(Network(encoding, weights), about.progress, found)


def require_usable(path: str, weights: Weights) -> None:
    """Raise WrongNetwork if weights in a file are too large, or not numbers."""
    for name, each in weights.items():
        if not abs(each).max() < LARGEST:
            raise WrongNetwork(f"{path}: some of its weights {name!r} are too large")


def _fitting(path: str, about: About, game: Game[Any, Any], record: Any) -> Encoding[Any, Any]:
    """Return the encoding of a match. Raises WrongNetwork if the network is for other ones."""
    if about.game != game.name:
        raise WrongNetwork(f"{path}: this is a network for {about.game}, not {game.name}")
    options = dict(game.options_of(record))
    if dict(about.options) != msgspec.to_builtins(options):
        this, that = (
            msgspec.json.encode(each, order="sorted").decode() for each in (about.options, options)
        )
        raise WrongNetwork(f"{path}: this is a network for matches with {this}, not with {that}")
    encoding = game.encoding(game.rules(record))
    if (about.actions, about.observation) != (encoding.names, encoding.observation.fields):
        raise WrongNetwork(
            f"{path}: a network of kifu {about.kifu}, which has other actions or observations"
        )
    return encoding
