"""Shows Goita to people, with the characters and marks of the 2015 proposal's tables.

☗ is a piece laid face-down, ☖ one that received or attacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ....replayer.game import Decision
from ....replayer.goita.fouls import ended_by_foul
from ....replayer.goita.game import rules_of
from ....replayer.goita.pieces import HIDDEN, KING, SHI, partner
from ....replayer.goita.record import Record, Round, plies
from ....replayer.goita.rules import PASS, Outcome, State
from ....replayer.replay import RoundReplay, Step, first_breach
from ...boards import broken, heading, name_of
from ...columns import aligned, visible, wrapped
from ..kings import in_hands, in_line
from ..pieces import characters, digits

NOTHING_DONE = "なし"
FACE_DOWN, FACE_UP, FOUL = "☗☖!"
NO_MARKS = str.maketrans("", "", "☗☖!")


def head(record: Record) -> Iterator[str]:
    """The name of the match, when it was played, and by which rules."""
    yield from heading(record)
    target = record.rules.target
    yield f"players 0 and 2 against players 1 and 3, rounds up to {target} points"
    options = msgspec.to_builtins(record.rules)
    if options:
        yield "options: " + ", ".join(f"{name} = {value}" for name, value in options.items())
    if record.view == "partial":
        yield "some pieces are hidden (裏)"
    elif record.view is not None:
        yield f"as {_who(record, record.view)} knew it; what that player was not shown is 裏"


def course(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """The hands, the decision about five し, a row for each turn, and the result."""
    played = record.rounds[replayed.number - 1]
    score = "" if played.score is None else f", score {_score(played.score)}"
    yield f"{visible(replayed.title)}: {_who(record, played.dealer)} deals{score}"
    if played.gap:
        yield "rounds are missing before this one"
    yield ""
    held = in_hands(played.hands, played.kings)
    hands = [
        [_label(record, seat, played.dealer), visible(characters(hand, held[seat]))]
        for seat, hand in enumerate(played.hands)
    ]
    yield from aligned([["player", "hand"], *hands])
    yield ""
    decided = [step for step in replayed.steps if _decides(step)]
    for step in decided:
        yield from _decision(record, step)
    rows = list(_rows(record, played, replayed))
    if len(rows) > 1:
        yield from [""] * len(decided)
        yield from aligned(rows)
        yield ""
    yield from _fouls(record, replayed)
    yield from _ending(record, replayed)


def variation(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """What is done in a variation from where it leaves its line, and the result."""
    played = record.rounds[replayed.number - 1]
    for step in filter(_decides, replayed.own):
        yield from _decision(record, step)
    cells = _cells(played, replayed.steps)
    taken = [
        f"{ply} {name_of(record.players, seat) or f'player {seat}'} {text}"
        for ply, seat, text in cells
        if ply >= (replayed.ply or 0)
    ]
    if taken:
        yield from wrapped("plays:", taken)
    yield from _ending(record, replayed)


def position(record: Record, replayed: RoundReplay[State], step: Step[State]) -> Iterator[str]:
    """What each player holds and has laid, who is to do what, and what is legal."""
    played, state = record.rounds[replayed.number - 1], step.state
    moment = f", ply {step.ply}" if step.ply else (", after its last ply" if step.over else "")
    score = "" if played.score is None else f", score {_score(state.score)}"
    yield f"{replayed.label}{moment}{score}"
    yield ""
    cells = list(_cells(played, replayed.steps[: replayed.steps.index(step)]))
    rows = [["player", "left", "laid"]]
    for seat in range(4):
        laid = [text for _, player, text in cells if player == seat and text != NOTHING_DONE]
        left = _left(played, state, seat, "".join(laid))
        rows.append([_label(record, seat, played.dealer), left, " ".join(laid)])
    yield from aligned(rows)
    yield ""
    if step.over:
        yield from _ending(record, replayed)
        return
    yield from _to_do(record, step)
    actions = rules_of(record).legal_actions(state, state.turn)
    yield from wrapped("legal:", [_action(each, state) for each in actions])
    for action in (step.actions or {}).values():
        yield f"played: {_action(action, state)}"
    if step.breach is not None and step.transition is None:
        yield broken(step.breach)


# Who and what


def _who(record: Record, seat: int) -> str:
    name = name_of(record.players, seat)
    return f"player {seat}" + (f" ({name})" if name else "")


def _label(record: Record, seat: int, dealer: int | None = None) -> str:
    name = name_of(record.players, seat)
    return " ".join(filter(None, (str(seat), name, "(dealer)" if seat == dealer else "")))


def _score(score: Sequence[int]) -> str:
    return "–".join(map(str, score))


def _points(points: int | None) -> str:
    return "points that depend on a hidden piece" if points is None else f"{points} points"


def _action(action: str, state: State, kings: str = "") -> str:
    """An action in digits and in characters."""
    if state.deciding:
        return action
    return f"{visible(action)} {_pieces(action, state, kings)}"


def _pieces(action: str, state: State, kings: str = "") -> str:
    if action == PASS:
        return NOTHING_DONE
    marks = (FACE_DOWN if state.leading else FACE_UP, FACE_UP)
    pieces = zip(marks, characters(action, kings), strict=False)
    return "".join(mark + visible(piece) for mark, piece in pieces)


# The course of a round


def _rows(record: Record, played: Round, replayed: RoundReplay[State]) -> Iterator[list[str]]:
    """A row for each turn: the number of its first ply, and what the players did."""
    order = [(played.dealer + seat) % 4 for seat in range(4)]
    yield ["ply", *(_label(record, seat) for seat in order)]
    row: list[str] = []
    for ply, _, text in _cells(played, replayed.steps):
        if ply % 4 == 1 and row:
            yield row
            row = []
        row = row or [f"{ply:3}"]
        row.append(text)
    if row:
        yield row


def _cells(played: Round, steps: Sequence[Step[State]]) -> Iterator[tuple[int, int, str]]:
    """The number of each ply that took effect, its player, and what was done."""
    taken = [
        (step, seat, action)
        for step in steps
        for seat, action in (step.actions or {}).items()
        if step.ply and step.transition is not None
    ]
    laid = in_line(played, [action for _, _, action in taken])
    for step, seat, action in taken:
        foul = "" if step.breach is None else FOUL
        yield step.ply, seat, _pieces(action, step.state, laid) + foul
        laid = laid[action.count(KING) :]


def _decides(step: Step[State]) -> bool:
    return isinstance(step.node, Decision) and not step.node.counted


def _decision(record: Record, step: Step[State]) -> Iterator[str]:
    """Who has five し, and what the partner decides."""
    holders = [_who(record, seat) for seat in step.state.goshi]
    has = "has" if len(holders) == 1 else "have"
    decider = _who(record, step.state.turn)
    decisions: Mapping[str, str] = {"redeal": "has it dealt again", "play on": "plays on"}
    chosen = [decisions.get(action, action) for action in (step.actions or {}).values()]
    yield f"{' and '.join(holders)} {has} five し; {decider} {' '.join(chosen) or 'decides'}"


def _fouls(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    """The broken rules that were played on after, which are marked in the table."""
    for step in replayed.steps:
        if step.breach is not None and step.transition is not None:
            yield f"ply {step.ply}{FOUL}: a foul of {_who(record, step.state.turn)} that stood"
            yield broken(step.breach)


# The end of a round


def _ending(record: Record, replayed: RoundReplay[State]) -> Iterator[str]:
    played, last = record.rounds[replayed.number - 1], replayed.steps[-1]
    outcome = last.state.outcome
    if last.breach is not None and last.transition is None:
        yield from _stop(record, last)
    elif ended_by_foul(played) and not replayed.path:
        yield from _ending_foul(record, played, last)
    elif not last.over or outcome is None:
        what = "variation" if replayed.path else "record"
        yield f"the {what} stops here: {_who(record, last.state.turn)} is to act"
    else:
        decided = rules_of(record).next_round(last.state) is None
        won = ", and wins the match" if decided else ""
        score = "" if played.score is None else f"; score {_score(last.state.score)}"
        yield _result(record, played, outcome, replayed) + won + score
        beyond = len(plies(played.record)) - replayed.plies
        if beyond > 0 and not replayed.path:
            yield f"the record goes on after the end: {beyond} more plies"


def _stop(record: Record, step: Step[State]) -> Iterator[str]:
    """Why a replay cannot go on."""
    if step.ply:
        (action,) = (step.actions or {"": ""}).values()
        done = _action(action, step.state)
        yield f"the replay stops at ply {step.ply}: {_who(record, step.state.turn)} plays {done}"
    else:
        yield "the replay stops before the first ply"
    if step.breach is not None:
        yield broken(step.breach)


def _ending_foul(record: Record, played: Round, last: Step[State]) -> Iterator[str]:
    """The last action of a round that a foul ended, which took no effect."""
    actions, state = plies(played.record), last.state
    for action in actions[-1:] if isinstance(last.node, Decision) else []:
        done = _action(action, state)
        yield f"ply {len(actions)}: {_who(record, state.turn)} plays {done}, a foul"
        breach = first_breach(rules_of(record), state, {state.turn: action})
        if breach is not None:
            yield broken(breach)
    winner = "nobody" if played.winner is None else _who(record, played.winner)
    points = 0 if played.result is None else played.result.points
    yield f"the foul ends the round, won by {winner}: {_points(points)}"


def _result(record: Record, played: Round, outcome: Outcome, replayed: RoundReplay[State]) -> str:
    points, winner = _points(outcome.points), outcome.winner
    if outcome.end == "redeal":
        return "the deal is thrown in"
    if outcome.end == "double-goshi":
        seats = [seat for seat, hand in enumerate(played.hands) if hand.count(SHI) == 5]
        who = " and ".join(_who(record, seat) for seat in (seats[0], partner(seats[0])))
        return f"{who} have five し each: {points}"
    assert winner is not None
    if outcome.end == "shi":
        return f"{_who(record, winner)} has {played.hands[winner].count(SHI)} し: {points}"
    *_, (_, _, text) = _cells(played, replayed.steps)
    return f"{_who(record, winner)} goes out with {text.rstrip(FOUL)[-2:]}: {points}"


# A position


def _left(played: Round, state: State, seat: int, laid: str) -> str:
    """What a player still holds; after the end, what is left of the hand that was dealt."""
    hand = state.hands[seat] if state.hands else played.hands[seat]
    kings = in_hands(played.hands, played.kings)[seat]
    for piece in laid.translate(NO_MARKS):
        kings = kings.replace(piece, "", 1)
        if not state.hands:
            digit = digits(piece)
            hand = hand.replace(digit if digit in hand else HIDDEN, "", 1)
    return visible(characters(hand, kings))


def _to_do(record: Record, step: Step[State]) -> Iterator[str]:
    state = step.state
    if state.deciding:
        yield from _decision(record, Step(0, state, step.node))
    elif state.leading:
        yield f"{_who(record, state.turn)} lays a piece face-down and attacks"
    else:
        attack = f"{FACE_UP}{characters(state.attack)} of {_who(record, state.attacker)}"
        yield f"{_who(record, state.turn)} receives {attack}, or passes"
