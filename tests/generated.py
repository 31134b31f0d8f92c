"""Records generated under each option of each game, and everything derived from them.

Each record is also changed at random, and the copies are checked, compared, shown and written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random
from typing import Any

import kifu
from kifu import replayer
from kifu.formats import board as text_board
from kifu.formats.conversion import rewritten
from kifu.formats.interface.catalog import notations
from kifu.formats.text.tones import plain
from kifu.replayer.play.annotation import Annotation, Evaluation
from kifu.replayer.play.changes import with_line_annotations, with_match_annotations
from kifu.replayer.play.check import checked
from kifu.replayer.play.glyphs import glyphs
from kifu.replayer.play.going_on import Moment, go_on
from kifu.replayer.play.reordering import moved_up, promoted
from kifu.replayer.replay.comparison import compared
from kifu.replayer.replay.duplicates import Duplicates
from kifu.replayer.replay.round import next_ply
from kifu.replayer.replay.trajectory import Trajectory, trajectories
from kifu.replayer.rules import CHANCE
from kifu.validation.beginning import begun
from kifu.validation.outcomes import skimmed

from .altering import altered, misspelt

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "go": [
        {"size": 4, "preset": "japanese"},
        {"size": [3, 5], "preset": "nz", "komi": -3},
        {"size": 3, "preset": "goe"},
        {"size": 4, "suicide": "forbidden", "superko": "positional", "scoring": "area"},
        {"size": 3, "suicide": "several", "superko": "situational", "scoring": "territory"},
        {"size": [2, 6], "suicide": "allowed", "superko": "none", "komi": 0.5},
        {"size": 9, "handicap": 5, "preset": "korean"},
    ],
    "goita": [
        {"face_down_king_exposes": True},
        {"both_kings_dealt_suffices": True},
        {"last_piece_king_attack": False},
        {"received_pair_doubles": True},
        {"final_face_down_shown": "always"},
        {"target": 50},
        {"seven_shi_doubles": False},
        {"double_goshi_points": 80},
        {"cross_goshi": "redeal"},
    ],
    "leduc": [{}, {}, {}],
    "mighty": [
        *({"first_bidder": each} for each in ("left-of-dealer", "previous-president")),
        {"bid_min": 11, "nt_min_offset": 1},
        {"bid_max": 18, "change_cap": 17},
        {"nt_ties": "must-exceed", "all_pass": "dealer-plays-minimum"},
        {"pass_final": False},
        *({"misdeal": each} for each in ("half-point", "half-point-before-play")),
        {"change_cost": 1, "change_to_nt_cost": 0, "raise_same_suit": True},
        {"friend_modes": ["none", "card"], "buried_points_to": "defenders"},
        {"friend_modes": ["seat", "last-trick", "first"]},
        {"t1_lead_joker": "allowed", "t1_lead_caller": "as-plain-card"},
        {"t1_stuck": ["joker", "trumps", "caller"], "t1_joker_follow": "forbidden"},
        {"joker_dead_in": [2, 10], "t10_joker_lead": "next-card-sets-suit"},
        {"dead_trick": "second-player", "mighty_forced_with_joker": "mighty-must"},
        {"mighty_defence": False, "caller_when_clubs": "S3"},
        {"formula": "pagat", "mult_no_trump": 2, "mult_run": 3, "multipliers": "highest"},
        {"base": 12, "risk": 100, "card": 50, "mult_backrun": 2, "mult_solo": 3, "backrun_at": 9},
        {"preset": "league", "score_cap": 400, "score_cap_no_trump": 500},
    ],
    "planowanie": [
        {"seats": 3, "plan": [[5, 2], [2, 0], [1, 1]]},
        {"seats": 4, "plan": [[3, 3], [2, 1]], "deck": {"ranks": "34567", "suits": "xyz"}},
        {"seats": 2, "plan": [[2, 0], [5, 1]], "deck": {"ranks": "?*123456", "suits": "*ab"}},
    ],
}
"""Options of matches that are generated: each value that is not the default, at least once."""

_ALTERED = 150
"""How many altered copies of the records of each game are checked."""


def generated(game: str, number: int) -> Any:
    """Return a record generated under some of the `OPTIONS`."""
    options = OPTIONS[game][number]
    return replayer.generate(game, number, begun(game, options) if options else None)


def aspects(record: Any, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield what is derived from a record under some options, and from altered copies."""
    game, rng = replayer.game_of(record), Random(seed)
    rules, rounds = game.rules(record), game.rounds(record)
    yield "text", kifu.dumps(record).encode()
    yield "facts", of(game.facts, record, checked(game, record).ends)
    yield "rows", of(rows, record)
    yield "encoding", of(_numbers, record)
    yield "playouts", of(kifu.playouts, record, 1, 3, seed, len(rounds))
    words = _words(record)
    for step in (each for line in kifu.replay(record) for each in line.steps):
        yield "legal", repr([*_legal(rules, step.state, rng.choices(words, k=3))]).encode()
    yield from (("views", of(view, record, seat)) for seat in range(rules.players))
    yield from (
        ("beliefs", of(_deals, record, seat, rng)) for seat in (None, *range(rules.players))
    )
    short = game.with_rounds(record, rounds[:2])
    yield "joined", of(_joined, short)
    varied = short
    for _ in range(4):
        varied = _longer(game, varied, rng)
    yield "varied", kifu.dumps(varied).encode()
    yield "reordered", of(_reordered, game, varied)
    yield "standard", of(game.standard, record)
    noted = _noted(game, short, rng)
    for each in notations(game.name):
        yield "noted", of(_rewritten, noted, each)
    bases = [short, varied, noted]
    if game.has_views:
        number, ply = _moment(record, rng)
        bases.append(kifu.view(short, rng.randrange(rules.players)))
        bases.append(kifu.deals(record, None, ply, number).seen)
    for at, other in enumerate(altered(bases, rng, _ALTERED // len(OPTIONS[game.name]))):
        yield from checks(other)
        if at % 8 == 0:
            yield "differences", of(_differences, game, short, other)
            yield "duplicates", of(_duplicates, game, short, other)
            yield "altered-rows", of(rows, other)
            yield "in progress", of(_in_progress, other)
            yield "altered-board", of(_board, game, other)
        if at % 16 == 4:
            for each in notations(game.name):
                yield "altered-texts", of(_rewritten, other, each)


def checks(record: Any) -> Iterator[tuple[str, bytes]]:
    """Yield what is wrong with a record, and what else follows from a check."""
    game = replayer.game_of(record)
    found = checked(game, record)
    yield "findings", repr([*map(_said, found.findings)]).encode()
    if found.completed is not None:
        yield "completed", repr(found.completed).encode()
    yield "altered-facts", of(game.facts, record, found.ends)
    yield "result", of(game.match_result, record, found.ends)


def of(function: Callable[..., object], *arguments: object) -> bytes:
    """Return the result of a function as bytes, or the kind of exception raised, with its facts."""
    try:
        return repr(function(*arguments)).encode()
    except (ValueError, LookupError) as error:
        rule = getattr(error, "rule", None)
        return repr((type(error), rule and rule.code, _FACT.findall(str(error)))).encode()


_FACT = re.compile(r"\d+|[^\x00-\x7f]+|`[^`]*`|'[^']*'")
"""A fact in a message. Its other words may change."""


def _said(found: Any) -> object:
    """Return a finding, with only the facts in its message."""
    facts = *_FACT.findall(found.message), *_FACT.findall(found.fix.message if found.fix else "")
    places = found.pointer, found.offset, found.length, found.round, found.ply, found.player
    fix = found.fix and (found.fix.changes, found.fix.renames, found.fix.removals, found.fix.safe)
    return found.code, found.severity, found.line, found.column, places, facts, fix


def rows(record: Any) -> object:
    """Return the rows of a record for programs that learn."""
    return kifu.encoding(record).rows(record, perfect=True).arrays


def _numbers(record: Any) -> object:
    """Return the ids of an encoding, the layout of its arrays, and its bounds."""
    made = kifu.encoding(record)
    bounds = made.max_game_length, made.min_utility, made.max_utility, made.utility_sum
    return made.names, made.groups, made.observation, made.perfect, bounds, made.max_chance_outcomes


def view(record: Any, seat: int) -> object:
    """Return the text of a view."""
    return kifu.dumps(kifu.view(record, seat))


# Play


def _words(record: Any) -> list[str]:
    """Return all actions of players in a record."""
    steps = [step for line in kifu.replay(record) for step in line.steps]
    taken = [step.actions or {} for step in steps]
    return sorted({word for each in taken for player, word in each.items() if player != CHANCE})


def _legal(rules: Any, state: Any, words: list[str]) -> Iterator[object]:
    """Yield who acts in a state, the legal actions, and what is wrong with others."""
    yield rules.node(state), rules.returns(state)
    for player in range(rules.players):
        yield rules.legal_actions(state, player)[:50]
        for word in words:
            yield of(rules.verify, state, player, word)


def _deals(record: Any, seat: int | None, rng: Random) -> object:
    """Return the deals that a seat cannot rule out at some ply, and a drawn one."""
    number, ply = _moment(record, rng)
    deals = kifu.deals(record, seat, ply, number)
    return deals.count(), kifu.dumps(deals.sample(rng))


def _moment(record: Any, rng: Random) -> tuple[int, int]:
    """Return a round of a record, and a ply of it."""
    rounds = replayer.game_of(record).rounds(record)
    number = rng.randint(1, len(rounds))
    return number, rng.randint(1, rounds[number - 1].plies + 1)


def _in_progress(record: Any) -> object:
    """Return what an environment shows after the last round of a record."""
    encoding = kifu.encoding(record)
    found = encoding.after(record)
    seen = [found.observe(seat) for seat in range(encoding.rules.players)]
    return found.seat, found.over, found.mask(), seen, found.reveal(), found.returns()


def _joined(record: Any) -> object:
    players = replayer.game_of(record).rules(record).players
    return kifu.dumps(replayer.joined([kifu.view(record, seat) for seat in range(players)]))


def _longer(game: Any, record: Any, rng: Random) -> Any:
    """Return a record with one more variation, annotated, or the same record if it has no room."""
    rules, number = game.rules(record), rng.randint(1, len(game.rounds(record)))
    line = rng.choice([*kifu.replay(record)[number - 1].tree()])
    step = rng.randrange(len(line.steps))
    legal = {
        player: rng.choice([*some])
        for player in range(rules.players)
        if (some := rules.legal_actions(line.steps[step].state, player))
    }
    try:
        went = go_on(game, record, Moment(number, line.path, step), legal, _draw)
    except ValueError:
        return record
    path = went.moment.path
    notes = (_note(next_ply(line, step), rng), _note(None, rng))
    return with_line_annotations(game, went.record, number, path, lambda before: (*before, *notes))


def _noted(game: Any, record: Any, rng: Random) -> Any:
    """Return a record with annotations on the match, and on each round."""
    for number in range(1, len(game.rounds(record)) + 1):
        plies = rng.choices(range(game.rounds(record)[number - 1].plies + 1), k=3)
        notes = tuple(_note(ply, rng) for ply in (None, *sorted({*plies})))
        record = with_line_annotations(game, record, number, (), lambda _, notes=notes: notes)
    return with_match_annotations(record, lambda _: (Annotation(after=("So it began.",)),))


def _note(ply: int | None, rng: Random) -> Annotation:
    return Annotation(
        ply=ply,
        before=rng.choice(((), ("Now what?",))),
        after=rng.choice((("good: ! # 銀",), ("one", "two\nthree"))),
        glyphs=(rng.choice([*glyphs()]),) if ply else (),
        time_left=rng.choice((None, 9.5, 60)) if ply else None,
        evaluation=rng.choice((None, Evaluation(score=3, loss=1.5), Evaluation(mate=-1))),
    )


def _draw(rules: Any, state: Any) -> str:
    return rules.sample(state, Random(1))


def _reordered(game: Any, record: Any) -> list[bytes]:
    """Return a record with each of its variations moved up, and promoted."""
    found = list[bytes]()
    for line in kifu.replay(record):
        for each in line.tree():
            if each.path:
                found.append(of(moved_up, game, record, line.number, each.path))
                found.append(of(promoted, game, record, line.number, each.path))
    return found


def _differences(game: Any, one: Any, other: Any) -> object:
    return [*compared(game, one, other)]


def _duplicates(game: Any, *records: Any) -> object:
    found = Duplicates()
    return [[*map(_said, found.findings(game, each, "there"))] for each in records]


# Boards and texts


def _board(game: Any, record: Any) -> object:
    board = text_board(game.name)
    lines = [each for each in trajectories(game, record) if isinstance(each, Trajectory)]
    texts = [board.head(record), *map(board.whole, lines)]
    return ["\n".join(map(plain, each)) for each in texts]


def _rewritten(record: Any, notation: Any) -> object:
    """Return a record in a notation, what is lost, and what is wrong with the text."""
    text, lost = rewritten(record, notation)
    return text, lost, read(text, notation.id)


def fast_paths(record: Any) -> Iterator[tuple[str, bytes]]:
    """Yield whether the fast paths of each notation accept a sound record, and facts from them."""
    for notation in notations(replayer.game_of(record).name):
        yield "fast paths", of(_quickly, record, notation)


def _quickly(record: Any, notation: Any) -> object:
    text = (notation.compact or notation.write)(record).encode()
    found = [type(each).__name__ for each in skimmed(BytesIO(text), "", notation.id)]
    accepted = notation.accept and notation.accept(text)
    if notation.facts is None or "Counts" not in found:
        return found, accepted
    return found, accepted, notation.facts(text), notation.record(text) == record


_SLIPS = 2
"""How many slips are made in each text."""


def slips(record: Any, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield what is read in texts of a record that have a slip."""
    game, rng = replayer.game_of(record), Random(seed)
    short = game.with_rounds(record, game.rounds(record)[:2])
    bases = [short, _noted(game, short, rng), *([kifu.view(short, 1)] if game.has_views else ())]
    for notation in notations(game.name):
        for base in bases:
            try:
                text = rewritten(base, notation)[0]
            except ValueError:
                continue
            for _ in range(_SLIPS):
                yield (
                    f"slips in {notation.id}",
                    repr(read(misspelt(text, rng), notation.id)).encode(),
                )


def read(text: str, notation: str) -> list[object]:
    """Return the findings about a text, with their ends and fixes, and its records."""
    found = list[object]()
    for each in kifu.outcomes(text, notation):
        found += map(_said, each.findings)
        ends = [(finding.end_line, finding.end_column) for finding in each.findings]
        fixes = [finding.fix and finding.fix.edits for finding in each.findings]
        found += [ends, fixes, each.record and of(kifu.dumps, each.record)]
    return found
