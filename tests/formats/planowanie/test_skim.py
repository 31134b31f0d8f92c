"""Lines of Planowanie that cannot be skipped, and decks too large for the compiled engine."""

import io
from random import Random

from kifu.formats.interface.catalog import notation
from kifu.formats.interface.notation import Counts
from kifu.formats.planowanie.skim import skim
from kifu.replayer.planowanie.generate import play
from kifu.replayer.planowanie.record import Deck, Planned
from kifu.replayer.planowanie.rules import PlanowanieRules
from kifu.validation.outcomes import skimmed

from ...loops import all_of


def line(deck: Deck, *plan: Planned) -> str:
    """Return a game for three players on one line."""
    write = notation("planowanie/json").compact
    assert write is not None
    return write(play(PlanowanieRules(deck, 3, plan), Random(1)))


SOUND = line(Deck(), Planned(2, 0), Planned(3, 1)).strip()
REFUSED = {
    "a space": SOUND.replace(":", ": ", 1),
    "another version": SOUND.replace('"version":1', '"version":2'),
    "a space in the deck": SOUND.replace('"23456789TJQKA"', '"23456789TJQK A"'),
    "a duplicate rank": SOUND.replace('"23456789TJQKA"', '"23456789TJQKAA"'),
    "a missing name": SOUND.replace('"deck"', '"players":["a","b"],"deck"'),
    "a view": SOUND.replace('"deck"', '"view":0,"deck"'),
    "one player": SOUND.replace('"seats":3', '"seats":1'),
    "more cards than a machine word has bits": SOUND.replace("[[2,0]", "[[800000000,0]"),
    "a nonexistent leader": SOUND.replace("[[2,0]", "[[2,3]"),
    "a deal that was not played": SOUND.replace("[3,1]]", "[3,1],[1,0]]"),
    "no result": SOUND[: SOUND.index(',"result"')] + "}",
    "a missing end": SOUND[:-1],
    "more text after it": SOUND + "}",
}


@all_of("text", REFUSED.values())
def test_it_does_not_vouch_for_what_it_does_not_know(text: str) -> None:
    good = (SOUND + "\n").encode()
    assert skim(good, 0)[:2] == (len(good), 1)
    assert skim((text + "\n").encode() + good, 0)[:2] == (0, 0)


def test_decks_of_any_size_in_one_file() -> None:
    """Decks with more cards than a mask has bits are read without findings."""
    ranks = "".join(map(chr, range(ord("A"), ord("A") + 22)))
    decks = [Deck(), Deck("?K2", "?D"), Deck(ranks, "cd"), Deck(ranks, "cde"), Deck(ranks, "cdef")]
    lines = [line(deck, Planned(2, 0)) for deck in decks * 2]
    found = list(skimmed(io.BytesIO("".join(lines).encode()), "a.jsonl"))
    counts = [each if isinstance(each, Counts) else each.counts for each in found]
    assert all(isinstance(each, Counts) or not each.findings for each in found)
    assert sum(each.records for each in counts if each is not None) == len(lines)
    # Of every five lines, the first three are skimmed together.
    assert [isinstance(each, Counts) for each in found] == [True, False, False] * 2
