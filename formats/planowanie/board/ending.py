"""How a line ends: at a rule that is broken, by a fault, early, or with who has won."""

from __future__ import annotations

from collections.abc import Iterator

from ....replayer.game import Decision, IllegalAction
from ....replayer.planowanie.cards import HIDDEN
from ....replayer.planowanie.position import Moment
from ....replayer.planowanie.record import Reason, Record, Result
from ....replayer.replay import first_breach
from ...boards import broken, name_of
from ...columns import row, visible

REPLY = 60
"""The most characters that are shown of what a program answered, and to what."""

_DID: dict[Reason, str] = {
    "crashed": "ended before the game did",
    "timeout": "took too long",
    "flood": "wrote without end",
    "unanswered": "did not answer",
    "malformed": "gave an answer without form",
    "refused": "refused to answer",
    "invalid": "gave an answer that no rule allows",
}


def ending(now: Moment) -> Iterator[str]:
    """How the line ends, in its last moment."""
    if now.step.breach is not None:
        yield from _stop(now, now.step.breach)
    elif now.over:
        yield from _winners(now) if _has_winners(now) else ()
    else:
        yield f"the {'variation' if now.line.path else 'record'} stops here: {to_do(now)}"
    if not now.line.path:
        yield from _left(now)
    yield from result(now)


def result(now: Moment) -> Iterator[str]:
    """What the record says of the end of a game that was not played out, where it ends."""
    said = now.record.result
    if not now.ends_record or said is None:
        return
    if said.end == "fault":
        yield from _fault(now, said)
    elif said.end == "stopped":
        yield from row("result", "the game was stopped: why is not known")


def to_do(now: Moment) -> str:
    """Who is to do what."""
    state, who = now.state, now.who(now.state.turn)
    if state.phase == "deal":
        return "the cards are to be dealt"
    if state.phase == "declare":
        return f"all are to declare at once, from 0 to {now.plan.cards}"
    if state.led is None:
        return f"{who} is to lead"
    hand = state.hands[state.turn]
    could = HIDDEN in hand or any(card[1:] == state.led for card in hand)
    return f"{who} is to follow {visible(state.led)}{'' if could else ', and has none'}"


def _stop(now: Moment, breach: IllegalAction) -> Iterator[str]:
    """Where the replay stops, and why."""
    actions = now.step.actions or {}
    for offset, (player, action) in enumerate(actions.items()):
        if first_breach(now.rules, now.state, {player: action}) is not None:
            ply = now.step.ply + offset
            yield f"the replay stops at ply {ply}, {now.who(player)}: {visible(action)}"
            break
    yield broken(breach)


def _left(now: Moment) -> Iterator[str]:
    """What of the deal was not replayed: cards, though no rule is broken, and points."""
    played = sum(len(trick.played) for trick in now.deal.tricks)
    if now.step.breach is None and played > len(now.state.played):
        yield "the record goes on behind this"
    if not now.over and now.deal.points is not None:
        said = (f"{now.who(seat)} {points}" for seat, points in enumerate(now.deal.points))
        yield from row("recorded", "points:", *said)


def _has_winners(now: Moment) -> bool:
    """Whether the game was played out; a program may still fail to take note of the last card."""
    said = now.record.result
    failed = now.ends_record and said is not None and said.end == "fault"
    return now.over and now.rules.next_round(now.state) is None and not failed


def _winners(now: Moment) -> Iterator[str]:
    """Who has the most points, at the end of the game."""
    totals = now.state.totals
    first = [now.who(seat) for seat in now.seats if totals[seat] == max(totals)]
    wins, each = ("wins", "") if len(first) == 1 else ("win", " each")
    points = "point" if max(totals) == 1 else "points"
    yield from row("result", f"{' and '.join(first)} {wins} with {max(totals)} {points}{each}")


# A fault


def fault(record: Record, said: Result) -> str:
    """Who ended a game, and how."""
    name = name_of(record.players, said.player) if said.player is not None else ""
    who = "somebody" if said.player is None else f"P{said.player} {name}".rstrip()
    did = "ended the game" if said.reason is None else _DID[said.reason]
    asked = f" ({_cut(said.command)})" if said.command else ""
    answered = f": {_cut(said.reply)}" if said.reply else ""
    return f"{who} {did}{asked}{answered}"


def _cut(text: str) -> str:
    return f"{visible(text[:REPLY])}{'…' if len(text) > REPLY else ''}"


def _fault(now: Moment, said: Result) -> Iterator[str]:
    """The fault, the rule that the answer breaks, and what that means."""
    yield from row("fault", fault(now.record, said))
    if said.player is None or said.player not in now.seats:
        return
    breach = _breach(now, said.player, said)
    if breach is not None:
        yield broken(breach)
    yield from row("result", f"{now.who(said.player)} loses to every other player")


def _breach(now: Moment, player: int, said: Result) -> IllegalAction | None:
    """The rule that an answer breaks, where it is said to be invalid and there was a question."""
    asked = now.step.actions is None and isinstance(now.step.node, Decision)
    if not asked or said.reply is None or said.reason not in (None, "invalid"):
        return None
    return first_breach(now.rules, now.state, {player: said.reply})
