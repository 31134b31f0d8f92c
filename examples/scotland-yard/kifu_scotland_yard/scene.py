"""Scenes of Scotland Yard: the map with its lines, the detectives, and Mr. X's travel log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kifu.replayer.scene.scene import Badge, Fact, Grid, Group, Mark, Scene, Seat, Tone
from kifu.replayer.scene.scenes import Act, Looks, Scenes
from kifu.replayer.scene.shapes import Card, Letter
from kifu.replayer.scene.texts import Place, say, signed

from .board import LINES, TICKETS
from .rules import HIDDEN, MOVERS, State

COLOURS = {"T": "yellow", "B": "green", "U": "red"}
TONES: Mapping[str, Tone] = {"T": "gold", "B": "blue", "U": "red"}
"""The colours of lines and tickets."""

COLUMNS, ROWS = (tuple(sorted({station[at] for station in LINES})) for at in (0, 1))
MARKS = tuple(
    Mark("line", (start, end), COLOURS[ticket])
    for start, ends in LINES.items()
    for end, ticket in ends.items()
    if start < end
)
NAMES = ("player.0", "player.1", "detective", "station", *TICKETS)
OTHERS = ("round", "shown", "caught", "escaped")


def _words(names: tuple[str, ...], others: tuple[str, ...]) -> dict[str, str]:
    return dict(zip(NAMES + OTHERS, names + others, strict=True))


class ScotlandYardScenes(Scenes[State]):
    """Scenes of Scotland Yard."""

    looks = Looks(
        words={
            "en": _words(
                ("Mr. X", "Detectives", "detective {0}", "station", "taxi", "bus", "underground"),
                ("Round", "shown in rounds: {0}", "Mr. X is caught", "Mr. X escapes"),
            ),
            "ko": _words(
                ("미스터 X", "형사들", "형사 {0}", "역", "택시", "버스", "지하철"),
                ("라운드", "공개 라운드: {0}", "미스터 X 체포", "미스터 X 도주 성공"),
            ),
            "ja": _words(
                ("ミスターX", "刑事", "刑事{0}", "駅", "タクシー", "バス", "地下鉄"),
                (
                    "ラウンド",
                    "公開ラウンド：{0}",
                    "ミスターXは捕まった",
                    "ミスターXは逃げ切った",
                ),
            ),
            "pl": _words(
                ("Mr X", "Detektywi", "detektyw {0}", "stacja", "taksówka", "autobus", "metro"),
                ("Runda", "ujawnia się w rundach: {0}", "Mr X złapany", "Mr X uciekł"),
            ),
        },
        shapes=(
            (rf"\{HIDDEN}", Card()),
            ("[a-z][1-9]", Card("{0}", name="{0}")),
            ("o", Letter("○", say("station"))),
            ("X", Letter("Ⓧ", say("player.0"))),
            ("1", Letter("①", say("detective", 1))),
            ("2", Letter("②", say("detective", 2))),
        ),
        acts=tuple(
            Act(f"{ticket}(.+)", (say(ticket), " ", Place("{1}")), takes=("{1}",))
            for ticket in TICKETS
        ),
    )

    def scene(self, position: State) -> Scene:
        """Return the scene of a position."""
        options, moves = position.options, position.moves
        things = dict.fromkeys(LINES, "o")
        seen = [move[1:] for move in position.public.moves[::MOVERS] if not move.endswith(HIDDEN)]
        things |= {seen[-1]: "X"} if seen else {}
        for number, station in enumerate(position.detectives, start=1):
            things[station] = str(number)
        pieces = tuple(
            Mark("label", (station,), "black", thing)
            for station, thing in things.items()
            if thing != "o"
        )
        rows = ["".join(things.get(column + row, ".") for column in COLUMNS) for row in ROWS]
        number = min(len(moves) // MOVERS + 1, options.rounds)
        shown = say("shown", ", ".join(map(str, options.reveals)) or "–")
        totals = [Fact(say("total"), signed(points)) for points in position.totals]
        result = say("caught" if position.caught else "escaped")
        return Scene(
            seats=(
                Seat(laid=_log(position), facts=(Fact(say("player.0"), shown), totals[0])),
                Seat(facts=(Fact(say("player.1"), " ".join(position.detectives)), totals[1])),
            ),
            grid=Grid(tuple(rows), COLUMNS, ROWS, marks=MARKS + pieces),
            facts=(Fact(say("round"), f"{number} / {options.rounds}"),),
            ending=(result,) if position.over else (),
            hidden=HIDDEN,
        )

    def tries(self, position: State, player: int) -> Iterable[str]:
        """Return moves to all other stations."""
        here = position.station(position.mover)
        lines = LINES.get(here, {})
        return [lines.get(end, "T") + end for end in LINES if lines and end != here]


def _log(position: State) -> tuple[Group, ...]:
    """Return Mr. X's travel log, in which hidden stations lie face-down."""
    if not position.start:
        return ()
    public = position.public
    log = [Group((position.start,), int(public.start == HIDDEN))]
    for move, seen in zip(position.moves[::MOVERS], public.moves[::MOVERS], strict=True):
        ticket = Badge(say(move[0]), TONES[move[0]], move[0])
        log.append(Group((move[1:],), int(seen.endswith(HIDDEN)), badge=ticket))
    return tuple(log)


SCENES = ScotlandYardScenes()
