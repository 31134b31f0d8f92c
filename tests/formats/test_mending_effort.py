"""Texts that cannot be mended take a bounded effort, however their lines are nested."""

import kifu
from kifu.formats.text.effort import measured

LINES = """\
   uchidashi: 0
   game:
version: 1.0
p2: "Carol"
log:
p0: "Alice"
    - ["0","香","飛"]
   score: [0,0]
    - ["0","し","金"]
     p1: "飛角金銀馬香しし"
     p3: "銀銀馬馬香ししし"
     p3: "金銀馬香しししし"
    - ["0","し","馬"]
    - ["0","王","王"]
    - ["0","王","王"]
   uchidashi: 0
p1: "Bob"
     p1: "玉飛角金銀馬香し"
"""


def test_lines_in_a_random_order_are_not_mended_again_for_each_fix() -> None:
    with measured() as effort:
        assert kifu.validate(LINES + " - hand:\n" * 60, "goita/yaml")
    assert effort.edits < 60_000
