"""What happens within a frame: found, noted in the order of time, and gone on to."""
