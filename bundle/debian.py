"""A package for Debian and its kin: the finished folder with menu entry, icons, kind of file, command and manual."""

import os
import platform
import shutil
import subprocess
from pathlib import Path

from bundle import NAME
from bundle.contents import size_of
from bundle.manual import write_manual
from sandbox.version import VERSION

HOME = Path(__file__).resolve().parents[1]
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
# what the folder expects from the system: it holds all other libraries
NEEDS = ("libgl1", "libegl1", "libx11-6", "libxcb1")
CONTROL = """Package: {name}
Version: {version}
Architecture: {machine}
Maintainer: Jacobi Sandbox developers <noreply@jacobi-sandbox.invalid>
Installed-Size: {kilobytes}
Depends: libc6 (>= {libc}), {needs}
Section: science
Priority: optional
Description: laboratory for bodies that roll on moving surfaces
 Bodies that roll, skate, slide, bounce and leave on turntables, bowls, cones,
 globes and slopes, in 3D and in real time. Constraints are built into the
 equations; a meter shows how exactly energy is kept.
"""


def write_package(folder: Path, icons: Path, target: Path) -> Path:
    """Writes the package of a finished folder and returns its path.

    folder   the program with all that lies beside it;  icons   icon.png and what build.spec writes beside it
    target   folder for the package
    """
    machine = MACHINES.get(platform.machine(), platform.machine())
    root = target / "deb"
    shutil.rmtree(root, ignore_errors=True)
    lay_out(folder, icons, root)
    control = root / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(CONTROL.format(
        name=NAME, version=VERSION, machine=machine, kilobytes=size_of(root)//1024 + 1,
        libc=platform.libc_ver()[1], needs=", ".join(NEEDS)), encoding="utf-8")
    path = target / f"{NAME}_{VERSION}_{machine}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, path], check=True,
                   stdout=subprocess.DEVNULL)
    shutil.rmtree(root)
    return path


def lay_out(folder: Path, icons: Path, root: Path):
    """Puts everything where systems look for it, below `root`; what is large is linked, not copied."""
    usr = root / "usr"
    own = usr / "lib" / NAME
    shutil.copytree(folder, own, symlinks=True, copy_function=os.link)
    shutil.rmtree(own / "scenes", ignore_errors=True)       # nobody but root could put one there
    # they are for a folder that is carried about; a link shares its content, so they are taken out and made anew
    for name in (f"{NAME}.desktop", f"{NAME}-mime.xml", f"{NAME}.png"):
        (own / name).unlink()
    (usr / "bin").mkdir()
    (usr / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    share = usr / "share"
    for place, source in {
            f"mime/packages/{NAME}.xml": HOME / "bundle" / f"{NAME}-mime.xml",
            f"icons/hicolor/scalable/apps/{NAME}.svg": HOME / "sandbox" / "ui" / "look" / "icon.svg",
            f"icons/hicolor/256x256/apps/{NAME}.png": icons / "icon.png",
            f"doc/{NAME}/THIRD-PARTY.md": folder / "THIRD-PARTY.md"}.items():
        path = share / place
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
    entry = (HOME / "bundle" / f"{NAME}.desktop").read_text(encoding="utf-8").splitlines()
    entry = [f"Exec={NAME} %f" if line.startswith("Exec=") else line for line in entry]
    path = share / "applications" / f"{NAME}.desktop"
    path.parent.mkdir(parents=True)
    path.write_text("\n".join(entry) + "\n", encoding="utf-8")
    (share / "doc" / NAME / "copyright").write_text(
        "Jacobi Sandbox: copyright Jacobi Sandbox developers, GPL-3.0-or-later.\nThe package as a whole: GPL-3, see\n"
        f"/usr/share/common-licenses/GPL-3. Its parts: THIRD-PARTY.md here, texts in /usr/lib/{NAME}/licences.\n",
        encoding="utf-8")
    write_manual(usr)
    for path in share.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
