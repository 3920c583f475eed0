"""What a window reads and writes: set-ups, logs, measurements, tables, runs for other programs."""
