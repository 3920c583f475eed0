"""Drawings of lines that scale."""

from PyQt5.QtSvg import *
