"""The command `judge`: a challenge, and what a run is worth by it."""

import json
from functools import partial
from math import isfinite
from pathlib import Path

from sandbox.cli.common import challenge_folders, fail, scene_named
from sandbox.errors import BadValue
from sandbox.text import _


def run(args) -> int:
    """Prints the verdict and returns the exit code: 0 where the goal is reached, 1 where not, 2 where it is refused."""
    from sandbox.run.judge import check_run, check_start, judged, verdict_of
    from sandbox.scene.goals.challenge import stars_text
    try:
        challenge = chosen(args.challenge)
        scene = scene_named(challenge.scene)
        check_start(challenge, scene)
        tried = tried_of(args.set)
        if args.file is None:
            verdict = judged(challenge, tried, scene)
        else:
            source = source_named(args.file)
            check_run(challenge, source.make(), guesses=tried)
            _values, guesses = challenge.with_values({name: value for name, value in tried.items()
                                                      if name in challenge.guesses})
            verdict = verdict_of(challenge, source.make, guesses)
    except BadValue as error:
        return fail(error)
    if args.json:
        found = verdict.reading.found
        print(json.dumps({"challenge": challenge.id, "stars": verdict.stars, "sentence": verdict.sentence,
                          "values": verdict.values, "guesses": verdict.guesses, "seconds": verdict.seconds,
                          "measured": found if isfinite(found) else None}, ensure_ascii=False, allow_nan=False))
    else:
        print(f"{_(challenge.title)}: {stars_text(verdict.stars)} {verdict.sentence}")
    return 0 if verdict.is_won else 1


def chosen(named: str):
    """Returns the challenge of a file, or of that id among those of the program; or raises BadValue."""
    from sandbox.scene.goals.challenge import challenge_of, told_in
    path = Path(named)
    if not named.endswith(".toml"):
        known = {one.stem: one for folder in challenge_folders() for one in sorted(folder.glob("*.toml"))}
        if named not in known:
            raise BadValue(_("no challenge {found!r}; there are {known}").format(
                found=named[:60], known=", ".join(sorted(known)) or _("none")))
        path = known[named]
    return challenge_of(path.stem, told_in(path), scene_named)


def tried_of(words: list[str]) -> dict[str, str | float]:
    """Returns name -> value of NAME=VALUE words, numbers where they are; or raises BadValue."""
    tried: dict[str, str | float] = {}
    for word in words:
        name, joint, value = word.partition("=")
        if not joint:
            raise BadValue(_("--set {found}: needs NAME=VALUE").format(found=word[:60]))
        try:
            tried[name] = float(value)
        except ValueError:
            tried[name] = value
    return tried


def source_named(name: str):
    """Returns the run of a log, a set-up or a share code."""
    from sandbox.cli.sources import Named, Source, setup_named, source_of_log
    from sandbox.workspace.shapes import run_at_start
    if name.endswith(".sqlite"):
        return source_of_log(Path(name), lambda _t, _end: None)
    setup = setup_named(name)
    if setup is None:
        raise BadValue(_("'{path}': needs a log (.sqlite), a set-up (.jacobi.json) or a share code").format(path=name))
    return Source(partial(run_at_start, setup, Named, _("set-up")), setup=setup)
