"""The files of runs: logs, tables of them, and runs made again from them."""
