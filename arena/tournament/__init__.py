"""Tournaments of programs, which can be killed and continued.

`entrants` reads the file of entrants, `pairing` makes groups, `plan` records what is decided,
`agreed` compares it with the options of a command, `folder` keeps the games, `arbiters` starts the
processes that play them, `rounds` plays all of them, and `standings` counts their results.
"""
