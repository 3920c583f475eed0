"""What may be typed after ./run."""

import argparse
from pathlib import Path

from sandbox.cli import record

HEADLESS = "list, simulate, record, check, bench"
ALL = HEADLESS + ", selftest"


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="run", description="A laboratory for bodies that roll on moving surfaces. "
                                     "Without a subcommand it opens its window.")
    parser.add_argument("--scene", default="turntable", help="scene to open")
    parser.add_argument("--preset", help="name or number of a preset")
    parser.add_argument("--lang", choices=("en", "ru"), help="language of all texts")
    parser.add_argument("--theme", choices=("dark", "projector"), help="colours: dark, or on white for projectors")
    parser.add_argument("--safe-graphics", action="store_true", help="draw without antialiasing and with fewer pieces")
    parser.add_argument("--reset", action="store_true", help="forget all settings first")
    parser.add_argument("--info", action="store_true", help="print versions and folders")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--measure-window", action="store_true", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", metavar="{" + ALL.replace(" ", "") + "}")

    listing = commands.add_parser("list", help="scenes, presets and parameters")
    listing.add_argument("--json", action="store_true")

    simulate = commands.add_parser("simulate", help="run a scene without a window")
    simulate.add_argument("scene_id", metavar="SCENE")
    simulate.add_argument("--preset")
    simulate.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    simulate.add_argument("--duration", required=True, metavar="SECONDS")
    simulate.add_argument("--at", default="", metavar="T1,T2,...", help="instants to print the state at")
    simulate.add_argument("--step-rate", type=int, default=240, help="steps per second: 240, 480 or 960")
    simulate.add_argument("--log", type=Path, metavar="FILE", help="write the run to FILE.csv or FILE.sqlite")
    simulate.add_argument("--json", action="store_true")

    record.add_arguments(commands)

    check = commands.add_parser("check", help="run reference vectors through the engine")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE.json")
    check.add_argument("--kind", help="only cases of this kind")

    bench = commands.add_parser("bench", help="measure the engine, the start and the picture")
    bench.add_argument("--json", action="store_true")
    bench.add_argument("--no-window", action="store_true", help="the engine only")

    commands.add_parser("selftest", help="play every scene for two seconds in the window and look at its pixels")
    return parser
