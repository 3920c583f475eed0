"""The texts of Qt itself, in menus of typed fields and in the sheet that asks for a folder, in the chosen language."""

from sandbox.qt.core import QCoreApplication, QLibraryInfo, QTranslator
from sandbox.text import language

_translator = QTranslator()


def follow_language():
    """Takes Qt's own catalogue of the language of the moment; without one, Qt speaks English."""
    QCoreApplication.removeTranslator(_translator)
    folder = QLibraryInfo.location(QLibraryInfo.LibraryLocation.TranslationsPath)
    if language() != "en" and _translator.load(f"qtbase_{language()}", folder):
        QCoreApplication.installTranslator(_translator)
