"""Files with records of several games: commands do their work for each, or say why they cannot."""

import json

from ..command import Kifu
from ..imports import ROOT

GAMES = [
    (ROOT / "examples" / name).read_text("utf-8")
    for name in ("leduc/match.json", "goita/match.json", "mighty/deal.json")
]
LIST = f"[{','.join(GAMES)}]"
CHAT = "".join(f"Hi:\n```json\n{each}```\n" for each in GAMES)
LINES = "".join(json.dumps(json.loads(each)) + "\n" for each in GAMES)


def test_a_command_for_one_game_refuses_records_of_several(run: Kifu) -> None:
    run.write({"list.json": LIST, "chat.txt": CHAT})
    for name in ("list.json", "chat.txt"):
        for args in (["view", name, "--player", "0"], ["diff", name, name]):
            result = run(*args)
            assert (result.status, result.out) == (2, "")
            assert "different games: goita, leduc, mighty" in result.err.splitlines()[-1]
    assert run("diff", "list.json", "list.json", "--record", "2", "--other-record", "2").status == 0
    formed = run("fmt", "list.json")
    assert "different games" in formed.err
    assert "kifu convert" not in formed.err


def test_a_line_of_another_game_is_one_error(run: Kifu) -> None:
    run.write({"lines.jsonl": LINES})
    found = [each for each in run("validate", "lines.jsonl").out.splitlines() if ": error " in each]
    assert [each.split(":")[1] for each in found] == ["2", "3"]
    assert all("S004" in each for each in found)
