"""Noughts and crosses: a game without chance, in as few lines as possible."""

from kifu.formats.interface.claims import canonical_json
from kifu.formats.interface.descriptor import FormatsDescriptor, NotationDescriptor
from kifu.replayer.descriptor import GameDescriptor

MODULE = "kifu_noughts.noughts"
GAME = GameDescriptor(
    name="noughts", title="Noughts and crosses", module=MODULE, record=MODULE, codes=MODULE
)
JSON = NotationDescriptor("noughts/json", MODULE, canonical_json("noughts", own='"squares"'))
LINES = NotationDescriptor(
    "noughts/lines", "kifu_noughts.lines", lambda head: head.startswith("noughts ")
)
BLOCKS = NotationDescriptor(
    "noughts/blocks", "kifu_noughts.blocks", lambda head: head.startswith("noughts:\n")
)
FORMATS = FormatsDescriptor(
    game="noughts",
    notations=(JSON, LINES, BLOCKS),
    losses=MODULE,
    schemas="kifu_noughts.schemas",
    grammars="kifu_noughts.descriptions",
)
