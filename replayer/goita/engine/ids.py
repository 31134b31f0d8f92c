"""The action ids of Goita: a pass, plays by their two pieces, and two decisions."""

PASS, REDEAL, PLAY_ON = 0, 65, 66
