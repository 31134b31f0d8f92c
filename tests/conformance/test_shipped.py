"""Every notation in kifu has an example in `examples` and a place in the documentation."""

from functools import cache

from kifu import formats

from ..imports import ROOT
from ..loops import all_of

NOTATIONS = [each.id for each in formats.notations() if (ROOT / "formats" / each.game).is_dir()]


@cache
def _shown() -> set[str]:
    """Return the notations of the examples."""
    files = [path for path in (ROOT / "examples").rglob("*") if path.is_file()]
    found = (formats.detect(path.read_bytes()) for path in files)
    return {each.id for each in found if each is not None}


@all_of("notation", NOTATIONS)
def test_the_examples_show_every_notation(notation: str) -> None:
    assert notation in _shown()


@all_of("notation", NOTATIONS)
def test_the_documentation_names_every_notation(notation: str) -> None:
    page = (ROOT / "docs" / f"{notation.partition('/')[0]}.md").read_text("utf-8")
    assert f"`{notation}`" in page
