"""Goita's notations."""

import re

from ..interface.claims import canonical_json
from ..interface.descriptor import FormatsDescriptor, NotationDescriptor
from . import detect

_JAPANESE = ("utf-8", "cp932", "euc-jp")
"""The encodings of texts with Japanese words; JSON is in UTF-8, and history strings are ASCII."""
_CODING = re.compile(rb"\A(?:[ \t]*#[^\n]*\n)?[ \t]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")
"""A comment for editors on one of the first two lines: `# -*- coding: shift_jis -*-`."""

FORMATS = FormatsDescriptor(
    game="goita",
    notations=(
        NotationDescriptor(
            "goita/json",
            "kifu.formats.goita.json.json",
            canonical_json("goita", own=r'"rounds"\s*:.*"hands"\s*:'),
        ),
        NotationDescriptor(
            "goita/json-2015", "kifu.formats.goita.json.json_2015", detect.json_2015
        ),
        NotationDescriptor(
            "goita/history",
            "kifu.formats.goita.history.history",
            detect.history,
            detect.nearly_history,
        ),
        NotationDescriptor(
            "goita/yaml",
            "kifu.formats.goita.yaml.yaml",
            detect.yaml,
            detect.nearly_yaml,
            encodings=_JAPANESE,
            declared=_CODING,
        ),
        NotationDescriptor(
            "goita/table",
            "kifu.formats.goita.table.table",
            detect.table,
            detect.nearly_table,
            # only the character sets of 2004 have ☗ and ☖; other encodings use ▲ and △
            encodings=(*_JAPANESE, "shift_jis_2004", "euc_jis_2004"),
        ),
    ),
    losses="kifu.formats.goita.losses",
    codes="kifu.formats.goita.codes",
    examples="kifu.formats.goita.examples",
)
