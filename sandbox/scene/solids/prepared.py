"""What a mesh becomes: mass and inertia, what touches in its place, and sentences about both."""

import json
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from math import isfinite, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sandbox.errors import BadValue
from sandbox.files import replaced
from sandbox.folders import own_folders
from sandbox.scene.drawn import meshes
from sandbox.scene.solids import reading
from sandbox.scene.solids.cornered import Cornered, cornered_box, cornered_hull
from sandbox.scene.solids.hull import hull_of
from sandbox.scene.solids.pictured import MOST_DRAWN, Pictured, thinned
from sandbox.scene.solids.smooth import HARMONICS, NORM, Fit, smooth_fit
from sandbox.scene.solids.triangles import Solid, Triangles, solid_of
from sandbox.text import _

SMOOTH, BALL, BOX, HULL = CONTACTS = ("smooth", "ball", "box", "hull")
FORMAT = "1"            # of files of fits, and of how a fit is found
LARGEST_KEPT = 200_000  # of such a file [bytes]
log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Prepared:
    """A body from a mesh, all in the file's axes.

    mass [kg], inertia (3, 3) about the mass centre [kg m^2], mass_centre (3,) [m]
    touched   Fit of what touches, its corners, or the radius of a ball about the mass centre [m]
    size      a typical radius [m];  drawn  how it is drawn;  told  sentences for a person
    digest    hash of the file
    """

    mass: float
    inertia: tuple
    mass_centre: tuple[float, float, float]
    touched: Fit | Cornered | float
    size: float
    drawn: Pictured
    told: tuple[str, ...]
    digest: str


class Mass(NamedTuple):
    """Mass [kg], inertia (3, 3) about the mass centre [kg m^2], that centre (3,) [m]."""

    mass: float
    inertia: np.ndarray
    centre: np.ndarray


@dataclass(frozen=True)
class KeptFit:
    """A fit with what was found of it: least radius of curvature, distances within and beyond the hull, size [m]."""

    fit: Fit
    radius: float
    within: float
    beyond: float
    size: float


@dataclass(frozen=True)
class Asked:
    """What is asked of a mesh; see body_from_mesh."""

    density: float | None
    contact: str
    unit: tuple[float, float, float]
    shell: float | None
    given: tuple | None
    degree: int | None
    model: str
    rounding: float = 0.0


def prepared(file: reading.MeshFile, asked: Asked) -> Prepared:
    """Returns what a file becomes, or raises BadValue. The last few stay known."""
    return _prepared(file, asked)


@lru_cache(maxsize=16)
def _prepared(file: reading.MeshFile, asked: Asked) -> Prepared:
    name, told = file.name, []
    if asked.contact not in CONTACTS:
        raise BadValue(_("mesh '{name}', contact: got {found!r}, needs one of {known}").format(
            name=name, found=str(asked.contact)[:40], known=", ".join(CONTACTS)))
    triangles = reading.triangles_of(file).scaled(asked.unit)
    triangles, mass, inertia, centre, is_turned = _weighed(triangles, asked, name)
    if is_turned:
        told.append(_("mesh '{name}': was inside out and is turned").format(name=name))
    touched, size, sentence = _touched(triangles, asked, file, Mass(mass, inertia, centre))
    told.append(sentence)
    drawn = thinned(triangles)
    if drawn is not triangles:
        told.append(_("mesh '{name}': of {count} triangles {drawn} are drawn, at most {most}").format(
            name=name, count=len(triangles.faces), drawn=len(drawn.faces), most=MOST_DRAWN))
    for sentence in told:
        log.info("%s", sentence)
    x, y, z = map(float, centre)
    middle = (x, y, z)
    return Prepared(mass, tuple(map(tuple, inertia.tolist())), middle, touched, size,
                    Pictured(drawn, middle, asked.model, size=size), tuple(told), file.digest)


def _weighed(triangles: Triangles, asked: Asked, name: str):
    """Returns triangles that are not inside out, mass, inertia, mass centre, and whether they were turned."""
    if asked.given is not None:
        mass, inertia, centre = asked.given
        return triangles, float(mass), np.array(inertia, float), np.array(centre, float), False
    density, is_turned = asked.density, False
    if density is None or not (isfinite(density) and density > 0.0):
        raise BadValue(_("mesh '{name}', density: got {found}, needs a finite number above 0").format(
            name=name, found=density))
    if asked.shell is None:
        triangles, solid, is_turned = solid_of(triangles, name)
    else:
        solid = _of_shell(triangles, asked.shell, name)
    inertia = density*solid.inertia
    return triangles, density*solid.volume, 0.5*(inertia + inertia.T), solid.centre, is_turned


def _of_shell(triangles: Triangles, thickness: float, name: str) -> Solid:
    width = float(np.ptp(triangles.corners, axis=0).max())
    if not (isfinite(thickness) and 0.0 < thickness < 0.5*width):
        raise BadValue(_("mesh '{name}', shell: got a thickness of {found} m, needs one above 0 and below {most:.3g} m"
                         ).format(name=name, found=thickness, most=0.5*width))
    return triangles.shell(thickness)


def _touched(triangles: Triangles, asked: Asked, file: reading.MeshFile, mass: Mass
             ) -> tuple[Fit | Cornered | float, float, str]:
    """Returns what touches, its size, and a sentence about it."""
    if asked.contact not in (HULL, BOX) and asked.rounding != 0.0:
        raise BadValue(_("mesh '{name}', rounding: only what touches as a hull or a box has one").format(
            name=file.name))
    if asked.contact == HULL:
        touched, size, error = cornered_hull(triangles.corners, asked.rounding, file.name)
        return touched, size, _("mesh '{name}': touches as a hull of {count} corners, at most {error:.3g} mm within "
                                "its own").format(name=file.name, count=len(touched.corners), error=1e3*error)
    if asked.contact == BOX:
        touched, lengths = cornered_box(mass.mass, mass.inertia, mass.centre, asked.rounding, file.name)
        x, y, z = (1e3*lengths).tolist()
        return touched, 0.5*float(np.linalg.norm(lengths)), _(
            "mesh '{name}': touches as a box of the same moments of inertia, {x:.4g} by {y:.4g} by {z:.4g} mm").format(
                name=file.name, x=x, y=y, z=z)
    if asked.contact == BALL:
        radius = sqrt(2.5*float(np.trace(mass.inertia))/(3.0*mass.mass))
        return radius, radius, _("mesh '{name}': touches as a ball of the same mean moment of inertia, radius "
                                 "{radius:.4g} mm").format(name=file.name, radius=1e3*radius)
    kept = fit_of(triangles, asked, file)
    text = {HARMONICS: _("mesh '{name}': touches as spherical harmonics of degree {degree}; smallest radius of "
                         "curvature {radius:.3g} mm, at most {within:.3g} mm within its hull and {beyond:.3g} mm "
                         "beyond"),
            NORM: _("mesh '{name}': touches as a norm of its corners with the power {degree}; smallest radius of "
                    "curvature {radius:.3g} mm, at most {within:.3g} mm within its hull and {beyond:.3g} mm beyond")}
    return kept.fit, kept.size, text[kept.fit.kind].format(
        name=file.name, degree=int(kept.fit.numbers[0]), radius=1e3*kept.radius, within=1e3*kept.within,
        beyond=1e3*kept.beyond)


# ---- fits that are kept ---------------------------------------------------------------------------------------------

def fit_of(triangles: Triangles, asked: Asked, file: reading.MeshFile) -> KeptFit:
    """Returns the fit of a mesh, as it came with the program or was kept under its file's hash, or found and kept now.
    """
    asking = _asking(asked, file)
    path = own_folders()["cache"]/"meshes"/f"{blake2b(asking.encode(), digest_size=12).hexdigest()}.json"
    # a fit takes longer than all else of a first start
    found = (_read_fit(meshes.folder()/name_of_fit(asked), asking) if asked.model else None) or _read_fit(path, asking)
    if found is None:
        found = _found_fit(triangles, asked, file)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with replaced(path, is_private=True) as out:
                json.dump(_written(found, asking), out)
    return found


def name_of_fit(asked: Asked) -> str:
    """Returns the name of the file of a model's fit that comes with the program, if one does."""
    # anything may stand for a degree, until a fit is looked for
    return f"{asked.model}_{asked.degree if type(asked.degree) is int else 'any'}.json"


def text_of_fit(path: str, unit, degree: int) -> tuple[str, str]:
    """Returns name and content of the file of a model's fit, found anew; see body_from_mesh for what is asked."""
    file, asked = asked_for(path, 1.0, SMOOTH, unit, None, None, degree, "")
    triangles, *_rest = _weighed(reading.triangles_of(file).scaled(asked.unit), asked, file.name)
    return name_of_fit(asked), json.dumps(_written(_found_fit(triangles, asked, file), _asking(asked, file))) + "\n"


def _asking(asked: Asked, file: reading.MeshFile) -> str:
    return f"{FORMAT} {file.digest} {asked.unit!r} {asked.degree!r}"


def _found_fit(triangles: Triangles, asked: Asked, file: reading.MeshFile) -> KeptFit:
    hull = hull_of(triangles.corners, file.name)
    fit = smooth_fit(hull, file.name, asked.degree)
    return KeptFit(fit, fit.least_radius, *fit.distances(hull), hull.size)


def _written(kept: KeptFit, asking: str) -> dict:
    numbers = [kept.radius, kept.within, kept.beyond, kept.size, *kept.fit.numbers]
    return {"asked": asking, "kind": kept.fit.kind, "numbers": numbers, "check": _check(numbers)}


def _check(numbers: list[float]) -> str:
    return blake2b(np.array(numbers).tobytes(), digest_size=8).hexdigest()


def _read_fit(path: Path, asking: str) -> KeptFit | None:
    """Returns a fit that was kept, None where there is none or the file is not as it was written."""
    try:
        if path.stat().st_size > LARGEST_KEPT:
            return None
        tree = json.loads(path.read_text(encoding="utf-8"))
        numbers = [float(x) for x in tree["numbers"]]
        if tree["asked"] != asking or tree["check"] != _check(numbers) or tree["kind"] not in (HARMONICS, NORM):
            return None
        radius, within, beyond, size, *rest = numbers
        return KeptFit(Fit(tree["kind"], tuple(rest)), radius, within, beyond, size)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def with_net(drawn: Pictured, touched: Fit) -> Pictured:
    """Returns the drawing with what touches as a net over it."""
    return replace(drawn, touched=touched)


def asked_for(path, density, contact, unit, shell, given, degree, digest, rounding=0.0    # noqa: PLR0913 - of a word
              ) -> tuple[reading.MeshFile, Asked]:
    """Returns the file and what is asked of it, of the arguments of body_from_mesh."""
    file = reading.mesh_file(reading.path_of(path), digest)
    scale = reading.scale_of(unit, file.form, file.name)
    kept = None
    if given is not None:
        try:
            mass, inertia, centre = given
            kept = (float(mass), tuple(tuple(map(float, row)) for row in inertia), tuple(map(float, centre)))
        except (TypeError, ValueError):
            raise BadValue(_("mesh '{name}', inertia: needs the mass [kg], the inertia (3, 3) [kg m^2] and the mass "
                             "centre (3,) [m]").format(name=file.name)) from None
    model = str(path) if str(path) in meshes.NAMES else ""
    return file, Asked(None if density is None else float(density), contact, scale,
                       None if shell is None else float(shell), kept, degree, model, float(rounding))
