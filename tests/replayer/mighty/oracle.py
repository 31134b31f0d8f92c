"""A second version of Mighty's rules, straight from the rule sheet and not made for speed.

Tests compare the rules engine with it. It shares nothing with the engine except the options.
"""

from itertools import combinations
from math import prod

from kifu.replayer.mighty.options import Options

RANKS = "23456789TJQKA"
CARDS = [suit + rank for suit in "SDHC" for rank in RANKS] + ["JK"]


def worth(cards: list[str]) -> int:
    """Return how many of these are point cards."""
    return len([card for card in cards if card != "JK" and card[1] in "AKQJT"])


class Table:
    """A deal in progress: who holds what, who is to act, and what is wrong with an action."""

    def __init__(
        self,
        options: Options,
        dealer: int,
        hands: list[list[str]],
        kitty: list[str],
        last_president: int | None = None,
    ):
        self.options = options
        self.dealer = dealer
        self.dealt = [list(hand) for hand in hands]
        self.hands = [list(hand) for hand in hands]
        self.kitty = list(kitty)
        self.phase = "auction"
        self.said: list[tuple[int, str]] = []
        self.passed: list[int] = []
        self.forced = False
        self.bid: tuple[int, str] | None = None
        self.president: int = -1
        self.buried: list[str] = []
        self.number = 0
        self.trump = ""
        self.named = ""
        self.friend: int | None = None
        self.leader: int = -1
        self.plays: list[str] = []
        self.tricks: list[tuple[int, list[str], int]] = []
        self.turn: int = dealer
        if options.first_bidder == "left-of-dealer":
            self.turn = (dealer + 1) % 5
        if options.first_bidder == "previous-president" and last_president is not None:
            self.turn = last_president

    # What is wrong with an action: the code of the first broken rule, or None

    def broken(self, player: int, word: str) -> str | None:
        """Return the rule that this player would break by this call, burial, decision or play."""
        if self.phase == "auction":
            return self.broken_call(player, word)
        if self.phase == "play":
            return self.broken_play(player, word)
        if player != self.president:
            return "M201"
        if self.phase == "exchange":
            return self.broken_discard(word)
        if self.phase == "contract":
            return self.broken_contract(word)
        return self.broken_friend(word)

    def broken_call(self, player: int, word: str) -> str | None:
        due = self.forced and player == self.turn
        if player in self.passed and self.options.pass_final and not due:
            return "M104"
        if player != self.turn:
            return "M101"
        if word == "pass":
            return "M108" if self.forced else None
        if word == "misdeal":
            spoke_before = any(each == player for each, _ in self.said)
            poor = self.options.misdeal != "off" and self.half_points(player) <= 1
            return None if poor and not spoke_before else "M107"
        number, trump = word[:-1], word[-1:]
        if not number.isdigit() or not trump.isalpha():
            return "M108"
        if trump not in list("SDHCN"):
            return "M005"
        if self.forced:
            if int(number) > min(self.lowest(trump), self.options.bid_max):
                return "M103"
            return "M102" if int(number) < self.lowest(trump) else None
        if int(number) > self.options.bid_max:
            return "M103"
        return None if self.high_enough(int(number), trump) else "M102"

    def half_points(self, player: int) -> int:
        """Return the value of a hand for a misdeal, in half points."""
        found = 0
        for card in self.dealt[player]:
            if card == "JK":
                found -= 2
            elif card == "SA":
                found += 0
            elif card[1] in "AKQJ":
                found += 2
            elif card[1] == "T":
                found += 1
        return found

    def lowest(self, trump: str) -> int:
        offset = self.options.nt_min_offset if trump == "N" else 0
        return self.options.bid_min + offset

    def high_enough(self, number: int, trump: str) -> bool:
        if number < self.lowest(trump) or number > self.options.bid_max:
            return False
        if self.bid is None or number > self.bid[0]:
            return True
        ties = self.options.nt_ties == "beats"
        return ties and number == self.bid[0] and trump == "N" and self.bid[1] != "N"

    def broken_discard(self, word: str) -> str | None:
        cards = word.split()[1:]
        if any(card not in CARDS for card in cards):
            return "M003"
        if len(cards) != 3:
            return "M002"
        for place, card in enumerate(cards):
            if card not in self.hands[self.president]:
                return "M202"
            if card in cards[:place]:
                return "M004"
        return None

    def broken_contract(self, word: str) -> str | None:
        number, trump = int(word[:-1]), word[-1]
        if trump not in list("SDHCN"):
            return "M005"
        if (number, trump) == (self.number, self.trump):
            return None
        if trump == self.trump:
            raised = self.number < number <= self.options.bid_max
            return None if self.options.raise_same_suit and raised else "M203"
        cost = self.options.change_to_nt_cost if trump == "N" else self.options.change_cost
        due = self.number + cost
        if self.options.change_cap is None:
            if due > self.options.bid_max:
                return "M203"
        elif due > self.options.change_cap:
            due = max(self.number, self.options.change_cap)
        return None if number == due else "M204"

    def broken_friend(self, word: str) -> str | None:
        modes = self.options.friend_modes
        if word in CARDS:
            allowed = "card" in modes
        elif word in ["P0", "P1", "P2", "P3", "P4"]:
            allowed = "seat" in modes and word != f"P{self.president}"
        elif word == "last":
            allowed = "last-trick" in modes
        else:
            allowed = word in ["first", "none"] and word in modes
        return None if allowed else "M205"

    def broken_play(self, player: int, word: str) -> str | None:
        if player != self.turn:
            return "M301"
        card, mark = word[:2], word[2:]
        if card not in CARDS or mark not in ["", "!", "S", "D", "H", "C"]:
            return "M003"
        hand = self.hands[player]
        if card in [play[:2] for play in self.played()]:
            return "M004"
        if card not in hand:
            return "M302"
        leads, trick = self.plays == [], len(self.tricks) + 1
        if leads and trick == 1 and card in self.banned_leads(hand):
            return "M305"
        forbids = self.options.t1_joker_follow == "forbidden"
        if not leads and trick == 1 and card == "JK" and forbids:
            return "M306"
        if mark == "!" and not (leads and trick > 1 and card == self.caller()):
            return "M307"
        if mark not in ["", "!"] and not (card == "JK" and leads and self.joker_names_suit()):
            return "M310"
        if mark == "" and card == "JK" and leads and self.joker_names_suit():
            return "M309"
        if leads:
            return None
        return self.broken_duty(hand, card)

    def banned_leads(self, hand: list[str]) -> list[str]:
        """Return the cards that the president may not lead to the first trick."""
        classes: dict[str, list[str]] = {"trumps": [], "joker": [], "caller": []}
        for card in hand:
            if card == "JK":
                if self.options.t1_lead_joker == "forbidden":
                    classes["joker"].append(card)
            elif card[0] == self.trump:
                classes["trumps"].append(card)
            elif card == self.caller() and self.options.t1_lead_caller == "forbidden":
                classes["caller"].append(card)
        banned = [card for cards in classes.values() for card in cards]
        if len(banned) < len(hand):
            return banned
        for name in self.options.t1_stuck:
            if classes[name]:
                return [card for card in banned if card not in classes[name]]
        return []

    def broken_duty(self, hand: list[str], card: str) -> str | None:
        """Return the rule that a follower would break by playing a card."""
        if self.called() and "JK" in hand:
            if card == "JK" or (card == self.mighty() and self.options.mighty_defence):
                return None
            return "M308"
        suit = self.suit_led()
        of_suit = [each for each in hand if each != "JK" and each[0] == suit]
        if of_suit == [self.mighty()] and card != self.mighty():
            may_joker = self.options.mighty_forced_with_joker == "joker-may-be-played"
            return None if card == "JK" and may_joker else "M304"
        if card in [self.mighty(), "JK"] or card in of_suit or not of_suit:
            return None
        return "M303"

    # Facts about the current position

    def mighty(self) -> str:
        return "DA" if self.trump == "S" else "SA"

    def caller(self) -> str:
        return self.options.caller_when_clubs if self.trump == "C" else "C3"

    def joker_names_suit(self) -> bool:
        dead_in_ten = len(self.tricks) + 1 == 10 and 10 in self.options.joker_dead_in
        return not (dead_in_ten and self.options.t10_joker_lead == "next-card-sets-suit")

    def played(self) -> list[str]:
        return [play for _, plays, _ in self.tricks for play in plays] + self.plays

    def called(self) -> bool:
        return self.plays != [] and self.plays[0].endswith("!")

    def suit_led(self) -> str | None:
        """Return the suit to follow, or None."""
        led = self.plays[0]
        if not led.startswith("JK"):
            return led[0]
        if len(led) == 3:
            return led[2]
        return self.plays[1][0] if len(self.plays) > 1 else None

    def trick_winner(self) -> int:
        """Return the player of the highest card in a complete trick."""
        cards = [play[:2] for play in self.plays]
        live = len(self.tricks) + 1 not in self.options.joker_dead_in and not self.called()
        order = [self.mighty()]
        if live:
            order.append("JK")
        for suit in [self.trump, self.suit_led()]:
            if suit is not None and suit in list("SDHC"):
                order += [suit + rank for rank in reversed(RANKS)]
        for card in order:
            if card in cards:
                return (self.leader + cards.index(card)) % 5
        assert cards[0] == "JK"
        return (self.leader + (self.options.dead_trick == "second-player")) % 5

    # The effects of an action

    def do(self, word: str) -> None:
        """Carry out a legal action of the player whose turn it is."""
        if self.phase == "auction":
            self.call(word)
        elif self.phase == "exchange":
            self.buried = word.split()[1:]
            for card in self.buried:
                self.hands[self.president].remove(card)
            self.phase = "contract"
        elif self.phase == "contract":
            self.number, self.trump = int(word[:-1]), word[-1]
            self.phase = "friend"
        elif self.phase == "friend":
            self.named = word
            if word[0] == "P" and int(word[1]) != self.president:
                self.friend = int(word[1])
            self.leader = self.turn = self.president
            self.phase = "play"
        else:
            self.play(word)

    def call(self, word: str) -> None:
        player = self.turn
        self.said.append((player, word))
        if word == "misdeal":
            self.phase = "thrown-in"
            return
        if word == "pass":
            self.passed.append(player)
        else:
            self.bid = (int(word[:-1]), word[-1])
            self.president = player
        if self.auction_over():
            if self.bid is not None:
                self.number, self.trump = self.bid
                self.hands[self.president] += self.kitty
                self.turn = self.president
                self.phase = "exchange"
            elif self.options.all_pass == "thrown-in":
                self.phase = "thrown-in"
            else:
                self.forced = True
                self.turn = self.dealer
            return
        self.turn = (player + 1) % 5
        while self.options.pass_final and self.turn in self.passed:
            self.turn = (self.turn + 1) % 5

    def auction_over(self) -> bool:
        if self.forced:
            return True
        if self.bid is not None:
            higher = [
                (number, trump)
                for number in range(41)
                for trump in "SDHCN"
                if self.high_enough(number, trump)
            ]
            if not higher:
                return True
        if self.options.pass_final:
            return len(self.passed) == (5 if self.bid is None else 4)
        calls = [word for _, word in self.said]
        return calls[-5:] == ["pass"] * 5 or (self.bid is not None and calls[-4:] == ["pass"] * 4)

    def play(self, word: str) -> None:
        self.hands[self.turn].remove(word[:2])
        self.plays.append(word)
        if self.named == word[:2] and self.turn != self.president:
            self.friend = self.turn
        self.turn = (self.turn + 1) % 5
        if len(self.plays) < 5:
            return
        winner = self.trick_winner()
        self.tricks.append((self.leader, self.plays, winner))
        settles = {"first": 1, "last": 10}.get(self.named)
        if len(self.tricks) == settles and winner != self.president:
            self.friend = winner
        self.plays = []
        self.leader = self.turn = winner
        if len(self.tricks) == 10:
            self.phase = "over"

    # The result

    def points(self) -> int:
        """Return the points of the president's side."""
        found = 0
        for _, plays, winner in self.tricks:
            if winner in [self.president, self.friend]:
                found += worth([play[:2] for play in plays])
        if self.options.buried_points_to == "president":
            found += worth(self.buried)
        return found

    def score(self) -> int:
        options, taken = self.options, self.points()
        won = taken >= self.number
        if options.formula == "seed":
            found = (self.number - options.base + 1) * options.risk
            if won:
                found += (taken - self.number + 1) * options.card
            else:
                found += (self.number - taken) * options.card
        elif won:
            found = max(0, 2 * (self.number - options.bid_min) + (taken - self.number))
        else:
            found = self.number - taken
        times = [
            options.mult_no_trump if self.trump == "N" else 1,
            options.mult_run if won and taken == 20 else 1,
            options.mult_backrun if not won and 20 - taken >= options.backrun_at else 1,
            options.mult_solo if self.named == "none" else 1,
        ]
        found *= prod(times) if options.multipliers == "all" else max(times)
        cap = options.score_cap
        if self.trump == "N" and options.score_cap_no_trump is not None:
            cap = options.score_cap_no_trump
        if cap is not None and abs(found) > cap:
            found = cap if found > 0 else -cap
        return found if won else -found

    def payoffs(self) -> list[int]:
        score = self.score()
        found = [-score] * 5
        if self.friend is None:
            found[self.president] = 4 * score
        else:
            found[self.president] = 2 * score
            found[self.friend] = score
        return found

    def next_dealer(self) -> int:
        if self.phase == "thrown-in":
            return self.dealer
        return self.president if self.friend is None else self.friend

    # All conceivable actions

    def words(self) -> list[str]:
        """Return every action in this phase, allowed or not."""
        if self.phase == "auction":
            bids = [f"{number}{trump}" for number in range(24) for trump in "SDHCN"]
            return ["pass", "misdeal", *bids]
        if self.phase == "exchange":
            return ["bury " + " ".join(each) for each in combinations(CARDS, 3)]
        if self.phase == "contract":
            return [f"{number}{trump}" for number in range(30) for trump in "SDHCN"]
        if self.phase == "friend":
            return [*CARDS, "first", "last", "none", "P0", "P1", "P2", "P3", "P4"]
        return [card + mark for card in CARDS for mark in ["", "!", "S", "D", "H", "C"]]
