"""The encoding of Goita for programs that learn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..encoding.encoder import Unencodable
from ..encoding.encoding import AT_FIRST, Encoding, Segment
from ..encoding.fields import Field, Layout
from .check.recorded import is_redealt
from .engine.encoder import GoitaEncoder
from .engine.engine import Table
from .engine.ids import PLAY_ON, REDEAL
from .pieces import DECK, KINDS
from .record import Record, split_plies
from .rules import PLAY_ON as PLAY_ON_WORD
from .rules import REDEAL as REDEAL_WORD
from .rules import GoitaRules, verify_deal
from .state import State

if TYPE_CHECKING:
    from ..game import Game

_PLAYS = 16
"""The maximum number of plays in a round."""


class GoitaEncoding(Encoding[Record, State]):
    """Ids are a pass, the plays by their digits, and the decisions about five し."""

    rules: GoitaRules
    names = ("0", *(a + b for a in KINDS for b in KINDS), REDEAL_WORD, PLAY_ON_WORD)
    groups = (
        ("pass", 1),
        ("play: the first piece, then the second (`11`, `12`, ... `88`)", 64),
        ("`redeal`", 1),
        ("`play on`", 1),
    )
    observation = Layout(
        (
            Field("hand", (8,), 8, "how many pieces of each kind the seat holds"),
            Field("left", (4,), 8, "how many pieces each player holds"),
            Field("five_shi", (4,), about="the players who were dealt five し"),
            Field("attacker", (4,), about="the player who attacked last"),
            Field("dealer", (4,), about="the dealer"),
            Field("attack", (1,), 8, "the piece that attacks"),
            Field("deciding", (1,), about="whether a player decides about five し"),
            Field("score", (2,), 255, "the scores before the round in tens, the seat's team first"),
            Field("player", (_PLAYS, 4), about="the player of each play"),
            Field(
                "first", (_PLAYS,), 9, "its first piece, 9 if it is face-down and not the seat's"
            ),
            Field("second", (_PLAYS,), 8, "its second piece, the attack"),
            Field("face_down", (_PLAYS,), about="whether its first piece lies face-down"),
        )
    )
    perfect = Layout(
        (
            Field("hands", (4, 8), 8, "how many pieces of each kind the players hold"),
            Field("first", (_PLAYS,), 8, "the first piece of each play"),
        )
    )
    max_game_length = 1 + _PLAYS + 3 * (_PLAYS - 1)
    min_utility = 0
    perfect_recall = True

    def __init__(self, game: Game[Record, State], rules: GoitaRules) -> None:
        super().__init__(game, rules)
        self.max_utility = max(100, rules.options.double_goshi_points)

    def encoder(self, state: State) -> GoitaEncoder:
        """Return a round that begins in a state right after the deal."""
        if state.table is None or len("".join(state.hands)) < len(DECK):
            raise ValueError(AT_FIRST)
        return GoitaEncoder(state.table, state.score)

    def segments(self, record: Record) -> Iterator[Segment]:
        """Yield the rounds of a record."""
        for number, played in enumerate(record.rounds, start=1):
            verify_deal(played.hands, hidden=False)
            if played.ended_by_foul or played.dealer not in range(4):
                raise Unencodable(f"round {number} breaks a rule")
            table = Table(record.rules, played.dealer, played.hands, False)
            words = split_plies(played.record)
            numbers = [self.numbers.get(word, len(self.names)) for word in words]
            plies = [*range(1, len(words) + 1)]
            if table.deciding and (words or is_redealt(played)):
                numbers, plies = [PLAY_ON if words else REDEAL, *numbers], [0, *plies]
            score = played.score or (0, 0)
            yield Segment(GoitaEncoder(table, (score[0], score[-1])), numbers, plies)


def encoding(game: Game[Record, State], rules: GoitaRules) -> GoitaEncoding:
    """Return the encoding for the options of a match."""
    return GoitaEncoding(game, rules)
