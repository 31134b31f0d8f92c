"""Raises without a limit: a game with too many actions to list."""

from kifu.formats.interface.claims import canonical_json
from kifu.formats.interface.descriptor import FormatsDescriptor, NotationDescriptor
from kifu.replayer.descriptor import GameDescriptor

MODULE = "kifu_raises.raises"
GAME = GameDescriptor(name="raises", title="Raises", module=MODULE, record=MODULE, codes=MODULE)
JSON = NotationDescriptor("raises/json", MODULE, canonical_json("raises", own='"stacks"'))
FORMATS = FormatsDescriptor(
    game="raises", notations=(JSON,), losses=MODULE, schemas="kifu_raises.schemas"
)
