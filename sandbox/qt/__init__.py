"""The one door to Qt: its modules by what they are for here. Nothing else in this program imports PyQt5.

Another version of Qt, or another binding, is a change of these files: enums are written with their scope everywhere
(`Qt.Key.Key_A`), which is how the next version wants them.
"""
