"""The codes of the errors in texts, one per line, found by whichever kifu is imported.

    python verdicts.py < TEXTS > CODES

A text is JSON: the identifier of its notation and its bytes in base64. This file imports nothing
but kifu, so that it can query an older one.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode

import kifu


def main() -> None:
    """Answer each line of standard input."""
    for line in sys.stdin:
        identifier, data = json.loads(line)
        print(json.dumps(codes(identifier, b64decode(data))))


def codes(identifier: str, data: bytes) -> list[str]:
    """Return the codes of all errors in a text, with repetitions, or how kifu crashed."""
    try:
        found = kifu.validate(data, identifier)
    except Exception as crash:
        return [type(crash).__name__]
    return sorted(each.code for each in found if each.severity == "error")


if __name__ == "__main__":
    main()
