"""Starts Jacobi Sandbox from its folder: the window without arguments, else a subcommand."""

import sys

from sandbox.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
