"""The laws hold of a game without chance, and find what is broken in copies of another."""

import json
from pathlib import Path

import pytest

from ..campaign import few
from ..imports import ROOT
from .copies import Copy

# Each has the law that is broken, the module that breaks it, and what is changed there.
BROKEN = {
    "an action is legal and not listed": (
        "verify_and_legal_actions_agree",
        "rules.py",
        "else [PASS, BET]",
        "else [PASS] if state.bets == PASS else [PASS, BET]",
    ),
    "an action is listed and not legal": (
        "verify_and_legal_actions_agree",
        "rules.py",
        "if action not in (PASS, BET):",
        "if action not in (PASS, BET) or state.bets + action == BET * 2:",
    ),
    "players act out of turn": (
        "nobody_else_may_act",
        "rules.py",
        "or player not in node.players",
        "or player not in (0, 1)",
    ),
    "actions are listed for everybody": (
        "nobody_else_may_act",
        "rules.py",
        "[] if self._breach(state, player, PASS) else",
        "[] if not isinstance(self.node(state), Decision) else",
    ),
    "probabilities do not sum to 1": (
        "chance_outcomes_are_a_distribution",
        "rules.py",
        "Fraction(1, len(DEALS)) for",
        "Fraction(1, 5) for",
    ),
    "probabilities are not those of the draw": (
        "chance_is_drawn_as_it_is_listed",
        "rules.py",
        "Fraction(1, len(DEALS)) for",
        "Fraction(1 + (deal == DEALS[0]), 7) for",
    ),
    "a deal is listed that cannot be": (
        "chance_outcomes_are_a_distribution",
        "rules.py",
        "permutations(DECK, 2)",
        "permutations(DECK * 2, 2)",
    ),
    "points are not taken over": (
        "next_round_takes_the_points_over",
        "rules.py",
        "return State(totals=end.totals)",
        "return State()",
    ),
    "a record holds one hand, and another one begins": (
        "a_match_goes_on_as_a_record_can",
        "schemas/kuhn/json.schema.json",
        '"items": {"$ref": "#/$defs/hand"},',
        '"items": {"$ref": "#/$defs/hand"}, "maxItems": 1,',
    ),
    "a hand does not end": (
        "some_rounds_come_to_their_end",
        "rules.py",
        "return Terminal() if state.over else",
        "return",
    ),
    "the card of the other player is shown": (
        "views_show_only_what_was_observed",
        "rules.py",
        "Transition(replace(state, cards=action), {}, private)",
        'Transition(replace(state, cards=action), {"cards": action}, private)',
    ),
    "a view has the card of the other player": (
        "views_are_right_and_final",
        "game.py",
        "cards = [HIDDEN, HIDDEN]",
        "cards = list(hand.cards)",
    ),
    "a player knows the other card from the deal on": (
        "nothing_is_told_before_it_is_shown",
        "game.py",
        "{CHANCE: own + HIDDEN if player == 0 else HIDDEN + own}",
        "actions",
    ),
    "a player does not know the own card": (
        "a_player_is_shown_all_that_is_shown",
        "game.py",
        "own + HIDDEN if player == 0",
        "HIDDEN * 2 if player == 0",
    ),
    "check overlooks a variation": (
        "a_ply_that_is_not_there_is_found",
        "game.py",
        "yield from check_variations(",
        "yield from () and check_variations(",
    ),
    "generate draws from elsewhere": (
        "generated_records_are_reproducible",
        "game.py",
        "rng.randint(1, 4)",
        "Random().randint(1, 4)",
    ),
    "an example breaks nothing": (
        "example_breaks_its_rule_and_nothing_else",
        "codes.py",
        '_example(("JJ", "pp"))',
        '_example(("JQ", "pp"))',
    ),
    "a letter of another game": (
        "codes_have_a_letter_of_their_own",
        "codes.py",
        'code="K001"',
        'code="V101"',
    ),
    "the notation loses whose view it is": (
        "canonical_notation_holds_everything",
        "json.py",
        "return msgspec.convert(values, Record)",
        'return msgspec.convert({**values, "view": None}, Record)',
    ),
    "an action is never listed": (
        "verify_and_legal_actions_agree",
        "rules.py",
        "else [PASS, BET]",
        "else [PASS]",
    ),
    "a hand goes on": (
        "every_generated_round_is_replayed_to_its_end",
        "rules.py",
        "after = replace(state, bets=state.bets + action)",
        "after = state",
    ),
    "states can be changed": (
        "states_are_frozen",
        "rules.py",
        "class State(Struct, frozen=True)",
        "class State(Struct)",
    ),
    "a view of an unfinished hand has the card of the other player": (
        "views_hide_what_was_not_shown",
        "game.py",
        '"".join(cards))',
        '"".join(cards) if len(shown) > 2 else hand.cards)',
    ),
    "a player does not know the own action": (
        "players_know_what_they_did",
        "game.py",
        'cards=shown["cards"])\n        return state, actions',
        'cards=shown["cards"])\n        return state, dict.fromkeys(actions, "p")',
    ),
    "a text of everybody is claimed": (
        "foreign_texts_are_left_alone",
        "__init__.py",
        'lambda head: head.startswith("kuhn ")',
        "lambda head: True",
    ),
    "the grammar is none": (
        "grammar_accepts_what_is_written",
        "grammars/kuhn/text.lark",
        "hand+",
        "hand+ (",
    ),
    "generate does not end": (
        "generated_records_are_right",
        "game.py",
        "    while not state.over:\n",
        '    while True:\n        state = replace(state, bets="")\n',
    ),
    "the descriptor imports the rules": (
        "detection_imports_no_notation",
        "__init__.py",
        "from kifu.formats.interface.claims import canonical_json",
        "import kifu_kuhn.game\nfrom kifu.formats.interface.claims import canonical_json",
    ),
    "nothing is detected": (
        "what_is_written_is_detected",
        "__init__.py",
        """canonical_json("kuhn", own='"bets"')""",
        "str.istitle",
    ),
}


@pytest.mark.parametrize("what", few(BROKEN, 6))
def test_the_laws_find_what_is_broken(copy: Copy, what: str) -> None:
    law, module, old, new = BROKEN[what]
    copy.replace(module, old, new)
    done = copy.laws(law)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"test_{law}" in done.stdout.replace("test_the_", "test_")
    kinds = ("AssertionError", "BrokenPlugin", "GameFails")
    assert any(each in done.stdout for each in kinds), done.stdout


def test_a_view_that_nothing_else_finds(copy: Copy) -> None:
    """Even where `check` lets it pass, a view that knows too much differs from one seen alike."""
    copy.replace("game.py", "cards = [HIDDEN, HIDDEN]", "cards = list(hand.cards)")
    copy.replace("game.py", "== HIDDEN} != unseen:", "== HIDDEN} - {0, 1}:")
    done = copy.laws("views_")
    assert done.returncode == 1
    assert "1 failed" in done.stdout
    assert "test_views_hide_what_was_not_shown" in done.stdout


NOUGHTS = """
from kifu.testing import AllLaws

class TestNoughts(AllLaws):
    name = "noughts"
"""


def test_a_game_without_chance(tmp_path: Path) -> None:
    """Its rounds begin with a decision, and nobody asks what chance does."""
    copy = Copy(tmp_path, "noughts", ROOT / "tests" / "plugins" / "noughts")
    (tmp_path / "test_noughts.py").write_text(NOUGHTS)
    done = copy.laws("round or chance or told or views or example or noted")
    assert done.returncode == 0, done.stdout + done.stderr
    record = tmp_path / "game.json"
    assert copy.kifu("generate", "noughts", "--seed", "1", "-o", str(record)).returncode == 0
    branched = copy.kifu("branch", str(record), "--round", "1", "--ply", "1", "5")
    assert branched.returncode == 0, branched.stderr
    assert json.loads(branched.stdout)["rounds"][0]["variations"][0]["ply"] == 1


def test_a_game_starts_from_a_position_that_was_set_up(tmp_path: Path) -> None:
    copy = Copy(tmp_path, "noughts", ROOT / "tests" / "plugins" / "noughts")
    record = tmp_path / "game.json"

    def write(squares: str, **setup: object) -> None:
        noted = [{"ply": 1, "after": ["well seen"]}]
        played = {"squares": squares, "setup": setup, "annotations": noted}
        record.write_text(json.dumps({"format": "noughts/json", "version": 1, "rounds": [played]}))

    write("327", position="51", to_act=0)
    assert copy.kifu("validate", str(record)).returncode == 0
    assert "round 1: c3 b3 a1\n" in copy.kifu("replay", str(record)).stdout
    assert '"to_act": 0' in copy.kifu("convert", "--to", "noughts/json", str(record)).stdout
    for wrong in ({"position": "55"}, {"position": "51", "to_act": 1}):
        write("327", **wrong)
        assert "X003" in copy.kifu("validate", str(record)).stdout
    write("5", position="51")
    assert "X001" in copy.kifu("validate", str(record)).stdout
