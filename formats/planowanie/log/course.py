"""The places in a log where deals begin and actions are first mentioned."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ....replayer.planowanie.record import Deal


class Moment(Struct, frozen=True):
    """The beginning of a deal, the declaration of a `player`, or the play of a `card`, counted from
    0.
    """

    deal: int
    player: int | None = None
    card: int | None = None

    def ply(self, deal: Deal) -> int | None:
        """The ply of its action in the deal, None if the deal does not have it."""
        said = [player for player, each in enumerate(deal.declarations or ()) if each is not None]
        if self.player is not None:
            return said.index(self.player) + 1 if self.player in said else None
        ply = None if self.card is None else len(said) + self.card + 1
        return ply if ply is not None and ply <= deal.plies else None


class Said(Struct):
    """A moment of a game in its log: the place where it is mentioned, and where the reply ends."""

    moment: Moment
    start: int
    end: int


class Course(Struct):
    """The course of a game, as the log of an arbiter or of a seat (its `own`) shows it."""

    own: bool
    _deal: int = -1
    _deals: bool = False
    _declared: set[int] = set()
    _cards: int = 0
    _asked: bool = False

    def moment(self, name: str, player: int, arguments: Sequence[str]) -> Moment | None:
        """Return what a command, or the answer to a question, begins or mentions first.

        A question counts once it is answered, any other command when it is sent.
        """
        dealing, self._deals = self._deals, name == "set_cards"
        match name:
            case "set_cards" if not dealing:
                self._deal += 1
                self._declared, self._cards, self._asked = set(), 0, False
                return Moment(self._deal)
            case "gen_declare" | "declare":
                said = player if name == "gen_declare" else int(arguments[0])
                if said not in self._declared:
                    self._declared.add(said)
                    return Moment(self._deal, player=said)
            case "gen_move":
                self._asked = True
                return self._card()
            case "play" if self.own and not self._asked:
                return self._card()
            case "play":
                self._asked = False
            case _:
                pass
        return None

    def _card(self) -> Moment:
        self._cards += 1
        return Moment(self._deal, card=self._cards - 1)
