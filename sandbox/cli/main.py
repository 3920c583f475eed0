"""Begins here: the window without arguments, else a subcommand."""

import sys
from errno import EBADF, EIO, ENOSPC

from sandbox.cli.arguments import arguments, words_of
from sandbox.cli.common import compiled_trouble, fail, prepare_folders
from sandbox.cli.terminal import stop
from sandbox.cli.terminal.output import flush_streams, prepare_streams
from sandbox.ending import end_at_once, keep_till_end

OUTPUT = {ENOSPC, EIO, EBADF}      # reasons why nothing can be printed any more


def program():
    """Does what the command line says and ends the process.

    Where Qt was used, at once: PyQt takes down what is left in a list that changes while it does so, and 1 of 50
    windows that were closed soon ended in a crash, with all its work done.
    """
    code = main()
    if "PyQt5.QtCore" in sys.modules:
        end_at_once(code)
    sys.exit(code)


def main(argv=None) -> int:
    """Does what the command line says and returns the exit code."""
    prepare_streams()
    code = 1
    try:
        with stop.listening():
            words = words_of(sys.argv[1:] if argv is None else argv)
            code = answer(arguments(words).parse_args(words))
    except BrokenPipeError:
        pass       # the reader of our output went away
    except KeyboardInterrupt as error:
        from sandbox.text import _
        print(_("stopped"), file=sys.stderr)
        # a window that is half made stays in its frames
        code = stop.code_of(keep_till_end(error))
    except OSError as error:
        if error.errno not in OUTPUT:
            raise
        code = fail(error)
    finally:
        trouble = flush_streams()
    if isinstance(trouble, BrokenPipeError):
        return 1
    if trouble is not None and code == 0:
        return fail(trouble)
    return code


def answer(args) -> int:
    """Does what the arguments say; what it prints may still be on its way."""
    from sandbox.text import set_language
    from sandbox.version import VERSION
    if args.lang:
        set_language(args.lang)
    if args.version:
        print(VERSION)
        return 0
    if args.try_scenes:
        from sandbox.scene.trials.process import serve
        return serve()
    if args.compile_beside:
        from sandbox.compiling import worker
        worker.serve()
        return 0
    folders = prepare_folders()
    if args.sweep_worker:
        from sandbox.sweeps.processes import serve as run_blocks
        return run_blocks()
    from sandbox.cli import headless
    if args.info:
        return headless.run_info(folders)
    opens_window = args.measure_window or args.command in (None, "selftest")
    if opens_window or args.command in ("record", "gallery"):
        from sandbox.cli.window import window
        sentence = window.missing_libraries()
        if sentence:
            return fail(sentence)
    if opens_window:
        return window.run(args, folders)
    from sandbox.errors import BadValue
    try:
        if args.command == "record":
            from sandbox.cli.commands import record
            return record.run(args, folders)
        if args.command == "gallery":
            from sandbox.cli.commands import gallery
            return gallery.run(args)
        code = headless.COMMANDS[args.command](args)
        trouble = compiled_trouble()
        if trouble:
            print(trouble, file=sys.stderr)
        return code
    except BadValue as error:
        return fail(error)
