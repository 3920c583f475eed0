"""Small pictures of scenes: those that came with the program, and those made of other scenes when they were played."""

from hashlib import blake2b
from pathlib import Path

from sandbox.film import still
from sandbox.folders import own_folders
from sandbox.qt.gui import QImage

SHIPPED = Path(__file__).parent / "scenes"
WIDTH, HEIGHT, FINER = 384, 240, 2      # [px] of a picture; it is drawn so many times finer, and smoothed
QUALITY = 82                            # of JPEG files


def file_of(scene) -> Path:
    """Returns where the picture of a scene is, or would be: a scene of one's own has one for each of its texts."""
    shipped = SHIPPED / f"{scene.id}.jpg"
    if shipped.exists():
        return shipped
    digest = blake2b(f"{scene.id}\n{scene.source}".encode(), digest_size=10).hexdigest()
    return own_folders()["cache"] / "pictures" / f"{digest}.jpg"


def picture_of(scene) -> QImage | None:
    """Returns the picture of a scene, None where there is none."""
    image = QImage(str(file_of(scene)))
    return None if image.isNull() else image


def save(view, path: Path):
    """Writes what a View shows now as such a picture; NoPicture or OSError where that cannot be."""
    from sandbox.qt.core import Qt
    pixels = still.take(view, FINER*WIDTH, FINER*HEIGHT)
    height, width, _four = pixels.shape
    image = QImage(pixels.data, width, height, 4*width, QImage.Format.Format_RGBX8888)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not image.scaled(WIDTH, HEIGHT, Qt.AspectRatioMode.IgnoreAspectRatio,
                        Qt.TransformationMode.SmoothTransformation).save(str(path), "JPG", QUALITY):
        raise OSError(0, "cannot be written", str(path))
