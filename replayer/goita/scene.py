"""Scenes of Goita: four hands, the pieces that each player has laid, and the attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..scene.scene import Badge, Fact, Group, Pile, Scene, Seat
from ..scene.scenes import Act, Looks, Scenes, options_beside, words_beside
from ..scene.shapes import Piece
from ..scene.texts import Player, Text, Thing, joined, say
from .pieces import HIDDEN, KINDS, KING, NAMES, SHI
from .position import GoitaPosition, Play
from .rules import PASS

SEATS = range(4)
FIVE = 5
"""How many し a player declares."""


def _name(piece: str) -> Text:
    return say(f"pieces.{piece}")


def _pair(key: str, *modes: str, down: int = 0) -> Act:
    """Return how a pair of pieces is shown."""
    said, pieces = say(key, _name("{1}"), _name("{2}")), (Thing("{1}"), Thing("{2}"))
    return Act("([1-9])([1-9])", said, pieces, ("{1}", "{2}"), down=down, modes=modes)


LOOKS = Looks(
    words=words_beside(__name__),
    shapes=(
        (HIDDEN, Piece("", _name(HIDDEN))),
        *((piece, Piece(NAMES[piece], _name(piece))) for piece in KINDS),
    ),
    acts=(
        _pair("lays", "lead", down=1),
        _pair("receives"),
        Act(PASS, say("pass")),
        Act("redeal", say("redeal")),
        Act("play on", say("playOn")),
    ),
)


_DEALER, _PASS, _FIVE_SHI = Badge(say("dealer")), Badge(say("pass")), Badge("5×し")
_FOUL = Badge(say("foul"), "red")


class GoitaScenes(Scenes[GoitaPosition]):
    """Scenes of Goita."""

    looks = LOOKS
    options = options_beside(__name__)
    language = "ja"

    def scene(self, position: GoitaPosition) -> Scene:
        """Return the scene of a position."""
        laid = _laid(position)
        attack, attacker, score = position.attack, position.attacker, position.score
        leading = attack is None and position.phase == "play"
        turns = [each.face_down for each in position.plays].count(True)
        piles: tuple[Pile, ...] = ()
        if attack is not None and attacker is not None:
            piles = (Pile(say("attack", _name(attack), Player(attacker)), (attack,)),)
        return Scene(
            seats=tuple(_seat(position, seat, laid[seat]) for seat in SEATS),
            clockwise=False,
            part=f"{position.phase} {turns} {leading}",
            mode="lead" if leading else position.phase,
            piles=piles,
            middle=() if score is None else (Fact(say("score"), _score(score), wide=True),),
            ending=tuple(_ending(position)),
            hidden=HIDDEN,
        )

    def tries(self, position: GoitaPosition, player: int) -> Iterator[str]:
        """Yield a pass, and the pairs of pieces in the hand.

        For a piece that cannot receive the attack, one pair is enough.
        """
        if position.phase != "play":
            return
        yield PASS
        hand, attack = position.hands[player].replace(HIDDEN, ""), position.attack
        for first in dict.fromkeys(hand):
            pairs = [first + second for second in dict.fromkeys(hand.replace(first, "", 1))]
            yield from pairs if attack in (None, first) or first == KING else pairs[:1]


def _seat(position: GoitaPosition, seat: int, laid: Sequence[Group]) -> Seat:
    last = position.plays[-1] if position.plays else None
    badges = [_DEALER] if position.dealer == seat else []
    badges += [_PASS] if last is not None and last.player == seat and last.pieces == PASS else []
    badges += [_FIVE_SHI] if seat in position.five_shi else []
    return Seat(
        badges=tuple(badges),
        hand=tuple(position.hands[seat]) if position.hands else None,
        shown=_shown(position, seat),
        laid=tuple(laid),
        places=4,
    )


def _shown(position: GoitaPosition, seat: int) -> tuple[str, ...] | None:
    """Return a hand as the other players know it, if they know any of it.

    Declared し are known until the player lays a piece face-down, which may be one of them. A hand
    with more than five ends the round.
    """
    hand = position.hands[seat] if position.hands else ""
    if hand.count(SHI) > FIVE:
        return tuple(hand)
    if seat not in position.five_shi:
        return None
    plays = [each for each in position.plays if each.player == seat]
    if any(each.face_down for each in plays):
        return None
    known = SHI * (FIVE - sum(each.pieces.count(SHI) for each in plays))
    return tuple(known.ljust(len(hand), HIDDEN))


def _laid(position: GoitaPosition) -> list[list[Group]]:
    """Return the groups that each player has laid."""
    found: list[list[Group]] = [[], [], [], []]
    last = position.plays[-1] if position.plays else None
    for each in position.plays:
        if each.pieces != PASS:
            group = _group(each.pieces, each.face_down, each.shown, each.foul, each is last)
            found[each.player].append(group)
    return found


@lru_cache(1024)
def _group(pieces: str, down: bool, shown: bool, foul: bool, new: bool) -> Group:
    return Group(tuple(pieces), int(down), shown, _FOUL if foul else None, new)


def _ending(position: GoitaPosition) -> Iterator[Text]:
    """Yield how the round ended, and whether that wins the match."""
    foul, result, score = position.ending_foul, position.result, position.score
    if foul is not None:
        yield _foul(foul.play) if foul.play else say("foul")
        if foul.winner is not None:
            yield say("wonBy", Player(foul.winner), foul.points)
    elif result is not None and result.team is None:
        yield say("redeal")
    elif result is not None and result.team is not None:
        team, points = result.team, "?" if result.points is None else result.points
        won = TEAMS[team] if result.winner is None else Player(result.winner)
        if result.end == "shi" and result.winner is not None:
            won = (won, f" ({position.hands[result.winner].count(SHI)}×し)")
        yield say("wonBy", won, points)
        if result.wins_match and score is None:
            yield say("winsMatch", TEAMS[team])
        elif result.wins_match and score is not None:
            yield say("winsMatchWith", TEAMS[team], f"{score[team]} : {score[1 - team]}")
    if result is not None and position.left_over:
        yield say("goesOn")


def _foul(play: Play) -> Text:
    pieces = say("pass") if play.pieces == PASS else joined([Thing(each) for each in play.pieces])
    return say("foul"), ": ", Player(play.player), " ", pieces


@lru_cache(64)
def _score(score: tuple[int, int]) -> Text:
    between = "\u00a0· "  # lines break only here and between the teams
    each = [
        (Player(team), between, Player(team + 2), f":\u00a0{points}")
        for team, points in enumerate(score)
    ]
    return joined(each, " \u00a0 ")


TEAMS: tuple[Text, Text] = ((Player(0), " · ", Player(2)), (Player(1), " · ", Player(3)))


SCENES = GoitaScenes()
