"""The snippets on the page about editors, and the extension for VS Code."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import kifu
from kifu.formats.interface.catalog import described, notations

from ..command import Kifu
from ..imports import ROOT

PAGE = (ROOT / "docs/editors.md").read_text("utf-8")
EXTENSION = ROOT / "editors/vscode"


def snippets(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def schemas(run: Kifu) -> dict[str, list[str]]:
    """The file patterns of each schema, by its path in the folder that the page says to create."""
    assert run("schema", "--all", "-d", "schemas").status == 0
    catalog = json.loads((run.folder / "schemas/catalog.json").read_text("utf-8"))
    return {f"./schemas/{each['url'][2:]}": each["fileMatch"] for each in catalog["schemas"]}


def test_settings_of_vs_code(schemas: dict[str, list[str]]) -> None:
    settings: dict[str, Any] = {}
    for each in snippets("json"):
        settings |= json.loads(each)
    for each in settings["json.schemas"]:
        assert schemas[each["url"]] == each["fileMatch"]
    for url, patterns in settings["yaml.schemas"].items():
        assert schemas[url] == patterns
    assert settings["$schema"] in schemas
    assert {"kifu.command"} == {each for each in settings if each.startswith("kifu.")}
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    assert "kifu.command" in package["contributes"]["configuration"]["properties"]


def test_comments_that_name_a_schema(run: Kifu, schemas: dict[str, list[str]]) -> None:
    yaml, toml = snippets("yaml")[0], snippets("toml")[0]
    record = (ROOT / "examples/goita/online.yaml").read_text("utf-8")
    assert kifu.validate(yaml + record) == kifu.validate(record) == []
    run.write({"kifu.toml": f'{toml}ignore = ["M7"]\n'})
    assert run("config", ".").status == 0
    for each in (yaml, toml):
        assert any(url in each for url in schemas)


STUBS = {
    "vscode/index.js": """
        const defaults = require(process.argv[2] + "/package.json").contributes.configuration;
        exports.workspace = {getConfiguration: (section) => (
            {get: (key) => defaults.properties[`${section}.${key}`].default})};
        exports.window = {showErrorMessage: (message) => console.log(JSON.stringify({message}))};
    """,
    "vscode-languageclient/node.js": """
        exports.TransportKind = {stdio: 0};
        exports.LanguageClient = class {
            constructor(id, name, server, client) { this.made = {id, server, client}; }
            async start() {
                console.log(JSON.stringify(this.made));
                if (process.argv[3]) throw new Error("spawn kifu ENOENT");
            }
            async stop() { console.log('"stopped"'); }
        };
    """,
    "main.js": """
        const extension = require(process.argv[2] + "/extension.js");
        extension.activate().then(() => extension.deactivate());
    """,
}


def extension(folder: Path, *fails: str) -> list[Any]:
    """Run the extension in a stub editor, and return the calls it makes."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    for name, text in STUBS.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    done = subprocess.run(
        [node, str(folder / "main.js"), str(EXTENSION), *fails],
        env={**os.environ, "NODE_PATH": str(folder)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_extension_starts_the_server_for_whatever_may_be_a_record(tmp_path: Path) -> None:
    made, stopped = extension(tmp_path)
    assert stopped == "stopped"
    server, client = made["server"], made["client"]
    assert [server["command"], *server["args"]] == ["kifu", "lsp"]
    languages = {each["language"] for each in client["documentSelector"] if "language" in each}
    patterns = {each["pattern"] for each in client["documentSelector"] if "pattern" in each}
    by_language = {".json": "json", ".yaml": "yaml", ".txt": "plaintext", ".log": "log"}
    suffixes = {each.suffix for each in notations()} | {
        suffix for each in described().values() for suffix in each.suffixes
    }
    for suffix in suffixes:
        named = any(re.search(rf"[{{,]{suffix[1:]}[,}}]", each) for each in patterns)
        assert named or by_language[suffix] in languages, suffix
    package = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    assert {f"onLanguage:{each}" for each in languages} == set(package["activationEvents"])


def test_the_extension_says_what_is_missing(tmp_path: Path) -> None:
    _, told = extension(tmp_path, "fails")
    assert told["message"].startswith("kifu lsp could not be started: install kifu with its extra")
