import json

from kifu.cli.output import plain_text
from kifu.cli.report import FOR_PEOPLE, REPORTS, Summary, renderer
from kifu.findings import Edit, Excerpt, Finding, Fix
from kifu.formats import codes

from ...loops import all_of

PLAIN = Finding(rule=codes.EMPTY, message="nothing\nhere")
PLACED = Finding(
    rule=codes.WRONG_TYPE,
    message="a \x1b[31m trick",
    path="a.json",
    line=3,
    column=5,
    excerpt=Excerpt("\tごい\x07た", 2, 2),
)


def test_reports_are_lazy() -> None:
    def findings():
        yield PLAIN
        raise AssertionError("too far")

    for name in {*REPORTS} - {"junit"}:  # its head states the number of failures
        next(renderer(name)(findings(), Summary()))


def test_concise_is_a_line_each() -> None:
    assert "".join(renderer("concise")([PLAIN, PLACED], Summary())) == (
        "error F006 no-record: nothing\\nhere\n"
        "a.json:3:5: error S002 wrong-type: a \\x1b[31m trick\n"
    )


@all_of("name", REPORTS)
def test_nothing_of_a_stranger_controls_what_shows_a_report(name: str) -> None:
    """Untrusted characters cannot control a terminal or a CI server's log."""
    bad = "a\x1b[2J\u202e\x9b\u2028\ue000\udc82\r\n::error::"
    fix = Fix(bad, edits=(Edit(1, 1, 1, 2, bad),))
    found = PLACED.but(
        path=bad,
        message=bad,
        pointer=f"/{bad}",
        fix=fix,
        suggestions=(fix,),
        excerpt=Excerpt(bad, 0, 2),
    )
    summary = Summary(paths=[bad], troubles=[(bad, bad)])
    text = "".join(renderer(name)([found, found.but(line=None)], summary))
    shown = plain_text(text) if name in FOR_PEOPLE else text
    assert {each for each in shown if not each.isprintable()} <= {"\n"}
    assert "\n::error::" not in shown


def test_jsonl_has_the_objects_of_the_json() -> None:
    found = [PLAIN, PLACED]
    whole = json.loads("".join(renderer("json")(found, Summary())))
    lines = "".join(renderer("jsonl")(found, Summary())).splitlines()
    assert list(map(json.loads, lines)) == whole["findings"]


def test_text_shows_what_a_terminal_would_obey() -> None:
    from click import unstyle

    plain, placed = map(unstyle, renderer("text")([PLAIN, PLACED], Summary()))
    assert plain == ": error F006 no-record\n  nothing\\nhere\n"
    assert placed == (
        "a.json:3:5: error S002 wrong-type\n"
        "  a \\x1b[31m trick\n"
        "    |     ごい\\x07た\n"
        "    |       ^^^^^^\n"
    )


def test_json_is_one_object_with_the_summary_as_it_is_in_the_end() -> None:
    summary = Summary()

    def findings():
        for finding in (PLAIN, PLACED):
            summary.count(finding)
            yield finding

    report = json.loads("".join(renderer("json")(findings(), summary)))
    assert [each["message"] for each in report["findings"]] == [PLAIN.message, PLACED.message]
    assert report["summary"]["errors"] == 2


def test_the_summary_in_words() -> None:
    names = [str(number) for number in range(63)]
    summary = Summary(63, 412, 9876, errors=3, warnings=2, skipped=5, paths=names)
    assert str(summary) == (
        "63 files, 63 records, 412 rounds, 9876 plies: 3 errors, 2 warnings (5 other files skipped)"
    )
    assert str(Summary(1, 1, 1, notes=1, paths=["a"], troubles=[("b", "no")])) == (
        "1 file, 1 record, 1 round, 1 ply: 1 note (1 file could not be read)"
    )
