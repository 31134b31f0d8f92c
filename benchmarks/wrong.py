"""The cost of a wrong record compared with a legal one, and the memory used for one record.

    python benchmarks/wrong.py [RECORDS]

Both take the explaining path. In the wrong record, one digit is replaced. Memory is the peak while
the longest record is checked, relative to the size of its text.
"""

import io
import re
import statistics
import sys
import time
import tracemalloc
from random import Random

import kifu
from kifu import formats, replayer
from kifu.formats.files.division import pieces
from kifu.validation.outcomes import of_piece, outcomes

NOTATIONS = ("goita/json", "mighty/json", "planowanie/json", "leduc/json")
REPEATS = 3


def texts(identifier: str, records: int) -> list[bytes]:
    """Return random records as texts."""
    notation = formats.notation(identifier)
    game = replayer.game(notation.game)
    some = (game.generate(Random(f"wrong/{number}")) for number in range(records))
    return [notation.write(each).encode() for each in some]


def spoilt(text: bytes, random: Random) -> bytes:
    """Change one digit in a text to introduce an error."""
    places = [each.start() for each in re.finditer(rb"[0-9]", text)]
    while True:
        at = random.choice(places)
        other = text[:at] + b"%d" % random.randrange(10) + text[at + 1 :]
        if any(each.severity == "error" for each in kifu.validate(other)):
            return other


def explain(some: list[bytes]) -> int:
    """Check the given texts in full detail, and return the number of findings."""
    return sum(len(each.findings) for text in some for each in outcomes(io.BytesIO(text)))


def seconds(some: list[bytes]) -> float:
    """Return the processor time that this takes."""
    start = time.process_time()
    explain(some)
    return time.process_time() - start


def peak(text: bytes) -> int:
    """Return the peak memory in use while a text is checked, not counting the text itself."""
    ((notation, piece),) = pieces(io.BytesIO(text))
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    checked = [each.findings for each in of_piece(notation, piece)]
    assert checked
    return tracemalloc.get_traced_memory()[1] - before


def main(records: int) -> None:
    """Measure time and memory."""
    for identifier in NOTATIONS:
        legal = texts(identifier, records)
        wrong = [spoilt(each, Random(number)) for number, each in enumerate(legal)]
        explain(legal[:5] + wrong[:5])
        ratios = [seconds(wrong) / seconds(legal) for _ in range(REPEATS)]
        ratio = f"{statistics.median(ratios):5.2f} × a legal one"
        print(f"{identifier:22}a wrong record {ratio}", end="")
        longest = [max(each, key=len) for each in (legal, wrong)]
        tracemalloc.start()
        for kind, text in zip(("legal", "wrong"), longest, strict=True):
            size = f"{peak(text) / len(text):5.1f} × its text ({len(text)} bytes)"
            print(f", memory of a {kind} one {size}", end="")
        tracemalloc.stop()
        print(flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
