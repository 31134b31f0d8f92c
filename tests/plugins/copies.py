"""Copies of the example plug-in, put on the path as if installed."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from ..extras import skip_if_lacking
from ..fork_server import PATIENCE, ForkServer
from ..imports import ROOT

PLUGIN, TIC_TAC_TOE = ROOT / "examples" / "plugin", ROOT / "examples" / "tic-tac-toe"
MATCH = PLUGIN / "records" / "match.json"
WHOLE = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")

Done = subprocess.CompletedProcess[str]


# Loaded as a pytest plug-in, the laws have their assertions rewritten.
_PREPARE = """
import io, lark, jsonschema_rs, pytest
import kifu.cli.check.validate, kifu.formats.interface.catalog
from contextlib import redirect_stdout

with redirect_stdout(io.StringIO()):
    pytest.main(["-p", "kifu.testing", "--markers"])
"""


@cache
def server() -> ForkServer:
    """Start a server that has imported kifu and its laws, but not looked for games yet."""
    return ForkServer(_PREPARE)


class Copy:
    """A copy of a plug-in with its own entry point."""

    def __init__(self, folder: Path, name: str = "kuhn", source: Path = PLUGIN) -> None:
        self.folder = folder
        shutil.copytree(source, folder, ignore=WHOLE, dirs_exist_ok=True)
        (self.package,) = folder.glob("kifu_*")
        self.offer(name, self.package.name)

    def offer(self, name: str, module: str) -> None:
        """Provide a game through an additional package, named after the module."""
        metadata = self.folder / f"{module}-0.1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {module}\nVersion: 0.1.0\n"
        )
        (metadata / "entry_points.txt").write_text(f"[kifu.games]\n{name} = {module}\n")

    def replace(self, module: str, old: str, new: str) -> None:
        """Replace a unique piece of text in a module."""
        path = self.package / module
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} occurs {text.count(old)} times in {module}"
        path.write_text(text.replace(old, new), "utf-8")

    def run(self, module: str, *arguments: str) -> Done:
        """Run a module with the plug-in, in its folder."""
        environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = server().run(module, arguments, self.folder, environment, b"", timeout=PATIENCE)
        status, out, err = done
        skip_if_lacking(err.decode())
        return Done(arguments, status, out.decode(), err.decode())

    def kifu(self, *arguments: str) -> Done:
        """Run kifu with the plug-in."""
        return self.run("kifu.cli", *arguments)

    def laws(self, some: str) -> Done:
        """Test the plug-in against the laws that match the expression `some`."""
        return self.run("pytest", "-q", "-p", "no:cacheprovider", "-k", some)
