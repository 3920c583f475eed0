"""Words a scene is written with."""

from sandbox.errors import BadValue
from sandbox.mechanics import precession
from sandbox.scene import friction, surfaces
from sandbox.scene.bodies import Ball, Body, Disk, Ellipsoid, Puck
from sandbox.scene.carrying import Circling, Driven, Rotor, Slider
from sandbox.scene.chart import Chart, Curve
from sandbox.scene.constrained import At, Constrained, Crossing, Integral, Rotation, Row
from sandbox.scene.contact import Contact
from sandbox.scene.drawn import Look, box, cylinder, ring
from sandbox.scene.drawn_curve import DrawnCurve, curve_points, curve_text, smooth_curve
from sandbox.scene.friction import *
from sandbox.scene.models.free_turntable import FreeTurntable
from sandbox.scene.models.integraph import Integraph
from sandbox.scene.models.plane_ball import PlaneBall
from sandbox.scene.models.rigid import ON_A_STAND, FixedPoint, Suslov, Veselova, inertia_of, leaning
from sandbox.scene.models.sleigh import Blade, Sleigh
from sandbox.scene.motions import Motion, Signal, Spin, Still, rate_sine
from sandbox.scene.parameter import Parameter
from sandbox.scene.realisation import Breakable, Ideal, Penalty, Unilateral
from sandbox.scene.realisation import Viscous as ViscousRow
from sandbox.scene.scene import Preset, Scene
from sandbox.scene.showing import Showing
from sandbox.scene.start import Start
from sandbox.scene.surface import Edge, Surface
from sandbox.scene.surfaces import *

# a new law of friction or surface names itself in its own file
__all__ = [
    *friction.__all__,
    *surfaces.__all__,
    "ON_A_STAND",
    "At",
    "BadValue",
    "Ball",
    "Blade",
    "Body",
    "Breakable",
    "Chart",
    "Circling",
    "Constrained",
    "Contact",
    "Crossing",
    "Curve",
    "Disk",
    "DrawnCurve",
    "Driven",
    "Edge",
    "Ellipsoid",
    "FixedPoint",
    "FreeTurntable",
    "Ideal",
    "Integral",
    "Integraph",
    "Look",
    "Motion",
    "Parameter",
    "Penalty",
    "PlaneBall",
    "Preset",
    "Puck",
    "Rotation",
    "Rotor",
    "Row",
    "Scene",
    "Showing",
    "Signal",
    "Sleigh",
    "Slider",
    "Spin",
    "Start",
    "Still",
    "Surface",
    "Suslov",
    "Unilateral",
    "Veselova",
    "ViscousRow",
    "box",
    "curve_points",
    "curve_text",
    "cylinder",
    "inertia_of",
    "leaning",
    "precession",
    "rate_sine",
    "ring",
    "smooth_curve",
]
