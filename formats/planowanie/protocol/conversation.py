"""The conversation between an arbiter and the programs of a game, as a state machine without I/O.

It knows which command may go to which seat, what commands and replies mean for the game, and how
the game ends. An arbiter drives it with processes, and the writer of logs drives it with a record;
the reader of logs compares a log with it.

A game consists of steps: each command of the set-up, the hands, all bids, all declarations, each
question for a card, each card. Within a step, the seats may come in any order; a step begins when
all commands of the previous one have been sent.

Source: the rules of the tournament, "Protokół"; `docs/planowanie.md`, "Protocol logs".
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TypeAlias

from msgspec import Struct

from ....replayer.planowanie.check.well_formed import setup_breaches
from ....replayer.planowanie.record import Cards, Deck, Planned, Reason, Record, Result
from ....replayer.planowanie.rules import PlanowanieRules, deal_action
from ....replayer.planowanie.state import State
from ....replayer.replay.round import first_breach
from ....replayer.rules import CHANCE, IllegalAction
from .words import ASKING, CLOCK, QUOTED, Command, Reply, decision, plan_of

Seat: TypeAlias = int

OVER = "over"
"""The name of the step in which no command is expected."""


class Step:
    """A step and its progress: the command `name` goes to all `seats`.

    Each seat gets it this many `times`; `declare` is sent once for each player.
    """

    def __init__(self, name: str, seats: Sequence[Seat], times: int = 1) -> None:
        self.name = name
        self.timed: set[Seat] = set()
        """The seats that have been sent the time they have left."""
        self._seats = seats
        self._times = times
        self._sent = dict.fromkeys(seats, 0)
        self._waiting = len(seats) * times

    def copy(self) -> Step:
        """A copy of the step that can go on without changing this one."""
        other = copy(self)
        other.timed, other._sent = set(self.timed), dict(self._sent)
        return other

    def expected(self, seat: Seat) -> tuple[str, ...]:
        """Return the commands that may go to a seat now, in order.

        `time_left` comes before a question, and may be left out.
        """
        if self._sent.get(seat, self._times) >= self._times:
            return ()
        asks = self.name in ASKING and seat not in self.timed
        return (CLOCK, self.name) if asks else (self.name,)

    def sent(self, seat: Seat, name: str) -> None:
        """Record that an expected command is sent to a seat."""
        if name == CLOCK:
            self.timed.add(seat)
        else:
            self._sent[seat] += 1
            self._waiting -= 1

    def sent_to(self, seat: Seat) -> int:
        """Return how many times the command has been sent to a seat."""
        return self._sent[seat]

    @property
    def is_first(self) -> bool:
        """Whether the command has been sent to only one seat, only once."""
        return self._waiting == len(self._seats) * self._times - 1

    @property
    def waiting(self) -> list[Seat]:
        """The seats still waiting for the command."""
        return [seat for seat in self._seats if self._sent[seat] < self._times]

    @property
    def complete(self) -> bool:
        """Whether the command has been sent to all seats."""
        return self._waiting == 0


class OpenDeal(Struct):
    """A deal so far.

    By player, `hands` are the hands that were sent, `bids` are the answers, `declarations` are the
    announcements, and `clocks` are the milliseconds left before each question (None if not sent).
    `state` is the state after the last announced card.
    """

    state: State
    clocks: dict[int, list[int | None]]
    hands: dict[int, Cards] = {}
    bids: dict[int, int] = {}
    declarations: dict[int, int] = {}

    def copy(self) -> OpenDeal:
        """A copy of the deal that can go on without changing this one."""
        clocks = {player: [*each] for player, each in self.clocks.items()}
        hands, bids, said = dict(self.hands), dict(self.bids), dict(self.declarations)
        return OpenDeal(self.state, clocks, hands, bids, said)


class Failure(Struct, frozen=True):
    """An action of a program that ends the game; `reply` is its answer, if any."""

    seat: Seat
    command: str
    reason: Reason
    why: str
    reply: str | None = None


class Conversation:
    """A game as its programs know it.

    `seats` has the seats of the conversation. It is None if there is only one, which is then seat
    0, taken by the player `me`, once known. `step` is the current step. `deck`, `players` and
    `plan` are None until commands set them. `card` is the answer to the last question for a card.
    """

    def __init__(self, seats: Sequence[Seat] | None, me: int | None = None) -> None:
        self.me = me
        self.own = seats is None
        self.deck: Deck | None = None
        self.players: int | None = None
        self.plan: tuple[Planned, ...] | None = None
        self.rules = PlanowanieRules()
        self.state = State()
        self.deals: list[OpenDeal] = []
        self.failure: Failure | None = None
        self.seats = [0] if seats is None else list(seats)
        self.step = Step("set_deck", self.seats)
        self.card: str | None = None
        self._announced: str | None = None
        self._before = self.state
        self._heard: dict[Seat, set[int]] = {}

    def copy(self) -> Conversation:
        """A copy of the conversation that can go on without changing this one."""
        other = Conversation.__new__(Conversation)
        other.__dict__.update(self.__dict__)
        other.step = self.step.copy()
        other._heard = {seat: set(heard) for seat, heard in self._heard.items()}
        other.deals = [*self.deals[:-1], *(each.copy() for each in self.deals[-1:])]
        return other

    def player(self, seat: Seat) -> int:
        """Return the player in a seat."""
        return (self.me or 0) if self.own else seat

    # The commands that may come next

    def expected(self, seat: Seat) -> tuple[str, ...]:
        """Return the commands that may go to a seat now, in order.

        After a failure, seats may still get commands that could have been sent before it, unless it
        was the answer to a question, which the arbiter will have read.
        """
        failed = self.failure
        if failed is not None and (failed.command in ASKING or failed.seat == seat):
            return ()
        return self.step.expected(seat)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        ended = self.step.name == "play" and self.step.complete
        return (ended and self.played_out) or self.step.name == OVER

    @property
    def played_out(self) -> bool:
        """Whether all cards of all deals have been played."""
        return self.state.phase == "over" and self.rules.next_round(self.state) is None

    def unannounced(self, seat: Seat) -> list[int]:
        """Return the players whose declarations have not been sent to a seat yet."""
        heard = self._heard.get(seat, set())
        return [player for player in range(self.rules.players) if player not in heard]

    # The next step

    def advance(self) -> None:
        """Begin the next step.

        Raises IllegalAction if an action announced in this step cannot be played.
        """
        name = self.step.name
        if name != "gen_move":
            self.card = self._announced = None
        match name:
            case "set_deck":
                self._begin_step("set_players")
            case "set_players":
                self._begin_step("set_game")
            case "set_game":
                self._begin_game()
            case "set_cards":
                self._begin_bids()
            case "gen_declare":
                self._begin_step("declare")
            case "declare":
                said = {player: str(each) for player, each in self.deal.declarations.items()}
                self._apply(said)
                self._begin_card()
            case "gen_move":
                self._begin_step("play")
            case _:
                self._begin_card()

    def _begin_step(self, name: str) -> None:
        asks_one = name == "gen_move" and not self.own
        seats = [self.state.turn] if asks_one else self.seats
        self.step = Step(name, seats, self.rules.players if name == "declare" else 1)
        self._heard = {}

    def _begin_game(self) -> None:
        set_up = Record(
            view=self.me if self.own else None,
            deck=self.deck or Deck(),
            seats=self.players or 4,
            plan=self.plan or (),
        )
        for _, breach in setup_breaches(set_up):
            raise breach
        self.rules = PlanowanieRules(set_up.deck, set_up.seats, set_up.plan)
        self._begin_deal(self.rules.initial_state())

    def _begin_deal(self, state: State | None) -> None:
        if state is None:
            self.step = Step(OVER, ())
            return
        self.state = state
        self.deals.append(OpenDeal(state, {each: [] for each in range(self.rules.players)}))
        self._begin_step("set_cards")

    def _begin_bids(self) -> None:
        count = self.rules.plan[self.state.number].cards
        unknown = (self.rules.deck.hidden,) * count
        hands = [self.deal.hands.get(each, unknown) for each in range(self.rules.players)]
        dealt = deal_action(hands)
        self.rules.verify(self.state, CHANCE, dealt)
        self._apply({CHANCE: dealt})
        self._begin_step("gen_declare")

    def _begin_card(self) -> None:
        if self.state.phase != "play":
            self._begin_deal(self.rules.next_round(self.state))
        else:
            asks = not self.own or self.state.turn == self.me
            self._begin_step("gen_move" if asks else "play")

    def _apply(self, actions: dict[int, str]) -> None:
        self.state = self.deal.state = self.rules.apply(self.state, actions).state

    @property
    def deal(self) -> OpenDeal:
        """The current deal."""
        return self.deals[-1]

    @property
    def is_unannounced(self) -> bool:
        """Whether this step's card has not been announced yet."""
        return self._announced is None

    @property
    def asked_in(self) -> State:
        """The state before the card that the current question or announcement is about."""
        return self.state if self._announced is None else self._before

    # Commands

    def sent(self, seat: Seat, command: Command) -> None:
        """Process an expected command to a seat, whether or not its content is right."""
        arguments = command.arguments
        self.step.sent(seat, command.name)
        match command.name:
            case "time_left":
                self.deal.clocks[self.player(seat)].append(int(arguments[0]))
            case "set_deck":
                self.deck = Deck(*arguments)
            case "set_players":
                self.players = int(arguments[0])
                self.me = int(arguments[1]) if self.own else None
            case "set_game":
                self.plan = plan_of(" ".join(arguments))
            case "set_cards":
                self.deal.hands[self.player(seat)] = arguments[1:]
            case "declare":
                player, tricks = int(arguments[0]), int(arguments[1])
                self._heard.setdefault(seat, set()).add(player)
                self.deal.declarations.setdefault(player, tricks)
            case "play":
                if self._announced is None:
                    self._announced, self._before = arguments[1], self.state
                    self._apply({self.state.turn: arguments[1]})
            case _:
                if seat not in self.step.timed:
                    self.deal.clocks[self.player(seat)].append(None)

    def answered(self, player: int) -> int | str | None:
        """Return a player's answer to the previous question, or None if unknown."""
        declares = self.step.name == "declare"
        return self.deal.bids.get(player) if declares else self.card

    def announced(self, player: int) -> int | str | None:
        """Return the declaration or card already announced for a player in this step, or None."""
        return (
            self.deal.declarations.get(player) if self.step.name == "declare" else self._announced
        )

    # Replies

    def replied(self, seat: Seat, name: str, reply: Reply) -> Failure | None:
        """Process a seat's reply to a command; return the failure if it ends the game.

        A decision is checked by the rules. Refusing anything else has no consequences.
        """
        if reply.kind == "malformed":
            return self._failed(Failure(seat, name, "malformed", reply.why, reply.text))
        if name not in ASKING:
            return None
        if reply.kind == "refused":
            why = reply.text or "no reason is given"
            return self._failed(Failure(seat, name, "refused", why, reply.text))
        player, word = self.player(seat), decision(name, reply.text)
        try:
            self.rules.verify(self.state, player, word)
        except IllegalAction as breach:
            # a reply this long is longer than any action, so shortening it cannot make it legal
            quoted = {player: f"{word[:QUOTED]}…"} if len(word) > QUOTED else {player: word}
            why = str(first_breach(self.rules, self.state, quoted) or breach)
            return self._failed(Failure(seat, name, "invalid", why, reply.text))
        if name == "gen_declare":
            self.deal.bids[player] = int(word)
        else:
            self.card = word
        return None

    def silent(self, seat: Seat, name: str, reason: Reason, why: str = "") -> Failure:
        """Record that a seat does not reply to a command."""
        return self._failed(Failure(seat, name, reason, why))

    def _failed(self, failure: Failure) -> Failure:
        # the first one ends the game
        self.failure = self.failure or failure
        return failure

    # The end

    def result(self) -> Result:
        """Return how the game ended, if no more commands follow."""
        totals = self.state.totals if self.deals else None
        if self.failure is None:
            return Result(end="complete" if self.over else "stopped", totals=totals)
        return Result(
            end="fault",
            totals=totals,
            player=self.player(self.failure.seat),
            reason=self.failure.reason,
            command=self.failure.command,
            reply=self.failure.reply,
        )
