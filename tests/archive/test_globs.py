"""Path patterns mean what they mean in ruff 0.17.5, which gave the expected results below."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.archive.globs import BadGlob, Glob, Globs, alternatives, check

from ..loops import all_of

FILES = [
    *("top.py", "vendor.py", "a/f.py", "a/b/f.py", "src/t.py", "src/deep/t.py", "vendor/x/v.py"),
]

# Patterns relative to the configuration's folder, with the files each leaves out.
LEFT_OUT = {
    "vendor": ["vendor/x/v.py"],
    "VENDOR": [],
    "vend*": ["vendor.py", "vendor/x/v.py"],
    "*.py": FILES,
    "t?p.py": ["top.py"],
    "{top,vendor}.py": ["top.py", "vendor.py"],
    "s[a-z]c": ["src/t.py", "src/deep/t.py"],
    "src**": ["src/t.py", "src/deep/t.py"],
    "src/*.py": ["src/t.py", "src/deep/t.py"],
    "src/**/t.py": ["src/t.py", "src/deep/t.py"],
    "**/f.py": ["a/f.py", "a/b/f.py"],
    "b/f.py": [],
    "a/b": ["a/b/f.py"],
    "a/*": ["a/f.py", "a/b/f.py"],
    "a/**": ["a/f.py", "a/b/f.py"],
    "a/": ["a/f.py", "a/b/f.py"],
    "./a": ["a/f.py", "a/b/f.py"],
    "../tree/a": ["a/f.py", "a/b/f.py"],
    "/work/tree/a": ["a/f.py", "a/b/f.py"],
}


@all_of("pattern", LEFT_OUT)
def test_as_in_ruff(pattern: str) -> None:
    glob = Glob(pattern, "/work/tree")
    assert [each for each in FILES if glob.covers(f"/work/tree/{each}")] == LEFT_OUT[pattern]


def test_folders_above_do_not_matter() -> None:
    """In ruff, `*tree*` would leave out everything, as it is matched against absolute paths too."""
    for pattern in ("tree", "*tree*", "work", "[!t]*"):
        assert not Glob(pattern, "/work/tree").covers("/work/tree/top.py")


@all_of(
    ("pattern", "why"),
    [
        ("", "an empty pattern matches nothing"),
        ("[a", "`[` is not closed: write `[[]` if it is part of a name"),
        ("{a,b", "`{` is not closed: write `[{]` if it is part of a name"),
        ("a}", "`}` closes nothing: write `[}]` if it is part of a name"),
        ("[z-a]", "[z-a] is not a character class: bad character range z-a"),
        ("{a,b}" * 11, "its braces expand to more than 1000 patterns"),
    ],
)
def test_patterns_that_cannot_be_understood(pattern: str, why: str) -> None:
    with pytest.raises(BadGlob) as failure:
        check(pattern)
    assert str(failure.value) == why


@all_of("name", ["[a].json", "{a}.json", "a*b", "a?b", "a\\b", "a&&b", "a^b", "]"])
def test_a_name_is_quoted_by_classes(name: str) -> None:
    quoted = "".join(f"[{each}]" if each in "*?[{}\\" else each for each in name)
    escaped = "".join(f"\\{each}" for each in name)
    for pattern in (quoted, escaped):
        assert Glob(pattern, "/a").matches(f"/a/{name}")
        assert not Glob(pattern, "/a").matches("/a/b")


NAMES = st.text("ab.*?[{}\\", min_size=1, max_size=4).filter(lambda name: name not in (".", ".."))


@given(st.lists(NAMES, min_size=1, max_size=4), st.lists(NAMES, min_size=1, max_size=3))
def test_any_folder_can_hold_a_configuration(folders: list[str], names: list[str]) -> None:
    folder, path = "/" + "/".join(folders), "/".join(names)
    assert Glob("**/*", folder).matches(f"{folder}/{path}")
    assert Glob("*", folder).matches(f"{folder}/{path}")
    assert not Glob("x/*", folder).covers(f"{folder}/{path}")


@given(st.lists(st.text("ab*?/.{},[]!-", max_size=6), max_size=4), st.text("ab/.", max_size=8))
def test_many_patterns_match_where_one_does(patterns: list[str], path: str) -> None:
    known = [each for each in patterns if _is_sound(each)]
    globs = [Glob(each, "/a") for each in known]
    whole = f"/a/{path}"
    name = whole.rpartition("/")[2]
    assert Globs(globs).match(whole, name) == any(each.matches(whole) for each in globs)


def _is_sound(pattern: str) -> bool:
    try:
        check(pattern)
    except BadGlob:
        return False
    return True


def test_stars_do_not_multiply_the_time() -> None:
    glob, before = Glob("a/" + "*a" * 30 + "b", "/"), time.process_time()
    assert not glob.matches("/a/" + "a" * 3000)
    assert not Glob("**/a/" * 20 + "b", "/").matches("/a" * 3000)
    assert time.process_time() - before < 1


def test_alternatives_in_alternatives() -> None:
    assert alternatives("{a,b{1,2}}{,.gz}") == ["a", "a.gz", "b1", "b1.gz", "b2", "b2.gz"]
    assert alternatives("a,b") == ["a,b"]
