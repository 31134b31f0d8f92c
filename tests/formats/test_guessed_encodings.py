"""Which encoding is guessed for texts in many languages, of every length, in every encoding."""

from collections.abc import Iterator
from zlib import crc32

from kifu.formats import described
from kifu.formats.files.encodings import decided

TEXTS = {
    "Korean": "화요일 저녁 모임에서 둔 판이다. 선수 甲乙 모두",
    "Japanese": "火曜日の夜の対局記録です。よろしく",
    "Japanese in kanji": "東京都火曜定例会対局記録の表",
    "Chinese": "中国围棋甲级联赛第三轮对局记录，黑方胜。",
    "traditional": "中國圍棋甲級聯賽第三輪對局記錄，黑方勝。",
    "rare": "黴鬱鑾钁龢龤麤靐㈱髙",
    "Polish": "Środa, wieczór: zażółć gęślą jaźń",
    "German": "Größe: schönes Spiel für Jörg, »über«",
    "French": "déjà joué à l’été – 5 €",
    "Greek": "Καλό παιχνίδι",
    "Russian": "Хорошая игра, Юля",
    "signs": "№ ½ © ☗し ♠♥",
    "English": "a plain text",
}
CODECS = (
    *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030", "big5"),
    *("cp949", "euc-jp", "cp932", "shift_jis_2004", "latin-1", "cp1252", "cp1250", "cp1251"),
)


def cases(text: str) -> Iterator[bytes]:
    """Yield the beginnings of a text in all encodings that have its characters, and misread."""
    for end in range(1, len(text) + 1):
        for codec in CODECS:
            data = text[:end].encode(codec, "ignore")
            if data.decode(codec) == text[:end]:
                yield b"x: " + data + b"\n" if codec[:4] not in ("utf-", "utf_") else data
        yield text[:end].encode().decode("latin-1").encode()
        yield text[:end].encode().decode("cp932", "replace").encode()
        yield text[:end].encode()[:-1]
        yield f"# coding: {CODECS[end % 16]}\n{text[:end]}".encode(CODECS[end % 16], "ignore")


def guessed(text: str) -> str:
    """Return a checksum of all guesses."""
    kinds = {each.encodings: each for each in described().values()}.values()
    found = [decided(kind, data) for data in cases(text) for kind in kinds]
    marks = [(each.name, each.mark, [one.code for one in each.findings]) for each in found]
    return f"{crc32(repr(marks).encode()):08x}"


GUESSED = {
    "Korean": "446b67c3",
    "Japanese": "df304dff",
    "Japanese in kanji": "5f34541f",
    "Chinese": "6cece0e1",
    "traditional": "81dd5299",
    "rare": "c15c71da",
    "Polish": "7b623ba9",
    "German": "7c4daf8a",
    "French": "65cea36d",
    "Greek": "afa6a85d",
    "Russian": "2aa596d6",
    "signs": "b6fa1d5b",
    "English": "62827125",
}


def test_the_same_encodings_are_guessed() -> None:
    assert {each: guessed(text) for each, text in TEXTS.items()} == GUESSED
