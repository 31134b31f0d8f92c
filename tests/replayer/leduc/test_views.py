"""A view shows the other player's card only after a showdown."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.leduc.record import Record

from ...boards import rounds
from ...helpers import codes, only
from .helpers import FOLDED, SHOWN, hand, match, read

WHOLE = match(FOLDED, SHOWN, hand("raise"), players=["Ada", "Bo"])


@pytest.mark.parametrize("player", [0, 1])
def test_the_other_card_is_hidden_until_the_showdown(player: int) -> None:
    view = kifu.view(read(WHOLE), player)
    own = ("Ks", "??") if player == 0 else ("??", "Jh")
    assert [each.cards for each in view.hands] == [own, ("Jh", "Kh"), own]
    assert (view.view, view.players) == (player, ("Ada", "Bo"))
    assert codes(kifu.dumps(view)) == []


def test_variations_are_no_part_of_a_view() -> None:
    varied = kifu.branch(read(WHOLE), ply=2, actions=["fold"])
    assert kifu.view(varied, 0) == kifu.view(read(WHOLE), 0)


def test_a_view_cannot_become_another_players() -> None:
    record = read(WHOLE)
    with pytest.raises(ValueError, match="there is no player 2"):
        kifu.view(record, 2)
    with pytest.raises(ValueError, match="the view of player 0"):
        kifu.view(kifu.view(record, 0), 1)
    with pytest.raises(ValueError, match="it continues"):
        kifu.view(read(match(hand("raise", "fold", "fold"))), 0)


def test_a_view_that_knows_too_much() -> None:
    finding = only(match(FOLDED | {"cards": ["??", "Jh"]}, FOLDED, SHOWN, view=1))
    assert (finding.code, finding.pointer, finding.player) == ("L301", "/hands/1/cards/0", 0)
    assert finding.message == "player 1 did not see the card of player 0: write ??"
    assert codes(match(hand("raise"), view=1)) == ["L301"]


def test_a_view_that_hides_what_was_shown() -> None:
    own = only(match(FOLDED | {"cards": ["??", "??"]}, view=1))
    assert (own.code, own.pointer) == ("L004", "/hands/0/cards/1")
    assert own.message == "the card of player 1 is hidden, but player 1 knows it"
    shown = only(match(SHOWN | {"cards": ["??", "Kh"]}, view=1))
    assert (shown.code, shown.pointer) == ("L004", "/hands/0/cards/0")
    assert shown.message == "the card of player 0 is hidden, but player 1 knows it"


def test_three_cards_of_one_rank_cannot_be() -> None:
    impossible = hand("call", "call", "Js", cards=["Js", "Jh"])
    assert codes(match(impossible)) == ["L003"]


def positions(record: Record, seat: int) -> Iterator[object]:
    for each in rounds(record, seat):
        yield from (step.position for step in each.steps)


def test_the_position_of_a_seat_shows_nothing_that_it_had_not_seen_by_then() -> None:
    """A different card in the other hand changes nothing before the showdown."""
    record = read(match(SHOWN))
    (only_hand,) = record.hands
    other = replace(record, hands=(replace(only_hand, cards=("Qh", "Kh")),))
    pairs = list(zip(positions(record, 1), positions(other, 1), strict=True))
    assert all(one == two for one, two in pairs[:-1])
    assert pairs[-1][0] != pairs[-1][1]


def test_views_cannot_be_joined() -> None:
    record = read(match(FOLDED))
    with pytest.raises(ValueError, match=r"^views of leduc cannot be joined$"):
        replayer.joined([kifu.view(record, 0), kifu.view(record, 1)])
