"""Everything that can be wrong with a Mighty record, deal by deal.

What a deal does not say is inferred where it can be. The deal is then replayed up to the first
action that breaks a rule; as far as it goes, marks are compared with the play, and if it is sound,
so is its result, and what should follow from the deal before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ...findings import Finding
from ..check import check_variations
from ..game import Checked
from ..place import Place
from ..replay import RoundReplay, Step, walk
from ..view import seen
from . import codes
from .continuity import Played, follows, with_dealer_meant
from .inference.agreement import certain
from .inference.assumptions import LOOK_BACK, Before, before_of, place_of_play
from .inference.gaps import Understood, all_understood
from .inference.interpretations import best_lines
from .marks import check_marks, wrong_lead
from .outcome import check_result
from .record import Deal, Record
from .rules.mighty import MightyRules
from .rules.state import State
from .view import deal_view
from .well_formed import misshapen


def check(record: Record) -> Checked[State]:
    """Everything wrong with a record."""
    ends: list[State | None] = []
    return Checked(list(_check(record, ends)), ends)


def _check(record: Record, ends: list[State | None]) -> Iterator[Finding]:
    rules, earlier = MightyRules(record.rules), list[Deal]()
    before: Played | None = None
    sound = as_seen = True
    for number, meant in enumerate(all_understood(record), start=1):
        place = Place(number, "deals")
        played = with_dealer_meant(rules.options, before, meant.deal)
        now, steps, found = _replay(rules, played, before_of(earlier[-LOOK_BACK - 1 :]), place)
        yield from found
        yield from follows(before, meant.deal, place)
        if record.view is None:
            yield from _gaps(meant, place)
        before, sound = now, sound and not found
        ends.append(now.end)
        if sound and record.view is not None:
            bare = replace(record.deals[number - 1], variations=())
            as_seen = as_seen and bare == deal_view(bare, seen(steps, record.view), record.view)
        earlier.append(meant.deal)
    if record.view is not None and sound and not as_seen:
        why = f"a view of player {record.view} holds more (or less) than that player was shown"
        yield Finding(rule=codes.VIEW_KNOWS_TOO_MUCH, message=why, pointer="/view")


def _replay(
    rules: MightyRules, deal: Deal, before: Before, place: Place
) -> tuple[Played, Sequence[Step[State]], list[Finding]]:
    """Replay a deal: what came of it, its steps, and what is wrong with it."""
    wrong = misshapen(deal)
    if wrong is not None:
        field, breach = wrong
        return Played(deal), (), [place.finding(breach.rule, str(breach), field)]
    lines = best_lines(rules, deal, before)
    replayed = {assumed: tuple(walk(rules, each)) for assumed, each in lines.items()}
    found = certain(
        [(assumed, list(_wrong(rules, deal, each, place))) for assumed, each in replayed.items()]
    )
    main = RoundReplay(place.number, next(iter(replayed.values())))
    last = main.steps[-1]
    played = Played(deal, last.state, rules.next_round(last.state)) if last.over else Played(deal)
    found += check_variations(rules, main, deal.variations, place.pointer())
    return played, main.steps, found


def _wrong(
    rules: MightyRules, deal: Deal, steps: Sequence[Step[State]], place: Place
) -> Iterator[Finding]:
    """What is wrong with a deal, as it is replayed."""
    last, sound = steps[-1], True
    for each in check_marks(deal, steps, place):
        yield each
        sound = False
    if last.breach is not None:
        if wrong_lead(deal, last.state) is None:
            yield _breach_finding(deal, last, place)
        return
    for each in _beyond(deal, steps, place):
        yield each
        sound = False
    if sound or last.over:
        yield from check_result(rules.options, deal, last.state, place)


def _gaps(meant: Understood, place: Place) -> Iterator[Finding]:
    if meant.gaps:
        why = f"not written down, and not to be inferred: {', '.join(meant.gaps)}"
        yield place.finding(codes.GAP, why)


# Where a broken rule stands


def _breach_finding(deal: Deal, step: Step[State], place: Place) -> Finding:
    """An action that breaks a rule."""
    breach, state = step.breach, step.state
    assert breach is not None
    (player,) = step.actions or (state.turn,)
    field = _field(deal, state, breach.offset)
    return place.finding(breach.rule, str(breach), field, ply=step.ply, player=player)


def _field(deal: Deal, state: State, offset: int | None) -> str:
    match state.phase:
        case "auction":
            return f"/bids/{len(state.bids)}"
        case "exchange":
            return "/discard" if offset is None else f"/discard/{offset}"
        case "contract" | "friend":
            return f"/{state.phase}"
        case _:
            found = place_of_play(deal, state)
            return "/tricks" if found is None else f"/tricks/{found[0]}/cards/{found[1]}"


def _beyond(deal: Deal, steps: Sequence[Step[State]], place: Place) -> Iterator[Finding]:
    """What is recorded behind the end of the replay, which broke no rule."""
    state = steps[-1].state
    tricks = () if state.outcome is None else state.outcome.tricks
    bids = sum(step.state.phase == "auction" and step.transition is not None for step in steps)
    fields = [
        ("/discard", deal.discard is not None),
        ("/contract", deal.contract is not None),
        ("/friend", deal.friend is not None),
        ("/tricks/0", bool(deal.tricks)),
    ]
    later = [field for field, there in fields if there]
    said, begun = deal.bids or (), bool(later) or deal.president is not None
    if bids < len(said):
        why = f"the auction is over after call {bids}, but it goes on"
        yield place.finding(codes.AUCTION_GOES_ON, why, f"/bids/{bids}", ply=bids + 1)
    elif state.phase == "auction" and begun and deal.bids is not None:
        why = f"the deal goes on, but the auction is not over: P{state.turn} is to speak"
        field = f"/bids/{bids - 1}" if bids else "/bids"
        yield place.finding(codes.AUCTION_NOT_FINISHED, why, field, player=state.turn)
    elif state.outcome is not None and state.outcome.end == "thrown-in" and later:
        why = "the deal was thrown in, but it goes on"
        yield place.finding(codes.GOES_ON_AFTER_END, why, later[0])
    elif tricks and len(deal.tricks) > len(tricks):
        why = "the deal is over after ten tricks, but it goes on"
        yield place.finding(codes.GOES_ON_AFTER_END, why, f"/tricks/{len(tricks)}")
