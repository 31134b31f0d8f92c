import kifu
from kifu.replayer.goita.record import Record

TABLE = """\
player hand
0. 王飛角金銀馬香し
1.(dealer) 玉飛角金銀馬香し
2. 金銀馬香しししし
3. 金銀馬香しししし
turn 1 2 3 0
1st ☗し☖銀 なし なし ☖王☖飛
2nd ☖玉☖角
"""


def test_a_view_keeps_the_marks_of_kings_that_it_shows() -> None:
    record = kifu.loads(TABLE, type=Record)
    assert record.rounds[0].kings == "王玉王玉"
    assert kifu.view(record, 0).rounds[0].kings == "王王玉"
    assert kifu.view(record, 2).rounds[0].kings == "王玉"


def test_where_no_king_is_gyoku_they_are_not_distinguished() -> None:
    record = kifu.loads(TABLE.replace("2nd ☖玉☖角\n", ""), type=Record)
    view = kifu.view(record, 0)
    assert view.rounds[0].kings == ""
    assert kifu.validate(kifu.dumps(view)) == []
    for notation in ("goita/history", "goita/table"):
        assert kifu.loads(kifu.dumps(view, notation), type=Record).rounds == view.rounds


def test_five_shi_that_nobody_noted_are_written_where_absence_means_nobody() -> None:
    text = "87654321,87654321,55443111,32211111,s1"
    record = kifu.loads(text, type=Record)
    assert record.rounds[0].goshi is None
    assert kifu.validate(kifu.dumps(record)) == []
    assert kifu.loads(kifu.dumps(record, "goita/json-2015"), type=Record).rounds[0].goshi == (3,)
