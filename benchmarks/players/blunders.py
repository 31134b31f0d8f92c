"""How often programs play as no beginner would: they waste the joker or a king, or bare the Mighty.

    python benchmarks/players/blunders.py [--deals N] [--playouts P] [--only GAME] [--level LEVEL]

plays deals between players of the same level, and prints for each kind of blunder the number of
deals with one, of all deals in which it could have happened.

    python benchmarks/players/blunders.py --annotate [--deals N] [--playouts P] [--only GAME]

plants blunders (a joker without power, a king thrown at a partner) in deals between `monte-carlo`
players with the default playouts, and prints how many of them `kifu annotate` finds with P playouts
per decision (4,000 by default): how many get a glyph. It also prints how many of the players' own
choices in every tenth deal it calls mistakes or worse.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, cast

from kifu import replayer
from kifu.arena.annotate.annotating import choices, severity
from kifu.arena.annotate.evaluators import Playouts, spread
from kifu.arena.annotate.exact.evaluators import AUTO, evaluator
from kifu.arena.players.levels import MONTE_CARLO, RULES, player
from kifu.arena.players.limit import Limit
from kifu.arena.players.match import Match
from kifu.replayer.mighty.engine.numbers import BITS, JOKER, NUMBER_OF, OF_JOKER, OF_SUIT, PLAY_OF
from kifu.replayer.mighty.engine.phases import EXCHANGE, PLAY
from kifu.replayer.replay.round import Step

Found = Iterator[tuple[str, bool]]
"""Kinds of blunders that were possible, and whether each happened."""

JOKER_KEPT = "keeps the joker until it has no power"
JOKER_WASTED = "plays the joker where it has no power, though another card is legal"
MIGHTY_BARED = "buries the last card that guards the Mighty"
KING_GIVEN = "receives the partner's attack with a king, with more than four pieces left"

CARD = 63

OWN = 10
"""Own choices are judged in one deal of this many: a deal has far more of them than blunders."""


def mighty(steps: tuple[Step[Any], ...]) -> Found:
    """Yield the blunders in a deal of Mighty."""
    holds_joker = False
    for step in steps:
        engine = step.state.engine
        (action,) = (step.actions or {0: ""}).values()
        if engine is None or not action:
            continue
        if engine.phase == EXCHANGE and not engine.hidden[engine.turn]:
            yield from _buried(engine, action)
        elif engine.phase == PLAY:
            card, alone = PLAY_OF[action] & CARD, engine.legal_cards().bit_count() == 1
            if engine.number == 2 and any(hand & OF_JOKER for hand in engine.hands):
                holds_joker = True
            if card == JOKER and engine.variant.joker_is_dead(engine.number):
                if not alone:
                    yield JOKER_WASTED, True
                elif engine.number == 10:
                    yield JOKER_KEPT, True
                    holds_joker = False
            elif engine.legal_cards() & OF_JOKER and engine.variant.joker_is_dead(engine.number):
                yield JOKER_WASTED, False
    if holds_joker:
        yield JOKER_KEPT, False


def _buried(engine: Any, action: str) -> Found:
    hand, special = engine.hands[engine.turn], engine.special
    guards = cast(int, hand & OF_SUIT[special.mighty_suit] & ~special.mighty)
    if hand & special.mighty and guards and not special.mighty & special.trumps:
        left = guards & ~sum(BITS[NUMBER_OF[card]] for card in action.split()[1:])
        yield MIGHTY_BARED, not left


def goita(steps: tuple[Step[Any], ...]) -> Found:
    """Yield the blunders in a round of Goita."""
    for step in steps:
        table = step.state.table
        (action,) = (step.actions or {0: ""}).values()
        if table is None or not step.ply or not action.isdigit():
            continue
        size = sum(table.hands[table.turn] >> 4 * kind & 15 for kind in range(1, 10))
        partners = table.attacker >= 0 and (table.attacker ^ table.turn) == 2
        if partners and size > 4 and table.hands[table.turn] >> 4 & 15:
            yield KING_GIVEN, action[0] == "1"


KINDS: dict[str, Callable[[tuple[Step[Any], ...]], Found]] = {"goita": goita, "mighty": mighty}


def main() -> None:
    """Play, count and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--only", choices=KINDS, action="append")
    parser.add_argument("--level", choices=(RULES, MONTE_CARLO), action="append")
    parser.add_argument("--annotate", action="store_true")
    wanted = parser.parse_args()
    if wanted.annotate:
        for name in wanted.only or KINDS:
            _annotate(name, wanted.deals, wanted.playouts or 4000)
        return
    for name in wanted.only or KINDS:
        for level in wanted.level or (RULES, MONTE_CARLO):
            possible, happened = Counter[str](), Counter[str]()
            for number in range(wanted.deals):
                steps = _deal(name, level, wanted.playouts or 100, number)
                found = dict[str, bool]()
                for kind, did in KINDS[name](steps):
                    found[kind] = found.get(kind, False) or did
                possible.update(found.keys())
                happened.update(kind for kind, did in found.items() if did)
            for kind, count in possible.items():
                share = happened[kind] / count
                print(f"{name} {level}: {kind}: {happened[kind]} of {count:,} deals ({share:.1%})")


def _annotate(name: str, deals: int, playouts: int) -> None:
    game = replayer.game(name)
    scale = spread(game, replayer.new_record(name))
    own, planted = Counter[bool](), Counter[bool]()
    for number in range(deals):
        steps = _deal(name, MONTE_CARLO, None, number)
        record = game.written(replayer.new_record(name), [steps])
        judge = evaluator(AUTO, game, record, 1, Playouts(playouts)).judge
        for each in choices(game, record, 1):
            if number % OWN == 0:
                mark = severity(judge(each.seen, each.action, "0"), scale)
                own[mark is not None and mark[1] in ("Mistake", "Blunder")] += 1
            kinds = [kind for kind, _ in KINDS[name]((steps[each.step],))]
            if JOKER_WASTED in kinds or KING_GIVEN in kinds:
                bad = next((one for one in each.seen.legal if _is_blunder(name, one)), None)
                if bad is not None:
                    mark = severity(judge(each.seen, bad, "0"), scale)
                    planted[mark is not None] += 1
    for what, counts in (("own choices called mistakes", own), ("planted blunders found", planted)):
        share = counts[True] / max(1, counts.total())
        print(f"{name}: {what}: {counts[True]} of {counts.total():,} ({share:.1%})")


def _is_blunder(name: str, action: str) -> bool:
    if name == "goita":
        return action[0] == "1"
    return action in PLAY_OF and PLAY_OF[action] & CARD == JOKER


def _deal(name: str, level: str, playouts: int | None, number: int) -> tuple[Step[Any], ...]:
    game, start = replayer.game(name), replayer.new_record(name)
    seats = range(game.rules(start).players)
    players = [player(name, level, f"{number}/{seat}", Limit(playouts)) for seat in seats]
    match = Match(game, start, players, f"blunders/{number}")
    match.play(1)
    return match.rounds[0]


if __name__ == "__main__":
    main()
