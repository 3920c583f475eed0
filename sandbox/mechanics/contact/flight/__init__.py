"""A body in the air: what it may meet, and how near that is."""
