"""GitHub annotations: workflow commands, escaped so that a record cannot inject one."""

import re

from kifu.cli.report import Summary, renderer
from kifu.findings import Finding, Fix
from kifu.formats import codes

from .findings import everything

COMMAND = re.compile(r"::(error|warning|notice) ([^:\n]*)::([^\n]*)\n")


def annotation(finding: Finding) -> str:
    (text,) = renderer("github")([finding], Summary())
    return text


def test_an_annotation() -> None:
    finding = Finding(
        rule=codes.WRONG_TYPE,
        message="100 %\nno",
        path="a:b,c%.json",
        line=3,
        column=5,
        end_line=3,
        end_column=8,
        round=2,
        fix=Fix("write 7"),
    )
    place = "file=a%3Ab%2Cc%25.json,line=3,endLine=3,col=5,endColumn=8"
    told = "100 %25\\nno (round 2)%0Afix: write 7"
    assert annotation(finding) == f"::error title=S002 wrong-type,{place}::{told}\n"


def test_a_newline_in_the_name_of_a_file() -> None:
    told = annotation(Finding(rule=codes.EMPTY, message="x", path="a\nb\x1b.json"))
    assert told == "::error title=F006 no-record,file=a%0Ab\\x1b.json::x\n"


def test_columns_only_within_a_line() -> None:
    finding = Finding(
        rule=codes.EMPTY, message="x", path="a", line=1, column=2, end_line=3, end_column=4
    )
    assert annotation(finding) == "::error title=F006 no-record,file=a,line=1,endLine=3::x\n"
    assert annotation(finding.but(path=None)) == "::error title=F006 no-record::x\n"
    assert annotation(finding.but(severity="note")).startswith("::notice ")


def test_no_record_gives_a_command() -> None:
    findings = everything()
    text = "".join(renderer("github")(findings, Summary()))
    assert len(COMMAND.findall(text)) == len(findings)
    assert COMMAND.sub("", text) == ""
    for _, properties, _ in COMMAND.findall(text):
        assert all(re.fullmatch(r"[a-zA-Z]+=[^,]*", each) for each in properties.split(","))
