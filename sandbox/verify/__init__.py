"""Reference cases and benchmarks: how the program is held against what is known from elsewhere."""
