"""A self-contained HTML page for a board document."""

from __future__ import annotations

import gzip
import hashlib
import json
from base64 import b64encode
from functools import cache
from html import escape
from importlib.resources import files

import msgspec

from ..replayer.replay.trajectory_step import JsonObject
from .document import MANY
from .shapes import art

COMPONENT = "kifu-board.js"
LANGUAGES = ("en", "ko", "ja", "pl")
"""The languages of the component: `browser/component/src/i18n`."""

LEVEL, FAST = 6, 3
"""Levels of compression, for few records and for many: `FAST` takes a third of the time, but makes
pages a third larger; levels above 6 take three times as long to save 5 %."""

_STYLE = """
:root { color-scheme: light dark; background: light-dark(PAPER); }
:root { scroll-padding-bottom: 120px; }
body { margin: 0 auto; max-width: 1280px; padding: 2px; }
noscript { font: 16px/1.5 system-ui, sans-serif; }
""".replace("PAPER", ", ".join(art()["colours"]["paper"]))
_NEEDS_SCRIPT = "This page needs JavaScript: its own script shows the record."


@cache
def component() -> str:
    """Return the built component. Raises RuntimeError like `built`."""
    return built(__package__ or "", COMPONENT)


def built(package: str, name: str) -> str:
    """Return a built script from a package.

    Raises RuntimeError if it is missing.
    """
    found = files(package).joinpath(name)
    if not found.is_file():
        raise RuntimeError(f"{name} is missing: the installation of kifu is incomplete")
    return found.read_text("utf-8")


def page(document: JsonObject, title: str, language: str | None = None, guess: bool = False) -> str:
    """Return a page that shows a document.

    Its content security policy is `default-src 'none'`, and allows its own script and style by
    hash, and pictures inside the page. Without a `language`, the reader's browser chooses one. With
    `guess`, later moves are hidden at first.
    """
    records: list[JsonObject] = document["records"]
    few = len(records) <= MANY
    shown = document | {"records": [zipped(each, few) for each in records]}
    script, data = component(), embedded(shown)
    policy = (
        f"default-src 'none'; script-src {_allowed(script)}; style-src {_allowed(_STYLE)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    spoken = ' lang=""' if language is None else f' language="{escape(language)}"'
    guessing = " guess" if guess else ""
    return f"""<!doctype html>
<html lang="{escape(language or "en")}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<kifu-board linked{spoken}{guessing}><script type="application/json">{data}</script></kifu-board>
<noscript><p>{_NEEDS_SCRIPT}</p></noscript>
</main>
<script>{script}</script>
</body>
</html>
"""


def zipped(record: JsonObject, few: bool = True) -> JsonObject:
    """Return a compressed record, which the component unpacks when it is shown.

    `few` says whether the page has at most `MANY` records.
    """
    if "zipped" in record:
        return record
    replay: JsonObject = record["replay"] or {}
    packed = gzip.compress(_encoded(record), LEVEL if few else FAST, mtime=0)
    label = replay.get("title") or record["label"]
    return {"label": label, "zipped": b64encode(packed).decode(), "index": index_of(record)}


def index_of(record: JsonObject) -> JsonObject:
    """Return what a list of records says about one: its players, its date, its result, its errors.

    The result is the last sentence about the end of the last round, or its end outside play.
    """
    wrong = sum(each["severity"] == "error" for each in record["findings"])
    replay: JsonObject = record["replay"] or {}
    keys = ("game", "title", "players", "event", "date")
    found = {key: replay[key] for key in keys if replay.get(key)}
    rounds: list[JsonObject] = replay.get("rounds") or [{}]
    line = rounds[-1]
    steps: list[JsonObject] = line.get("steps") or [{}]
    scene: JsonObject = msgspec.to_builtins(steps[-1].get("scene") or {})
    ending: list[object] = scene.get("ending", [])
    found |= {"ending": ending[-1]} if ending else {}
    found |= {"ended": line["ended"]} if line.get("ended") else {}
    return found | {"wrong": wrong}


def embedded(document: JsonObject) -> str:
    r"""Return a document as JSON that is safe inside a script element, whatever it contains.

    >>> embedded({"title": "</script><b>"})
    '{"title":"\\u003c/script>\\u003cb>"}'
    """
    text = _encoded(document).decode()
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _encoded(document: JsonObject) -> bytes:
    try:
        return msgspec.json.encode(document)
    except UnicodeEncodeError:  # a lone surrogate, which must be escaped
        plain = msgspec.to_builtins(document, str_keys=True)
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")


def _allowed(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{b64encode(digest).decode()}'"
