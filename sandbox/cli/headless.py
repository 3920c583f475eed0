"""Commands that need no window, by name; list, check, bench and info themselves."""

import json
import sys
from contextlib import suppress
from dataclasses import asdict

from sandbox.cli.commands import judge, lesson, logs, results, simulate, warm, words
from sandbox.cli.common import catalogue, fail, this_program
from sandbox.cli.terminal.output import print_json


def run_list(args) -> int:
    from sandbox.text import _
    found = catalogue()
    if args.json:
        print_json({"scenes": [{
            "id": scene.id, "title": scene.title, "about": scene.about,
            "presets": [{"name": preset.name, "values": preset.values} for preset in scene.presets],
            "parameters": [asdict(p) for p in scene.parameters],
            "conserved": list(scene.watched(scene.values()))} for scene in found.scenes.values()],
            "broken": found.broken})
        return 0
    # names of presets stay as they are: --preset takes them
    for scene in found.scenes.values():
        print(f"{scene.id}: {_(scene.title)}")
        for number, preset in enumerate(scene.presets, start=1):
            print(f"    {number} {preset.name}")
        for p in scene.parameters:
            marks = "".join(f", {mark}" for mark in ("live" if p.live else "", p.role) if mark)
            print(f"    {p.name:10} {p.default!s:>8} {p.unit:6} {p.allowed}{marks}: {_(p.about)}")
    for name, error in found.broken.items():
        print(f"{name}: {error}", file=sys.stderr)
    return 0


def run_check(args) -> int:
    from sandbox.cli.terminal.progress import Progress
    from sandbox.text import _
    from sandbox.verify.check import WrongFile, check, read_vectors
    good, count = True, 0
    try:
        files = [(path, read_vectors(path)) for path in args.files]
    except WrongFile as error:
        return fail(error)
    total = sum(len(cases) for _path, cases in files)
    with Progress() as progress:
        for path, cases in files:
            for result in check(cases, args.kind):
                progress.close()
                print(result.line(), flush=True)
                good, count = good and result.verdict == "ok", count + 1
                progress.show(_("'{path}': case {count} of {total}").format(path=path, count=count + 1, total=total))
    if not count:
        return fail(_("no case of the kind {kind!r}").format(kind=args.kind) if args.kind else _("no cases"))
    return 0 if good else 1


def run_analysis(args) -> int:
    from sandbox.cli.commands import analysis
    return analysis.run(args)


def run_theory(args) -> int:
    from sandbox.cli.commands import theory
    return theory.run(args)


def run_papers(args) -> int:
    from sandbox.cli.commands import papers
    return papers.run(args)


def run_explain(args) -> int:
    from sandbox.cli.commands import explain
    return explain.run(args)


def run_sweep(args) -> int:
    from sandbox.cli.commands import sweep
    return sweep.run(args)


def run_export(args) -> int:
    from sandbox.cli.commands import export
    return export.run(args)


def run_info(folders) -> int:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from sandbox.version import VERSION
    print(f"Jacobi Sandbox {VERSION}, Python {platform.python_version()}, {platform.platform()}")
    for name in ("numpy", "scipy", "numba", "vpython", "PyQt5", "PyQtWebEngine", "pyqtgraph"):
        with suppress(PackageNotFoundError):        # those of the window may not be there
            print(f"{name} {version(name)}")
    for name in ("config", "cache", "log", "runs"):
        print(f"{name}: {getattr(folders, name)}")
    return 0


def run_bench(args) -> int:
    from sandbox.cli.terminal.progress import Progress
    from sandbox.verify.bench import measure_engine
    found = catalogue()
    with Progress() as progress:
        result = measure_engine(found.scenes, this_program(), progress.show, challenges_of(found))
        if "many_balls" in found.scenes:
            progress.show("sound")
            result["sound"] = sound_costs(found.scenes["many_balls"])
    from sandbox.cli.window.window import missing_display, missing_libraries
    sentence = "" if args.no_window else missing_libraries() or missing_display()
    if not args.no_window and not sentence:
        result["window"] = bench_window()
    if args.json:
        print(json.dumps(result))
        return 0
    for names, number in figures_of(result):
        print(f"{names[0]:24} {', '.join(names[1:]):40} {number:.4g}")
    if sentence:
        print(sentence, file=sys.stderr)
    return 0


def challenges_of(found) -> list[tuple]:
    """Returns the challenges of the program whose scenes are in a catalogue, each with its scene."""
    from sandbox.cli.common import challenge_folders, scene_named
    from sandbox.scene.goals.challenge import load_challenges
    return [(one, found.scenes[one.scene]) for one in load_challenges(challenge_folders(), scene_named).good.values()
            if one.scene in found.scenes]


def sound_costs(scene) -> dict[str, dict]:
    """Returns what the sound costs a frame of twenty balls, quiet and at 1,000 impacts a second."""
    from sandbox.run.simulation import Simulation
    from sandbox.sound.cost import sound_cost
    return {f"{count} impacts a second": sound_cost(Simulation(scene, {"count": 20}, is_shown=False), count)
            for count in (0, 100, 1000)}


def figures_of(result: dict, names: tuple[str, ...] = ()):
    """Yields (names, number) for all numbers of nested dictionaries, in their order."""
    for name, value in result.items():
        if isinstance(value, dict):
            yield from figures_of(value, (*names, name))
        else:
            yield (*names, name), value


def bench_window() -> dict:
    """Returns what cli.measure prints, from a process of its own; its start [s] as "start: ..." and "work: ..."."""
    import subprocess
    done = subprocess.run([*this_program(), "--measure-window"], check=True, text=True, capture_output=True)
    found = json.loads(done.stdout.splitlines()[-1])
    laps = {f"{kind}: {name}": at for kind in ("start", "work") for name, at in found.pop(kind).items()}
    return {**laps, **found}


COMMANDS = {"list": run_list, "words": words.run, "theory": run_theory, "explain": run_explain,
            "papers": run_papers, "simulate": simulate.run, "check": run_check, "bench": run_bench, "warm": warm.run,
            "export": run_export, "sweep": run_sweep, "judge": judge.run, "results": results.run, "lesson": lesson.run,
            "replay": logs.run_replay, "log": logs.run_log,
            **dict.fromkeys(("equilibria", "conic", "section", "ends"), run_analysis)}
