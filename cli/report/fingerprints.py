"""What identifies a finding from one run to the next, while lines and records move."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256

from ...findings import Finding


class Fingerprints:
    """The fingerprints of the findings of one run, in their order.

    They depend on the file, the rule, the message, and what stands in the text; not on lines (even
    where a message names some), columns or the order of records. Equal findings of a file are told
    apart by counting them.
    """

    def __init__(self) -> None:
        self._seen = Counter[str]()

    def of(self, finding: Finding) -> str:
        """The fingerprint of the next finding: 64 hexadecimal digits."""
        at = finding.excerpt
        about = "" if at is None else at.text[at.start : at.start + at.length]
        parts = (finding.path or "", finding.code, _LINES.sub("", finding.message), about)
        same = "\0".join(parts)
        self._seen[same] += 1
        whole = f"{same}\0{self._seen[same]}"
        return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


_LINES = re.compile(r"\blines? \d+(?:(?:, | and |-)\d+)*")
