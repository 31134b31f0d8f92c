"""Edits of annotations on any line of any record: nothing else changes, and they can be undone."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given

import kifu
from kifu import Mark, replayer
from kifu.replayer.play.annotating import CommentPlace, Subject, annotate, commented, judged, marked
from kifu.replayer.play.changes import annotations_of
from kifu.replayer.play.check import checked
from kifu.replayer.play.going_on import CannotGoOn
from kifu.replayer.play.kinds import noted
from kifu.replayer.play.reordering import moved_up, promoted
from kifu.replayer.replay.match import replay_round
from kifu.replayer.replay.trajectory import Trajectory, trajectories
from kifu.testing.annotated import annotated
from kifu.testing.varied import varied

from ...helpers import RANDOM
from ...imports import ROOT


@pytest.mark.parametrize("name", list(replayer.games()))
@given(rng=RANDOM)
def test_an_annotation_is_added_edited_and_deleted(name: str, rng: Random) -> None:
    game = replayer.game(name)
    record: Any = annotated(game, game.generate(rng), rng)
    number = rng.randint(1, len(game.rounds(record)))
    line = rng.choice([*replay_round(game, record, number).tree()])
    plies = [each.ply for each in line.own if each.ply]
    subject = Subject(number, line.path, rng.choice([None, *plies]))
    if rng.random() < 0.2:
        subject = Subject(None)
    ply = subject.ply
    longer = annotate(game, record, subject, commented(ply, "so"))
    added: Any
    (added,) = (noted(game, longer) - noted(game, record)).elements()
    kind, ((*_, at), side, said) = added
    assert (kind, at, side, said) == ("comments", ply, "after", "so")
    assert not noted(game, record) - noted(game, longer)
    before = {each.code for each in checked(game, record).findings}
    assert {each.code for each in checked(game, longer).findings} <= before
    holder: Any = longer if subject.round is None else game.rounds(longer)[number - 1]
    for each in subject.path:
        holder = holder.variations[each - 1]
    index, notes = next(each for each in enumerate(annotations_of(holder)) if each[1].ply == ply)
    place = CommentPlace(index, "after", len(notes.after) - 1)
    other = annotate(game, longer, subject, commented(ply, "thus", place))
    assert sum((noted(game, other) - noted(game, longer)).values()) == 1
    bare = annotate(game, other, subject, commented(ply, "", place))
    assert noted(game, bare) == noted(game, record)  # an empty annotation may be gone
    circle = marked(ply, Mark(shape="circle", at=("somewhere",)))
    drawn = annotate(game, record, subject, circle)
    assert [each for (each, _) in noted(game, drawn) - noted(game, record)] == ["marks"]
    assert noted(game, annotate(game, drawn, subject, circle)) == noted(game, record)
    good = annotate(game, record, subject, judged(ply, [3, 99]))
    gained: Counter[tuple[str, Any]] = noted(game, good) - noted(game, record)
    assert {where[1] for _, where in gained} <= {3, 99}
    assert all(kind == "glyphs" for (kind, _) in noted(game, record) - noted(game, good))


def test_a_line_that_does_not_exist() -> None:
    record = kifu.load(ROOT / "examples/leduc/match.json")
    with pytest.raises(IndexError, match="there is no round 9: there are 4"):
        annotate(replayer.game("leduc"), record, Subject(9), commented(1, "so"))
    line, *_ = trajectories(replayer.game("leduc"), record)
    assert isinstance(line, Trajectory)
    for number, variation in enumerate(line.variations, start=1):
        assert line.variation([number]) is variation
        for below, its in enumerate(variation.variations, start=1):
            assert line.variation([number, below]) is its
    with pytest.raises(IndexError):
        line.variation([9])


def test_a_mark_replaces_others_at_its_place() -> None:
    notes = marked(1, Mark(shape="circle", at=("a",), colour="red"))(())
    notes = marked(1, Mark(shape="circle", at=("b",), colour="red"))(notes)
    notes = marked(1, Mark(shape="arrow", at=("a", "b")))(notes)
    notes = marked(1, Mark(shape="arrow", at=("b", "a")))(notes)
    notes = marked(1, Mark(shape="circle", at=("a",)))(notes)
    notes = marked(1, Mark(shape="cross", at=("b",)))(notes)
    (note,) = notes
    assert [(each.shape, *each.at, each.colour) for each in note.marks] == [
        ("arrow", "a", "b", None),
        ("arrow", "b", "a", None),
        ("circle", "a", None),
        ("cross", "b", None),
    ]
    several = marked(1, Mark(shape="dot", at=("a", "b", "c")))(())
    (note,) = marked(1, Mark(shape="dot", at=("b",)))(several)
    assert [each.at for each in note.marks] == [("a", "c")]


@pytest.mark.parametrize("name", list(replayer.games()))
@given(rng=RANDOM)
def test_a_variation_is_promoted_and_loses_nothing(name: str, rng: Random) -> None:
    game = replayer.game(name)
    record: Any = annotated(game, varied(name, rng.randrange(8)), rng)
    number = len(game.rounds(record))
    main = replay_round(game, record, number)
    lines = [each for each in main.tree() if each.path]
    if not lines:
        return
    line = rng.choice(lines)
    path, above = line.path, line.path[:-1]
    try:
        other = promoted(game, record, number, path)
    except CannotGoOn:
        assert line.breach or main.breach or getattr(game.rounds(record)[-1], "ended", None)
        return
    before = {each.code for each in checked(game, record).findings}
    if not {each.code for each in checked(game, other).findings} <= before:
        # Written clocks contradict it, or it equals a line that its parent leaves at the same ply.
        assert name == "planowanie" or line.ply == main.variation(above).ply
    now = replay_round(game, other, number)

    def played(lines: Any) -> list[Any]:
        return sorted([str([step.actions for step in each.steps]) for each in lines.tree()])

    assert played(now) == played(main)
    assert [each.actions for each in now.variation(above).steps] == [
        each.actions for each in line.steps
    ]

    def said(one: Any) -> list[str]:
        kinds: Counter[tuple[str, Any]] = noted(game, one)
        found = [f"{kind} {where[1:]}" for (kind, where), n in kinds.items() for _ in range(n)]
        return sorted(each for each in found if "properties" not in each)

    names = 1 if line.name is not None else 0
    assert len(said(other)) == len(said(record)) + names
    again, there = (
        moved_up(game, other, number, path)
        if _has_before(game, other, path)
        else (
            other,
            path,
        )
    )
    assert played(replay_round(game, again, number).variation(())) == played(now)
    assert len(there) == len(path)


def _has_before(game: Any, record: Any, path: tuple[int, ...]) -> bool:
    siblings = game.variations(record, len(game.rounds(record)))
    for each in path[:-1]:
        siblings = siblings[each - 1].variations
    own = siblings[path[-1] - 1 : path[-1]]
    return any(each.ply == one.ply for one in own for each in siblings[: path[-1] - 1])


def test_variations_of_variations_are_reordered() -> None:
    text = """(;FF[4]GM[1]SZ[5];B[aa](;W[ba];B[ca])
(;W[bb](;B[cb])(;B[db])(;B[eb]))(;W[bc](;B[cc])(;B[dc])(;B[ec])))"""
    record = kifu.loads(text)
    game = replayer.game_of(record)

    def played(one: Any) -> str:
        return "".join(kifu.dumps(one, "go/sgf").split())

    for at, (first, second, third) in [(1, ("cb", "db", "eb")), (2, ("cc", "dc", "ec"))]:
        before = f"(;B[{first}])(;B[{second}])(;B[{third}])"
        other, path = moved_up(game, record, 1, (at, 2))
        assert path == (at, 1)
        after = f"(;B[{first}])(;B[{third}])(;B[{second}])"
        assert played(other) == played(record).replace(before, after) != played(record)
        after = f"(;B[{third}])(;B[{second}])(;B[{first}])"
        assert played(promoted(game, record, 1, (at, 2))) == played(record).replace(before, after)
    for path in [(), (0,), (3,), (1, 0), (1, 3), (3, 1), (0, 1)]:
        with pytest.raises(IndexError, match="has no such variation"):
            moved_up(game, record, 1, path)
