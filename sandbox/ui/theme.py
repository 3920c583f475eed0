"""Colours and style sheet of the window: dark and calm, for a projector in a dim room."""

NIGHT, PANEL, RAISED, LINE = "#10151c", "#161d27", "#212b38", "#2f3b4a"
TEXT, DIM, FAINT = "#e8edf3", "#a9b6c4", "#6c7a89"
BLUE, GREEN, AMBER, RED, ROSE = "#56b4e9", "#35b58c", "#e69f00", "#ff8a65", "#cc79a7"
SELECTED = "#24476a"

SHEET = """
* { font-size: {size}px; color: {TEXT}; selection-background-color: {SELECTED}; selection-color: {TEXT}; }
QMainWindow, QDialog, QMenuBar, QStatusBar, QToolBar { background: {NIGHT}; }
QMainWindow::separator { background: {NIGHT}; width: 5px; height: 5px; }
QMainWindow::separator:hover { background: {SELECTED}; }
QToolTip { background: {RAISED}; border: 1px solid {LINE}; padding: 4px; }

QMenuBar::item { padding: 5px 11px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: {RAISED}; }
QMenu { background: {PANEL}; border: 1px solid {LINE}; padding: 5px; }
QMenu::item { padding: 6px 30px 6px 26px; border-radius: 4px; }
QMenu::item:selected { background: {SELECTED}; }
QMenu::item:disabled { color: {FAINT}; }
QMenu::separator { height: 1px; background: {LINE}; margin: 5px 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 7px; }

QToolBar { border: 0; border-bottom: 1px solid {LINE}; padding: 5px 8px; spacing: 6px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 5px; }
QToolButton:hover { background: {RAISED}; }
QToolButton:pressed { background: {SELECTED}; }
QToolButton:focus, QPushButton:focus { border: 1px solid {BLUE}; }
QToolButton#play { background: {SELECTED}; padding: 5px 9px; }
QToolButton#play:hover { background: #2d5a86; }
QToolButton#play:focus { border: 1px solid {BLUE}; }

QComboBox { background: {RAISED}; border: 1px solid {LINE}; border-radius: 6px; padding: 5px 9px; min-height: 20px;
            combobox-popup: 0; }
QComboBox:hover, QComboBox:focus { border-color: {BLUE}; }
QComboBox::drop-down { border: 0; width: 22px; }
QComboBox QFrame { background: {PANEL}; border: 0; }
QComboBox QAbstractItemView { background: {PANEL}; border: 1px solid {LINE}; padding: 4px; outline: 0; }
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 6px; }
QComboBox QAbstractItemView::item:selected { background: {SELECTED}; }
QComboBox QAbstractItemView::item:disabled { color: {FAINT}; }

QDockWidget { border: 1px solid {LINE}; }
QDockWidget > QWidget { background: {PANEL}; }
QWidget#title { background: {PANEL}; border-bottom: 1px solid {LINE}; }
QWidget#title QToolButton { padding: 3px; border-radius: 4px; }
QScrollArea, QScrollArea > QWidget > QWidget { background: {PANEL}; border: 0; }
QScrollBar:vertical { background: {PANEL}; width: 10px; }
QScrollBar::handle:vertical { background: {LINE}; border-radius: 5px; min-height: 30px; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; }

QTabBar::tab { background: {NIGHT}; color: {DIM}; padding: 6px 14px; border: 0; border-top: 2px solid transparent; }
QTabBar::tab:selected { background: {PANEL}; color: {TEXT}; border-top: 2px solid {BLUE}; }
QTabBar::tab:hover { color: {TEXT}; }
QTabBar { background: {NIGHT}; qproperty-drawBase: 0; }
QListWidget { background: {PANEL}; border: 0; outline: 0; }
QListWidget::item { border-radius: 5px; }
QListWidget::item:hover { background: {RAISED}; }
QListWidget::item:selected { background: {SELECTED}; }

QLineEdit { background: {NIGHT}; border: 1px solid {LINE}; border-radius: 5px; padding: 3px 6px; }
QLineEdit:focus { border-color: {BLUE}; }
QLineEdit[wrong="true"] { border: 2px solid {RED}; padding: 2px 5px; }
QLabel#name { font-weight: 600; }
QLabel#about, QLabel#unit, QLabel#mark { color: {DIM}; font-size: {small}px; }
QLabel#heading { color: {BLUE}; font-size: {small}px; font-weight: 600; padding: 6px 12px 0 12px; }
QLabel#empty { color: {DIM}; padding: 10px 12px; }
QLabel#trouble { color: {RED}; background: {PANEL}; padding: 8px 12px; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator { width: 16px; height: 16px; border: 1px solid #5b6b7d; border-radius: 4px; background: {NIGHT}; }
QCheckBox::indicator:checked { background: {BLUE}; border-color: {BLUE}; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: {BLUE}; }

QLabel#time { font-size: {large}px; font-weight: 600; }
QLabel#caption { color: {DIM}; }
QWidget#legend { background: {NIGHT}; }
QWidget#legend QLabel { color: {DIM}; font-size: {small}px; }
QStatusBar { border-top: 1px solid {LINE}; color: {DIM}; min-height: 26px; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { color: {DIM}; font-size: {small}px; padding: 0 7px; }
QStatusBar QToolButton { color: {DIM}; font-size: {small}px; padding: 1px 6px; margin-right: 6px; }
QLabel[state="good"] { color: {GREEN}; }
QLabel[state="warn"] { color: {AMBER}; }
QLabel[state="bad"] { color: {RED}; }
QStatusBar QLabel[state="good"] { color: {GREEN}; }
QStatusBar QLabel[state="warn"] { color: {AMBER}; }
QStatusBar QLabel[state="bad"] { color: {RED}; }
QLabel#drift { font-size: {small}px; }

QFrame#message { background: {RAISED}; border: 1px solid {LINE}; border-left: 5px solid {BLUE};
                 border-top-right-radius: 6px; border-bottom-right-radius: 6px; }
QFrame#message[kind="event"] { border-left-color: {AMBER}; }
QFrame#message[kind="error"] { border-left-color: {RED}; }
QPushButton { background: {SELECTED}; border: 1px solid transparent; border-radius: 6px; padding: 6px 14px; }
QPushButton:hover { background: #2d5a86; }
QLabel#key { background: {RAISED}; border: 1px solid {LINE}; border-radius: 4px; padding: 2px 8px; }
"""


def style_sheet(scale: float = 1.0) -> str:
    """The style sheet with texts of 14 pixels times `scale`, the smallest 13."""
    sheet = SHEET
    sizes = {"size": round(14*scale), "small": round(13*scale), "large": round(22*scale)}
    for name, value in (globals() | sizes).items():
        if name.isupper() and name != "SHEET" or name in sizes:
            sheet = sheet.replace("{" + name + "}", str(value))
    return sheet
