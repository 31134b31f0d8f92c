"""Scenes of Mighty: five hands, roles, the contract, points taken and the cards still in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from ..scene.scene import Badge, Fact, Pile, Scene, Seat, Trick
from ..scene.scenes import Act, Looks, Scenes, options_beside, words_beside
from ..scene.shapes import JOKER as JOKER_RANK
from ..scene.shapes import Card
from ..scene.texts import Named, Player, Suit, Text, Thing, joined, say, signed, suit_named
from .cards import CALL, HIDDEN, JOKER, POINT_CARDS, RANKS, SEATS, SUITS, card_of, in_order
from .position import DealEnd, MightyPosition
from .record import Bid, Result
from .rules.auction import MISDEAL
from .rules.exchange import FIRST, LAST, NONE, seat_named
from .rules.scoring import Score, Term

ENDS: Mapping[str, str] = {"won": "won", "lost": "notWon", "thrown-in": "thrownIn"}
FRIENDS = {FIRST: "firstTrick", LAST: "lastTrick", NONE: "alone"}

_PRESIDENT, _FRIEND = Badge(say("president"), "red", "!"), Badge(say("friend"), "blue", "~")
_DEALER, _LEADS = Badge(say("dealer")), Badge(say("leads"))

_BURIED = ("{1}", "{2}", "{3}")
_NAMED = say("names", Named("{0}"))
_POINTS = ("{1}", (say("points"), " {1}"))
LOOKS = Looks(
    words=words_beside(__name__),
    shapes=(
        (r"\?\?", Card()),
        ("JK", Card(JOKER_RANK)),
        ("JK(.)", Card(JOKER_RANK, "", Suit("{1}"), say("naming", say("joker"), say("suits.{1}")))),
        ("(.)(.)!", Card("{2}", "{1}", CALL, say("calling", Named("{1}{2}")))),
        ("(.)(.)", Card("{2}", "{1}")),
    ),
    acts=(
        Act(
            r"bury (\S+) (\S+) (\S+)",
            (say("bury"), ": ", joined([Named(each) for each in _BURIED], ", ")),
            (say("bury"), " ", joined([Thing(each) for each in _BURIED])),
            takes=_BURIED,
            loose=True,
        ),
        Act("(JK)[SDHC]?", Named("{0}"), Thing("{0}"), takes=("{1}",), modes=("play",)),
        Act("([SDHC].)!?", Named("{0}"), Thing("{0}"), takes=("{1}",), modes=("play",)),
        Act("JK", _NAMED, Thing("{0}"), modes=("friend",)),
        Act(
            "([SDHC]).",
            _NAMED,
            Thing("{0}"),
            group=(Suit("{1}"), say("suits.{1}")),
            modes=("friend",),
        ),
        *(Act(f"P{seat}", say("names", Player(seat)), Player(seat)) for seat in SEATS),
        *(Act(friend, say(word)) for friend, word in FRIENDS.items()),
        Act(r"(\d+)N", ("{1} ", say("noTrump")), group=_POINTS),
        Act(r"(\d+)([SDHC])", ("{1} ", say("suits.{2}")), ("{1} ", Suit("{2}")), group=_POINTS),
        Act("pass", say("pass")),
        Act(MISDEAL, say("misdeal")),
        Act("JK[SDHC]?|[SDHC].!?", Named("{0}"), Thing("{0}")),
    ),
    deck=(
        *((Suit(suit), tuple(suit + rank for rank in RANKS)) for suit in SUITS),
        (JOKER_RANK, (JOKER,)),
    ),
)


class MightyScenes(Scenes[MightyPosition]):
    """Scenes of Mighty."""

    looks = LOOKS
    options = options_beside(__name__)
    language = "ko"

    def scene(self, position: MightyPosition) -> Scene:
        """Return the scene of a position."""
        position = _without_guess(position)
        tricks = [Trick(each.lead, each.plays, each.winner) for each in position.tricks]
        if position.table and position.lead is not None:
            tricks.append(Trick(position.lead, position.table))
        plays, kitty = position.phase == "play" or tricks, position.kitty
        bids = () if plays else position.bids
        played = tuple(map(card_of, position.played))
        gone = (Pile("", played), Pile(say("buried"), position.discard, _who_buried(position)))
        return Scene(
            seats=tuple(_seat(position, seat) for seat in SEATS),
            part=f"{position.phase} {len(position.tricks)}",
            mode=position.phase,
            tricks=tuple(tricks) if plays else None,
            piles=(Pile(say("kitty"), kitty, ()),) if kitty and not plays else (),
            middle=tuple(Fact(Player(each.player), _call(each.call)) for each in bids),
            facts=tuple(_facts(position)),
            gone=gone if position.hands else None,
            ending=tuple(_ending(position)),
            hidden=HIDDEN,
        )

    def tries(self, position: MightyPosition, player: int) -> Iterator[str]:
        """Yield every card in the hand during the play."""
        if position.phase == "play":
            yield from (card for card in position.hands[player] if card != HIDDEN)


def _without_guess(position: MightyPosition) -> MightyPosition:
    """Return a position without the friend if nobody may have known who that was.

    If the record does not say how the friend was named, nobody can tell when that was revealed.
    """
    friend, points = position.friend_player, position.points
    if friend is None or position.friend is not None or position.phase == "over":
        return position
    won = points.players[friend]
    points = replace(points, president=points.president - won, others=points.others + won)
    return replace(position, friend_player=None, points=points)


def _seat(position: MightyPosition, seat: int) -> Seat:
    points = position.points.players[seat]
    hand = _sorted(position.hands[seat]) if position.hands else None
    badges = [_PRESIDENT] if position.president == seat else []
    badges += [_FRIEND] if position.friend_player == seat else []
    badges += [_DEALER] if position.dealer == seat else []
    badges += [_LEADS] if position.lead == seat else []
    badges += [Badge((say("points"), f" {points}"))] if points else []
    won = [each.cards for each in position.tricks if each.winner == seat]
    return Seat(
        badges=tuple(badges),
        hand=hand,
        shown=hand if _has_shown(position, seat) else None,
        taken=tuple(card for cards in won for card in cards if card in POINT_CARDS),
    )


_sorted = lru_cache(4096)(in_order)


def _has_shown(position: MightyPosition, seat: int) -> bool:
    """Return whether a player has shown everybody a hand that is too poor to play."""
    return bool(position.bids) and position.bids[-1] == Bid(seat, MISDEAL)


def _who_buried(position: MightyPosition) -> tuple[int, ...] | None:
    """Return who knows the discard, or None if everybody does because the deal is over."""
    president = position.president
    return None if president is None or position.phase == "over" else (president,)


def _facts(position: MightyPosition) -> Iterator[Fact]:
    contract, president, points = position.contract, position.president, position.points
    bid = contract.points if contract else "–"
    yield Fact(say("president"), "–" if president is None else Player(president))
    yield Fact(say("trump"), suit_named(position.trump) if contract else "–")
    yield Fact(say("points"), "?" if bid is None else bid)
    yield Fact(say("friend"), _friend(position))
    yield Fact(say("mighty"), Thing(position.mighty))
    yield Fact(say("caller"), Thing(position.caller))
    known_to = _who_buried(position)
    if position.discard:
        buried, hidden = (
            joined(list(map(Thing, each)))
            for each in (position.discard, (HIDDEN,) * len(position.discard))
        )
        yield Fact(say("buried"), buried, known_to=known_to, otherwise=hidden)
    if president is not None:
        # The others do not know which points were buried.
        side = sum(
            won
            for seat, won in enumerate(points.players)
            if seat in (president, position.friend_player)
        )
        rest = sum(points.players) - side
        yield Fact(say("presidentSide"), points.president, known_to=known_to, otherwise=side)
        yield Fact(say("others"), points.others, known_to=known_to, otherwise=rest)
    if position.end is not None:
        yield from _result(position.end)
    if position.summary is not None and position.summary.recorded is not None:
        yield from _recorded(position.summary.recorded)


def _friend(position: MightyPosition) -> Text:
    named, player = position.friend, position.friend_player
    if named is None:
        friend: Text = "–"
    else:
        seat = seat_named(named)
        word = say(FRIENDS[named]) if named in FRIENDS else Thing(named)
        friend = word if seat is None else Player(seat)
    return friend if player is None else (friend, " → ", Player(player))


def _result(end: DealEnd) -> Iterator[Fact]:
    if end.score is not None and not end.thrown_in:
        yield Fact(say("end"), say("won" if end.score.won else "notWon"))
        yield Fact(say("score"), formula(end.score), wide=True)
        yield from _amounts("payoffs", end.payoffs)
        yield from _amounts("total", end.totals)


def _recorded(result: Result) -> Iterator[Fact]:
    """Yield the result in the record, if the play does not determine one."""
    word = ENDS.get(result.end or "")
    found: list[Text] = [] if word is None else [say(word)]
    numbers = ("points", result.points), ("score", result.score)
    found += [(say(name), "\u00a0", signed(of)) for name, of in numbers if of is not None]
    if found:
        yield Fact(say("recorded"), joined(found, " · "), wide=True)
    yield from _amounts("payoffs", result.payoffs)


def _amounts(name: str, amounts: Sequence[int] | None) -> Iterator[Fact]:
    if amounts is not None:
        each = [(Player(seat), "\u00a0", signed(of)) for seat, of in enumerate(amounts)]
        yield Fact(say(name), joined(each, " · "), wide=True)


def formula(score: Score) -> Text:
    """Return a score with its terms, its sign, its named factors, and any limit that applied."""
    value, reckoned, factors = score.value, score.reckoned, score.factors
    total = " + ".join(map(_term, score.terms))
    if len(score.terms) > 1 and (factors or not score.won):
        total = f"({total})"
    times = [(f" × {factor} (", say(f"factors.{name}"), ")") for name, factor in factors]
    paid: Text = ""
    if value != reckoned:
        capped = abs(value) < abs(reckoned) and value * reckoned > 0
        paid = (", ", say("capped" if capped else "raised", signed(value)))
    return ("" if score.won else "−", total, *times, f" = {signed(reckoned)}", paid)


def _term(term: Term) -> str:
    more = f" + {term.more}" if term.more else ""
    worth = "" if term.worth == 1 else f" × {signed(term.worth)}"
    return f"({signed(term.high)} − {signed(term.low)}{more}){worth}"


def _ending(position: MightyPosition) -> Iterator[Text]:
    end, points = position.end, position.points
    if end is not None and end.thrown_in:
        yield say("thrownIn")
    elif end is not None and end.score is not None:
        won = say("won" if end.score.won else "notWon")
        yield say("presidentSide"), ": ", won, f" ({points.president} : {points.others})"
    if position.summary is not None and position.summary.left_over:
        yield say("goesOn")


SCENES = MightyScenes()


@lru_cache(1024)
def _call(call: str) -> Text:
    act = SCENES.act("auction", call)
    return act.picture or act.said
