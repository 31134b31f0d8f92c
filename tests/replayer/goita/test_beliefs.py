"""The deals possible under a view of Goita, and views that no deal fits."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import comb, prod
from random import Random
from typing import Any

from hypothesis import given
from msgspec.structs import replace

import kifu
from kifu import replayer
from kifu.replayer.goita.options import Options
from kifu.replayer.goita.pieces import DECK, HIDDEN, KING
from kifu.replayer.goita.record import Foul, Record, Round, split_plies
from kifu.replayer.goita.rules import GoitaRules
from kifu.replayer.rules import CHANCE, IllegalAction

from ...helpers import RANDOM, codes, goita, only
from ...loops import all_of
from ..by_force import accused, is_sound

GAME = replayer.game("goita")
UNKNOWN = "99999999"
CODE = "G011"


def seen(record: str, own: str, view: Any = 3, **more: Any) -> str:
    """Return a player's view of a round in which player 3 holds the hand `own`."""
    header = {"rules": more.pop("rules")} if "rules" in more else {}
    hands = more.pop("hands", [UNKNOWN] * 3)
    return goita({"hands": [*hands, own], "record": record, **more}, view=view, **header)


# Views that no deal fits: what is reported, and starting at which ply

FIVE = "98088000980009800098"
"""Player 2 shows five し in total, and goes out."""
SIX = FIVE[:-2] + "88"
DECLARED = [UNKNOWN, UNKNOWN, "88888999"]

IMPOSSIBLE: dict[str, tuple[str, int, str]] = {
    "a king attacks early, and another player has one": (
        seen("9112", "23456788"),
        2,
        "player 0 must have another 王 (1), but not enough are left",
    ),
    "and a third player has one": (
        seen("91013", "23456788"),
        3,
        "player 0 must have another 王 (1), but not enough are left",
    ),
    "and a third player has one, where a king may lie face-down with two": (
        seen("98850009600610" + "13", "23457788", rules={"face_down_king_exposes": True}),
        11,
        "player 0 must have another 王 (1), but not enough are left",
    ),
    "five し that nobody declared": (
        seen(FIVE, "12345677", goshi=[], winner=2),
        15,
        "player 2 shows し (8), but cannot have held it",
    ),
    "six し, and the round went on": (
        seen(SIX, "12345677", goshi=[], winner=2),
        15,
        "player 2 shows し (8), but cannot have held it",
    ),
    "six し, though nobody says who had five": (
        seen(SIX, "12345677", goshi=None, winner=2),
        15,
        "player 2 shows し (8), but cannot have held it",
    ),
    "a sixth し after five were declared": (
        seen(SIX, "12345677", goshi=[2], hands=DECLARED, winner=2),
        15,
        "player 2 shows し (8), but cannot have held it",
    ),
    "an eleventh し": (
        seen("98083", "12345677", goshi=[0, 1], hands=["88888999", "88888999", UNKNOWN]),
        3,
        "player 2 must have another し (8), but not enough are left",
    ),
    "a foul with a king that was not one": (
        seen("9100091", "23456788", fouls=[{"ply": 1, "rule": "G104"}]),
        5,
        "player 0 shows 王 (1), but cannot have held it",
    ),
    "a second foul with a king": (
        seen("9100091", "23456788", fouls=[{"ply": 5, "rule": "G104"}]),
        5,
        "player 0 shows 王 (1), but cannot have held it",
    ),
    "five し with both partners, and the round goes on": (
        seen("92", "11334455", goshi=[0, 2], view="partial"),
        1,
        "the observations of the players contradict each other",
    ),
    "five し in both teams, which throws the deal in": (
        seen("92", "11334455", goshi=[0, 1], rules={"cross_goshi": "redeal"}, view="partial"),
        1,
        "the observations of the players contradict each other",
    ),
}


@all_of("case", IMPOSSIBLE.values())
def test_views_that_no_deal_allows(case: tuple[str, int, str]) -> None:
    text, ply, why = case
    found = only(text)
    assert (found.code, found.severity, found.ply) == (CODE, "error", ply)
    assert found.message == f"no deal agrees with what is seen up to here: {why}"


POSSIBLE = {
    "a king attacks early": seen("91", "23456788"),
    "and again": seen("9100091", "23456788"),
    "nobody says who had five し": seen(FIVE, "12345677", goshi=None, winner=2),
    "five し that were declared": seen(FIVE, "12345677", goshi=[2], hands=DECLARED, winner=2),
    "a pass reveals nothing": seen("980", "11345678"),
    "a foul with a king": seen("91000920", "23456788", fouls=[{"ply": 1, "rule": "G104"}]),
    "a foul with the other king in the viewer's hand": seen(
        "91", "12345678", fouls=[{"ply": 1, "rule": "G104"}]
    ),
    "a foul with a piece held and one not held": seen(
        "85",
        "12555588",
        view="partial",
        hands=["88888999", UNKNOWN, UNKNOWN],
        fouls=[{"ply": 1, "rule": "G103"}],
        goshi=[0],
        result={"end": "foul", "points": 50},
        winner=1,
    ),
    "a partial record": goita(
        {"hands": ["69999999", UNKNOWN, "45678888", "67899999"], "record": "96-0-0"},
        view="partial",
    ),
}


@all_of("text", POSSIBLE.values())
def test_views_that_a_deal_allows(text: str) -> None:
    assert codes(text) == []


def test_an_early_king_where_the_viewer_has_the_other_breaks_a_rule_of_play() -> None:
    assert codes(seen("91", "12345678")) == ["G104"]


def test_a_deal_allows_a_play_or_makes_it_a_foul() -> None:
    own, foul = "23445678", {"fouls": [{"ply": 1, "rule": "G103"}], "winner": 1}

    def number(record: str, **more: Any) -> int:
        view = kifu.loads(seen(record, own, goshi=[], **more), type=Record)
        (line,) = kifu.replay(view)
        assert GAME.beliefs is not None
        return GAME.beliefs.belief(view, 1, line.steps).count()

    # Only one 飛 (2) and one 角 (3) are hidden, so no deal is counted twice.
    ended = {"end": "foul", "points": 50}
    assert number("") == number("23") + number("23", **foul, result=ended)


# Judged by trying all deals

HIDES = 7
"""The maximum number of hidden pieces, as more would take too long to try."""


def some_options(rng: Random) -> Options:
    return Options(
        face_down_king_exposes=rng.random() < 0.4,
        both_kings_dealt_suffices=rng.random() < 0.4,
        last_piece_king_attack=rng.random() < 0.7,
        final_face_down_shown=rng.choice(["doubles-only", "always"]),
        cross_goshi=rng.choice(["any", "redeal"]),
    )


def some_view(rng: Random) -> Record | None:
    """Return a view up to some ply, in which others play what their hidden hands could have held.

    There may or may not be a deal that fits. Kings and し are frequent, and now and then a king
    attacks against the rules.
    """
    viewer, options = rng.randrange(4), some_options(rng)
    own = "".join(sorted(rng.sample(rng.choice([DECK, "112345678", "23456788"]), 8)))
    five = rng.choice([[], [], [], [each for each in range(4) if each != viewer][:1]])
    hands = [
        own if seat == viewer else "88888999" if seat in five else UNKNOWN for seat in range(4)
    ]
    goshi = rng.choice([None, tuple(five)])
    if own.count("8") > 4 - len(five):
        return None
    rules, fouls = GoitaRules(options), list[Foul]()
    state = rules.apply(rules.initial_state(), {CHANCE: " ".join(hands)}).state
    if state.deciding:
        state = rules.apply(state, {state.turn: "play on"}).state
    plies: list[str] = []
    while state.outcome is None and len(plies) < 60:
        legal = [
            action
            for action in rules.legal_actions(state, state.turn)
            if state.turn == viewer or action == "0" or (action[0] == HIDDEN) == state.leading
        ]
        plays = [action for action in legal if action != "0"]
        special = [action for action in plays if KING in action or "8" in action]
        action = rng.choice(special if special and rng.random() < 0.4 else plays or legal)
        tried = plays[-1][0] + KING if plays else "0"
        if not fouls and rng.random() < 0.1 and _may_break(rules, state, tried):
            fouls.append(Foul(len(plies) + 1, "G104"))
            action = tried
        plies.append(action)
        state = rules.apply(state, {state.turn: action}).state
    winner = None if state.outcome is None else state.outcome.winner
    done = Round(
        hands=tuple(hands), record="".join(plies), goshi=goshi, winner=winner, fouls=tuple(fouls)
    )
    return Record(rules=options, view=viewer, rounds=(done,))


def _may_break(rules: GoitaRules, state: Any, action: str) -> bool:
    """Return whether an attack with a king is, or may be, too early."""
    if action == "0" or (state.hands[state.turn].count(KING) == 0 and KING not in state.unseen):
        return False
    try:
        rules.verify(state, state.turn, action)
    except IllegalAction as breach:
        return breach.rule.code == "G104"
    return bool(state.hides(state.turn))


def known(played: Round) -> list[Counter[str]]:
    """Return the pieces each player is known to have."""
    shown: list[Counter[str]] = [Counter() for _ in range(4)]
    for ply, action in enumerate(split_plies(played.record)):
        shown[ply % 4].update(piece for piece in action if piece in DECK)
    hands = [Counter(piece for piece in hand if piece != HIDDEN) for hand in played.hands]
    return [hand | pieces for hand, pieces in zip(hands, shown, strict=True)]


def spread(pieces: Counter[str], sizes: Sequence[int]) -> Iterator[tuple[Counter[str], ...]]:
    """Yield all ways to deal pieces, without telling equal ones apart."""
    if not sizes:
        yield ()
        return
    kinds = sorted(pieces)
    for counts in product(*(range(pieces[kind] + 1) for kind in kinds)):
        if sum(counts) == sizes[0]:
            hand = Counter(dict(zip(kinds, counts, strict=True)))
            yield from ((hand, *others) for others in spread(pieces - hand, sizes[1:]))


def ways(deal: Sequence[Counter[str]]) -> int:
    """Return the number of ways to deal these hands if equal pieces are told apart."""
    total, found = sum(deal, Counter[str]()), 1
    for hand in deal:
        found *= prod(comb(total[kind], number) for kind, number in hand.items())
        total -= hand
    return found


def wholes(view: Record, hands: Sequence[Counter[str]]) -> Iterator[Record]:
    """Yield the records with these hands, one for each choice of the pieces laid face-down."""
    (played,) = view.rounds
    plies = split_plies(played.record)
    left = [Counter(hand) for hand in hands]
    for ply, action in enumerate(plies):
        left[ply % 4].subtract(piece for piece in action if piece in DECK)
    hidden = [ply for ply, action in enumerate(plies) if action[0] == HIDDEN]
    choices = [
        set(permutations(left[seat].elements(), sum(ply % 4 == seat for ply in hidden)))
        for seat in range(4)
    ]
    for chosen in product(*choices):
        pieces = [iter(each) for each in chosen]
        for ply in hidden:
            plies[ply] = next(pieces[ply % 4]) + plies[ply][1]
        dealt = tuple("".join(sorted(hand.elements())) for hand in hands)
        yield replace(
            view, view=None, rounds=(replace(played, hands=dealt, record="".join(plies)),)
        )


def count(view: Record) -> int:
    """Count the deals by trying them all."""
    (played,) = view.rounds
    seen = known(played)
    hidden = Counter(DECK)
    hidden.subtract(sum(seen, Counter[str]()))
    if min(hidden.values()) < 0 or max(hand.total() for hand in seen) > 8:
        return 0
    return sum(
        ways(deal)
        for deal in spread(+hidden, [8 - hand.total() for hand in seen])
        for hands in [[hand + more for hand, more in zip(seen, deal, strict=True)]]
        if goes_on(view, hands) and any(looks_like(view, whole) for whole in wholes(view, hands))
    )


def looks_like(view: Record, whole: Record) -> bool:
    """Return whether a record is valid and its view shows the same plays.

    If it is not stated who had five し, a hand with them may still be hidden.
    """
    assert isinstance(view.view, int)
    same = is_sound(GAME, whole) and kifu.view(whole, view.view)
    return bool(same) and same.rounds[0].record == view.rounds[0].record


def goes_on(view: Record, hands: Sequence[Counter[str]]) -> bool:
    """Return whether the holders of five し are exactly those stated, if any are stated."""
    (played,) = view.rounds
    five = tuple(seat for seat, hand in enumerate(hands) if hand["8"] == 5)
    return played.goshi is None or played.goshi == five


@given(rng=RANDOM)
def test_every_deal_that_fits_is_counted_and_no_view_is_wrongly_accused(rng: Random) -> None:
    for _ in range(5):
        view = some_view(rng)
        if view is None or 32 - sum(hand.total() for hand in known(view.rounds[0])) > HIDES:
            continue
        found = accused(view, CODE)
        if found is None:
            continue
        (line,) = kifu.replay(view)
        steps = line.steps
        assert GAME.beliefs is not None
        right = count(view)
        assert GAME.beliefs.belief(view, 1, steps).count() == right
        assert (not found) == (right > 0)
        if found:
            upto = steps.index(line.at(found[0] or 1))
            assert GAME.beliefs.belief(view, 1, steps[: upto + 1]).count() > 0
