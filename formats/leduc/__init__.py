"""Leduc poker's notation."""

from ..interface.claims import canonical_json
from ..interface.descriptor import FormatsDescriptor, NotationDescriptor

FORMATS = FormatsDescriptor(
    game="leduc",
    notations=(
        NotationDescriptor(
            "leduc/json",
            "kifu.formats.leduc.json",
            canonical_json("leduc", own=r'"antes"\s*:'),
        ),
    ),
    losses="kifu.formats.leduc.losses",
)
