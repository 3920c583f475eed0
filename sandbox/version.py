"""The version of the program; the log of every run and the recipe of every film hold it."""

VERSION = "0.1.0"
