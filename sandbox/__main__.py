"""`python -m sandbox` is the same as the command jacobi-sandbox."""

from sandbox.cli.main import program

if __name__ == "__main__":
    program()
