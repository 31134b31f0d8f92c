"""What the workers of a tests' cluster do besides, in the folder that they start in.

The first to begin a range where there is a file `kill` is killed. Where there is a file `wait`,
they make a file `waits`, and wait until the first one is gone.
"""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from kifu.validation.bulk import ranges

module: Any = ranges


def hindered(*given: Any, real: Any = module.in_lines) -> Any:
    with suppress(FileNotFoundError):
        os.unlink("kill")
        os.kill(os.getpid(), signal.SIGKILL)
    while os.path.exists("wait"):
        Path("waits").touch()
        time.sleep(0.01)
    return real(*given)


module.in_lines = hindered
