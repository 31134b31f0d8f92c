"""Tournaments: who meets whom, games that arbiters play, and what is known of it after a kill.

`entrants` is who plays, `pairing` who meets whom, `plan` what is settled and written down, `agreed`
whether that is what is asked for now, `folder` where games are kept, `arbiters` those that play
them, `rounds` all of it, `score` what came of it, `display` and `screen` what one sees meanwhile.
"""
