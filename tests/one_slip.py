"""How many errors kifu reports for one slip in a sound text, and where the first of them is.

    python tests/one_slip.py [NOTATION...] [--number 400] [--seed 1] [--show 5]

`at`, `after` and `before` say where the first error is, beside the slip; `--show` lists the slips
that most often get several errors, `--before` those that get one before their place.
"""

import argparse
from collections import Counter

from slips import Told, several

from kifu.formats.catalog import notations


def main() -> None:
    """Print a line for each notation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notations", nargs="*")
    parser.add_argument("--number", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, metavar="N")
    parser.add_argument("--before", action="store_true")
    options = parser.parse_args()
    print(f"{'notation':20} slips reported errors each     at  after before")
    for name in options.notations or [each.id for each in notations()]:
        wrong = [each for each in several(name, options.number, options.seed) if each.errors]
        average = sum(len(each.errors) for each in wrong) / len(wrong)
        places = Counter(each.where for each in wrong)
        shares = " ".join(f"{places[where] / len(wrong):6.1%}" for where in WHERE)
        print(f"{name:20} {options.number:5} {len(wrong):8} {average:11.3f} {shares}")
        show([each for each in wrong if len(each.errors) > 1], options.show)
        if options.before:
            show([each for each in wrong if each.where == "before"], len(wrong))


WHERE = ("at", "after", "before")


def show(some: list[Told], most: int) -> None:
    """Print slips, those first of which there are many alike: one of each likeness."""
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
