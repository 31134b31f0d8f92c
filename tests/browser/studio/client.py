"""A studio process, and a client that behaves like its page."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from ...command import heed_signals

RULES = {"level": "rules"}
PATIENCE = 60
TRIES = 3000

Values = dict[str, Any]


class Studio:
    """A studio running in a folder, with its open sheets kept in `state` there."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        words = [sys.executable, "-m", "kifu", "studio", "--no-browser", "--state", "state"]
        self.process = subprocess.Popen(
            [*words, *arguments],
            cwd=folder,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=heed_signals,
        )
        self.said: list[str] = []
        address = self._address()
        assert address is not None, "".join(self.said)
        self.port, self.token = int(address[1]), address[2]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.address = address[0]
        self.status = 0

    def _address(self) -> re.Match[str] | None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said.append(line)
            found = re.search(r"http://127\.0\.0\.1:(\d+)/#token=([\w-]+)\S*", line)
            if found is not None:
                return found
        return None

    def request(
        self, method: str, path: str, data: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> tuple[int, Mapping[str, str], bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, data, dict(headers or {}))
        answer = connection.getresponse()
        found = answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def __call__(self, call: str, body: Values | bytes | None = None, **more: Any) -> Values:
        """Make a call and return the answer; `status` is then the HTTP status."""
        data = body if isinstance(body, bytes) else json.dumps((body or {}) | more).encode()
        headers = {"X-Kifu-Token": self.token}
        self.status, _, found = self.request("POST", f"/api/{call}", data, headers)
        answer: Values = json.loads(found)
        return answer

    def end(self) -> str:
        """Press Ctrl-C and return the output that follows."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.stderr is not None
        said = self.process.stderr.read()
        assert self.process.wait(PATIENCE) == 0, said
        return said

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()


class Page:
    """A sheet as the page sees it: every call refers to its latest version."""

    def __init__(self, studio: Studio, answer: Values) -> None:
        self.studio = studio
        self.answer = answer
        assert "error" not in answer, answer

    @property
    def sheet(self) -> Values:
        found: Values = self.answer["sheet"]
        return found

    @property
    def text(self) -> str:
        found: str = self.answer["text"]
        return found

    @property
    def place(self) -> Values:
        found: Values = self.answer["place"]
        return found

    @property
    def record(self) -> Values:
        found: Values = self.answer["board"]["records"][0]
        return found

    def ask(self, call: str, **more: Any) -> Values:
        """Make a call about the sheet; an error leaves it unchanged."""
        sheet = self.sheet
        body = {"record": sheet["record"], "version": sheet["version"]} | more
        if call in ("show", "texts", "stop", "close"):
            del body["version"]
        return self.studio(f"sheets/{sheet['id']}/{call}", body)

    def panel(self, answers: Values, press: str | None = None) -> Values:
        """Return the game's own panel at this moment."""
        found = self.ask("game/panel", place=self.place, answers=answers, press=press)
        assert "error" not in found, found
        return found

    def change(self, call: str, **more: Any) -> Values:
        """Change the sheet and keep up with the new version."""
        answer = self.ask(call, **more)
        assert "error" not in answer, answer
        self.answer = answer
        return answer

    def line(self, number: int = 1, path: list[int] | None = None) -> list[Values]:
        """Return the steps of a line in the round shown."""
        main: Values = self.record["replay"]["rounds"][number - 1]
        steps: list[Values] = main["steps"]
        for each in path or []:
            main = main["variations"][each - 1]
            steps = [*steps[: main["shared"]], *main["steps"]]
        return steps

    def step(self, place: Values | None = None) -> Values:
        """Return the step at a place, by default the current one."""
        where = place or self.place
        index: int = where["step"]
        return self.line(where["round"], where["path"])[index]

    def go_on(self) -> bool:
        """Make the next player's first legal move, or the program's; return False at the end."""
        due = self.answer["next"]
        if due is None:
            return False
        if due["program"] is not None:
            self.change("respond", place=self.place)
        else:
            legal = self.step()["legal"]
            actions = {str(seat): legal[str(seat)][0] for seat in due["seats"] if self._plays(seat)}
            self.change("play", place=self.place, actions=actions)
        return True

    def _plays(self, seat: int) -> bool:
        """Return whether a person plays for a seat."""
        return self.sheet["levels"][seat] is None


def new(studio: Studio, game: str, **more: Any) -> Page:
    """Start a new match."""
    return Page(studio, studio("new", {"game": game} | more))


def opened(studio: Studio, name: str, text: str | bytes) -> Page:
    """Open a file as if dropped on the page."""
    data = text.encode() if isinstance(text, str) else text
    return Page(studio, studio(f"open?name={name}", data))


def until(page: Any, happens: Callable[[], Any]) -> None:
    """Wait for a condition on a page, or for a call it makes."""
    for _ in range(TRIES):
        if happens():
            return
        page.wait_for_timeout(20)
    raise AssertionError(page.locator("[role=status], [role=alert]").all_inner_texts())


def parts(panel: Values, kind: str) -> list[Values]:
    """Return the parts of one kind in a panel, in order."""
    inner = (each for part in panel.get("parts", ()) for each in parts(part, kind))
    return [panel] if panel.get("is") == kind else list(inner)
