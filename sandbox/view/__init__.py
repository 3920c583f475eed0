"""The 3D picture: vpython in a locked page inside a Qt widget, without server or socket.

Call `prepare()` before QApplication is made, then make a `View`.
"""

from sandbox.view.page.transport import prepare

__all__ = ["View", "prepare"]


def __getattr__(name):
    # the web engine is loaded for the first View only
    if name == "View":
        from sandbox.view.widget import View
        return View
    raise AttributeError(f"module 'sandbox.view' has no attribute {name!r}")
