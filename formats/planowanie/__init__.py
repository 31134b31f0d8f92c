"""Planowanie's notations, and the protocol between its programs."""

from ..interface.claims import canonical_json
from ..interface.descriptor import FormatsDescriptor, NotationDescriptor
from . import detect

FORMATS = FormatsDescriptor(
    game="planowanie",
    notations=(
        NotationDescriptor(
            "planowanie/json",
            "kifu.formats.planowanie.json",
            canonical_json("planowanie", own=detect.OWN),
        ),
        NotationDescriptor("planowanie/log", "kifu.formats.planowanie.log.arbiter", detect.log),
        NotationDescriptor(
            "planowanie/seat-log", "kifu.formats.planowanie.log.seat", detect.seat_log
        ),
    ),
    board="kifu.formats.planowanie.board.board",
    losses="kifu.formats.planowanie.losses",
    codes="kifu.formats.planowanie.codes",
    protocol="kifu.formats.planowanie.protocol.arbiter",
    vocabularies="kifu.formats.planowanie.vocabulary",
)
