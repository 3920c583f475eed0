"""Colours, fonts, pictures and how one paints."""

from PyQt5.QtGui import *
