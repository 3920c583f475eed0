"""The command line: commands and options after ./run or jacobi-sandbox."""

import argparse
from pathlib import Path

from sandbox.cli.common import COMPILER, TRIAL, WORKER, program_name
from sandbox.cli.record_arguments import add_record

HEADLESS = ("list, words, theory, papers, explain, simulate, sweep, export, replay, log, record, gallery, equilibria, "
            "conic, section, ends, check, bench")
LOG = ".sqlite"
ALL = HEADLESS + ", selftest, warm"


def _frames(text: str) -> int | str:
    return text if text == "auto" else int(text)


def words_of(argv: list[str]) -> list[str]:
    """Returns the command line with the option for a file that stands where a command would."""
    for place, word in enumerate(argv):
        if word.startswith("-"):
            continue
        before = argv[place - 1] if place else ""
        if before in ("--open", "--code", "--scene", "--preset", "--lang", "--theme"):
            continue
        return [*argv[:place], "--open", *argv[place:]] if word.lower().endswith((".jacobi.json", LOG)) else argv
    return argv


def arguments(argv: list[str] | None = None) -> argparse.ArgumentParser:
    """Returns the parser of a command line, or of any: the options of `record` are known where it is named."""
    parser = argparse.ArgumentParser(
        prog=program_name(),
        description="A laboratory for bodies that roll on moving surfaces. Without a subcommand it opens its window.",
        epilog="Ctrl-C or SIGTERM end every command within a second, with exit code 130 or 143.")
    _add_options(parser)
    commands = parser.add_subparsers(dest="command", metavar="{" + ALL.replace(" ", "") + "}")

    _add_readings(commands)
    _add_simulate(commands)
    _add_sweep(commands)
    _add_export(commands)
    _add_judge(commands)
    _add_results(commands)
    _add_lesson(commands)
    _add_logs(commands)
    add_record(commands, is_wanted=argv is None or "record" in argv)
    _add_analysis(commands)

    gallery = commands.add_parser("gallery", help="make the pictures and films of README and docs anew, as "
                                  "docs/gallery.toml says")
    gallery.add_argument("names", nargs="*", metavar="FILE", help="only these, by their names in the table")
    gallery.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="what is there of the same name is "
                         "replaced")
    gallery.add_argument("--table", type=Path, metavar="FILE.toml", help="another table")

    check = commands.add_parser("check", help="run reference vectors through the engine")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE.json")
    check.add_argument("--kind", help="only cases of this kind")

    bench = commands.add_parser("bench", help="measure the engine, the start and the picture")
    bench.add_argument("--json", action="store_true")
    bench.add_argument("--no-window", action="store_true", help="the engine only")

    selftest = commands.add_parser("selftest", help="play every scene for two seconds in the window, look at its "
                                   "pixels and film one second")
    selftest.add_argument("scenes", nargs="*", metavar="SCENE", help="only these scenes")

    commands.add_parser("warm", help="compile the mechanics of every scene now, so that none waits for it later")
    return parser


def _add_options(parser):
    """Adds the options of the window."""
    parser.add_argument("--scene", default="turntable", help="scene to open")
    parser.add_argument("--preset", help="name or number of a preset")
    parser.add_argument("--open", metavar="FILE", help="open a set-up (.jacobi.json) or a log (.sqlite); FILE alone "
                        "does so too")
    parser.add_argument("--code", metavar="CODE", help="open what is in a share code")
    parser.add_argument("--lang", choices=("en", "ru"), help="language of all texts")
    parser.add_argument("--theme", choices=("dark", "projector"), help="colours: dark, or on white for projectors")
    parser.add_argument("--safe-graphics", action="store_true", help="draw without antialiasing and with fewer pieces")
    parser.add_argument("--safe", action="store_true", help="open with default settings, plain graphics and without "
                        "scenes of your own; your settings stay as they are")
    parser.add_argument("--reset", action="store_true", help="forget all settings first")
    parser.add_argument("--info", action="store_true", help="print versions and folders")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--measure-window", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(TRIAL, action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(WORKER, action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(COMPILER, action="store_true", help=argparse.SUPPRESS)


def _add_readings(commands):
    """Adds the commands that tell what scenes are, without running any."""
    listing = commands.add_parser("list", help="scenes, presets and parameters")
    listing.add_argument("--json", action="store_true")

    words = commands.add_parser("words", help="words that scenes are written with: surfaces, bodies, motions, laws")
    words.add_argument("words", metavar="WORD", nargs="*", help="these only, with all that is said of their arguments")
    words.add_argument("--json", action="store_true")
    words.add_argument("--markdown", action="store_true", help="as the page docs/words.md")

    theory = commands.add_parser("theory", help="the derivation of a scene: as Markdown, as a page, or as PDF")
    _add_choices(theory)
    theory.add_argument("--out", type=Path, metavar="FILE", help="write it to FILE.md, FILE.html or FILE.pdf instead "
                        "of printing it")
    theory.add_argument("--force", action="store_true", help="replace the file of --out if there is one")
    theory.add_argument("--lang", choices=("en", "ru"), default=argparse.SUPPRESS, help="language of the text")

    papers = commands.add_parser("papers", help="what scenes show of papers, each number reached again")
    papers.add_argument("scenes", metavar="SCENE", nargs="*", help="these only")
    papers.add_argument("--json", action="store_true")
    papers.add_argument("--markdown", action="store_true", help="as the page docs/papers.md")
    papers.add_argument("--lang", choices=("en", "ru"), default=argparse.SUPPRESS, help="language of the text")

    explain = commands.add_parser(
        "explain", help="what is inside a scene: modes, guards and what follows each, parameters by name, what is "
        "compiled", description="Prints the modes of a scene with their guards and what follows each, the parameters "
        "that compiled code sees by name, and its compiled functions, all from the tables and layouts that runs use. "
        "Nothing is compiled for it.")
    _add_choices(explain)
    explain.add_argument("--source", metavar="MODE", help="print the source of the compiled functions of this mode "
                         "instead")
    explain.add_argument("--json", action="store_true")


def _add_simulate(commands):
    """Adds the command `simulate`."""
    simulate = commands.add_parser("simulate", help="run a scene without a window")
    _add_choices(simulate)
    simulate.add_argument("--duration", metavar="SECONDS", help="needed for a scene; a file or a code knows how far "
                          "it was played")
    simulate.add_argument("--at", default="", metavar="T1,T2,...", help="instants to print the state at")
    simulate.add_argument("--step-rate", type=int, default=240, help="steps per second: 240, 480 or 960")
    simulate.add_argument("--log", type=Path, metavar="FILE", help="write the run to FILE.csv or FILE.sqlite; Ctrl-C "
                          "ends the run and leaves the log whole")
    simulate.add_argument("--force", action="store_true", help="replace the file of --log if there is one")
    simulate.add_argument("--json", action="store_true")


def _add_sweep(commands):
    """Adds the command `sweep`."""
    sweep = commands.add_parser(
        "sweep", help="many runs of a scene over its parameters, to one file", description="Runs a scene at each point "
        "of a grid or a sample of its parameters and writes what is kept of each run to a netCDF file. Order and "
        "number of processes change no bit of it. Ctrl-C keeps what was run, --resume goes on with it. Nothing opens "
        "a port but --dask.")
    sweep.add_argument("scene_id", metavar="SCENE", nargs="?", help="a scene, or a file of your own that ends in .py")
    sweep.add_argument("--preset")
    sweep.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    sweep.add_argument("--vary", nargs="+", action="extend", metavar="NAME=LOW:HIGH:COUNT", help="evenly spaced values "
                       "with both ends, or a list NAME=A,B,C; with --sample a range NAME=LOW:HIGH. The last one "
                       "changes fastest")
    sweep.add_argument("--sample", metavar="KIND:COUNT", help="random:1000 or sobol:1024 points instead of a grid")
    sweep.add_argument("--seed", type=int, metavar="N", help="of a sample (0)")
    sweep.add_argument("--outcome", nargs="+", action="extend", metavar="NAME,...", help="what is kept of each run: "
                       "ended, t_end, drift, scale, hops, impacts, slips, lost_in_impacts, max_F_over_N, x_end, "
                       "vx_end, wx_end, t_escape, ... or file.py:function (ended,t_end,drift,hops)")
    sweep.add_argument("--duration", metavar="SECONDS")
    sweep.add_argument("--step-rate", type=_frames, metavar="RATE", help="steps per second: 240, 480 or 960; by "
                       "default auto: as few as are as exact, to 1e-12")
    sweep.add_argument("--out", type=Path, metavar="FILE.nc", help="or a Zarr store, FILE.zarr, or FILE.png: a "
                       "picture of the first outcome over two parameters, the first one across; with --merge FILE.nc "
                       "of a file that is there")
    sweep.add_argument("--size", default="960x720", metavar="WxH", help="of a picture [px]")
    sweep.add_argument("--theme", choices=("dark", "projector"), default="dark", help="colours of a picture")
    by = sweep.add_mutually_exclusive_group()
    by.add_argument("--dask", metavar="ADDRESS", help="run by the workers of a scheduler, as tcp://host:8786, or by a "
                    "cluster on this machine: local")
    by.add_argument("--shard", metavar="I/N", help="run one share of N only, for jobs beside each other")
    by.add_argument("--merge", nargs="+", metavar="FILE.nc", help="put the shares of a sweep together")
    sweep.add_argument("--workers", type=int, metavar="N", help="processes (one for each core; for a share one)")
    sweep.add_argument("--resume", action="store_true", help="go on with the file of --out")
    sweep.add_argument("--force", action="store_true", help="replace the file of --out if there is one")
    sweep.add_argument("--json", action="store_true")


def _add_export(commands):
    """Adds the command `export`."""
    export = commands.add_parser(
        "export", help="write a run for other programs: .csv, .npz, .nc, .glb, .html", description="Runs a scene, a "
        "set-up, a share code or the run of a log (.sqlite) and writes it at a rate of your choice: as a table (.csv, "
        ".npz, .nc), as a model that moves for Blender (.glb), or as one page that plays it in any browser without a "
        "network (.html).")
    _add_choices(export)
    export.add_argument("--to", required=True, type=Path, metavar="FILE")
    export.add_argument("--rate", metavar="N", help="instants per second (60)")
    export.add_argument("--from", dest="begin", metavar="SECONDS", help="simulated time to begin at (0)")
    export.add_argument("--until", metavar="SECONDS", help="simulated time to end at (10 for a scene, else as far as "
                        "it was played)")
    export.add_argument("--force", action="store_true", help="replace the file of --to if there is one")
    export.add_argument("--colours", choices=("dark", "projector"), default="dark", help="of a page: dark, or on white")
    export.add_argument("--progress", action="store_true", help="tell the progress as lines of JSON")


def _add_judge(commands):
    """Adds the command `judge`."""
    judge = commands.add_parser(
        "judge", help="a challenge, and what a run is worth by it", description="Judges a run by the goal of a "
        "challenge: on the states of all its steps and on located events. Exit code 0: reached; 1: not; 2: refused, "
        "as where something locked was changed.")
    judge.add_argument("challenge", metavar="CHALLENGE", help="its id, or a file that ends in .toml")
    judge.add_argument("file", metavar="RUN", nargs="?", help="a log (.sqlite), a set-up (.jacobi.json) or a share "
                       "code; without one the values of --set are tried")
    judge.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE",
                       help="values that are free, and guesses")
    judge.add_argument("--json", action="store_true")


def _add_results(commands):
    """Adds the command `results`."""
    results = commands.add_parser(
        "results", help="what was reached in challenges, by name: of this computer or of a class",
        description="Prints how far everybody has come, from the files results.sqlite of one or several computers. "
        "With --check each best try is run again and judged: exit code 1 where a file says more than comes of it; 2: "
        "a file that cannot be read.")
    results.add_argument("files", metavar="FILE", nargs="*", type=Path, help="results.sqlite of other computers; "
                         "without any, the one of this computer")
    results.add_argument("--check", action="store_true", help="run each best try again and judge it")
    results.add_argument("--csv", action="store_true", help="as a table for a spreadsheet")
    results.add_argument("--json", action="store_true")


def _add_lesson(commands):
    """Adds the command `lesson`."""
    lesson = commands.add_parser(
        "lesson", help="lessons: which there are, the teacher's page of one, and whether what they say holds",
        description="Without an id: the lessons that there are. With one: its page for the teacher, as Markdown. "
        "With --check each step is run, and all that the lesson says of it must hold: exit code 0, else 1; 2: a file "
        "that is no lesson.")
    lesson.add_argument("lesson", metavar="LESSON", nargs="?", help="its id, or a file that ends in .toml")
    lesson.add_argument("--check", action="store_true", help="run its steps and see whether what it says holds")
    lesson.add_argument("--json", action="store_true")


def _add_logs(commands):
    """Adds the commands `replay` and `log`."""
    replay = commands.add_parser(
        "replay", help="verify a log, run it again and compare every number", description="Verifies a log, runs it "
        "again with its commands from its start and compares every number bit by bit. Exit code 0: the same; 1: it "
        "differs, with the first step and quantity; 2: it cannot be read or run.")
    replay.add_argument("file", type=Path, metavar="LOG", help="a .sqlite file of --log or of the window")
    replay.add_argument("--scene", type=Path, metavar="FILE.py", help="the scene's file, where it is not among ours")
    replay.add_argument("--json", action="store_true")

    log = commands.add_parser("log", help="check, export, recover or pack a log").add_subparsers(
        dest="job", required=True, metavar="{check,export,recover,pack}")
    check = log.add_parser("check", help="what a log holds, whether it is whole and was closed (exit code 0, else 1)")
    check.add_argument("--json", action="store_true")
    export = log.add_parser("export", help="write the undamaged rows as a table; what is missing is said (exit code 1)")
    recover = log.add_parser("recover", help="write the undamaged records as a whole new log")
    pack = log.add_parser("pack", help="write the same log in a fifth to a twentieth of the room; all commands read it "
                          "and recover makes a plain one of it again, with the views for other programs")
    for job, name in ((check, ""), (export, "TABLE.csv or TABLE.npz"), (recover, "GOOD.sqlite"),
                      (pack, "SMALL.sqlite")):
        job.add_argument("file", type=Path, metavar="LOG")
        if name:
            job.add_argument("--out", required=True, type=Path, metavar="FILE", help=name)
            job.add_argument("--force", action="store_true", help="replace the file of --out if there is one")


def _add_choices(command):
    """Adds SCENE, --preset and --set to a command."""
    command.add_argument("scene_id", metavar="SCENE", help="a scene, or a file of your own that ends in .py; "
                         "simulate and export take a set-up (.jacobi.json) and a share code, too")
    command.add_argument("--preset")
    command.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE")


def _add_analysis(commands):
    """Adds the commands `equilibria`, `conic`, `section` and `ends`."""
    rest = _analysis(
        commands, "equilibria", "states of rest of a sleigh on a turntable, and how it leaves them",
        "Both kinds: at rest on the table with the centre of mass on its axis, and at rest in the room while the table "
        "slides by along the edge. Exponents of small departures are in 1/s.")
    rest.add_argument("--places", metavar="C1,C2,...", help="distances of the axis along the blade's normal for states "
                      "of the second kind [m] (half the rim to either side, and 0); --places=-1,1 if the first is "
                      "negative")
    _analysis(
        commands, "conic", "the conic on which a skate runs in the plane of its blade",
        "(F + kappa^2 x2)^2 + w^2 kappa^2 x1^2 = h with kappa^2 = w^2 - Omega^2, from the scene's start.")
    section = _analysis(
        commands, "section", "Poincare section of a sleigh, of Suslov's body, a billiard, a rolling disk or ball",
        "All numbers of a sleigh's section are without dimension: time in 1/|Omega|, lengths in the offset a, v1 in "
        "a |Omega|, w in |Omega|; of the scene it depends on A^2 = I/(m a^2) only. A table that turns clockwise is "
        "looked at in a mirror. Without --energy and --seeds the orbit is that of the scene's start. An orbit that "
        "escapes is as good as any other. Of Suslov's body, a ball within a wall (its hits), a disk that rolls on a "
        "floor and a ball that rolls on a cone, sphere, paraboloid or pseudosphere all numbers are SI; --json names "
        "the variables and their units, and --seeds takes start values of the scene. Ctrl-C ends it and keeps what was "
        "found.")
    section.add_argument("--section", metavar="NAME=LEVEL", help="condition: of a sleigh v1, w, x1, x2 (v1=0), else a "
                         "variable of the system (w_1=0; v=0; tilting=0)")
    section.add_argument("--crossing", choices=("up", "down", "both"), default="up",
                         help="sense in which it is crossed (up)")
    section.add_argument("--spin", choices=("with", "against", "any"), help="sense of the relative spin w of seeds and "
                         "returns: with the table, against it or any (that of the start, against with --seeds); else "
                         "the larger (with) or smaller value that --energy allows")
    section.add_argument("--energy", metavar="E", help="energy of the seeds, in m a^2 Omega^2 (that of the start); "
                         "else in J, which decides w_2 of Suslov's body, v of a ball, the tilting of a disk")
    section.add_argument("--seeds", nargs="+", metavar="NAME=LOW:HIGH:COUNT", help="where orbits start: evenly spaced "
                         "numbers, or one, of x1, x2, v1, in all combinations; what is not named is 0, and w follows "
                         "from the energy; of what is no sleigh start values of the scene, which has the others")
    section.add_argument("--points", type=int, default=1000, metavar="N", help="returns of each orbit (1000)")
    section.add_argument("--limit", metavar="R", help="distance beyond which a sleigh has escaped (400)")
    section.add_argument("--t-end", metavar="T", help="longest time of an orbit (1000 + 100 N, else times its unit of "
                         "time in s)")
    section.add_argument("--workers", type=int, metavar="N", help="threads (as many as there are cores)")
    section.add_argument("--out", required=True, type=Path, metavar="FILE", help="points.csv or points.npz")
    section.add_argument("--force", action="store_true", help="replace the file of --out if there is one")

    ends = _analysis(
        commands, "ends", "where many orbits of a sleigh on a turntable end, and when, as a map",
        "Numbers without dimension as of `section`. An orbit ends where it has escaped, or at --t-end. All cores work; "
        "the map holds outcome, t and the state at the end of each start. Ctrl-C keeps what was found.")
    ends.add_argument("--vary", nargs="+", action="extend", metavar="NAME=LOW:HIGH:COUNT", help="starts, of v1, w, x1, "
                      "x2, in all combinations; or NAME=A,B,C; what is not named is 0")
    ends.add_argument("--energy", metavar="E", help="of all starts: w follows from it")
    ends.add_argument("--spin", choices=("with", "against"), default="against", help="sense of w then (against)")
    ends.add_argument("--t-end", default="100", metavar="T", help="longest time of an orbit (100)")
    ends.add_argument("--limit", default="400", metavar="R", help="distance beyond which an orbit has escaped (400)")
    ends.add_argument("--workers", type=int, metavar="N", help="threads (as many as there are cores)")
    ends.add_argument("--out", required=True, type=Path, metavar="FILE", help="map.nc or map.zarr")
    ends.add_argument("--force", action="store_true", help="replace the file of --out if there is one")


def _analysis(commands, name: str, text: str, more: str):
    """Adds one of these commands and returns it; its description is `text` and `more`."""
    command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}. {more}")
    _add_choices(command)
    command.add_argument("--json", action="store_true")
    return command
