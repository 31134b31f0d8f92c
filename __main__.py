"""The `kifu` command, also available as `python -m kifu`."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; an interrupt during the import prints no traceback."""
    try:
        from .cli import main as run
    except KeyboardInterrupt:
        print("kifu: interrupted", file=sys.stderr)
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
