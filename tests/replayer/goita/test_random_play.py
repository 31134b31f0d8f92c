"""Random rounds, valid and damaged, compared with an independent implementation of the rules."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

import kifu
from kifu.findings import Finding
from kifu.replayer.goita.rules import GoitaRules
from kifu.replayer.rules import CHANCE, Decision

from ...helpers import RANDOM, Json, goita
from .oracle import judge

DIGITS = "0123456789x"


def ordinary_round(rng: Random, dealer: int) -> tuple[list[str], str]:
    """Play a round at random to its end, from a deal without five し in any hand."""
    rules = GoitaRules()
    start = rules.initial_state(dealer)
    deal = rules.sample(start, rng)
    while any(hand.count("8") > 4 for hand in deal.split()):
        deal = rules.sample(start, rng)
    state, record = rules.apply(start, {CHANCE: deal}).state, ""
    while isinstance(node := rules.node(state), Decision):
        (player,) = node.players
        action = rng.choice(rules.legal_actions(state, player))
        record += action
        state = rules.apply(state, {player: action}).state
    return deal.split(), record


def spoilt(record: str, rng: Random) -> str:
    """Change, insert or remove some digits of the record."""
    digits = list(record)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(digits) + 1)
        digits[at : at + rng.randrange(2)] = rng.choices(DIGITS, k=rng.randrange(2))
    return "".join(digits[: rng.choice([None, rng.randrange(len(digits) + 1)])])


def validated(hands: list[str], record: str) -> list[Finding]:
    return kifu.validate(goita({"hands": hands, "record": record}))


@given(rng=RANDOM)
def test_the_engine_agrees_with_the_rule_sheet(rng: Random) -> None:
    for _ in range(5):
        hands, record = ordinary_round(rng, 0)
        for each in (record, spoilt(record, rng), spoilt(record, rng)):
            verdict, findings = judge(hands, 0, each), validated(hands, each)
            if verdict.code is not None:
                wrong = [(f.code, f.ply) for f in findings if f.severity == "error"]
                # Occasionally a different dealer makes all plays legal; then the dealer is wrong.
                assert wrong in ([(verdict.code, verdict.ply)], [("G111", None)]), each
            elif verdict.winner is None:
                assert findings == []
            else:
                assert [f.code for f in findings] == ["G202"]
                assert outcome(hands, 0, each) == (verdict.winner, verdict.points)


@given(rng=RANDOM, dealer=st.integers(0, 3))
def test_any_player_may_deal(rng: Random, dealer: int) -> None:
    hands, record = ordinary_round(rng, dealer)
    verdict = judge(hands, dealer, record)
    assert verdict.code is None
    assert outcome(hands, dealer, record) == (verdict.winner, verdict.points)


def outcome(hands: list[str], dealer: int, record: str) -> tuple[int, int]:
    played: Json = {"hands": hands, "dealer": dealer, "record": record}
    (replayed,) = kifu.replay(kifu.loads(goita(played)))
    found = replayed.steps[-1].state.outcome
    return found.winner, found.points


@given(rng=RANDOM)
def test_finished_rounds_have_17_to_59_digits(rng: Random) -> None:
    _, record = ordinary_round(rng, 0)
    assert 17 <= len(record) <= 59
