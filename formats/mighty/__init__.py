"""Mighty's notations."""

from ..interface.claims import canonical_json
from ..interface.descriptor import FormatsDescriptor, NotationDescriptor
from . import detect

FORMATS = FormatsDescriptor(
    game="mighty",
    notations=(
        NotationDescriptor(
            "mighty/json",
            "kifu.formats.mighty.json",
            canonical_json("mighty", own=detect.OWN),
        ),
        NotationDescriptor(
            "mighty/gibo",
            "kifu.formats.mighty.gibo.gibo",
            detect.gibo,
            suffixes=(".gibo",),
            encodings=("utf-8", "cp949"),
        ),
    ),
    board="kifu.formats.mighty.board.board",
    losses="kifu.formats.mighty.losses",
    codes="kifu.formats.mighty.codes",
    vocabularies="kifu.formats.mighty.vocabulary",
)
