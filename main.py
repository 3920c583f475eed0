"""Starts Jacobi Sandbox from its folder: the window without arguments, else a subcommand."""

from sandbox.cli.main import program

if __name__ == "__main__":
    program()
