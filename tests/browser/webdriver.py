"""Firefox and WebKit, driven without further packages: both have a WebDriver of their own.

Firefox has Marionette compiled in, which is WebDriver on a socket; WebKit has WebKitWebDriver.
"""

import json
import os
import socket
import subprocess
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any

PATIENCE = 20
MINI_BROWSER = "webkit2gtk-4.1/MiniBrowser"
KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
}
FIND = """
const all = (root, selector) => [...root.querySelectorAll(selector),
  ...[...root.querySelectorAll("*")].flatMap((each) =>
    each.shadowRoot ? all(each.shadowRoot, selector) : [])];
const found = (selector, text) => all(document, selector).filter((each) =>
  each.getBoundingClientRect().width &&
  (!text || (each.ariaLabel ?? each.textContent).trim().startsWith(text)));
"""
"""Visible elements, also inside components, whose label or text begins with this text."""
CENTRE = """
const [element] = found(...arguments);
if (!element || element.disabled) return null;
element.scrollIntoView({ block: "center" });
const box = element.getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
"""

Ask = Callable[[str, dict[str, Any]], Any]
"""Send a command by its name in Marionette."""


class Driver:
    """A browser, with the few commands that the uses need."""

    def __init__(self, ask: Ask) -> None:
        self.ask = ask

    def go(self, address: str) -> None:
        self.ask("Navigate", {"url": "about:blank"})  # a change of fragment does not load a page
        self.ask("Navigate", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        return self.ask("ExecuteScript", {"script": FIND + script, "args": list(arguments)})

    def wait(self, script: str, *arguments: Any) -> Any:
        """Return the value of a script once it is true."""
        end = monotonic() + PATIENCE
        while not (value := self.run(script, *arguments)):
            if monotonic() > end:
                raise AssertionError(f"never: {script.strip()} {arguments}\n{self._text()}")
            sleep(0.05)
        return value

    def click(self, selector: str, text: str = "") -> None:
        x, y = self.wait(CENTRE, selector, text)
        moves = [{"type": "pointerMove", "duration": 0, "x": x, "y": y}]
        presses = [{"type": each, "button": 0} for each in ("pointerDown", "pointerUp")]
        self._act(type="pointer", id="mouse", actions=[*moves, *presses])

    def press(self, *keys: str) -> None:
        """Press keys by name, or type the letters of a text."""
        for key in keys:
            letters = KEYS.get(key, key)
            strokes = [
                {"type": kind, "value": each} for each in letters for kind in ("keyDown", "keyUp")
            ]
            self._act(type="key", id="keys", actions=strokes)

    def expect(self, selector: str, text: str = "", number: int | None = None) -> None:
        script = "const { length } = found(arguments[0], arguments[1]);"
        script += "return arguments[2] === null ? length > 0 : length === arguments[2]"
        self.wait(script, selector, text, number)

    def step(self, number: int) -> None:
        """Wait until the board is at this step."""
        self.wait(
            'return all(document, "kifu-board")[0].place.step === arguments[0]',
            number,
        )

    def _act(self, **source: Any) -> None:
        self.ask("PerformActions", {"actions": [source]})

    def _text(self) -> str:
        found: str = self.run(
            'return found("h1, h2, [role=status], [role=alert]")'
            '.map((each) => each.textContent).join(" / ")'
        )
        return found


@contextmanager
def firefox(folder: Path) -> Generator[Ask]:
    profile = folder / "profile"
    profile.mkdir()
    (profile / "user.js").write_text('user_pref("marionette.port", 0);')
    words = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    environment = {**os.environ, "HOME": str(folder), "LANG": "en"}
    with process(words, environment):
        wire = socket.create_connection(("127.0.0.1", _port(profile / "MarionetteActivePort")))
        stream = wire.makefile("rwb")

        def heard() -> Any:
            size = b""
            while (digit := stream.read(1)) != b":":
                size += digit
            return json.loads(stream.read(int(size)))

        def ask(name: str, values: dict[str, Any]) -> Any:
            data = json.dumps([0, 1, f"WebDriver:{name}", values]).encode()
            stream.write(b"%d:%s" % (len(data), data))
            stream.flush()
            _, _, error, answer = heard()
            assert error is None, error
            return answer.get("value")

        heard()
        ask("NewSession", {})
        yield ask
        stream.close()
        wire.close()


PATHS = {
    "Navigate": "url",
    "ExecuteScript": "execute/sync",
    "PerformActions": "actions",
}


@contextmanager
def webkit(folder: Path) -> Generator[Ask]:
    port = free_port()
    browser = next(Path("/usr/lib").glob(f"*/{MINI_BROWSER}"))
    environment = {**os.environ, "HOME": str(folder), "LANG": "en"}
    environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"  # it does not start as root
    with process(["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"], environment):

        def post(path: str, values: dict[str, Any], method: str = "POST") -> Any:
            connection = HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request(method, path, json.dumps(values))
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
            assert answer.status == 200, value
            return value

        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        patiently(lambda: socket.create_connection(("127.0.0.1", port)).close())
        session = post("/session", wanted)["sessionId"]
        yield lambda name, values: post(f"/session/{session}/{PATHS[name]}", values)
        post(f"/session/{session}", {}, "DELETE")


BROWSERS = {"firefox": firefox, "webkit": webkit}


@contextmanager
def process(words: list[str], environment: dict[str, str]) -> Generator[None]:
    """Run a program, and end it with everything that it has started."""
    quiet = subprocess.DEVNULL
    running = subprocess.Popen(
        words, env=environment, stdout=quiet, stderr=quiet, start_new_session=True
    )
    try:
        yield
    finally:
        os.killpg(running.pid, 15)
        running.wait()


def patiently(attempt: Callable[[], Any]) -> Any:
    end = monotonic() + PATIENCE
    while True:
        try:
            return attempt()
        except (OSError, ValueError):
            if monotonic() > end:
                raise
            sleep(0.1)


def _port(path: Path) -> int:
    found: int = patiently(lambda: int(path.read_text()))
    return found


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        number: int = found.getsockname()[1]
        return number
