"""Formulas to machine code: symbols, derivatives, traced formulas, compiled entries, and the cache on disk."""
