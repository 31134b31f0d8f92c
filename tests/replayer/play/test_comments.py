"""Comments at any moment of any record: nothing else changes, and they can be deleted again."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from kifu import replayer
from kifu.replayer.play.changes import annotations_of
from kifu.replayer.play.check import checked
from kifu.replayer.play.comments import CommentPlace, with_comment
from kifu.replayer.play.going_on import Moment
from kifu.replayer.play.kinds import noted
from kifu.replayer.replay.match import replay_round
from kifu.testing.annotated import annotated

from ...helpers import RANDOM


@pytest.mark.parametrize("name", list(replayer.games()))
@given(rng=RANDOM)
def test_a_comment_is_added_edited_and_deleted(name: str, rng: Random) -> None:
    game = replayer.game(name)
    record: Any = annotated(game, game.generate(rng), rng)
    number = rng.randint(1, len(game.rounds(record)))
    line = rng.choice([*replay_round(game, record, number).tree()])
    moment = Moment(number, line.path, rng.randrange(len(line.steps)))
    try:
        longer = with_comment(game, record, moment, None, "so")
    except ValueError:
        assert line.steps[moment.step].node.kind == "chance"
        return
    added: Any
    (added,) = (noted(game, longer) - noted(game, record)).elements()
    kind, ((*where, ply), side, said) = added
    assert (kind, side, said) == ("comments", "after", "so")
    assert not noted(game, record) - noted(game, longer)
    before = {each.code for each in checked(game, record).findings}
    assert {each.code for each in checked(game, longer).findings} <= before
    holder: Any = game.rounds(longer)[number - 1]
    for each in where[2::2]:
        holder = holder.variations[each - 1]
    index, notes = next(each for each in enumerate(annotations_of(holder)) if each[1].ply == ply)
    at = CommentPlace(index, "after", len(notes.after) - 1)
    other = with_comment(game, longer, moment, at, "thus")
    assert sum((noted(game, other) - noted(game, longer)).values()) == 1
    assert with_comment(game, other, moment, at, "") == record
