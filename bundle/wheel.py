"""Builds what pip installs: the package with its scenes inside and its translations finished. setuptools calls it.

With JACOBI_SANDBOX_MACHINE_CODE, the folder of machine code that compiled_wheel.py wrote, that goes in as well.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import find_packages
from setuptools.command.build_py import build_py

HOME = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOME))        # the program itself is not installed while it is built
from bundle.catalogues import write_catalogues  # noqa: E402
from bundle.known_scenes import write_known  # noqa: E402

# package -> folder where it lies in the checkout, if that is another one
ELSEWHERE = {"sandbox.scenes": "scenes", "sandbox.meshes": "meshes", "sandbox.challenges": "challenges",
             "sandbox.lessons": "lessons"}
FILES = {"sandbox": ["py.typed"], "sandbox.meshes": ["*.ply", "*.json"], "sandbox.challenges": ["*.toml"],
         "sandbox.lessons": ["*.toml"],
         "sandbox.ui.look": ["icon.svg", "scenes/*.jpg"], "sandbox.locale": ["*/*.po"],
         "sandbox.sheet": ["sheet.css", "sheet.js", "katex/*", "katex/fonts/*"]}

CODE = "JACOBI_SANDBOX_MACHINE_CODE"     # environment variable


class BuildWheel(build_py):
    """Copies the package together with what is not Python, and writes sandbox.mo beside each sandbox.po."""

    def finalize_options(self):
        inner = find_packages(str(HOME), include=["sandbox", "sandbox.*"])
        self.distribution.packages = [*inner, *ELSEWHERE]
        self.distribution.package_dir = dict(ELSEWHERE)
        self.distribution.package_data = FILES
        super().finalize_options()

    def find_package_modules(self, package, package_dir):
        """Returns the modules to copy; the scripts that draw the models stay in the checkout."""
        return [] if package == "sandbox.meshes" else super().find_package_modules(package, package_dir)

    def run(self):
        if self.editable_mode:
            super().run()
            return
        # a folder left by an earlier build may hold files that are gone since
        shutil.rmtree(Path(self.build_lib) / "sandbox", ignore_errors=True)
        super().run()
        write_catalogues(Path(self.build_lib) / "sandbox" / "locale")
        scenes = Path(self.build_lib) / "sandbox" / "scenes"
        write_known(scenes, scenes)
        if CODE in os.environ:
            shutil.copytree(os.environ[CODE], Path(self.build_lib) / "sandbox" / "compiled")
