"""A game that crashes on one record: the crash is a finding, and everything else is checked."""

import json
from typing import Any

import pytest

from ..imports import ROOT
from .copies import Copy

SOUND, ODD, WRONG = ("pp",), ("pp", "pz"), ("px",)
"""The bets of three records: one that makes a game crash (`z`) between a valid and a wrong one."""


def as_json(bets: tuple[str, ...], space: str = "") -> str:
    hands = [{"cards": "JQ", "bets": each} for each in bets]
    return json.dumps({"format": "kuhn/json", "version": 1, "hands": hands})[:-1] + space + "}\n"


def as_text(bets: tuple[str, ...]) -> str:
    return f"kuhn {' '.join(f'JQ:{each}' for each in bets)}\n"


@pytest.fixture
def archive(copy: Copy) -> Copy:
    records = (SOUND, ODD, WRONG)
    (copy.folder / "games").mkdir()
    files = {"a.jsonl": map(as_json, records), "b.txt": map(as_text, records), "c.txt": ["-\n"]}
    for name, lines in files.items():
        (copy.folder / "games" / name).write_text("".join(lines))
    (copy.folder / "games" / "d.json").write_text(as_json(WRONG))
    return copy


def found(archive: Copy, *options: str) -> list[dict[str, Any]]:
    done = archive.kifu("validate", "games", "--output-format", "json", *options)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    return json.loads(done.stdout)["findings"]


def where(findings: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return [(each["path"][6:], each["code"], each["record"] or 0) for each in findings]


RAISES = 'raise RuntimeError("an odd\\naction")'
OF_JSON = [("a.jsonl", "F010", 2), ("a.jsonl", "K002", 3)]
OF_TEXT = [("b.txt", "F010", 2), ("b.txt", "K002", 3)]
SOUND_TEXT = [("b.txt", "K002", 2), ("b.txt", "K002", 3)]
BOTH = [*OF_JSON, *OF_TEXT]

# name: (the module, the text replaced, its replacement, the exception named, the findings)
FAILURES = {
    "verify": (
        "rules.py",
        "        breach = _deal_breach(",
        f'        if action == "z":\n            {RAISES}\n        breach = _deal_breach(',
        "RuntimeError: an odd action",
        BOTH,
    ),
    "the number of plies": (
        "record.py",
        "return len(self.bets)",
        'return len(self.bets) // ("z" not in self.bets)',
        "ZeroDivisionError: ",
        [*OF_JSON[:1], ("a.jsonl", "K002", 2), OF_JSON[1]],
    ),
    "the result of check": (
        "game.py",
        "return Checked(findings, ends)",
        'return findings if "z" in str(record.hands[-1].bets) else Checked(findings, ends)',
        "`check` returned list: expected Checked",
        BOTH,
    ),
    "the reader of JSON": (
        "json.py",
        "return msgspec.convert(values, Record)",
        'return msgspec.convert({} if "z" in values["hands"][-1]["bets"] else values, Record)',
        "ValidationError: Object missing required field `hands`",
        [*OF_JSON, *SOUND_TEXT],
    ),
    "the reader of a text": (
        "text.py",
        "    tree = parse(",
        f'    if "z" in line.content:\n        {RAISES}\n    tree = parse(',
        "RuntimeError: an odd action",
        [("a.jsonl", "K002", 2), ("a.jsonl", "K002", 3), ("b.txt", "F010", 2)],
    ),
}


@pytest.mark.parametrize("what", FAILURES)
def test_a_failure_is_a_finding_about_its_record(archive: Copy, what: str) -> None:
    module, old, new, said, due = FAILURES[what]
    archive.replace(module, old, new)
    findings = found(archive)
    assert where(findings)[-1] == ("d.json", "K002", 1)
    assert set(where(findings)) >= set(due)
    for each in findings:
        if each["code"] == "F010":
            assert each["message"].startswith("the game 'kuhn': ")
            assert said in each["message"]
            assert each["line"] == 2


def test_where_a_game_fails_and_that_it_is_said_in_every_command(archive: Copy) -> None:
    archive.replace(*FAILURES["verify"][:3])
    first, *_ = findings = found(archive)
    assert (first["round"], first["ply"], first["pointer"]) == (2, 2, "/hands/1")
    assert "fails in rules.py, line 104 (RuntimeError: an odd action)" in first["message"]
    assert where(findings) == [*BOTH, ("d.json", "K002", 1)]
    assert where(found(archive, "--fix")) == where(findings)
    assert where(found(archive, "--duplicates"))[0] == where(findings)[0]
    stats = archive.kifu("stats", "games", "--output-format", "json")
    (statistics,) = json.loads(stats.stdout)["games"]
    assert {each["code"]: each["records"] for each in statistics["codes"]} == {"F010": 2, "K002": 3}
    chosen = archive.kifu("select", "games/a.jsonl", "--where", "list_contains(codes, 'F010')")
    assert chosen.stdout == as_json(ODD)
    done = archive.kifu("fmt", "games/a.jsonl")
    assert done.returncode == 2
    assert "a.jsonl:2:80: not formatted: 2 errors, the first: the game 'kuhn'" in done.stderr


@pytest.mark.parametrize("what", ["verify", "the reader of JSON"])
def test_a_comparison_names_the_files_over_which_a_game_fails(archive: Copy, what: str) -> None:
    archive.replace(*FAILURES[what][:3])
    for name, bets in ("sound.json", SOUND), ("odd.json", ODD):
        (archive.folder / name).write_text(as_json(bets))
    for files in ("sound.json", "odd.json"), ("odd.json", "sound.json"):
        done = archive.kifu("diff", *files)
        assert (done.returncode, done.stdout) == (2, "")
        first, *_ = done.stderr.splitlines()
        assert first.startswith(("kifu: odd.json: the game 'kuhn': ", "odd.json:1:1: error F010"))


def test_a_comparison_that_fails_for_any_record_blames_no_file(archive: Copy) -> None:
    module, old, new, *_ = FAILURES["verify"]
    archive.replace(module, old, new.replace('action == "z"', "action"))
    done = archive.kifu("diff", "games/d.json", "games/d.json")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("kifu: the game 'kuhn': its code fails in rules.py, line 104")


def test_the_same_with_several_processes(archive: Copy) -> None:
    archive.replace(*FAILURES["verify"][:3])
    space = " " * 2**20
    lines = [as_json(each, space) for each in (SOUND, ODD, WRONG, SOUND, SOUND)]
    (archive.folder / "games" / "a.jsonl").write_text("".join(lines))
    findings = found(archive, "--jobs", "2")
    assert where(findings)[:2] == OF_JSON
    assert findings == found(archive)


def test_a_record_that_cannot_be_converted(archive: Copy) -> None:
    archive.replace(
        "text.py",
        "    hands = [f",
        f'    if "z" in str(record.hands[-1].bets):\n        {RAISES}\n    hands = [f',
    )
    done = archive.kifu("convert", "games/a.jsonl", "--to", "kuhn/text")
    assert (done.returncode, done.stdout) == (1, as_text(SOUND) + as_text(WRONG))
    assert "a.jsonl:2:1: error F010 game-fails\n  the game 'kuhn'" in done.stderr
    whole = archive.kifu("convert", "games", "-d", "out", "--to", "kuhn/text")
    assert whole.returncode == 1
    written = sorted(path.name for path in (archive.folder / "out").iterdir())
    assert written == ["d.kuhn"], "a file with a record that cannot be converted is left out"


def test_a_round_that_does_not_end(archive: Copy) -> None:
    archive.replace(
        "rules.py", "if action not in (PASS, BET):", 'if action not in (PASS, BET, "z"):'
    )
    archive.replace(
        "rules.py",
        "        after = replace(state, bets=state.bets + action)\n",
        '        after = replace(state, bets=state.bets + action) if action != "z" else state\n',
    )
    archive.replace(
        "rules.py", "    players: int = 2\n", "    players: int = 2\n    most_plies: int = 50\n"
    )
    due = [(name, "R004" if code == "F010" else code, number) for name, code, number in BOTH]
    findings = found(archive)
    assert where(findings)[:4] == due
    assert "a round does not end, even after 50 plies" in findings[0]["message"]
    assert (findings[0]["round"], findings[0]["ply"]) == (2, 51)


@pytest.mark.parametrize("question", ["claims", "resembles"])
def test_a_game_that_fails_to_recognise_its_texts(archive: Copy, question: str) -> None:
    claims = 'lambda head: head.startswith("kuhn ")'
    odd = f"{claims} or head.odd" if question == "claims" else f"{claims}, lambda head: head.odd"
    archive.replace("__init__.py", claims, odd)
    assert where(found(archive)) == [
        ("a.jsonl", "K002", 2),
        ("a.jsonl", "K002", 3),
        ("b.txt", "K002", 2),
        ("b.txt", "K002", 3),
        ("c.txt", "F010", 0),
        ("d.json", "K002", 1),
    ]
    done = archive.kifu("validate", str(ROOT / "examples" / "leduc"))
    assert done.returncode == 0, done.stdout + done.stderr


def test_debug_shows_where(archive: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    archive.replace(*FAILURES["verify"][:3])
    monkeypatch.setenv("KIFU_DEBUG", "1")
    done = archive.kifu("validate", "games/a.jsonl")
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 1
    assert 'rules.py", line 104, in verify' in done.stderr


def test_a_game_without_examples_breaks_nothing_else(archive: Copy) -> None:
    """A game needs neither examples of its rules nor records that can be generated."""
    codes = archive.folder / "kifu_kuhn" / "codes.py"
    own = "def declare(example, **rule):\n    return findings.declare(**rule)\n"
    text = codes.read_text("utf-8").replace(
        "from kifu.findings import Example, declare",
        f"from kifu import findings\nfrom kifu.findings import Example\n{own}",
    )
    codes.write_text(text)
    archive.replace(
        "game.py",
        "        return Record(hands=tuple(_random",
        "        raise NotImplementedError\n        return Record(hands=tuple(_random",
    )
    assert where(found(archive))[-1] == ("d.json", "K002", 1)
    assert "\nkuhn/text " in archive.kifu("formats").stdout
    assert archive.kifu("validate", str(ROOT / "examples" / "leduc")).returncode == 0
    assert archive.kifu("generate", "leduc", "--seed", "1").returncode == 0


def test_a_long_game_is_no_endless_one(archive: Copy) -> None:
    archive.replace(
        "rules.py", "        return self.bets in ENDS\n", '        return self.bets[-1:] == "b"\n'
    )
    long = as_json(("p" * 10_400 + "b",)) + as_json(WRONG)
    (archive.folder / "games" / "a.jsonl").write_text(long)
    assert where(found(archive))[0] == ("a.jsonl", "K002", 2)
