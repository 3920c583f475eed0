"""Windows and what stands in them."""

from PyQt5.QtWidgets import *
