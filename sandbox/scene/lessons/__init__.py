"""Lessons: steps of scenes with questions, read from files of data; votes and a clock for a class."""
