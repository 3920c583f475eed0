"""The icon of the program in the formats of the systems, drawn from one picture."""

from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "sandbox" / "ui" / "look" / "icon.svg"
SIZES = {"png": 256, "ico": 256, "icns": 512}


def write_icons(folder: Path) -> dict[str, Path]:
    """Write icon.png, icon.ico and icon.icns into `folder`; format -> path. RuntimeError when Qt can't write one."""
    from PyQt5.QtCore import Qt
    from PyQt5.QtGui import QGuiApplication, QImage, QPainter
    from PyQt5.QtSvg import QSvgRenderer
    application = QGuiApplication.instance() or QGuiApplication(["icons", "-platform", "minimal"])
    folder.mkdir(parents=True, exist_ok=True)
    picture, paths = QSvgRenderer(str(SOURCE)), {}
    for kind, size in SIZES.items():
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        picture.render(painter)
        painter.end()
        paths[kind] = folder / f"icon.{kind}"
        if not image.save(str(paths[kind])):
            raise RuntimeError(f"Qt cannot write {paths[kind]}")
    del application
    return paths
