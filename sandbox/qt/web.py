"""The page with the picture."""

from PyQt5.QtWebEngineWidgets import *
