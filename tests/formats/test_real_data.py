"""Real records, if there are any beside the repository: read, checked, and written again."""

import kifu
from kifu import formats
from kifu.replayer.goita.record import Record

from ..helpers import codes, data, repaired

# Findings in the 63 matches of ごいたオンライン; matches that are not listed have none.
FOUND = {
    "005.yaml": ["G505"],
    "010.yaml": ["G605"],
    "030.yaml": ["G604"],
    "040.yaml": ["G604"],
}
VERDICTS: dict[str, list[str]] = {"deck_ok": [], "hidden": [], "deck_invalid": ["G003"]}


def test_matches_played_online_are_judged() -> None:
    files = sorted(data("goita-online-yaml").glob("*.yaml"))
    assert len(files) == 63
    found = {path.name: [each.code for each in kifu.validate(path)] for path in files}
    assert {name: codes for name, codes in found.items() if codes} == FOUND


def test_matches_played_online_are_written_as_they_were() -> None:
    for path in data("goita-online-yaml").glob("*.yaml"):
        text = path.read_text("utf-8-sig").replace("\r\n", "\n")
        text = repaired(text, kifu.validate(text))
        text = text[text.index("version:") :]  # some have a remark before it
        assert kifu.dumps(kifu.loads(text, type=Record), "goita/yaml").split() == text.split()


def test_matches_survive_every_notation() -> None:
    for path in data("goita-online-yaml").glob("*.yaml"):
        record = kifu.load(path, type=Record)
        for notation in ("goita/json", "goita/json-2015", "goita/history", "goita/table"):
            there = kifu.loads(formats.notation(notation).write(record), notation, type=Record)
            kept = [(each.hands, each.record, each.dealer, each.winner) for each in there.rounds]
            assert kept == [
                (each.hands, each.record, each.dealer, each.winner) for each in record.rounds
            ]


def test_history_strings_are_judged_and_written_as_they_were() -> None:
    lines = (data("goita-history") / "history_strings.tsv").read_text("utf-8").splitlines()
    assert len(lines) == 29
    for line in lines:
        verdict, text, _ = line.split("\t")
        assert codes(text) == VERDICTS[verdict]
        assert kifu.dumps(kifu.loads(text, type=Record), "goita/history") == text + "\n"
