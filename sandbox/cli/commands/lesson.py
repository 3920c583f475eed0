"""The command `lesson`: the lessons that there are, the teacher's page of one, and whether what it says holds."""

import json
import sys
from pathlib import Path

from sandbox.cli.common import challenge_folders, fail, lesson_folders, scene_named
from sandbox.errors import BadValue
from sandbox.text import _


def run(args) -> int:
    """Prints what is asked for; returns the exit code: 0, 1 where something said does not hold, 2 where it is refused.
    """
    try:
        names = [args.lesson] if args.lesson else sorted(files())
        lessons = [chosen(name) for name in names]
    except BadValue as error:
        return fail(error)
    if args.check:
        return check(lessons)
    if args.json:
        print(json.dumps([{"id": one.id, "title": one.title, "minutes": one.minutes, "steps": len(one.steps),
                           "questions": sum(step.question is not None for step in one.steps)} for one in lessons],
                         ensure_ascii=False))
    elif args.lesson:
        from sandbox.scene.lessons.page import page_of
        print(page_of(lessons[0]), end="")
    else:
        for one in lessons:
            print(f"{one.id}: {_(one.title)} ({_('{minutes:.0f} min').format(minutes=one.minutes)})")
    return 0


def check(lessons) -> int:
    """Runs lessons and says what does not hold."""
    from sandbox.workspace.lesson_check import faults_of
    is_good = True
    for lesson in lessons:
        faults = list(faults_of(lesson, scene_named))
        for fault in faults:
            print(fault, file=sys.stderr)
        if not faults:
            count = sum(len(step.facts) for step in lesson.steps)
            print(_("{lesson}: {steps} steps, {count} statements hold").format(
                lesson=lesson.id, steps=len(lesson.steps), count=count))
        is_good = is_good and not faults
    return 0 if is_good else 1


def files() -> dict[str, Path]:
    """Returns id -> file of the lessons of the program."""
    return {one.stem: one for folder in reversed(lesson_folders()) for one in sorted(folder.glob("*.toml"))}


def chosen(named: str):
    """Returns the lesson of a file, or of that id among those of the program; or raises BadValue."""
    from sandbox.scene.lessons.lesson import lesson_of, told_in
    path = Path(named)
    if not named.endswith(".toml"):
        known = files()
        if named not in known:
            raise BadValue(_("no lesson {found!r}; there are {known}").format(
                found=named[:60], known=", ".join(sorted(known)) or _("none")))
        path = known[named]
    challenges = [one.stem for folder in challenge_folders() for one in sorted(folder.glob("*.toml"))]
    return lesson_of(path.stem, told_in(path), scene_named, challenges)
