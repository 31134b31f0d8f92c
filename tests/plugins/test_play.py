"""Programs play a package's game, even without rules of thumb."""

from .copies import Copy


def test_programs_play_the_game_of_a_package(copy: Copy) -> None:
    arguments = ("play", "kuhn", "--seed", "1", "--rounds", "4", "--playouts", "6")
    done = copy.kifu(*arguments, "--players", "random,monte-carlo", "-o", "match.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert copy.kifu("validate", "match.json").returncode == 0


def test_a_missing_feature_of_a_game_is_reported_in_one_line(copy: Copy) -> None:
    done = copy.kifu("play", "kuhn", "--players", "rules", "--seed", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "kifu: kuhn has no rules of thumb: levels are random, monte-carlo, search, all-seeing\n"
    )
    copy.replace("game.py", "def written", "def wrote")
    done = copy.kifu("play", "kuhn", "--players", "random", "--seed", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kifu: kuhn cannot record what was played\n"
