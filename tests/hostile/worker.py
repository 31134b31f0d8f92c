"""One process of an attack: it makes cases of each kind in turn, and judges them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from .found import save, smallest
from .inputs import Input, any_input
from .kinds import KINDS
from .oracles import Fault, judge

SLICE = 60.0
"""The maximum time for one round of all kinds of attack, in seconds."""
LONGEST = 400
"""The number of seconds after which a case counts as hanging."""
TWINS = 40
"""The number of inputs to judge again together, in a process with a different hash seed."""
OF_A_KIND = 3
"""The maximum number of cases with similar faults to save."""


class Worker:
    """Attacks until a deadline, writing its counts to a file along the way."""

    def __init__(self, folder: Path, number: int, seed: int, kinds: Sequence[str]) -> None:
        self.folder = folder
        self.number = number
        self.rng = Random(f"{seed} {number}")
        self.kinds = kinds
        self.counts = Counter[str]()
        self.alike = Counter[str]()
        self.place = Path(tempfile.mkdtemp(prefix="kifu-hostile-"))

    def attack(self, seconds: float) -> None:
        """Attack for a number of seconds."""
        signal.signal(signal.SIGALRM, _hang)
        deadline = time.monotonic() + seconds
        length = min(SLICE, seconds)
        whole = sum(KINDS[each].share for each in self.kinds)
        try:
            while time.monotonic() < deadline:
                for kind in self.kinds:
                    end = time.monotonic() + length * KINDS[kind].share / whole
                    self.attack_by(kind, min(end, deadline))
        finally:
            shutil.rmtree(self.place, ignore_errors=True)

    def attack_by(self, kind: str, end: float) -> None:
        """Attack in one way until a given time, but at least once."""
        digests = dict[str, str]()
        while True:
            seed = str(self.rng.getrandbits(64))
            case = KINDS[kind].make(Random(seed))
            seen = self.judged(kind, case)
            if isinstance(seen, str) and len(digests) < TWINS:
                digests[seed] = seen
            if time.monotonic() > end:
                break
        if len(digests) == TWINS:
            self.compare(digests)
        (self.folder / f"worker-{self.number}.counts").write_text(json.dumps(self.counts))

    def judged(self, kind: str, case: Any) -> object:
        """Judge a case, and save it if there is a fault."""
        # If this process dies, this is the case that killed it.
        current = save(
            self.folder / f"worker-{self.number}", kind, case, Fault("died", "meanwhile")
        )
        signal.alarm(LONGEST)
        try:
            return KINDS[kind].judge(case, self.place / "case")
        except Fault as fault:
            signal.alarm(0)
            self.found(kind, case, fault)
        finally:
            signal.alarm(0)
            current.unlink()
            self.counts[kind] += 1
        return None

    def found(self, kind: str, case: Any, fault: Fault) -> None:
        """Save a case, unless enough similar ones are saved."""
        self.counts["faults"] += 1
        sign = f"{kind} {str(fault)[:50]}"
        self.alike[sign] += 1
        if self.alike[sign] <= OF_A_KIND:
            path = save(self.folder, kind, smallest(kind, case, fault), fault)
            print(
                f"found: {fault}\n  {sys.executable} -m tests.hostile --repeat {path}", flush=True
            )

    def compare(self, digests: dict[str, str]) -> None:
        """Judge inputs again in a different process, which must get the same results."""
        environment = {**os.environ, "PYTHONHASHSEED": str(self.rng.randrange(1, 2**32))}
        command = [sys.executable, "-m", __name__, *digests]
        done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
        self.counts["inputs in another process"] += len(digests)
        for seed, other in zip(digests, done.stdout.split(), strict=True):
            if other != digests[seed]:
                fault = Fault("different", f"another process gives a different result; seed {seed}")
                self.found("inputs", any_input(Random(seed)), fault)


def _hang(number: int, frame: FrameType | None) -> None:
    raise Fault("hang", f"still running after {LONGEST} s")


def digest(one: Input) -> str:
    """Return the digest of an input, which another process must reproduce."""
    try:
        return judge(one)
    except Fault as fault:
        return fault.kind


if __name__ == "__main__":
    print(*(digest(any_input(Random(seed))) for seed in sys.argv[1:]), sep="\n")
