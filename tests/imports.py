"""Every import in the package, found by parsing the source without executing it."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "kifu"
FOLDERS = (
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
NOT_MODULES = ("setup.py",)


@dataclass(frozen=True)
class Import:
    """An import of one module by another, with its line number."""

    importer: str
    imported: str
    line: int


def sources() -> dict[str, Path]:
    """Return the package's files by module name."""
    own = [path for path in ROOT.glob("*.py") if path.name not in NOT_MODULES]
    below = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return {_module(path): path for path in sorted([*own, *below])}


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join((PACKAGE, *(part for part in parts if part != "__init__")))


@cache
def _importing(path: Path) -> list[ast.AST]:
    """Return the nodes that may import a module; whole syntax trees would take a lot of memory."""
    return [
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Call) and _imports(node.func))
        or (isinstance(node, ast.Constant) and str(node.value).startswith(PACKAGE))
    ]


def imports(modules: Mapping[str, Path], known: Mapping[str, Path] | None = None) -> list[Import]:
    """Return all imports of known modules, including deferred ones and those for type checkers.

    A string that names a module (packages hold data too) and a literal argument of
    `import_module` or `__import__` also count, since they import modules at run time.
    """
    return [
        Import(name, imported, line)
        for name, path in modules.items()
        for imported, line in sorted(set(_imported(name, path, known or modules)))
        if imported != name
    ]


def _imported(name: str, path: Path, modules: Mapping[str, Path]) -> Iterator[tuple[str, int]]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in _importing(path):
        match node:
            case ast.Import():
                named = [alias.name for alias in node.names]
            case ast.ImportFrom():
                base = _absolute(node.level, node.module or "", package)
                named = [f"{base}.{alias.name}" for alias in node.names]
                named = [each if each in modules else base for each in named]
            case ast.Constant(value=str() as text) if _is_no_package(modules.get(text)):
                named = [text]
            case ast.Call(args=[ast.Constant(value=str() as text), *_]) if _imports(node.func):
                level = len(text) - len(text.lstrip("."))
                named = [_absolute(level, text.lstrip("."), package)]
            case _:
                continue
        yield from ((each, node.lineno) for each in named if each in modules)


def computed_imports(modules: Mapping[str, Path]) -> set[str]:
    """Return the modules that import a module by a computed name."""
    return {
        name
        for name, path in modules.items()
        for node in _importing(path)
        if isinstance(node, ast.Call)
        if not (node.args and isinstance(node.args[0], ast.Constant))
    }


def _imports(function: ast.expr) -> bool:
    """Return whether a function imports the module named by its first argument."""
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in ("import_module", "__import__")


def _is_no_package(path: Path | None) -> bool:
    return path is not None and path.name != "__init__.py"


def _absolute(level: int, module: str, package: str) -> str:
    """Return the full name of a module imported with a number of leading dots."""
    if not level:
        return module
    base = package.split(".")
    return ".".join([*base[: len(base) - level + 1], *filter(None, [module])])


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return a shortest cycle for each set of modules that import one another."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for start in sorted(graph):
        way = None if start in seen else _way(graph, start, start)
        if way is not None:
            found.append(way)
            seen |= {other for other in graph if _mutual(graph, start, other)}
    return found


def _mutual(graph: Mapping[str, set[str]], one: str, other: str) -> bool:
    return _way(graph, one, other) is not None and _way(graph, other, one) is not None


def _way(graph: Mapping[str, set[str]], start: str, end: str) -> list[str] | None:
    """Return a shortest chain of one or more imports from one module to another."""
    ways, reached = [[start]], set[str]()
    for way in ways:
        for following in sorted(graph.get(way[-1], ())):
            if following == end:
                return [*way, following]
            if following not in reached:
                reached.add(following)
                ways.append([*way, following])
    return None
