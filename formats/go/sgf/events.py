"""Reads games in SGF as events: headers, moves, changes of the position, annotations, variations.

The first child of a node continues its line; the others begin variations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from msgspec import Struct
from msgspec.structs import replace

from ....findings import Finding, Fix
from ....findings.limits import MAX_VALUES
from ....replayer.go import codes as game_codes
from ....replayer.go.points import COLOURS, SETUP
from ....replayer.go.record import DEFAULT_SIZE
from ....replayer.play.annotation import Annotation, Property
from ... import codes as file_codes
from ...events.events import (
    Close,
    Event,
    Header,
    Lost,
    Move,
    Next,
    Open,
    Remark,
    Round,
    Unread,
)
from ...text.place import edit, place
from ...text.text import Text
from .. import codes
from . import values
from .checks import SAFE, UNKNOWN_SIZE, Checks
from .layout import BRANCH, CHARSET, Group, Items
from .notes import annotation, items_of, on_board, root, setting_in, value_span, words_of
from .properties import FIELDS, FORMS, SETUPS, SHAPES, canonical
from .syntax import MOST_IN_NODE, tokens
from .tokens import Closed, Entry, Node, Opened, Slip

GO = "1"
OTHER = "other game"
"""A header that says that a game is not Go."""
UNSURE = "unsure"
"""A header that says that it is unclear which player is to move at a ply."""
SETTINGS = "settings"
"""A part of a round that is lost if a node has a move and sets up stones."""
UNCLEAR = "unclear"
"""A header for the span of a text in which it is unclear which stones are on the board."""
STONES = "stones"
"""A part of a record that is lost with set-up stones: how many there are before the first move."""
SCORE = "score"
"""A part of a record that is lost with set-up stones: the score of the final position."""
POSITION, TURN = "position", "turn"
"""Headers for the position that a game starts from."""
_LOST: dict[str, tuple[Lost, ...]] = {
    codes.MOVE_AND_SETUP.code: ((SETTINGS,),),
    codes.HOLDS_NODES.code: ((SETTINGS,),),
    codes.WRONG_SIZE_FORM.code: (("size",),),
    codes.WRONG_KOMI_FORM.code: (("komi",),),
    codes.WRONG_HANDICAP_FORM.code: (("handicap",),),
}
"""The parts of a record that are unknown if a rule is broken."""
_SHARED = 100
"""How many points a repeated change of the position counts as, since it has to be replayed."""
_TOGETHER = (codes.TWO_MOVES, codes.MOVE_AND_SETUP, codes.REPEATED, codes.MOVE_IN_ROOT)
"""Rules that a node may seem to break because of a slip between two nodes."""


class _Bracket:
    """An open bracket: where its branches begin, and their number so far."""

    def __init__(self, is_variation: bool) -> None:
        self.is_variation = is_variation
        self.branches = 0
        self.outer = False
        """Whether the line around a variation has actions."""
        self.is_cut = False
        """Whether play before the branches is unknown."""
        self.ply = 0
        self.settings: Sequence[Move] = ()
        self.shared = 0
        """How many of these changes of the position come before the branches."""
        self.position = 0
        self.count = [0]
        """The number of nodes since the last move before the branches, and of all nodes up to the
        next move."""
        self.is_refused = False
        """Whether a node after a branch has been reported."""
        self.unclear: int | None = None
        """The offset of the first node that makes it unclear which stones are on the board."""


class _Noded(Struct):
    """A node that is not yet turned into events; `setting` changes the position."""

    node: Node
    setting: Items
    move: Entry | None


class Reader:
    """Reads the games in a text."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.has_game = False
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        self.brackets: list[_Bracket] = []
        self.is_root = True
        self.is_read = True
        """Whether the game is read: it is Go, and not too large."""
        self.size = (DEFAULT_SIZE, DEFAULT_SIZE)
        self.is_old = False
        self.points = 0
        """The number of points in the record, including changes that variations repeat."""
        self.ply = 0
        self.is_cut = False
        """Whether the play up to here is unknown."""
        self.begin_line(False)

    def begin_line(self, is_variation: bool, shared: Sequence[Move] = ()) -> None:
        """Begin the main line or a variation, which repeats some changes of the position."""
        self.is_variation = is_variation
        self.is_begun = False
        """Whether the line has a move."""
        self.has_actions = False
        self.nodes: list[_Noded] = []
        """The nodes since the last move, including the node of that move."""
        self.count = [0]
        """The number of these nodes, once all are known."""
        self.name: Entry | None = None
        """The property with the name of the variation."""
        self.shared = shared
        self.settings = list(shared)
        """The changes of the position since the last move."""
        self.is_unclear = False
        """Whether the stones that the current node sets up are unclear."""

    def events(self) -> Iterator[Event]:
        """Yield the events of all games; text that cuts a line comes after the play before it."""
        for each in self._events():
            if isinstance(each, Unread) and each.cuts:
                self.nodes = [noded for noded in self.nodes if _ends(noded) <= each.start]
                yield from self.flush()
                self.is_cut = True
            yield each

    def _events(self) -> Iterator[Event]:
        early = list[Event]()
        for each, after in pairwise(chain(tokens(self.text.content), (None,))):
            if isinstance(each, Node):
                yield from self.node(each)
            elif isinstance(each, Opened):
                yield from self.opened(each, after)
                yield from early
                early = []
            elif isinstance(each, Closed):
                yield from self.closed(each)
            elif each is not None:
                slip = self.wrong(replace(each, cuts=each.cuts and not self.is_root))
                if self.has_game:
                    yield slip
                else:
                    early.append(slip)
        yield from early
        if not self.has_game and self.text.content.strip():
            yield self.wrong(Slip(0, 0, codes.NO_GAME, "there is no game: expected (;"))

    # Brackets

    def opened(self, token: Opened, after: object) -> Iterator[Event]:
        """Read the beginning of a game, a variation, or the rest of a line.

        The node `after` it may have the name of the variation.
        """
        if token.is_game:
            self.begin()
            self.has_game = True
            self.brackets.append(_Bracket(is_variation=False))
            yield Next(token.start, token.start + 1)
            return
        parent = self.brackets[-1]
        parent.branches += 1
        self.brackets.append(_Bracket(is_variation=parent.branches > 1))
        if parent.branches == 1:
            parent.ply, parent.is_cut = self.ply, self.is_cut
            parent.settings, parent.shared = self.settings, len(self.settings)
            parent.position, parent.count = len(self.nodes), self.count
        elif self.is_read:
            self.brackets[-1].outer = self.has_actions
            self.ply, self.is_cut = parent.ply, parent.is_cut
            yield from self.pay(parent.shared * _SHARED, token.start)
            self.begin_line(True, parent.settings[: parent.shared] if self.is_read else ())
            self.name = _name(after)
            name = None if self.name is None else values.text(self.name.values[0])
            begins = parent.ply + 1
            yield Open(token.start, token.start + 1, begins, name, known=not parent.is_cut)
            if parent.position < parent.count[0]:
                place_of = Property(key=BRANCH, values=(str(parent.position),))
                yield Remark(token.start, token.start + 1, place_of)

    def closed(self, token: Closed) -> Iterator[Event]:
        """Read the end of a game or a variation."""
        if self.is_root and self.is_read and len(self.brackets) == 1:
            self.is_root = False
        yield from self.flush()
        bracket = self.brackets.pop()
        if bracket.unclear is not None:
            yield Header(bracket.unclear, token.end, UNCLEAR, "")
        if bracket.is_variation and self.is_read:
            if not self.has_actions:
                yield Move(token.end - 1, token.end, SETUP, counted=False)
            yield Close(token.end - 1, token.end)
            self.has_actions = bracket.outer

    # Nodes

    def node(self, node: Node) -> Iterator[Event]:
        """Read a node."""
        if self.is_root:
            yield from self.root(node)
            return
        if self.is_refused(node.start):
            yield from self.refused(node.start, node.end)
            return
        moves = [each for each in node.entries if each.key in COLOURS]
        move = moves[0] if moves else None
        if move is not None:
            yield from self.flush()
            self.ply += 1
        yield from self.check(node, self.ply if moves else None)
        if not self.is_read:
            return
        if move is not None:
            self.settings = []
            self.is_begun = self.has_actions = True
        if move is not None and canonical(move.key, move.values[:1]) is None:
            yield Unread(node.start, node.end)
            return
        self.add(node, move)
        second = next((each for each in moves if move and each.key != move.key), None)
        if second is not None:  # treated as if it were in its own node
            yield from self.flush()
            self.ply += 1
            self.is_begun = True
            self.add(Node(second.start, second.end, [second]), second)

    def add(self, node: Node, move: Entry | None) -> None:
        """Keep a node until all nodes up to the next move are known."""
        setting = on_board(setting_in(items_of(node.entries)), self.size)
        if setting or self.is_unclear:
            words = f"{SETUP} {words_of(setting)}".rstrip()
            self.settings.append(Move(node.start, node.end, words, counted=False))
            self.has_actions = True
        self.nodes.append(_Noded(node, setting, move))

    def is_refused(self, start: int) -> bool:
        """Return whether a node is not allowed here."""
        return not self.is_read or self.brackets[-1].branches > 0

    def refused(self, start: int, end: int) -> Iterator[Event]:
        """Report the first node after a variation that is not in brackets."""
        if self.is_read and start < end and not self.brackets[-1].is_refused:
            self.brackets[-1].is_refused = True
            why = "a node follows a variation: expected ( or )"
            yield self.wrong(Slip(start, start + 1, codes.STRAY, why, cuts=True))

    def check(self, node: Node, ply: int | None) -> Iterator[Event]:
        """Yield what is wrong with the properties of a node."""
        plain, count = all(each.key in ("B", "W", "C") for each in node.entries), 0
        for each in node.entries if not plain else ():
            if each.key in (*SETUPS, *SHAPES):
                some = values.all_points(each.values) if ":" in str(each.values) else each.values
                count += len(some or ())
        if sum(len(each.values) for each in node.entries) > MOST_IN_NODE:
            yield from self.stop(f"a node has more than {MOST_IN_NODE:,} values", node.start)
        yield from self.pay(count, node.start)
        if not self.is_read:
            return
        checks = Checks(self.is_root, self.size, self.is_old)
        wrong = [*checks.wrong(node.entries)]
        swallowed = [each for each in wrong if each.rule is codes.HOLDS_NODES]
        is_move, content = values.NEXT_MOVE.match, self.text.content
        held = next((each for each in swallowed if is_move(content, each.start, each.end)), None)
        after = [
            each for each in wrong if held and each.rule in _TOGETHER and each.start > held.start
        ]
        mixed = any(each.rule is codes.MOVE_AND_SETUP for each in wrong)
        if swallowed or (mixed and any(each.key == "PL" for each in node.entries)):
            yield Header(node.start, node.end, f"{UNSURE} {self.ply + 1}", "")
        if content.startswith("[", node.start + 1):  # the `;` stands for the name of a property
            wrong = [each for each in wrong if each.rule is not codes.ROOT_LATER]
        for each in wrong:
            if each is held and any(one.rule.severity == "error" for one in after):
                yield self.wrong(replace(each, severity="error"), ply)
            elif each not in after and not (node.spoiled and each.rule in _TOGETHER):
                yield self.wrong(each, ply)
            if each.rule is game_codes.SET_UP_TWICE:
                yield Unread(each.start, each.end, cuts=False, lost=((STONES,),))
        self.is_unclear = bool(checks.unclear)
        if self.is_unclear:
            yield from self.unclear(node)

    def unclear(self, node: Node) -> Iterator[Event]:
        """Yield the events for a node that makes it unclear which stones are on the board."""
        bracket = self.brackets[-1]
        if bracket.unclear is None:
            bracket.unclear = node.start
        lost = () if self.is_variation else ((SCORE,),)
        yield Unread(node.start, node.end, cuts=False, lost=lost)
        if self.ply == 0:
            yield Unread(node.start, node.end, cuts=False, lost=((STONES,),))
            if all(each.key != "PL" for each in node.entries):  # the stones say who begins
                yield Header(node.start, node.end, f"{UNSURE} 1", "")

    def pay(self, points: int, start: int) -> Iterator[Event]:
        """Count points that the record will have; stop reading the game if there are too many."""
        self.points += points
        if self.is_read and self.points > max(MAX_VALUES, len(self.text.content)):
            why = f"the properties of this game have more than {MAX_VALUES:,} points"
            yield from self.stop(why, start)

    def stop(self, why: str, start: int) -> Iterator[Event]:
        """Stop reading the game, since it is too large."""
        self.is_read = False
        yield self.wrong(Slip(start, start + 1, file_codes.TOO_LARGE, why, cuts=True))

    # The root

    def root(self, node: Node) -> Iterator[Event]:
        """Read the first node of a game."""
        said = {each.key: each.values[0].strip() for each in reversed(node.entries)}
        if said.get("GM", GO) != GO and said["GM"].lstrip("+-").isdecimal():
            self.is_read = self.is_root = False
            at = next(each for each in node.entries if each.key == "GM")
            why = f"GM[{said['GM'][:20]}] is another game: it is not checked as Go"
            yield self.wrong(Slip(at.start, at.end, codes.OTHER_GAME, why))
            yield Header(at.start, at.end, OTHER, said["GM"])
            return
        size = values.size(said.get("SZ", ""))
        if size is not None:
            self.size = (size, size) if isinstance(size, int) else size
        elif "SZ" in said:
            self.size = UNKNOWN_SIZE
        elif node.spoiled or len(said) < len(node.entries) or any(map(_is_surplus, node.entries)):
            self.size = UNKNOWN_SIZE  # what is wrong may be the name of this property
            yield Unread(node.start, node.end, cuts=False, lost=(("size",),))
        self.is_old = said.get("FF", "1") in ("1", "2", "3")
        moves = [each for each in node.entries if each.key in COLOURS]
        yield from self.check(node, 1 if moves else None)
        self.is_root = False
        if not self.is_read:
            return
        # Further values of a property with one value are reported, and may belong to another one.
        read = [
            (key, raws[:1] if _is_surplus(each) and key in FIELDS else raws)
            for each, (key, raws) in zip(node.entries, items_of(node.entries), strict=True)
        ]
        if not self.text.content.isascii() and "CA" not in said:
            at = next((at for at, each in enumerate(read) if each[0] == "FF"), -1)
            read.insert(at + 1, CHARSET)
        said, note = root(read)
        for each in node.entries:
            raws = each.values[:1] if _is_surplus(each) else each.values
            if each.key in said and canonical(each.key, raws) is not None:
                yield Header(*value_span(each), each.key, each.values[0])
        setting = on_board(setting_in(items_of(node.entries)), self.size)
        if setting:
            start = next(each.start for each in node.entries if each.key in SETUPS)
            words = words_of([each for each in setting if each[0] != "PL"])
            yield Header(start, node.end, POSITION, words)
            yield from (
                Header(start, node.end, TURN, own[0]) for key, own in setting if key == "PL"
            )
        if note != Annotation():
            yield Remark(node.start, node.end, note)
        yield Round(node.start, node.end)
        for each in moves[:1]:
            self.ply, self.is_begun, self.has_actions = 1, True, True
            is_known = canonical(each.key, each.values[:1]) is not None
            yield _move_event(each) if is_known else Unread(each.start, each.end)

    # Nodes as events

    def flush(self) -> Iterator[Event]:
        """Yield the events of the nodes since the last move."""
        nodes, self.nodes = self.nodes, []
        shared, self.shared = self.shared, ()
        self.count[0], self.count = len(nodes), [0]
        first = nodes[0].move if nodes else None
        if first is not None:
            yield from shared
            yield _move_event(first)
            if len(nodes) == 1 and len(nodes[0].node.entries) == 1 and first.values != ["tt"]:
                return
        own = self.settings[len(shared) if first is None else 0 :] if nodes else ()
        settings = [*(shared if first is None else ()), *own]
        if self.is_begun:
            yield from settings
        if nodes:
            yield from self.notes(nodes, first)
        if not self.is_begun:
            yield from settings

    def notes(self, nodes: Sequence[_Noded], first: Entry | None) -> Iterator[Event]:
        """Yield the annotation in some nodes."""
        group, items = Group(), Items()
        if first is not None:
            said = first.values[0].strip()
            group.first = [(first.key, ("" if values.is_pass(said, *self.size) else said,))]
        for each in nodes:
            if each.setting:
                group.settings.append(each.setting)
            for entry in each.node.entries:
                item = entry.key, tuple(entry.values)
                if entry is self.name:
                    group.add(entry.key, canonical(*item) or ())
                elif entry is not first and not (each.setting and entry.key in SETUPS):
                    items.append(item)
        read = [items_of(each.node.entries) for each in nodes]
        is_usual = not (self.is_variation and group.settings)
        note = annotation(items, read, group, first.key if first else "", is_usual)
        if note != Annotation():
            yield Remark(nodes[0].node.start, nodes[0].node.end, note)

    # Findings

    def wrong(self, slip: Slip, ply: int | None = None) -> Unread:
        """Return the event for a slip, on a ply if it is in a node with a move."""
        fix, start, end, rule = None, slip.start, slip.end, slip.rule
        if slip.edit is not None:
            gone, new = self.text.content[slip.edit[0] : slip.edit[1]], slip.edit[2]
            said = f"write {new}" if new else f"remove {gone}"
            if not said.isprintable():
                said = "write it so" if new else "remove it"
            fix = Fix(said, edits=(edit(self.text, *slip.edit),), safe=rule in SAFE)
        found = Finding(
            rule=rule,
            message=slip.why,
            severity=slip.severity,
            round=None if ply is None else 1,
            ply=ply,
            fix=fix,
        )
        lost = () if (slip.severity or rule.severity) == "warning" else _LOST.get(rule.code, ())
        return Unread(start, end, place(found, self.text, start, end), slip.cuts, lost)


def _is_surplus(entry: Entry) -> bool:
    """Return whether a property has a value too many, which may belong to another one."""
    return len(entry.values) > 1 and entry.key in FORMS and not FORMS[entry.key].form.several


def _name(node: object) -> Entry | None:
    """Return the property with the name of the variation that begins with a node."""
    named = node.entries if isinstance(node, Node) else ()
    return next((each for each in named if each.key == "N" and each.values[0].strip()), None)


def _ends(noded: _Noded) -> int:
    """Return the end of the node's move or, without a move, of the node itself."""
    return noded.node.end if noded.move is None else value_span(noded.move)[1]


def _move_event(entry: Entry) -> Move:
    return Move(entry.start, value_span(entry)[1] + 1, f"{entry.key}[{entry.values[0].strip()}]")
