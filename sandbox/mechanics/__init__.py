"""Equations and nothing else: arrays in, arrays out. No scenes, no files of a person, no Qt, no vpython."""
