"""Words a scene is written with."""

from sandbox.mechanics import precession
from sandbox.scene.bodies import Ball, Body, Disk, Ellipsoid, Puck
from sandbox.scene.contact import Contact, Contensou, Coulomb, Rough, Smooth, TwoTerm, Viscous
from sandbox.scene.drawn import cylinder, ring
from sandbox.scene.motions import Motion, Signal, Spin, Still, rate_sine
from sandbox.scene.parameter import BadValue, Parameter
from sandbox.scene.scene import Preset, Scene
from sandbox.scene.start import Start
from sandbox.scene.surface import Edge, Surface
from sandbox.scene.surfaces import (
    Cone,
    Cylinder,
    EllipsoidSurface,
    Paraboloid,
    Plane,
    PointProfile,
    Profile,
    Pseudosphere,
    Sphere,
    Torus,
)

__all__ = [
    "BadValue",
    "Ball",
    "Body",
    "Cone",
    "Contact",
    "Contensou",
    "Coulomb",
    "Cylinder",
    "Disk",
    "Edge",
    "Ellipsoid",
    "EllipsoidSurface",
    "Motion",
    "Paraboloid",
    "Parameter",
    "Plane",
    "PointProfile",
    "Preset",
    "Profile",
    "Pseudosphere",
    "Puck",
    "Rough",
    "Scene",
    "Signal",
    "Smooth",
    "Sphere",
    "Spin",
    "Start",
    "Still",
    "Surface",
    "Torus",
    "TwoTerm",
    "Viscous",
    "cylinder",
    "precession",
    "rate_sine",
    "ring",
]
