"""What is read of runs: quantities, units, curves of what was passed, pinned runs and measurements."""
