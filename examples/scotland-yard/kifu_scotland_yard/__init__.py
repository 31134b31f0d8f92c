"""A small Scotland Yard for kifu: the two descriptors that tell kifu about the game."""

from kifu.formats.interface.claims import canonical_json
from kifu.formats.interface.descriptor import FormatsDescriptor, NotationDescriptor
from kifu.replayer.descriptor import GameDescriptor

GAME = GameDescriptor(
    name="scotlandyard",
    title="Scotland Yard",
    module="kifu_scotland_yard.game",
    record="kifu_scotland_yard.record",
    codes="kifu_scotland_yard.codes",
    scene="kifu_scotland_yard.scene",
)

FORMATS = FormatsDescriptor(
    game="scotlandyard",
    notations=(
        NotationDescriptor(
            "scotlandyard/json",
            "kifu_scotland_yard.json",
            canonical_json("scotlandyard", own='"caught"'),
        ),
    ),
    losses="kifu_scotland_yard.losses",
    schemas="kifu_scotland_yard.schemas",
)
