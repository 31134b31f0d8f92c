"""What pyproject.toml cannot say of the package: its subpackages, its data, its description.

The repository root is itself the package `kifu`.
"""

import atexit
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build import build
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
LAYERS = (
    "arena",
    "cli",
    "fixes",
    "formats",
    "lsp",
    "project",
    "replayer",
    "schemas",
    "suggestions",
    "testing",
)
DATA = ["*.json", "*.lark"]


def subpackages() -> list[str]:
    """Every folder below a layer that holds code or data of the package."""
    folders = [path for layer in LAYERS for path in [ROOT / layer, *(ROOT / layer).rglob("*/")]]
    return [
        ".".join(("kifu", *folder.relative_to(ROOT).parts))
        for folder in sorted(folders)
        if "__pycache__" not in folder.parts
    ]


def description() -> str:
    """The README and the changelog as an index shows them, where no file stands beside them.

    A link to a file would lead nowhere there, so only its text is left, which is the path.
    """
    readme, changelog = (
        (ROOT / name).read_text("utf-8").strip() for name in ("README.md", "CHANGELOG.md")
    )
    readme = re.sub(r"\[([^]]+)\]\((?![a-z]+:)[^)]+\)", r"\1", readme)
    changelog = re.sub(r"^#", "##", changelog, flags=re.MULTILINE)
    where = "The files that are named here are in the source distribution; its tests run there."
    return f"{readme}\n\n{where}\n\n{changelog}\n"


class BuildElsewhere(build):
    """Build in a new folder: what an earlier build has left in `build/` is no part of a wheel."""

    def initialize_options(self) -> None:
        """Name the folder, unless the command line does."""
        super().initialize_options()
        self.build_base = tempfile.mkdtemp(prefix="kifu-build-")
        atexit.register(shutil.rmtree, self.build_base, ignore_errors=True)


class BuildWithoutSetup(build_py):
    """Leave this file, which stands beside the package's modules, out of the package."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """The modules of a package as (package, module, file)."""
        untyped: Any = super()
        modules = untyped.find_package_modules(package, package_dir)
        return [each for each in modules if each[1] != "setup"]


setup(
    packages=["kifu", *subpackages()],
    package_data={"kifu": ["py.typed"]} | dict.fromkeys(subpackages(), DATA),
    long_description=description(),
    long_description_content_type="text/markdown",
    cmdclass={"build": BuildElsewhere, "build_py": BuildWithoutSetup},
)
