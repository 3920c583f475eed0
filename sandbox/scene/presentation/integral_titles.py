"""Titles of the conserved quantities of a body on a support."""

from sandbox.text import _


def titles() -> dict[str, str]:
    """Returns the title of each quantity, with its unit, in the language of the moment."""
    return {
        "E_J": _("Jacobi integral E_J [J]"),
        "plane_K_x": _("drift vector K, x [m/s]"), "plane_K_y": _("drift vector K, y [m/s]"),
        "plane_K_z": _("drift vector K, z [m/s]"), "spin_omega_n": _("spin about the normal [rad/s]"),
        "ell": _("billiard integral [m²/s]"), "speed": _("speed of the centre [m/s]"),
        "cone_C1": _("first integral of the cone C1 [m²/s]"), "cone_C2": _("second integral of the cone C2 [rad/s]"),
        "cyl_u": _("speed around the cylinder [m/s]"), "cyl_C": _("integral of the cylinder C [rad/s]"),
        "sphere_spin_s": _("spin of the equivalent top [rad/s]"),
        "sphere_E_tilde": _("energy of the equivalent top [J]"),
        "sphere_Jz_tilde": _("angular momentum of the equivalent top [kg m²/s]"),
        "beltrami_A": _("integral A of the pseudosphere [rad/s]"),
        "beltrami_B": _("integral B of the pseudosphere [rad/s]"),
        "meridian_u": _("linear integral: speed around the axis at the middle circle [m/s]"),
        "meridian_w": _("linear integral: spin about the normal at the middle circle [rad/s]"),
    }
