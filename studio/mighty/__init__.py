"""What only Mighty has in the studio: practising contracts, as the paper's simulator does.

Source: Lee, Kim and Kim, "Analysis and simulator implementation of Mighty" (2022), IV.2.
"""

from __future__ import annotations

from ...replayer.mighty.options import PRESETS as OPTIONS

PRESETS = tuple(OPTIONS)
CALLS = {}
