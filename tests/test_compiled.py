"""Compiled modules behave like their sources, or are refused."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kifu
from kifu.replayer.compiled import Stale, checksum, require_source
from kifu.replayer.goita.engine import engine

SOURCE, TYPES = b"LEGAL = 0\n", b"cdef int LEGAL\n"


def test_a_module_compiled_from_another_source_is_refused(tmp_path: Path) -> None:
    compiled, due = str(tmp_path / "engine.cpython-311.so"), (checksum(SOURCE), checksum(TYPES))
    require_source(compiled, *due)  # there is no source beside it
    files = {"engine.py": SOURCE, "engine.pxd": TYPES}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    require_source(compiled, *due)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content + b"\n")
        with pytest.raises(Stale, match=f"was not compiled from the {name} beside it: reinstall"):
            require_source(compiled, *due)
        (tmp_path / name).write_bytes(content)


@pytest.mark.skipif(str(engine.__file__).endswith(".py"), reason="kifu is not compiled here")
def test_the_command_says_so_in_one_line(tmp_path: Path) -> None:
    here = Path(kifu.__file__).parent
    shutil.copytree(here, tmp_path / "kifu", ignore=shutil.ignore_patterns("tests", ".*", "docs"))
    source = Path(engine.__file__).name.partition(".")[0] + ".py"
    with (tmp_path / "kifu/replayer/goita/engine" / source).open("a") as file:
        file.write("# edited\n")
    (tmp_path / "a.jsonl").write_text('{"format":"goita/json","version":1,"rounds":[]}\n')
    command = [sys.executable, "-m", "kifu", "validate", "a.jsonl"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kifu: ")
    assert "was not compiled from the engine.py beside it: reinstall kifu" in done.stderr
    assert done.stderr.count("\n") == 1
