"""Another version of kifu, usually an older one, that judges the same texts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import verdicts


def differences(
    identifier: str, texts: Sequence[bytes], folder: Path
) -> list[tuple[bytes, list[str], list[str]]]:
    """Find texts in which another kifu finds different rules broken, and return both answers.

    Errors in the text itself (codes that begin with F) may differ.
    """
    asked = [json.dumps([identifier, b64encode(text).decode()]) for text in texts]
    with ThreadPoolExecutor() as both:
        ours, theirs = both.submit(answers, asked), both.submit(answers, asked, folder)
        here, there = ours.result(), theirs.result()
    pairs = zip(texts, here, there, strict=True)
    return [each for each in pairs if each[1] != each[2]]


def answers(asked: Sequence[str], folder: Path | None = None) -> list[list[str]]:
    """Return the codes of broken rules, according to the kifu in a folder, by default this one."""
    environment = {} if folder is None else {"PYTHONPATH": str(folder.resolve())}
    done = subprocess.run(
        [sys.executable, verdicts.__file__],
        env=os.environ | environment,
        input="".join(f"{line}\n" for line in asked),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [[code for code in codes if not code.startswith("F")] for codes in found]
