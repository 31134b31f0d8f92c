"""Which files are recognised by their content, and which are skipped in a folder."""

from pathlib import Path

from kifu import formats

from ..loops import all_of

ROUND = '"hands":["12345678","12345678","44568888","56778888"],"record":"86"'
HISTORY = "87654321,87654321,55431111,43221111,s1"
YAML = "version: 1.0\nlog:\n - uchidashi: 0\n"

BROKEN = {
    "a conflict in JSON": (f'<<<<<<< HEAD\n{{"round":{{{ROUND}}}}}', "goita/json-2015"),
    "a conflict in history": (f"<<<<<<< HEAD\n{HISTORY}\n=======\n", "goita/history"),
    "a conflict in YAML": (f"<<<<<<< mine\r\n{YAML}", "goita/yaml"),
    "a NUL before JSON": (f'\0{{"round":{{{ROUND}}}}}', "goita/json-2015"),
    "typographic quotation marks": ("{“format”: “goita/json”, “version”: 1}", "goita/json"),
    "full-width characters": ('｛"format"： "goita/json"，', "goita/json"),
    "a remark before history": (f"# my games\n{HISTORY}", "goita/history"),
    "JSON cut short": (f'{{"round":{{{ROUND[:40]}', "goita/json-2015"),
}
FOREIGN = {
    "other hands": '{"hands": {"N": "AKQ"}, "deal": 3}',
    "no round": '{"hands": []}',
    "a schema": '{"$schema": "https://json-schema.org/draft/2020-12/schema", '
    '"format": "goita/json", "rounds": [{"hands": []}]}',
    "words": "# Rules\nplayer hand\n\nEach player has one.\n",
    "YAML in words": f"# Rules\nIt is written so:\n{YAML}",
    "nothing": "",
}


@all_of(("text", "identifier"), BROKEN.values())
def test_a_broken_record_is_still_recognised(text: str, identifier: str) -> None:
    told = formats.detect(text.encode())
    assert told is not None
    assert told.id == identifier


@all_of("text", FOREIGN.values())
def test_other_files_are_claimed_by_no_notation(text: str) -> None:
    assert formats.detect(text.encode()) is None


SLIPS = (
    '"fromat": "{}"',
    '"format: "{}"',
    '"format" "{}"',
    '"format": {}"',
    '"format": "{}',
    "format: {}",
    '"Format" = "{}"',
    '"format": ["{}"]',
    '"format":: "{}"',
)


@all_of("declared", SLIPS)
@all_of("game", ["goita", "leduc", "mighty", "planowanie"])
def test_a_slip_in_the_format_hides_no_game(game: str, declared: str) -> None:
    for name in (f"{game}/json", f"{game}-json", f"{game[1:]}/json"):
        text = f'{{{declared.format(name)}, "version": 1, "deals": []}}'
        told = formats.detect(text.encode())
        assert told is not None
        assert told.id == f"{game}/json"


def test_a_record_without_a_declaration_is_recognised_by_its_keys() -> None:
    examples = Path(__file__).parents[2] / "examples"
    for game, name in (("planowanie", "game"), ("mighty", "deal"), ("goita", "match")):
        text = (examples / game / f"{name}.json").read_text("utf-8")
        told = formats.detect(text.replace(f'"format": "{game}/json", ', "").encode())
        assert told is not None
        assert told.id == f"{game}/json"
