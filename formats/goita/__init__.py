"""Goita's notations."""

from ..claims import canonical_json
from ..descriptor import FormatsDescriptor, NotationDescriptor
from . import detect

FORMATS = FormatsDescriptor(
    game="goita",
    notations=(
        NotationDescriptor(
            "goita/json",
            "kifu.formats.goita.json",
            canonical_json("goita", own=r'"rounds"\s*:.*"hands"\s*:'),
        ),
        NotationDescriptor("goita/json-2015", "kifu.formats.goita.json_2015", detect.json_2015),
        NotationDescriptor(
            "goita/history", "kifu.formats.goita.history", detect.history, detect.nearly_history
        ),
        NotationDescriptor(
            "goita/yaml", "kifu.formats.goita.yaml", detect.yaml, detect.nearly_yaml
        ),
        NotationDescriptor(
            "goita/table", "kifu.formats.goita.table", detect.table, detect.nearly_table
        ),
    ),
    board="kifu.formats.goita.board.board",
    losses="kifu.formats.goita.losses",
    codes="kifu.formats.goita.codes",
    examples="kifu.formats.goita.examples",
    vocabularies="kifu.formats.goita.vocabulary",
)
