"""The notations of Go."""

from ..interface.claims import canonical_json
from ..interface.descriptor import FormatsDescriptor, NotationDescriptor

FORMATS = FormatsDescriptor(
    game="go",
    notations=(
        NotationDescriptor(
            "go/json",
            "kifu.formats.go.json",
            canonical_json(
                "go", own=r'"actions"\s*:\s*\[\s*"(?:[BW] (?:[a-zA-Z]{2}|pass)"|setup )'
            ),
        ),
    ),
    losses="kifu.formats.go.losses",
)
