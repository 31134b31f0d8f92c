"""Everything that can be wrong with a Mighty record, deal by deal.

First, anything that the record of a deal leaves out is inferred. The deal is then replayed up to
the first action that breaks a rule, and its marks are compared with the play up to there. If the
play is sound, the result is also compared with it. The dealer and the totals are compared with the
previous deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from ....findings import Finding
from ...check import Place, check_variations, first_impossible
from ...game import Checked
from ...hypotheses import likeliest
from ...replay.replayed import Replayed
from ...replay.round import RoundReplay, Step, seen
from ...times import check_times
from .. import codes
from ..beliefs import belief
from ..cards import CALL, HIDDEN, SEATS, symbol
from ..inference.interpretations import Assumption
from ..inference.meaning import Meaning, meanings
from ..inference.partial import PartialRules
from ..options import Options
from ..record import Deal, Record
from ..rules.auction import MISDEAL
from ..rules.exchange import possible_contracts
from ..rules.state import State
from ..view import unlike_view
from .continuity import due_dealer, follows, played, with_due_dealer
from .marks import check_behind, check_marks, wrong_lead
from .meant import of_auction, of_deal, wrong_in_hand
from .reading import Slip, legible_tricks
from .recorded import field_of, replay
from .result import check_result

FEWEST_CARDS = 5
"""With this many known cards, two deals do not coincide by chance."""


def check(record: Record) -> Checked[State]:
    """Return everything wrong with a record."""
    findings = list(check_times(record.start_time, record.end_time))
    ends, deals = list[State | None](), list[Deal]()
    rules, before = PartialRules(record.rules), None
    sound, unlike = True, ""
    if record.view not in (None, *SEATS):
        why = f"{record.view} is not a player: players are 0 to 4"
        findings.append(Finding(rule=codes.PLAYER_OUT_OF_RANGE, message=why, pointer="/view"))
        sound = False
    for number, (written, meaning) in enumerate(
        zip(record.deals, meanings(record), strict=True), start=1
    ):
        place = Place(number, "deals")
        deal = with_due_dealer(rules.options, before, meaning.deal)
        slips = _slips(meaning, place)
        known = due_dealer(before, deal) is not None
        replayed, found = _check_deal(replace(meaning, deal=deal), known, place)
        now = played(rules, before, deal, replayed.last.state)
        found = slips + [each for each in found if not _follows(each, slips)]
        jumps = follows(before, written, meaning.readable, deal, place)
        if _is_again(record, number):
            why = f"this repeats deal {number - 1}: the same cards and actions"
            twice = place.finding(codes.DEAL_TWICE, why, fix=place.removal(written))
            found, jumps, now = [twice], [], before
        findings += found
        findings += jumps
        sound = sound and not found
        if record.view is None:
            findings += [] if slips else _gaps(meaning, place)
        elif sound and not unlike:
            bare = replace(written, variations=())
            how = unlike_view(bare, seen(replayed.steps, record.view), record.view)
            unlike = how and f"deal {number} is not what P{record.view} saw of it: {how}"
        before = now
        ends.append(None if meaning.malformed or now is None else now.end)
        deals.append(meaning.completed)
    if sound and unlike:
        findings.append(Finding(rule=codes.VIEW_KNOWS_TOO_MUCH, message=unlike, pointer="/view"))
    return Checked(findings, ends, replace(record, deals=tuple(deals)))


def _is_again(record: Record, number: int) -> bool:
    """Return whether a deal (numbered from 1) repeats the previous one."""
    deal = record.deals[number - 1]
    return number > 1 and deal == record.deals[number - 2] and _shows_cards(deal)


def _shows_cards(deal: Deal) -> bool:
    """Return whether enough cards of a deal are known to tell it from others."""
    played = (card for trick in deal.tricks for card in trick.played)
    dealt = (card for hand in deal.hands or () for card in hand if card != HIDDEN)
    return len({*played, *dealt}) >= FEWEST_CARDS


def _check_deal(
    meaning: Meaning, dealer_known: bool, place: Place
) -> tuple[Replayed[State], list[Finding]]:
    """Replay a deal, and return the findings under the meaning that leaves the fewest."""
    deal, judge = meaning.deal, partial(_replayed, deal=meaning.deal, place=place)
    as_written, found = judge(meaning)
    replayed = as_written
    if _stops_in_auction(replayed):
        others = [
            (each, judge(each.meant)) for each in of_auction(meaning, found, dealer_known, place)
        ]
        past = [(now, each.as_written(left)) for each, (now, left) in others]
        past = [each for each in past if not _stops_in_auction(each[0])]
        replayed, found = min(past, key=lambda each: len(each[1]), default=(replayed, found))
    elif _is_explained_otherwise(meaning, replayed, found):
        hypotheses = of_deal(meaning, found, place)
        replayed, found, _ = likeliest((replayed, found), hypotheses, judge, _is_over)
    if replayed is as_written and not meaning.assumptions:
        found = [*found, *_behind(meaning.rules, deal, replayed, found, place)]
    if deal.variations and deal.says_all:
        # If something is left out, a variation may depend on it, so it cannot be judged.
        main, of_hands = RoundReplay(place.number, as_written.steps), [codes.CARD_NOT_IN_HAND]
        variations, broken = deal.variations, bool(found)
        found += check_variations(meaning.rules, main, variations, place, of_hands, broken)
    return replayed, found


def _is_explained_otherwise(
    meaning: Meaning, replayed: Replayed[State], found: Sequence[Finding]
) -> bool:
    """Return whether one slip may explain several errors, or an error that stops the replay.

    Deals with words that are not cards are not explained, since too much is then unknown.
    """
    is_clear = bool(found) and not (meaning.malformed or meaning.misspelt)
    lead = wrong_lead(meaning.deal, replayed.last.state)
    several = len(found) > 1 or lead is not None
    return is_clear and (several or any(True for _ in wrong_in_hand(meaning.deal)))


def _stops_in_auction(replayed: Replayed[State]) -> bool:
    return replayed.last.breach is not None and replayed.last.state.phase == "auction"


def _is_over(replayed: Replayed[State]) -> bool:
    return replayed.last.state.outcome is not None


def _replayed(meaning: Meaning, deal: Deal, place: Place) -> tuple[Replayed[State], list[Finding]]:
    """Return the replay of a `deal` under one meaning, and the findings about it."""
    rules, meant = meaning.rules, meaning.deal
    replays = {each: replay(rules, one) for each, one in meaning.rounds(meant).items()}
    found = _agreed(
        [
            (each, _forgotten(each, place) + _wrong(rules, meant, replayed, place))
            for each, replayed in replays.items()
        ]
    )
    # An auction that is ignored still counts.
    passed = len(deal.bids or ()) - len(meant.bids or ())
    found = [each if each.ply is None else each.but(ply=each.ply + passed) for each in found]
    return next(iter(replays.values())), found


def _agreed(found: Sequence[tuple[Assumption, list[Finding]]]) -> list[Finding]:
    """Return the findings that all interpretations share, given those under each assumption.

    If every assumption leaves errors, and they share no error, this is one slip of an unknown kind:
    the error in the earliest trick is reported, with its assumption.
    """
    keys = [{(each.code, each.pointer) for each in wrong} for _, wrong in found]
    common = keys[0].intersection(*keys[1:])
    if common or not all(keys):
        return [each for each in found[0][1] if (each.code, each.pointer) in common]
    assumed, (first, *_) = min(found, key=lambda each: _trick(each[1][0]))
    conditions = list[str]()
    if len({each.president for each, _ in found}) > 1:
        conditions.append(f"P{assumed.president} is the president")
    if len({each.trump for each, _ in found}) > 1:
        conditions.append(f"{symbol(assumed.trump)} is trump")
    why = first.message
    if conditions:
        why = f"if {' and '.join(conditions)}: {why}; otherwise, something else is wrong"
    return [first.but(message=why, fix=None)]


def _trick(finding: Finding) -> int:
    """Return the number of the trick that a finding is about, or 0 if it is not about a trick."""
    found = re.search("/tricks/([0-9]+)/", finding.pointer or "")
    return 0 if found is None else int(found[1]) + 1


def _wrong(
    rules: PartialRules, deal: Deal, replayed: Replayed[State], place: Place
) -> list[Finding]:
    """Return the findings about a deal, given its replay."""
    last, breach = replayed.last.state, replayed.last.breach
    contract = list(_check_contract(rules.options, deal, place))
    found = [*check_marks(deal, last, breach is not None, place), *contract]
    if breach is None:
        found += [*_beyond(deal, last, place), *_check_misdeal(rules, deal, last, place)]
        if not found or (last.outcome is not None and not contract):
            found += check_result(rules, deal, last, place)
        found = found or list(_check_belief(rules, deal, replayed, place))
    elif wrong_lead(deal, last) is None and not _is_unread(deal, last):
        found.append(_breach_finding(deal, replayed.last, place))
    return found


def _is_unread(deal: Deal, last: State) -> bool:
    """Return whether the current trick is not legible; its words are reported anyway."""
    return last.phase == "play" and last.number > legible_tricks(deal)


def _behind(
    rules: PartialRules,
    deal: Deal,
    replayed: Replayed[State],
    found: Sequence[Finding],
    place: Place,
) -> Iterator[Finding]:
    """Yield the contradictions after the play that breaks a rule, in the tricks and the result.

    A wrong mark before that play, or a wrong contract, may explain them just as well.
    """
    state = replayed.last.state
    explaining = (codes.WRONG_LEAD, codes.WRONG_WINNER, codes.ILLEGAL_CHANGE)
    explained = any(each.rule in explaining for each in found)
    if replayed.last.breach is not None and state.phase == "play" and not explained:
        if state.contract is not None:
            number = state.number - 1
            yield from check_behind(rules.options, state.contract.trump, deal, number, place)
        yield from check_result(rules, replace(deal, tricks=()), state, place)


def _slips(meaning: Meaning, place: Place) -> list[Finding]:
    """Return the errors in a deal that do not depend on its meaning."""
    found = list[Finding]()
    for slip in (*meaning.misspelt, *meaning.malformed):
        each = _slip(slip, place)
        found += [] if _follows(each, found) else [each]
    return found


def _slip(slip: Slip, place: Place) -> Finding:
    field, breach = slip.field, slip.breach
    found = place.finding(breach.rule, str(breach), field, fix=place.mended(field, breach))
    if breach.rule is not codes.SUIT_NOT_ALLOWED:
        return found
    play = str(slip.instead[field])
    fix = place.fix(f"write {symbol(play)}", field, play, safe=False)
    return found.but(player=int(field.rpartition("/")[2]), fix=fix)


def _follows(finding: Finding, spelling: Sequence[Finding]) -> bool:
    """Return whether a finding is only a consequence of words that are not cards.

    Two cards may have been written as one, and a friend named by an unreadable card may be anyone.
    """
    if finding.rule not in (codes.WRONG_SIZE, codes.WRONG_ROLE):
        return False
    where = (finding.pointer or "").removesuffix("_player")
    return any((each.pointer or "").startswith(where) for each in spelling)


def _check_contract(options: Options, deal: Deal, place: Place) -> Iterator[Finding]:
    """Check that an auction could lead to the contract; a recorded auction is checked by replay."""
    points, trump = deal.points, deal.trump
    possible = set[int | None]()
    if points is not None and deal.bids is None:
        all_contracts = possible_contracts(options)
        possible = {each.points for each in all_contracts if trump in (None, each.trump)}
    if possible and points not in possible:
        of = "" if trump is None else f" of {symbol(trump)}"
        numbers = sorted(each or 0 for each in possible)
        why = f"a contract{of} has {numbers[0]} to {numbers[-1]} points, not {points}"
        yield place.finding(codes.ILLEGAL_CHANGE, why, "/contract")


def _forgotten(assumption: Assumption, place: Place) -> list[Finding]:
    """Return a finding for the mark of a joker call that is missing under an assumption."""
    if assumption.called is None:
        return []
    number, seat, card = assumption.called
    field, called = f"/tricks/{number}/cards/{seat}", card + CALL
    why = f"the next plays show that {symbol(card)} calls the joker here: write {symbol(called)}"
    fix = place.fix(f"write {symbol(called)}", field, called, safe=False)
    return [place.finding(codes.CALL_MISSING, why, field, player=seat, fix=fix)]


def _check_belief(
    rules: PartialRules, deal: Deal, replayed: Replayed[State], place: Place
) -> Iterator[Finding]:
    """Check that at least one deal agrees with what was seen."""
    state, engine, found = replayed.last.state, replayed.last.state.engine, None
    if engine is not None and engine.hides and (state.contract or not engine.tricks):
        found = first_impossible(replayed.steps, partial(belief, rules.options))
    if found is not None:
        step, left = found
        yield place.finding(
            codes.NO_DEAL_FITS,
            f"no deal agrees with what is seen up to here: {left.contradiction(symbol)}",
            field_of(deal, step.state),
            ply=step.ply or None,
            player=step.state.turn,
        )


def _gaps(meaning: Meaning, place: Place) -> Iterator[Finding]:
    gaps = ", ".join(meaning.gaps)
    if gaps:
        why = f"neither recorded nor inferable: {gaps}"
        yield place.finding(codes.GAP, why)


# Locating broken rules


def _breach_finding(deal: Deal, step: Step[State], place: Place) -> Finding:
    """Return the finding for an action that breaks a rule."""
    breach, state = step.breach, step.state
    assert breach is not None
    (player,) = step.actions or (state.turn,)
    field = field_of(deal, state)
    if state.phase == "exchange" and breach.offset is not None:
        field += f"/{breach.offset}"
    if breach.meant is not None and state.phase == "auction":
        field += "/1"
    found = place.finding(breach.rule, str(breach), field, ply=step.ply, player=player)
    return found.but(fix=place.mended(field, breach))


def _beyond(deal: Deal, state: State, place: Place) -> Iterator[Finding]:
    """Yield a finding if a replay broke no rule, but more is recorded after its end."""
    outcome, bids = state.outcome, len(state.bids)
    thrown_in = outcome is not None and outcome.end == "thrown-in"
    tricks = 0 if outcome is None else len(outcome.tricks)
    decided = {"/discard": deal.discard, "/contract": deal.contract, "/friend": deal.friend}
    later = [field for field, value in decided.items() if value is not None]
    later += ["/tricks/0"] if deal.tricks else []
    roles = {"/president": deal.president, "/friend_player": deal.friend_player}
    marked = [(field, player) for field, player in roles.items() if player is not None]
    if bids < len(deal.bids or ()):
        why = f"the auction is over after call {bids}, but it goes on"
        yield place.finding(codes.AUCTION_GOES_ON, why, f"/bids/{bids}", ply=bids + 1)
    elif state.phase == "auction" and (later or marked) and deal.bids is not None:
        why = f"the deal goes on, but the auction is not over: P{state.turn} is to bid"
        field = f"/bids/{bids - 1}" if bids else "/bids"
        yield place.finding(codes.AUCTION_NOT_FINISHED, why, field, player=state.turn)
    elif thrown_in and later:
        why = "the deal was thrown in, but it goes on"
        yield place.finding(codes.GOES_ON_AFTER_END, why, later[0])
    elif thrown_in and marked:
        field, player = marked[0]
        role = "president" if field == "/president" else "friend"
        why = f"P{player} is marked as the {role}, but the deal was thrown in"
        yield place.finding(codes.WRONG_ROLE, why, field, player=player)
    elif tricks and len(deal.tricks) > tricks:
        why = "the deal is over after ten tricks, but it goes on"
        yield place.finding(codes.GOES_ON_AFTER_END, why, f"/tricks/{tricks}")


def _check_misdeal(
    rules: PartialRules, deal: Deal, state: State, place: Place
) -> Iterator[Finding]:
    """Check a claim of a misdeal after the auction, replayed up to `state`."""
    if not deal.claims_misdeal or state.engine is None:
        return
    yield from _check_claim(deal, place)
    player = None if deal.ended is None else deal.ended.by
    if player is None or player not in SEATS or state.outcome is not None:
        return  # reported for every game
    worth, reason = state.engine.least_half_points(player), None
    if rules.options.misdeal != "half-point-before-play":
        reason = 3
    elif deal.tricks or (deal.friend is None and _says_how_far(deal)):
        reason = 4
    elif worth > 1 and (player != state.president or deal.discard is not None):
        reason = 2
    if reason is not None:
        said = codes.MISDEAL_NOT_ALLOWED.reasons[reason]
        why = said.format(player=player, worth=f"{worth / 2:g}")
        yield place.finding(codes.MISDEAL_NOT_ALLOWED, why, "/ended", player=player)


def _says_how_far(deal: Deal) -> bool:
    """Return whether a deal without a named friend shows which decision was the last one."""
    return any(each is not None for each in (deal.bids, deal.discard, deal.contract))


def _check_claim(deal: Deal, place: Place) -> Iterator[Finding]:
    """Check the fields of an end that are required for the claim of a misdeal."""
    ended = deal.ended
    assert ended is not None
    for field, written, right in (("how", ended.how, "claim"), ("claim", ended.claim, MISDEAL)):
        if written != right:
            fix = place.fix(f"write {right}", f"/ended/{field}", right, safe=False)
            why = f"a misdeal is claimed: expected {right!r}, found {written!r}"
            where = f"/ended/{field}"
            yield place.finding(codes.MISDEAL_NOT_ALLOWED, why, where, player=ended.by, fix=fix)
    if ended.accepted is False:
        why = "a misdeal that is not accepted does not end the deal"
        where = "/ended/accepted"
        yield place.finding(codes.MISDEAL_NOT_ALLOWED, why, where, player=ended.by)
