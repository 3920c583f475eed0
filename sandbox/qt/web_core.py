"""What the page may ask for."""

from PyQt5.QtWebEngineCore import *
