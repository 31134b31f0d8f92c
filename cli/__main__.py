"""`python -m kifu.cli` runs `kifu`."""

from . import main

main()
