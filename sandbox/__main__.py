"""`python -m sandbox` is the same as the command jacobi-sandbox."""

import sys

from sandbox.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
