"""Goita's notations."""

from ..interface.claims import canonical_json
from ..interface.descriptor import FormatsDescriptor, NotationDescriptor
from . import detect

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
            "goita/yaml", "kifu.formats.goita.yaml.yaml", detect.yaml, detect.nearly_yaml
        ),
        NotationDescriptor(
            "goita/table", "kifu.formats.goita.table.table", detect.table, detect.nearly_table
        ),
    ),
    board="kifu.formats.goita.board.board",
    losses="kifu.formats.goita.losses",
    codes="kifu.formats.goita.codes",
    examples="kifu.formats.goita.examples",
    vocabularies="kifu.formats.goita.vocabulary",
)
