"""The double-click program: what goes into its folder and what does not; read by build.spec and by `./package`."""

from pathlib import PurePosixPath

NAME = "jacobi-sandbox"

# the notebook mode of vpython, other toolkits, what only tests and builds need, what libraries use where it happens to
# be there (pages, colours and settings of theirs that nobody sees here), and what finished translations replace
EXCLUDED = (
    "IPython", "ipykernel", "jupyter", "jupyter_client", "jupyter_core", "notebook", "zmq", "tornado", "matplotlib",
    "pandas", "xarray", "tkinter", "PIL", "PySide2", "PySide6", "PyQt6", "OpenGL", "pytest", "_pytest",
    "hypothesis", "PyInstaller", "pip", "dask", "distributed", "numba.tests", "numba.cuda", "pyqtgraph.opengl",
    "pyqtgraph.examples", "pyqtgraph.jupyter", "pyqtgraph.flowchart", "pyqtgraph.canvas", "babel", "coverage", "psutil",
    "pytest_timeout", "lxml", "jsonschema", "referencing", "rpds",
    "setuptools", "pkg_resources", "mpl_toolkits", "yaml", "jinja2", "markupsafe", "pygments")

# taken in by compiled code, where nobody sees it
UNSEEN = ("numba._devicearray",)

# what scenes may import beside sandbox, numpy and scipy, whether this program uses it or not
OPEN_TO_SCENES = (
    "bisect", "cmath", "collections", "copy", "csv", "dataclasses", "decimal", "enum", "fractions", "functools",
    "heapq", "itertools", "json", "math", "operator", "pathlib", "random", "re", "statistics", "string", "textwrap",
    "time", "typing", "warnings", "wave")

PLUGINS = ("platforms", "xcbglintegrations", "imageformats", "iconengines", "platformthemes", "platforminputcontexts",
           "styles", "egldeviceintegrations")
PLATFORMS = ("xcb", "offscreen", "windows", "cocoa")
# what the window shows are its own drawings and stills; the page reads images by itself
IMAGES = ("qgif", "qico", "qjpeg", "qsvg")
LANGUAGES = ("en-US", "ru")
# loaded by numba for loops that it spreads over threads, of which this program has none
POOLS_OF_NUMBA = ("tbbpool.", "omppool.", "workqueue.")
# libraries of the system that only Qt's plugin for printers asks for, which is left out
OF_PRINTING = ("libcups.", "libavahi-", "libgnutls.", "libp11-kit.", "libtasn1.", "libidn2.", "libunistring.",
               "libnettle.", "libhogweed.", "libgmp.")


def is_wanted(name: str, libraries: frozenset = frozenset()) -> bool:
    """Whether a file belongs into the folder.

    name        its path there
    libraries   file names of Qt's libraries that something kept needs (see `needed_libraries`)
    """
    path = PurePosixPath(name.replace("\\", "/"))
    parts, file = path.parts, path.name
    if is_qt_library(file):
        return file in libraries
    if len(parts) == 1 and file.startswith(OF_PRINTING):
        return False
    if parts[:-1] == ("numba", "np", "ufunc") and file.startswith(POOLS_OF_NUMBA):
        return False
    if parts[0] == "PyQt5" and len(parts) > 2:
        return _is_wanted_qt(parts[2:], file)
    return True


def _is_wanted_qt(parts: tuple, file: str) -> bool:
    """The same for a path below PyQt5/Qt5, where everything of Qt lies."""
    folder = parts[0]
    if folder in ("qml", "qsci"):
        return False
    if folder == "plugins":
        if parts[1] == "platforms":
            return any(platform in file for platform in PLATFORMS)
        if parts[1] == "imageformats":
            return file.removeprefix("lib").startswith(IMAGES)
        return parts[1] in PLUGINS and "egl" not in file
    if folder == "translations":
        return file.removesuffix(".pak") in LANGUAGES or file.startswith("qtbase_ru")
    return file != "qtwebengine_devtools_resources.pak"


def is_qt_library(file: str) -> bool:
    return file.startswith(("libQt5", "Qt5"))


def needed_libraries(binaries: list[tuple]) -> frozenset:
    """File names of Qt's libraries that something else in the folder needs, directly or through one another.

    binaries   PyInstaller's list of (path in the folder, path on this computer, kind)
    """
    from PyInstaller.depend.bindepend import get_imports
    sources = {PurePosixPath(name.replace("\\", "/")).name: source for name, source, _kind in binaries}
    waiting = [source for name, source, _kind in binaries if is_wanted(name) and not is_qt_library(
        PurePosixPath(name.replace("\\", "/")).name)]
    needed = set()
    while waiting:
        for file, _path in get_imports(waiting.pop()):
            if is_qt_library(file) and file in sources and file not in needed:
                needed.add(file)
                waiting.append(sources[file])
    return frozenset(needed)
