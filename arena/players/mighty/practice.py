"""Contract practice: plans of what a hand could bid, bury and name, with estimates.

Source: the paper, IV.2.1 and IV.2.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ....replayer.mighty.cards import HIDDEN, HIDDEN_KITTY, SEATS, Cards, in_order, known, symbol
from ....replayer.mighty.engine.engine import Engine
from ....replayer.mighty.engine.numbers import ALONE, FRIENDS
from ....replayer.mighty.engine.phases import AUCTION, EXCHANGE
from ....replayer.mighty.rules.auction import PASS, contract_of, highest
from ....replayer.mighty.rules.exchange import bury_action
from ....replayer.mighty.rules.mighty import MightyRules
from ....replayer.mighty.rules.state import Contract, State
from ....replayer.rules import Action
from ..estimates import Estimate, estimates
from ..limit import Limit
from ..match import Seat
from ..player import Seen
from .hands import worth
from .strategy import burials, buried, friends

_CHOICES = (1, 6, 3, 2)
"""How many choices to try for each of trump, points and friend, by the number left open."""


class Given(Struct, frozen=True):
    """The given parts of a plan: three cards to bury, a trump, points, and how to name a friend.

    Parts that are None are left to be proposed.
    """

    discards: Sequence[str] | None = None
    trump: str | None = None
    points: int | None = None
    friend: Action | None = None

    def allows(self, contract: Contract) -> bool:
        """Return whether a contract has the given trump and points."""
        return self.trump in (None, contract.trump) and self.points in (None, contract.points)


class Plan(Struct, frozen=True):
    """A way for a seat to become president, and its decisions before play begins.

    `line` holds the actions of all seats, starting from the given state; the other seats pass.
    Before the kitty is seen, the line ends before the exchange; `discards` is then empty, and
    `contract` and `friend` are None, unless they were given.
    """

    bid: str | None
    discards: Cards
    contract: str | None
    friend: Action | None
    line: tuple[Action, ...]
    estimate: Estimate


def plans(
    seen: Seen, seat: int, given: Given, *, kitty: bool, limit: Limit, seed: int | str
) -> list[Plan]:
    """Return plans for a seat to become president, best first.

    `seen` is a deal before play begins. Cards that the seat was not shown are ignored, except for
    the kitty if `kitty` is true: it is then known before the bid. Given parts are kept, even if
    others would be better; for the rest, the most promising choices are tried.

    Raises IllegalAction (a ValueError) if a rule forbids a given part, and ValueError if the seat
    cannot become president, or if its hand or the kitty is not known.
    """
    own = _shown(seen, seat, kitty)
    if not isinstance(own.rules, MightyRules):
        raise ValueError("contracts can be proposed only in Mighty")
    made = _drafts(_Draft(own.rules, own.state), seat, given)
    drafts = list({draft.whole: draft for draft in made}.values())
    found = estimates(own, [draft.whole for draft in drafts], limit, seed)
    proposed = [draft.plan(each) for draft, each in zip(drafts, found, strict=True)]
    return sorted(proposed, key=lambda plan: plan.estimate.mean, reverse=True)


def _shown(seen: Seen, seat: int, kitty: bool) -> Seen:
    """Return what a seat was shown of a deal, with the kitty if `kitty` is true."""
    state = seen.state
    if state.phase not in ("auction", "exchange", "contract", "friend"):
        when = "the cards are not dealt yet" if state.phase == "deal" else "the play has begun"
        raise ValueError(f"{when}: there is no contract to propose")
    if seat not in SEATS:
        raise ValueError(f"there is no player {seat}: players are 0 to 4")
    if HIDDEN in state.dealt[seat]:
        raise ValueError(f"the hand of P{seat} is not known")
    follower = Seat(seen.game, seen.record, seat, sees_all=False)
    follower.begin(seen.steps[0].state)
    follower.follow(seen.steps[:-1])
    own = follower.seen(seen.steps[-1].node)
    *before, last = own.steps
    if kitty and HIDDEN in own.state.kitty:
        if HIDDEN in state.kitty:
            raise ValueError("the kitty is not known")
        last = replace(last, state=own.state.knowing(kitty=state.kitty))
    return replace(own, rounds=[*seen.rounds[:-1], [*before, last]])


class _Draft(Struct, frozen=True):
    """An unfinished plan: the state that it leads to, and the line leading there.

    In the line, None stands for an exchange to be decided when the kitty is seen.
    """

    rules: MightyRules
    state: State
    whole: tuple[Action | None, ...] = ()

    @property
    def engine(self) -> Engine:
        """The engine of the deal."""
        assert self.state.engine is not None
        return self.state.engine

    def after(self, action: Action) -> _Draft:
        """Return the draft with another action. Raises IllegalAction if it is not legal."""
        turn = self.state.turn
        self.rules.verify(self.state, turn, action)
        state = self.rules.apply(self.state, {turn: action}).state
        return replace(self, state=state, whole=(*self.whole, action))

    def plan(self, estimate: Estimate) -> Plan:
        """Return the finished plan with its estimate."""
        bid, state = highest(self.state.bids), self.state
        line = self.whole[: self.whole.index(None)] if None in self.whole else self.whole
        return Plan(
            bid=None if bid is None else str(bid[1]),
            discards=known(state.discard),
            contract=str(state.contract) if state.phase in ("friend", "play") else None,
            friend=state.friend,
            line=tuple(each for each in line if each is not None),
            estimate=estimate,
        )


def _drafts(start: _Draft, seat: int, given: Given) -> Iterator[_Draft]:
    """Yield drafts for a seat that knows its hand, and perhaps the kitty."""
    unseen = start.engine.kitty_hidden > 0 and given.friend is None
    left_open = (given.trump, given.points, given.friend).count(None) - unseen
    for draft, target in _targets(start, seat, given, _CHOICES[left_open]):
        if draft.state.hides(seat):
            yield _left_open(draft, seat, target, given)
        else:
            yield from _decided(draft, target, given, _CHOICES[left_open])


# The auction


def _targets(
    start: _Draft, seat: int, given: Given, choices: int
) -> Iterator[tuple[_Draft, Contract]]:
    """Yield drafts after the auction, each with its target, the contract that was bid."""
    if start.state.phase == "auction" and start.engine.auction.is_out(seat):
        start.rules.verify(start.state, seat, PASS)
    draft = _others_pass(start, seat)
    if draft.state.phase == "auction":
        for target in _contracts(draft, seat, given, choices):
            yield _others_pass(draft.after(str(target)), seat), target
        return
    if draft.state.president != seat:
        raise ValueError(f"P{seat} does not become the president if all others pass")
    settled = draft.state.contract if draft.state.phase == "friend" else None
    if settled is None:
        yield from ((draft, each) for each in _contracts(draft, seat, given, choices))
    elif given.allows(settled):
        yield draft, settled
    else:
        raise ValueError(f"the contract is already {_named(settled)}")


def _others_pass(draft: _Draft, seat: int) -> _Draft:
    """Return the draft with passes added until it is the seat's turn or the auction is over."""
    while draft.state.phase == "auction" and draft.state.turn != seat:
        draft = draft.after(PASS)
    return draft


def _contracts(draft: _Draft, seat: int, given: Given, choices: int) -> Iterator[Contract]:
    """Yield the most promising legal bids, or contracts that the president may name after the bid.

    They have the best trumps, and points close to the hand's worth with that trump.
    """
    at = draft
    if draft.state.phase == "exchange":
        # The legal contracts do not depend on the buried cards.
        at = draft.after(draft.rules.legal_actions(draft.state, seat)[0])
    words = map(contract_of, at.rules.legal_actions(at.state, seat))
    legal = [each for each in words if each is not None and given.allows(each)]
    trumps = dict.fromkeys(each.trump for each in legal)
    worths = {trump: _worth(draft.engine, seat, trump) for trump in trumps}
    for trump in sorted(trumps, key=worths.__getitem__, reverse=True)[:choices]:
        own = [each for each in legal if each.trump == trump]
        own.sort(key=lambda each: abs((each.points or 0) - int(worths[trump])))
        yield from own[:choices]
    if not legal:
        raise _forbidden(at, given)


def _forbidden(draft: _Draft, given: Given) -> ValueError:
    """Return why no contract with the given parts is legal."""
    state = draft.state
    high = Contract(draft.rules.options.bid_max, "N") if state.contract is None else state.contract
    points = high.points if given.points is None else given.points
    word = f"{points}{high.trump if given.trump is None else given.trump}"
    try:
        draft.rules.verify(state, state.turn, word)
    except ValueError as breach:
        return breach
    return ValueError(f"there is no contract such as {word}")


def _worth(engine: Engine, seat: int, trump: str) -> float:
    """Return what a seat's hand is worth with a trump, after the exchange if the kitty is known."""
    towards = _towards(engine, seat, Contract(0, trump))
    may_bury = towards.phase == EXCHANGE and not towards.hidden[seat]
    kept = towards.hands[seat] & ~buried(towards) if may_bury else towards.hands[seat]
    return worth(kept, towards.trump)


def _towards(engine: Engine, seat: int, contract: Contract) -> Engine:
    """Return the deal as if the seat were president with this contract."""
    towards = engine.copy()
    if towards.phase == AUCTION:
        towards.take_kitty(seat, *contract.numbers)
    else:
        towards.set_contract(*contract.numbers)
    return towards


def _named(contract: Contract) -> str:
    return f"{contract.points}{symbol(contract.trump)}"


# The decisions of the president


def _left_open(draft: _Draft, seat: int, target: Contract, given: Given) -> _Draft:
    """Return a draft for a seat that has not seen the kitty, with only the given decisions."""
    if given == Given():
        return draft
    if given.discards is None:
        hidden = draft.after(bury_action(HIDDEN_KITTY))
        draft = replace(hidden, whole=(*draft.whole, None))
    else:
        for card in given.discards:
            if card not in draft.state.dealt[seat]:
                raise ValueError(f"P{seat} does not hold {symbol(card)} before seeing the kitty")
        draft = draft.after(bury_action(tuple(given.discards)))
    if (given.trump, given.points, given.friend) != (None, None, None):
        draft = draft.after(str(target))
    return draft if given.friend is None else draft.after(given.friend)


def _decided(draft: _Draft, target: Contract, given: Given, choices: int) -> Iterator[_Draft]:
    """Yield drafts for a seat that has seen the kitty, up to the start of play."""
    for exchanged in _exchanged(draft, target, given, choices):
        at_contract = exchanged.state.phase == "contract"
        settled = exchanged.after(str(target)) if at_contract else exchanged
        named = [given.friend] if given.friend is not None else _friends(settled)[:choices]
        yield from map(settled.after, named)


def _exchanged(draft: _Draft, target: Contract, given: Given, choices: int) -> Iterator[_Draft]:
    """Yield drafts after the exchange: several only if nothing else is left open."""
    if draft.state.phase != "exchange":
        if given.discards is not None and in_order(given.discards) != in_order(draft.state.discard):
            raise ValueError("other cards have already been buried")
        yield draft
    elif given.discards is not None:
        yield draft.after(bury_action(tuple(given.discards)))
    else:
        found = burials(_towards(draft.engine, draft.state.turn, target))
        yield from map(draft.after, found[: _CHOICES[1] if choices == 1 else 1])


def _friends(draft: _Draft) -> list[Action]:
    """Return the most promising ways to name a friend, best first, with playing alone last."""
    engine, legal = draft.engine, draft.rules.legal_actions(draft.state, draft.state.turn)
    cards = [FRIENDS[each] for each in friends(engine)[: _CHOICES[1] - 1]]
    return [*cards, FRIENDS[ALONE]] if FRIENDS[ALONE] in legal else cards
