"""`python -m kifu.cli` is `kifu`."""

from . import main

main()
