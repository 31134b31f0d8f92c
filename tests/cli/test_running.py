"""The output of a run: its amount, colours and width, and the progress it shows."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.cli.report.people import CUT, MARGIN, fitted, shown
from kifu.findings import Excerpt
from kifu.formats.text.columns import width

from ..campaign import few, in_a_campaign
from ..command import Kifu
from ..imports import ROOT
from .conftest import KING, NO_WINNER, WON

FILES = {"a.json": KING, "b.json": NO_WINNER, "c.json": KING}


@pytest.fixture
def archive(run: Kifu) -> Kifu:
    run.write(FILES)
    return run


PATIENCE = "import kifu.cli.terminal as p; p.PATIENCE = 3600"
"""However slow the machine, short tasks show no progress bar."""


def terminal(
    run: Kifu, *arguments: str, code: str = PATIENCE, columns: int = 80, **environment: str
) -> str:
    """Return a command's output with a terminal as all its streams, after running some code."""
    start = f"import sys; {code}; sys.argv[0] = 'kifu'; from kifu.cli import main; main()"
    command = [sys.executable, "-c", start]
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    variables = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [*command, *arguments],
        cwd=run.folder,
        env=variables | {"TERM": "xterm"} | environment,
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    pieces = list[bytes]()
    with open(master, "rb", buffering=0) as stream, suppress(OSError):
        # Linux signals the end of a terminal with an error.
        while piece := stream.read(65536):
            pieces.append(piece)
    process.wait(60)
    return b"".join(pieces).decode().replace("\r\n", "\n")


def test_quiet(archive: Kifu) -> None:
    loud, quiet = archive("validate"), archive("validate", "--quiet", "-v")
    assert (quiet.status, quiet.out, quiet.err) == (1, loud.out, "")
    (archive.folder / "empty").mkdir()
    nothing = archive("validate", "-q", "empty")
    assert (nothing.status, len(nothing.err.splitlines())) == (2, 1)
    assert archive("validate", "-q", "--allow-empty", "empty").err == ""
    assert archive("validate", "-q", "none").err == "kifu: none: No such file or directory\n"


def test_exit_zero(archive: Kifu) -> None:
    assert archive("validate", "--strict").status == 1
    assert archive("validate", "--strict", "--exit-zero").status == 0
    assert archive("validate", "--exit-zero", ".", "none").status == 2


def test_statistics(archive: Kifu) -> None:
    done = archive("validate", "--statistics", "--max-findings", "0", "--report", "jsonl=out")
    assert done.status == 1
    assert done.out == (
        "2  error    G104  goita-king-may-not-attack\n"
        "1  warning  G202  goita-winner-missing       1 with a fix\n"
    )
    assert any(line.endswith(": 2 errors, 1 warning") for line in done.err.splitlines())
    assert len((archive.folder / "out").read_text().splitlines()) == 3
    archive.write(dict.fromkeys(FILES, WON))
    assert archive("validate", "--statistics").out == ""
    wrong = archive("validate", "--statistics", "--output-format", "json")
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err.startswith("kifu: --statistics is for text and concise (")


def test_most_findings(archive: Kifu) -> None:
    whole = archive("validate", "--output-format", "concise")
    done = archive(
        "validate", "--output-format=concise", "--max-findings=1", "--report=json=out.json"
    )
    assert (done.status, done.out) == (1, whole.out.splitlines(keepends=True)[0])
    assert done.err == f"kifu: 2 more findings not shown\n{whole.err}"
    assert len(json.loads((archive.folder / "out.json").read_text())["findings"]) == 3
    report = json.loads(archive("validate", "--max-findings=0", "--output-format=json").out)
    assert (report["findings"], report["summary"]["errors"]) == ([], 2)


COLOURED: dict[tuple[str, ...], bool] = {
    (): False,
    ("--color", "always"): True,
    ("--color", "auto", "FORCE_COLOR=1"): True,
    ("FORCE_COLOR=1",): True,
    ("FORCE_COLOR=",): False,
    ("FORCE_COLOR=1", "NO_COLOR=1"): False,
    ("NO_COLOR=1", "--color", "always"): True,
    ("FORCE_COLOR=1", "--color", "never"): False,
}


def test_a_choice_of_colours_that_is_misspelt(run: Kifu) -> None:
    for arguments in (["--color", "allways", "rule"], ["rule", "--color=allways"]):
        done = run(*arguments)
        hint = "(did you mean always?); expected one of always, never, auto"
        why = f"kifu: --color 'allways' is unknown {hint}"
        assert (done.status, done.out, done.err) == (2, "", f"{why}\n")


@pytest.mark.parametrize("given_", COLOURED)
def test_colours(archive: Kifu, given_: tuple[str, ...]) -> None:
    environment = {"NO_COLOR": "", "FORCE_COLOR": ""}
    environment |= dict(each.split("=", 1) for each in given_ if "=" in each)
    options = [each for each in given_ if "=" not in each]
    for arguments in [(*options, "validate"), ("validate", *options)]:
        out = archive(*arguments, environment=environment).out
        assert ("\x1b[31;1m" in out) == COLOURED[given_]


def test_colours_on_a_terminal(archive: Kifu) -> None:
    assert "\x1b[31;1m" in terminal(archive, "validate", NO_COLOR="")
    assert "\x1b" not in terminal(archive, "validate", "--color", "never")


def quoted(out: str) -> tuple[str, str]:
    """Return the first excerpt and the line of carets below it."""
    first, second = [line for line in out.splitlines() if line.startswith(MARGIN)][:2]
    return first, second


@pytest.mark.parametrize("columns", few([30, 47], 1))
@in_a_campaign
def test_excerpts_fit_the_terminal(run: Kifu, columns: int) -> None:
    rounds = '"rounds": [{"hands": ["11244788", "角角角88888", "34567888", "55667888"]}]'
    run.write({"a.json": f'{{"format": "goita/json", "version": 1, {rounds}}}'})
    wide, _ = quoted(run("validate", "--select=G004").out)
    for out in (
        terminal(run, "validate", "--select=G004", "--color=never", columns=columns),
        run("validate", "--select=G004", environment={"COLUMNS": str(columns)}).out,
    ):
        line, carets = quoted(out)
        assert columns - 3 <= width(line) <= columns < width(wide)
        assert line.strip("| ").strip(CUT) in wide
        at = carets.index("^")
        before = next(n for n in range(len(line)) if width(line[:n]) == at)
        assert line[before:].startswith("角")
        assert carets.strip("| ") == "^^"


@given(
    st.text("a角\t\x1b", min_size=1, max_size=60),
    st.integers(0, 59),
    st.integers(1, 60),
    st.integers(10, 80),
)
def test_an_excerpt_keeps_what_it_is_about(
    text: str, start: int, length: int, columns: int
) -> None:
    start %= len(text)
    whole = Excerpt(text, start, min(length, len(text) - start))
    cut = fitted(whole, columns)
    line = CUT * cut.more_before + shown(cut.text) + CUT * cut.more_after
    assert width(line) <= max(columns - len(MARGIN), 6)
    about = cut.text[cut.start :][: cut.length]
    assert about
    assert text[start:].startswith(about)
    assert cut.text in text
    assert (cut.more_before or cut.more_after) == (cut.text != text)


NO_PATIENCE = "import kifu.cli.terminal as p; p.PATIENCE = p._PAUSE = 0"


@in_a_campaign
def test_a_bar_on_a_terminal_only(archive: Kifu) -> None:
    seen = terminal(archive, "validate", "--color=never", code=NO_PATIENCE)
    assert re.search(r"3/3 files, 3 records, [\d,]+ records/s, to go", seen)
    assert re.search(
        r"\x1b\[2K[^\n]*fix`[^\n]*\n(?:[^\n]*fix[^\n]*\n)*3 files, 3 records, 3 rounds", seen
    )
    found = [line for line in seen.splitlines() if "G104" in line]
    assert [line.rpartition("\x1b[2K")[2][:7] for line in found] == ["a.json:", "c.json:"]
    assert "to go" not in terminal(archive, "validate", "-q", code=NO_PATIENCE)
    assert "to go" not in terminal(archive, "validate", code=NO_PATIENCE, TERM="dumb")
    code = f"import sys; {NO_PATIENCE}; from kifu.cli import run; run(['validate'])"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; print('rich' in sys.modules)"],
        cwd=archive.folder,
        capture_output=True,
        encoding="utf-8",
    )
    assert "to go" not in done.stderr
    assert done.stdout.splitlines()[-1] == "False"


def test_the_decisions_of_a_round_are_counted(run: Kifu) -> None:
    (run.folder / "a.json").write_bytes((ROOT / "examples/leduc/match.json").read_bytes())
    words = ("annotate", "a.json", "--jobs", "1", "--no-cache", "-o", "b.json", "--color=never")
    seen = terminal(run, *words, code=NO_PATIENCE)
    assert re.search(r"0/(\d+) rounds, 1/(\d+) decisions, to go", seen)
    found = re.findall(r"(\d+)/(\d+) rounds, (\d+)/(\d+) decisions, to go", seen)
    assert found[-1][:2] == (found[-1][1],) * 2
    assert found[-1][2:] == (found[-1][3],) * 2


def test_a_pager_for_rules_that_do_not_fit(run: Kifu, tmp_path: Path) -> None:
    assert terminal(run, "rule", PAGER="cat -n").startswith("     1\tF001")
    assert terminal(run, "rule", "F006", PAGER="cat -n").startswith("F006")
    assert run("rule", environment={"PAGER": "cat -n"}).out.startswith("F001")


WRONG = {
    "valdate": "command 'valdate' is unknown (did you mean validate?); `kifu --help` lists them "
    "all",
    "qq": "command 'qq' is unknown; `kifu --help` lists them all",
    "--vers": "option '--vers' is unknown (did you mean --version?); `kifu --help` lists them all",
    "validate --sugest 3": (
        "option '--sugest' is unknown (did you mean --suggest?); `kifu validate --help` lists them "
        "all"
    ),
    "legal": "missing argument 'INPUT' (`kifu legal --help` explains)",
    "fmt -x": "option '-x' is unknown; `kifu fmt --help` lists them all",
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_command_line_is_reported_in_one_line(run: Kifu, line: str) -> None:
    done = run(*line.split())
    assert (done.status, done.out, done.err) == (2, "", f"kifu: {WRONG[line]}\n")


def test_the_version_in_one_letter(run: Kifu) -> None:
    assert run("-V").out == run("--version").out
