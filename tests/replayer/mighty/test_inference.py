"""When a deal is interpreted, and how often."""

from io import BytesIO

import pytest

import kifu
from kifu.replayer.mighty.check.continuity import Before
from kifu.replayer.mighty.examples import finished, match
from kifu.replayer.mighty.inference import meaning
from kifu.replayer.mighty.inference.interpretations import Interpretation
from kifu.replayer.mighty.inference.interpretations import (
    interpretations as find_interpretations,
)
from kifu.replayer.mighty.inference.partial import PartialRules, PartialState, missing_of
from kifu.replayer.mighty.record import Deal, Record
from kifu.replayer.mighty.rules.mighty import MightyRules
from kifu.replayer.mighty.rules.state import State
from kifu.replayer.rules import CHANCE
from kifu.validation.outcomes import outcomes

from .helpers import SPADES, TABLE, run, text

WHOLE = match(finished()).content()


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> list[Deal]:
    """The deals that were interpreted, in order."""
    deals: list[Deal] = []
    interpretations = find_interpretations

    def counted(rules: PartialRules, deal: Deal, before: Before) -> list[Interpretation]:
        deals.append(deal)
        return interpretations(rules, deal, before)

    monkeypatch.setattr(meaning, "interpretations", counted)
    return deals


def test_nothing_is_inferred_where_all_is_written_down(interpreted: list[Deal]) -> None:
    record = kifu.loads(WHOLE)
    kifu.replay(record)
    for notation in ("mighty/json", "mighty/gibo"):
        assert kifu.validate(kifu.dumps(record, notation)) == []
    assert interpreted == []


def test_nothing_is_inferred_of_a_president_who_calls_an_own_card(interpreted: list[Deal]) -> None:
    bids = [[0, "15N"], *([seat, "pass"] for seat in range(1, 5))]
    assert run(friend="SK")["bids"] == bids
    marks = {"president": 0}
    tricks = [trick | {"lead": 0, "winner": 0} for trick in run(friend="SK")["tricks"]]
    assert kifu.validate(text(run(friend="SK", tricks=tricks, **marks))) == []
    assert interpreted == []


@pytest.mark.parametrize(("notation", "proven"), [("mighty/gibo", 0), ("mighty/json", 1)])
def test_a_deal_is_interpreted_once(interpreted: list[Deal], notation: str, proven: int) -> None:
    """JSON gets a fix, which is proven by reading the single deal that it leaves."""
    written = next(kifu.read(TABLE * 2)).written
    assert written is not None
    data = kifu.dumps(written, notation).encode()
    interpreted.clear()
    (outcome,) = outcomes(BytesIO(data))
    assert [each.code for each in outcome.errors] == ["M503"]
    assert outcome.record is not None
    assert len(interpreted) == 2 + proven


def test_reading_infers_nothing_before_the_record_is_asked_for(interpreted: list[Deal]) -> None:
    (reading,) = kifu.read(TABLE)
    assert interpreted == []
    assert isinstance(reading.written, Record)
    assert reading.written.deals[0].contract is None
    assert isinstance(reading.record, Record)
    assert reading.record.deals[0].contract == "?H"
    assert [note.code for note in reading.notes] == ["M701"]
    assert len(interpreted) == 1


def test_decisions_that_are_not_written_down_are_no_steps() -> None:
    written = next(kifu.read(TABLE)).written
    assert written is not None
    record = kifu.loads(kifu.dumps(written, "mighty/json"), type=Record)
    (replayed,) = kifu.replay(record)
    deal, first, *_ = replayed.steps
    assert deal.transition is not None
    assert deal.transition.public["president"] == 0
    assert (first.ply, first.state.phase, first.actions) == (1, "play", {0: "DA"})
    assert missing_of(first.state).president == 0


def test_the_rules_of_partial_deals_are_those_of_the_game_where_nothing_is_missing() -> None:
    deal = {CHANCE: " | ".join(" ".join(pile) for pile in SPADES)}
    start = MightyRules().initial_state()
    assert PartialRules().apply(start, deal) == MightyRules().apply(start, deal)
    assert not isinstance(PartialRules().apply(start, deal).state, PartialState)
    assert missing_of(State(dealer=0)).president is None
