"""Colours and style sheet of the window: dark and calm for a dim room, or dark on white for a projector in daylight."""

THEMES = {
    "dark": {"NIGHT": "#10151c", "PANEL": "#161d27", "RAISED": "#212b38", "LINE": "#2f3b4a",
             "TEXT": "#e8edf3", "DIM": "#a9b6c4", "FAINT": "#6c7a89", "EDGE": "#5b6b7d",
             "BLUE": "#56b4e9", "GREEN": "#35b58c", "AMBER": "#e69f00", "RED": "#ff8a65", "ROSE": "#cc79a7",
             "SELECTED": "#24476a", "HOVER": "#2d5a86"},
    "projector": {"NIGHT": "#ffffff", "PANEL": "#f4f6f9", "RAISED": "#e3e9f0", "LINE": "#b4c0cc",
                  "TEXT": "#10151c", "DIM": "#3a4756", "FAINT": "#77848f", "EDGE": "#5b6b7d",
                  "BLUE": "#0065ad", "GREEN": "#00734f", "AMBER": "#9a5b00", "RED": "#b3261e", "ROSE": "#93386b",
                  "SELECTED": "#b9d8f3", "HOVER": "#9cc7ec"}}
# futures that were left, as they are drawn in the picture (view/palette.py)
LEFT = ("#d55e00", "#009e73", "#cc79a7")
_present = "dark"


def use(name: str):
    """Chooses the theme of everything that is painted from now on."""
    global _present
    if name not in THEMES:
        raise ValueError(f"theme: got {name!r}, needs one of {', '.join(THEMES)}")
    _present = name


def present() -> str:
    """The theme that is chosen."""
    return _present


def colour(name: str) -> str:
    """A colour of the present theme by its name: "TEXT", "LINE", ..."""
    return THEMES[_present][name]


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
QToolButton#play:hover { background: {HOVER}; }
QToolButton#play:focus { border: 1px solid {BLUE}; }

QAbstractItemView { background: {PANEL}; alternate-background-color: {RAISED}; border: 1px solid {LINE}; }
QHeaderView, QHeaderView::section { background: {RAISED}; border: 0; }
QHeaderView::section { border-right: 1px solid {LINE}; padding: 3px 6px; }

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
QScrollBar:horizontal { background: {PANEL}; height: 10px; }
QScrollBar::handle:horizontal { background: {LINE}; border-radius: 5px; min-width: 30px; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }

QTabBar::tab { background: {NIGHT}; color: {DIM}; padding: 6px 8px; border: 0; border-top: 2px solid transparent; }
QTabBar::tab:selected { background: {PANEL}; color: {TEXT}; border-top: 2px solid {BLUE}; }
QTabBar::tab:hover { color: {TEXT}; }
QTabBar { background: {NIGHT}; qproperty-drawBase: 0; }
QListWidget { background: {PANEL}; border: 0; outline: 0; }
QTreeWidget { background: {PANEL}; border: 0; outline: 0; font-size: {small}px; }
QTreeWidget::item { padding: 2px 0; }
QTreeWidget::item:hover { background: {RAISED}; }
QTreeWidget::item:focus { color: {BLUE}; }
QListWidget::item { border-radius: 5px; }
QListWidget::item:hover { background: {RAISED}; }
QListWidget::item:selected { background: {SELECTED}; }

QLineEdit, QPlainTextEdit, QTextBrowser {
    background: {NIGHT}; border: 1px solid {LINE}; border-radius: 5px; padding: 3px 6px; }
QAbstractSpinBox { background: {NIGHT}; color: {TEXT}; border: 1px solid {LINE}; border-radius: 5px; padding: 3px 6px; }
QAbstractSpinBox:focus { border-color: {BLUE}; }
QAbstractSpinBox:disabled { color: {FAINT}; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: 0; }
QProgressBar { background: {NIGHT}; border: 1px solid {LINE}; border-radius: 4px; }
QProgressBar::chunk { background: {BLUE}; border-radius: 3px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextBrowser:focus { border-color: {BLUE}; }
QLineEdit[wrong="true"] { border: 2px solid {RED}; padding: 2px 5px; }
QLabel#name { font-weight: 600; }
QLabel#about, QLabel#unit, QLabel#mark { color: {DIM}; font-size: {small}px; }
QLabel#heading { color: {BLUE}; font-size: {small}px; font-weight: 600; padding: 6px 12px 0 12px; }
QLabel#empty { color: {DIM}; padding: 10px 12px; }
QLabel#trouble { color: {RED}; background: {PANEL}; padding: 8px 12px; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator { width: 16px; height: 16px; border: 1px solid {EDGE}; border-radius: 4px; background: {NIGHT}; }
QCheckBox::indicator:checked { background: {BLUE}; border-color: {BLUE}; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: {BLUE}; }
QRadioButton { spacing: 8px; }
QRadioButton:disabled, QCheckBox:disabled, QComboBox:disabled { color: {FAINT}; }
QLineEdit:disabled, QPlainTextEdit:disabled { color: {FAINT}; }
QRadioButton::indicator { width: 14px; height: 14px; border: 2px solid {EDGE}; border-radius: 9px;
                          background: {NIGHT}; }
QRadioButton::indicator:checked { border: 5px solid {BLUE}; width: 8px; height: 8px; background: {TEXT}; }
QRadioButton::indicator:hover, QRadioButton::indicator:focus { border-color: {BLUE}; }

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

QFrame#timeline { background: {NIGHT}; border-top: 1px solid {LINE}; }
QFrame#timeline QLabel { color: {DIM}; font-size: {small}px; }
QFrame#timeline QToolButton { padding: 2px; border-radius: 4px; }
QFrame#runto { background: {PANEL}; border-top: 1px solid {LINE}; }
QProgressBar { background: {RAISED}; border: 0; border-radius: 5px; }
QProgressBar::chunk { background: {BLUE}; border-radius: 5px; }

QFrame#sheet { background: {NIGHT}; }
QFrame#sheet QScrollArea, QFrame#sheet QScrollArea > QWidget > QWidget { background: {NIGHT}; }
QFrame#message { background: {RAISED}; border: 1px solid {LINE}; border-left: 5px solid {BLUE};
                 border-top-right-radius: 6px; border-bottom-right-radius: 6px; }
QFrame#message[kind="event"] { border-left-color: {AMBER}; }
QFrame#message[kind="error"] { border-left-color: {RED}; }
QPushButton { background: {SELECTED}; border: 1px solid transparent; border-radius: 6px; padding: 6px 14px; }
QPushButton:hover { background: {HOVER}; }
QPushButton:disabled { background: {RAISED}; color: {FAINT}; }
QPushButton#part { background: {RAISED}; padding: 6px 2px; }
QPushButton#part:hover { background: {HOVER}; }
QPushButton#part:checked { background: {SELECTED}; border: 1px solid {BLUE}; }
QLabel#key { background: {RAISED}; border: 1px solid {LINE}; border-radius: 4px; padding: 2px 8px; }
"""


def style_sheet(scale: float = 1.0, smallest: int = 13) -> str:
    """The style sheet in the present theme, with texts of 14 pixels times `scale`, the smallest at least `smallest`."""
    sheet = SHEET
    sizes = {"size": max(smallest, round(14*scale)), "small": max(smallest, round(13*scale)),
             "large": round(22*scale)}
    for name, value in (THEMES[_present] | sizes).items():
        sheet = sheet.replace("{" + name + "}", str(value))
    return sheet
