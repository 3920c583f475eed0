"""The command line: joins the rooms, one module per group of commands."""

import time

STARTED = time.perf_counter()      # [s] when the program began: this file is imported before all others
