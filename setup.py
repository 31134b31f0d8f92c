"""Settings that pyproject.toml cannot express: subpackages, data, description, compiled modules.

The repository root is itself the package `kifu`.
"""

import ast
import atexit
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
LAYERS = (
    "api",
    "arena",
    "archive",
    "browser",
    "cli",
    "environments",
    "findings",
    "formats",
    "lsp",
    "repair",
    "replayer",
    "schemas",
    "testing",
    "validation",
)
WITHOUT = (ROOT / "browser/component",)
"""Folders of sources in another language, which are built beforehand."""
DATA = ["*.js", "*.json", "*.lark", "*.md", "*.re"]


def subpackages() -> list[str]:
    """Return every folder with code or data of the package."""
    folders = [path for layer in LAYERS for path in [ROOT / layer, *(ROOT / layer).rglob("*/")]]
    return [
        ".".join(("kifu", *folder.relative_to(ROOT).parts))
        for folder in sorted(folders)
        if "__pycache__" not in folder.parts
        and not any(folder.is_relative_to(each) for each in WITHOUT)
    ]


def description() -> str:
    """Return the README and the changelog for a package index.

    The index has no other files, so links to files are replaced by their texts and paths, and
    pictures are left out.
    """
    readme, changelog = (
        (ROOT / name).read_text("utf-8").strip() for name in ("README.md", "CHANGELOG.md")
    )
    readme = re.sub(r"<picture>.*?</picture>\n+", "", readme, flags=re.DOTALL)
    readme = re.sub(r"\[([^]]+)\]\((?![a-z]+:)([^)]+)\)", _without_link, readme)
    changelog = re.sub(r"^#", "##", changelog, flags=re.MULTILINE)
    where = "The files named here are in the source distribution, and its tests run there."
    return f"{readme}\n\n{where}\n\n{changelog}\n"


def _without_link(link: re.Match[str]) -> str:
    return link[1] if link[2] in link[1] else f"{link[1]} ({link[2]})"


class BuildElsewhere(build):
    """Build in a new folder, so that a wheel has no leftovers from an earlier build."""

    def initialize_options(self) -> None:
        """Set the default folder."""
        super().initialize_options()
        self.build_base = tempfile.mkdtemp(prefix="kifu-build-")
        atexit.register(shutil.rmtree, self.build_base, ignore_errors=True)


class BuildWithoutSetup(build_py):
    """Leave this file, which is beside the package's modules, out of the package."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Return the modules of a package as (package, module, file)."""
        untyped: Any = super()
        modules = untyped.find_package_modules(package, package_dir)
        return [each for each in modules if each[1] != "setup"]


def compiled() -> list[Extension]:
    """Return the modules to compile: those with a `.pxd`, which also work as plain Python.

    There are none if KIFU_PLAIN is set in the environment, as in some tests.
    """
    if os.environ.get("KIFU_PLAIN"):
        return []
    sources = [
        path.with_suffix(".py") for layer in LAYERS for path in (ROOT / layer).rglob("*.pxd")
    ]
    return [
        Extension(
            ".".join(("kifu", *source.relative_to(ROOT).with_suffix("").parts)),
            [str(source.relative_to(ROOT))],
            optional=True,
        )
        for source in sorted(sources)
    ]


def inline(types: str) -> set[str]:
    """Return the methods that a `.pxd` implements, so that they can be inlined."""
    return set(re.findall(r"^    cdef inline .*?(\w+)\(self\b.*:$", types, re.MULTILINE))


def without(source: str, names: set[str]) -> str:
    """Return the source of a module without the named methods."""
    lines = source.split("\n")
    methods = (
        each
        for kind in ast.parse(source).body
        if isinstance(kind, ast.ClassDef)
        for each in kind.body
        if isinstance(each, ast.FunctionDef) and each.name in names
    )
    for each in methods:
        lines[each.lineno - 1 : each.end_lineno] = [""] * len(
            lines[each.lineno - 1 : each.end_lineno]
        )
    return "\n".join(lines)


def translate(extensions: list[Extension], folder: Path) -> None:
    """Write C for modules of the package `kifu`, whatever this folder is called.

    They contain checksums of their sources; `kifu.replayer.compiled` refuses to use them with other
    sources. Bounds are checked if KIFU_CHECKED is set in the environment, as by `tests.sanitized`.
    """
    cythonize: Any = import_module("Cython.Build").cythonize
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.p*"):
            if path.name == "__init__.py" or path.with_suffix(".pxd").exists():
                copy = folder / "kifu" / path.relative_to(ROOT)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, copy)
    (folder / "kifu/__init__.py").touch()
    for extension in extensions:
        source = folder.joinpath(*extension.name.split(".")).with_suffix(".py")
        text = source.read_text("utf-8")
        types = source.with_suffix(".pxd").read_text("utf-8")
        checksums = ", ".join(str(crc32(each.encode())) for each in (text, types))
        text = without(text, inline(types))
        check = f"require_source(__file__, {checksums})\n"
        source.write_text(
            f"{text}\nfrom kifu.replayer.compiled import require_source\n{check}", "utf-8"
        )
        extension.sources = [str(source)]
    directives = {
        "annotation_typing": False,
        "auto_pickle": False,
        "binding": False,
        "boundscheck": bool(os.environ.get("KIFU_CHECKED")),
        "cdivision": True,
        "emit_code_comments": False,
    }
    made = cythonize(
        extensions,
        compiler_directives=directives | {"wraparound": False},
        language_level=3,
        include_path=[str(folder)],
    )
    for extension, translated in zip(extensions, made, strict=True):
        extension.sources = translated.sources
        path = Path(*translated.sources)
        path.write_text(hot(path.read_text("utf-8")), "utf-8")


def hot(translated: str) -> str:
    """Return a module's C code, with its own functions marked `KIFU_HOT`.

    They are a tenth of the C code. The rest makes them callable from Python; optimizing it would
    take the compiler long and gain nothing. Small functions that a `.pxd` implements are inlined.
    """
    own = r"^static (CYTHON_INLINE )?(?=[^\n;={]*\b__pyx_f_\d+kifu\w*\()"
    inlined = {"": "", "CYTHON_INLINE ": "Py_ALWAYS_INLINE inline "}
    return re.sub(
        own, lambda at: f"static KIFU_HOT {inlined[at[1] or '']}", translated, flags=re.MULTILINE
    )


@contextmanager
def recorded(path: Path) -> Generator[None]:
    """Write to a file what this process and compilers write to stderr, and then also to stderr."""
    sys.stderr.flush()
    stderr = os.dup(2)
    try:
        with path.open("wb") as file:
            os.dup2(file.fileno(), 2)
            yield
    finally:
        sys.stderr.flush()
        os.dup2(stderr, 2)
        os.close(stderr)
        sys.stderr.write(path.read_text("utf-8", "replace"))


ERROR = re.compile(r"^(\S+):\d+:\d+: (?!warning|note)(?:fatal )?(?:error: )?(.+)", re.MULTILINE)
"""An error of Cython, gcc or clang: its file, and what is wrong."""


class Compile(build_ext):
    """Compile modules through C if there is a compiler; otherwise leave them as plain Python.

    pip shows warnings only with `-v`, so the reason is also written to `plain.txt` in the package,
    for `kifu --version`.
    """

    trouble = ""

    def build_extensions(self) -> None:
        """Compile all modules or none: a module that imports C types needs the others compiled."""
        untyped: Any = super()
        self.parallel = self.parallel or os.cpu_count()
        compiler: Any = self.compiler
        unix = compiler.compiler_type == "unix"
        gcc = unix and "gcc" in Path(compiler.compiler[0]).name  # clang has no `optimize`
        for each in self.extensions:
            each.define_macros = [("KIFU_HOT", "__attribute__((optimize(3)))" if gcc else "")]
            # This builds three times as fast as with debug information, and twice as fast as -O3.
            each.extra_compile_args = ["-g0", "-Os"] if gcc else ["-g0"] if unix else []
        folder = Path(self.build_temp).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        with recorded(folder / "errors.txt"):
            try:
                if unix and shutil.which(compiler.compiler[0]) is None:
                    raise FileNotFoundError(f"there is no C compiler ({compiler.compiler[0]})")
                translate(self.extensions, folder / "typed")
                untyped.build_extensions()
            except Exception as trouble:
                self.trouble = self.trouble or str(trouble)
        made = [Path(self.get_ext_fullpath(each.name)) for each in self.extensions]
        reason = Path(self.get_ext_fullpath("kifu.plain")).with_name("plain.txt")
        reason.unlink(missing_ok=True)
        if not all(path.exists() for path in made):
            for path in made:
                path.unlink(missing_ok=True)
            why = self.why((folder / "errors.txt").read_text("utf-8", "replace"))
            self.warn(f"kifu stays plain Python, which is slower: {why}")
            reason.write_text(why, "utf-8")

    def why(self, errors: str) -> str:
        """Return why kifu was not compiled, in one line."""
        error = ERROR.search(errors)
        why = f"{Path(error[1]).name}: {error[2]}" if error else self.trouble[:200]
        return " ".join(why.split())

    def build_extension(self, ext: Extension) -> None:
        """Compile a module, and remember the first error."""
        untyped: Any = super()
        try:
            untyped.build_extension(ext)
        except Exception as trouble:
            self.trouble = self.trouble or f"{ext.name}: {trouble}"
            raise


setup(
    ext_modules=compiled(),
    packages=["kifu", *subpackages()],
    package_data={"kifu": ["py.typed"]} | dict.fromkeys(subpackages(), DATA),
    long_description=description(),
    long_description_content_type="text/markdown",
    cmdclass={"build": BuildElsewhere, "build_ext": Compile, "build_py": BuildWithoutSetup},
)
