"""Systems with constraint rows by Whittaker's multipliers: pieces, generated right-hand sides, stiff rows, impacts."""
