"""Commands that need no window: list, simulate, check, bench, info; analysis.py has equilibria, conic, section."""

import json
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from sandbox.cli import warm
from sandbox.cli.choices import changes_of
from sandbox.cli.common import catalogue, fail, scene_named, this_program


def run_list(args) -> int:
    from sandbox.text import _
    found = catalogue()
    if args.json:
        print(json.dumps({"scenes": [{
            "id": scene.id, "title": scene.title, "about": scene.about,
            "presets": [{"name": preset.name, "values": preset.values} for preset in scene.presets],
            "parameters": [asdict(p) for p in scene.parameters],
            "conserved": list(scene.watched(scene.values()))} for scene in found.scenes.values()],
            "broken": found.broken}, ensure_ascii=False))
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


def run_simulate(args) -> int:
    from sandbox.errors import BadValue
    from sandbox.files import place, temporary
    from sandbox.run.headless import simulate, summary
    from sandbox.run.logfile import export_csv
    from sandbox.run.recorder import Recorder
    from sandbox.targets import check_target, shown
    from sandbox.text import _
    if args.log and args.log.suffix not in (".csv", ".sqlite"):
        raise BadValue(_("--log {found}: needs a name that ends in .csv or .sqlite").format(found=shown(args.log)))
    if args.log:
        check_target(args.log, f"--log {shown(args.log)}", args.force)
    scene = scene_named(args.scene_id)
    changes = changes_of(args, scene)
    at = [t for t in args.at.split(",") if t.strip()]
    recorders = []

    def open_log(header):
        if args.force:
            # all other options were found to be right by now
            target.unlink(missing_ok=True)
        recorders.append(Recorder(target, header))
        return recorders[-1]

    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "run.sqlite" if args.log and args.log.suffix == ".csv" else args.log
        result = simulate(scene, changes, args.duration, at, args.preset or "", args.step_rate,
                          open_log if args.log else None)
        trouble = recorders[0].trouble if recorders else ""
        if args.log and args.log.suffix == ".csv" and not trouble:
            try:
                with temporary(args.log) as passing:
                    export_csv(target, passing)
                    # what came there meanwhile stays
                    place(passing, args.log, args.force)
            except OSError as error:
                trouble = _("--log {path}: can't be written ({error})").format(path=args.log, error=error.strerror)
    print(json.dumps(result, allow_nan=False) if args.json else summary(result))
    return fail(trouble) if trouble else 0


def run_check(args) -> int:
    from sandbox.text import _
    from sandbox.verify.check import WrongFile, check, read_vectors
    good, count = True, 0
    try:
        files = [(path, read_vectors(path)) for path in args.files]
    except WrongFile as error:
        return fail(error)
    for _path, cases in files:
        for result in check(cases, args.kind):
            print(result.line(), flush=True)
            good, count = good and result.verdict == "ok", count + 1
    if not count:
        return fail(_("no case of the kind {kind!r}").format(kind=args.kind) if args.kind else _("no cases"))
    return 0 if good else 1


def run_analysis(args) -> int:
    from sandbox.cli import analysis
    return analysis.run(args)


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
    from sandbox.verify.bench import measure_engine
    found = catalogue()
    result = measure_engine(found.scenes, this_program())
    from sandbox.cli.window import missing_display, missing_libraries
    sentence = "" if args.no_window else missing_libraries() or missing_display()
    if not args.no_window and not sentence:
        result["window"] = bench_window()
    if args.json:
        print(json.dumps(result))
        return 0
    for name, value in result.items():
        entries = value.items() if isinstance(value, dict) else [("", value)]
        for key, number in entries:
            print(f"{name:24} {key:24} {number:.4g}")
    if sentence:
        print(sentence, file=sys.stderr)
    return 0


def bench_window() -> dict:
    """Returns what cli.window.measure prints, from a process of its own: start-up times and page frames per second."""
    import subprocess
    done = subprocess.run([*this_program(), "--measure-window"], check=True, text=True, capture_output=True)
    return json.loads(done.stdout.splitlines()[-1])


COMMANDS = {"list": run_list, "simulate": run_simulate, "check": run_check, "bench": run_bench, "warm": warm.run,
            **dict.fromkeys(("equilibria", "conic", "section"), run_analysis)}
