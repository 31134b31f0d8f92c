"""Coverage-guided fuzzing: inputs that reach new code are varied further (`atheris`, libFuzzer).

    python -m tests.hostile.guided FOLDER SECONDS SEED

Print the number of inputs tried. Failures are saved in the folder, as for all attacks.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

SEEDS = 4
"""The number of texts in each notation to start with."""

MISSING = (
    "atheris is not installed: pip install '.[fuzz]' does so where there is a wheel for this "
    "Python, or it can be built"
)


def is_available() -> bool:
    """Return whether coverage-guided fuzzing is possible here."""
    return importlib.util.find_spec("atheris") is not None


def main(folder: Path, seconds: int, seed: int) -> None:
    """Try inputs for a number of seconds, after which libFuzzer ends the process."""
    folder.mkdir(parents=True, exist_ok=True)
    # libFuzzer's progress reports are only needed on demand.
    log = os.open(folder / f"guided-{seed}.log", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    os.dup2(log, 2)
    import atheris as untyped  # pyright: ignore[reportMissingImports, reportMissingModuleSource]

    atheris: Any = untyped
    with atheris.instrument_imports(include=["kifu"]):
        from . import found, inputs, oracles, seeds

        texts = [each for some in seeds.seeds().values() for each in some[:SEEDS]]
        for some in seeds.seeds().values():  # load modules that are imported on demand
            oracles.judge(inputs.Input(some[0].data, thorough=True))
            oracles.judge(inputs.Input(some[0].data[: len(some[0].data) // 2], some[0].notation))
    known = set[str]()
    tried = 0

    def try_one(data: bytes) -> None:
        nonlocal tried
        tried += 1
        one = inputs.Input(data)
        try:
            oracles.judge(one)
        except oracles.Fault as fault:
            sign = str(fault)[:60]
            if sign not in known:
                known.add(sign)
                small = found.smallest("inputs", one, fault)
                print(f"found: {found.save(folder, 'inputs', small, fault)}: {fault}", flush=True)
        if tried % 20 == 0:
            (folder / f"guided-{seed}.count").write_text(str(tried))

    def change(data: bytes, most: int, number: int) -> bytes:
        rng = Random(number)
        if rng.random() < 0.4:
            mutated: bytes = atheris.Mutate(data, most)
            return mutated
        by = rng.choice(inputs.CHANGES)
        return by(seeds.Seed(rng.choice(texts).notation, data), rng)[:most]

    corpus = Path(tempfile.mkdtemp(prefix="kifu-corpus-"))
    for number, each in enumerate(texts):
        (corpus / str(number)).write_bytes(each.data)
    options = [
        f"-max_total_time={seconds}",
        f"-seed={seed + 1}",
        "-timeout=900",
        "-max_len=8000",
        "-report_slow_units=999",
    ]
    options += ["-rss_limit_mb=4096", f"-artifact_prefix={folder}/guided-", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], try_one, custom_mutator=change)
    atheris.Fuzz()


if __name__ == "__main__":
    if not is_available():
        sys.exit(MISSING)
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
