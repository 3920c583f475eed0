"""The locks as these tests see them: which version each system gets, and the systems that the program is for."""

from dataclasses import dataclass

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bundle.lock import HOME, pinned

PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class System:
    """One kind of computer.

    name       for people
    platform   what uv calls it
    macos      the oldest macOS that the locks are for; "" elsewhere
    newest     the newest Python that all libraries have files for
    markers    what Python says of it
    """

    name: str
    platform: str
    macos: str
    newest: str
    markers: tuple[tuple[str, str], ...]

    def has(self, requirement: Requirement, python: str = "3.11") -> bool:
        """Whether a requirement is meant for this system."""
        if requirement.marker is None:
            return True
        return requirement.marker.evaluate({**dict(self.markers), "python_version": python,
                                            "python_full_version": f"{python}.0",
                                            "platform_python_implementation": "CPython"})


def system(name: str, platform: str, words: str, macos: str = "", newest: str = PYTHONS[-1]) -> System:
    names = ("sys_platform", "platform_machine", "platform_system", "os_name")
    return System(name, platform, macos, newest, tuple(zip(names, words.split(), strict=True)))


# av and llvmlite decide which macOS is the oldest, the last numba for Intel Macs which Python is the newest there
SYSTEMS = (system("Windows", "x86_64-pc-windows-msvc", "win32 AMD64 Windows nt"),
           system("macOS-Intel", "x86_64-apple-darwin", "darwin x86_64 Darwin posix", macos="13.0", newest="3.13"),
           system("macOS-arm64", "aarch64-apple-darwin", "darwin arm64 Darwin posix", macos="14.0"),
           system("Linux", "x86_64-unknown-linux-gnu", "linux x86_64 Linux posix"),
           system("Linux-arm64", "aarch64-unknown-linux-gnu", "linux aarch64 Linux posix"))


def pins(files, on: System, python: str = "3.11") -> dict[str, list[str]]:
    """Name of a package -> its versions in the files for one system; more than one would be a contradiction."""
    found = {}
    for file in files:
        for line in pinned((HOME / file).read_text(encoding="utf-8")):
            requirement = Requirement(line)
            if on.has(requirement, python):
                version = str(requirement.specifier).removeprefix("==")
                found.setdefault(canonicalize_name(requirement.name), []).append(version)
    return found
