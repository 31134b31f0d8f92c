"""How many errors kifu reports for one slip in a valid text, and where the first one is.

    python tests/one_slip.py [NOTATION...] [--number 400] [--seed 1] [--show 5]

`at`, `after` and `before` are the shares of slips with their first error there; `--show` lists the
kinds of slips that most often get several errors, and `--before` those with an error before them.
`both` is the share, among `--two` pairs of slips in one round, for which both are reported.
"""

import argparse
from collections import Counter
from random import Random

from slips import Told, several, together

from kifu.formats.interface.catalog import notations


def main() -> None:
    """Print a line for each notation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notations", nargs="*")
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, metavar="N")
    parser.add_argument("--before", action="store_true")
    parser.add_argument("--two", type=int, default=100, metavar="N")
    options = parser.parse_args()
    print(f"{'notation':20} slips reported errors each     at  after before   both")
    for name in options.notations or [each.id for each in notations()]:
        wrong = [each for each in several(name, options.number, options.seed) if each.errors]
        average = sum(len(each.errors) for each in wrong) / len(wrong)
        places = Counter(each.where for each in wrong)
        shares = " ".join(f"{places[where] / len(wrong):6.1%}" for where in WHERE)
        figures = f"{options.number:5} {len(wrong):8} {average:11.3f}"
        print(f"{name:20} {figures} {shares} {share(name, options):6.1%}")
        show([each for each in wrong if len(each.errors) > 1], options.show)
        if options.before:
            show([each for each in wrong if each.where == "before"], len(wrong))


def share(name: str, options: argparse.Namespace) -> float:
    """Return the share of pairs of slips in one round for which both are reported."""
    found = together(name, options.two, Random(options.seed)) or [True]
    return sum(found) / len(found)


WHERE = ("at", "after", "before")


def show(some: list[Told], most: int) -> None:
    """Print one slip from each group of similar slips, the largest groups first."""
    alike: dict[tuple[str, ...], list[Told]] = {}
    for each in some:
        codes = (error.code for error in each.errors[:5])
        alike.setdefault((each.slip.key, each.slip.kind, *codes), []).append(each)
    for found in sorted(alike.values(), key=len, reverse=True)[:most]:
        print(f"{len(found):5} × {found[0].slip.shows(found[0].text)}")
        for error in found[0].errors[:5]:
            print(f"        {error.line}:{error.column} {error.code} {error.message}")


if __name__ == "__main__":
    main()
