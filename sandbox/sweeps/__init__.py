"""Many runs of one scene: which points, what is kept of each, by whom they are run, and the file that holds the map."""

WORKER = "--sweep-worker"    # option of a process that runs blocks of a sweep
