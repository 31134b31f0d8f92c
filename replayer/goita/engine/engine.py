"""The rules of Goita using small integers: legal actions, broken rules, consequences.

A hand is a number with four bits for each kind of piece: the count of 王 in bits 4 to 7, of し in
bits 32 to 35, and of hidden pieces in bits 36 to 39. An action is the number that its digits form:
0 is a pass, 87 lays し and attacks with 香. `rules` adds words, reasons and observations.

If a compiler is available, this file is compiled with the types in `engine.pxd`.

Source: the 2015 proposal for the record format, and the rules of the Goita associations;
`docs/goita.md` lists them by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..ends import End, Outcome
from ..options import Options
from ..pieces import DECK, POINTS, partner, team

LEGAL, RECEIVES_HIDDEN, MUST_ATTACK, NOT_IN_HAND, OTHER_PIECE = 0, 4, 102, 103, 105
KING_RECEIVES, ATTACK_NOT_IN_HAND, KING_ATTACKS, NO_ATTACK = 106, 1103, 1104, 1107
"""The verdict on an action: LEGAL, or the number of the code of the first rule that it breaks.

Its thousands say which part of the action breaks the rule.
"""

_PASS, _NOBODY, _UNKNOWN = 0, -1, -1

# In the compiled module, shifting a literal would truncate it to 32 bits.
_ONE = 1
_DIGIT = 0b1111
_KING, _LANCE, _SHI, _HIDDEN = 1, 7, 8, 9
_OF_HIDDEN = _DIGIT << 36
_EACH = 0x11_1111_1111
_POINTS = sum([points * 64 ** int(kind) for kind, points in POINTS.items()])
"""The points of each kind, in six bits per kind."""
_TEAM = [team(seat) for seat in range(4)]
_PARTNER = [partner(seat) for seat in range(4)]

_ZERO = ord("0")

ENDS: tuple[End, ...] = ("unfinished", "out", "shi", "double-goshi", "redeal")
_UNFINISHED, _OUT, _BY_SHI, _BY_DOUBLE_GOSHI, _THROWN_IN = range(5)


def packed(pieces: Iterable[str]) -> int:
    """Return the number that represents a hand of these pieces.

    >>> f"{packed('1188'):x}"
    '200000020'
    """
    hand = 0
    for piece in pieces:
        hand += _ONE << 4 * int(piece)
    return hand


def unpacked(hand: int) -> str:
    """Return the pieces of a hand, in the order of their digits.

    >>> unpacked(packed("8181"))
    '1188'
    """
    return "".join([str(kind) * (hand >> 4 * kind & _DIGIT) for kind in range(1, 10)])


_DECK = packed(DECK)


class Table:
    """A round in progress.

    Playing changes it, so use `copy` if you need to go back. `hands` are the pieces that the
    players still have. If hands are hidden, `unseen` are the pieces that nobody has shown yet, and
    `hiding` says which players have hidden pieces. `attack` is the kind to receive, and `attacker`
    is the player who laid it (_NOBODY before the opening). `exposed` is true if a king lies
    face-up. `deciding` is true if the partner of a player with five し must choose. `ended` is how
    the round ended, as an index into ENDS, or 0 before the end. `winner` may be _NOBODY, and
    `points` is _UNKNOWN if it depends on a hidden piece.
    """

    options: Options
    face_down_exposes: bool
    last_king_attacks: bool
    dealt_kings_attack: bool
    received_pair_doubles: bool
    partial: bool
    dealer: int
    dealt: tuple[str, ...]
    hands: list[int]
    unseen: int
    hiding: list[bool]
    both_kings: list[bool]
    five_shi: list[bool]
    attack: int
    attacker: int
    turn: int
    exposed: bool
    deciding: bool
    ended: int
    side: int
    winner: int
    points: int

    def __init__(self, options: Options, dealer: int, dealt: Sequence[str], partial: bool) -> None:
        """Deal four hands of digits; `verify_deal` checks that they make up the deck."""
        self.options = options
        self.face_down_exposes = options.face_down_king_exposes
        self.last_king_attacks = options.last_piece_king_attack
        self.dealt_kings_attack = options.both_kings_dealt_suffices
        self.received_pair_doubles = options.received_pair_doubles
        self.partial = partial
        self.dealt = tuple(dealt)
        self.hands = [0, 0, 0, 0]
        self.hiding = [False, False, False, False]
        self.both_kings = [False, False, False, False]
        self.five_shi = [False, False, False, False]
        self.deal(dealer, packed(dealt[0]), packed(dealt[1]), packed(dealt[2]), packed(dealt[3]))

    def deal(self, dealer: int, first: int, second: int, third: int, fourth: int) -> None:
        """Begin a round with four hands as numbers; `dealt` is left unchanged."""
        self.dealer = self.turn = dealer
        self.hands[0], self.hands[1], self.hands[2], self.hands[3] = first, second, third, fourth
        self.attack, self.attacker = 0, _NOBODY
        self.exposed = self.deciding = False
        self.ended, self.side, self.winner, self.points = 0, _NOBODY, _NOBODY, 0
        self.unseen = 0
        most, richest = 0, 0
        for seat in range(4):
            hand = self.hands[seat]
            self.hiding[seat] = hand & _OF_HIDDEN != 0
            self.unseen += hand & _OF_HIDDEN
            self.both_kings[seat] = hand >> 4 & _DIGIT > 1
            count = hand >> 32 & _DIGIT
            self.five_shi[seat] = count == 5
            if count > most:
                most, richest = count, seat
        if self.unseen:
            self.unseen = _DECK
            for seat in range(4):
                self.unseen -= self.hands[seat] & ~_OF_HIDDEN
        if most > 4:
            self._decide_by_deal(richest, most)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[object, ...]:
        """Return everything that can differ between tables."""
        dealt = (self.options, self.partial, self.dealer, self.dealt, self.turn, self.deciding)
        left = (tuple(self.hands), self.unseen, self.attack, self.attacker, self.exposed)
        return (*dealt, *left, self.ended, self.side, self.winner, self.points)

    def copy(self) -> Table:
        """Return a copy of the round that can be played independently."""
        other = Table.__new__(Table)
        other.options, other.dealt, other.partial = self.options, self.dealt, self.partial
        other.face_down_exposes = self.face_down_exposes
        other.last_king_attacks = self.last_king_attacks
        other.dealt_kings_attack = self.dealt_kings_attack
        other.received_pair_doubles = self.received_pair_doubles
        other.dealer, other.turn = self.dealer, self.turn
        other.hands, other.unseen = list(self.hands), self.unseen
        other.hiding, other.both_kings = list(self.hiding), list(self.both_kings)
        other.five_shi = list(self.five_shi)
        other.attack, other.attacker = self.attack, self.attacker
        other.exposed, other.deciding = self.exposed, self.deciding
        other.ended, other.side = self.ended, self.side
        other.winner, other.points = self.winner, self.points
        return other

    @property
    def goshi(self) -> tuple[int, ...]:
        """The players who were dealt five し."""
        return tuple([seat for seat in range(4) if self.five_shi[seat]])

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, or None if it is not over."""
        if not self.ended:
            return None
        return Outcome(
            ENDS[self.ended],
            None if self.side == _NOBODY else self.side,
            None if self.winner == _NOBODY else self.winner,
            None if self.points == _UNKNOWN else self.points,
        )

    # The deal

    def _decide_by_deal(self, richest: int, most: int) -> None:
        """End the round at once if a hand has six し or more, or both partners have five."""
        if most > 5:
            self._end(_BY_SHI, _TEAM[richest], richest, self._shi_points(self.hands[richest]))
        elif self.five_shi[_PARTNER[richest]]:
            points = self.options.double_goshi_points
            self._end(_BY_DOUBLE_GOSHI, _TEAM[richest], _NOBODY, points)
        else:
            first = self.dealer
            while not self.five_shi[first]:
                first = (first + 1) % 4
            self.turn, self.deciding = _PARTNER[first], True

    def _shi_points(self, hand: int) -> int:
        if hand & _OF_HIDDEN:
            return _UNKNOWN
        others = _size(hand) - (hand >> 32 & _DIGIT)
        if others == 0:
            return 100
        best, pair = 0, False
        for kind in range(1, 8):
            count = hand >> 4 * kind & _DIGIT
            if count:
                best = max(best, _points(kind))
                pair = count == 2
        if others == 1:
            return best * 2 if self.options.seven_shi_doubles else best
        return best * 2 if pair else best

    def may_play_on(self) -> bool:
        """Return whether the deal may be played; an option forbids five し in both teams."""
        fives = 0
        for seat in range(4):
            fives += self.five_shi[seat]
        return fives < 2 or self.options.cross_goshi == "any"

    def redeal(self) -> None:
        """Throw in the deal."""
        self.deciding = False
        self._end(_THROWN_IN, _NOBODY, _NOBODY, 0)

    def play_on(self) -> None:
        """Keep the deal; the dealer begins."""
        self.turn, self.deciding = self.dealer, False

    def _end(self, how: int, side: int, winner: int, points: int) -> None:
        self.ended, self.side, self.winner, self.points = how, side, winner, points

    # Legal actions

    def attacks(self, first: int) -> int:
        """Return a mask of the kinds that may attack after the player to act lays `first`.

        The mask is empty if that piece may be neither laid face-down nor used to receive.
        """
        mask = 0
        if not self.first_breach(first):
            for second in range(_KING, _HIDDEN):
                if not self.second_breach(first, second):
                    mask |= _ONE << second
        return mask

    def actions(self) -> list[int]:
        """Return every legal pass and play of the player to act, in the order of their digits."""
        found: list[int] = [] if self._leads() else [_PASS]
        for first in range(_KING, _HIDDEN + 1):
            attacks = self.attacks(first)
            if attacks:
                for second in range(_KING, _HIDDEN):
                    if attacks & (_ONE << second):
                        found.append(10 * first + second)
        return found

    @property
    def leading(self) -> bool:
        """Whether the player to act must lay a piece face-down and attack."""
        return self._leads()

    def _leads(self) -> bool:
        return self.attacker == self.turn or self.attacker == _NOBODY

    def breach(self, action: int) -> int:
        """Return the first rule that an action of the player to act breaks, or LEGAL."""
        if action == _PASS:
            return MUST_ATTACK if self._leads() else LEGAL
        first, second = action // 10, action % 10
        return self.first_breach(first) or self.second_breach(first, second)

    def first_breach(self, piece: int) -> int:
        """Return the rule that the first piece breaks (laid face-down or to receive), or LEGAL."""
        player = self.turn
        if self.hiding[player]:
            if not self._could_hold(player, piece):
                return NOT_IN_HAND
        elif not self.hands[player] >> 4 * piece & _DIGIT:
            return NOT_IN_HAND
        attack = self.attack
        if piece == attack or self._leads():
            return LEGAL
        if piece == _HIDDEN:
            return RECEIVES_HIDDEN
        if piece != _KING:
            return OTHER_PIECE
        return KING_RECEIVES if attack in (_SHI, _LANCE) else LEGAL

    def second_breach(self, first: int, second: int) -> int:
        """Return the rule that the attack breaks after the first piece, or LEGAL."""
        if second == 0 or second == _HIDDEN:
            return NO_ATTACK
        player = self.turn
        if self.hiding[player]:
            if not self._could_hold(player, second, first):
                return ATTACK_NOT_IN_HAND
        elif self.hands[player] >> 4 * second & _DIGIT <= (first == second):
            return ATTACK_NOT_IN_HAND
        if second == _KING and not self._king_may_attack(player, first):
            return KING_ATTACKS
        return LEGAL

    def _could_hold(self, player: int, piece: int, beside: int = 0) -> bool:
        """Return whether a partly hidden hand has, or may have, a piece in addition to another."""
        if piece == _HIDDEN:
            return True
        hand, unseen = self.hands[player], self.unseen
        if beside:
            hand, unseen = _taken(hand, unseen, beside)
        if hand >> 4 * piece & _DIGIT:
            return True
        return bool(hand & _OF_HIDDEN and unseen >> 4 * piece & _DIGIT)

    def _king_may_attack(self, player: int, first: int) -> bool:
        if self.exposed or (first == _KING and not self._leads()):
            return True
        hand = self.hands[player]
        could_be = min(hand >> 36 & _DIGIT, self.unseen >> 4 & _DIGIT)
        if (hand >> 4 & _DIGIT) + could_be > 1:
            return True
        if self.last_king_attacks and _size(hand) == 2:
            return True
        return self.dealt_kings_attack and (self.both_kings[player] or self.hiding[player])

    # Consequences

    def play(self, action: int) -> None:
        """Carry out a pass or a play of the player to act, legal or not."""
        if action == _PASS:
            self.turn = (self.turn + 1) % 4
        else:
            self._lay(action // 10, action % 10)

    def _lay(self, first: int, second: int) -> None:
        player, leading = self.turn, self._leads()
        hand = self.hands[player]
        left = hand - (_ONE << 4 * first)
        if first != _HIDDEN and hand >> 4 * first & _DIGIT and left >> 4 * second & _DIGIT:
            hand = left - (_ONE << 4 * second)
        else:
            hand, self.unseen = _taken(*_taken(hand, self.unseen, first), second)
        self.hands[player] = hand
        self.attack, self.attacker, self.turn = second, player, (player + 1) % 4
        if not self.exposed:
            seen = not leading or self.face_down_exposes
            hidden = first == _HIDDEN and self.face_down_exposes
            self.exposed = second == _KING or (first == _KING and seen) or hidden
        if not hand:
            self._finish(player, first, second, leading)

    def doubles(self, first: int, second: int, leading: bool) -> bool:
        """Return whether the last two pieces, which are of one kind, score double."""
        return first == second and (leading or self.received_pair_doubles)

    def _finish(self, player: int, first: int, second: int, leading: bool) -> None:
        points = _points(second)
        if self.doubles(first, second, leading):
            points = 2 * points
        if first == _HIDDEN and self.partial:
            points = _UNKNOWN
        self._end(_OUT, _TEAM[player], player, points)


def _taken(hand: int, unseen: int, piece: int) -> tuple[int, int]:
    """Take a piece out of a hand; if the hand is not known to hold it, take a hidden piece.

    The piece itself may be hidden: it may then be any piece of the hand, so the rest of the hand
    becomes uncertain.
    """
    if piece == _HIDDEN:
        left = (_size(hand) - 1) * (_ONE << 36)
        return max(0, left), unseen + (hand & ~_OF_HIDDEN)
    if hand >> 4 * piece & _DIGIT:
        return hand - (_ONE << 4 * piece), unseen
    if hand & _OF_HIDDEN:
        hand -= _ONE << 36
    return hand, unseen - (_ONE << 4 * piece) if unseen >> 4 * piece & _DIGIT else unseen


def _size(hand: int) -> int:
    """Return the number of pieces in a hand; multiplying sums the counts into the top field."""
    return hand * _EACH >> 36 & _DIGIT


def _points(kind: int) -> int:
    return _POINTS >> 6 * kind & 0b111111


def play(table: Table, record: str) -> int | None:
    """Play the digits of a round; return the number of plies, or None if they are not all legal.

    If a hand has five し, its partner is assumed to choose to play on.
    """
    if not (record.isascii() and record.isdigit()):
        return None if record else 0
    plies = play_digits(table, record.encode(), 0, len(record))
    return None if plies < 0 else plies


def play_digits(table: Table, digits: bytes, at: int, end: int) -> int:
    """Play the digits from `at` to `end`; return the number of plies, or -1 if one is illegal.

    The caller must check that all are ASCII digits.
    """
    if table.deciding and at < end:
        if not table.may_play_on():
            return -1
        table.play_on()
    plies = 0
    while at < end:
        action = digits[at] - _ZERO
        at += 1
        if action != _PASS:
            if at == end:
                return -1
            action = 10 * action + digits[at] - _ZERO
            at += 1
        if table.ended or table.breach(action):
            return -1
        table.play(action)
        plies += 1
    return plies
