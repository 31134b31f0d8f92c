"""How long the studio takes to answer, compared with the least work needed.

    python benchmarks/studio.py [MOVES]

Programs play a match of each game, and each move is requested over HTTP, as the page does; for
comparison, the record is only checked. Then a digit is typed in the middle of a text of 100 kB in
each notation, and deleted again; for comparison, the text is only checked. Times are medians of
wall-clock time, in milliseconds.
"""

import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from http.client import HTTPConnection
from time import perf_counter
from typing import Any

import kifu
from kifu import formats, replayer

SIZE, TYPED = 100_000, 9
PLAIN = ("goita/history", "goita/table", "mighty/gibo", "planowanie/log")


class Studio:
    """A studio running as a process."""

    def __init__(self, folder: str) -> None:
        words = [sys.executable, "-m", "kifu", "studio", "--no-browser", "--state", folder]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, encoding="utf-8", cwd=folder)
        assert self.process.stderr is not None
        address = re.search(r":(\d+)/#token=(\S+)", self.process.stderr.readline())
        assert address is not None
        self.port, self.token = int(address[1]), address[2]

    def __call__(self, call: str, body: Mapping[str, Any] | bytes) -> tuple[Any, float]:
        """Return the answer to a call, and how many milliseconds it took."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection = HTTPConnection("127.0.0.1", self.port)
        before = perf_counter()
        connection.request("POST", f"/api/{call}", data, {"X-Kifu-Token": self.token})
        answer = connection.getresponse().read()
        took = (perf_counter() - before) * 1000
        connection.close()
        return json.loads(answer), took


def moves(studio: Studio, game: str, most: int) -> None:
    """Let programs play a match, and measure each move."""
    seats = replayer.game(game).rules(replayer.new_record(game)).players
    body = {"game": game, "levels": [{"level": "rules"}] * seats, "seed": "benchmark 2"}
    answer, _ = studio("new", body)
    asked, checked = list[float](), list[float]()
    while len(asked) < most:
        sheet = answer["sheet"]
        body = {"version": sheet["version"], "place": answer["place"]}
        if answer["next"] is not None:
            answer, took = studio(f"sheets/{sheet['id']}/respond", body)
            asked.append(took)
            before = perf_counter()
            kifu.validate(answer["text"])
            checked.append((perf_counter() - before) * 1000)
        elif answer["goes_on"]:
            answer, _ = studio(f"sheets/{sheet['id']}/deal", {"version": sheet["version"]})
        else:
            break
    show(f"a move of {game}", asked, checked)


def typing(studio: Studio, identifier: str) -> None:
    """Type in the middle of a long text, and measure each answer."""
    notation = formats.notation(identifier)
    records, size = list[Any](), 0
    while size < SIZE:
        records.append(replayer.generate(notation.game, len(records)))
        size += len(notation.write(records[-1]))
    lines = notation.medium == "json"
    text = "".join(notation.texts(records, lines=lines))
    name = f"a{'.jsonl' if lines else notation.suffix}"
    answer, _ = studio(f"open?name={name}", text.encode())
    asked, checked = list[float](), list[float]()
    middle, wrong = len(records) // 2, len(text) // 2
    for number in range(TYPED):
        sheet, changed = answer["sheet"], text[:wrong] + "7" * (number % 2) + text[wrong:]
        body = {"version": sheet["version"], "text": changed, "record": middle}
        answer, took = studio(f"sheets/{sheet['id']}/text", body)
        asked.append(took)
        before = perf_counter()
        kifu.validate(changed, identifier)
        checked.append((perf_counter() - before) * 1000)
    show(f"{len(text):,} characters of {identifier}", asked, checked)


def show(what: str, asked: list[float], checked: list[float]) -> None:
    """Print the medians and their ratio."""
    one, other = statistics.median(asked), statistics.median(checked)
    print(f"{what:45}{one:7.1f} ms   {one / other:5.1f} × checking alone")


def main() -> None:
    """Measure everything."""
    most = int(sys.argv[1]) if sys.argv[1:] else 60
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(folder)
        try:
            for game in replayer.games():
                moves(studio, game, most)
            for identifier in (*[f"{each}/json" for each in replayer.games()], *PLAIN):
                typing(studio, identifier)
        finally:
            studio.process.terminate()
            studio.process.wait()


if __name__ == "__main__":
    main()
