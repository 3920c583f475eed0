"""python -m tests.challenges [ID ...]: the stars of each challenge by errors of what wins it, and what is measured."""

import sys
from math import isfinite

from tests.challenges.scripts import WINS
from tests.challenges.test_every_challenge import judge, winning

SHARES = (-0.1, -0.01, 0.0, 0.01, 0.1)


def main(names: list[str]):
    print("challenge".ljust(16), "error in".ljust(16), *(f"{100*share:+.0f} %".rjust(13) for share in SHARES))
    for name in names or WINS:
        for what in winning(name).names:
            found = (judge(name, winning(name).off(what, share)) for share in SHARES)
            print(name.ljust(16), (what if isinstance(what, str) else f"{what[0]} {what[1] + 1}").ljust(16), *(
                (f"{one.reading.found:.3g}{one.reading.unit} " if isfinite(one.reading.found) else "").rjust(10)
                + "*"*one.stars + "."*(3 - one.stars) for one in found))


if __name__ == "__main__":
    main(sys.argv[1:])
