"""`kifu schema --all`: schemas for editors, with a catalogue."""

import json
from fnmatch import fnmatch
from pathlib import Path

from kifu import formats

from ..command import Kifu


def test_all_schemas_and_a_catalogue(run: Kifu, tmp_path: Path) -> None:
    folder = tmp_path / "schemas"
    assert run("schema", "--all", "-d", str(folder)).status == 0
    catalog = json.loads((folder / "catalog.json").read_text("utf-8"))
    described = {each.schema for each in formats.notations() if each.schema is not None}
    assert len(catalog["schemas"]) == len(described) + 6  # command output, and kifu.toml
    for each in catalog["schemas"]:
        assert set(each) == {"name", "description", "fileMatch", "url"}
        found = json.loads((folder / each["url"]).read_text("utf-8"))
        assert (found["title"], found["description"]) == (each["name"], each["description"])
        name = each["url"].removeprefix("./").removesuffix(".schema.json")
        assert found == json.loads(run("schema", name).out)


def test_a_catalogue_of_published_schemas(run: Kifu, tmp_path: Path) -> None:
    """Entries satisfy the JSON Schema Store: known keys and complete URLs."""
    url = "https://example.org/schemas/"
    assert run("schema", "--all", "-d", str(tmp_path), "--url", url).status == 0
    catalog = json.loads((tmp_path / "catalog.json").read_text("utf-8"))
    assert catalog["$schema"] == "https://json.schemastore.org/schema-catalog.json"
    assert catalog["version"] == 1
    for each in catalog["schemas"]:
        assert set(each) == {"name", "description", "fileMatch", "url"}
        assert len(each["fileMatch"]) == len(set(each["fileMatch"])) > 0
        assert (tmp_path / each["url"].removeprefix(url)).is_file()
    assert len({each["name"] for each in catalog["schemas"]}) == len(catalog["schemas"])


def test_a_file_is_for_one_schema(run: Kifu, tmp_path: Path) -> None:
    run("schema", "--all", "-d", str(tmp_path))
    catalog = json.loads((tmp_path / "catalog.json").read_text("utf-8"))
    names = [
        "a.goita.json",
        "a.goita.json-2015.json",
        "a.goita.yaml",
        "a.mighty.json",
        "a.replay.json",
        "a.report.json",
        "a.diff.json",
        "a.statistics.json",
    ]
    for name in names:
        fits = [
            each for each in catalog["schemas"] for one in each["fileMatch"] if fnmatch(name, one)
        ]
        assert len(fits) == 1, name
    assert not any(
        fnmatch("package.json", one) for each in catalog["schemas"] for one in each["fileMatch"]
    )


def test_the_page_about_editors_lists_them(run: Kifu, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "editors.md").read_text("utf-8")
    run("schema", "--all", "-d", str(tmp_path))
    for each in json.loads((tmp_path / "catalog.json").read_text("utf-8"))["schemas"]:
        files = ", ".join(f"`{one}`" for one in each["fileMatch"])
        assert f"| {files} | `{each['url'].removeprefix('./')}` |" in page


def test_other_files_are_not_replaced(run: Kifu, tmp_path: Path) -> None:
    mine = tmp_path / "catalog.json"
    mine.write_text("mine")
    result = run("schema", "--all", "-d", str(tmp_path))
    assert result.status == 2
    assert "the file exists" in result.err
    assert [each.name for each in tmp_path.iterdir()] == ["catalog.json"]
    assert mine.read_text() == "mine"
    assert run("schema", "--all", "-d", str(tmp_path), "--force").status == 0
    assert json.loads(mine.read_text("utf-8"))["version"] == 1.0


def test_usage(run: Kifu, tmp_path: Path) -> None:
    url = "https://example.org"
    for given in (
        ["--all"],
        ["-d", str(tmp_path)],
        ["goita/json", "--all", "-d", str(tmp_path)],
        ["--url", url],
        ["--all", "-d", str(tmp_path), "--url", "schemas"],
    ):
        assert run("schema", *given).status == 2
    assert list(tmp_path.iterdir()) == []
