"""The distributions: the wheel has only the package, and the sdist also what tests need."""

import re
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import PurePosixPath

import pytest

import kifu

from .distributions import LEFT_OUT, Distributions
from .imports import FOLDERS, ROOT, sources

GRAFTED = ("benchmarks", "browser/component", "conformance", "docs", "editors", "examples", "tests")


def files(*folders: str) -> set[str]:
    """Return the files in some folders of the repository."""
    found = [path.relative_to(ROOT) for each in folders for path in (ROOT / each).rglob("*")]
    return {
        each.as_posix()
        for each in found
        if (ROOT / each).is_file() and not any(_is_left_out(part) for part in each.parts)
    }


def _is_left_out(part: str) -> bool:
    return any(PurePosixPath(part).match(pattern) for pattern in LEFT_OUT)


@pytest.fixture(scope="module")
def wheel(distributions: Distributions) -> set[str]:
    with zipfile.ZipFile(distributions.wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def sdist(distributions: Distributions) -> set[str]:
    with tarfile.open(distributions.sdist) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


@pytest.fixture(scope="module")
def metadata(distributions: Distributions) -> "Message[str, str]":
    with zipfile.ZipFile(distributions.wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith("/METADATA"))
        return message_from_string(archive.read(name).decode())


def test_the_wheel_holds_the_package_and_nothing_else(wheel: set[str]) -> None:
    modules = {f"kifu/{path.relative_to(ROOT).as_posix()}" for path in sources().values()}
    data = {
        f"kifu/{each}"
        for each in files(*FOLDERS)
        if each.endswith((".js", ".json", ".lark", ".md", ".re"))
        and not each.startswith("browser/component/")
    }
    assert len(data) > 10
    held = {each for each in wheel if ".dist-info/" not in each}
    assert held == modules | data | {"kifu/py.typed"}


def test_the_sdist_holds_what_the_tests_need(sdist: set[str]) -> None:
    assert files(*GRAFTED, *FOLDERS) <= sdist
    assert {"README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "setup.py"} <= sdist
    assert not [each for each in sdist if "stale" in each or "stray" in each or "pycache" in each]


def test_the_description_is_whole_where_no_file_stands_beside_it(
    metadata: "Message[str, str]", sdist: set[str]
) -> None:
    text = str(metadata.get_payload())
    targets = re.findall(r"\]\(([^)]*)\)", text)
    assert targets
    assert all(each.startswith("https://") for each in targets)
    assert metadata["Description-Content-Type"] == "text/markdown"
    named = set(re.findall(r" \(([\w/]+\.md)\)", text))
    assert len(named) > 10
    assert named <= sdist
    assert "\n### [Unreleased]\n" in text


def test_links_of_the_readme_lead_to_files() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    links = re.findall(r"\]\(([^)]*)\)", text) + re.findall(r' src(?:set)?="([^"]*)"', text)
    assert len(links) > 10
    assert [each for each in links if not (ROOT / each).exists()] == []


def test_the_metadata_is_true(metadata: "Message[str, str]") -> None:

    assert metadata["Version"] == kifu.__version__
    assert "Project-URL" not in metadata  # no made-up address
    versions = [
        each.rpartition(" ")[2]
        for each in metadata.get_all("Classifier", [])
        if re.search(r":: 3\.\d+$", each)
    ]
    assert versions[0] == "3.11"
    assert metadata["Requires-Python"] == ">=3.11"


def test_the_changelog_knows_the_version() -> None:

    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    assert kifu.__version__ in text


def test_nothing_is_built_beside_the_sources(distributions: Distributions) -> None:
    assert {each.name for each in (distributions.unpacked / "build").rglob("*.py")} == {"stale.py"}
