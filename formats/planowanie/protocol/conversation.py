"""The order of the protocol: which command may go to which seat now.

A game goes by steps: each command of the set-up, the hands, all bids, all declarations, each
question for a card, each card. Within a step the seats may come in any order; none may begin before
all commands of the one before are sent.

Source: the rules of the tournament, "Protokół"; `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from collections.abc import Sequence

from ..log.builder import Draft


class Steps:
    """The step that a game has reached; `name` is its command, or `over`.

    `seats` are those who are heard, None for one, whichever: the seat of the player `me`.
    """

    def __init__(self, seats: Sequence[int] | None, draft: Draft) -> None:
        self.name = "set_deck"
        self.me: int | None = None
        self.own = seats is None
        self._seats = [0] if seats is None else list(seats)
        self._draft = draft
        self._told: dict[int, int] = {}
        self._clocks: set[int] = set()

    # This step

    def due(self, seat: int) -> tuple[str, ...]:
        """The commands of this step that may go to a seat now."""
        if seat not in self._listeners or self._told.get(seat, 0) >= self._times:
            return ()
        asks = self.name.startswith("gen_") and seat not in self._clocks
        return ("time_left", self.name) if asks else (self.name,)

    @property
    def all_due(self) -> str:
        """The command that is due, and the seats to which it is."""
        waiting = [seat for seat in self._listeners if self._told.get(seat, 0) < self._times]
        to = "" if self.own else f" to seat {' or '.join(map(str, waiting))}"
        return f"`{self.name}`{to}"

    def told(self, seat: int, command: str) -> None:
        """A command that was due has gone to a seat."""
        if command == "time_left":
            self._clocks.add(seat)
        else:
            self._told[seat] = self._told.get(seat, 0) + 1

    def has_clock(self, seat: int) -> bool:
        """Whether a seat was told its time in this step."""
        return seat in self._clocks

    @property
    def complete(self) -> bool:
        """Whether all commands of this step are sent."""
        return all(self._told.get(seat, 0) >= self._times for seat in self._listeners)

    @property
    def over(self) -> bool:
        """Whether nothing is to follow in the game."""
        last = self.name == "play" and self._draft.state.phase == "over"
        return self.name == "over" or (last and self.complete)

    @property
    def _times(self) -> int:
        """How often the command of this step goes to each seat."""
        return self._draft.rules.players if self.name == "declare" else 1

    @property
    def _listeners(self) -> Sequence[int]:
        """The seats that have a part in this step."""
        asks_one = self.name == "gen_move" and not self.own
        return [self._draft.state.turn] if asks_one else self._seats

    # The next one

    def advance(self) -> None:
        """Begin the next step."""
        self._told, self._clocks = {}, set()
        draft = self._draft
        match self.name:
            case "set_deck":
                self.name = "set_players"
            case "set_players":
                self.name = "set_game"
            case "set_game":
                draft.begin()
                self._next_deal()
            case "set_cards":
                draft.dealt()
                self.name = "gen_declare"
            case "gen_declare":
                self.name = "declare"
            case "declare":
                draft.declared()
                self._next_card()
            case "gen_move":
                self.name = "play"
            case _:
                self._next_card()

    def _next_card(self) -> None:
        state = self._draft.state
        if state.phase == "play":
            asks = not self.own or state.turn == self.me
            self.name = "gen_move" if asks else "play"
        else:
            self._next_deal()

    def _next_deal(self) -> None:
        if self._draft.state.phase == "over":
            self.name = "over"
        else:
            self.name = "set_cards"
            self._draft.deal()
