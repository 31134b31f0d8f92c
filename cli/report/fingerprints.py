"""What identifies a finding among those of one run."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from ...archive.fingerprint import identity
from ...findings import Finding


class Fingerprints:
    """The fingerprints of the findings of one run, in their order.

    They depend on the file and on what identifies a finding in it. Equal findings of a file are
    told apart by counting them.
    """

    def __init__(self) -> None:
        self._seen = Counter[str]()

    def of(self, finding: Finding) -> str:
        """The fingerprint of the next finding: 64 hexadecimal digits."""
        same = f"{finding.path or ''}\0{identity(finding)}"
        self._seen[same] += 1
        whole = f"{same}\0{self._seen[same]}"
        return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
