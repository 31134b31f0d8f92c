"""A game may be recorded twice with its board turned or mirrored."""

import kifu
from kifu import replayer
from kifu.replayer.replay.duplicates import Duplicates

from ...loops import all_of
from .helpers import Json, game


def twins(*texts: str) -> list[str]:
    """Return the codes of what the last of some records has in common with the others."""
    known, rules = Duplicates(), replayer.game("go")
    found = [known.findings(rules, kifu.loads(each), "here") for each in texts]
    return [each.code for each in found[-1]]


FIRST = ("B cb", "W gc", "setup B aa ba; empty gc", "B pass")
NAMES: Json = {"players": ["Ada", "Bo"], "date": "2026-04-02"}


@all_of(
    "actions",
    [
        FIRST,
        ("B gb", "W cc", "setup B ha ia; empty cc", "B pass"),
        ("B ch", "W gg", "setup B bi ai; empty gg", "B pass"),
        ("B bc", "W cg", "setup B ab aa; empty cg", "B pass"),
        ("B hc", "W gg", "setup B ia ib; empty gg", "B pass"),
    ],
)
def test_a_board_may_be_turned_or_mirrored(actions: tuple[str, ...]) -> None:
    assert twins(game(*FIRST, **NAMES), game(*actions, **NAMES)) == ["R002"]


def test_other_games_are_not_the_same() -> None:
    assert twins(game(*FIRST, **NAMES), game("B cb", "W gc", **NAMES)) == []
    assert twins(game(*FIRST, **NAMES), game("B cb", "W gd", *FIRST[2:], **NAMES)) == []


def test_a_wide_board_is_only_turned_by_half() -> None:
    wide: Json = {"size": [5, 3], **NAMES}
    assert twins(game("B aa", "W ca", **wide), game("B ec", "W cc", **wide)) == ["R002"]
    assert twins(game("B ab", "W ba", **wide), game("B ba", "W ab", **wide)) == []


LONG = [f"{'BW'[at % 2]} {'acegi'[at % 5]}{'abcdefg'[at // 5]}" for at in range(34)]


def test_long_games_do_not_need_names() -> None:
    """Names may be missing, or be spelled differently."""
    assert twins(game(*LONG, players=["Ke Jie", "AlphaGo"]), game(*LONG)) == ["R002"]
    assert twins(game(*LONG), game(*LONG[:33])) == ["R003"]
    assert twins(game(*LONG[:33]), game(*LONG, players=["Ke Jie", "AlphaGo"])) == ["R003"]
    assert twins(game(*LONG), game(*LONG[:32], "B ih")) == []


BLACK = "B aa ba ca da ea fa ga ha ia ab bb cb db eb fb gb hb"
WHITE = "W ac bc cc dc ec fc gc hc ic ad bd id"


def test_set_up_positions_are_compared() -> None:
    """Each of their words counts as a ply, in any order."""
    turned = f"{WHITE}; {BLACK.replace(' aa ba', ' ba aa')}"
    one, same, other = (
        {"setup": {"position": each}}
        for each in (f"{BLACK}; {WHITE}", turned, f"{BLACK} ib; {WHITE}")
    )
    assert twins(game("W cd", "B dd", **one), game("W cd", "B dd", **same)) == ["R002"]
    assert twins(game("W cd", "B dd", **one), game("W cd", "B dd", **other)) == []
    assert twins(game("W cd", "B dd", **one), game("W cd", **one)) == ["R003"]
    assert twins(game("W cd", **one), game("W dd", **one)) == []
    assert twins(game(*LONG), game(*LONG, setup={"position": "B ii"})) == []


def test_openings_are_played_again() -> None:
    assert twins(game(*LONG[:31]), game(*LONG[:31])) == []
    assert twins(game(*LONG), game(*LONG[:31])) == []
    assert twins(game(*LONG[:31], **NAMES), game(*LONG[:31], **NAMES)) == ["R002"]
