"""Reading without shortcuts: with the grammars and parsers that explain errors, for every text.

Quick readers handle texts that are plainly valid. Here, each of them gives up.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from kifu.formats.document.yaml.plain import NotPlain
from kifu.formats.goita.history import events as history
from kifu.formats.goita.table import reader as table
from kifu.formats.goita.yaml import yaml
from kifu.formats.mighty.gibo import events as gibo
from kifu.formats.planowanie.log import reader as log

EXPRESSIONS = {
    "goita/history": history,
    "goita/table": table,
    "mighty/gibo": gibo,
}
"""The modules that use a regular expression to check whether a text follows its grammar."""


@contextmanager
def thoroughly() -> Generator[None]:
    """Disable the quick readers."""
    with ExitStack() as stack:
        for module in EXPRESSIONS.values():
            stack.enter_context(patch.object(module, "follows", _no))
        stack.enter_context(patch.object(log, "plain_game", _nothing))
        stack.enter_context(patch.object(yaml, "plain_documents", _not_plain))
        yield


def _no(*_: Any, **__: Any) -> bool:
    return False


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _not_plain(content: str) -> Iterator[Any]:
    raise NotPlain
    yield
