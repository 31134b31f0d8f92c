"""Tells East Asian encodings apart by the scripts that their texts use most."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_LETTERS = re.compile("[\u3040-\u30ff\u3131-\u318e\u3400-\u9fff\uac00-\ud7a3]")
_KANA = re.compile("[\u3040-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_FEW, _MANY = 4, 10
"""The minimum number of letters to judge by, and the one for hangul and kana to be decisive."""


def likely(texts: Mapping[str, str]) -> str | None:
    """Return the name of the only likely encoding, given the text in each possible one.

    Korean texts consist of hangul, Japanese ones have kana, and Chinese ones consist of the common
    characters, which come first in their encodings.

    >>> data = "中国围棋甲级联赛".encode("gb18030")
    >>> likely({name: data.decode(name) for name in ("gb18030", "cp949")})
    'gb18030'
    """
    found = [
        name
        for name, text in texts.items()
        if name in _CHECKS and len(_LETTERS.findall(text)) >= _FEW and _CHECKS[name](text)
    ]
    # Chinese characters occur in all three languages, hangul and kana each in only one.
    if len(found) > 1:
        sure = [each for each in found if _CHECKS[each] in (_is_korean, _is_japanese)]
        found = [each for each in sure if len(_LETTERS.findall(texts[each])) >= _MANY]
    return found[0] if len(found) == 1 else None


def _share(pattern: re.Pattern[str], text: str) -> float:
    letters = _LETTERS.findall(text)
    return len(pattern.findall(text)) / len(letters)


def _is_korean(text: str) -> bool:
    return _share(_HANGUL, text) >= 0.95


def _is_japanese(text: str) -> bool:
    return _share(_KANA, text) >= 0.1 and not _HANGUL.search(text)


def _common(name: str, first: int, last: int) -> Callable[[str], bool]:
    """Return a test of whether nearly all letters have a lead byte in a range and none is kana."""

    def is_common(text: str) -> bool:
        letters = _LETTERS.findall(text)
        leads = [each.encode(name, "replace")[0] for each in letters]
        common = sum(first <= lead <= last for lead in leads)
        return common >= 0.9 * len(letters) and not _KANA.search(text)

    return is_common


_CHECKS: dict[str, Callable[[str], bool]] = {
    "gb18030": _common("gb2312", 0xB0, 0xD7),
    "big5": _common("big5", 0xA4, 0xC6),
    "euc_kr": _is_korean,
    "cp949": _is_korean,
    "euc_jp": _is_japanese,
    "shift_jis": _is_japanese,
    "cp932": _is_japanese,
}
