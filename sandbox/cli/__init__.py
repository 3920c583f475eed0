"""The command line: joins the rooms, one module per group of commands."""

import time

STARTED = time.perf_counter()      # [s] this is loaded before everything else
