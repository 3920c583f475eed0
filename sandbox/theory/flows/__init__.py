"""Systems whose orbits are followed by Taylor series, each with the words that it is read from (returns.Flow)."""
