"""The command `results`: what was reached in challenges by whom, and whether that comes of what was done."""

import json
import sys

from sandbox.cli.common import challenge_folders, fail, scene_named
from sandbox.errors import BadValue
from sandbox.text import _


def run(args) -> int:
    """Prints the table; returns the exit code: 0, 1 where a try is worth less than is said, 2 where it is refused."""
    from sandbox.app.paths import standard_folders
    from sandbox.scene.goals.challenge import load_challenges, stars_text
    from sandbox.workspace.results import csv_of, read_standings
    own = standard_folders()["config"] / "results.sqlite"
    try:
        standings = read_standings(args.files or ([own] if own.is_file() else []))
    except BadValue as error:
        return fail(error)
    known = load_challenges(challenge_folders(), scene_named).good
    faults = [fault for fault in (fault_of(one.best, known) for one in standings) if fault] if args.check else []
    if args.json:
        print(json.dumps([{
            "name": one.best.nickname, "challenge": one.best.challenge, "stars": one.best.stars,
            "measured": one.best.measured, "tries": one.tries, "seconds": one.best.seconds, "values": one.best.values,
            "at": one.best.at} for one in standings], ensure_ascii=False, allow_nan=False))
    elif args.csv:
        print(csv_of(standings), end="")
    else:
        for one in standings:
            challenge = known.get(one.best.challenge)
            title = _(challenge.title) if challenge is not None else one.best.challenge
            print(f"{one.best.nickname or _('(no name)')}: {title} {stars_text(one.best.stars)} "
                  + _("(tries: {count})").format(count=one.tries))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def fault_of(tried, known) -> str:
    """Returns in a sentence why a try is not worth its stars, or ""."""
    from sandbox.run.judge import judged
    where = f"{tried.nickname or _('(no name)')}, {tried.challenge}: "
    challenge = known.get(tried.challenge)
    if challenge is None:
        return where + _("there is no such challenge here")
    try:
        verdict = judged(challenge, tried.values, _scene_of(tried, challenge), tried.commands)
    except BadValue as error:
        return where + str(error)
    if verdict.stars >= tried.stars:
        return ""
    return where + _("{found} stars where {told} are told. {sentence}").format(
        found=verdict.stars, told=tried.stars, sentence=verdict.sentence)


def _scene_of(tried, challenge):
    """Returns the scene that it was tried in, with what was built there; or BadValue."""
    if challenge.build is None:
        return scene_named(challenge.scene)
    from sandbox.workspace.bench import scene_of
    return scene_of(challenge.build.document(tried.built))
