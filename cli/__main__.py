"""Run `kifu` as `python -m kifu.cli`."""

from . import main

main()
