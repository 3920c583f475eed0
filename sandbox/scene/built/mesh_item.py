"""A part of the bench from the file of a mesh that a person gives: its word, and sentences about what it becomes."""

from pathlib import Path

from sandbox.scene.bodies import body_from_mesh
from sandbox.scene.built import kinds
from sandbox.scene.built.parts import Item, word
from sandbox.scene.solids.prepared import asked_for, prepared
from sandbox.text import _

DENSITY = 1000.0        # of what nobody says more about [kg/m^3]


def item_of_mesh(path: str | Path, unit: str | float | None = None, density: float = DENSITY,
                 contact: str = "smooth") -> tuple[Item, tuple[str, ...]]:
    """Returns the part that a file of a mesh is, and what is told about it; BadValue where there is none.

    path   of the file, whole or as it stands from here;  unit  of it, None: of a form that has one
    """
    whole = str(Path(path).absolute())
    file, asked = asked_for(whole, density, contact, unit, None, None, None, "")
    found = prepared(file, asked)
    # the file of today is meant: another one in its place is told
    value = word(body_from_mesh.__name__, path=whole, density=density, contact=contact, unit=unit, digest=file.digest)
    name = file.name.rpartition(".")[0][:40] or _("mesh")
    about = _("a body from the mesh {file}, {mass:.3g} kg").format(file=file.name, mass=found.mass)
    return Item(name, about, kinds.BODY, value), found.told
