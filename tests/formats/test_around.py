"""Text around records, as people paste them from a chat."""

from pathlib import Path

import pytest

import kifu
from kifu.repair import mended

EXAMPLES = Path(__file__).parents[2] / "examples"
DATA = ("goita/match.json", "goita/online.yaml", "leduc/match.json")
TEXTS = ("goita/table.txt", "mighty/match.gibo", "planowanie/fault.log")
FENCED = (
    "```json\n%s```\n",
    "Hi all,\n\nhere is the game (game 3):\n\n~~~\n%s~~~\nThanks! What about ply 7?\n",
)
SAID = (
    "Hi all,\n\nhere is the game we played yesterday:\n\n%s",
    "%s\n\nThanks, what do you think?\n",
)


def check(name: str, chat: str, severity: str) -> None:
    """Check a record in a chat: the text around it is reported, and the rest is read."""
    record = (EXAMPLES / name).read_text()
    text, after = chat % record, chat.partition("%s")[2].strip()
    (reading,) = kifu.read(text)
    is_prose = after.strip("`~") != ""
    lines = [text[: text.rindex(after)].count("\n") + 1] if is_prose else []
    if not chat.startswith("%s"):
        lines.insert(0, 1)
    found = [(each.line, each.code, each.severity) for each in kifu.validate(text)]
    assert found == [(line, "F011", severity) for line in lines]
    assert reading.record == kifu.loads(record)
    fixed = mended(text.encode(), unsafe=True).after
    assert not kifu.validate(fixed)
    assert kifu.loads(fixed) == kifu.loads(record)


@pytest.mark.parametrize("name", [*DATA, *TEXTS])
def test_a_code_fence_is_passed_over(name: str) -> None:
    for chat in FENCED:
        check(name, chat, "note")
    check("goita/history.txt", FENCED[0], "note")


@pytest.mark.parametrize("name", DATA + TEXTS)
def test_prose_is_passed_over_in_data_and_an_error_in_a_text(name: str) -> None:
    before, after = SAID
    check(name, before, "note" if name in DATA else "error")
    if name != "planowanie/fault.log":  # its lines may quote anything
        check(name, after, "note" if name in DATA else "error")


def test_other_records_are_read_beside_prose() -> None:
    """In files of several records, text around them is a piece of its own."""
    lines = (EXAMPLES / "goita/archive.jsonl").read_text().splitlines(keepends=True)[:3]
    history = (EXAMPLES / "goita/history.txt").read_text()
    for text in (
        "".join(("Hi, see here:\n", *lines, "Thanks, see you.\n")),
        f"Hi, see here:\n\n{history}",
    ):
        outcomes = list(kifu.outcomes(text))
        told = [each.code for one in outcomes for each in one.findings]
        assert told == ["F011"] * (len(outcomes) - (3 if "{" in text else 1))


def test_a_damaged_line_is_not_prose() -> None:
    gibo = (EXAMPLES / "mighty/match.gibo").read_text()
    assert gibo.startswith("Title: Tuesday table\n")
    (finding,) = kifu.validate(gibo.replace("Title:", "Title", 1))
    assert finding.code == "F301"


def test_a_word_before_a_table_is_not_its_title() -> None:
    table = (EXAMPLES / "goita/table.txt").read_text()
    for word in ("Here:\n", "Game:\n\n", "対局：\n"):
        (finding,) = kifu.validate(word + table)
        assert (finding.line, finding.code, finding.severity) == (1, "F011", "error")
        assert mended((word + table).encode(), unsafe=True).after.decode().strip() == table.strip()
    gibo = (EXAMPLES / "mighty/match.gibo").read_text()
    (finding,) = kifu.validate(gibo.replace("Title: Tuesday table", "Title:"))
    assert finding.code == "F301"


def test_prose_before_a_record_on_its_line() -> None:
    record = (EXAMPLES / "goita/match.json").read_text()
    finding, last = kifu.validate(f"Game: {record}thanks\n")
    assert (finding.line, finding.column, finding.code, last.line) == (1, 1, "F011", 18)


def test_a_line_of_its_own_is_removed() -> None:
    lines = (EXAMPLES / "goita/archive.jsonl").read_text().splitlines(keepends=True)[:3]
    records = "".join(lines)
    for text, is_safe in (
        (f"```json\n{records}```\n", True),
        (f"Hi, see here:\n{records}Thanks, see you.\n", False),
        (f"{records}The same again\r\n{records}", False),
    ):
        found = kifu.validate(text)
        assert {each.code for each in found} == {"F011"}
        assert [each.fix and each.fix.safe for each in found] == [is_safe] * len(found)
        fixed = mended(text.encode(), unsafe=not is_safe).after.decode()
        assert kifu.validate(fixed) == []
        kept = [line for line in text.splitlines() if line.startswith("{")]
        assert [line for line in fixed.splitlines() if line] == kept


def test_a_file_is_never_emptied() -> None:
    text = b"Thanks, see you."
    assert mended(text, identifier="goita/json", unsafe=True).after == text


HISTORY = "12345678,12345679,11112345,11112345,s1,113\n"
BLOCKS = "```json\n%s```\n", "~~~~\n%s~~~~\n", "<pre>\n%s</pre>\n", "<pre><code>%s</code></pre>\n"


def quoted(text: str, mark: str) -> str:
    return "".join(f"{mark}{line}" for line in text.splitlines(keepends=True))


def places(text: str) -> list[tuple[int | None, int | None, str, str | None]]:
    """Return the places of the findings, which must be about text around records."""
    return [(each.line, each.record, each.code, each.severity) for each in kifu.validate(text)]


@pytest.mark.parametrize("name", [*DATA, *TEXTS, "goita/history.txt", "planowanie/seat-2.log"])
def test_several_blocks_are_several_records(name: str) -> None:
    text = (EXAMPLES / name).read_text()
    record, lines = kifu.loads(text), text.count("\n")
    for block in BLOCKS[:3]:
        one = block % text
        chat = f"Hi, two games:\n\n{one}\nand the other one, in round 2:\n\n{one}Bye!\n"
        assert [each.record for each in kifu.read(chat)] == [record, record]
        second, last = lines + 6, 2 * lines + 9
        notes = (1, 1), (second, 2), (last, 2)
        assert places(chat) == [(*each, "F011", "note") for each in notes]
        assert mended(chat.encode(), unsafe=True).after == chat.encode()


def test_blocks_may_hold_lines_lists_and_other_games() -> None:
    lines = (EXAMPLES / "goita/archive.jsonl").read_text().splitlines(keepends=True)[:2]
    whole = f"[{lines[0]},{lines[1]}]\n"
    other = (EXAMPLES / "leduc/match.json").read_text()
    text = "".join(BLOCKS[0] % each for each in ("".join(lines), whole, HISTORY, other))
    games = [type(each.record).__module__.split(".")[-2] for each in kifu.read(text)]
    assert games == ["goita"] * 5 + ["leduc"]
    found = places(text)
    assert [(record, code) for _, record, code, _ in found] == [(n, "F011") for n in (1, 3, 5, 6)]


def test_what_is_not_a_record_is_an_error_at_its_place() -> None:
    block = BLOCKS[0] % HISTORY
    for other in ("```sh\nkifu validate x\n```\n", "12345678,1234567,11112345\n", "{}\n"):
        for text in (block + other, block + other + block):
            errors = [each for each in places(text) if each[-1] == "error"]
            assert errors == [(4, None, "F011", "error")]
    wrong = HISTORY.replace("113", "211")
    for text in (block + wrong, block + BLOCKS[1] % wrong, f"Hi!\n{block}\n{wrong}{block}"):
        (error,) = (each for each in kifu.validate(text) if each.severity == "error")
        assert (error.code, error.record) == ("G101", 2)


@pytest.mark.parametrize("name", [*DATA, *TEXTS, "goita/history.txt", "planowanie/seat-2.log"])
def test_a_quoted_or_marked_record_is_read_with_one_note(name: str) -> None:
    record = (EXAMPLES / name).read_text()
    marked = [block % record for block in BLOCKS] + [quoted(record, "> ")]
    if Path(name).suffix in (".yaml", ".log"):
        marked.append(quoted(record, "\t"))  # elsewhere, any indentation is right
    for text in marked:
        (finding,) = kifu.validate(text)
        assert (finding.line, finding.code, finding.severity) == (1, "F011", "note")
        assert mended(text.encode()).after.decode().rstrip() == record.rstrip()
    said = f"He wrote:\n\n{quoted(record, '> ')}\nWhat do you think?\nI would like to know.\n"
    assert {each[2:] for each in places(said)} == {("F011", "note")}
    assert len(places(said)) == 3


TAGS = (
    "<PRE>\n%s</PRE>\n",
    "<code>%s</code>",
    '<html><body><pre class="x">%s</pre></body></html>\n',
    '<html>\n<body>\n<pre class="x">\n%s</pre>\n</body>\n</html>\n',
    "<!-- x -->\n<div>%s</div>\n",
    "<blockquote><p>%s</p></blockquote>",
)


@pytest.mark.parametrize("example", [*DATA, "leduc/view.json", *TEXTS, "goita/history.txt"])
def test_any_run_of_tags_may_mark_a_record(example: str) -> None:
    record = (EXAMPLES / example).read_text()
    for tags, name in zip(TAGS, ("pre", "code", "pre", "pre", "div", "p"), strict=True):
        (note,) = kifu.validate(tags % record)
        assert (note.line, note.record, note.code, note.severity) == (1, 1, "F011", "note")
        assert f"the <{name}> tag around" in note.message
        assert mended((tags % record).encode()).after.decode().strip() == record.strip()
    for tags in ("<p>hi</p><pre>%s</pre>", '<p>hi</p>\n<pre><code class="x">%s</code></pre>\n'):
        assert {each[2:] for each in places(tags % record)} == {("F011", "note")}
    page = TAGS[0] % record + "<p>And in <b>round 2</b>:</p>\n" + TAGS[1] % record
    assert len([*kifu.read(page)]) == 2
    assert {each[2:] for each in places(page)} == {("F011", "note")}


def test_a_record_in_tags_is_never_passed_over() -> None:
    one = f"<pre>{HISTORY}</pre>"
    for text in (f"{one}\n{one}", f"{one} {one}", f"<code>{HISTORY}</code> {HISTORY}"):
        outcomes = [*kifu.outcomes(text)]
        assert len(outcomes) == 2 or any(each.errors for each in outcomes), text
    wrong = HISTORY.replace("113", "211")
    for tags in TAGS:
        (error,) = (each for each in kifu.validate(tags % wrong) if each.severity == "error")
        assert error.code == "G101"


def test_tags_without_an_end_are_read_in_linear_time() -> None:
    page = f"<pre>{HISTORY}</pre>\n" + "<a>x\n" * 4_000 + "</a>"
    assert len([*kifu.read(page)]) >= 1


def test_findings_in_a_quotation_are_at_their_places() -> None:
    text = (EXAMPLES / "goita/match.json").read_text()
    for wrong in (text.replace('"version": 1,', '"version": 1'), text.replace("winner", "winer")):
        fenced = quoted(BLOCKS[0] % wrong, "> ")
        for marked, lines, columns in ((quoted(wrong, "> "), 0, 2), (fenced, 1, 2)):
            there = [each for each in kifu.validate(marked) if each.code != "F011"]
            here = kifu.validate(wrong)
            places = [(each.line, each.column, each.code) for each in there]
            assert places == [
                ((each.line or 0) + lines, (each.column or 0) + columns, each.code) for each in here
            ]
            assert kifu.validate(mended(marked.encode()).after) == kifu.validate(
                mended(wrong.encode()).after
            )


def test_a_sound_text_has_no_blocks() -> None:
    table = (EXAMPLES / "goita/table.txt").read_text()
    title = table.partition("\n")[0]
    for sound in (table.replace(title, "> final", 1), table.replace(title, "``` final", 1)):
        assert kifu.validate(sound) == []


def test_prose_between_history_strings_is_one_error_each() -> None:
    text = f"Hi, here it is:\n\n{HISTORY}\nWhat do you think?\nI would like to know.\n"
    assert places(text) == [(1, 1, "F011", "error"), (5, 3, "F011", "error")]


def test_prose_between_lines_of_json_whatever_the_name(tmp_path: Path) -> None:
    first, second = (EXAMPLES / "goita/archive.jsonl").read_text().splitlines(keepends=True)[:2]
    for suffix in (".json", ".txt", ".jsonl"):
        file = tmp_path / f"games{suffix}"
        file.write_text(f"{first}Then we played again:\n{second}")
        (finding,) = kifu.validate(file)
        assert (finding.line, finding.code, finding.severity) == (2, "F011", "error")


def test_a_page_that_shows_findings_and_tables_is_not_a_record() -> None:
    for page in (EXAMPLES.parent / "README.md", EXAMPLES.parent / "docs/reports.md"):
        (found,) = kifu.validate(page)
        assert (found.code, found.name) == ("F001", "unknown-notation")
