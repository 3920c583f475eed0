"""Mouse, finger and keys over the page: a handler sees them first and takes what is its own, the camera gets the rest.

The events are those of Qt: the page is not asked, so that a gesture neither waits for it nor dies with it.
"""

from typing import Protocol

from sandbox.qt.core import QEvent, QObject, Qt, QTimer
from sandbox.qt.web import QWebEngineView
from sandbox.qt.widgets import QWidget

CLICK = 4                # [px] that a click may move
NOTCH = 120              # eighths of a degree in a notch of a wheel


class Handler(Protocol):
    """Who sees what happens over the page; x and y in [px] from the upper left corner of the picture."""

    def hover(self, x: float, y: float, modifiers: int):
        """Takes a move without a button; only the newest of many counts."""

    def press(self, x: float, y: float, modifiers: int, is_touch: bool) -> bool:
        """Takes a press of the left button or a finger; returns whether what follows belongs to the handler."""

    def drag(self, x: float, y: float, modifiers: int):
        """Takes a move after a press that was taken."""

    def release(self):
        """The button, or the finger, went up after a press that was taken."""

    def cancel(self):
        """Takes back a press that was taken: nobody will say when its button goes up."""

    def wheel(self, notches: float) -> bool:
        """Takes a turn of the wheel; returns whether it is the handler's."""

    def leave(self):
        """The mouse left the page."""

    def menu(self, x: float, y: float, place):
        """Takes a right click that did not move, at a global place (QPoint)."""

    def key(self, event, is_question: bool) -> bool:
        """Takes a key that the page would get; returns whether it is the handler's.

        is_question   the key is not pressed yet: it is asked whether the handler wants it before a shortcut gets it
        """

    def key_up(self, event) -> bool:
        """Takes a key of the page that goes up; returns whether it was the handler's."""


class Pointer(QObject):
    """Passes the events of the widgets inside a web view on to a handler.

    handler    who sees them first, or None
    """

    def __init__(self, web: QWebEngineView):
        super().__init__(web)
        self.handler: Handler | None = None
        self._web = web
        self._is_held = self._is_touch = False
        self._shape = None                     # of the cursor, None for the page's own
        self._right = None                     # where the right button went down, until it has moved
        web.installEventFilter(self)
        for child in web.findChildren(QWidget):
            child.installEventFilter(self)

    @property
    def inner(self) -> QWidget:
        """The widget of the page: it gets the mouse, and has the cursor."""
        return self._web.focusProxy() or self._web

    @property
    def is_held(self) -> bool:
        """Whether a press belongs to the handler, and its release has not come."""
        return self._is_held

    def set_cursor(self, shape):
        """Shows a cursor over the page (Qt.CursorShape); None: the page's own."""
        had, self._shape = self._shape, shape
        if shape is None and had is not None:
            self.inner.unsetCursor()
        self.keep_cursor()

    def keep_cursor(self):
        """Shows the cursor again if the page has put its own in its place."""
        if self._shape is not None and self.inner.cursor().shape() != self._shape:
            self.inner.setCursor(self._shape)

    def let_go(self):
        """What was held is none of the handler's any more: the picture has changed below it."""
        self._end(is_clean=False)

    def eventFilter(self, watched, event):
        kind = event.type()
        if kind == QEvent.Type.ChildAdded and watched is self._web and isinstance(event.child(), QWidget):
            # a page that was restarted has another widget
            event.child().installEventFilter(self)
            self._end(is_clean=False)
        take = _TAKERS.get(kind)
        if take is None or self.handler is None or (watched is self._web and kind in _OF_PAGE):
            return False
        return bool(take(self, event))

    # ---- mouse ------------------------------------------------------------------------------------------------------

    def _press(self, event) -> bool:
        place = event.localPos()
        if event.button() == Qt.MouseButton.RightButton and not self._is_held:
            self._right = place
        if event.button() != Qt.MouseButton.LeftButton or self._is_held:
            return self._is_held
        return self._begin(place, event.modifiers(), False)

    def _begin(self, place, modifiers, is_touch: bool) -> bool:
        self._is_held = bool(self.handler.press(place.x(), place.y(), int(modifiers), is_touch))
        self._is_touch = is_touch
        if self._is_held:
            self._web.setFocus(Qt.FocusReason.MouseFocusReason)
        return self._is_held

    def _move(self, event) -> bool:
        place = event.localPos()
        if self._right is not None and (place - self._right).manhattanLength() > CLICK:
            self._right = None
        if not self._is_held:
            if event.buttons() == Qt.MouseButton.NoButton:
                self.handler.hover(place.x(), place.y(), int(event.modifiers()))
            return False
        if not event.buttons() & Qt.MouseButton.LeftButton and not self._is_touch:
            # its release was told to another program
            self._end(is_clean=False)
            return False
        self.handler.drag(place.x(), place.y(), int(event.modifiers()))
        return True

    def _release(self, event) -> bool:
        if event.button() == Qt.MouseButton.RightButton and self._right is not None:
            place, self._right = self._right, None
            # after the page has had its own part of the click
            at = event.globalPos()
            QTimer.singleShot(0, lambda: self._menu(place.x(), place.y(), at))
        if not self._is_held:
            return False
        if event.button() == Qt.MouseButton.LeftButton:
            self._end(is_clean=True)
        return True

    def _menu(self, x, y, place):
        if self.handler is not None:
            self.handler.menu(x, y, place)

    def _end(self, is_clean: bool):
        if not self._is_held:
            return
        self._is_held = False
        if self.handler is not None:
            (self.handler.release if is_clean else self.handler.cancel)()

    def _wheel(self, event) -> bool:
        notches = event.angleDelta().y()/NOTCH
        return notches != 0.0 and self.handler.wheel(notches)

    def _leave(self, _event) -> bool:
        if not self._is_held:
            self.handler.leave()
        return False

    def _lose(self, _event) -> bool:
        self._end(is_clean=False)
        return False

    # ---- fingers ----------------------------------------------------------------------------------------------------

    def _touch_begin(self, event) -> bool:
        points = event.touchPoints()
        if len(points) != 1 or self._is_held or not self._begin(points[0].pos(), event.modifiers(), True):
            return False
        event.accept()
        return True

    def _touch_move(self, event) -> bool:
        if not (self._is_held and self._is_touch):
            return False
        points = event.touchPoints()
        if points:
            self.handler.drag(points[0].pos().x(), points[0].pos().y(), int(event.modifiers()))
        event.accept()
        return True

    def _touch_end(self, event) -> bool:
        if not (self._is_held and self._is_touch):
            return False
        self._end(is_clean=event.type() == QEvent.Type.TouchEnd)
        event.accept()
        return True

    # ---- keys -------------------------------------------------------------------------------------------------------

    def _key(self, event) -> bool:
        is_question = event.type() == QEvent.Type.ShortcutOverride
        if not self.handler.key(event, is_question):
            return False
        event.accept()
        return True

    def _key_up(self, event) -> bool:
        return self.handler.key_up(event)


_TAKERS = {
    QEvent.Type.MouseButtonPress: Pointer._press, QEvent.Type.MouseButtonDblClick: Pointer._press,
    QEvent.Type.MouseMove: Pointer._move, QEvent.Type.MouseButtonRelease: Pointer._release,
    QEvent.Type.Wheel: Pointer._wheel,
    QEvent.Type.Leave: Pointer._leave, QEvent.Type.WindowDeactivate: Pointer._lose, QEvent.Type.Hide: Pointer._lose,
    QEvent.Type.TouchBegin: Pointer._touch_begin, QEvent.Type.TouchUpdate: Pointer._touch_move,
    QEvent.Type.TouchEnd: Pointer._touch_end, QEvent.Type.TouchCancel: Pointer._touch_end,
    QEvent.Type.ShortcutOverride: Pointer._key, QEvent.Type.KeyPress: Pointer._key,
    QEvent.Type.KeyRelease: Pointer._key_up}

# of the web view itself only what concerns the whole window counts: its inner widget has seen the rest
_OF_PAGE = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseMove,
            QEvent.Type.MouseButtonRelease,
            QEvent.Type.Wheel, QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd,
            QEvent.Type.TouchCancel,
            QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease}
