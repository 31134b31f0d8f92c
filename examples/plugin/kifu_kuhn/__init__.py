"""Kuhn poker for kifu: the two descriptors that tell kifu about the game.

kifu imports this module to list games, so this module imports neither the rules nor the records.
"""

from kifu.formats.interface.claims import canonical_json
from kifu.formats.interface.descriptor import FormatsDescriptor, NotationDescriptor
from kifu.replayer.descriptor import GameDescriptor

GAME = GameDescriptor(
    name="kuhn",
    title="Kuhn poker",
    module="kifu_kuhn.game",
    record="kifu_kuhn.record",
    codes="kifu_kuhn.codes",
    scene="kifu_kuhn.scene",
)

FORMATS = FormatsDescriptor(
    game="kuhn",
    notations=(
        NotationDescriptor("kuhn/json", "kifu_kuhn.json", canonical_json("kuhn", own='"bets"')),
        NotationDescriptor("kuhn/text", "kifu_kuhn.text", lambda head: head.startswith("kuhn ")),
    ),
    losses="kifu_kuhn.losses",
    schemas="kifu_kuhn.schemas",
    grammars="kifu_kuhn.grammars",
)
