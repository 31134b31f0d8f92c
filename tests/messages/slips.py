"""Slips in valid examples, and what is reported.

`at` is the text that is marked, or `^` if the finding is between two characters; `fixed` says
whether there is a fix.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"
BETWEEN = "^"


@dataclass(frozen=True)
class Slip:
    """`new` replaces `old` once; if there is no fix, `message` says what would be right."""

    old: str
    new: str
    code: str
    at: str
    message: str = ""
    fixed: bool = True


@cache
def example(name: str) -> str:
    """Return the text of a valid example."""
    return (EXAMPLES / name).read_text()


JSON = [
    Slip('"format"', '"fromat"', "S003", '"fromat"'),
    Slip('"winner"', '"winer"', "S003", '"winer"'),
    Slip('"dealer"', '"Dealer"', "S003", '"Dealer"'),
    Slip('"dealer": 0', '"dealer": "0"', "S002", '"0"'),
    Slip('"version": 1', '"version": 2', "S004", "2"),
    Slip('"version": 1', '"version": "1"', "S004", '"1"'),
    Slip('"version": 1', '"version": "v1"', "S004", '"v1"'),
    Slip('"version": 1', '"version": １', "F101", "１"),
    Slip('"version": 1', '"version": 01', "F101", "01"),
    Slip('"version": 1', '"version": +1', "F101", "+1"),
    Slip('"version": 1', '"version":\xa01', "F101", "\xa0"),
    Slip('"version": 1', '"version": 1;', "F101", ";"),
    Slip('"goita/json"', '"goita-json"', "S004", '"goita-json"'),
    Slip('"goita/json"', '"Goita/JSON"', "S004", '"Goita/JSON"'),
    Slip('"goita/json"', "“goita/json”", "F101", "“"),
    Slip('"goita/json"', "'goita/json'", "F101", "'"),
    Slip('"goita/json",', '"goita/json"', "F101", BETWEEN),
    Slip('"goita/json"', '"goita/json', "F101", '"goita/json'),
    Slip('"goita/json",', '"goita/json"，', "F101", "，"),
    Slip('"winner":', '"winner"', "F101", BETWEEN),
    Slip('"winner":', '"winner" =', "F101", "="),
    Slip('"winner":', '"winner"：', "F101", "："),
    Slip('"winner":', "winner:", "F101", "winner"),
    Slip('"winner":', "'winner':", "F101", "'"),
    Slip(
        '"goshi": []',
        '"goshi": None',
        "F101",
        "None",
    ),
    Slip('"goshi": []', '"goshi":', "F103", '"goshi"'),
    Slip('"score": [0, 0]', '"score": [0 0]', "F101", BETWEEN),
    Slip('"score": [0, 0]', '"score": [0, 0', "F101", BETWEEN),
    Slip('"score": [0, 0]', '"score": [0, 0}', "F101", "}"),
    Slip('"score": [0, 0]', '"score": [0; 0]', "F101", ";"),
    Slip('"score": [0, 0]', '"score": [0, 0,]', "F105", ","),
    Slip('"score": [0, 0]', '"score": ["0", 0]', "S002", '"0"'),
    Slip('"record": "8', '"record": "８', "G005", "８"),
    Slip('"winner": 0', '"winner": 9', "G006", "9", "9 is not a player", False),
]

YAML = [
    Slip("   uchidashi: 0", "\tuchidashi: 0", "F201", "\t", "this line is indented with a tab"),
    Slip('    - ["0","し"', '\t- ["0","し"', "F201", "\t", "this line is indented with a tab"),
    Slip("version: 1.0", "version:1.0", "F201", BETWEEN, "a space is missing here"),
    Slip("version: 1.0", "version 1.0", "F201", BETWEEN, "a colon is missing here"),
    Slip("version: 1.0", "version：1.0", "F201", "：", "expected a colon, found '：'"),
    Slip(
        "version: 1.0",
        "version:\xa01.0",
        "F201",
        "\xa0",
        "expected a space, found a no-break space (U+00A0)",
    ),
    Slip("version: 1.0", "version: 2.0", "S004", "2.0", "version 2.0 is not supported", False),
    Slip("version: 1.0", "version: v1.0", "S004", "v1.0", 'version "v1.0" is not supported'),
    Slip('"0","し","し"]', '"0","し","し"', "F201", BETWEEN, "] is missing here"),
    Slip('["0","し","し"]', '"0","し","し"]', "F201", BETWEEN, "[ is missing here"),
    Slip('"0","し","し"]', '"0","し" "し"]', "F201", BETWEEN, "a comma is missing here"),
    Slip('"0","し","し"]', '"0","し,"し"]', "F201", '"し', "the string that begins here has no"),
    Slip('"0","し","し"]', '"0","し","し]', "F201", '"し', "the string that begins here has no"),
    Slip('"0","し","し"]', '"0",し","し"]', "G004", '"', '" is not a piece: write し'),
    Slip('"0","し","し"]', '"0"、"し","し"]', "F201", "、", "expected a comma, found '、'"),
    Slip('"0","し","し"]', '"0","シ","し"]', "G004", "シ", "シ is not a piece: write し"),
    Slip('"0","し","し"]', '"0","8","し"]', "G004", "8", "8 is not a piece: write し"),
    Slip('"0","し","し"]', '"０","し","し"]', "G006", "０", "０ is not a player: write 0"),
    Slip('"0","し","し"]', '"P0","し","し"]', "G006", "P", "P is not a player: write 0"),
    Slip(
        '"0","し","し"]',
        '"0","し","ひ"]',
        "G004",
        '"ひ"',
        "expected one of 王玉飛角金銀馬香し",
        False,
    ),
    Slip(
        "王角馬香しししし",
        "王角馬香シシシシ",
        "G004",
        "シシシシ",
        "シシシシ is not a piece: write しししし",
    ),
    Slip(
        "王角馬香しししし", "王角馬馬しししし", "G003", "馬", "馬 5 times, not 4, 香 3 times", False
    ),
    Slip(
        '    - ["0","し","し"]',
        '   - ["0","し","し"]',
        "F201",
        "   ",
        "the indentation is wrong: expected 4 spaces, found 3",
    ),
    Slip("uchidashi: 0", "uchidasi: 0", "S003", "uchidasi", 'write "uchidashi"'),
    Slip("uchidashi: 0", 'uchidashi: "0"', "S002", '"0"', "expected a whole number"),
    Slip("log:", "Log:", "S003", "Log", 'write "log"'),
    Slip("score: [0,0]", "score: [0,0", "F201", BETWEEN, "] is missing here"),
    Slip('p0: "Aki"', 'p0: "Aki', "F201", '"Aki', "the string that begins here has no"),
]

HISTORY = [
    Slip("111,213", "１11,213", "F301", "１", "expected 111, found '１11'"),
    Slip("2p,327", "2P,327", "F301", "P", "expected 2p, found '2P'"),
    Slip("s1,", "S1,", "F301", "S", "expected s1, found 'S1'"),
    Slip("s1,", "s１,", "F301", "１", "expected s1, found 's１'"),
    Slip("s1,", "1,", "F301", BETWEEN, "expected s1, found '1'"),
    Slip("s1,", "s5,", "G006", "s5", "s5 is not a dealer: expected s1 to s4", False),
    Slip("111,213", "111、213", "F301", "、", "expected a comma, found"),
    Slip("111,213", "111;213", "F301", ";", "expected a comma, found ';'"),
    Slip("111,213", "111 213", "F301", " ", "expected a comma, found a space"),
    Slip("111,213", "111213", "F301", BETWEEN, "a comma is missing here"),
    Slip("111,213", "111,,213", "F301", ",", "unexpected ','"),
    Slip("111,213", "111, 213", "F301", " ", "unexpected space next to a comma"),
    Slip("111,213", "111,\xa0213", "F301", "\xa0", "unexpected no-break space (U+00A0)"),
    Slip("111,213", "11,213", "F301", "11", "found '11'", False),
    Slip("86321111", "8632l111", "F301", "l", "expected 86321111, found '8632l111'"),
    Slip("86321111", "86321し11", "F301", "し", "expected 86321111, found"),
    Slip("86321111", "86321112", "G003", "2", "香 (2) 5 times, not 4, し (1) 9 times", False),
    Slip(
        "86321111", "8632111", "G002", "8632111", "player 0 (written 1) must have 8 pieces", False
    ),
    Slip(
        ",182",
        ",162",
        "G105",
        "6",
        "角 (6) cannot receive 馬 (3): only 馬 (3) or 王 (8) can",
        False,
    ),
]

TABLE = [
    Slip("1st ☗し☖し", "1st ☗シ☖し", "F301", "シ", "expected ☗し☖し, found '☗シ☖し'"),
    Slip("1st ☗し☖し", "1st ▲し△し", "F301", "▲し△", "expected ☗し☖し, found"),
    Slip("1st ☗し☖し", "1st ☗しし", "F301", BETWEEN, "expected ☗し☖し, found '☗しし'"),
    Slip("1st ☗し☖し", "1st ☖し☖し", "G602", "☖", "expected the mark ☗ (face-down), found ☖"),
    Slip("1st", "1ST", "F301", "ST", "expected 1st, found '1ST'"),
    Slip("1st", "1.", "F301", ".", "expected 1st, found '1.'"),
    Slip("1st", "１st", "F301", "１", "expected 1st, found '１st'"),
    Slip("2nd", "2th", "F301", "2th", "expected 2nd, found '2th'"),
    Slip("なし", "ナシ", "F301", "ナシ", "expected なし, found 'ナシ'"),
    Slip("なし", "無し", "F301", "無", "expected なし, found '無し'"),
    Slip("0. Aki(dealer)", "0. Aki", "F301", BETWEEN, "(dealer) is missing after Aki:"),
    Slip("(dealer)", "(Dealer)", "F301", "D", "expected (dealer), found '(Dealer)'"),
    Slip("(dealer)", "（dealer）", "F301", "（dealer）", "expected Aki(dealer), found"),
    Slip("player hand", "Player hand", "F301", "P", "expected player, found"),
    Slip("player hand", "plyer hand", "F301", BETWEEN, "expected player, found"),
    Slip(
        "player hand",
        "player\u3000hand",
        "F301",
        "\u3000",
        "expected a space, found an ideographic space",
    ),
    Slip("turn Aki", "Turn Aki", "F301", "T", "expected turn, found 'Turn'"),
    Slip("turn Aki", "trun Aki", "F301", "ru", "expected turn, found 'trun'"),
    Slip("turn Aki", "turn Akl", "G603", "Akl", "expected Aki, found 'Akl'", False),
    Slip("0. Aki", "0 Aki", "F301", BETWEEN, "expected 0., found '0'"),
    Slip("0. Aki", "０. Aki", "F301", "０", "expected 0., found '０.'"),
    Slip("1. Botan", "0. Botan", "F301", "0.", "expected 1., found '0.'"),
    Slip(
        "王角馬香しししし",
        "王角馬香シシシシ",
        "F301",
        "シシシシ",
        "expected 王角馬香しししし, found",
    ),
    Slip("王角馬香しししし", "13678888", "F301", "13678888", "expected 王角馬香しししし, found"),
    Slip(
        "王角馬香しししし", "王角馬馬しししし", "G003", "馬", "馬 5 times, not 4, 香 3 times", False
    ),
    Slip(
        "☖香☖飛",
        "☖角☖飛",
        "G103",
        "角",
        "player 2 has no 角 left to play: the hand is 飛金銀",
        False,
    ),
]

GIBO = [
    Slip("♦T", "♦10", "M003", "♦10"),
    Slip("♦T", "10♦", "M003", "10♦"),
    Slip("♦T", "D10", "M003", "D10"),
    Slip("♦T", "♢T", "M003", "♢T"),
    Slip("♦T", "♦t", "M003", "♦t"),
    Slip("♦T", "♦Ｔ", "M003", "♦Ｔ"),
    Slip("♠K ♠Q", "♠K ♠K", "M004", "♠K"),
    Slip("♠K ♠Q", "♠T ♠Q", "M004", "♠T", "twice: to P0 and to P1, and ♠K to nobody", False),
    Slip("Dealer: P0", "Dealer: p0", "F301", "p"),
    Slip("Dealer: P0", "Dealer: 0", "F301", BETWEEN),
    Slip("Dealer: P0", "Dealer P0", "F301", BETWEEN),
    Slip("Dealer: P0", "Dealr: P0", "F301", "Dealr"),
    Slip("Dealer: P0", "dealer: P0", "F301", "dealer"),
    Slip("Dealer: P0", "Dealer：P0", "F301", "："),
    Slip("Dealer: P0", "Dealer:\xa0P0", "F301", "\xa0"),
    Slip("Dealer: P0", "Dealer: P9", "M006", "P9", "P9 is not a player: players are", False),
    Slip("Hand P0:", "Hand P0", "F301", BETWEEN),
    Slip("P0 pass", "P0 Pass", "M108", "Pass"),
    Slip("P0 13♥", "P0 13h", "M108", "13h"),
    Slip("P0 13♥", "P0 ♥13", "M108", "♥13"),
    Slip("P0 13♥, P1", "P0 13♥ P1", "F301", BETWEEN),
    Slip("P0 13♥, P1", "P0 13♥; P1", "F301", ";"),
    Slip("P0 13♥, P1", "P0: 13♥, P1", "F301", ":"),
    Slip("Result: won", "Result: Won", "F301", "W"),
    Slip("Rules: seed", "Rules: Seed", "S004", "Seed"),
    Slip(
        "Totals: 0 0 0 0 0",
        "Totals: 0, 0, 0, 0, 0",
        "F301",
        ",",
    ),
    Slip("Totals: 0 0 0 0 0", "Totals: 0 0 0 0 O", "F301", "O"),
]

MIGHTY_JSON = [
    Slip('"ST"', '"S10"', "M003", '"S10"', "'S10' is not a card: write ST"),
    Slip('"ST"', '"♠10"', "M003", '"♠10"', "'♠10' is not a card: write ST"),
    Slip('"pass"', '"Pass"', "M108", '"Pass"', "'Pass' is not a bid: write pass"),
    Slip('"seed"', '"Seed"', "S004", '"Seed"', 'expected "seed"'),
]

PLANOWANIE_JSON = [
    Slip('["QD"]', '["DQ"]', "P005", '"DQ"', "'DQ' is not a card of the deck 9TJQKA CDH: write QD"),
    Slip('["QD"]', '["Q♦"]', "P005", '"Q♦"', "write QD"),
    Slip('"TH", "AH"', '"10H", "AH"', "P005", '"10H"', "write TH"),
    Slip('["QD"]', '["QX"]', "P005", '"QX"', "'QX' is not a card of the deck", False),
]

LEDUC_JSON = [
    Slip('"call"', '"Call"', "L101", '"Call"', "'Call' is not an action: write call"),
    Slip('"Ks"', '"sK"', "L002", '"sK"', "'sK' is not a card: write Ks"),
    Slip('"call"', '"check"', "L101", '"check"', "expected fold, call or raise", False),
]

SLIPS = {
    ("goita/json", "goita/match.json"): JSON,
    ("goita/yaml", "goita/online.yaml"): YAML,
    ("goita/history", "goita/history.txt"): HISTORY,
    ("goita/table", "goita/table.txt"): TABLE,
    ("mighty/gibo", "mighty/match.gibo"): GIBO,
    ("mighty/json", "mighty/deal.json"): MIGHTY_JSON,
    ("planowanie/json", "planowanie/game.json"): PLANOWANIE_JSON,
    ("leduc/json", "leduc/match.json"): LEDUC_JSON,
}


def cases() -> Iterator[tuple[str, str, Slip]]:
    """Yield each slip with its notation and the example it is made in."""
    for (notation, name), slips in SLIPS.items():
        for slip in slips:
            yield notation, name, slip
