"""Begins here: the window without arguments, else a subcommand."""

import os
import sys

from sandbox.cli import stop
from sandbox.cli.arguments import arguments
from sandbox.cli.common import fail, prepare_folders


def main(argv=None) -> int:
    """Does what the command line says and returns the exit code."""
    try:
        with stop.listening():
            return run(arguments().parse_args(argv))
    except KeyboardInterrupt as error:
        from sandbox.text import _
        print(_("stopped"), file=sys.stderr)
        return stop.code_of(error)


def run(args) -> int:
    """Does what the arguments say and returns the exit code."""
    from sandbox.text import set_language
    from sandbox.version import VERSION
    if args.lang:
        set_language(args.lang)
    if args.version:
        print(VERSION)
        return 0
    folders = prepare_folders()
    from sandbox.cli import headless
    if args.info:
        return headless.run_info(folders)
    opens_window = args.measure_window or args.command in (None, "selftest")
    if opens_window or args.command == "record":
        from sandbox.cli import window
        sentence = window.missing_libraries()
        if sentence:
            return fail(sentence)
    if opens_window:
        return window.run(args, folders)
    from sandbox.errors import BadValue
    try:
        if args.command == "record":
            from sandbox.cli import record
            return record.run(args, folders)
        return headless.COMMANDS[args.command](args)
    except BadValue as error:
        return fail(error)
    except BrokenPipeError:
        # the reader of our output went away
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        return 1
