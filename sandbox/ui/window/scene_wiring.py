"""What a window does with scenes beside playing them: pictures of them, until the page draws and in lists."""

from sandbox.ui.window.scene_pictures import PictureMaker, StillPicture


def keep_scenes(window):
    """Shows a still picture until the first of the page, and makes pictures of scenes that have none."""
    view = window.view
    if view.first_picture_at is None:
        StillPicture(view, window.catalogue.scenes.get(window.first_scene))
    PictureMaker(window, window.player, view, lambda scene: window.docks["scenes"].show_picture(scene))
