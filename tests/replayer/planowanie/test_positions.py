"""What a player of Planowanie sees of a position, and when."""

from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu.replayer.planowanie.cards import HIDDEN, cards_of, known
from kifu.replayer.planowanie.game import GAME
from kifu.replayer.planowanie.record import Deal, Deck, Planned, Record, Trick
from kifu.replayer.planowanie.rules import deal_action, dealt
from kifu.replayer.planowanie.state import State
from kifu.replayer.replay.match import replay_round
from kifu.replayer.replay.round import Step
from kifu.replayer.replay.trajectory import viewer_of
from kifu.testing.trajectories import twin

from ...boards import rounds, trajectory
from ...campaign import examples
from ...helpers import RANDOM
from ...twins import assert_alike, swapped


def recorded(steps: Sequence[Step[State]]) -> Deal:
    """Return the deal made of these steps, without clocks."""
    (deal,) = (steps[0].actions or {}).values()
    end = steps[-1].state
    seats = range(len(end.totals))
    tricks = (
        Trick(
            lead=each.lead,
            cards=tuple(each.cards[(seat - each.lead) % len(seats)] for seat in seats),
            winner=each.winner,
        )
        for each in end.tricks
    )
    return Deal(
        hands=dealt(deal), declarations=end.declarations, tricks=tuple(tricks), points=end.points
    )


@given(RANDOM, st.integers(0, 1))
@examples(50)
def test_nothing_is_shown_early(rng: Random, player: int) -> None:
    generated = GAME.generate(rng)
    number = rng.randint(1, len(generated.deals))
    last = replace(generated.deals[number - 1], clocks=None)
    record = replace(generated, deals=(*generated.deals[: number - 1], last), result=None)
    steps = replay_round(GAME, record, number).steps
    upto = rng.randrange(len(steps) - 1)
    plays = [step for step in steps[: upto + 1] if step.state.phase == "play"]
    shown = {action for step in plays for action in (step.actions or {}).values()}
    (deal,) = (steps[0].actions or {}).values()
    hands = dealt(deal)
    everything = cards_of(record.deck.ranks, record.deck.suits)
    rest = [card for card in everything if not any(card in hand for hand in hands)]

    def redealt(rng: Random) -> str:
        def free(pile: int, card: str) -> bool:
            return pile != player and card not in shown

        return deal_action(swapped([*hands, rest], free, rng)[:-1])

    other = twin(GAME.rules(record), steps, player, upto, rng, redealt)
    twins = replace(record, deals=(*record.deals[:-1], recorded(other)))
    assert_alike(GAME, record, twins, player, upto)


@given(RANDOM, st.integers(0, 1))
@examples(8)
def test_a_player_and_everybody_agree(rng: Random, player: int) -> None:
    record = GAME.generate(rng)
    pairs = zip(rounds(record), rounds(record, player), strict=True)
    for everybody, alone in pairs:
        for one, other in zip(everybody.steps, alone.steps, strict=True):
            assert one.values()["returns"] == other.values()["returns"]
            assert one.position.tricks == other.position.tricks
            for seat in one.actors:
                assert set(one.legal[seat]) <= set(other.legal[seat])
            for seat, hand in enumerate(other.position.hands):
                own = one.position.hands[seat] if seat == player else ()
                assert known(hand) == own
                assert len(hand) == len(one.position.hands[seat])
        both = (everybody.last.position.dealt, alone.last.position.dealt)
        assert [*map(set, both[0])] == [*map(set, both[1])]


DEAL = Deal(
    hands=(("KC", "AD"), ("JC", "KH"), ("AC", "QD")),
    declarations=(1, 1, 1),
    tricks=(Trick(cards=("KC", "JC", "AC")), Trick(cards=("AD", "KH", "QD"))),
    clocks=((900, 800, 700), (900, 850, 840), (900, None, 600)),
)
GAME_OF_ONE = Record(deck=Deck("9TJQKA", "CDH"), seats=3, plan=(Planned(2, 2),), deals=(DEAL,))


def test_a_finished_deal_is_known_only_in_its_end() -> None:
    seen = trajectory(kifu.view(GAME_OF_ONE, 0))
    hidden = (HIDDEN, HIDDEN)
    assert seen.steps[1].position.hands == (("KC", "AD"), hidden, hidden)
    assert seen.last.position.dealt == DEAL.hands


def test_clocks_of_others_are_not_shown() -> None:
    seen = trajectory(GAME_OF_ONE, player=0)
    assert [each.position.clocks for each in seen.steps[1:]] == [
        (900, None, None),
        (None, None, None),
        (800, None, None),
        (None, None, None),
        (None, None, None),
        (700, None, None),
        (None, None, None),
        (),
    ]


def test_own_declarations_are_known_before_all_have_declared() -> None:
    deal = replace(DEAL, declarations=(1, 0, None), tricks=(), clocks=None)
    seen = trajectory(replace(GAME_OF_ONE, deals=(deal,)), player=0)
    assert seen.last.position.declarations == (1, None, None)


def test_dealt_cards_are_known_at_the_end_of_a_variation_if_shown() -> None:
    view = kifu.view(GAME_OF_ONE, 0)
    other = kifu.branch(view, ply=4, actions=["QD"])
    (varied,) = trajectory(other).variations
    dealt = varied.last.position.dealt
    assert dealt[0] == ("KC", "AD")
    assert [hand.count(HIDDEN) for hand in dealt] == [0, 2, 1]


def test_a_player_who_does_not_exist_is_found_out_at_once() -> None:
    record = replace(GAME_OF_ONE, seats=2**53)
    assert viewer_of(GAME, record) is None
