"""Formulas that a person types: text to tree, tree to program, and whether a ball can roll there."""
