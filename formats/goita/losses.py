"""Names the parts of a Goita record that were lost in a notation."""

from __future__ import annotations

from collections.abc import Iterator

from ...replayer.goita.check.recorded import complete_round, rules_of
from ...replayer.goita.pieces import HIDDEN, NOTHING, with_five_shi
from ...replayer.goita.record import Record, Round

_WORDS = {
    "title": "the name of the match",
    "times": "when the match began and ended",
    "names": "the names of the players",
    "options": "rule options; the record is read under the default rules",
    "scores": "the score before each round",
    "winner": "the winner of a round, which follows from the play",
    "winners": "the winner if play does not show it: of two partners with five し, after a foul, "
    "or after an end outside play",
    "declarations": "the players who declared five し, which the hands show",
    "declarations unknown": "unknown declarations of five し; the hands show who had them",
    "special rounds": "rounds that end before the first play (six し or more, redeals)",
    "gaps": "that rounds are missing before a round",
    "last passes": "passes after the last play of an unfinished round",
    "results": "how a round ended; it follows from the play, except for a final redeal",
    "fouls": "which plies broke a rule",
    "variations": "alternative lines of play in a round",
    "partial views": "partly known hands that are not a player's view",
    "king marks": "which king is 王 and which is 玉",
    "seat order": "whether the hands start with player 0 or the dealer; read as player 0",
}


def unsupported(*names: str, **special: str) -> dict[str, str]:
    """Map the losses of a notation to their explanations, which may be `special`."""
    return {name: _WORDS[name] for name in names} | {
        name.replace("_", " "): words for name, words in special.items()
    }


def differences(before: Record, after: Record) -> list[str]:
    """Name what changed, except for values that can be derived from others.

    These are winners and results that follow from the play, declarations that follow from known
    hands, and gaps where rounds were left out.
    """
    return list(dict.fromkeys(_differences(before, after)))


_PLAY = ("dealer", "hands", "record", "fouls", "winner", "result")
"""The winner and the result, and the values that determine them."""


def _differences(before: Record, after: Record) -> Iterator[str]:
    if before.title != after.title:
        yield "title"
    if (before.start_time, before.end_time) != (after.start_time, after.end_time):
        yield "times"
    if before.players != after.players:
        yield "names"
    if before.rules != after.rules:
        yield "options"
    if before.view != after.view:
        yield "partial views" if before.view == "partial" else "views"
    rules, rules_after = rules_of(before), rules_of(after)
    rounds = list(before.rounds)
    if len(rounds) > len(after.rounds):
        rounds = [
            each for each in rounds if each.record or not complete_round(rules, each).unplayed
        ]
        yield "special rounds"
    dropped = len(rounds) < len(before.rounds)
    if len(rounds) != len(after.rounds):
        yield "rounds"
        return
    for one, other in zip(rounds, after.rounds, strict=True):
        same = all(getattr(one, each) == getattr(other, each) for each in _PLAY)
        if not same or rules != rules_after:
            one, other = complete_round(rules, one), complete_round(rules_after, other)
        yield from _in_round(one, other)
        if one.gap != other.gap and not (dropped and other.gap):
            yield "gaps"


def _in_round(one: Round, other: Round) -> Iterator[str]:
    if one.hands != other.hands:
        yield "hands"
    if one.record != other.record:
        shorter = one.record.rstrip(NOTHING) == other.record.rstrip(NOTHING)
        yield "last passes" if shorter else "plays"
    if one.dealer != other.dealer:
        yield "dealer"
    if one.score != other.score:
        yield "scores"
    if one.winner != other.winner:
        yield "winners"
    if one.goshi != other.goshi and not (other.goshi is None and _hands_tell(one)):
        yield "declarations unknown" if one.goshi is None else "declarations"
    if one.kings != other.kings:
        yield "king marks"
    if one.result != other.result:
        yield "results"
    if one.fouls != other.fouls:
        yield "fouls"
    if one.variations != other.variations:
        yield "variations"


def _hands_tell(played: Round) -> bool:
    """Return whether exactly the players whose hands have five し declared them."""
    hands = played.in_ascii().hands
    return HIDDEN not in "".join(hands) and played.goshi == with_five_shi(hands)
