"""Other ways of writing that a text uses throughout are read, with a single note."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import kifu
from kifu.repair import formed, mended
from kifu.replayer.mighty.record import Record

EXAMPLES = Path(__file__).parents[2] / "examples"
LOWER = "the cards are in lower case"
SUITS = str.maketrans("♠♦♥♣", "SDHC")


def in_markdown(text: str) -> str:
    """Return a text with its rows as a Markdown table, padded to the same length."""
    rows = [line.split() for line in text.splitlines()]
    return "\n".join(
        "| " + " | ".join(row + [""] * (5 - len(row))) + " |" + "\n|---|:--:|" * (at == 0)
        for at, row in enumerate(rows)
    )


def with_sign(sign: str) -> Callable[[str], str]:
    return lambda text: "\n".join(sign.join(line.split()) for line in text.splitlines())


def in_bars(text: str) -> str:
    """Return a Markdown table without bars around it, whose passes are empty cells."""
    rows = [line.split() for line in text.splitlines()]
    lines = [" | ".join(word.replace("なし", "") for word in row) for row in rows]
    return "\n".join([lines[0], "--- | ---", *lines[1:]])


def players(names: str) -> Callable[[str], str]:
    return lambda text: re.sub("(?m)^Players:.*", f"Players: {names}", text)


def in_lower_case(text: str) -> str:
    ascii_text = text.translate(SUITS).replace("☆", "JK")
    cards = r"\b([SDHC][AKQJT2-9]|JK[SDHC]?|1[0-9][SDHCN])\b"
    return re.sub(cards, lambda card: card[0].lower(), ascii_text)


def lower_strings(text: str) -> str:
    cards = r'"([SDHC][AKQJT2-9]!?|JK[SDHC]?|1[0-9][SDHCN]|[JQK][sh])"'
    return re.sub(cards, lambda card: card[0].lower(), text)


def with_spaces(space: str) -> Callable[[str], str]:
    return lambda text: text.replace(" ", space)


def with_pass(word: str) -> Callable[[str], str]:
    return lambda text: text.replace("なし", word)


def with_cards(change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: re.sub("[♠♦♥♣][AKQJT2-9]", lambda card: change(card[0]), text)


def with_signs(card: re.Match[str]) -> str:
    return card[0].translate({letter: chr(sign) for sign, letter in SUITS.items()})


CARDS: list[tuple[Callable[[str], str], str]] = [
    (lambda card: card.replace("T", "10"), "T is written 10"),
    (lambda card: card[1] + card[0], "the rank comes before the suit"),
    (
        lambda card: (card[1] + card[0].translate(SUITS).lower()).replace("T", "10"),
        f"the rank comes before the suit and T is written 10 and {LOWER}",
    ),
    (lambda card: card[0].translate(SUITS).lower() + card[1], LOWER),
    (lambda card: card[0].translate(SUITS) + card[1].lower(), LOWER),
]
WRITTEN: list[tuple[str, Callable[[str], str], str]] = [
    ("goita/table.txt", in_markdown, "the table is in Markdown"),
    ("goita/table.txt", with_sign(","), "the table has commas instead of spaces"),
    ("goita/table.txt", with_sign(";"), "the table has semicolons instead of spaces"),
    ("goita/table.txt", lambda text: re.sub("[☗☖]", "", text), "the plays lack ☗ and ☖"),
    ("goita/table.txt", in_bars, "the table is in Markdown, with empty cells for passes"),
    ("goita/table.txt", with_sign(" ｜"), "the table is in Markdown"),
    ("goita/table.txt", with_sign(", "), "the table has commas instead of spaces"),
    ("goita/table.txt", with_sign("，"), "the table has commas instead of spaces"),
    (
        "goita/table.txt",
        lambda text: text.translate(str.maketrans("☗☖", "▲△")),
        "☗ is written ▲ and ☖ is written △",
    ),
    ("goita/table.txt", lambda text: text.replace("なし", "―"), "a pass is written ―"),
    *(
        ("goita/table.txt", with_pass(word), f"a pass is written {word}")
        for word in ("パス", "0", "*", "--", "…", "x", "p")
    ),
    ("goita/table.txt", with_sign(" || "), "the table is in Markdown"),
    (
        "goita/table.txt",
        lambda text: in_bars(text).replace("|  |", "| なし |", 1),
        "the table is in Markdown, with empty cells for passes",
    ),
    (
        "goita/table.txt",
        lambda text: in_markdown(re.sub("[☗☖]", "", text.replace("なし", "-"))),
        "the table is in Markdown and a pass is written - and the plays lack ☗ and ☖",
    ),
    ("mighty/table.gibo", with_sign(", "), "the table has commas instead of spaces"),
    ("mighty/table.gibo", with_sign(" | "), "the table is in Markdown"),
    (
        "mighty/table.gibo",
        lambda text: text.replace("♥", "♥\ufe0f").replace("♦", "♢"),
        "suits are written ♥\ufe0f ♢",
    ),
    (
        "mighty/table.gibo",
        lambda text: re.sub(
            "[♠♦♥♣](.)", lambda card: f"{card[0][0]}\ufe0f{card[1].lower()}", text
        ).replace("☆", "jK"),
        "suits are written ♥\ufe0f ♣\ufe0f ♠\ufe0f ♦\ufe0f and the joker is written jK "
        "and the cards are in lower case",
    ),
    ("mighty/match.gibo", lambda text: text.replace("☆", "Jk"), "the joker is written Jk"),
    ("mighty/deal.json", lambda text: text.replace('"JK', '"Jk'), "the joker is written Jk"),
    ("mighty/table.gibo", in_markdown, "the table is in Markdown"),
    ("mighty/table.gibo", with_sign(","), "the table has commas instead of spaces"),
    ("mighty/table.gibo", in_lower_case, "the cards are in lower case"),
    ("mighty/match.gibo", in_lower_case, "the cards are in lower case"),
    ("mighty/match.gibo", lambda text: text.replace("☆", "🃏"), "the joker is written 🃏"),
    ("mighty/deal.json", lower_strings, "the cards are in lower case"),
    ("mighty/deal.json", lambda text: text.replace('"JK', '"🃏'), "the joker is written 🃏"),
    *(("mighty/match.gibo", with_cards(change), what) for change, what in CARDS),
    (
        "mighty/deal.json",
        lambda text: re.sub('"(JK|1[0-9])?([SDHC])([AKQJT2-9]!?)?"', with_signs, text),
        "suits are written ♠ ♦ ♥ ♣",
    ),
    (
        "mighty/deal.json",
        lambda text: re.sub('"([SDHC])([AKQJT2-9])(!?)"', r'"\2\1\3"', text),
        "the rank comes before the suit",
    ),
    ("goita/table.txt", with_spaces("\u3000"), "spaces are written as ideographic space (U+3000)"),
    ("mighty/table.gibo", with_spaces("\u00a0 "), "spaces are written as no-break space (U+00A0)"),
    (
        "goita/table.txt",
        lambda text: in_markdown(text).replace(" ", "\u3000"),
        "spaces are written as ideographic space (U+3000) and the table is in Markdown",
    ),
    (
        "mighty/match.gibo",
        lambda text: re.sub("(?m)^(?!Title)(.*)", lambda line: line[0].replace(" ", "\xa0"), text),
        "spaces are written as no-break space (U+00A0)",
    ),
    *(
        ("mighty/match.gibo", players(names), "names have quotes or brackets around them")
        for names in (
            "[Aram, Byeol, Chan, Dahee, Eun]",
            '["Aram","Byeol","Chan","Dahee","Eun"]',
            "{Aram Byeol Chan Dahee Eun}",
            "“Aram” “Byeol” “Chan” “Dahee” “Eun”",
            "'Aram', 'Byeol', 'Chan', 'Dahee', 'Eun'",
            "P0=Aram P1=Byeol P2=Chan P3=Dahee P4=Eun",
            '1: "Aram"; 2: "Byeol"; 3: "Chan"; 4: "Dahee"; 5: "Eun"',
        )
    ),
    ("leduc/match.json", lower_strings, "the ranks are in lower case"),
]


@pytest.mark.parametrize(("name", "write", "what"), WRITTEN)
def test_an_unusual_way_of_writing(name: str, write: Callable[[str], str], what: str) -> None:
    sound = (EXAMPLES / name).read_text()
    if name == "goita/table.txt":
        sound = sound[sound.index("player") : sound.index("\n\n")]
    text, record = write(sound), kifu.loads(sound)
    notes = [each for each in kifu.validate(text) if each.code != "M701" and each.code != "M601"]
    (note,) = notes
    assert (note.code, note.severity) == ("F012", "note")
    assert note.message == f"{what} (read as in the usual spelling)"
    assert kifu.loads(text) == record
    fixed = mended(text.encode()).after.decode()
    assert "F012" not in {each.code for each in kifu.validate(fixed)}
    assert kifu.loads(fixed) == record
    assert formed(text.encode()).after == formed(sound.encode()).after


def test_places_in_another_way_of_writing() -> None:
    text = (EXAMPLES / "mighty/table.gibo").read_text()
    lines = with_sign(" | ")(text.replace("♠A", "♠X")).splitlines()
    found = kifu.validate("\n".join(f"| {line} |" for line in lines))
    errors = [each for each in found if each.severity == "error"]
    assert [(each.line, each.column) for each in errors] == [(7, 3 + lines[6].index("(♠X"))]


def test_an_empty_cell_is_unclear() -> None:
    text = (EXAMPLES / "mighty/table.gibo").read_text()
    rows = with_sign(" | ")(text).replace("| ♥", "| | ♥", 1)
    found = kifu.validate("\n".join(f"| {line} |" for line in rows.splitlines()))
    assert "error" in {each.severity for each in found}


def test_a_few_empty_cells_are_unclear() -> None:
    text = (EXAMPLES / "goita/table.txt").read_text()
    first = text[text.index("player") : text.index("\n\n")]
    rows = with_sign(" | ")(first).replace("| なし |", "|  |", 2)
    assert 1 <= sum(each.severity == "error" for each in kifu.validate(rows)) <= 2


def test_passes_that_are_not_written_are_one_error() -> None:
    text = (EXAMPLES / "goita/table.txt").read_text().replace("なし", "")
    (found,) = kifu.validate(text)
    assert found.severity == "error"


def test_a_single_card_in_lower_case_is_an_error() -> None:
    text = (EXAMPLES / "mighty/match.gibo").read_text().translate(SUITS).replace("☆", "JK")
    codes = {each.code for each in kifu.validate(text.replace("SK", "sk"))}
    assert codes == {"M003"}


def test_names_that_begin_with_signs_are_quoted() -> None:
    names = ("[TSM]Aram", "'t Byeol", "‘C’", "P3=D", "{E")
    record = kifu.loads((EXAMPLES / "mighty/match.gibo").read_text(), type=Record)
    text = kifu.dumps(replace(record, players=names), "mighty/gibo")
    assert "F012" not in {each.code for each in kifu.validate(text)}
    assert kifu.loads(text, type=Record).players == names


def test_texts_in_any_words_may_have_any_spaces() -> None:
    text = (EXAMPLES / "mighty/match.gibo").read_text()
    spaces = "\u3000" * 9
    title, note = f"Title: a{spaces}b", f"# c{spaces}d\nNote 7: e{spaces}f"
    sound = re.sub("Title:.*", title, text).replace("Deal: 2\n", f"Deal: 2\n{note}\n")
    assert [each for each in kifu.validate(sound) if each.severity != "note"] == []
    assert "F012" not in {each.code for each in kifu.validate(sound)}
