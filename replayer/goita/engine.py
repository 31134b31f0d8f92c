"""The rules of play of Goita on small integers: what is legal, which rule is broken, what follows.

A hand is one number with four bits for each kind of piece: so many 王 in bits 4 to 7, so many し in
32 to 35, and so many hidden pieces in 36 to 39. An action is its digits as a number: 0 is a pass,
87 lays し and attacks with 香. `rules` gives all this words, reasons and observations.

Source: the 2015 proposal for the record format, and the rules as the Goita associations play them;
`docs/goita.md` lists them by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .ends import Outcome
from .options import Options
from .pieces import DECK, HIDDEN, KING, POINTS, partner, team

_KING, _LANCE, _SHI, _HIDDEN = 1, 7, 8, 9
_ONE = tuple(1 << 4 * kind for kind in range(10))
_OF = {str(kind): one for kind, one in enumerate(_ONE)}
_DIGITS = 0b1111
_EACH = sum(_ONE)
_OF_HIDDEN = _DIGITS << 36
_VALUES = bytes.maketrans(b"0123456789", bytes(range(10)))
_POINTS = (0, *(POINTS[kind] for kind in "12345678"), 0)

PASS = 0

(
    LEGAL,
    MUST_ATTACK,
    NOT_IN_HAND,
    RECEIVES_HIDDEN,
    OTHER_PIECE,
    KING_RECEIVES,
    NO_ATTACK,
    ATTACK_NOT_IN_HAND,
    KING_ATTACKS,
) = range(9)
"""What is wrong with an action, by the first rule that it breaks."""


def packed(pieces: Iterable[str]) -> int:
    """The number for some pieces.

    >>> f"{packed('1188'):x}"
    '200000020'
    """
    return sum(map(_OF.__getitem__, pieces))


def unpacked(hand: int) -> str:
    """The pieces of a hand, in the order of their digits.

    >>> unpacked(packed("8181"))
    '1188'
    """
    return "".join(str(kind) * (hand >> 4 * kind & _DIGITS) for kind in range(1, 10))


_DECK = packed(DECK)


class Table:
    """A round from its deal on. Playing changes it: who wants to go back takes a `copy`.

    `hands` are what the players still have, `unseen` is what nobody has shown yet where hands are
    hidden, `hiding` says of whom some were. `attack` is the kind to receive, `attacker` the player
    who laid it (-1 before the opening). If `leading`, the player in turn lays a piece face-down and
    attacks, and may not pass. `exposed` says whether a king lies face-up. `goshi` are the players
    with five し, and `deciding` says that the partner of one has to choose. `outcome` is None until
    the round is over.
    """

    options: Options
    partial: bool
    dealer: int
    dealt: tuple[str, ...]
    hiding: list[bool]
    goshi: tuple[int, ...]
    hands: list[int]
    unseen: int
    attack: int
    attacker: int
    turn: int
    leading: bool
    exposed: bool
    deciding: bool
    outcome: Outcome | None

    __slots__ = tuple(__annotations__)

    def __init__(self, options: Options, dealer: int, dealt: Sequence[str], partial: bool) -> None:
        """Deal four hands of digits; whether they make up the deck is for `verify_deal` to say."""
        self.options = options
        self.partial = partial
        self.dealer = self.turn = dealer
        self.dealt = tuple(dealt)
        self.hands = list(map(packed, dealt))
        self.hiding = [HIDDEN in hand for hand in dealt]
        self.unseen = 0
        if any(self.hiding):
            self.unseen = _DECK - sum(hand & ~_OF_HIDDEN for hand in self.hands)
        self.attack, self.attacker, self.leading = 0, -1, True
        self.exposed = self.deciding = False
        self.goshi, self.outcome = (), None
        shi = [hand >> 32 & _DIGITS for hand in self.hands]
        if max(shi) > 4:
            self._decide_by_deal(shi)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__
        )

    def __hash__(self) -> int:
        return hash((self.dealt, *self.hands, self.attack, self.attacker, self.turn))

    def copy(self) -> Table:
        """The same round, which can be played on apart from this one."""
        other = Table.__new__(Table)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands = self.hands[:]
        return other

    # The deal

    def _decide_by_deal(self, shi: list[int]) -> None:
        """Six し or more win the round at once, five し with both partners likewise."""
        self.goshi = tuple([seat for seat, count in enumerate(shi) if count == 5])
        seat = shi.index(max(shi))
        if shi[seat] > 5:
            self.outcome = Outcome("shi", team(seat), seat, self._shi_points(self.dealt[seat]))
        elif shi[partner(seat)] == 5:
            points = self.options.double_goshi_points
            self.outcome = Outcome("double-goshi", team(seat), None, points)
        else:
            first = min(self.goshi, key=lambda each: (each - self.dealer) % 4)
            self.turn, self.deciding = partner(first), True

    def _shi_points(self, hand: str) -> int | None:
        others = [int(piece) for piece in hand if piece != "8"]
        if _HIDDEN in others:
            return None
        if not others:
            return 100
        if len(others) == 1:
            return _POINTS[others[0]] * (2 if self.options.seven_shi_doubles else 1)
        return max(_POINTS[piece] for piece in others) * (2 if others[0] == others[1] else 1)

    def may_play_on(self) -> bool:
        """Whether the deal may stand; by option it is thrown in if both teams have five し."""
        return len(self.goshi) < 2 or self.options.cross_goshi == "any"

    def redeal(self) -> None:
        """Throw the deal in."""
        self.outcome, self.deciding = Outcome("redeal"), False

    def play_on(self) -> None:
        """Let the deal stand: the dealer begins."""
        self.turn, self.deciding = self.dealer, False

    # What may be done

    def breach(self, action: int) -> int:
        """What is wrong with an action of the player in turn: LEGAL, or the first broken rule."""
        if action == PASS:
            return MUST_ATTACK if self.leading else LEGAL
        first, second = action // 10, action % 10
        return self.first_breach(first) or self.second_breach(first, second)

    def first_breach(self, piece: int) -> int:
        """What is wrong with the piece that is laid face-down or receives."""
        player = self.turn
        if self.hiding[player]:
            if not self._could_hold(player, piece):
                return NOT_IN_HAND
        elif not self.hands[player] >> 4 * piece & _DIGITS:
            return NOT_IN_HAND
        attack = self.attack
        if piece == attack or self.leading:
            return LEGAL
        if piece == _HIDDEN:
            return RECEIVES_HIDDEN
        if piece != _KING:
            return OTHER_PIECE
        return KING_RECEIVES if attack in (_SHI, _LANCE) else LEGAL

    def second_breach(self, first: int, second: int) -> int:
        """What is wrong with the attack that follows the piece laid face-down or received with."""
        if second in (0, _HIDDEN):
            return NO_ATTACK
        player = self.turn
        if self.hiding[player]:
            if not self._could_hold(player, second, first):
                return ATTACK_NOT_IN_HAND
        elif self.hands[player] >> 4 * second & _DIGITS <= (first == second):
            return ATTACK_NOT_IN_HAND
        if second == _KING and not self._king_may_attack(player, first):
            return KING_ATTACKS
        return LEGAL

    def _could_hold(self, player: int, piece: int, beside: int = 0) -> bool:
        """Whether a hand that hides pieces holds one, or may hide it, besides another one."""
        if piece == _HIDDEN:
            return True
        hand, unseen = self.hands[player], self.unseen
        if beside:
            hand, unseen = _taken(hand, unseen, beside)
        if hand >> 4 * piece & _DIGITS:
            return True
        return bool(hand & _OF_HIDDEN and unseen >> 4 * piece & _DIGITS)

    def _king_may_attack(self, player: int, first: int) -> bool:
        if self.exposed or (first == _KING and not self.leading):
            return True
        hand, options = self.hands[player], self.options
        could_be = min(hand >> 36 & _DIGITS, self.unseen >> 4 & _DIGITS)
        if (hand >> 4 & _DIGITS) + could_be > 1:
            return True
        if options.last_piece_king_attack and _size(hand) == 2:
            return True
        both_dealt = self.dealt[player].count(KING) > 1 or self.hiding[player]
        return options.both_kings_dealt_suffices and both_dealt

    # What follows

    def play(self, action: int) -> None:
        """Carry out a pass or a play of the player in turn, legal or not."""
        player, leading = self.turn, self.leading
        self.turn = (player + 1) % 4
        if action == PASS:
            self.leading = self.turn == self.attacker
            return
        first, second = action // 10, action % 10
        hand = self.hands[player]
        left = hand - _ONE[first]
        if first != _HIDDEN and hand >> 4 * first & _DIGITS and left >> 4 * second & _DIGITS:
            hand = left - _ONE[second]
        else:
            hand, self.unseen = _taken(*_taken(hand, self.unseen, first), second)
        self.hands[player] = hand
        self.attack, self.attacker, self.leading = second, player, False
        if not self.exposed:
            buried = leading and not self.options.face_down_king_exposes
            hidden = first == _HIDDEN and self.options.face_down_king_exposes
            self.exposed = second == _KING or (first == _KING and not buried) or hidden
        if not hand:
            self._finish(player, first, second, leading)

    def doubles(self, first: int, second: int, leading: bool) -> bool:
        """Whether a last pair of one kind scores twice."""
        return first == second and (leading or self.options.received_pair_doubles)

    def _finish(self, player: int, first: int, second: int, leading: bool) -> None:
        points: int | None = _POINTS[second] * (2 if self.doubles(first, second, leading) else 1)
        if first == _HIDDEN and self.partial:
            points = None
        self.outcome = Outcome("out", team(player), player, points)


def _taken(hand: int, unseen: int, piece: int) -> tuple[int, int]:
    """Take a piece out of a hand, from among its hidden ones if it is not known to be there.

    An unknown piece may be any of the hand, so that nothing in the rest of it is certain.
    """
    if piece == _HIDDEN:
        left = (_size(hand) - 1) * _ONE[_HIDDEN]
        return max(0, left), unseen + (hand & ~_OF_HIDDEN)
    if hand >> 4 * piece & _DIGITS:
        return hand - _ONE[piece], unseen
    if hand & _OF_HIDDEN:
        hand -= _ONE[_HIDDEN]
    return hand, unseen - _ONE[piece] if unseen >> 4 * piece & _DIGITS else unseen


def _size(hand: int) -> int:
    """The number of pieces in a hand: multiplying adds up its digits in the highest one."""
    return hand * _EACH >> 36 & _DIGITS


def play(table: Table, record: str) -> int | None:
    """Play the digits of a round; return how many plies they are, None if they are not all legal.

    After five し the deal stands if there are any.
    """
    if not record:
        return 0
    if table.deciding and table.may_play_on():
        table.play_on()
    if table.deciding or not (record.isascii() and record.isdigit()):
        return None
    plies, digits = 0, iter(record.encode().translate(_VALUES))
    for first in digits:
        action = PASS
        if first:
            second = next(digits, None)
            if second is None:
                return None
            action = 10 * first + second
        if table.outcome is not None or table.breach(action):
            return None
        table.play(action)
        plies += 1
    return plies
