"""Find the subpackages below the repository root, which is itself the package `kifu`."""

from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
LAYERS = ("arena", "cli", "formats", "replayer", "schemas", "suggestions", "testing")


def subpackages() -> list[str]:
    """Every folder below a layer that holds code or data of the package."""
    folders = [path for layer in LAYERS for path in [ROOT / layer, *(ROOT / layer).rglob("*/")]]
    return [
        ".".join(("kifu", *folder.relative_to(ROOT).parts))
        for folder in sorted(folders)
        if "__pycache__" not in folder.parts
    ]


class BuildWithoutSetup(build_py):
    """Leave this file, which stands beside the package's modules, out of the package."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """The modules of a package as (package, module, file)."""
        untyped: Any = super()
        modules = untyped.find_package_modules(package, package_dir)
        return [each for each in modules if each[1] != "setup"]


setup(packages=["kifu", *subpackages()], cmdclass={"build_py": BuildWithoutSetup})
