"""Folders of the program, its settings, and its crash reports."""
