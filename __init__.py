"""Read game records, report what is wrong with them, and replay and convert them.

Read a text as a record, then check it, replay it under the rules of its game, or write it in
another notation:

>>> import kifu
>>> text = '''{"format": "goita/json", "version": 1, "rounds": [{
...   "hands": ["11244788", "23456788", "34567888", "55667888"],
...   "record": "84-0-0-0-84-0-0-0-72-0-0-0-11", "winner": 1}]}'''
>>> for finding in kifu.validate(text):
...     print(finding.line, finding.column, finding.code, finding.message)
3 56 G201 player 1 is named as the winner, but player 0 wins the round
>>> record = kifu.loads(text)
>>> kifu.dumps(record, "goita/history").splitlines()[0][:46]
'88755211,76543211,65432111,44332111,s1,115,2p,'
>>> kifu.replay(record)[0].steps[-1].state.outcome.points
100
>>> kifu.view(record, player=1).rounds[0].hands
('99999999', '23456788', '99999999', '99999999')

Pass a path as a `pathlib.Path` (or any `os.PathLike`), and text as `str` or `bytes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api.learning import encoding
    from .api.playing import branch, deals, playouts, replay, view
    from .api.reading import Input, Path, check, facts, outcomes, read, rules, suggest, validate
    from .api.records import RecordError, convert, dump, dumps, load, loads, lost
    from .api.showing import board, picture, widget
    from .archive.decisions.packing import unpack
    from .archive.errors import ProjectError
    from .archive.version import __version__ as __version__
    from .browser.board import Board, Picture
    from .findings import Edit, Finding, Fix, Rule, Severity
    from .formats.interface.notation import CannotHold, Notation, Reading
    from .replayer.beliefs.deals import Deals
    from .replayer.beliefs.playouts import PlayedOut
    from .replayer.encoding.encoder import Unencodable
    from .replayer.game import MatchResult
    from .replayer.play.annotation import Annotation, Evaluation, Mark, Property
    from .replayer.play.ended import Ended
    from .replayer.play.variations import Variation
    from .replayer.record import GameRecord
    from .replayer.replay.round import RoundReplay, Step
    from .replayer.rules import IllegalAction
    from .validation.outcome import Outcome

else:
    _WHERE = {
        ".api.playing": ("branch", "deals", "playouts", "replay", "view"),
        ".api.records": ("RecordError", "convert", "dump", "dumps", "load", "loads", "lost"),
        ".api.showing": ("board", "picture", "widget"),
        ".archive.decisions.packing": ("unpack",),
        ".archive.errors": ("ProjectError",),
        ".archive.version": ("__version__",),
        ".findings": ("Edit", "Finding", "Fix", "Rule", "Severity"),
        ".formats.interface.notation": ("CannotHold", "Notation", "Reading"),
        ".api.learning": ("encoding",),
        ".replayer.beliefs.deals": ("Deals",),
        ".replayer.encoding.encoder": ("Unencodable",),
        ".replayer.game": ("MatchResult",),
        ".replayer.beliefs.playouts": ("PlayedOut",),
        ".replayer.play.annotation": ("Annotation", "Evaluation", "Mark", "Property"),
        ".replayer.play.ended": ("Ended",),
        ".replayer.record": ("GameRecord",),
        ".replayer.replay.round": ("RoundReplay", "Step"),
        ".replayer.rules": ("IllegalAction",),
        ".replayer.play.variations": ("Variation",),
        ".validation.outcome": ("Outcome",),
        ".browser.board": ("Board", "Picture"),
    }

    def __getattr__(name: str) -> object:
        """Import a public name on first use: most commands need only a few."""
        from importlib import import_module

        module = next((module for module, names in _WHERE.items() if name in names), ".api.reading")
        if name not in (*__all__, "__version__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found: object = getattr(import_module(module, __name__), name)
        globals()[name] = found  # so that Python does not call this function again
        return found


__all__ = [
    "Annotation",
    "Board",
    "CannotHold",
    "Deals",
    "Edit",
    "Ended",
    "Evaluation",
    "Finding",
    "Fix",
    "GameRecord",
    "IllegalAction",
    "Input",
    "Mark",
    "MatchResult",
    "Notation",
    "Outcome",
    "Path",
    "Picture",
    "PlayedOut",
    "ProjectError",
    "Property",
    "Reading",
    "RecordError",
    "RoundReplay",
    "Rule",
    "Severity",
    "Step",
    "Unencodable",
    "Variation",
    "board",
    "branch",
    "check",
    "convert",
    "deals",
    "dump",
    "dumps",
    "encoding",
    "facts",
    "load",
    "loads",
    "lost",
    "outcomes",
    "picture",
    "playouts",
    "read",
    "replay",
    "rules",
    "suggest",
    "unpack",
    "validate",
    "view",
    "widget",
]
