"""Systems of coordinates with constraint rows."""
