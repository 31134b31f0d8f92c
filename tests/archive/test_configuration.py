"""Configuration files: which are found, and the one-line errors for those that cannot be used."""

import json
import os
from pathlib import Path

import jsonschema
import pytest

from kifu.archive.configuration import LARGEST, find
from kifu.archive.errors import ProjectError
from kifu.archive.keys import KEYS, schema
from kifu.archive.settings import Project

ROOT = Path(__file__).parents[2]
HIDDEN, OWN, SHARED = ".kifu.toml", "kifu.toml", "pyproject.toml"


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def failure(folder: Path) -> str:
    with pytest.raises(ProjectError) as failed:
        find(str(folder))
    message = str(failed.value)
    assert "\n" not in message
    return message.removeprefix(f"{folder}/")


def excluded(folder: Path) -> list[str]:
    return [each.value for each in Project().settings(str(folder)).entries("extend-exclude")]


def test_the_nearest_counts(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            OWN: 'extend-exclude = ["own"]',
            SHARED: '[tool.kifu]\nextend-exclude = ["beside it"]',
            f"shared/{SHARED}": '[tool.kifu]\nextend-exclude = ["shared"]',
            f"other/{SHARED}": '[tool.ruff]\nexclude = ["kifu"]',
            f"other/deep/{OWN}": "",
            f"hidden/{HIDDEN}": 'extend-exclude = ["hidden"]',
            f"hidden/{OWN}": 'extend-exclude = ["beside it"]',
            "other/deep/er/x": "",
        },
    )
    assert excluded(tmp_path) == ["own"]
    assert excluded(tmp_path / "shared") == ["shared"]
    assert excluded(tmp_path / "other") == ["own"]
    assert excluded(tmp_path / "other/deep/er") == []
    assert excluded(tmp_path / "hidden") == ["hidden"]
    assert excluded(tmp_path / "missing/folder") == ["own"]


WRONG = {
    '[severity]\nbaseline = "x"': ':2:1: "baseline" is a configuration key, not part of '
    "`severity`: write it above all tables",
    '[formats]\nignore = ["M4"]': ':2:1: "ignore" is a configuration key, not part of `formats`',
    '[per-file-ignores]\nignore = ["M4"]': ':2:1: "ignore" is a configuration key, not part of '
    '`per-file-ignores`: write it above all tables, or as "**/ignore"',
    'exlude = ["x"]': ':1:1: "exlude" is not a configuration key (did you mean "exclude"?)',
    "respect_gitignore = true": ':1:1: "respect_gitignore" is not a configuration key '
    '(did you mean "respect-gitignore"?)',
    "\n[tool.kifu]": ":2:2: in kifu.toml, write keys at the top level, not under [tool.kifu]",
    'respect-gitignore = "yes"': ":1:1: this must be true or false, not a string",
    'exclude = "x"': ":1:1: this must be an array, each element a path pattern, "
    'not a string: write ["x"]',
    'exclude = [\n"x",\n 5]': ":3:2: this must be a path pattern, not an integer",
    'exclude = ["{a"]': ':1:12: the pattern "{a" is invalid: `{` is not closed',
    "severity = []": ":1:1: this must be a table, each key a code, a name or a prefix",
    '[severity]\n"G104" = "eror"': ':2:1: "eror" is not a severity (did you mean "error"?): '
    "expected one of error, warning, note",
    '[severity]\nG1049 = "error"': ':2:1: "G1049" is not a code, a name or a prefix of codes'
    ' (did you mean "G109"?)',
    'ignore = ["goita-king-may-attack"]': ':1:11: "goita-king-may-attack" is not a code, a name '
    'or a prefix of codes (did you mean "goita-king-may-not-attack"?)',
    'select = ["g1"]': ':1:11: "g1" is not a code, a name or a prefix of codes '
    '(did you mean "G1"?)',
    'select = [""]': ':1:11: "" is not a code',
    '[per-file-ignores]\n"a" = "G1"': ":2:1: this must be an array, each element a code, "
    'a name or a prefix of codes, not a string: write ["G1"]',
    '[per-file-ignores]\n"a" = ["G1",\n  "X9"]': ':3:3: "X9" is not a code',
    'formats = {"*.gibo" = "mighty/gib"}': ':1:12: "mighty/gib" is not a notation '
    '(did you mean "mighty/gibo"?)',
    'required-version = "new"': ':1:1: "new" is not a range of versions: write ">=0.1"',
    'required-version = ">=99"\nfuture = 1': ":1:1: this requires kifu >=99, but this is kifu ",
    "a = \n": ":1:5: this is not TOML: invalid value",
    "a = 1\na = 2\n": ":2:6: this is not TOML: cannot overwrite a value",
    "a = 1\n<<<<<<< ours\na = 2\n": ":2: a merge conflict was left here: keep one side",
    "[[": ": this is not TOML: ",
    b"a = '\xff'": ":1: this is not UTF-8",
    b"#" * (LARGEST + 1): ": a configuration cannot be larger than 1 MiB",
    "a = " + "[" * 100_000: ": this is nested too deeply",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: repr(text[:20]))
def test_errors_are_reported_with_their_places(tmp_path: Path, text: str | bytes) -> None:
    write(tmp_path, {OWN: text})
    said = failure(tmp_path)
    assert said.startswith(OWN + WRONG[text]), said


def test_in_a_shared_file_places_are_those_of_the_file(tmp_path: Path) -> None:
    write(tmp_path, {SHARED: '[project]\nname = "x"\n[tool.kifu.severity]\n"G9x" = "note"\n'})
    assert failure(tmp_path).startswith(f'{SHARED}:4:1: "G9x" is not a code')
    write(tmp_path, {SHARED: "[tool]\nkifu = 3\n"})
    assert failure(tmp_path) == f"{SHARED}:2:1: [tool.kifu] must be a table"


def test_paths_that_are_not_files(tmp_path: Path) -> None:
    (tmp_path / OWN).mkdir()
    assert failure(tmp_path) == f"{OWN}: this is not a file"
    (tmp_path / OWN).rmdir()
    os.mkfifo(tmp_path / OWN)
    assert failure(tmp_path) == f"{OWN}: this is not a file"


def test_a_link_out_of_the_tree_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"secret": 'password = "x"', "tree/.git/HEAD": "", "tree/real.toml": ""})
    tree = tmp_path / "tree"
    (tree / OWN).symlink_to("../secret")
    assert failure(tree) == (
        f"{OWN}: this link leads out of {tree}: put a file in its place, or name one with --config"
    )
    (tree / OWN).unlink()
    (tree / OWN).symlink_to("real.toml")
    assert find(str(tree)) is not None
    (tree / "sub").mkdir()
    (tree / "sub" / OWN).symlink_to("../real.toml")
    assert find(str(tree / "sub")) is not None
    (tree / OWN).unlink()
    (tree / OWN).symlink_to(OWN)
    assert "symbolic links" in failure(tree)


def test_a_named_file_holds_for_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        tmp_path,
        {
            "ci/strict.toml": 'extend-exclude = ["a/b"]',
            OWN: 'extend-exclude = ["x"]',
            SHARED: "[tool.x]",
            "kifu=1.toml": "force-exclude = true",
        },
    )
    named = Project(config=["ci/strict.toml", 'ignore = ["G"]']).settings(str(tmp_path / "a"))
    (entry,) = named.entries("extend-exclude")
    assert (entry.value, entry.origin, entry.folder) == ("a/b", "ci/strict.toml:1", str(tmp_path))
    assert [each.origin for each in named.entries("ignore")] == ["option --config"]
    assert Project(config=["kifu=1.toml"]).settings("/").value("force-exclude") is True
    assert Project(isolated=True).settings(str(tmp_path)).entries("extend-exclude") == []
    for config, isolated, why in [
        (["missing.toml"], False, "missing.toml: No such file or directory"),
        ([OWN, OWN], False, "--config kifu.toml: only one file can be named"),
        ([OWN], True, "--isolated and --config kifu.toml cannot be used together"),
        ([SHARED], False, "pyproject.toml: it has no table [tool.kifu]"),
        (["x = "], False, "--config x = : this is neither a file nor KEY=VALUE in TOML: invalid"),
        (["x = 1"], False, '--config x = 1: "x" is not a configuration key'),
    ]:
        with pytest.raises(ProjectError) as failed:
            Project(config=config, isolated=isolated)
        assert str(failed.value).startswith(why)


# The schema


def test_the_schema_that_ships_is_that_of_the_keys() -> None:
    """To regenerate it: `kifu schema kifu > schemas/kifu.schema.json`."""
    text = (ROOT / "schemas" / "kifu.schema.json").read_text("utf-8")
    assert json.loads(text) == schema()
    jsonschema.Draft202012Validator.check_schema(schema())


def test_the_defaults_fit() -> None:
    defaults = {key.name: key.default for key in KEYS.values() if key.default is not None}
    jsonschema.validate(defaults, schema())
    for key in KEYS.values():
        assert key.default is None or not list(key.kind.problems(key.default, ()))


@pytest.mark.parametrize(
    "values",
    [
        {"exlude": ["x"]},
        {"exclude": "x"},
        {"severity": {"G104": "eror"}},
        {"select": ["G 1"]},
        {"formats": {"*.gibo": "gibo"}},
        {"respect-gitignore": "yes"},
    ],
)
def test_the_schema_finds_what_is_wrong(values: dict[str, object]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(values, schema())


def test_every_key_is_described() -> None:
    page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    for name in KEYS:
        assert f"\n### `{name}`\n" in page
