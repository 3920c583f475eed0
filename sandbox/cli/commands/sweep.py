"""The command `sweep`: many runs of a scene over its parameters, to one file; and the shares of one put together."""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sandbox.cli.choices import number, set_values
from sandbox.cli.common import WORKER, scene_named, this_program
from sandbox.cli.terminal import stop
from sandbox.cli.terminal.output import print_json
from sandbox.cli.terminal.progress import Progress
from sandbox.errors import BadValue
from sandbox.sweeps.block import NOT_RUN, OUTCOME_FAILED, REFUSED
from sandbox.sweeps.map_file import check_map_target, is_store
from sandbox.sweeps.plan import Plan, plan_of
from sandbox.sweeps.sweep import How, Told, run_merge, run_sweep
from sandbox.targets import check_target, shown
from sandbox.text import _

PICTURE = ".png"


def run(args) -> int:
    """Runs a sweep, or merges shares, and returns the exit code."""
    if args.out is None:
        raise BadValue(_("sweep: needs --out FILE.nc or FILE.zarr"))
    if args.out.suffix == PICTURE:
        return _as_picture(args)
    # a share goes into the store that another one has begun
    is_there = args.resume and args.out.exists() or is_store(args.out) and bool(args.shard)
    check_map_target(args.out, f"--out {shown(args.out)}", args.force or is_there)
    if args.merge is not None:
        if args.scene_id or args.vary:
            raise BadValue(_("--merge: the files know their scene and points; nothing else goes with it but --out"))
        return _said(args, run_merge([Path(path) for path in args.merge], args.out), is_whole=True)
    if not args.scene_id or args.duration is None:
        raise BadValue(_("sweep: needs SCENE, --vary and --duration, or --merge"))
    plan, how = plan_for(args), _how(args)
    last = Told(0)
    with Progress() as progress:
        def look(told: Told):
            nonlocal last
            last = told
            stop.look()
            progress.show(line_of(told))
        try:
            told = run_sweep(plan, args.out, how, look, progress.say)
        except KeyboardInterrupt:
            progress.say(_("'{path}': {done} of {points} points are done; --resume goes on with them").format(
                path=args.out, done=last.done, points=last.points or len(plan.space)))
            raise
    code = _said(args, told)
    if plan.has_long_frames and not args.json:
        print(_("smooth motions in frames of down to 1/15 s, the same to 1e-12 as in those of 1/240 s (--step-rate 240)"
                ))
    return code


def _as_picture(args) -> int:
    """Runs a sweep over two parameters, or reads the files of one, and writes a picture of its first outcome."""
    if args.shard or args.resume:
        raise BadValue(_("--out {found}: a picture is made of a whole sweep; --shard and --resume need a file .nc"
                         ).format(found=args.out))
    check_target(args.out, f"--out {shown(args.out)}", args.force)
    from sandbox.cli.window.window import missing_libraries
    if sentence := missing_libraries():
        raise BadValue(sentence)
    with TemporaryDirectory() as folder:
        picture, args.out, args.picture = args.out, Path(folder)/"map.nc", args.out
        code = run(args)
        # the libraries of the window are loaded for pictures only
        from sandbox.cli.commands.sweep_picture import write_picture
        write_picture(args.out, picture, args.size, args.theme)
    return code


def plan_for(args) -> Plan:
    """Returns the checked plan of a command line, or raises BadValue."""
    scene = scene_named(args.scene_id)
    seed = args.seed if args.seed is not None else 0
    if args.seed is not None and args.sample is None:
        raise BadValue(_("--seed: goes with --sample only"))
    outcomes = [word.strip() for item in args.outcome or ["ended,t_end,drift,hops"] for word in item.split(",")
                if word.strip()]
    vary = varied(args.vary or [], args.sample is not None)
    return plan_of(scene, args.preset or "", set_values(args.set), vary, outcomes,
                   duration=number(args.duration, "duration"), sample=args.sample, seed=seed,
                   step_rate=args.step_rate)


def varied(items: list[str], is_sampled: bool) -> dict:
    """Returns what --vary says: name -> (low, high, count), (low, high) of a sample, or a list."""
    found: dict = {}
    for item in items:
        name, equals, text = item.partition("=")
        name = name.strip()
        if not equals or not name or not text.strip():
            raise BadValue(_("--vary {found!r}: needs NAME=LOW:HIGH:COUNT, NAME=A,B,C, or with --sample NAME=LOW:HIGH"
                             ).format(found=item))
        if name in found:
            raise BadValue(_("--vary '{name}': is varied twice").format(name=name))
        parts = text.split(":")
        wanted = 2 if is_sampled else 3
        if len(parts) == 1 and not is_sampled:
            found[name] = [word.strip() for word in text.split(",")]
        elif len(parts) == wanted and (is_sampled or re.fullmatch(r"\s*[0-9]{1,12}\s*", parts[2])):
            found[name] = (*(number(part, f"vary {name}") for part in parts[:2]), *map(int, parts[2:]))
        else:
            raise BadValue(_("--vary {found!r}: needs NAME=LOW:HIGH:COUNT, NAME=A,B,C, or with --sample NAME=LOW:HIGH"
                             ).format(found=item))
    return found


def _how(args) -> How:
    """Returns by whom it is run."""
    if args.dask and args.shard:
        raise BadValue(_("--dask and --shard: one of them, a scheduler divides the work itself"))
    number_, of = 1, 1
    if args.shard:
        found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", args.shard)
        if found is None:
            raise BadValue(_("--shard: got {found}, needs I/N with 1 <= I <= N, as 3/64").format(found=args.shard))
        number_, of = map(int, found.groups())
    # a share is one of many jobs of a machine, which has its cores from somebody else
    workers = args.workers if args.workers is not None or not args.shard else 1
    return How(workers, [*this_program(), WORKER], args.dask or "", number_, of, args.resume)


def line_of(told: Told) -> str:
    """Returns how far a sweep is, for a person."""
    return _("{done} of {points} points, {rate:.1f} per second, {left:.0f} s left; Ctrl-C keeps them").format(
        done=told.done, points=told.points, rate=told.rate, left=told.left)


def _said(args, told: Told, is_whole: bool = False) -> int:
    """Prints what became of the points; returns the exit code: 1 where shares are missing."""
    missing = told.counts[NOT_RUN]
    if args.json:
        print_json({"out": str(getattr(args, "picture", args.out)), "points": told.points, "done": told.done,
                    "missing": missing, "refused": told.counts[REFUSED], "outcome_failed": told.counts[OUTCOME_FAILED],
                    "reasons": told.reasons, "seconds": told.seconds, "ran": told.ran})
        return 1 if missing and is_whole else 0
    print(_("'{path}': {done} of {points} points, {rate:.1f} per second").format(
        path=getattr(args, "picture", args.out), done=told.done, points=told.points, rate=told.rate))
    for count, sentence in ((told.counts[REFUSED], _("{count} points could not be run")),
                            (told.counts[OUTCOME_FAILED], _("of {count} points an outcome failed")),
                            (missing, _("{count} points are not run: a share is missing, or was not finished"))):
        if count:
            print(sentence.format(count=count), file=sys.stderr)
    for point, reason in told.reasons:
        print(_("  point {point}: {reason}").format(point=point, reason=reason), file=sys.stderr)
    return 1 if missing and is_whole else 0
