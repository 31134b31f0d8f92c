"""Laws of variations: each is an independent course of play."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from .. import formats, validate
from ..findings import Finding
from ..formats import Text
from ..replayer.game import Game
from ..replayer.lenient import Lenient
from ..replayer.play.branch import branch
from ..replayer.play.variations import Variation
from ..replayer.replay.match import replay
from ..replayer.replay.round import RoundReplay
from ..replayer.replay.view import view
from ..replayer.rules import CHANCE, Rules
from .laws import Laws, require_views
from .notations import reread
from .samples import PLIES, can_hold, losses, seats
from .varied import LONGEST, places, some_places, to_the_end, varied_records, without_variations

WRONG = "!"
"""A text that is not an action in any game."""


class VariationLaws(Laws):
    """Laws of variations, which records of any game can hold."""

    def test_legal_variations_are_right(self, game: Game[Any, Any]) -> None:
        """`check` finds nothing wrong with variations that follow the rules."""
        for each in varied_records(game):
            found = game.check(each).findings
            assert found == [], (
                f"`check` finds {found[0].code} ({found[0].message}) in a legal variation: check "
                "variations with `replayer.check.check_variations`"
            )

    def test_variations_are_read_as_they_were_written(self, game: Game[Any, Any]) -> None:
        """The canonical notation holds variations."""
        notation = formats.canonical_notation(game.name)
        for each in varied_records(game):
            for text in notation.texts([each, each]):
                (reading,) = notation.read(Text(text))
                assert (reading.record, reading.findings) == (each, []), (
                    f"{notation.id} does not read the variations that it wrote: `build` must "
                    f"convert them to Variation structs, as msgspec.convert does: {text}"
                )
            lost = formats.lost(each, notation)
            assert lost == [], f"{notation.id} is canonical, but loses {lost}: write them"

    def test_other_notations_keep_variations_or_name_them(self, game: Game[Any, Any]) -> None:
        """A notation reads back the variations that it writes, or declares that it lacks them."""
        first, *others = formats.notations(game.name)
        assert "variations" not in first.unsupported, (
            f"{first.id} is canonical: remove `variations` from `unsupported`, and write them"
        )
        for notation in others:
            meaning = notation.unsupported.get("variations")
            for each in varied_records(game) if notation.parts is None else ():
                if not can_hold(notation, each):
                    continue
                loss = losses(each, notation)
                if meaning is not None:
                    assert f"variations: {meaning}" in loss, (
                        f"{notation.id} has `variations` in `unsupported`, but keeps them: remove "
                        "them from it, or omit them in `write`"
                    )
                    continue
                named = {phrase.partition(":")[0] for phrase in loss}
                assert "variations" not in named, (
                    f"{notation.id} loses variations: write them, or name `variations` in "
                    "`unsupported`, with what is lost"
                )
                kept = reread(notation, notation.write(each))
                for number in range(1, len(game.rounds(each)) + 1):
                    assert game.variations(kept, number) == game.variations(each, number), (
                        f"{notation.id} reads back different variations of round {number} from "
                        "those it wrote: compare `read` with `write`; `differences` must report "
                        "this"
                    )

    def test_views_have_none(self, game: Game[Any, Any]) -> None:
        """Views omit variations: they are somebody's thoughts, not what was shown."""
        require_views(game)
        for full, player in seats(game, varied_records(game)):
            bare = without_variations(game, full)
            assert view(game, full, player) == view(game, bare, player), (
                f"the view of player {player} depends on variations: leave them out"
            )

    def test_a_variation_is_played_as_if_it_were_the_only_one(self, game: Game[Any, Any]) -> None:
        """At each ply of a variation, the state is the same as in a game with the same actions."""
        for each in varied_records(game):
            rules = game.rules(each)
            for main in replay(game, each):
                for replayed in main.tree():
                    assert replayed.breach is None, (
                        f"{replayed.label} was played using `legal_actions`, but breaks a rule: "
                        f"{replayed.breach}; `verify` and `apply` must depend on their arguments "
                        "alone"
                    )
                    _is_played_alone(rules, replayed)
                    for below in replayed.variations:
                        assert below.steps[: below.shared] == replayed.steps[: below.shared], (
                            f"{below.label} does not begin the same way as {replayed.label}: "
                            "`choose` of `recorded_round` must depend on the state alone"
                        )

    def test_leaving_the_main_line_and_coming_back(self, game: Game[Any, Any]) -> None:
        """Variations leave the main line unchanged, and begin at one of its states."""
        for full in varied_records(game):
            bare = without_variations(game, full)
            for main, alone in zip(replay(game, full), replay(game, bare), strict=True):
                assert main.steps == alone.steps, (
                    f"variations change {main.label}: `recorded_round` must ignore them"
                )
                for replayed in main.variations:
                    leaves = replayed.ply
                    assert leaves is not None
                    assert replayed.at(leaves).state is main.at(leaves).state
                    assert replayed.at(leaves).actions != main.at(leaves).actions, (
                        f"{replayed.label} does not differ from {main.label}: `with_variations` "
                        "must keep each one's ply and actions"
                    )

    def test_variations_are_added_one_by_one(self, game: Game[Any, Any]) -> None:
        """Adding variations one by one gives the same record."""
        for full in varied_records(game):
            built = without_variations(game, full)
            try:
                for number, path, each in places(game, full):
                    built = branch(game, built, number, path[:-1], replace(each, variations=()))
            except IndexError as error:
                built = error
            assert built == full, (
                f"adding variations of a round one by one gives {built} instead of the same "
                "record: `with_rounds` must keep each round's variations, in order"
            )

    # Incorrect variations

    def test_a_wrong_action_is_found_where_it_stands(self, game: Game[Any, Any]) -> None:
        """An illegal action in a variation gives one finding, which points to that action."""
        rng = Random(1)
        for each in varied_records(game):
            for number, path, variation in some_places(game, each, rng):
                at = rng.randrange(len(variation.actions))
                finding = _only(game, _spoilt(game, each, number, path, at))
                assert finding.round == number, (
                    f"{finding.code} of round {number} has the round {finding.round}: pass the "
                    "`Place` of the round to `check_variations`"
                )
                _points(finding, f"{_below(path)}/actions/{at}")

    def test_nobody_is_blamed_for_chance(self, game: Game[Any, Any]) -> None:
        """The finding about a wrong chance outcome does not name a player."""
        rng = Random(1)
        for each in varied_records(game):
            lines = list(replay(game, each))
            for number, path, _ in some_places(game, each, rng):
                taken = 0
                for step in lines[number - 1].variation(path).own:
                    if CHANCE in (step.actions or {}):
                        finding = _only(game, _spoilt(game, each, number, path, taken))
                        assert finding.player is None, (
                            f"{finding.code} names player {finding.player} for a chance outcome: "
                            "check variations with `replayer.check.check_variations`"
                        )
                    taken += len(step.actions or ())

    def test_a_ply_that_is_not_there_is_found(self, game: Game[Any, Any]) -> None:
        """A variation that branches off at a nonexistent ply gives one finding, V001."""
        rng = Random(1)
        for each in varied_records(game):
            for number, path, _ in some_places(game, each, rng):
                finding = _only(game, _spoilt(game, each, number, path, None))
                assert (finding.code, finding.round) == ("V001", number), (
                    f"`check` finds {finding.code} of round {finding.round} for a variation of "
                    f"round {number} that branches off at a nonexistent ply, instead of V001: "
                    "check variations with `replayer.check.check_variations`"
                )
                _points(finding, f"{_below(path)}/ply")

    def test_what_goes_on_after_the_end_is_found(self, game: Game[Any, Any]) -> None:
        """A variation with actions after the end of its round gives one finding, V002.

        If records of the game may continue after the end, the finding may be for another rule.
        """
        found = 0
        for full in varied_records(game):
            for main in replay(game, full):
                variation = to_the_end(game.rules(full), main)
                if variation is not None:
                    longer = (*variation.actions, variation.actions[0])
                    changed = (replace(variation, actions=longer),)
                    finding = _only(game, game.with_variations(full, main.number, changed))
                    lenient = isinstance(game.rules(full), Lenient)
                    assert lenient or finding.code == "V002", (
                        f"`check` finds {finding.code} for a variation that continues past the "
                        "end: check variations with `replayer.check.check_variations`"
                    )
                    _points(finding, f"{_below((1,))}/actions/{len(variation.actions)}")
                    found += 1
        assert found, (
            f"no random variation reaches the end of its round within {LONGEST} actions: `node` "
            "must return Terminal when a round is over"
        )

    def test_findings_about_variations_have_their_place_in_the_text(
        self, game: Game[Any, Any]
    ) -> None:
        """The finding about an illegal action underlines that action in the text."""
        notation, rng = formats.canonical_notation(game.name), Random(1)
        for each in varied_records(game):
            for number, path, variation in some_places(game, each, rng, PLIES // 4):
                wrong = _spoilt(game, each, number, path, len(variation.actions) - 1)
                (finding,) = validate(notation.write(wrong))
                assert finding.excerpt is not None, (
                    f"{finding.code} has no place in the text: give it the JSON pointer of the "
                    "error with `Place.finding`"
                )
                start = finding.excerpt.start
                marked = finding.excerpt.text[start : start + finding.excerpt.length]
                assert marked.strip('"') == WRONG, (
                    f"{finding.code} underlines {marked}, not the action {WRONG}: point to it, and "
                    "narrow only findings with an offset in `narrow` of the notation"
                )


def _is_played_alone(rules: Rules[Any], replayed: RoundReplay[Any]) -> None:
    """Assert that each state of a variation's replay follows from the one before."""
    state = replayed.own[0].state
    for step in replayed.own:
        assert (step.state, step.node) == (state, rules.node(state)), (
            f"{replayed.label} continues in {step.state}, but `apply` gives {state}: `apply` and "
            "`node` must return the same for the same arguments"
        )
        if step.actions is not None:
            state = rules.apply(state, step.actions).state
            assert step.transition is not None
            assert step.transition.state == state, (
                f"`apply` returns {state}, but earlier returned {step.transition.state}, for the "
                "same arguments"
            )


# Variations with errors


def _only(game: Game[Any, Any], full: Any) -> Finding:
    findings = game.check(full).findings
    found = ", ".join(each.code for each in findings)
    assert len(findings) == 1, (
        f"a variation has one error, but `check` finds {found or 'nothing'}: check variations "
        "once, with `replayer.check.check_variations`"
    )
    return findings[0]


def _points(finding: Finding, where: str) -> None:
    assert (finding.pointer or "").endswith(where), (
        f"{finding.code} points to {finding.pointer}, but should point to …{where}: pass the "
        "`Place` of the round to `check_variations`"
    )


def _below(path: tuple[int, ...]) -> str:
    return "".join(f"/variations/{number - 1}" for number in path)


def _spoilt(
    game: Game[Any, Any], full: Any, number: int, path: tuple[int, ...], at: int | None
) -> Any:
    """Return the record with a variation that has a wrong action or a nonexistent ply."""
    each = next(each for *where, each in places(game, full) if where == [number, path])
    if at is None:
        changed = replace(each, ply=9999)
    else:
        changed = replace(each, actions=(*each.actions[:at], WRONG, *each.actions[at + 1 :]))
    return _put(game, full, number, path, changed)


def _put(
    game: Game[Any, Any], full: Any, number: int, path: tuple[int, ...], new: Variation
) -> Any:
    """Return the record with one variation replaced by another."""
    return game.with_variations(full, number, _replaced(game.variations(full, number), path, new))


def _replaced(
    variations: tuple[Variation, ...], path: tuple[int, ...], new: Variation
) -> tuple[Variation, ...]:
    first, *deeper = path
    old = variations[first - 1]
    below = _replaced(old.variations, tuple(deeper), new) if deeper else ()
    here = replace(old, variations=below) if deeper else new
    return (*variations[: first - 1], here, *variations[first:])
