"""The options are listed in code, schemas and documentation, and these must agree."""

from pathlib import Path

from msgspec.structs import fields

from kifu.formats.document.schema import schema
from kifu.replayer.goita.options import Options

PAGE = Path(__file__).parents[2] / "docs" / "goita.md"


def test_the_schema_has_the_options_and_their_defaults() -> None:
    described = schema("goita/json")["properties"]["rules"]["properties"]
    assert {name: each["default"] for name, each in described.items()} == {
        each.name: each.default for each in fields(Options)
    }


def test_the_documentation_names_every_option() -> None:
    page = PAGE.read_text("utf-8")
    assert [each.name for each in fields(Options) if f"| `{each.name}` |" not in page] == []
