"""Systems of one body on several supports."""
