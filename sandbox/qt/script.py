"""Scripts without a page."""

from PyQt5.QtQml import *
