"""What a window does with scenes beside playing them: pictures of them, until the page draws and in lists."""

from sandbox.ui.window.scenes.pictures import PictureMaker, StillPicture


def keep_scenes(window):
    """Shows a still picture until the first of the page, and makes pictures of scenes that have none."""
    view = window.view
    if view.first_picture_at is None:
        opening = window.opening
        is_known = not (opening.file or opening.code)
        StillPicture(view, window.catalogue.scenes.get(opening.scene_id) if is_known else None)
    PictureMaker(window, window.player, view, lambda scene: window.docks["scenes"].show_picture(scene))


def show_scenes(window):
    """Shows the scenes that the catalogue has now."""
    window.top.retranslate()
    window.commands.fill_scenes(window.catalogue, window.choose_scene)
    window.docks["scenes"].refill()
    if (run := window.simulation) is not None:
        window.display.mark(run.scene.id, run.preset)
