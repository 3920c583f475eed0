"""The commands `replay` and `log`: a log run again, checked, exported, recovered and packed."""

import json
from pathlib import Path

from sandbox.cli.common import fail, scene_named
from sandbox.cli.terminal import stop
from sandbox.cli.terminal.progress import Progress
from sandbox.errors import BadValue
from sandbox.text import _


def run_replay(args) -> int:
    """Runs a log again; returns 0 where every bit is the same, 1 where not, 2 where it cannot be read or run."""
    from sandbox.run.logs.chain import NoLog
    from sandbox.run.replay import replayed
    from sandbox.scene.catalogue import load_scene
    from sandbox.workspace.bench import scene_of_plain

    with Progress() as progress:
        def look(t: float, last: float):
            stop.look()
            if last > 0.0:
                progress.show(_("t = {t:.1f} of {duration:g} s, {share:.0f} %").format(
                    t=t, duration=last, share=100.0*t/last))
            else:
                progress.show(_("reading, t = {t:.1f} s").format(t=t))
        try:
            verdict, run = replayed(source_of(args.file), lambda name: load_scene(args.scene) if args.scene else
                                    scene_named(name), look, None if args.scene else scene_of_plain)
        except (NoLog, BadValue) as reason:
            return fail(reason)
    if args.json:
        names = ("step", "t", "quantity", "logged", "found")
        print(json.dumps({
            "scene": run.scene.id, "same": verdict.is_same, "rows": verdict.rows, "events": verdict.events,
            "first_difference": None if verdict.first is None else dict(
                zip(names, map(plain, verdict.first), strict=True)),
            "largest_differences": {name: plain(size) for name, size in verdict.worst.items()},
            "changed": list(verdict.changed), "trouble": verdict.trouble}, ensure_ascii=False, allow_nan=False))
    else:
        print("\n".join([f"{run.scene.id}: {args.file}", *(f"  {line}" for line in verdict.sentences())]))
    return 0 if verdict.is_same else 1


def plain(value):
    """Returns a value for JSON: what is no finite number as text."""
    return str(value) if isinstance(value, float) and value - value != 0.0 else value


def source_of(path: Path) -> Path:
    """Returns the log to read: of a table that was never finished the log beside it."""
    beside = Path(f"{path}.sqlite")
    return beside if path.suffix == ".csv" and beside.exists() else path


def run_log(args) -> int:
    """Does one of the jobs and returns its exit code: 0 for a whole log, 1 for a part of one, 2 for none."""
    from sandbox.run.logs.chain import NoLog
    try:
        job = {"check": check, "export": export, "recover": recover, "pack": pack}[args.job]
        return job(args, source_of(args.file))
    except NoLog as reason:
        return fail(reason)


def check(args, source: Path) -> int:
    """Prints what a log holds."""
    from sandbox.run.logs.chain import opened
    counts = {"rows": 0, "commands": 0, "events": 0, "ends": 0}
    with opened(source) as chain, Progress() as progress:
        for table, _values in chain:
            counts[table] += 1
            if progress.is_due:
                progress.show(_("{rows} rows, t = {t:.6g} s").format(rows=chain.rows, t=chain.t))
        header, lost = chain.header, chain.stored_rows - chain.rows
    if args.json:
        print(json.dumps({"header": header, "rows": chain.rows, "t": chain.t, "commands": counts["commands"],
                          "events": counts["events"], "closed": chain.is_closed, "damaged": chain.is_damaged,
                          "lost_rows": lost, "trouble": chain.trouble}, ensure_ascii=False))
    else:
        preset = f", {header['preset']}" if header.get("preset") else ""
        print(_("{scene}{preset}: {rows} rows to t = {t:.6g} s, {commands} commands, {events} events").format(
            scene=header.get("scene"), preset=preset, rows=chain.rows, t=chain.t, commands=counts["commands"],
            events=counts["events"]))
        if not chain.trouble:
            print(_("  whole: every record has its place in the chain of hashes, and the log was closed"))
    if chain.trouble and not args.json:
        _say_missing(chain.rows, lost, chain.trouble)
    return 1 if chain.trouble else 0


def _say_missing(rows: int, lost: int, trouble: str):
    from sandbox.run.logs.tables import missing
    fail(missing(rows, lost, trouble))


def export(args, source: Path) -> int:
    """Writes the undamaged rows as a table."""
    from sandbox.run.logs.tables import export_csv, export_npz
    from sandbox.run.logs.target import check_target
    check_target(args.out, (".csv", ".npz"), args.force, "--out")
    try:
        with Progress() as progress:
            missing = export_csv(source, args.out, progress.rows) if args.out.suffix == ".csv" else export_npz(
                source, args.out)
    except OSError as error:
        return fail(_("'{path}' could not be written: {reason}").format(path=args.out, reason=error.strerror))
    if missing:
        fail(f"'{args.out}': {missing}")
    return 1 if missing else 0


def recover(args, source: Path) -> int:
    """Writes the undamaged records as a whole new log."""
    from sandbox.run.logs.recovery import recover as recovered
    from sandbox.run.logs.target import Target
    if args.out.exists() and args.out.samefile(source):
        return fail(_("--out '{path}': is the log itself").format(path=args.out))
    with Target(args.out, args.force, "--out") as target, Progress() as progress:
        recorder, lost, trouble = recovered(source, target.open, progress.rows)
    if recorder.trouble:
        return fail(recorder.trouble)
    print(_("'{path}' is whole: {rows} rows to t = {t:.6g} s").format(path=args.out, rows=recorder.rows, t=recorder.t))
    if trouble:
        _say_missing(recorder.rows, lost, trouble)
    return 0


def pack(args, source: Path) -> int:
    """Writes the undamaged records as a log that takes less room."""
    from sandbox.run.logs.packing import pack_log
    from sandbox.run.logs.target import check_target
    check_target(args.out, (".sqlite",), args.force, "--out")
    if args.out.exists() and args.out.samefile(source):
        return fail(_("--out '{path}': is the log itself").format(path=args.out))
    try:
        with Progress() as progress:
            chain, lost, plain = pack_log(source, args.out, progress.rows)
    except OSError as error:
        return fail(_("'{path}' could not be written: {reason}").format(path=args.out, reason=error.strerror or error))
    print(_("'{path}' is whole: {rows} rows to t = {t:.6g} s").format(path=args.out, rows=chain.rows, t=chain.t))
    print(_("  {size} kB instead of {before} kB, {plain} rows not packed").format(
        size=round(args.out.stat().st_size/1000), before=round(source.stat().st_size/1000), plain=plain))
    if chain.trouble:
        _say_missing(chain.rows, lost, chain.trouble)
    return 0
