"""Examples at the end of each command's help; a test runs them all."""

from __future__ import annotations

import click

_EXAMPLES = """
kifu validate  # everything in this folder
kifu validate --strict match.json  # fail for warnings too
kifu validate . --statistics  # only the number of findings per rule
kifu validate . -j 2  # with two processes, if there is a lot to read
kifu validate . --diff  # what --fix would change, as a patch
kifu validate . --report sarif=out.sarif  # also a report for code scanning
kifu validate . --write-baseline known.json  # accept current findings ...
kifu validate . --baseline known.json  # ... and fail only for new ones
kifu fmt --check .  # which files are not in canonical form?
kifu fmt --diff match.json  # show the changes as a patch
kifu fmt match.json  # write them
kifu convert match.json --to {game}/json  # to standard output
kifu convert match.json -o copy.yaml  # to a file whose name implies the notation
kifu convert . --to {game}/json -d copies  # one for each file in this folder
kifu diff match.json match-2015.json  # where two records diverge
kifu replay match.json  # the whole record, step by step
kifu replay match.json --round 4 --ply 5  # one position
kifu replay match.json --output-format json  # every step, for programs
kifu board match.json -o match.html  # a page to step through in a browser
kifu board . -o archive.html  # all records in this folder
kifu board match.json --player 1 -o seat.html  # only what that player saw
kifu board match.json --guess -o quiz.html  # later moves are hidden, to be guessed
kifu board match.json --document -o board.json  # for <kifu-board> in your own page
kifu board match.json --svg 4:5 -o position.svg  # a picture of one position
kifu studio  # a page for new matches, and for records dropped onto it
kifu studio match.json  # with this record
kifu studio --port 8080 --no-browser  # print the address, to be opened by hand
kifu legal match.json --round 4 --ply 5  # which actions are legal there
kifu legal match.json --round 4 --ply 5 --why 81  # which rule forbids this?
kifu branch match.json --round 4 --ply 8 88 0  # play on differently; both are kept
kifu view match.json --player 1  # the record as that player knew it
kifu deals match.json --round 4 --player 1 --ply 5  # how many are possible?
kifu deals match.json --round 4 --player 1 --ply 5 --sample 3  # draw some
kifu new {game}  # a short record with comments, to start from
kifu new {game} -o new.yaml  # in the notation that the name implies
kifu generate {game} -n 3  # three random matches, one per line
kifu generate {game} --seed 7 -o random.json  # the same match every time
kifu generate {game} --option {option}  # with an option of the game
kifu play {game} --players rules --seed 1  # players that follow rules of thumb
kifu play {game} --playouts 20 --rounds 1 --seed 1  # one round with players that search
kifu play {game} --players rules -n 100 -o matches.jsonl  # a hundred matches
kifu learn {duel} --games 1 -o network  # train a network for searches, by self-play
kifu annotate match.json --playouts 10 -o annotated.json  # what each decision cost, quickly
kifu player {talked} --level rules  # to be started by `kifu arbiter`
kifu arbiter --player 'python3 player.py' --player 'python3 player.py' -o game.log
kifu tournament entrants.toml --rounds 1 -o results  # games and standings
kifu rate .  # the players of all matches in this folder
kifu rate . --output-format csv  # for a spreadsheet
kifu facts . -o facts.parquet  # one row per round in this folder
kifu facts match.json  # as CSV
kifu stats .  # lengths, results, points, declarations ...
kifu stats . --where 'errors = 0' --output-format svg -o chart.svg  # as a chart
kifu stats . --sql 'SELECT game, avg(plies) FROM facts GROUP BY game'  # anything else
kifu select match.json --where 'plies > 20'  # records with a long round
kifu select . --where 'errors > 0' --to {game}/json -o wrong.jsonl  # those with errors
kifu export . -o decisions.parquet  # one row per decision, for programs that learn
kifu export match.json --seats 0 -o seat.jsonl  # only what player 0 decided
kifu import decisions.parquet -o records.jsonl  # the records again
kifu formats  # all notations, and what they cannot hold
kifu rule  # all rules
kifu rule F006  # what it means, and what to do about it
kifu config match.json  # which values apply, and where they come from
kifu schema {game}/json  # the JSON Schema of a notation
kifu schema report  # the schema for the output of kifu validate
kifu schema --all -d schemas  # all of them, for editors
kifu lsp  # to be started by an editor
kifu textconv match.json  # what git diff compares
kifu completion bash  # a script for the shell
kifu help  # all commands
kifu help validate  # one of them
"""
"""One example per line: the command, and what it does.

`{game}` stands for any game, `{talked}` for one with a protocol for programs, and `{duel}` for one
between two players whose chance events can be listed.
"""


def end_with_examples(command: click.Command, name: str) -> None:
    """Append a command's examples to its help."""
    lines = "\n".join(f"  {each}" for each in examples(name))
    command.epilog = f"\b\nExamples:\n{lines}"


def examples(command: str) -> list[str]:
    """Return the examples of a command, one per line."""
    lines = (line for line in _EXAMPLES.splitlines() if line.split()[1:2] == [command])
    found = [_with_game(line).partition("  # ") for line in lines]
    width = max((len(line) for line, _, what in found if what), default=0)
    return [f"{line:{width}}{mark}{what}" if what else line for line, mark, what in found]


def _with_game(line: str) -> str:
    """Return the line with a game filled in: one with many notations that programs can play."""
    from ..formats.interface.catalog import formats

    if "{talked}" in line:
        return line.replace("{talked}", next(n for n, each in formats().items() if each.protocol))
    if "{duel}" in line:
        from ..replayer import game, games
        from ..validation.beginning import begun

        known = ((name, game(name).rules(begun(name, {}))) for name in games())
        duels = (
            name
            for name, rules in known
            if rules.players == 2 and rules.chance_outcomes(rules.initial_state())
        )
        return line.replace("{duel}", next(duels))
    if "{game}" not in line:
        return line
    from ..arena.players.strategy import strategies

    game = max(strategies(), key=lambda name: len(formats()[name].notations))
    if "{option}" in line:
        from ..validation.beginning import match_options

        known = match_options(game).items()
        line = line.replace("{option}", next(f"{n}={o.values[0]}" for n, o in known if o.values))
    return line.replace("{game}", game)
