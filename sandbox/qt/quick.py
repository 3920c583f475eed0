"""How the page's picture is handed to the screen."""

from PyQt5.QtQuick import *
