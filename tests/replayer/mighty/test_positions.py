"""What a player of Mighty sees of a position, and when."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.mighty.cards import HIDDEN, SEATS, card_of, known
from kifu.replayer.mighty.game import GAME
from kifu.replayer.mighty.rules.deal import deal_action, dealt
from kifu.replayer.mighty.written import deal_of
from kifu.replayer.replay.match import replay_round
from kifu.replayer.replay.round import seen
from kifu.testing.trajectories import twin
from kifu.validation.beginning import begun

from ...boards import rounds, trajectory
from ...campaign import examples
from ...helpers import RANDOM
from ...twins import assert_alike, swapped


@given(RANDOM, st.sampled_from(SEATS), st.booleans())
@examples(8)
def test_nothing_is_shown_early(rng: Random, player: int, presiding: bool) -> None:
    generated = GAME.generate(rng)
    number = rng.randint(1, len(generated.deals))
    record = replace(generated, deals=generated.deals[:number])
    president = record.deals[-1].president
    player = president if presiding and president is not None else player
    steps = replay_round(GAME, record, number).steps
    upto = rng.randrange(len(steps) - 1)
    by_then = steps[: upto + 1]
    shown = {card for each in seen(by_then, player) for card in each.get("kitty", ())}
    plays = [step for step in by_then if step.state.phase == "play"]
    shown |= {card_of(action) for step in plays for action in (step.actions or {}).values()}
    (deal,) = (steps[0].actions or {}).values()

    def redealt(rng: Random) -> str:
        def free(pile: int, card: str) -> bool:
            return pile != player and card not in shown

        *hands, kitty = swapped(dealt(deal), free, rng)
        return deal_action(hands, kitty)

    other = twin(GAME.rules(record), steps, player, upto, rng, redealt)
    written = deal_of(steps[0].state, other[-1].state)
    twins = replace(record, deals=(*record.deals[:-1], written))
    assert_alike(GAME, record, twins, player, upto)


@given(RANDOM, st.sampled_from(SEATS))
@examples(6)
def test_a_player_and_everybody_agree(rng: Random, player: int) -> None:
    record = GAME.generate(rng)
    pairs = zip(rounds(record), rounds(record, player), strict=True)
    for everybody, alone in pairs:
        for one, other in zip(everybody.steps, alone.steps, strict=True):
            assert one.values()["returns"] == other.values()["returns"]
            assert one.position.points.players == other.position.points.players
            for seat in one.actors:
                if one.position.phase != "exchange":
                    assert set(one.legal[seat]) <= set(other.legal[seat])
            if one.position.hands:
                assert one.position.hands[player] == other.position.hands[player]
            for left, right in zip(one.position.hands, other.position.hands, strict=True):
                assert len(left) == len(right)
                assert set(known(right)) <= set(left)
        assert everybody.last.position.end == alone.last.position.end


def test_kitty_and_discard_are_for_the_president() -> None:
    record = next(
        each for each in map(GAME.generate, map(Random, range(99))) if each.deals[0].discard
    )
    deal = record.deals[0]
    for player in SEATS:
        for source in (record, kifu.view(record, player)):
            steps = trajectory(source, player=player).steps
            auction = [each for each in steps if each.position.phase == "auction"]
            assert all(each.position.kitty == (HIDDEN,) * 3 for each in auction)
            first = next(each for each in steps if each.position.phase == "play").position
            own = player == deal.president
            assert first.discard == (deal.discard if own else (HIDDEN,) * 3)
            assert (HIDDEN in first.hands[deal.president or 0]) == (not own)
            assert (first.points.buried is None) == (not own)
            # At the end, the burial can be deduced, as all other cards have been shown.
            assert set(steps[-1].position.discard) == set(deal.discard or ())


def test_roles_are_known_after_the_first_trick_if_its_winner_is_the_friend() -> None:
    """This holds even if the president took that trick, and so plays alone."""
    options, alone = begun("mighty", {"friend_modes": ["first"]}), 0
    for seed in range(12):
        for step in trajectory(replayer.generate("mighty", seed, options), player=1).steps:
            now = step.position
            if now.phase == "play":
                assert now.roles_known == (len(now.tricks) > 0)
                alone += now.roles_known and now.friend_player is None
    assert alone


def test_hands_are_not_known_before_their_cards_are_played() -> None:
    record = next(
        each for each in map(GAME.generate, map(Random, range(99))) if each.deals[0].tricks
    )
    for step in trajectory(kifu.view(record, 3)).steps[1:-1]:
        for seat, hand in enumerate(step.position.hands):
            assert (set(hand) <= {HIDDEN}) == (seat != 3 or not hand)


def test_a_record_with_gaps() -> None:
    record = next(
        each for each in map(GAME.generate, map(Random, range(99))) if each.deals[0].tricks
    )
    deal = replace(record.deals[0], bids=None, hands=None, kitty=None, discard=None, friend=None)
    found = trajectory(replace(record, deals=(deal,)), player=2)
    first = found.steps[1].position
    # Everybody knew the president. Later plays were known to the player who made them.
    assert (first.president, first.president_assumed) == (deal.president, False)
    assert first.friend_player is None
    assert [HIDDEN in hand for hand in first.hands] == [seat != 2 for seat in SEATS]
    assert found.last.position.friend_player == deal.friend_player
