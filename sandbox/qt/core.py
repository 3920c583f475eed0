"""Events, times, files and geometry: what programs without a screen use of Qt."""

from PyQt5 import sip as sip
from PyQt5.QtCore import *
