"""What goes to a worker and comes back, as bytes: some work with its part, and the answer."""

from __future__ import annotations

import pickle
import traceback
from collections.abc import Callable
from typing import Any

from . import PartT, ResultT


def order(work: Callable[[PartT], ResultT], part: PartT) -> bytes:
    """A function of a module and what it is to be called with."""
    return pickle.dumps((work, part), -1)


def answer(given: bytes) -> bytes:
    """Do what is ordered; the answer is the result, or the error that was raised.

    >>> result(answer(order(abs, -3)))
    3
    """
    try:
        work, part = pickle.loads(given)
        return pickle.dumps((True, work(part)), -1)
    except Exception as error:
        error.add_note(traceback.format_exc())
        try:
            found = pickle.dumps((False, error), -1)
            pickle.loads(found)
        except Exception:
            # One of a package that cannot be pickled.
            found = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")), -1)
        return found


def result(found: bytes) -> Any:
    """The result in an answer; raises the error that is in it."""
    is_result, value = pickle.loads(found)
    if not is_result:
        raise value
    return value
